package page

import (
	"testing"
	"time"
)

func TestTimesToComeAreSaidAsOfNow(t *testing.T) {
	at := func(text string) time.Time {
		m, err := time.Parse(time.DateTime, text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	w := english(t)
	for _, tt := range []struct{ now, then, want string }{
		{"2026-11-21 18:58:00", "2026-11-22 00:00:00", "tonight at 00:00"},
		{"2026-11-22 00:30:00", "2026-11-22 02:00:00", "tonight at 02:00"},
		{"2026-11-22 00:30:00", "2026-11-23 00:00:00", "tomorrow at 00:00"},
		{"2026-11-21 18:58:00", "2026-11-21 23:00:00", "today at 23:00"},
		{"2026-11-21 18:58:00", "2026-11-22 09:00:00", "tomorrow at 09:00"},
		{"2026-12-31 18:58:00", "2027-01-02 00:00:00", "on 2 Jan 2027, 00:00"},
	} {
		if got := w.soon(at(tt.then), at(tt.now)); got != tt.want {
			t.Errorf("%s, said at %s: %q, want %q", tt.then, tt.now, got, tt.want)
		}
	}
	for day, want := range map[string]string{"2026-11-21": "today", "2026-11-20": "yesterday", "2026-11-19": "19 Nov 2026"} {
		if got := w.near(day, noon); got != want {
			t.Errorf("%s is %q, want %q", day, got, want)
		}
	}
}
