package episodic

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// A Date is a day of the calendar, "2026-01-02", or several from first to
// last, "2025-11-04~2025-11-10". A day is that of the zone in which it was
// lived. Days compare as strings.
type Date string

const dayLayout = "2006-01-02"

// DateOf returns the day of a time in its own zone.
func DateOf(t time.Time) Date { return Date(t.Format(dayLayout)) }

// Span returns the days from first to last as one Date.
func Span(first, last Date) Date {
	if first == last {
		return first
	}
	return first + "~" + last
}

// First returns the first day of d, or d itself if it is one day.
func (d Date) First() Date {
	first, _, _ := d.cut()
	return first
}

// Last returns the last day of d.
func (d Date) Last() Date {
	first, last, ok := d.cut()
	if !ok {
		return first
	}
	return last
}

// Valid reports whether d is a day that exists, or a span of such in order.
func (d Date) Valid() bool {
	first, last, ok := d.cut()
	return first.day() && (!ok || last.day() && first <= last)
}

// Back returns the day that is days before d, which has to be a valid day.
func (d Date) Back(days int) Date {
	t, err := time.Parse(dayLayout, string(d))
	if err != nil {
		return d
	}
	return DateOf(t.AddDate(0, 0, -days))
}

// cut splits a span. Other programs write it with a wave of full width.
func (d Date) cut() (first, last Date, ok bool) {
	if len(d) == len(dayLayout) { // most, and it has to be fast
		return d, "", false
	}
	for _, wave := range []string{"~", "〜", "～"} {
		if a, b, ok := strings.Cut(string(d), wave); ok {
			return Date(strings.TrimSpace(a)), Date(strings.TrimSpace(b)), true
		}
	}
	return Date(strings.TrimSpace(string(d))), "", false
}

func (d Date) day() bool {
	if len(d) != len(dayLayout) {
		return false
	}
	t, err := time.Parse(dayLayout, string(d))
	return err == nil && t.Year() > 0
}

// episodeID is the form of the ids that this package gives.
var episodeID = regexp.MustCompile(`^episode_(\d{4}-\d{2}-\d{2}|undated)_(\d{3,9})$`)

// numbered returns the id of the n-th episode of a day.
func numbered(d Date, n int) string {
	if d == "" {
		d = "undated"
	}
	return fmt.Sprintf("episode_%s_%03d", d, n)
}

// parseTime reads a time of ours, or one as other programs write it, in the
// zone of this machine.
func parseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err == nil {
		return t, nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04", dayLayout} {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time", s)
}

// formatTime is the inverse of parseTime; "" for the zero time.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.999Z07:00")
}
