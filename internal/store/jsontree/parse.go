package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"

	"yumori/internal/store"
)

// Bounds of the parser.
const (
	maxFlaws = 40  // that are told of one file; reading goes on beyond
	maxDepth = 100 // of arrays and objects in each other

	// maxMembers is how many members an object may have: they are looked up
	// one by one.
	maxMembers = 500
)

// Parse reads the JSON value of a file, however broken it is by a user: what
// cannot be read, or not be kept as it is, is a flaw and not in the nodes; what
// comes after it is read all the same. The node is
// nil if there is no value, as in an empty file, which has no flaws either. It
// never fails, and takes time in proportion to data; the node keeps parts of
// data, which must not be changed afterwards. The flaws are in the order of
// the file; after 40 no more are told.
func Parse(file string, data []byte) (*Node, []store.Flaw) {
	p := parser{file: file, data: bytes.TrimPrefix(data, []byte("\uFEFF")), line: 1}
	if p.skip(); p.at == len(p.data) {
		return nil, nil
	}
	n := p.value(0)
	if p.skip(); p.at < len(p.data) {
		p.flaw("has text after its end")
	}
	return n, p.flaws
}

// ParseObject is Parse for a file that holds an object: whatever else stands there
// is a flaw, and an object without members in its place.
func ParseObject(file string, data []byte) (*Node, []store.Flaw) {
	n, flaws := Parse(file, data)
	if n.IsObject() {
		return n, flaws
	}
	if n != nil {
		flaws = append(flaws, store.Flaw{File: file, Line: n.Line(), What: "is no JSON object"})
	}
	return Object(), flaws
}

type parser struct {
	file    string
	data    []byte
	at      int
	line    int // of data[counted]
	counted int
	flaws   []store.Flaw
}

// here returns the line of the next byte.
func (p *parser) here() int {
	p.line += bytes.Count(p.data[p.counted:p.at], []byte("\n"))
	p.counted = p.at
	return p.line
}

func (p *parser) flaw(format string, args ...any) {
	if len(p.flaws) < maxFlaws {
		p.flaws = append(p.flaws, store.Flaw{File: p.file, Line: p.here(), What: fmt.Sprintf(format, args...)})
	}
}

// skip passes white space.
func (p *parser) skip() {
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// next returns the next byte that is no white space; 0 at the end.
func (p *parser) next() byte {
	if p.skip(); p.at == len(p.data) {
		return 0
	}
	return p.data[p.at]
}

// value reads a value, or returns nil and has passed at least one byte, unless
// a bracket or a comma is next, which are for whoever called.
func (p *parser) value(depth int) *Node {
	switch c := p.next(); {
	case c == 0, c == ',', c == '}', c == ']':
		return nil
	case (c == '{' || c == '[') && depth >= maxDepth:
		p.flaw("goes deeper than %d brackets", maxDepth)
		p.at = len(p.data)
		return nil
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	}
	return p.scalar()
}

// scalar reads a text, a number, true, false or null.
func (p *parser) scalar() *Node {
	n := &Node{kind: scalar, line: p.here()}
	from := p.at
	plain := false
	if p.data[p.at] == '"' {
		ok := false
		if plain, ok = p.text(); !ok {
			return nil
		}
	} else {
		for p.at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:{}[]\""), p.data[p.at]) < 0 {
			p.at++
		}
		if p.at == from && p.data[p.at] == ':' {
			p.at++
		}
	}
	if n.raw = p.data[from:p.at]; !plain && !json.Valid(n.raw) {
		p.flaw("%s is no JSON value", brief(n.raw))
		return nil
	}
	return n
}

