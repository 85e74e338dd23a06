package when

import (
	"strings"
	"time"
)

func enDayWord(m match, now time.Time) (Span, bool) {
	if m.group("far") != "" {
		return day(now.AddDate(0, 0, -2)), true
	}
	switch w := strings.ToLower(m.group("word")); {
	case w == "yesterday", strings.HasPrefix(w, "last"):
		return day(now.AddDate(0, 0, -1)), true
	case w == "tomorrow":
		return day(now.AddDate(0, 0, 1)), true
	}
	return day(now), true
}

// enRecent takes the words for "not long ago": a fortnight for "the other
// day", a month for the rest.
func enRecent(m match, now time.Time) (Span, bool) {
	days := 30
	if strings.HasPrefix(strings.ToLower(m.group("recent")), "the") {
		days = 14
	}
	return lastDays(now, days), true
}

// lastDays returns the n days up to and with today.
func lastDays(now time.Time, n int) Span {
	s := day(now)
	s.From = s.From.AddDate(0, 0, -n)
	s.Unit = Week
	return s
}

func enAgo(m match, now time.Time) (Span, bool) {
	n, ok := number(strings.Join(strings.Fields(m.group("n")), " "))
	if !ok {
		return Span{}, false
	}
	return ago(now, n, unitNamed(m.group("unit"))), true
}

// ago returns the stretch meant by "n units ago": the day itself, three days
// either side of weeks, half a month either side of months, the year.
func ago(now time.Time, n int, u Unit) Span {
	switch u {
	case Day:
		return day(now.AddDate(0, 0, -n))
	case Week:
		return about(now.AddDate(0, 0, -7*n), 3, Week)
	case Month:
		return about(now.AddDate(0, -n, 0), 15, Month)
	}
	return year(now.Year()-n, now.Location())
}

// about returns the days around t, n either side.
func about(t time.Time, n int, u Unit) Span {
	s := day(t)
	return Span{From: s.From.AddDate(0, 0, -n), To: s.To.AddDate(0, 0, n), Unit: u}
}

func unitNamed(s string) Unit {
	switch strings.ToLower(s) {
	case "day", "日":
		return Day
	case "week", "fortnight", "weekend", "週", "週間":
		return Week
	case "year", "年":
		return Year
	}
	return Month
}

// enWhichUnit takes "last week", "this year", "the past three months".
func enWhichUnit(m match, now time.Time) (Span, bool) {
	unit, which := m.group("unit"), strings.ToLower(m.group("which"))
	step := 0
	switch which {
	case "last", "previous", "past":
		step = -1
	case "next", "coming":
		step = 1
	}
	if n, ok := number(strings.Join(strings.Fields(m.group("n")), " ")); ok {
		return stretch(now, step*n, unitNamed(unit))
	}
	switch strings.ToLower(unit) {
	case "weekend":
		s := week(now, step)
		s.From = s.From.AddDate(0, 0, 5)
		return s, true
	case "fortnight":
		return stretch(now, 2*step, Week)
	}
	return shifted(now, step, unitNamed(unit)), true
}

// shifted returns the unit of the calendar n after the one that holds now.
func shifted(now time.Time, n int, u Unit) Span {
	switch u {
	case Day:
		return day(now.AddDate(0, 0, n))
	case Week:
		return week(now, n)
	case Month:
		return month(now.Year(), now.Month()+time.Month(n), now.Location())
	}
	return year(now.Year()+n, now.Location())
}

// stretch returns the n units up to now, or from now on.
func stretch(now time.Time, n int, u Unit) (Span, bool) {
	s := day(now)
	end := s.From
	switch u {
	case Day:
		end = end.AddDate(0, 0, n)
	case Week:
		end = end.AddDate(0, 0, 7*n)
	case Month:
		end = end.AddDate(0, n, 0)
	default:
		end = end.AddDate(n, 0, 0)
	}
	s.Unit = u
	if n < 0 {
		s.From = end
		return s, true
	}
	s.To = end
	return s, n > 0
}

// enWeekday takes a day of the week: the latest one gone by, unless "next" or
// "this" says otherwise.
func enWeekday(m match, now time.Time) (Span, bool) {
	wanted := weekdayNumber(m.low("weekday"))
	switch strings.ToLower(m.group("which")) {
	case "this":
		return day(week(now, 0).From.AddDate(0, 0, wanted)), true
	case "next", "coming":
		return day(midnight(now).AddDate(0, 0, (wanted-weekday(now)+6)%7+1)), true
	}
	return lastWeekday(wanted, now), true
}

// weekdayNumber counts an English weekday from Monday, 0, to Sunday, 6.
func weekdayNumber(name string) int { return strings.Index("montuewedthufrisatsun", name[:3]) / 3 }

// lastWeekday returns the latest day of that name before today.
func lastWeekday(wanted int, now time.Time) Span {
	return day(midnight(now).AddDate(0, 0, -((weekday(now)-wanted+6)%7 + 1)))
}

func enFeast(m match, now time.Time) (Span, bool) {
	f := strings.ToLower(m.group("feast"))
	mo, from, days := time.December, 24, 3
	switch {
	case strings.HasPrefix(f, "new") && strings.HasSuffix(f, "eve"):
		from, days = 31, 1
	case strings.HasPrefix(f, "new"):
		mo, from, days = time.January, 1, 1
	case strings.HasPrefix(f, "hall"):
		mo, from, days = time.October, 31, 1
	case strings.HasPrefix(f, "val"):
		mo, from, days = time.February, 14, 1
	}
	y, _ := m.number("year")
	return feast(y, now, [3]int{int(mo), from, days}), true
}

// feast returns days that come every year, given by month, first day and
// number of days; the latest ones gone by if y is 0.
func feast(y int, now time.Time, when [3]int) Span {
	mo := time.Month(when[0])
	if y == 0 {
		y = yearOf(mo, when[1], now)
	}
	s, _ := date(y, mo, when[1], now.Location())
	s.To = s.From.AddDate(0, 0, when[2])
	return s
}
