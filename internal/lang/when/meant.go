package when

import (
	"strings"
	"time"
)

// Meant returns the days that a text names which was said on a day: those that are
// written as a whole, and what they lack else, "the 12th", "2 December", 3日. A month
// that is all it names is all of its days. Of a text that tells what has happened they
// are behind the day, otherwise that day or ahead of it. settled is the text as
// SettleEnglish or SettleJapanese returns it; past says of an English text whether it tells so.
// Of what comes back each year, a birthday, they are those ahead of the days asked about. A
// zero day finds whole dates alone. Cost: some 20 µs.
func Meant(settled string, said time.Time, asked Days, past func(string) bool) []Days {
	if named.Has("yearly", settled) || named.Has("yearly-ja", settled) {
		said, past = asked.From, func(string) bool { return false }
	}
	var list []Days
	weeks := func(m match, _, _ string) string {
		if days, ok := weekMeant(m); ok {
			list = append(list, days)
		}
		return " "
	}
	rest := rewrite(rewrite(settled, "week-meant", weeks), "week-meant-ja", weeks)
	for _, t := range Written(rest) {
		list = append(list, OneDay(t))
	}
	if said.IsZero() {
		return list
	}
	from := DayOf(said)
	rest = WithoutDates(rest)
	for _, section := range []string{"day-of-month-en", "day-of-month-ja", "day-alone-en", "day-alone-ja", "month-alone-en", "month-alone-ja"} {
		rest = rewrite(rest, section, func(m match, before, after string) string {
			step := 1
			if strings.HasSuffix(section, "-ja") && isPastJa(after) || !strings.HasSuffix(section, "-ja") && past(clauseAround(before, after)) {
				step = -1
			}
			if days, ok := nearest(m, from, step); ok {
				list = append(list, days)
			}
			return " "
		})
	}
	return list
}

// weekMeant returns the days of a week, or of its end, that is told by a day and how far it
// is from that.
func weekMeant(m match) (Days, bool) {
	t, err := time.Parse(LongDate, m.group("date"))
	if err != nil {
		if t, err = time.Parse(LongDateJa, m.group("date")); err != nil {
			return Days{}, false
		}
	}
	s := week(t, step("weeks", m.low("side")))
	if m.group("end") != "" {
		s.From = s.To.AddDate(0, 0, -2)
	}
	return Days{s.From, s.To.AddDate(0, 0, -1)}, true
}

// maxSteps is how many months are looked at for a day that some of them lack.
const maxSteps = 12

// nearest returns the days nearest to one that have the day and the month which a match
// names, or one of the two: ahead of it by a step of 1, behind it by one of -1.
func nearest(m match, from time.Time, step int) (Days, bool) {
	d, hasDay := m.number("day")
	mo, hasMonth := m.number("m")
	if name := m.low("month"); name != "" {
		mo, hasMonth = int(monthNamed(name)), true
	}
	for i := range maxSteps + 1 {
		first := time.Date(from.Year(), from.Month()+time.Month(i*step), 1, 0, 0, 0, 0, time.UTC)
		if hasMonth && int(first.Month()) != mo {
			continue
		}
		days := Days{first, first.AddDate(0, 1, -1)}
		if hasDay {
			days = OneDay(first.AddDate(0, 0, d-1))
		}
		if days.From.Month() == first.Month() && (step > 0 && !days.To.Before(from) || step < 0 && !days.From.After(from)) {
			return days, true
		}
	}
	return Days{}, false
}

// Meets reports whether some days share one with others.
func (d Days) Meets(o Days) bool { return !d.From.After(o.To) && !d.To.Before(o.From) }

// AheadDays is for how many days ahead what is to come is asked where no day is named.
const AheadDays = 30

// Ahead returns the days from now on that a question names: "tomorrow", "on the 28th",
// 来週; of one that asks what there is to come and names none, a month. None if it asks for
// neither.
func Ahead(question string, now time.Time) Days {
	today, never := DayOf(now), func(string) bool { return false }
	settled := SettleJapanese(SettleEnglish(question, now, never), now)
	for _, d := range Meant(settled, now, OneDay(now), never) {
		if !d.To.Before(today) {
			return d
		}
	}
	if named.Has("ahead", question) || named.Has("ahead-ja", question) {
		return Days{today, today.AddDate(0, 0, AheadDays)}
	}
	return Days{}
}
