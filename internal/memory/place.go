package memory

import (
	"strconv"
	"strings"
)

// A Place is where a memory stands in a persona's folder. What is derived from
// it names it as String writes it. The zero Place is none.
type Place struct {
	File string // slash-separated, from the persona's folder
	Line int    // in which it begins, from 1; 0 is the file as a whole
	Page int    // from 1, of a document that has pages instead of lines; else 0
}

// String returns a place as "path#L12", "path#page=3", or the path alone.
func (p Place) String() string {
	switch {
	case p.Page > 0:
		return p.File + pageMark + strconv.Itoa(p.Page)
	case p.Line > 0:
		return p.File + lineMark + strconv.Itoa(p.Line)
	}
	return p.File
}

const (
	lineMark = "#L"
	pageMark = "#page="
)

// ParsePlace reads what String wrote. Any other text, such as the id of a
// message, is the File of a place without a line: its String is s always.
func ParsePlace(s string) Place {
	at := strings.LastIndexByte(s, '#')
	if at < 0 {
		return Place{File: s}
	}
	p := Place{File: s[:at]}
	if n, ok := strings.CutPrefix(s[at:], lineMark); ok {
		p.Line, _ = strconv.Atoi(n)
	} else if n, ok := strings.CutPrefix(s[at:], pageMark); ok {
		p.Page, _ = strconv.Atoi(n)
	}
	if p.String() != s {
		return Place{File: s}
	}
	return p
}

// MarshalText is String.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText is ParsePlace. It never fails.
func (p *Place) UnmarshalText(text []byte) error {
	*p = ParsePlace(string(text))
	return nil
}
