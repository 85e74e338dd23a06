package document

import (
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
)

// maxRange bounds how many codes a range of a CMap may name: a stranger's file
// may claim four thousand million.
const maxRange = 1 << 16

// A charMap says which text the codes of a font stand for, as its ToUnicode
// stream has it.
type charMap struct {
	spaces [5][][2]string // ranges of codes by their length in bytes
	text   map[string]string
}

// readCharMap reads a ToUnicode stream; nil if it says nothing. dict is some
// dictionary, for the stream begins by looking one up that nobody has.
func readCharMap(v, dict pdf.Value) *charMap {
	m := &charMap{text: map[string]string{}}
	pdf.Interpret(v, func(stk *pdf.Stack, op string) {
		args := make([]pdf.Value, stk.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stk.Pop()
		}
		switch op {
		case "endcodespacerange":
			for ; len(args) >= 2; args = args[2:] {
				m.space(args[0].RawString(), args[1].RawString())
			}
		case "endbfchar":
			for ; len(args) >= 2; args = args[2:] {
				m.set(args[0].RawString(), args[1].RawString())
			}
		case "endbfrange":
			for ; len(args) >= 3; args = args[3:] {
				m.setRange(args[0].RawString(), args[1].RawString(), args[2])
			}
		case "findresource":
			stk.Push(dict)
		case "defineresource": // a "pop" takes what it leaves
			stk.Push(pdf.Value{})
		}
	})
	if len(m.text) == 0 {
		return nil
	}
	return m
}

func (m *charMap) space(low, high string) {
	if n := len(low); n >= 1 && n <= 4 && len(high) == n {
		m.spaces[n] = append(m.spaces[n], [2]string{low, high})
	}
}

func (m *charMap) set(code, text string) {
	if len(m.text) < maxRange {
		m.text[code] = utf16BE(text)
	}
}

// setRange names a range of codes: by the first one's text, or one by one.
func (m *charMap) setRange(low, high string, to pdf.Value) {
	first, last := number(low), number(high)
	if len(low) != len(high) || len(low) > 4 || last < first || last-first >= maxRange {
		return
	}
	for n := first; n <= last; n++ {
		switch to.Kind() {
		case pdf.Array:
			m.set(code(n, len(low)), to.Index(n-first).RawString())
		case pdf.String:
			s := []byte(to.RawString())
			for i, carry := len(s)-1, n-first; i >= 0 && carry > 0; i-- {
				carry += int(s[i])
				s[i], carry = byte(carry), carry>>8
			}
			m.set(code(n, len(low)), string(s))
		}
	}
}

// cut takes the first code off a string: as long as a range of codes it is in,
// else of the default length.
func (m *charMap) cut(raw string, def int) (code, rest string) {
	for n := 1; n <= 4 && n <= len(raw); n++ {
		for _, r := range m.spaces[n] {
			if r[0] <= raw[:n] && raw[:n] <= r[1] {
				return raw[:n], raw[n:]
			}
		}
	}
	n := min(def, len(raw))
	return raw[:n], raw[n:]
}

func number(code string) int {
	n := 0
	for _, b := range []byte(code[:min(len(code), 4)]) {
		n = n<<8 | int(b)
	}
	return n
}

func code(n, length int) string {
	b := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		b[i], n = byte(n), n>>8
	}
	return string(b)
}

// utf16BE decodes UTF-16 without a mark.
func utf16BE(s string) string {
	if len(s) == 1 { // some write one byte for one letter
		return string(rune(s[0]))
	}
	u := make([]uint16, 0, len(s)/2)
	for ; len(s) >= 2; s = s[2:] {
		u = append(u, uint16(s[0])<<8|uint16(s[1]))
	}
	return strings.ReplaceAll(string(utf16.Decode(u)), "\x00", "")
}
