package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"yumori/internal/store"
)

// blockSize is how much of a file is read at a time.
const blockSize = 64 << 10

// errLong says that a line is longer than any record; it comes without data.
var errLong = fmt.Errorf("line of more than %d bytes: %w", maxRecord, store.ErrUnreadable)

// backwardLines yields the lines of a file before an offset, newest first,
// without their line breaks; a negative offset is the end of the file. A line
// that is longer than maxRecord comes with errLong, and the rest follows.
func backwardLines(f io.ReadSeeker, end int64) iter.Seq2[store.Line, error] {
	return func(yield func(store.Line, error) bool) {
		size, err := f.Seek(0, io.SeekEnd)
		if err != nil {
			yield(store.Line{}, err)
			return
		}
		if end < 0 || end > size {
			end = size
		}
		for r := (backReader{f: f, start: end, end: end}); r.more(); {
			line, err := r.next()
			if !yield(line, err) || err != nil && !errors.Is(err, errLong) {
				return
			}
		}
	}
}

// A backReader reads lines from an offset back to the beginning of a file.
type backReader struct {
	f     io.ReadSeeker
	start int64  // offset of buf[0]
	end   int64  // where the lines not yet read end
	buf   []byte // the file from start to end at least
	long  bool   // end is inside a line too long to be kept
	seen  int    // so many bytes before end hold no line break
}

func (r *backReader) more() bool { return r.end > 0 || r.long }

func (r *backReader) next() (store.Line, error) {
	for {
		body := r.buf[:r.end-r.start]
		if !r.long {
			body = bytes.TrimSuffix(body, []byte{'\n'})
		}
		if i := bytes.LastIndexByte(body[:max(0, len(body)-r.seen)], '\n'); i >= 0 || r.start == 0 {
			r.end, r.seen = r.start+int64(i)+1, 0
			if r.long || len(body)-i-1 > maxRecord {
				r.long = false
				return store.Line{Offset: r.end}, errLong
			}
			return store.Line{Offset: r.end, Data: body[i+1:]}, nil
		}
		r.seen = len(body)
		if r.long || len(body) > maxRecord { // none of it is kept
			r.long, r.end, r.seen = true, r.start, 0
		}
		if err := r.fill(); err != nil {
			return store.Line{}, err
		}
	}
}

// fill puts the block before buf in front of it.
func (r *backReader) fill() error {
	n := min(r.start, blockSize)
	rest := r.buf[:r.end-r.start]
	buf := make([]byte, n, n+int64(len(rest)))
	if _, err := r.f.Seek(r.start-n, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.ReadFull(r.f, buf); err != nil {
		return err
	}
	r.buf, r.start = append(buf, rest...), r.start-n
	return nil
}

// forwardLines yields the lines of a file from an offset on, as backwardLines
// does. The data of a line is good until the next one is asked for.
func forwardLines(f io.ReadSeeker, start int64) iter.Seq2[store.Line, error] {
	return func(yield func(store.Line, error) bool) {
		if _, err := f.Seek(start, io.SeekStart); err != nil {
			yield(store.Line{}, err)
			return
		}
		r := bufio.NewReaderSize(f, blockSize)
		for offset := start; ; {
			data, n, err := readLine(r)
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(store.Line{Offset: offset, Data: data}, err) || err != nil && !errors.Is(err, errLong) {
				return
			}
			offset += n
		}
	}
}

// readLine reads a line, n bytes with its line break. The end of the file
// ends a line too; io.EOF comes when there is no more.
func readLine(r *bufio.Reader) (data []byte, n int64, err error) {
	var long []byte
	for {
		piece, err := r.ReadSlice('\n')
		n += int64(len(piece))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if n <= maxRecord {
				long = append(long, piece...)
			}
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, n, err
		case n == 0:
			return nil, 0, io.EOF
		}
		length := n
		if err == nil {
			piece, length = piece[:len(piece)-1], n-1
		}
		if length > maxRecord {
			return nil, n, errLong
		}
		if long == nil {
			return piece, n, nil
		}
		return append(long, piece...), n, nil
	}
}
