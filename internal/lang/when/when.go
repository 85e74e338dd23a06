// Package when finds the dates and stretches of time that a text names,
// in English and Japanese: "around 27 November", "since last week", "two years
// ago", 先週の金曜日, 去年の夏, 3日前. It tells too whether a question asks for a
// time, and whether a text says one.
//
// Everything is resolved against a given moment, in its time zone. A date
// without a year is the latest one that is not after that moment. Weeks begin
// on Monday.
//
// The package holds no state; every function is safe for concurrent use.
package when

import (
	"cmp"
	"slices"
	"time"
)

// A Unit is how exactly a span was named.
type Unit int

// The units, from the finest.
const (
	Day Unit = iota + 1
	Week
	Month
	Season
	Year
	Open // one end is the beginning or the moment asked from
)

// A Span is one stretch of time named in a text.
type Span struct {
	From, To   time.Time // To is the first moment after it. From is the zero time for "until …"
	Start, End int       // the words that name it, as byte offsets in the text
	Unit       Unit
	Vague      bool // "around", "about", ころ: its neighbourhood is meant too

	guessed bool // the text names no year
	joined  bool // it was made of two
}

// Contains reports whether t lies in the span.
func (s Span) Contains(t time.Time) bool { return !t.Before(s.From) && t.Before(s.To) }

// Days returns how many days t lies outside the span, 0 within it. A vague
// span is taken one of its units wider, at most a month, on either side.
func (s Span) Days(t time.Time) float64 {
	from, to := s.From, s.To
	if s.Vague {
		pad := min(to.Sub(from), 31*24*time.Hour)
		if !from.IsZero() {
			from = from.Add(-pad)
		}
		to = to.Add(pad)
	}
	switch {
	case t.Before(from):
		return from.Sub(t).Hours() / 24
	case !t.Before(to):
		return t.Sub(to).Hours()/24 + 1.0/24
	}
	return 0
}

// maxText is how many bytes of a text are looked at: a question's, not a
// book's.
const maxText = 16 << 10

// Find returns the spans text names, in the order they stand, none inside
// another. Two that are joined ("from … to …", 〜から〜まで) come as one.
func Find(text string, now time.Time) []Span {
	if len(text) > maxText {
		text = text[:maxText]
	}
	var found []Span
	for _, r := range rules {
		found = append(found, r.find(text, now)...)
	}
	found = join(text, longest(found))
	for i := range found {
		found[i] = lean(text, found[i], now)
	}
	return found
}

// longest drops every span whose words overlap those of an earlier or longer
// one.
func longest(found []Span) []Span {
	slices.SortStableFunc(found, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	kept := found[:0]
	for _, s := range found {
		if len(kept) > 0 && s.Start < kept[len(kept)-1].End {
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// day returns the day that holds t.
func day(t time.Time) Span {
	from := midnight(t)
	return Span{From: from, To: from.AddDate(0, 0, 1), Unit: Day}
}

func midnight(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// week returns the week that holds t, n weeks later.
func week(t time.Time, n int) Span {
	from := midnight(t).AddDate(0, 0, 7*n-weekday(t))
	return Span{From: from, To: from.AddDate(0, 0, 7), Unit: Week}
}

// weekday counts from Monday, 0, to Sunday, 6.
func weekday(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }

func month(y int, m time.Month, loc *time.Location) Span {
	from := time.Date(y, m, 1, 0, 0, 0, 0, loc)
	return Span{From: from, To: from.AddDate(0, 1, 0), Unit: Month}
}

func year(y int, loc *time.Location) Span {
	from := time.Date(y, 1, 1, 0, 0, 0, 0, loc)
	return Span{From: from, To: from.AddDate(1, 0, 0), Unit: Year}
}

// A quarter is a season of the year, by its first month.
type quarter time.Month

const (
	spring quarter = 3
	summer quarter = 6
	autumn quarter = 9
	winter quarter = 12
)

// season returns the season of year y; the winter of a year begins in its
// December.
func season(y int, q quarter, loc *time.Location) Span {
	from := time.Date(y, time.Month(q), 1, 0, 0, 0, 0, loc)
	return Span{From: from, To: from.AddDate(0, 3, 0), Unit: Season}
}

// lastSeason returns the latest season q that has begun by now, n years
// later.
func lastSeason(q quarter, now time.Time, n int) Span {
	y := now.Year()
	if time.Month(q) > now.Month() {
		y--
	}
	return season(y+n, q, now.Location())
}

// date returns a day of the calendar; ok is false when there is none such.
func date(y int, m time.Month, d int, loc *time.Location) (Span, bool) {
	t := time.Date(y, m, d, 0, 0, 0, 0, loc)
	if t.Month() != m || t.Day() != d {
		return Span{}, false
	}
	return day(t), true
}

// yearOf returns the year meant by a date without one: the latest in which it
// is not after now.
func yearOf(m time.Month, d int, now time.Time) int {
	if time.Date(now.Year(), m, max(d, 1), 0, 0, 0, 0, now.Location()).After(now) {
		return now.Year() - 1
	}
	return now.Year()
}

// A part is a piece of a span: its beginning, middle or end third.
type part int

const (
	whole part = iota
	early
	middle
	late
)

// of cuts s down to the part.
func (p part) of(s Span) Span {
	third := s.To.Sub(s.From) / 3
	switch p {
	case early:
		s.To = s.From.Add(third)
	case middle:
		s.From, s.To = s.From.Add(third), s.To.Add(-third)
	case late:
		s.From = s.To.Add(-third)
	}
	return s
}
