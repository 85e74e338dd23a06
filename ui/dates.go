package ui

import (
	"fmt"
	"time"
)

// Clock is the time of day: 21:04.
func (w words) Clock(t time.Time) string { return t.Format("15:04") }

// Day is the day as a separator says it: Saturday 21 November, with the year
// when it is another than now's; in Japanese always 2026年11月21日 土曜日.
func (w words) Day(t, now time.Time) string {
	if w.lang == "ja" {
		return fmt.Sprintf("%d年%d月%d日 %s曜日", t.Year(), t.Month(), t.Day(), japaneseWeekday(t.Weekday()))
	}
	if t.Year() != now.Year() {
		return t.Format("Monday 2 January 2006")
	}
	return t.Format("Monday 2 January")
}

// Moment is day and time in short, for a list: 21 Nov 2026, 21:04.
func (w words) Moment(t time.Time) string {
	if w.lang == "ja" {
		return fmt.Sprintf("%d年%d月%d日 %s", t.Year(), t.Month(), t.Day(), w.Clock(t))
	}
	return t.Format("2 Jan 2006, 15:04")
}

// stamp is a day or a moment as files write it in words, any other text as it
// is.
func (w words) stamp(text string) string {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return w.Moment(at.Local())
	}
	return w.date(text)
}

// soon is when something will be, as one says it now: tonight at 00:00.
func (w words) soon(t, now time.Time) string {
	const dawn = 6 // o'clock: what comes before it belongs to the night
	tomorrow := now.AddDate(0, 0, 1)
	switch clock := w.Clock(t); {
	case t.Hour() < dawn && (sameDay(t, tomorrow) && now.Hour() >= dawn || sameDay(t, now) && now.Hour() < dawn):
		return w.T("when.tonight", "time", clock)
	case sameDay(t, now):
		return w.T("when.today", "time", clock)
	case sameDay(t, tomorrow):
		return w.T("when.tomorrow", "time", clock)
	}
	return w.T("when.then", "when", w.Moment(t))
}

// near is a day of the calendar as one says it now: today, yesterday, or the
// day.
func (w words) near(day string, now time.Time) string {
	switch day {
	case now.Format(time.DateOnly):
		return w.T("day.today")
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return w.T("day.yesterday")
	}
	return w.date(day)
}

// Month is a month of a year: November 2026.
func (w words) Month(t time.Time) string {
	if w.lang == "ja" {
		return fmt.Sprintf("%d年%d月", t.Year(), t.Month())
	}
	return t.Format("January 2006")
}

// year is a year of the calendar.
func (w words) year(y string) string {
	if w.lang == "ja" {
		return y + "年"
	}
	return y
}

func japaneseWeekday(d time.Weekday) string {
	return [...]string{"日", "月", "火", "水", "木", "金", "土"}[d]
}

// sameDay reports whether two moments are on the same day of the reader's zone.
func sameDay(a, b time.Time) bool {
	ay, am, ad := a.Date()
	by, bm, bd := b.Date()
	return ay == by && am == bm && ad == bd
}
