package timespan

import (
	"regexp"
	"time"
)

// A rule finds one way of naming a time.
type rule struct {
	pattern *regexp.Regexp
	span    func(m match, now time.Time) (Span, bool)
}

// find returns the spans of all matches of the rule in text.
func (r rule) find(text string, now time.Time) []Span {
	var out []Span
	for _, loc := range r.pattern.FindAllStringSubmatchIndex(text, -1) {
		m := match{text: text, loc: loc, pattern: r.pattern}
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
