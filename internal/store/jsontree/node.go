// Package jsontree is JSON that a person may edit: it is read leniently, with
// a line for each part that is broken, and written back with all that a
// program does not know of, as it was and in its order.
//
// encoding/json gives up at the first mistake and drops members without a
// field. A file of a home is opened in an editor by people who forget a comma;
// the rest of it has to be used, and what they added has to survive.
//
// Nodes may be read by many at once, and changed by one while nobody reads.
package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A Node is a JSON value as it stands in a file: an object, an array or a
// scalar, which is anything else. A nil Node is one that is not there: it can
// be asked for everything and has nothing, but cannot be changed.
type Node struct {
	kind  kind
	line  int
	raw   []byte   // of a scalar: valid JSON
	names []string // of an object, one for each of nodes
	nodes []*Node  // of an object or an array
}

// A kind is the byte an object or an array begins with.
type kind byte

const (
	object kind = '{'
	array  kind = '['
	scalar kind = '"'
)

// Object returns an empty object.
func Object() *Node { return &Node{kind: object} }

// Array returns an array of the elements.
func Array(elements ...*Node) *Node { return &Node{kind: array, nodes: elements} }

// Texts returns an array of texts; an empty one, not null, for nil.
func Texts(list []string) *Node {
	n := Array()
	for _, s := range list {
		n.Add(Of(s))
	}
	return n
}

// Of returns the node of a text, a number, a time or whatever else
// encoding/json encodes. What JSON cannot hold, such as a NaN, is null.
func Of(v any) *Node {
	n, _ := Parse("", encode(v))
	return n
}

// encode returns v as JSON that does not escape <, > and &.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSpace(b.Bytes())
}

// IsObject reports whether n is an object.
func (n *Node) IsObject() bool { return n != nil && n.kind == object }

// IsArray reports whether n is an array.
func (n *Node) IsArray() bool { return n != nil && n.kind == array }

// Absent reports whether n is not there, or null.
func (n *Node) Absent() bool {
	return n == nil || n.kind == scalar && string(n.raw) == "null"
}

// Line returns the line of the file where n begins, from 1; 0 for one that is
// not there. A node that was not read has a line that means nothing.
func (n *Node) Line() int {
	if n == nil {
		return 0
	}
	return n.line
}

// Member returns a member of an object; nil if n is none or lacks it. It takes
// time in proportion to the number of members.
func (n *Node) Member(name string) *Node {
	if !n.IsObject() {
		return nil
	}
	if i := slices.Index(n.names, name); i >= 0 {
		return n.nodes[i]
	}
	return nil
}

// Set makes v a member of an object: in the place of an older one, else last.
// A nil v takes the member out. n must be an object.
func (n *Node) Set(name string, v *Node) {
	i := slices.Index(n.names, name)
	switch {
	case v == nil && i >= 0:
		n.names, n.nodes = slices.Delete(n.names, i, i+1), slices.Delete(n.nodes, i, i+1)
	case v == nil:
	case i >= 0:
		n.nodes[i] = v
	default:
		n.names, n.nodes = append(n.names, name), append(n.nodes, v)
	}
}

// Within returns a member that is an object, made if there is none; what else
// had its name is replaced. n must be an object.
func (n *Node) Within(name string) *Node {
	m := n.Member(name)
	if !m.IsObject() {
		m = Object()
		n.Set(name, m)
	}
	return m
}

// Elements returns what is in an array; nothing for any other node. The slice
// is n's own: it is for reading, until n is changed.
func (n *Node) Elements() []*Node {
	if !n.IsArray() {
		return nil
	}
	return n.nodes
}

// Add puts elements at the end of an array. n must be an array.
func (n *Node) Add(elements ...*Node) { n.nodes = append(n.nodes, elements...) }

// DeleteFunc takes out of an array the elements for which del is true. It
// calls del once for each, in their order; any other node stays as it is.
func (n *Node) DeleteFunc(del func(*Node) bool) {
	if n.IsArray() {
		n.nodes = slices.DeleteFunc(n.nodes, del)
	}
}

// Text returns a text; ok is false if n is something else.
func (n *Node) Text() (s string, ok bool) {
	if n == nil || n.kind != scalar || len(n.raw) == 0 || n.raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(n.raw, '\\') < 0 && utf8.Valid(n.raw) { // most are
		return string(n.raw[1 : len(n.raw)-1]), true
	}
	return s, json.Unmarshal(n.raw, &s) == nil
}

// Number returns a number; ok is false if n is something else, or too big for
// a float64.
func (n *Node) Number() (f float64, ok bool) {
	if n.Absent() || n.kind != scalar {
		return 0, false
	}
	return f, json.Unmarshal(n.raw, &f) == nil
}

// Texts returns a list of texts; ok is false if n is something else. One that
// is absent is an empty list.
func (n *Node) Texts() (list []string, ok bool) {
	if n.Absent() {
		return nil, true
	}
	if !n.IsArray() {
		return nil, false
	}
	for _, e := range n.nodes {
		s, ok := e.Text()
		if !ok {
			return nil, false
		}
		list = append(list, s)
	}
	return list, true
}

// Time returns a time in RFC 3339, or one without zone as other programs write
// it, which is taken to be of the zone loc; a day is its beginning. A time
// that does not exist is not ok.
func (n *Node) Time(loc *time.Location) (t time.Time, ok bool) {
	s, ok := n.Text()
	if !ok {
		return t, false
	}
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, t.Year() > 0
	}
	for _, layout := range []string{"2006-01-02T15:04:05", time.DateTime, "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, s, loc); err == nil {
			return t, t.Year() > 0
		}
	}
	return t, false
}

// AppendTo appends n to b, as valid JSON on one line. What was read and not
// changed is written as it was, but for the space between. n must be there.
func (n *Node) AppendTo(b []byte) []byte {
	if n.kind == scalar {
		return append(b, n.raw...)
	}
	b = append(b, byte(n.kind))
	for i, m := range n.nodes {
		if i > 0 {
			b = append(b, ',')
		}
		if n.kind == object {
			b = append(append(b, encode(n.names[i])...), ':')
		}
		b = m.AppendTo(b)
	}
	return append(b, byte(n.kind)+2) // ']' and '}' stand two behind their brothers
}

// Indented returns n as a file for people. n must be there.
func (n *Node) Indented() ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, n.AppendTo(nil), "", "  "); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
