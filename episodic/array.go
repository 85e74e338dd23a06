package episodic

import (
	"bytes"
	"encoding/json"
)

// A piece is one element of an array as it stands in a file.
type piece struct {
	raw  []byte // valid JSON
	line int    // from 1
	at   int    // bytes of the file before it
}

// A flaw is a place where a file is not the array it should be.
type flaw struct {
	line int
	what string
}

// maxFlaws is how many places of a file are mended before the rest is given
// up: each may cost a look at the whole rest.
const maxFlaws = 40

// scanArray finds the elements of a JSON array, however broken it is: what
// cannot be read is a flaw, and reading goes on at the next line that begins
// an object. Nothing at all is an empty array. It never fails.
func scanArray(data []byte) ([]piece, []flaw) {
	s := scanner{data: bytes.TrimPrefix(data, []byte("\uFEFF"))}
	s.before = len(data) - len(s.data)
	s.skip()
	switch {
	case s.at == len(s.data):
		return nil, nil
	case s.data[s.at] != '[':
		s.flaw("is no JSON array")
		return nil, s.flaws
	}
	s.at++
	for comma := true; ; {
		s.skip()
		switch {
		case s.at == len(s.data):
			s.flaw("ends before the array does")
			return s.pieces, s.flaws
		case s.data[s.at] == ']':
			s.at++
			if s.skip(); s.at < len(s.data) {
				s.flaw("has text after the array")
			}
			return s.pieces, s.flaws
		case s.data[s.at] == ',':
			if comma {
				s.flaw("has a comma too many")
			}
			comma = true
			s.at++
		default:
			if !comma {
				s.flaw("lacks a comma")
			}
			comma = false
			if !s.element() {
				return s.pieces, s.flaws
			}
		}
	}
}

type scanner struct {
	data   []byte
	before int // bytes of the file before data
	at     int
	line   int // lines before counted
	count  int // where counted up to
	pieces []piece
	flaws  []flaw
}

func (s *scanner) flaw(what string) { s.flaws = append(s.flaws, flaw{s.lineAt(s.at), what}) }

// lineAt returns the line of an offset that is not before the last asked for.
func (s *scanner) lineAt(at int) int {
	s.line += bytes.Count(s.data[s.count:at], []byte("\n"))
	s.count = at
	return s.line + 1
}

func (s *scanner) skip() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// element reads the element at s.at, or steps over what is none. It returns
// false when the rest is given up.
func (s *scanner) element() bool {
	if end := valueEnd(s.data, s.at); end > 0 && json.Valid(s.data[s.at:end]) {
		s.pieces = append(s.pieces, piece{s.data[s.at:end:end], s.lineAt(s.at), s.before + s.at})
		s.at = end
		return true
	}
	s.flaw("has an element that cannot be read")
	if len(s.flaws) >= maxFlaws {
		s.flaw("is too broken to go on from here")
		return false
	}
	next := nextObject(s.data, s.at+1)
	if next < 0 {
		s.at = len(s.data)
		return true
	}
	s.at = next
	return true
}

// nextObject returns where the next line begins that begins with an object, or
// -1.
func nextObject(data []byte, at int) int {
	for {
		i := bytes.IndexByte(data[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
		line := bytes.TrimLeft(data[at:], " \t\r,")
		if len(line) > 0 && line[0] == '{' {
			return len(data) - len(line)
		}
	}
}

// valueEnd returns where the JSON value at an offset ends, by its brackets and
// quotes alone; -1 when it does not.
func valueEnd(data []byte, at int) int {
	depth := 0
	for i := at; i < len(data); i++ {
		switch data[i] {
		case '"':
			n := stringEnd(data, i)
			if n < 0 {
				return -1
			}
			i = n - 1
			if depth == 0 {
				return n
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// stringEnd returns the offset after the string that begins at an offset; -1
// when it does not end.
func stringEnd(data []byte, at int) int {
	for i := at + 1; i < len(data); i++ {
		j := bytes.IndexAny(data[i:min(len(data), i+64)], `"\`)
		if j < 0 {
			i += 63
			continue
		}
		i += j
		if data[i] == '"' {
			return i + 1
		}
		i++ // what is escaped
	}
	return -1
}
