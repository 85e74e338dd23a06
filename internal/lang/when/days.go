package when

import (
	"strconv"
	"strings"
	"time"
)

// Days are a stretch of days, each at the beginning of it in UTC: From is the
// first, To the last. The zero Days are none.
type Days struct{ From, To time.Time }

// OneDay are the days that are one.
func OneDay(t time.Time) Days { return Days{DayOf(t), DayOf(t)} }

// Empty reports whether there are none.
func (d Days) Empty() bool { return d.From.IsZero() }

// Has reports whether a time is within the days.
func (d Days) Has(t time.Time) bool { return d.Off(t) == 0 }

// Off returns how many days a time lies outside.
func (d Days) Off(t time.Time) int {
	return max(0, Between(t, d.From), Between(d.To, t))
}

// DayOf returns the beginning of the day of t, as if it were in UTC.
func DayOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Between counts the midnights from a to b.
func Between(a, b time.Time) int { return int(DayOf(b).Sub(DayOf(a)).Hours() / 24) }

// Near returns the days that a question names from where it is asked, or by
// their whole date.
func Near(text string, now time.Time) Days {
	for _, s := range Find(text, now) {
		words := text[s.Start:s.End]
		switch dated := s.Unit == Day && !s.guessed && named.Has("calendar", words); {
		case dated && !strings.Contains(strings.ToLower(words), "day"), s.Unit == Day && named.Has("near-days", words):
			return OneDay(s.From)
		case named.Has("near-days", words):
			return Days{DayOf(s.From), DayOf(now)}
		}
	}
	return Days{}
}

// OnCalendar finds the days that a question names by date, month or year, and
// takes the words off. Without a year it is the latest that is not after now.
func OnCalendar(text string, now time.Time) (Days, string) {
	for _, s := range Find(text, now) {
		if words := text[s.Start:s.End]; !s.From.IsZero() && named.Has("calendar", words) {
			return Days{DayOf(s.From), DayOf(s.To.AddDate(0, 0, -1))}, strings.Replace(text, words, " ", 1)
		}
	}
	return Days{}, text
}

// Written returns the whole dates that are written in a text.
func Written(text string) []time.Time {
	var list []time.Time
	for _, e := range []struct{ section, layout string }{{"written-date", LongDate}, {"written-date-ja", LongDateJa}} {
		expr := named.Expr(e.section)
		for _, m := range expr.FindAllStringSubmatch(text, 4) {
			if t, err := time.Parse(e.layout, m[expr.SubexpIndex("date")]); err == nil {
				list = append(list, t)
			}
		}
	}
	return list
}

// WithoutDates returns a text with whole dates replaced by spaces.
func WithoutDates(text string) string {
	return named.Expr("written-date-ja").ReplaceAllString(named.Expr("written-date").ReplaceAllString(text, " "), " ")
}

// Moment returns the first time in a text that SettleEnglish returned, with the
// words that lead to it; "" if it names none.
func Moment(settled string) string {
	return strings.TrimLeft(named.Text("moment", settled), ", ")
}

// MomentJapanese is Moment for Japanese.
func MomentJapanese(settled string) string {
	return strings.TrimRight(named.Text("moment-ja", settled), "に、")
}

// WithWeekday puts the weekday before a date that stands alone: people
// remember those.
func WithWeekday(moment string) string {
	m := named.Find("on-date", moment)
	t, err := time.Parse(LongDate, m["date"])
	if err != nil {
		return moment
	}
	return m["lead"] + t.Format("Monday") + ", " + m["date"]
}

// AsksSince reports whether a question asks for when something that goes on
// began.
func AsksSince(text string) bool {
	return named.Has("asks-since", text) || named.Has("asks-since-ja", text)
}

// Lasted reports whether a text says how long something went on.
func Lasted(text string) bool { return named.Has("lasted", text) || named.Has("lasted-ja", text) }

// SinceEnglish returns since when something is so, by how long a text said on a
// day says that it has been: "I've been playing for three years" in May 2023
// means since 2020. It is "" when the text does not say.
func SinceEnglish(text string, day time.Time) string {
	m := named.Find("lasted", text)
	n, ok := number(m["n"])
	if m["n"] == "fifteen" || m["n"] == "twenty" {
		n, ok = map[string]int{"fifteen": 15, "twenty": 20}[m["n"]], true
	}
	if !ok || day.IsZero() || !named.Has("lasts", text) {
		return ""
	}
	switch unitNamed(m["unit"]) {
	case Year:
		return "Since about " + strconv.Itoa(day.Year()-n)
	case Month:
		return "Since about " + day.AddDate(0, -n, 1-day.Day()).Format("January 2006")
	case Week:
		n *= 7
	}
	return "Since about " + day.AddDate(0, 0, -n).Format(LongDate)
}

// SinceJapanese is SinceEnglish for Japanese.
func SinceJapanese(text string, day time.Time) string {
	m := named.Find("lasted-ja", text)
	n, ok := number(m["n"])
	if !ok || day.IsZero() || named.Has("was-ja", text) {
		return ""
	}
	switch unitNamed(m["unit"]) {
	case Year:
		return strconv.Itoa(day.Year()-n) + "年ごろから"
	case Month:
		return day.AddDate(0, -n, 1-day.Day()).Format("2006年1月") + "ごろから"
	case Week:
		n *= 7
	}
	return day.AddDate(0, 0, -n).Format(LongDateJa) + "ごろから"
}

// Number reads a number as Find does, in digits or in words of either
// language; 0 if it is none.
func Number(s string) int {
	n, _ := number(s)
	return n
}

// NameEnglish names a day as one says it on another: "today", "Friday, 3 May".
func NameEnglish(t, now time.Time) string {
	n := Between(now, t)
	switch {
	case n >= -1 && n <= 1:
		return [...]string{"yesterday", "today", "tomorrow"}[n+1]
	case -7 < n && n < 14:
		return t.Format("Monday, 2 January")
	case t.Year() == now.Year():
		return t.Format("2 January")
	}
	return t.Format(LongDate)
}

// NameJapanese is NameEnglish for Japanese.
func NameJapanese(t, now time.Time) string {
	n := Between(now, t)
	switch {
	case n >= -2 && n <= 1:
		return [...]string{"おととい", "昨日", "今日", "明日"}[n+2]
	case -7 < n && n < 14:
		return t.Format("1月2日") + "（" + WeekdayJapanese(t) + "）"
	case t.Year() == now.Year():
		return t.Format("1月2日")
	}
	return t.Format(LongDateJa)
}

// NamesWeekday reports whether a text names the weekday of t: "Sundays", 日曜.
func NamesWeekday(text string, t time.Time) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(t.Weekday().String())) || strings.Contains(text, WeekdayJapanese(t)+"曜")
}

// WeekdayJapanese returns the sign of the weekday of t.
func WeekdayJapanese(t time.Time) string { return string([]rune("月火水木金土日")[weekday(t)]) }

// WithoutDayWords returns an English text without words such as "tomorrow".
func WithoutDayWords(text string) string { return named.Expr("told-day").ReplaceAllString(text, "") }
