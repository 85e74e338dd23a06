package facts

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// The notation of a fact:
//
//	W @Peter: is in Marrakech until 1 December.
//	B @warelay @Mika: mended the crash together.
//	O(c=0.95) @Peter: prefers short replies.
//	S It was a quiet week.
//
// A letter for the type; for opinions a confidence, which may be left out;
// entities up to a colon, which may be left out too; and the text, in which
// `@name` is an entity as well. Letters, brackets, signs and digits may be
// full-width.

// A typedText is one line of the notation.
type typedText struct {
	typ        Type // "" if there is no letter
	confidence float64
	told       bool // the confidence was given
	entities   []string
	text       string
}

var (
	letterRe     = re(`^([WBOSＷＢＯＳ])(?:[ \t　]|[@＠(（:：]|$)`)
	confidenceRe = re(`^[ \t　]*[(（][ \t　]*[cCｃＣ][ \t　]*[=＝][ \t　]*([^)）]*?)[ \t　]*[)）]`)
	bracketRe    = re(`^[ \t　]*[(（]`)
	mentionRe    = re(`[@＠]([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.'-]*)`)
)

// typeOf is the type of a letter.
func typeOf(letter string) Type {
	switch width.Narrow.String(letter) {
	case "W":
		return World
	case "B":
		return Experience
	case "O":
		return Opinion
	}
	return Summary
}

// letterOf is the letter of a type.
func letterOf(t Type) string {
	switch t {
	case World:
		return "W"
	case Experience:
		return "B"
	case Opinion:
		return "O"
	}
	return "S"
}

// parseTyped reads a line that has to begin with a letter. The error says what
// is wrong with it, for a Problem.
func parseTyped(s string) (typedText, error) {
	m := letterRe.FindStringSubmatch(s)
	if m == nil {
		return typedText{}, fmt.Errorf("begins with none of the letters W, B, O, S")
	}
	st := typedText{typ: typeOf(m[1]), confidence: 1}
	s = s[len(m[1]):]
	if st.typ == Opinion {
		st.confidence = defaultConfidence
	}
	switch c := confidenceRe.FindStringSubmatch(s); {
	case c == nil && bracketRe.MatchString(s) && st.typ == Opinion:
		return st, fmt.Errorf("has brackets without a confidence such as (c=0.8)")
	case c == nil:
	case st.typ != Opinion:
		return st, fmt.Errorf("has a confidence and is no opinion")
	default:
		n, err := parseConfidence(c[1])
		if err != nil {
			return st, err
		}
		st.confidence, st.told = n, true
		s = s[len(c[0]):]
	}
	st.entities, st.text = parseEntities(s)
	return st, st.check()
}

// Said returns what a fact says as a line of its file has it: the entities, and
// before them, of an opinion, how surely it is held. SureOf reads that.
func (f Fact) Said() string {
	said := entityPrefix(f.Entities[:leading(f)]) + f.Text
	if f.Type == Opinion {
		return "O(c=" + number(f.Confidence) + ") " + said
	}
	return said
}

// SureOf returns how surely an opinion in the notation is held, in [0, 1], and
// what it says without that; false for any other text.
func SureOf(line string) (confidence float64, said string, ok bool) {
	m := letterRe.FindStringSubmatch(line)
	if m == nil || typeOf(m[1]) != Opinion || !typedRe.MatchString(line) {
		return 0, line, false
	}
	st, err := parseTyped(line)
	if err != nil {
		return 0, line, false
	}
	rest := line[len(m[1]):]
	rest = rest[len(confidenceRe.FindString(rest)):]
	return st.confidence, strings.TrimLeft(rest, " \t　"), true
}

// parseConfidence reads a number in [0, 1].
func parseConfidence(s string) (float64, error) {
	c, err := strconv.ParseFloat(width.Narrow.String(s), 64)
	if err != nil || !(c >= 0 && c <= 1) {
		return 0, fmt.Errorf("has a confidence of %q, which is not in [0, 1]", shortened(s, 20))
	}
	return c, nil
}

