package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// A value is a JSON value with its place in a file, so that it can be taken
// out or replaced and everything around it stays byte for byte.
type value struct {
	start, end int // of the value in the file
	members    []member
	elements   []value
	object     bool
	array      bool
}

// A member is a named value of an object.
type member struct {
	name  string
	start int // of the name
	value value
}

// maxNesting bounds how deep values may be nested.
const maxNesting = 100

var errJSON = errors.New("is not JSON")

// scanJSON finds the values of a file.
func scanJSON(data []byte) (value, error) {
	if !json.Valid(data) {
		return value{}, errJSON
	}
	s := &scanner{data, json.NewDecoder(bytes.NewReader(data))}
	s.tokens.UseNumber()
	return s.value(0)
}

// A scanner goes through valid JSON.
type scanner struct {
	data   []byte
	tokens *json.Decoder
}

// next returns the token that follows, and where it begins.
func (s *scanner) next() (json.Token, int) {
	at := int(s.tokens.InputOffset())
	for at < len(s.data) && strings.IndexByte(" \t\r\n,:", s.data[at]) >= 0 {
		at++
	}
	t, _ := s.tokens.Token() // there is one: it is valid
	return t, at
}

func (s *scanner) value(depth int) (v value, err error) {
	if depth > maxNesting {
		return v, errJSON
	}
	t, at := s.next()
	v.start, v.object, v.array = at, t == json.Delim('{'), t == json.Delim('[')
	if !v.object && !v.array {
		v.end = int(s.tokens.InputOffset())
		return v, nil
	}
	for s.tokens.More() {
		var m member
		if v.object {
			t, m.start = s.next()
			m.name, _ = t.(string)
		}
		if m.value, err = s.value(depth + 1); err != nil {
			return v, err
		}
		if v.object {
			v.members = append(v.members, m)
		} else {
			v.elements = append(v.elements, m.value)
		}
	}
	_, at = s.next()
	v.end = at + 1
	return v, nil
}

// empty reports whether a value is a list or an object with nothing in it.
func (v value) empty() bool {
	return (v.object || v.array) && len(v.members)+len(v.elements) == 0
}

// raw returns a value as it stands.
func (v value) raw(data []byte) string { return string(data[v.start:v.end]) }

// member returns a member of an object.
func (v value) member(name string) (value, bool) {
	for _, m := range v.members {
		if m.name == name {
			return m.value, true
		}
	}
	return value{}, false
}

// text returns a member that is a text; "" for any other.
func (v value) text(data []byte, name string) string {
	m, ok := v.member(name)
	if !ok {
		return ""
	}
	var s string
	if json.Unmarshal(data[m.start:m.end], &s) != nil {
		return ""
	}
	return s
}

// A leaf is a part of a JSON file that changes as a whole: an element of a
// list that has an id, or any other value.
type leaf struct {
	path string // of the list it is in, or its own: "drives.curiosity.open_questions"
	key  string // its id, or its path
	at   value
	list value // that it is an element of
	in   bool  // it is an element of list
}

// leaves lists the parts of a file in their order.
func leaves(data []byte, v value, path string) []leaf {
	var list []leaf
	join := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	switch {
	case v.object && len(v.members) > 0:
		for _, m := range v.members {
			list = append(list, leaves(data, m.value, join(m.name))...)
		}
	case v.array && hasObjects(v):
		for i, e := range v.elements {
			key := e.text(data, "id")
			if key == "" {
				key = join(strconv.Itoa(i))
			}
			list = append(list, leaf{path: path, key: key, at: e, list: v, in: true})
		}
	default:
		list = append(list, leaf{path: path, key: path, at: v})
	}
	return list
}

func hasObjects(v value) bool {
	for _, e := range v.elements {
		if e.object {
			return true
		}
	}
	return false
}

// memberAt returns the value at a path of members.
func memberAt(v value, path []string) (value, bool) {
	for _, name := range path {
		var ok bool
		if v, ok = v.member(name); !ok {
			return value{}, false
		}
	}
	return v, true
}

// sameJSON reports whether two texts are the same value, however spaced.
func sameJSON(a, b string) bool {
	if a == b {
		return true
	}
	var x, y bytes.Buffer
	if json.Compact(&x, []byte(a)) != nil || json.Compact(&y, []byte(b)) != nil {
		return false
	}
	return bytes.Equal(x.Bytes(), y.Bytes())
}

// takenOut takes an element out of its list, with the comma that goes with it.
func takenOut(data []byte, l leaf) []byte {
	i := 0
	for i < len(l.list.elements) && l.list.elements[i].start != l.at.start {
		i++
	}
	from, to := l.at.start, l.at.end
	switch {
	case len(l.list.elements) == 1:
		from, to = l.list.start+1, l.list.end-1
	case i+1 < len(l.list.elements):
		to = l.list.elements[i+1].start
	default:
		from = l.list.elements[i-1].end
	}
	return append(append([]byte{}, data[:from]...), data[to:]...)
}

// putIn puts an element at the end of a list, spaced as those before it.
func putIn(data []byte, list value, raw string) []byte {
	at, text := list.start+1, raw
	if n := len(list.elements); n > 0 {
		last := list.elements[n-1]
		gap := ", "
		if n > 1 {
			gap = string(data[list.elements[n-2].end:last.start])
		} else if before := data[list.start+1 : last.start]; len(bytes.TrimSpace(before)) == 0 {
			gap = "," + string(before)
		}
		at, text = last.end, gap+raw
	}
	out := append(append([]byte{}, data[:at]...), text...)
	return append(out, data[at:]...)
}

// replaced puts a text in the place of a value.
func replaced(data []byte, v value, raw string) []byte {
	out := append(append([]byte{}, data[:v.start]...), raw...)
	return append(out, data[v.end:]...)
}
