package when

import (
	"strings"
	"time"
)

func isoDay(m match, now time.Time) (Span, bool) {
	y, _ := m.number("year")
	mo, _ := m.number("m")
	d, _ := m.number("day")
	return date(y, time.Month(mo), d, now.Location())
}

func isoMonth(m match, now time.Time) (Span, bool) {
	y, _ := m.number("year")
	mo, _ := m.number("m")
	return month(y, time.Month(mo), now.Location()), true
}

func enDate(m match, now time.Time) (Span, bool) {
	mo := monthNamed(m.group("month"))
	d, _ := m.number("day")
	y, ok := m.number("year")
	if !ok {
		y = yearOf(mo, d, now)
	}
	return date(y, mo, d, now.Location())
}

// enWeekdayOf takes "Tuesday the 24th".
func enWeekdayOf(m match, now time.Time) (Span, bool) {
	t, ok := weekdayOf(m, now)
	return Span{From: t, To: t.AddDate(0, 0, 1), Unit: Day}, ok
}

// How many days ahead, and back, a weekday with the number of its day is looked for:
// where no month is said it is this one or the next, else one of the two is a slip.
const (
	searchDays    = 366
	monthlessDays = 62
)

// weekdayOf returns the next day, else the last, that is a weekday with a number,
// and of a month if that is said.
func weekdayOf(m match, now time.Time) (time.Time, bool) {
	n, _ := m.number("day")
	today, wanted, mo, search := DayOf(now), weekdayNumber(m.low("weekday")), time.Month(0), monthlessDays
	if name := m.group("month"); name != "" {
		mo, search = monthNamed(name), searchDays
	} else if m.group("the")+m.group("nth") == "" {
		return time.Time{}, false // "on Friday 4 people came"
	}
	for _, by := range []int{1, -1} {
		for i := range search {
			t := today.AddDate(0, 0, by*i)
			if t.Day() == n && weekday(t) == wanted && (mo == 0 || t.Month() == mo) {
				return t, true
			}
		}
	}
	return time.Time{}, false
}

func enNthWeek(m match, now time.Time) (Span, bool) {
	mo := monthNamed(m.group("month"))
	y, ok := m.number("year")
	if !ok {
		y = yearOf(mo, 1, now)
	}
	nth, _ := ordinal(m.group("nth"))
	all := month(y, mo, now.Location())
	s := Span{From: all.From.AddDate(0, 0, 7*(nth-1)), Unit: Week}
	if nth < 0 {
		s.From = all.To.AddDate(0, 0, -7)
	}
	s.To = s.From.AddDate(0, 0, 7)
	return s, true
}

// enMonthOnly takes a month's name. Names that are common words count only
// with a year, a part, or a word before them that asks for a month.
func enMonthOnly(m match, now time.Time) (Span, bool) {
	name := m.group("month")
	mo := monthNamed(name)
	y, ok := m.number("year")
	if !ok {
		y = yearOf(mo, 1, now)
	}
	switch which := strings.ToLower(m.group("which")); {
	case which == "next" || which == "coming":
		y = yearOf(mo, 1, now) + 1
	case which == "" && !ok && m.group("part") == "" && !soundsLikeMonth(m.text[:m.loc[0]], name):
		return Span{}, false
	case (which == "last" || which == "previous" || which == "past") && mo == now.Month():
		y--
	}
	return enPartOf(m).of(month(y, mo, now.Location())), true
}

// soundsLikeMonth reports whether a name after before means a month: long
// unmistakable names always, "May", "March", "Mar" and other short ones when a
// preposition stands before them.
func soundsLikeMonth(before, name string) bool {
	switch strings.ToLower(name) {
	case "may", "march", "mar", "jan", "sep", "dec", "jun", "jul", "apr", "aug", "oct", "nov", "feb", "sept":
		return named.Has("month-before", tail(before))
	}
	return true
}

func enPartOf(m match) part {
	switch p := strings.ToLower(m.group("part")); {
	case p == "":
		return whole
	case strings.HasPrefix(p, "early"), strings.HasPrefix(p, "begin"), strings.HasPrefix(p, "start"):
		return early
	case strings.HasPrefix(p, "mid"):
		return middle
	}
	return late
}

// enSeasonOnly takes a season. "Fall" and "spring" are verbs too, so alone
// they need "the", a preposition or another sign.
func enSeasonOnly(m match, now time.Time) (Span, bool) {
	var q quarter
	switch strings.ToLower(m.group("season")) {
	case "spring":
		q = spring
	case "summer":
		q = summer
	case "winter":
		q = winter
	default:
		q = autumn
	}
	which := strings.ToLower(m.group("which"))
	if y, ok := m.number("year"); ok {
		return enPartOf(m).of(season(y, q, now.Location())), true
	}
	if which == "" && m.group("part") == "" && !named.Has("season-before", tail(m.text[:m.loc[0]])) {
		return Span{}, false
	}
	s := lastSeason(q, now, 0)
	switch {
	case which == "next" || which == "coming":
		s = lastSeason(q, now, 1)
	case (which == "last" || which == "previous") && s.Contains(now):
		s = lastSeason(q, now, -1)
	}
	return enPartOf(m).of(s), true
}

func enYearOnly(m match, now time.Time) (Span, bool) {
	y, ok := m.number("year")
	return year(y, now.Location()), ok
}

func monthNamed(name string) time.Month {
	const names = "janfebmaraprmayjunjulaugsepoctnovdec"
	return time.Month(strings.Index(names, strings.ToLower(name[:3]))/3 + 1)
}
