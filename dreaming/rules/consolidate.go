package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/episodic"
	"yumori/internal/lang"
)

var (
	blankLines = regexp.MustCompile(`\n{3,}`)
	numberRe   = regexp.MustCompile(`\d+`)
)

// Statements are what a page says, one by one. A statement is a sentence, or a
// bullet, or a clause of one that says something by itself: what is joined by
// "and she", a semicolon, or in Japanese by a verb and 、. One that is there
// twice counts once; a heading, and what has no word that means something, is
// none.
func Statements(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, s := range lang.Sentences(headings.ReplaceAllString(text, "")) {
		for _, clause := range clauses(s) {
			f := lang.Fold(clause)
			if len(lang.Terms(clause)) == 0 && !numberRe.MatchString(clause) || seen[f] {
				continue
			}
			seen[f] = true
			list = append(list, clause)
		}
	}
	return list
}

var headings = regexp.MustCompile(`(?m)^#{1,6} .*$`)

func clauses(s lang.Sentence) []string {
	ends := "clause-cut"
	text := s.Text
	if s.Japanese {
		ends = "clause-cut-ja"
	}
	var list []string
	at := 0
	for _, m := range lexicon.Expr(ends).FindAllStringIndex(text, -1) {
		head, rest := text[at:m[0]], text[m[0]:]
		if s.Japanese {
			head, rest = text[at:m[1]], text[m[1]:]
		}
		fewest := 2
		if s.Japanese {
			fewest = 1
		}
		if len(lang.Terms(head)) < fewest || len(lang.Terms(rest)) < 1 {
			continue
		}
		list = append(list, strings.Trim(head, " 、;,"))
		at = len(text) - len(rest)
	}
	return append(list, strings.Trim(text[at:], " 、;,"))
}

// Missing returns the statements that a text does not have. A text has a
// statement when three sentences of it that follow each other have two thirds
// of its words, all of its numbers, and as much denial.
func Missing(statements []string, text string) []string {
	var windows []window
	sentences := lang.Sentences(headings.ReplaceAllString(text, ""))
	for i := range sentences {
		w := window{}
		for k := i; k < min(len(sentences), i+3); k++ {
			w.text += " " + sentences[k].Text
		}
		w.terms = lang.Terms(w.text)
		windows = append(windows, w)
	}
	var list []string
	for _, s := range statements {
		if !slices.ContainsFunc(windows, func(w window) bool { return w.has(s) }) {
			list = append(list, s)
		}
	}
	return list
}

// A window is a few sentences that follow each other.
type window struct {
	text  string
	terms []string
}

func (w window) has(statement string) bool {
	terms := lang.Terms(statement)
	if 3*len(lang.Shared(terms, w.terms)) < 2*len(terms) {
		return false
	}
	have := numberRe.FindAllString(lang.Clean(w.text), -1)
	for _, n := range numberRe.FindAllString(lang.Clean(statement), -1) {
		if !slices.Contains(have, n) {
			return false
		}
	}
	return !lexicon.Has("negation", statement) || lexicon.Has("negation", w.text)
}

// merged is a page told anew by rules: what is said twice is said once, where
// it is said most fully, and short paragraphs are put together. Nothing else
// is touched.
func merged(text string) string {
	var paragraphs []string
	for p := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(text), "\r\n", "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	if !plainPage(text) {
		return strings.Join(dropSame(paragraphs), "\n\n")
	}
	var all []string
	var parts [][]string
	for _, p := range paragraphs {
		var part []string
		for _, s := range lang.Sentences(p) {
			part = append(part, s.Raw)
			all = append(all, s.Raw)
		}
		parts = append(parts, part)
	}
	var out []string
	at := 0
	for _, part := range parts {
		var kept []string
		for _, s := range part {
			if !saidElsewhere(all, at) {
				kept = append(kept, s)
			}
			at++
		}
		if len(kept) == 0 {
			continue
		}
		p := kept[0]
		for _, s := range kept[1:] {
			p = joined(p, s)
		}
		if n := len(out); n > 0 && len([]rune(out[n-1]))+len([]rune(p)) < 160 {
			out[n-1] = joined(out[n-1], p)
			continue
		}
		out = append(out, p)
	}
	return strings.Join(out, "\n\n")
}

// plainPage reports whether a page is sentences alone, all of which rules can
// take apart and put together again.
func plainPage(text string) bool {
	n := 0
	for _, s := range lang.Sentences(text) {
		n += len([]rune(lang.Fold(s.Raw)))
	}
	return n == len([]rune(lang.Fold(text))) && !strings.Contains(text, "\n- ") && !strings.HasPrefix(text, "- ")
}

func dropSame(paragraphs []string) []string {
	var out []string
	had := map[string]bool{}
	for _, p := range paragraphs {
		if f := lang.Fold(p); !had[f] {
			had[f] = true
			out = append(out, p)
		}
	}
	return out
}

// joined puts a sentence after another: without a space where both are
// Japanese and the first has its mark.
func joined(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	if lang.Japanese(b) && strings.ContainsRune("。！？", last) {
		return a + b
	}
	return a + " " + b
}

// saidElsewhere reports whether a sentence is, word for word, in another that
// goes on, or is the same and stands before it.
func saidElsewhere(all []string, i int) bool {
	s := lang.Fold(all[i])
	for k, o := range all {
		f := lang.Fold(o)
		if k != i && (f == s && k < i || len(f) > len(s) && strings.HasPrefix(f, s)) {
			return true
		}
	}
	return false
}

// Consolidate is a page told anew by rules, without what a later statement of
// it contradicts.
func (page Known) Consolidate(over []Superseded) Consolidation {
	c := Consolidation{Account: Account{By: episodic.Rules}, Statements: len(Statements(page.Text))}
	text := page.Text
	if len(over) > 0 {
		text = withoutSuperseded(text, over)
	}
	if text = merged(text); text != strings.TrimSpace(page.Text) {
		c.Text = text
	}
	return c
}
