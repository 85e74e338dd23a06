package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"yumori/internal/llm"
)

// maxEvent bounds one event of a stream.
const maxEvent = 2 << 20

// ErrEventTooLong says that an event of a stream is longer than 2 MiB.
var ErrEventTooLong = fmt.Errorf("an event of the stream is longer than %d bytes: %w", maxEvent, llm.ErrBadAnswer)

// Events reads the data of server-sent events. It is made for the servers
// there are rather than for the standard: an event may end without a blank
// line, a last line without a line end counts if it is whole. How the bytes
// are cut into reads makes no difference.
type Events struct {
	r       *bufio.Reader
	pending []byte // data lines of the event that is being read
	lines   int    // how many data lines pending is made of
	err     error  // returned once pending is given out
}

// NewEvents returns a reader of the events in r.
func NewEvents(r io.Reader) *Events {
	return &Events{r: bufio.NewReaderSize(r, 16<<10)}
}

// Next returns the data of the next event. At the end it returns io.EOF, or
// io.ErrUnexpectedEOF if the stream broke off within a line; other errors are
// those of the reader. The data is the caller's.
func (e *Events) Next() ([]byte, error) {
	for e.err == nil {
		line, err := e.line()
		e.err = err
		if err != nil && !e.wholeAtEnd(line) {
			if len(line) > 0 && errors.Is(err, io.EOF) {
				e.err = io.ErrUnexpectedEOF
			}
			break
		}
		if data, ok := e.accept(line); ok {
			return data, nil
		}
	}
	if e.lines > 0 {
		return e.take(), nil
	}
	return nil, e.err
}

// accept takes in one line and returns an event if the line ended one.
func (e *Events) accept(line []byte) ([]byte, bool) {
	if len(line) == 0 {
		if e.lines > 0 {
			return e.take(), true
		}
		return nil, false
	}
	data, ok := bytes.CutPrefix(line, []byte("data:"))
	if !ok {
		return nil, false // a comment, an event's name or id, or noise
	}
	data = bytes.TrimPrefix(data, []byte(" "))
	var out []byte
	whole := e.lines == 1 && (isDone(e.pending) || json.Valid(e.pending)) // the blank line is missing
	if whole {
		out = e.take()
	}
	if e.lines > 0 {
		e.pending = append(e.pending, '\n')
	}
	e.pending = append(e.pending, data...)
	e.lines++
	return out, whole
}

func (e *Events) take() []byte {
	out := e.pending
	e.pending, e.lines = nil, 0
	return out
}

// wholeAtEnd reports whether a line that has no end is complete nevertheless.
func (e *Events) wholeAtEnd(line []byte) bool {
	data, ok := bytes.CutPrefix(line, []byte("data:"))
	return ok && errors.Is(e.err, io.EOF) && (isDone(data) || json.Valid(data))
}

// line reads one line without its end.
func (e *Events) line() ([]byte, error) { return readLine(e.r, maxEvent-len(e.pending)) }

func isDone(data []byte) bool { return string(bytes.TrimSpace(data)) == "[DONE]" }

// IsDone reports whether the data of an event is OpenAI's end mark.
func IsDone(data []byte) bool { return isDone(data) }
