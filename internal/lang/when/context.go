package when

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// lean applies the words around a span: since, until, around, "the week
// before", and their Japanese likes.
func lean(text string, s Span, now time.Time) Span {
	before, after := tail(text[:s.Start]), text[s.End:]
	if e := named.Expr("offset-before"); e.MatchString(before) {
		m := e.FindStringSubmatchIndex(before)
		moved := offset(match{text: before, loc: m, expr: e}, s)
		moved.Start = s.Start - len(before) + m[0]
		return moved
	}
	switch {
	case s.joined:
		return s
	case named.Has("vague-before", before) || named.Has("vague-after", after):
		s.Vague = true
	}
	switch {
	case named.Has("since-before", before), named.Has("since-after", after):
		if end := day(now).To; end.After(s.From) {
			s.To, s.Unit = end, Open
		}
	case named.Has("until-before", before), named.Has("until-after", after):
		s.From, s.Unit = time.Time{}, Open
	}
	return s
}

// reach is how many bytes before a time are looked at for what changes it.
const reach = 96

// tail returns the end of what stands before a time, from the beginning of a
// word: a pattern that ends with the text is tried from each of its letters.
func tail(before string) string {
	if len(before) <= reach {
		return before
	}
	cut := len(before) - reach
	for cut < len(before) && !utf8.RuneStart(before[cut]) {
		cut++
	}
	if space := strings.IndexFunc(before[cut:], unicode.IsSpace); space >= 0 {
		cut += space
	}
	return before[cut:]
}

// offset moves s by what stands before it: "the week before 3 May" is the
// seven days up to it, "two weeks after 3 May" about a fortnight later. Where
// it starts, the caller knows.
func offset(m match, s Span) Span {
	unit := unitNamed(m.group("unit"))
	n, ok := number(strings.Join(strings.Fields(m.group("n")), " "))
	near := !ok || n == 1
	n = max(n, 1)
	days := map[Unit]int{Day: 1, Week: 7, Month: 30, Year: 365}[unit] * n
	later := strings.ToLower(m.group("side")) != "before"
	moved := Span{End: s.End, Unit: unit}
	switch {
	case near && later:
		moved.From, moved.To = s.To, s.To.AddDate(0, 0, days)
	case near:
		moved.From, moved.To = s.From.AddDate(0, 0, -days), s.From
	case later:
		moved.From, moved.To = s.From.AddDate(0, 0, days-days/(2*n)), s.To.AddDate(0, 0, days+days/(2*n))
	default:
		moved.From, moved.To = s.From.AddDate(0, 0, -days-days/(2*n)), s.To.AddDate(0, 0, -days+days/(2*n))
	}
	return moved
}

// join makes one span of two that are the ends of a stretch.
func join(text string, found []Span) []Span {
	var out []Span
	for _, s := range found {
		if n := len(out); n > 0 && ends(text, out[n-1], s) {
			if both, ok := between(out[n-1], s); ok {
				out[n-1] = both
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// between returns the stretch from a to b. A year that only b names is a's
// too.
func between(a, b Span) (Span, bool) {
	if a.guessed && !b.guessed {
		years := b.From.Year() - a.From.Year()
		if a.From.AddDate(years, 0, 0).After(b.From) {
			years--
		}
		a.From = a.From.AddDate(years, 0, 0)
	}
	if b.guessed && b.From.Before(a.From) {
		b.To = b.To.AddDate(1, 0, 0)
	}
	s := Span{From: a.From, To: b.To, Start: a.Start, End: b.End, Unit: max(a.Unit, b.Unit), joined: true}
	return s, s.From.Before(s.To)
}

// ends reports whether a and b are the two ends of one stretch.
func ends(text string, a, b Span) bool {
	words := text[a.End:b.Start]
	if named.Has("join-japanese", words) {
		return strings.TrimSpace(words) != "と" || strings.HasPrefix(text[b.End:], "の間")
	}
	return named.Has("join-english", words) && named.Has("opens-range", tail(text[:a.Start]))
}
