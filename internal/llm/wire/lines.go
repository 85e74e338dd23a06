package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Lines reads a stream of JSON values, one a line. How the bytes are cut into
// reads makes no difference.
type Lines struct{ r *bufio.Reader }

// NewLines returns a reader of the lines in r.
func NewLines(r io.Reader) *Lines { return &Lines{r: bufio.NewReaderSize(r, 16<<10)} }

// Next returns the next line that is not empty, without its end, which the last
// one may lack if it is whole. At the end it returns io.EOF, or
// io.ErrUnexpectedEOF if the stream broke off within a line; ErrEventTooLong
// for a line of more than 2 MiB; other errors are those of the reader. The data
// is the caller's.
func (l *Lines) Next() ([]byte, error) {
	for {
		line, err := readLine(l.r, maxEvent)
		if line = bytes.TrimSpace(line); len(line) > 0 && (err == nil || errors.Is(err, io.EOF) && json.Valid(line)) {
			return line, nil
		}
		if len(line) > 0 && errors.Is(err, io.EOF) {
			return nil, io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
}

// readLine reads one line without its end, of at most so many bytes.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > most {
			return nil, ErrEventTooLong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			return bytes.TrimSuffix(line, []byte("\r")), err
		}
	}
}
