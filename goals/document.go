package goals

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A node is a JSON value as it stands in a file. What this version does not
// know of it is written back as it was read, in its order.
type node struct {
	kind  byte     // '{', '[' or '"' for anything else
	line  int      // from 1; 0 of a node that was made here
	raw   []byte   // of a scalar: valid JSON
	names []string // of an object, one for each of nodes
	nodes []*node  // of an object or an array
}

// A flaw is a place where a file is not JSON.
type flaw struct {
	line int
	what string
}

func newObject() *node { return &node{kind: '{'} }

func newArray() *node { return &node{kind: '['} }

// newScalar returns the node of a text, a number, a list of texts or the like.
// What JSON cannot hold, such as a NaN, is null.
func newScalar(v any) *node {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return &node{kind: '"', raw: []byte("null")}
	}
	n, _ := parse(b.Bytes())
	return n
}

// member returns a member of an object; nil if n is none or lacks it.
func (n *node) member(name string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	if i := slices.Index(n.names, name); i >= 0 {
		return n.nodes[i]
	}
	return nil
}

// set makes v a member of an object: in the place of an older one, else last.
// A nil v takes the member out.
func (n *node) set(name string, v *node) {
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

// within returns a member that is an object, made if there is none; what else
// had its name is replaced.
func (n *node) within(name string) *node {
	m := n.member(name)
	if m == nil || m.kind != '{' {
		m = newObject()
		n.set(name, m)
	}
	return m
}

// elements returns what is in an array; nothing for any other node.
func (n *node) elements() []*node {
	if n == nil || n.kind != '[' {
		return nil
	}
	return n.nodes
}

// absent reports whether there is no such member, or it is null.
func (n *node) absent() bool { return n == nil || n.kind == '"' && string(n.raw) == "null" }

// text returns a text; ok is false if n is something else.
func (n *node) text() (s string, ok bool) {
	if n == nil || n.kind != '"' || len(n.raw) == 0 || n.raw[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(n.raw, '\\') < 0 && utf8.Valid(n.raw) { // most are
		return string(n.raw[1 : len(n.raw)-1]), true
	}
	return s, json.Unmarshal(n.raw, &s) == nil
}

// number returns a number; ok is false if n is something else.
func (n *node) number() (f float64, ok bool) {
	if n.absent() || n.kind != '"' {
		return 0, false
	}
	return f, json.Unmarshal(n.raw, &f) == nil
}

// texts returns a list of texts; ok is false if n is something else. Nothing
// is an empty list.
func (n *node) texts() (list []string, ok bool) {
	if n.absent() {
		return nil, true
	}
	if n.kind != '[' {
		return nil, false
	}
	for _, e := range n.nodes {
		s, ok := e.text()
		if !ok {
			return nil, false
		}
		list = append(list, s)
	}
	return list, true
}

// time returns a time of ours, or one without zone as other programs write it,
// which is taken to be of the zone loc. A time that does not exist is not ok.
func (n *node) time(loc *time.Location) (t time.Time, ok bool) {
	s, ok := n.text()
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

// appendTo writes n without white space.
func (n *node) appendTo(b []byte) []byte {
	if n.kind == '"' {
		return append(b, n.raw...)
	}
	b = append(b, n.kind)
	for i, m := range n.nodes {
		if i > 0 {
			b = append(b, ',')
		}
		if n.kind == '{' {
			b = newName(b, n.names[i])
		}
		b = m.appendTo(b)
	}
	return append(b, n.kind+2) // ']' and '}' stand two behind their brothers
}

func newName(b []byte, name string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(name) // a text can always be encoded
	return append(append(b, bytes.TrimSpace(buf.Bytes())...), ':')
}

// indented writes n as a file that people may read.
func (n *node) indented() ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, n.appendTo(nil), "", "  "); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
