package episodic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A member is one name and value of an object. The value is kept as it was
// written.
type member struct {
	name  string
	value json.RawMessage
}

// members returns what an object holds, in order, also names that occur twice.
func members(raw []byte) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	open, err := dec.Token()
	if err != nil || open != json.Delim('{') {
		return nil, errors.Join(errors.New("no object"), err)
	}
	var list []member
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		m := member{}
		if m.name, _ = name.(string); true {
			err = dec.Decode(&m.value)
		}
		if err != nil {
			return nil, fmt.Errorf("member %q: %w", m.name, err)
		}
		list = append(list, m)
	}
	return list, nil
}

// encode returns the members that v, a struct, is written with.
func encode(v any) ([]member, error) {
	raw, err := compact(v)
	if err != nil {
		return nil, err
	}
	return members(raw)
}

// compact is json.Marshal without escapes that only web pages need.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// merge returns raw, the object as it stands in a file, with what changed
// between old and fresh. What did not change stays as it was written, whether
// it could be used or not.
func merge(raw []byte, old, fresh []member) ([]member, error) {
	list, err := members(raw)
	if err != nil {
		return nil, err
	}
	for _, m := range fresh {
		if was, ok := value(old, m.name); !ok || !bytes.Equal(was, m.value) {
			list = set(list, m)
		}
	}
	for _, m := range old {
		if _, ok := value(fresh, m.name); !ok {
			list = drop(list, m.name)
		}
	}
	return list, nil
}

func value(list []member, name string) (json.RawMessage, bool) {
	for i := len(list) - 1; i >= 0; i-- { // of two with a name the last holds
		if list[i].name == name {
			return list[i].value, true
		}
	}
	return nil, false
}

func set(list []member, m member) []member {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].name == m.name {
			list[i].value = m.value
			return list
		}
	}
	return append(list, m)
}

func drop(list []member, name string) []member {
	kept := list[:0]
	for _, m := range list {
		if m.name != name {
			kept = append(kept, m)
		}
	}
	return kept
}

// onLines writes an object with one member a line, for people to edit.
func onLines(list []member) []byte { return render(list, "\n    ", "\n  ") }

// onOneLine writes an object on one line, for long lists.
func onOneLine(list []member) []byte { return render(list, "", "") }

func render(list []member, before, last string) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range list {
		if i > 0 {
			b.WriteByte(',')
			if before == "" {
				b.WriteByte(' ')
			}
		}
		b.WriteString(before)
		name, err := compact(m.name)
		if err != nil {
			continue // unreachable: a string can be encoded
		}
		b.Write(name)
		b.WriteString(": ")
		b.Write(m.value)
	}
	b.WriteString(last)
	b.WriteByte('}')
	return b.Bytes()
}

// withFirst returns an object with one more member before all others, the rest
// as it is.
func withFirst(raw []byte, name, text string) []byte {
	rest := bytes.TrimLeft(raw[1:], " \t\r\n")
	space := raw[1 : len(raw)-len(rest)]
	v, err := compact(text)
	if err != nil {
		return raw // unreachable: a string can be encoded
	}
	return bytes.Join([][]byte{[]byte("{"), space, []byte(`"` + name + `": `), v, []byte(","), space, rest}, nil)
}
