package dreaming

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"yumori/episodic"
)

// ErrBadHours says that a text tells no hours.
var ErrBadHours = errors.New("want hours like 0:00-7:00")

// minutesADay is how many minutes the wall clock shows.
const minutesADay = 24 * 60

// Hours are a part of the day by the wall clock, across midnight if they end
// before they begin. The zero Hours are none.
type Hours struct {
	From, To int // minutes since midnight, in [0, 1440)
}

// ParseHours reads "0:00-7:00", with a dash of any length or a wave between.
// Digits of full width are read too. What it cannot read is ErrBadHours.
func ParseHours(s string) (Hours, error) {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case strings.ContainsRune("–—〜～~−－", r):
			return '-'
		case r == '：':
			return ':'
		case r == ' ' || r == '\u3000':
			return -1
		}
		return r
	}, s)
	from, to, ok := strings.Cut(clean, "-")
	h := Hours{}
	var err1, err2 error
	h.From, err1 = minuteOf(from)
	h.To, err2 = minuteOf(to)
	if !ok || err1 != nil || err2 != nil || h.From == h.To {
		return Hours{}, fmt.Errorf("%q: %w", s, ErrBadHours)
	}
	return h, nil
}

// minuteOf reads "7", "7:00" or "24:00".
func minuteOf(s string) (int, error) {
	hour, minute, more := strings.Cut(s, ":")
	if !more {
		minute = "0"
	}
	if len(hour) == 0 || len(hour) > 2 || len(minute) == 0 || len(minute) > 2 {
		return 0, ErrBadHours
	}
	h, err1 := strconv.ParseUint(hour, 10, 8)
	m, err2 := strconv.ParseUint(minute, 10, 8)
	if err1 != nil || err2 != nil || h > 24 || m > 59 || h == 24 && m > 0 {
		return 0, ErrBadHours
	}
	return int(h*60+m) % minutesADay, nil
}

// String returns h as ParseHours reads it; "" for none.
func (h Hours) String() string {
	if h == (Hours{}) {
		return ""
	}
	return fmt.Sprintf("%d:%02d-%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// Contains reports whether a time is in h, by the wall clock of its own zone.
func (h Hours) Contains(t time.Time) bool {
	m := t.Hour()*60 + t.Minute()
	if h.From <= h.To {
		return h.From <= m && m < h.To
	}
	return h.From <= m || m < h.To
}

// A span is a stretch of time: begin is in it, end is not.
type span struct{ begin, end time.Time }

func (s span) contains(t time.Time) bool { return !t.Before(s.begin) && t.Before(s.end) }

// night returns the quiet hours that close a day: those that begin on its
// evening, or before noon on the next day. Where a clock that is put forward
// leaves the hours out, the span is empty; where one that is put back shows
// them twice, they are both in it.
func (h Hours) night(d episodic.Date, loc *time.Location) span {
	first := d
	if h.From < minutesADay/2 {
		first = d.Back(-1)
	}
	last := first
	if h.To <= h.From {
		last = first.Back(-1)
	}
	return span{earliest(first, h.From, loc), latest(last, h.To, loc)}
}

// newest returns the day whose night has begun last at a time, and the night.
func (h Hours) newest(now time.Time) (episodic.Date, span) {
	d := episodic.DateOf(now)
	for {
		if s := h.night(d, now.Location()); !s.begin.After(now) {
			return d, s
		}
		d = d.Back(1)
	}
}

// endOf returns the first instant after a day.
func endOf(d episodic.Date, loc *time.Location) time.Time { return earliest(d.Back(-1), 0, loc) }

// startOf returns the first instant of a day.
func startOf(d episodic.Date, loc *time.Location) time.Time { return earliest(d, 0, loc) }

// earliest returns the first instant at which the wall clock has come to a
// minute of a day.
func earliest(d episodic.Date, minute int, loc *time.Location) time.Time {
	t, ok := wall(d, minute, loc)
	if !ok {
		return t
	}
	start, _ := t.ZoneBounds()
	if start.IsZero() {
		return t
	}
	_, before := start.Add(-time.Second).Zone()
	_, now := t.Zone()
	if again := t.Add(time.Duration(now-before) * time.Second); before > now && again.Before(start) {
		return again
	}
	return t
}

// latest is earliest for a clock that shows the minute twice: the second time.
func latest(d episodic.Date, minute int, loc *time.Location) time.Time {
	t, ok := wall(d, minute, loc)
	if !ok {
		return t
	}
	_, end := t.ZoneBounds()
	if end.IsZero() {
		return t
	}
	_, after := end.Zone()
	_, now := t.Zone()
	if again := t.Add(time.Duration(now-after) * time.Second); after < now && !again.Before(end) {
		return again
	}
	return t
}

// wall returns an instant at which the wall clock shows a minute of a day. If
// it never does, ok is false and the instant is that at which it jumps over it.
func wall(d episodic.Date, minute int, loc *time.Location) (t time.Time, ok bool) {
	day, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}, false
	}
	y, m, n := day.Date()
	t = time.Date(y, m, n, 0, minute, 0, 0, loc)
	want := day.Add(time.Duration(minute) * time.Minute)
	_, offset := t.Zone()
	shows := t.Add(time.Duration(offset) * time.Second).UTC()
	if shows.Equal(want) {
		return t, true
	}
	start, end := t.ZoneBounds()
	if shows.After(want) {
		return start, false
	}
	return end, false
}

// daysBetween returns how many days b is after a; negative if it is before.
func daysBetween(a, b episodic.Date) int {
	x, err1 := time.Parse(time.DateOnly, string(a))
	y, err2 := time.Parse(time.DateOnly, string(b))
	if err1 != nil || err2 != nil {
		return 0
	}
	return int(y.Sub(x).Hours() / 24)
}

// endAfter returns when the hours that a time is in end.
func (h Hours) endAfter(now time.Time) time.Time {
	d := dayOf(now)
	if end := latest(d, h.To, now.Location()); end.After(now) {
		return end
	}
	return latest(d.Back(-1), h.To, now.Location())
}

func dayOf(t time.Time) episodic.Date { return episodic.DateOf(t) }
