package memory

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Place is where a memory stands in a persona's folder. What is derived from
// it names it as String writes it. The zero Place is none.
type Place struct {
	File string // slash-separated, from the persona's folder
	Line int    // in which it begins, from 1; 0 is the file as a whole
	Page int    // from 1, of a document that has pages instead of lines; else 0
	Sum  Sum    // of the line; 0 where it is unknown
}

// A Sum is by what a line is known again after its file was edited: the first 8
// bytes of the SHA-256 of its text, without comments of Markdown and the space
// around it, which change while the memory stays. 0 is unknown.
type Sum uint64

// SumOf returns the sum of a line; 0 of a blank one.
func SumOf(line string) Sum {
	for {
		before, rest, found := strings.Cut(line, "<!--")
		if !found {
			break
		}
		_, after, _ := strings.Cut(rest, "-->")
		line = before + after
	}
	if line = strings.TrimSpace(line); line == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(line))
	return Sum(binary.BigEndian.Uint64(sum[:]))
}

// PlacesIn returns the places of all lines of a text, in order, with their sums.
func PlacesIn(file, text string) []Place {
	lines := strings.Split(text, "\n")
	places := make([]Place, len(lines))
	for i, l := range lines {
		places[i] = Place{File: file, Line: i + 1, Sum: SumOf(l)}
	}
	return places
}

// ErrChanged says that a file was edited and that what stood at a place is not
// found in it any more.
var ErrChanged = errors.New("the file was changed since")

// Among returns the index of p among the places that its file has now. That is
// the one of its line, if the sum is the same or p has none, else the only one of
// its sum. It returns ErrChanged if there is none, or there are several.
func (p Place) Among(now []Place) (int, error) {
	moved := -1
	several := false
	for i, q := range now {
		switch {
		case q.Line == p.Line && (p.Sum == 0 || q.Sum == p.Sum):
			return i, nil
		case p.Sum != 0 && q.Sum == p.Sum:
			several = moved >= 0
			moved = i
		}
	}
	if moved < 0 || several {
		return 0, fmt.Errorf("%s: %w", p, ErrChanged)
	}
	return moved, nil
}

// MarshalText writes a sum as 16 hexadecimal digits.
func (s Sum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(s)), nil }

// UnmarshalText reads what MarshalText wrote. It never fails: any other text is
// the unknown sum.
func (s *Sum) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 64)
	if err != nil {
		n = 0
	}
	*s = Sum(n)
	return nil
}

// String returns a place as "path#L12", "path#page=3", or the path alone. The sum
// is not in it: what is derived from a place is compared by this text.
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

// MarshalText is String: whoever keeps the sum as well writes it beside.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText is ParsePlace. It never fails.
func (p *Place) UnmarshalText(text []byte) error {
	*p = ParsePlace(string(text))
	return nil
}
