package when

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// LongDate and LongDateJa are how a day is written that is told on any other.
const (
	LongDate   = "2 January 2006"
	LongDateJa = "2006年1月2日"
)

// rewrite replaces what the expressions of a section find by what with makes of
// the match and of the text around it.
func rewrite(text, section string, with func(m match, before, after string) string) string {
	for _, expr := range named.Of(section) {
		out, last := "", 0
		for _, at := range expr.FindAllStringSubmatchIndex(text, 8) {
			m := match{text, at, expr}
			said := with(m, text[:at[0]], text[at[1]:])
			if at[0] == 0 && said != m.all() {
				said = upperFirst(said)
			}
			out += text[last:at[0]] + said
			last = at[1]
		}
		text = out + text[last:]
	}
	return text
}

func (m match) all() string { return m.text[m.loc[0]:m.loc[1]] }

// low returns what the named group matched, in lower case.
func (m match) low(name string) string { return strings.ToLower(m.group(name)) }

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// step returns how far a word is from the day it was said, by a section of
// words; 0 for those it has not.
func step(section, word string) int {
	n, _ := strconv.Atoi(named.Values(section)[word])
	return n
}

// SettleEnglish returns a text that was said on a day with the words for days in
// it, "tomorrow", "last week", put so that they hold on any day. past tells
// whether a clause reports what has happened. A zero day changes nothing.
func SettleEnglish(text string, day time.Time, past func(string) bool) string {
	if day.IsZero() {
		return text
	}
	date := day.Format(LongDate)
	text = rewrite(text, "en-weekday-of", func(m match, _, _ string) string {
		if t, ok := weekdayOf(m, day); ok {
			return t.Format(LongDate)
		}
		if nth := m.group("the") + m.group("day") + m.group("nth"); nth != m.group("day") {
			return nth // one of the two is a slip
		}
		return m.all()
	})
	text = rewrite(text, "told-short", func(m match, _, _ string) string {
		for w := range 7 {
			if name := time.Weekday(w).String(); strings.EqualFold(name[:3], m.group("day")[:3]) {
				return strings.TrimLeft(m.group("which")+" "+name+m.group("at"), " ")
			}
		}
		return m.all()
	})
	text = rewrite(text, "told-week", func(m match, _, after string) string {
		if strings.HasPrefix(after, "'s") {
			return m.all()
		}
		unit := m.low("unit")
		in := map[string]string{"week": "in", "weekend": "on"}[unit]
		switch m.low("which") {
		case "this", "this coming":
			return in + " the " + unit + " of " + date
		case "next":
			return in + " the " + unit + " after " + date
		}
		return in + " the " + unit + " before " + date
	})
	text = rewrite(text, "told-week-ago", func(match, string, string) string { return "a week before " + date })
	text = rewrite(text, "told-few", func(m match, _, _ string) string {
		return m.low("n") + " " + m.low("unit") + "s before " + date
	})
	text = rewrite(text, "told-other-day", func(match, string, string) string { return "a few days before " + date })
	text = rewrite(text, "told-season", func(m match, _, _ string) string {
		name := m.low("season")
		said := upperFirst(name)
		if heights[name] != 0 {
			said = "the " + name + " of"
		}
		return "in " + said + " " + strconv.Itoa(yearSaid(m.low("which"), name, day))
	})
	return AbsoluteEnglish(text, day, past)
}

// heights has the month in which a season is at its height.
var heights = map[string]time.Month{"spring": time.April, "summer": time.July, "autumn": time.October, "fall": time.October, "winter": time.January}

// yearSaid returns the year that "last summer" or "next May" means.
func yearSaid(which, name string, day time.Time) int {
	month, ended := heights[name], time.Month(2) // in August, "last summer" is not this one
	if month == 0 {
		month, ended = monthNamed(strings.Replace(name, "christmas", "december", 1)), 0
	}
	switch year := day.Year(); {
	case which == "last" && month >= day.Month()-ended:
		return year - 1
	case which == "next" && month <= day.Month():
		return year + 1
	default:
		return year
	}
}

// AbsoluteEnglish replaces weekdays, months, years and words such as "tomorrow"
// by the date. Weeks stay as they are said.
func AbsoluteEnglish(text string, day time.Time, past func(string) bool) string {
	text = rewrite(text, "told-weekday", func(m match, before, after string) string {
		lead, part := m.low("lead"), m.low("part")
		if lead == "every" || lead == "each" || strings.HasPrefix(after, "'s") {
			return m.all()
		}
		which := m.low("which")
		if which == "" && (lead == "since" || hasGone(before, after, past)) {
			which = "gone"
		}
		on := weekdaySaid(which, weekdayNumber(m.low("weekday")), day)
		if m.low("later") != "" { // "Thursday week" is the one after the next
			on = weekdaySaid("", weekdayNumber(m.low("weekday")), day).AddDate(0, 0, 7)
		}
		date := on.Format(LongDate)
		if part != "" {
			date = "the " + part + " of " + date
		}
		if lead == "" || lead == "on" {
			return "on " + date
		}
		return m.group("lead") + " " + date
	})
	text = rewrite(text, "told-period", func(m match, before, after string) string {
		if strings.HasPrefix(after, "'s") {
			return m.all()
		}
		return distant(before, m.low("unit"), day, step("steps", m.low("which")))
	})
	text = rewrite(text, "told-ago", func(m match, before, _ string) string {
		n, _ := m.number("n")
		return distant(before, m.low("unit"), day, -n)
	})
	text = rewrite(text, "told-in", func(m match, before, after string) string {
		if past(before+" "+after) || strings.HasPrefix(after, " of ") || strings.HasPrefix(after, " or ") {
			return m.all() // how long it took
		}
		n, _ := m.number("n")
		return distant(before, m.low("unit"), day, n)
	})
	return rewrite(text, "told-day", func(m match, before, after string) string { return m.day(day, before, after) })
}

