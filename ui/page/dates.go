package page

import (
	"fmt"
	"time"

	"yumori/episodic"
)

// Clock is the time of day: 21:04.
func Clock(t time.Time) string { return t.Format("15:04") }

// Day is the day as a separator says it: Saturday 21 November, with the year
// when it is another than now's; in Japanese always 2026年11月21日 土曜日.
func (w Words) Day(t, now time.Time) string {
	if w.Lang == "ja" {
		return ShortDay(w, t, now) + " " + japaneseWeekday(t.Weekday()) + "曜日"
	}
	if t.Year() != now.Year() {
		return t.Format("Monday 2 January 2006")
	}
	return t.Format("Monday 2 January")
}

// ShortDay is a day in short, without the year if it is that of now: 21 Nov.
func ShortDay(w Words, t, now time.Time) string {
	if t.Year() != now.Year() {
		return w.Date(t.Format(time.DateOnly))
	}
	if w.Lang == "ja" {
		return t.Format("1月2日")
	}
	return t.Format("2 Jan")
}

// Moment is day and time in short, for a list: 21 Nov 2026, 21:04.
func (w Words) Moment(t time.Time) string {
	if w.Lang == "ja" {
		return fmt.Sprintf("%d年%d月%d日 %s", t.Year(), t.Month(), t.Day(), Clock(t))
	}
	return t.Format("2 Jan 2006, 15:04")
}

// Stamp is a day or a moment as files write it in words, any other text as it
// is.
func (w Words) Stamp(text string) string {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return w.Moment(at.Local())
	}
	return w.Date(text)
}

// soon is when something will be, as one says it now: tonight at 00:00.
func (w Words) soon(t, now time.Time) string {
	const dawn = 6 // o'clock: what comes before it belongs to the night
	tomorrow := now.AddDate(0, 0, 1)
	switch clock := Clock(t); {
	case t.Hour() < dawn && (SameDay(t, tomorrow) && now.Hour() >= dawn || SameDay(t, now) && now.Hour() < dawn):
		return w.T("when.tonight", "time", clock)
	case SameDay(t, now):
		return w.T("when.today", "time", clock)
	case SameDay(t, tomorrow):
		return w.T("when.tomorrow", "time", clock)
	}
	return w.T("when.then", "when", w.Moment(t))
}

// near is a day of the calendar as one says it now: today, yesterday, or the
// day.
func (w Words) near(day string, now time.Time) string {
	switch day {
	case now.Format(time.DateOnly):
		return w.T("day.today")
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return w.T("day.yesterday")
	}
	return w.Date(day)
}

// Month is a month of a year: November 2026.
func (w Words) Month(t time.Time) string {
	if w.Lang == "ja" {
		return fmt.Sprintf("%d年%d月", t.Year(), t.Month())
	}
	return t.Format("January 2006")
}

// ShortMonth is a month where there is little room: Nov.
func (w Words) ShortMonth(t time.Time) string {
	if w.Lang == "ja" {
		return fmt.Sprintf("%d月", t.Month())
	}
	return t.Format("Jan")
}

// year is a year of the calendar.
func (w Words) year(y string) string {
	if w.Lang == "ja" {
		return y + "年"
	}
	return y
}

func japaneseWeekday(d time.Weekday) string {
	return [...]string{"日", "月", "火", "水", "木", "金", "土"}[d]
}

// SameDay reports whether two moments are on the same day of the reader's zone.
func SameDay(a, b time.Time) bool {
	ay, am, ad := a.Date()
	by, bm, bd := b.Date()
	return ay == by && am == bm && ad == bd
}

// Teller is who told or dreamed something: a model's name, or the rules.
func (w Words) Teller(by string) string {
	if by == episodic.Rules {
		return w.T("speaker.rules")
	}
	return w.Model(by)
}

// lapse is a length of time in its largest unit.
func (w Words) lapse(d time.Duration) string {
	switch minutes := int(d.Minutes()); {
	case minutes < 1:
		return w.T("lapse.moment")
	case minutes < 60:
		return w.N("lapse.minutes", minutes)
	case minutes < 48*60:
		return w.N("lapse.hours", minutes/60)
	default:
		return w.N("lapse.days", minutes/60/24)
	}
}

// Date is a day of the calendar, "2026-01-02", in words; one that is not is
// said as it is.
func (w Words) Date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	if w.Lang == "ja" {
		return t.Format("2006年1月2日")
	}
	return t.Format("2 Jan 2006")
}
