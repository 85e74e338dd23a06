package imports

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
)

// elements yields the objects of a list in JSON, one after the other; of an
// object alone it yields that. The bytes are good until the next one. Memory is
// that of the largest.
func elements(ctx context.Context, r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		s := &scanner{r: bufio.NewReaderSize(r, 256<<10)}
		for {
			data, err := s.next()
			if err == nil {
				err = ctx.Err()
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(data, err) || err != nil {
				return
			}
		}
	}
}

// A scanner finds the objects in a list. What is in them it does not look at,
// but for where they end.
type scanner struct {
	r    *bufio.Reader
	buf  []byte
	list bool // the "[" was met
	done bool
}

func (s *scanner) next() ([]byte, error) {
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			return nil, s.end(err)
		}
		begun := s.list || s.buf != nil
		switch {
		case strings.IndexByte(s.between(), c) >= 0:
		case c == 0xef && !begun:
			_, _ = s.r.Discard(2) // a byte order mark
		case c == '[' && !begun:
			s.list = true
		case c == ']' && s.list && !s.done:
			s.done = true
		case c == '{' && !s.done:
			s.done = !s.list
			return s.object()
		default:
			return nil, refuse(Damaged, "a list of objects in JSON has %q in it", c)
		}
	}
}

// between is what may stand between objects.
func (s *scanner) between() string {
	if s.list && !s.done {
		return " \t\r\n,"
	}
	return " \t\r\n"
}

// end is the error of the end of a file: io.EOF where it may end.
func (s *scanner) end(err error) error {
	if errors.Is(err, io.EOF) && (s.done || !s.list && s.buf == nil) {
		return io.EOF
	}
	return broken(err)
}

// object reads on to the end of an object whose first brace was read.
func (s *scanner) object() ([]byte, error) {
	s.buf = append(s.buf[:0], '{')
	depth := 1
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			return nil, broken(err)
		}
		if len(s.buf) >= maxElement {
			return nil, refuse(TooLarge, "a conversation has more than %d bytes", maxElement)
		}
		s.buf = append(s.buf, c)
		switch c {
		case '"':
			if err := s.text(); err != nil {
				return nil, err
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return nil, refuse(TooDeep, "nested more than %d deep", maxDepth)
			}
		case '}', ']':
			if depth--; depth == 0 {
				return s.buf, nil
			}
		}
	}
}

// text reads on to the end of a string.
func (s *scanner) text() error {
	for {
		piece, err := s.r.ReadSlice('"')
		if len(s.buf)+len(piece) > maxElement {
			return refuse(TooLarge, "a conversation has more than %d bytes", maxElement)
		}
		s.buf = append(s.buf, piece...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return broken(err)
		case !escaped(s.buf):
			return nil
		}
	}
}

// escaped reports whether the quotation mark that b ends with stands behind an
// odd number of backslashes.
func escaped(b []byte) bool {
	b = b[:len(b)-1]
	return (len(b)-len(bytes.TrimRight(b, `\`)))%2 == 1
}

// broken is the error of a file that ends too early, or cannot be read.
func broken(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(Damaged, "the file breaks off")
	}
	return err
}

// decode reads an object as far as it is what it should be: a member of another
// type is left empty.
func decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var odd *json.UnmarshalTypeError
	if err == nil || errors.As(err, &odd) {
		return nil
	}
	return refuse(Damaged, "%v", err)
}