// hasGone reports whether a weekday between two parts of a text has gone by: what is moved
// to it has not.
func hasGone(before, after string, past func(string) bool) bool {
	return !strings.HasSuffix(before, " to ") && past(clauseAround(before, after))
}

// clauseAround returns what stands in one English clause with a word, by what is before
// and after it: what follows from it is told in another, "so I made up the bed", and what comes
// right behind it as well, "and I ain't opened the book".
func clauseAround(before, after string) string {
	after, _, _ = strings.Cut(after, ",")
	if strings.HasPrefix(after, " n ") {
		after = ""
	}
	for _, joint := range joints {
		before = before[strings.LastIndex(before, joint)+1:]
		if head, _, _ := strings.Cut(after, joint); head == "" || !strings.HasPrefix(joint, " and ") { // "my mum and I went"
			after = head
		}
	}
	return before[strings.LastIndexAny(before, ",;")+1:] + " " + after
}

// joints stand between two clauses: behind "and" where the other says who.
var joints = []string{
	" so ", " because ", " but ", " now ",
	" and I ", " and I'", " and i ", " and i'", " and he ", " and he'", " and she ", " and she'", " and we ", " and we'", " and they ", " and they'", " and it ", " and it'",
}

// day says the day that a word such as "tomorrow" names.
func (m match) day(day time.Time, before, after string) string {
	word, part := m.low("word"), m.low("part")
	n := step("steps", word)
	switch {
	case strings.HasPrefix(after, "'s"), word == "this" && part == "", word == "last" && part != "night":
		return m.all()
	case strings.HasPrefix(word, "the day"):
		n = map[bool]int{true: 2, false: -2}[strings.Contains(word, "after")]
	case word == "tonight":
		part = "night"
	}
	date := day.AddDate(0, 0, n).Format(LongDate)
	switch {
	case part != "":
		return "on the " + part + " of " + date
	case !leads(before) && !strings.HasPrefix(after, " is ") && !strings.HasPrefix(after, " was ") && !strings.HasPrefix(after, " will "):
		return "on " + date
	}
	return date
}

// leads reports whether a text ends in a word that leads to a day.
func leads(before string) bool {
	ws := strings.Fields(strings.ToLower(before))
	return len(ws) > 0 && named.Values("leads")[ws[len(ws)-1]] != ""
}

// weekdaySaid returns the day that a weekday means when it is said on a day.
// "Next Friday" is the one of next week, "gone" the latest, that day too.
func weekdaySaid(which string, wanted int, day time.Time) time.Time {
	ahead := (wanted - weekday(day) + 7) % 7
	last := which == "last" || which == "past"
	switch {
	case last && ahead == 0:
		return day.AddDate(0, 0, -7)
	case last || which == "gone":
		return day.AddDate(0, 0, (ahead+6)%7-6)
	case which == "next" && ahead > 0 && ahead <= 6-weekday(day):
		return day.AddDate(0, 0, ahead+7)
	case ahead == 0 && which != "this":
		return day.AddDate(0, 0, 7)
	}
	return day.AddDate(0, 0, ahead)
}

// distant writes the day, month or year that is n units from a day.
func distant(before, unit string, day time.Time, n int) string {
	in := "in "
	if leads(before) {
		in = ""
	}
	switch unitNamed(unit) {
	case Day:
		return "on " + day.AddDate(0, 0, n).Format(LongDate)
	case Week:
		return "around " + day.AddDate(0, 0, 7*n).Format(LongDate)
	case Year:
		return in + strconv.Itoa(day.Year()+n)
	}
	return in + day.AddDate(0, n, 1-day.Day()).Format("January 2006")
}

// SettleJapanese is SettleEnglish for Japanese.
func SettleJapanese(text string, day time.Time) string {
	if day.IsZero() {
		return text
	}
	date := day.Format(LongDateJa)
	text = rewrite(text, "day-and-weekday-ja", func(m match, _, _ string) string { return m.group("day") }) // the date tells it
	text = rewrite(text, "told-season-ja", func(m match, _, _ string) string {
		season := m.group("season")
		if !strings.HasSuffix(season, "月") {
			season = "の" + season
		}
		return strconv.Itoa(day.Year()+step("steps-ja", m.group("which"))) + "年" + season
	})
	text = rewrite(text, "told-week-ja", func(m match, _, after string) string {
		if named.Has("weekday-next-ja", after) {
			return m.all()
		}
		which := named.Values("weeks-ja")[m.group("which")]
		if m.group("end") != "" {
			which = strings.TrimSuffix(which, "の週") + map[bool]string{true: "の週末", false: "末"}[m.group("which") == "今週"]
		}
		return date + which + m.particle(after)
	})
	text = rewrite(text, "told-some-ja", func(m match, _, after string) string { return date + "の少し前" + m.particle(after) })
	return AbsoluteJapanese(text, day)
}