// text passes a text in quotes, and reports whether it is plain: without
// anything that has to be looked at twice. One that does not end on its line
// is a flaw, and the rest of the line is passed.
func (p *parser) text() (plain, ok bool) {
	from := p.at
	plain = true
	for p.at++; p.at < len(p.data); p.at++ {
		switch c := p.data[p.at]; {
		case c == '"':
			p.at++
			return plain, true
		case c == '\\':
			p.at++
			plain = false
		case c == '\n':
			p.flaw("%s does not end on its line", brief(p.data[from:p.at]))
			return false, false
		case c < ' ':
			plain = false
		}
	}
	p.at = len(p.data)
	p.flaw("ends within a text")
	return false, false
}

// brief returns the beginning of a piece of a file, for a message.
func brief(raw []byte) string {
	r := []rune(string(raw[:min(len(raw), 160)]))
	if len(r) > 30 || len(raw) > 160 {
		return string(r[:min(len(r), 30)]) + "…"
	}
	return string(r)
}

// array reads an array. It ends, with a flaw, where an object around it goes on.
func (p *parser) array(depth int) *Node {
	n := &Node{kind: array, line: p.here()}
	p.at++
	for comma := true; ; {
		switch c := p.next(); c {
		case 0:
			p.flaw("ends before the array of line %d does", n.line)
			return n
		case ']':
			if p.at++; comma && len(n.nodes) > 0 {
				p.flaw("has a comma too many")
			}
			return n
		case '}':
			if p.flaw("closes an array with }"); depth == 0 {
				p.at++
			}
			return n
		case ',':
			if p.at++; comma {
				p.flaw("has a comma too many")
			}
			comma = true
		default:
			if p.outside(c, depth) {
				p.flaw("goes on before the array of line %d has ended", n.line)
				return n
			}
			if !comma {
				p.flaw("lacks a comma")
			}
			comma = false
			if e := p.value(depth + 1); e != nil {
				n.nodes = append(n.nodes, e)
			}
		}
	}
}

// outside reports whether what follows, which begins with c, is a member of
// the object around an array that has not ended.
func (p *parser) outside(c byte, depth int) bool {
	if c != '"' || depth == 0 {
		return false
	}
	ahead := parser{data: p.data, at: p.at, line: p.line, counted: p.counted} // not from line 1, which would be counted each time
	_, ok := ahead.text()
	return ok && ahead.next() == ':'
}

// object reads an object. It ends, with a flaw, where an array around it goes on.
func (p *parser) object(depth int) *Node {
	n := &Node{kind: object, line: p.here()}
	p.at++
	for comma := true; ; {
		switch c := p.next(); {
		case c == 0:
			p.flaw("ends before the object of line %d does", n.line)
			return n
		case c == '}':
			if p.at++; comma && len(n.nodes) > 0 {
				p.flaw("has a comma too many")
			}
			return n
		case c == ',':
			if p.at++; comma {
				p.flaw("has a comma too many")
			}
			comma = true
		case depth > 0 && (c == ']' || c == '{' || c == '['):
			p.flaw("goes on before the object of line %d has ended", n.line)
			return n
		default:
			if !comma {
				p.flaw("lacks a comma")
			}
			comma = false
			p.pair(n, depth)
		}
	}
}

// pair reads a member. It passes at least one byte.
func (p *parser) pair(n *Node, depth int) {
	from := p.at
	k := p.scalar()
	name, ok := k.Text()
	switch {
	case !ok:
		if k != nil {
			p.flaw("%s is no name of a member", brief(k.raw))
		}
		if p.at == from {
			p.at++
		}
		return
	case p.next() != ':':
		p.flaw("lacks a colon after %q", name)
		return
	}
	p.at++
	v := p.value(depth + 1)
	switch {
	case v == nil && p.at < len(p.data) && bytes.IndexByte([]byte(",}]"), p.data[p.at]) >= 0:
		p.flaw("lacks the value of %q", name)
	case v == nil:
	case n.Member(name) != nil:
		p.flaw("has %q twice", name)
		n.Set(name, v)
	case len(n.names) == maxMembers:
		p.flaw("has more than %d members in one object", maxMembers)
	default:
		n.names, n.nodes = append(n.names, name), append(n.nodes, v)
	}
}
