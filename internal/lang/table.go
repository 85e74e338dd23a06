package lang

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/lang/cache"
	"yumori/internal/pattern"
)

// A Table tells what kind of thing a text says, by a list of expressions
// with examples. It is read when it is first used and safe for concurrent use.
//
// Its file holds, a line each:
//
//	# a comment
//	class kin mum|dad|sister     {kin} in an expression stands for the words
//	[death]                      the kind of what follows; kinds stand in order of precedence
//	/ {kin} died                 an expression, on text made plain by Plain
//	/ {kin} passed away          another for the same
//	+ my dad died                an example that they find
//	- my phone died              one that they must not find
//
// What the expressions of the kind [-] find is taken out of a text before any
// that stands behind the first of them looks at it: idioms that mean something
// else. What stands before is too plain for that.
type Table struct {
	read   func() *table
	latest *cache.Cache[string] // the kinds of the texts looked at last
}

type table struct {
	all    []entry
	idioms int // where the first of the kind [-] stands; 0 if there is none
}

// An entry is one expression of a table.
type entry struct {
	kind    string
	sources []string
	res     []*expr
	is, not []string
}

// finds reports whether one of the expressions finds something in a text.
func (e *entry) finds(plain *pattern.Text) bool {
	return slices.ContainsFunc(e.res, func(re *expr) bool { return re.Matches(plain) })
}

// NewTable returns the table of a file that is known to be right; the
// test of the file calls Check.
func NewTable(file string) *Table {
	return &Table{sync.OnceValue(func() *table {
		l, err := parseTable(file)
		if err != nil {
			panic(err) // unreachable: the files are part of the program, and tested
		}
		return l
	}), &cache.Cache[string]{}}
}

func parseTable(file string) (*table, error) {
	l, kind, classes, opened := &table{}, "", []string{}, false
	for line := range strings.Lines(file) {
		line = strings.TrimRight(line, "\n\r ")
		mark, rest, _ := strings.Cut(line, " ")
		last := &entry{}
		if n := len(l.all); n > 0 {
			last = &l.all[n-1]
		}
		switch {
		case line == "" || mark == "#":
		case mark == "class":
			name, words, _ := strings.Cut(rest, " ")
			classes = append(classes, "{"+name+"}", "(?:"+strings.NewReplacer(classes...).Replace(words)+")")
		case strings.HasPrefix(line, "["):
			kind = strings.Trim(line, "[]")
		case mark == "/":
			re := pattern.New(strings.NewReplacer(classes...).Replace(rest))
			if !opened || last.kind != kind {
				if kind == idiom && !slices.ContainsFunc(l.all, isIdiom) {
					l.idioms = len(l.all)
				}
				l.all = append(l.all, entry{kind: kind})
				last = &l.all[len(l.all)-1]
			}
			last.sources, last.res = append(last.sources, rest), append(last.res, re)
		case mark == "+":
			last.is = append(last.is, rest)
		case mark == "-":
			last.not = append(last.not, rest)
		default:
			return nil, fmt.Errorf("table: unknown line %q", line)
		}
		opened = mark == "/"
	}
	return l, nil
}

// Kind returns the kind of the first expression that finds something in a
// text, "" for none. Its cost grows with the text and the table, and is next to
// nothing for one of the last texts that were looked at.
func (l *Table) Kind(text string) string {
	return l.latest.Of(text, func() string { return l.kindOf(text) })
}

// kindOf is Kind of a text that is not remembered.
func (l *Table) kindOf(text string) string {
	x := l.read()
	whole, plain := x.look(text)
	for i := range x.all {
		if e := &x.all[i]; e.kind != idiom && e.finds(x.seenBy(i, whole, plain)) {
			return e.kind
		}
	}
	return ""
}

// look returns a text as expressions look at it: the whole of it, and what is
// left without the idioms.
func (x *table) look(text string) (whole, left *pattern.Text) {
	plain := Plain(text)
	whole = pattern.Look(plain)
	if rest := x.without(whole, plain); rest != plain {
		return whole, pattern.Look(rest)
	}
	return whole, whole
}

// seenBy returns what an entry looks at: the whole text, or what is left of it.
func (x *table) seenBy(entry int, whole, left *pattern.Text) *pattern.Text {
	if entry < x.idioms {
		return whole
	}
	return left
}

// Has reports whether a text says something of a kind, whatever else it says.
func (l *Table) Has(kind, text string) bool {
	x := l.read()
	whole, plain := x.look(text)
	for i := range x.all {
		if e := &x.all[i]; e.kind == kind && e.finds(x.seenBy(i, whole, plain)) {
			return true
		}
	}
	return false
}

// idiom is the kind of what is taken out before.
const idiom = "-"

func isIdiom(e entry) bool { return e.kind == idiom }

// without takes the idioms out of a text. What one leaves behind may be another.
func (x *table) without(look *pattern.Text, plain string) string {
	for i := range x.all {
		if x.all[i].kind != idiom {
			continue
		}
		for _, re := range x.all[i].res {
			if !re.May(look) {
				continue
			}
			if rest := re.ReplaceAllString(plain, " ~ "); rest != plain {
				look, plain = pattern.Look(rest), rest
			}
		}
	}
	return plain
}

