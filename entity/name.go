package entity

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CleanName returns the name as it is kept: one line, in composed form,
// without characters that cannot be seen. It returns ErrBadName when nothing is
// left, or more than MaxName characters.
func CleanName(n Name) (Name, error) {
	s := cleanName(string(n))
	switch {
	case keyOf(s) == "":
		return "", fmt.Errorf("%w: %q has nothing to see in it", ErrBadName, shortened(string(n), 40))
	case utf8.RuneCountInString(s) > MaxName:
		return "", fmt.Errorf("%w: more than %d characters", ErrBadName, MaxName)
	}
	return Name(s), nil
}

// cleanName makes one line of s. Marks that turn the direction of text go:
// they disguise names.
func cleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			return ' '
		case turns(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, " "))
	return norm.NFC.String(strings.Join(strings.Fields(s), " "))
}

// turns reports whether r changes the direction of the text around it.
func turns(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u200e' || r == '\u200f' || r == '\u061c'
}

// keyOf returns what names are compared by: two names with the same key are
// the same. It is "" when there is nothing to see in the name.
func keyOf(name string) string {
	s := cleanName(name)
	if !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToLower(s)
	}
	s = cases.Fold().String(norm.NFKC.String(s))
	s = norm.NFKC.String(strings.Map(visible, s))
	return strings.Join(strings.Fields(s), " ")
}

// visible drops characters that leave no trace on a screen.
func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) || ignorable(r) {
		return -1
	}
	return r
}

func ignorable(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r)
}

// FileName returns the name that the file of a new page gets when it is not
// taken: the name of the entity itself if every system can hold it, else what is
// left of it and a hash of what it is compared by. Names that are the same
// have the same file name, apart from its case.
func FileName(n Name) string {
	s, key := cleanName(string(n)), keyOf(string(n))
	if safeName(key) {
		if strings.ToLower(s) == key && safeName(s) {
			return s + fileExt
		}
		return key + fileExt
	}
	var b strings.Builder
	for _, r := range norm.NFKC.String(key) {
		if b.Len()+utf8.RuneLen(r) > maxFileName-hashDigits-1 {
			break
		}
		switch {
		case safeRune(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	sum := sha256.Sum256([]byte(key))
	tag := hex.EncodeToString(sum[:])[:hashDigits]
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s + "-" + tag + fileExt
	}
	return "entity-" + tag + fileExt
}

// safeName reports whether every system holds s as the name of a file, and
// tells it from the files of other names.
func safeName(s string) bool {
	if s == "" || len(s) > maxSafeName || strings.Trim(s, "- ") != s || device(s) {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsMark(r) {
		return false
	}
	for _, r := range s {
		if r != '-' && r != ' ' && !safeRune(r) {
			return false
		}
	}
	return true
}

// safeRune reports whether r may stand in a file name: a letter, mark or digit
// that is composed, that can be seen, and whose cases fold to one another
// alone. The dotless i, for one, does not: some file systems take it for an I.
func safeRune(r rune) bool {
	if r == '_' || r >= '0' && r <= '9' {
		return true
	}
	if !unicode.IsLetter(r) && !unicode.IsMark(r) || ignorable(r) {
		return false
	}
	if s := string(r); norm.NFKC.String(s) != s {
		return false
	}
	upper, lower := unicode.ToUpper(r), unicode.ToLower(r)
	if r != upper && r != lower || unicode.ToLower(upper) != lower || unicode.ToUpper(lower) != upper {
		return false
	}
	folded := cases.Fold().String(string(r))
	return folded == string(lower)
}

// device reports whether Windows takes s, which has no dot in it, for a device.
func device(s string) bool {
	s = strings.ToUpper(s)
	switch s {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(s) == 4 && (strings.HasPrefix(s, "COM") || strings.HasPrefix(s, "LPT")) && s[3] >= '0' && s[3] <= '9'
}

// numbered returns the n-th file name to try for a page.
func numbered(file string, n int) string {
	if n < 2 {
		return file
	}
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, fileExt), n, fileExt)
}

// shortened returns at most n characters of s.
func shortened(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return strings.TrimSpace(string(runes[:n-1])) + "…"
}