// check says what keeps a statement from being a fact.
func (st typedText) check() error {
	switch n := utf8.RuneCountInString(st.text); {
	case strings.IndexFunc(st.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) }) < 0:
		return fmt.Errorf("says nothing")
	case n > MaxText:
		return fmt.Errorf("has %d characters, at most %d", n, MaxText)
	case len(st.entities) > MaxEntities:
		return fmt.Errorf("has %d entities, at most %d", len(st.entities), MaxEntities)
	}
	return nil
}

// beforeText is what may stand before a text and belongs to no part of it.
const beforeText = " \t\u3000:："

// parseEntities takes the entities off the beginning of a line, and adds those
// that its text speaks of.
func parseEntities(s string) (entities []string, text string) {
	entities, text = leadingEntities(s)
	return uniqueNames(append(entities, mentions(text)...)), text
}

// mentions returns the names in a text that have an "@" before them and are no
// part of an address.
func mentions(text string) []string {
	if !strings.ContainsAny(text, "@＠") {
		return nil
	}
	var names []string
	for _, m := range mentionRe.FindAllStringSubmatchIndex(text, MaxEntities+1) {
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		if m[0] > 0 && (before < utf8.RuneSelf && (unicode.IsLetter(before) || unicode.IsDigit(before)) || before == '.' || before == '_') {
			continue
		}
		names = append(names, strings.TrimRight(text[m[2]:m[3]], ".'-"))
	}
	return names
}

// leadingEntities reads "@A, @B: text". Without a colon all is text.
func leadingEntities(s string) (names []string, text string) {
	s = strings.TrimLeft(s, beforeText)
	if !startsWithAt(s) {
		return nil, s
	}
	head, rest, ok := cutColon(s)
	if !ok {
		return nil, s
	}
	for _, n := range strings.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune("@＠,，、", r) }) {
		if n = strings.TrimRight(oneLine(n), " &"); n != "" && n != "and" && n != "と" {
			names = append(names, n)
		}
	}
	rest = strings.TrimLeft(rest, beforeText)
	if names == nil { // "@: @A: text" is written back as "@A: text", and means that
		return leadingEntities(rest)
	}
	return names, rest
}

func startsWithAt(s string) bool { return strings.HasPrefix(s, "@") || strings.HasPrefix(s, "＠") }

// maxEntityWords is how many words the names before a colon may have: more are
// a sentence with a colon in it.
const maxEntityWords = 4

// cutColon cuts at the colon that ends the entities.
func cutColon(s string) (head, rest string, ok bool) {
	i := strings.IndexAny(s, ":：")
	if i < 0 {
		return "", "", false
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	head, rest = s[:i], s[i+n:]
	if n == 1 && rest != "" && rest[0] < utf8.RuneSelf && rest[0] != ' ' && rest[0] != '\t' {
		return "", "", false // such as in an address
	}
	for _, name := range strings.FieldsFunc(head, func(r rune) bool { return strings.ContainsRune("@＠,，、", r) }) {
		if len(strings.Fields(name)) > maxEntityWords || utf8.RuneCountInString(name) > maxName {
			return "", "", false
		}
	}
	return head, strings.TrimSpace(rest), true
}

// uniqueNames drops names that are the same but for case and width.
func uniqueNames(names []string) []string {
	seen := map[string]bool{"": true}
	var list []string
	for _, n := range names {
		if key := fold(n); !seen[key] {
			seen[key] = true
			list = append(list, n)
		}
	}
	return list
}

// nameClean takes out of a name what would end it in the notation.
func nameClean(s string) string {
	return oneLine(strings.Map(func(r rune) rune {
		if strings.ContainsRune("@＠:：,，、<>", r) {
			return ' '
		}
		return r
	}, s))
}

// entityPrefix writes entities before a text.
func entityPrefix(entities []string) string {
	if len(entities) == 0 {
		return ""
	}
	return "@" + strings.Join(entities, " @") + ": "
}