// seenIn returns what an entry looks at in a text; an idiom, all of it.
func (x *table) seenIn(entry int, text string) *pattern.Text {
	whole, left := x.look(text)
	if x.all[entry].kind == idiom {
		return whole
	}
	return x.seenBy(entry, whole, left)
}

// maxExpression bounds an expression in characters: a longer one is several.
const maxExpression = 200

// Check returns what is wrong with a table: expressions without examples,
// examples that are not found or found as another kind, and counterexamples
// that are found.
func (l *Table) Check() []error {
	var bad []error
	x := l.read()
	for i, e := range x.all {
		wrong := func(format string, args ...any) {
			bad = append(bad, fmt.Errorf("[%s] / %s: "+format, append([]any{e.kind, e.sources[0]}, args...)...))
		}
		if len(e.is) == 0 || len(e.not) == 0 {
			wrong("has no example or no counterexample")
		}
		if i := slices.IndexFunc(e.sources, func(s string) bool { return utf8.RuneCountInString(s) > maxExpression }); i >= 0 {
			wrong("%q is too long", e.sources[i])
		}
		for _, s := range e.is {
			if !e.finds(x.seenIn(i, s)) {
				wrong("does not find %q", s)
			} else if k := l.Kind(s); e.kind != idiom && k != e.kind {
				wrong("%q is of kind [%s]", s, k)
			}
		}
		for _, s := range e.not {
			if e.finds(x.seenIn(i, s)) {
				wrong("finds %q", s)
			}
		}
	}
	return bad
}

// Plain returns a text as the expressions of a table want it: lower case,
// one width, straight quotes, without emoji; English with its contractions
// written out, common spellings of chat as words, and without the words that
// only stress; Japanese without spaces.
func Plain(text string) string {
	text = strings.ToLower(norm.NFKC.String(strings.ToValidUTF8(text, " ")))
	text = strings.Map(plainRune, text)
	if strings.ContainsFunc(text, isKanaOrHan) {
		return plainJapanese(text)
	}
	return plainEnglish(text)
}

// plainRune returns a letter, a number or a mark of punctuation as it is, and
// a space for all else.
func plainRune(r rune) rune {
	switch {
	case r == '’' || r == '‘':
		return '\''
	case unicode.IsLetter(r) || unicode.IsNumber(r) || r == 'ー' || r < 0x80 && r >= ' ' || unicode.IsMark(r):
		return r
	case strings.ContainsRune("。、「」『』…–—", r):
		return r
	}
	return ' '
}

// plainEnglish writes the words of chat and the contractions out.
func plainEnglish(text string) string {
	words := strings.Fields(text)
	out := words[:0]
	for _, w := range words {
		core := strings.Trim(w, `.,!?;:"()…–—*~`)
		written, ok := chatWords()[core]
		switch {
		case ok && written == "":
			if tail := w[strings.Index(w, core)+len(core):]; tail != "" && len(out) > 0 {
				out[len(out)-1] += tail
			}
			continue
		case ok:
			w = strings.Replace(w, core, written, 1)
		}
		out = append(out, unstretched(w))
	}
	return strings.Join(out, " ")
}

// unstretched takes letters out that stand three times and more: soooo.
func unstretched(w string) string {
	var b strings.Builder
	n, last := 0, rune(-1)
	for _, r := range w {
		if n++; r != last {
			n, last = 1, r
		}
		if n < 3 || !unicode.IsLetter(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plainJapanese takes the spaces between Japanese words out, and the signs of
// laughter at the end.
func plainJapanese(text string) string {
	var b strings.Builder
	rs := []rune(text)
	for i, r := range rs {
		if r == ' ' && (i == 0 || i+1 == len(rs) || isKanaOrHan(rs[i-1]) || isKanaOrHan(rs[i+1])) {
			continue
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), "w笑 ")
}

func isKanaOrHan(r rune) bool {
	return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー'
}

// chatWords are words of chat and contractions with what they stand for, as
// en/chat.txt has them; "" for those that only stress.
var chatWords = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	eachChatWord(func(to string, typed []string) {
		for _, w := range typed {
			m[w] = strings.TrimSuffix(to, "-")
		}
	})
	for _, w := range strings.Fields(stressWords) {
		m[w] = ""
	}
	return m
})

// eachChatWord calls a function for each line of en/chat.txt: what is meant, and
// how it is typed, a short form with its apostrophe first.
func eachChatWord(line func(to string, typed []string)) {
	data, err := patternFiles.ReadFile("en/chat.txt")
	if err != nil {
		panic(err) // unreachable: it is part of the program
	}
	for l := range strings.Lines(string(data)) {
		if to, typed, ok := strings.Cut(strings.TrimSpace(l), " = "); ok {
			line(to, strings.Fields(typed))
		}
	}
}

const stressWords = `really just so very actually basically honestly literally totally completely kinda sorta proper dead-ass tbh ngl lowkey fucking bloody absolutely sooo soo rly`