// particle returns the に that a date takes where "先月" needs none.
func (m match) particle(after string) string {
	if had := m.group("ni"); had != "" || named.Has("joined-ja", after) {
		return had
	}
	return "に"
}

// AbsoluteJapanese is AbsoluteEnglish for Japanese.
func AbsoluteJapanese(text string, day time.Time) string {
	text = rewrite(text, "told-weekday-ja", func(m match, _, after string) string {
		if m.group("which") == "毎週" || m.group("which") == "" && isHabitJa(after) {
			return m.all()
		}
		return weekdaySaidJa(m, day, after).Format(LongDateJa) + m.group("ni")
	})
	text = rewrite(text, "told-date-ja", func(m match, _, after string) string { return dateSaidJa(m, day, after) })
	text = rewrite(text, "told-month-ja", func(m match, _, after string) string {
		return day.AddDate(0, step("steps-ja", m.group("which")), 1-day.Day()).Format("2006年1月") + m.particle(after)
	})
	text = rewrite(text, "told-year-ja", func(m match, _, after string) string {
		if named.Has("counts-ja", after) {
			return m.all()
		}
		return strconv.Itoa(day.Year()+step("steps-ja", m.group("which"))) + "年" + m.particle(after)
	})
	text = rewrite(text, "told-ago-ja", func(m match, _, after string) string {
		n, _ := m.number("n")
		to := m.particle(after)
		switch unitNamed(m.group("unit")) {
		case Day:
			return day.AddDate(0, 0, -n).Format(LongDateJa) + to
		case Week:
			return day.AddDate(0, 0, -7*n).Format(LongDateJa) + "ごろ" + to
		case Year:
			return strconv.Itoa(day.Year()-n) + "年" + to
		}
		return day.AddDate(0, -n, 1-day.Day()).Format("2006年1月") + to
	})
	return rewrite(text, "told-day-ja", func(m match, _, after string) string {
		word := m.group("word")
		if word == "今日" && (strings.HasPrefix(after, "子") || strings.HasPrefix(after, "この")) {
			return word
		}
		date := day.AddDate(0, 0, step("steps-ja", word)).Format(LongDateJa)
		switch word {
		case "昨夜", "ゆうべ", "今夜", "今晩":
			date += "の夜"
		case "今朝":
			date += "の朝"
		}
		if !named.Has("joined-day-ja", after) {
			date += "に"
		}
		return date
	})
}

// dateSaidJa puts the date for a day of a month, 来月の3日; for a day alone, the
// next such, or the last in a report.
func dateSaidJa(m match, day time.Time, after string) string {
	n, _ := m.number("day")
	first := day.AddDate(0, step("steps-ja", m.group("which")), 1-day.Day())
	if m.group("which") == "" {
		switch past := isPastJa(after); {
		case named.Has("every-days-ja", after):
			return m.all()
		case past && n > day.Day():
			first = first.AddDate(0, -1, 0)
		case !past && n < day.Day():
			first = first.AddDate(0, 1, 0)
		}
	}
	if d := first.AddDate(0, 0, n-1); n > 0 && d.Month() == first.Month() {
		return m.group("lead") + d.Format(LongDateJa) + m.group("to")
	}
	return m.all()
}

// weekdaySaidJa returns the day that a weekday means when it is said on a day:
// of the week that is named, else the next, or the last in a report.
func weekdaySaidJa(m match, day time.Time, after string) time.Time {
	which, wanted := m.group("which"), jaWeekdayNamed(m)
	if strings.HasSuffix(which, "週") {
		return day.AddDate(0, 0, 7*step("steps-ja", which)+wanted-weekday(day))
	}
	ahead := (wanted - weekday(day) + 7) % 7
	if which == "" && isPastJa(after) {
		return day.AddDate(0, 0, (ahead+6)%7-6)
	}
	if ahead == 0 {
		ahead = 7
	}
	return day.AddDate(0, 0, ahead)
}

// isHabitJa reports whether what follows a weekday is done on all of them, and on none alone.
func isHabitJa(after string) bool {
	return named.Has("habit-ja", after) && !named.Has("hour-next-ja", after) && !named.Has("plan-next-ja", after)
}

// isPastJa reports whether what follows a day tells what happened on it, rather than what
// was arranged for it.
func isPastJa(after string) bool {
	return !named.Has("arranged-ja", after) && isReportJa(strings.TrimRight(after, "。.！!、 "))
}

// isReportJa reports whether what follows a weekday tells what has happened.
func isReportJa(after string) bool {
	return named.Has("past-end-ja", named.Cut("closing-ja", after)) || named.Has("report-ja", after) && !named.Has("report-not-ja", after)
}
