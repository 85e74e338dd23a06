package timespan

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// An expr is a regular expression that is compiled when it is first used: many
// runs of the program ask for no time.
type expr func() *regexp.Regexp

// rx returns the expression of s, which has to be right.
func rx(s string) expr {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

// A rule finds one way of naming a time.
type rule struct {
	pattern expr
	span    func(m match, now time.Time) (Span, bool)
	needs   []string // one of these is in every match, in lower case
}

// may reports whether the rule may match a text, given in lower case: looking
// for a word takes a thousandth of what looking for the pattern takes.
func (r rule) may(lower string) bool {
	return slices.ContainsFunc(r.needs, func(w string) bool { return strings.Contains(lower, w) })
}

// find returns the spans of all matches of the rule in text.
func (r rule) find(text string, now time.Time) []Span {
	var out []Span
	pattern := r.pattern()
	for _, loc := range pattern.FindAllStringSubmatchIndex(text, -1) {
		m := match{text: text, loc: loc, pattern: pattern}
		s, ok := r.span(m, now)
		if !ok || !s.From.Before(s.To) || s.From.Year() < 1 || s.To.Year() > 9998 {
			continue
		}
		s.Start, s.End = loc[0], loc[1]
		s.guessed = s.Unit != Year && m.group("year") == "" && (m.group("month") != "" || m.group("m") != "") && m.group("which") == ""
		out = append(out, s)
	}
	return out
}

// A match is one match of a rule's pattern, read by group name.
type match struct {
	text    string
	loc     []int
	pattern *regexp.Regexp
}

// group returns what the named group matched, "" if it took no part.
func (m match) group(name string) string {
	i := m.pattern.SubexpIndex(name)
	if i < 0 || m.loc[2*i] < 0 {
		return ""
	}
	return m.text[m.loc[2*i]:m.loc[2*i+1]]
}

// number returns the number the named group matched, in digits or words of
// either language; ok is false when it took no part or is not a number.
func (m match) number(name string) (int, bool) { return number(m.group(name)) }
