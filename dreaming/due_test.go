package dreaming

import (
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
)

// zone returns a zone of the database.
func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// at reads "2026-03-28 22:15" in a zone; of a time that comes twice, the first.
func at(t *testing.T, s string, loc *time.Location) time.Time {
	t.Helper()
	v, err := time.ParseInLocation("2006-01-02 15:04", s, loc)
	if err != nil {
		t.Fatal(err)
	}
	return earliest(episodic.DateOf(v), v.Hour()*60+v.Minute(), loc)
}

func TestDue(t *testing.T) {
	usual := Schedule{Autonomy: true}
	evening := Schedule{Autonomy: true, Quiet: Hours{22 * 60, 6 * 60}}
	gap := Schedule{Autonomy: true, Quiet: Hours{2*60 + 10, 2*60 + 50}}
	for _, tt := range []struct {
		name     string
		zone     string
		schedule Schedule
		born     episodic.Date
		spoke    string
		undreamt []episodic.Date
		older    bool
		past     []record.Past
		tried    Attempt
		now      string

		due     bool
		reason  Reason
		date    episodic.Date
		level   int
		next    string // "" is zero
		waiting int
	}{
		{
			name: "the quiet hours have come", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), now: "2026-11-22 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "one minute before the quiet hours", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), now: "2026-11-21 23:59",
			reason: ReasonDay, date: "2026-11-21", level: 1, next: "2026-11-22 00:00",
		},
		{
			name: "somebody spoke an hour ago", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-22 00:30", undreamt: days("2026-11-21", "2026-11-22"), now: "2026-11-22 01:30",
			reason: ReasonTalking, date: "2026-11-21", level: 1, next: "2026-11-22 02:30", waiting: 1,
		},
		{
			name: "what was said after midnight goes with the night", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-22 00:30", undreamt: days("2026-11-22"), now: "2026-11-22 02:30",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "autonomy is off", schedule: Schedule{}, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), now: "2026-11-22 03:00",
			reason: ReasonOff,
		},
		{
			name: "dreamt already", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", past: []record.Past{{Date: "2026-11-21", Level: 1}}, now: "2026-11-22 03:00",
			reason: ReasonDreamed, date: "2026-11-22", level: 1, next: "2026-11-23 00:00",
		},
		{
			name: "dreamt, then talk: the next night", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-22 03:10", undreamt: days("2026-11-22"), past: []record.Past{{Date: "2026-11-21", Level: 1}}, now: "2026-11-22 05:30",
			reason: ReasonDreamed, date: "2026-11-22", level: 1, next: "2026-11-23 00:00",
		},
		{
			name: "a dream asked for at noon is not the night's", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), past: []record.Past{{Date: "2026-11-21", Level: 1, Began: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}}, now: "2026-11-22 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "nothing new", schedule: usual, born: "2026-10-01",
			spoke: "2026-11-01 21:00", past: []record.Past{{Date: "2026-11-01", Level: 3}}, now: "2026-11-22 03:00",
			reason: ReasonNothing, date: "2026-11-22", level: 2, next: "2026-11-23 00:00",
		},
		{
			name: "hours across midnight", schedule: evening, born: "2026-11-20",
			spoke: "2026-11-21 20:00", undreamt: days("2026-11-21"), now: "2026-11-21 22:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "hours across midnight, the other side", schedule: evening, born: "2026-11-20",
			spoke: "2026-11-21 23:30", undreamt: days("2026-11-21"), now: "2026-11-22 05:59",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "talked through the night: made up when it is silent", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-22 06:30", undreamt: days("2026-11-21", "2026-11-22"), now: "2026-11-22 08:00",
			reason: ReasonTalking, date: "2026-11-21", level: 1, next: "2026-11-22 08:30", waiting: 1,
		},
		{
			name: "the machine was off", schedule: usual, born: "2026-11-10",
			spoke: "2026-11-19 21:00", undreamt: days("2026-11-18", "2026-11-19"), past: []record.Past{{Date: "2026-11-17", Level: 2}}, now: "2026-11-22 09:00",
			due: true, reason: ReasonMissed, date: "2026-11-18", level: 1, waiting: 2,
		},
		{
			name: "missed nights come before tonight's", schedule: usual, born: "2026-11-10",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-18", "2026-11-21"), past: []record.Past{{Date: "2026-11-17", Level: 2}}, now: "2026-11-22 02:00",
			due: true, reason: ReasonMissed, date: "2026-11-18", level: 1, waiting: 2,
		},
		{
			name: "a month asleep", schedule: usual, born: "2026-01-01",
			spoke: "2026-10-21 21:00", undreamt: days("2026-10-21"), past: []record.Past{{Date: "2026-10-20", Level: 1}, {Date: "2026-10-15", Level: 2}, {Date: "2026-10-01", Level: 3}},
			now: "2026-11-21 09:00", due: true, reason: ReasonMissed, date: "2026-10-21", level: 1, waiting: 1,
		},
		{
			name: "more missed than are made up: the newest, in order", schedule: Schedule{Autonomy: true, Makeup: 2}, born: "2026-11-01",
			spoke: "2026-11-20 21:00", undreamt: days("2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"), now: "2026-11-21 09:00",
			due: true, reason: ReasonMissed, date: "2026-11-19", level: 2, waiting: 2, older: true,
		},
		{
			name: "none are made up", schedule: Schedule{Autonomy: true, Makeup: -1}, born: "2026-11-01",
			spoke: "2026-11-20 21:00", undreamt: days("2026-11-20"), now: "2026-11-21 09:00",
			reason: ReasonNothing, date: "2026-11-21", level: 2, next: "2026-11-22 00:00", older: true,
		},
		{
			name: "the clock was set back after the dream", schedule: usual, born: "2026-11-01",
			spoke: "2026-11-21 21:00", past: []record.Past{{Date: "2026-11-21", Level: 1, Began: time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)}}, now: "2026-11-22 01:00",
			reason: ReasonDreamed, date: "2026-11-22", level: 2, next: "2026-11-23 00:00",
		},
		{
			name: "the clock was a year ahead once", schedule: usual, born: "2026-11-01",
			spoke: "2027-11-21 21:00", undreamt: days("2026-11-21"), past: []record.Past{{Date: "2027-11-21", Level: 3, Began: time.Date(2027, 11, 22, 3, 0, 0, 0, time.UTC)}}, now: "2026-11-22 01:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 2, waiting: 1,
		},
		{
			name: "the clock was set back by an hour in a talk", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-22 01:00", undreamt: days("2026-11-21"), now: "2026-11-22 00:05",
			reason: ReasonTalking, date: "2026-11-21", level: 1, next: "2026-11-22 03:00", waiting: 1,
		},
		{
			name: "younger than seven days", schedule: usual, born: "2026-11-15",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), now: "2026-11-22 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "seven days old", schedule: usual, born: "2026-11-14",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), now: "2026-11-22 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 2, waiting: 1,
		},
		{
			name: "thirty days old", schedule: usual, born: "2026-10-22",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), past: []record.Past{{Date: "2026-11-19", Level: 2}}, now: "2026-11-22 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 3, waiting: 1,
		},
		{
			name: "level 3 counts as level 2", schedule: usual, born: "2026-01-01",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), past: []record.Past{{Date: "2026-11-15", Level: 3}}, now: "2026-11-22 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "failed ten minutes ago", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), tried: Attempt{time.Date(2026, 11, 22, 2, 50, 0, 0, time.UTC), 1}, now: "2026-11-22 03:00",
			reason: ReasonFailed, date: "2026-11-21", level: 1, next: "2026-11-22 03:05", waiting: 1,
		},
		{
			name: "failed five times: hours", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), tried: Attempt{time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC), 5}, now: "2026-11-22 03:00",
			reason: ReasonFailed, date: "2026-11-21", level: 1, next: "2026-11-22 06:00", waiting: 1,
		},
		{
			name: "failed at a time that is yet to come", schedule: usual, born: "2026-11-20",
			spoke: "2026-11-21 21:00", undreamt: days("2026-11-21"), tried: Attempt{time.Date(2027, 11, 22, 2, 0, 0, 0, time.UTC), 5}, now: "2026-11-22 03:00",
			due: true, reason: ReasonQuiet, date: "2026-11-21", level: 1, waiting: 1,
		},
		{
			name: "Berlin, spring: the hours are in the hour that is left out", zone: "Europe/Berlin", schedule: gap, born: "2026-03-20",
			spoke: "2026-03-28 21:00", undreamt: days("2026-03-28"), now: "2026-03-29 03:00",
			due: true, reason: ReasonMissed, date: "2026-03-28", level: 2, waiting: 1,
		},
		{
			name: "Berlin, spring: not before", zone: "Europe/Berlin", schedule: gap, born: "2026-03-20",
			spoke: "2026-03-28 21:00", undreamt: days("2026-03-28"), now: "2026-03-29 01:59",
			reason: ReasonDay, date: "2026-03-28", level: 2, next: "2026-03-29 03:00",
		},
		{
			name: "Berlin, autumn: not a second time", zone: "Europe/Berlin", schedule: gap, born: "2026-03-20",
			spoke: "2026-10-24 21:00", past: []record.Past{{Date: "2026-10-24", Level: 3, Began: time.Date(2026, 10, 25, 0, 10, 0, 0, time.UTC)}}, now: "2026-10-25 02:50",
			reason: ReasonDreamed, date: "2026-10-25", level: 1, next: "2026-10-26 02:10",
		},
		{
			name: "New York, autumn: idle for two hours of real time", zone: "America/New_York", schedule: usual, born: "2026-10-30",
			spoke: "2026-11-01 00:30", undreamt: days("2026-10-31", "2026-11-01"), now: "2026-11-01 01:29", // the first 1:29
			reason: ReasonTalking, date: "2026-10-31", level: 1, next: "2026-11-01 01:30+1h", waiting: 1,
		},
		{
			name: "New York, spring: the usual hours are an hour shorter", zone: "America/New_York", schedule: usual, born: "2026-03-05",
			spoke: "2026-03-08 00:30", undreamt: days("2026-03-07"), now: "2026-03-08 03:30", // two hours later
			due: true, reason: ReasonQuiet, date: "2026-03-07", level: 1, waiting: 1,
		},
		{
			name: "flown from Tokyo to New York: that day's own night comes too", zone: "America/New_York", schedule: usual, born: "2026-11-15",
			spoke: "2026-11-20 20:00", undreamt: days("2026-11-20"), past: []record.Past{{Date: "2026-11-20", Level: 1, Began: time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)}}, now: "2026-11-21 00:00",
			due: true, reason: ReasonQuiet, date: "2026-11-20", level: 1, waiting: 1,
		},
		{
			name: "a first talk, never dreamt, at noon", schedule: usual, born: "2026-11-21",
			spoke: "2026-11-21 12:00", undreamt: days("2026-11-21"), now: "2026-11-21 16:00",
			reason: ReasonDay, date: "2026-11-21", level: 1, next: "2026-11-22 00:00",
		},
		{
			name: "never spoken with", schedule: usual, now: "2026-11-21 16:00",
			reason: ReasonNothing, date: "2026-11-21", level: 1, next: "2026-11-22 00:00",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.zone == "" {
				tt.zone = "UTC"
			}
			loc := zone(t, tt.zone)
			now := at(t, tt.now, loc)
			if tt.name == "Berlin, autumn: not a second time" {
				now = latest("2026-10-25", 2*60+30, loc)
			}
			for i := range tt.past {
				if tt.past[i].Began.IsZero() {
					tt.past[i].Began = tt.schedule.filled().Quiet.night(tt.past[i].Date, loc).begin
				}
			}
			w := Watch{Schedule: tt.schedule, Born: tt.born, Undreamt: tt.undreamt, Past: tt.past, Tried: tt.tried}
			if tt.spoke != "" {
				w.Spoke = at(t, tt.spoke, loc)
			}
			o := Due(w, now)
			if o.Due != tt.due || o.Reason != tt.reason || o.Night.Date != tt.date || o.Waiting != tt.waiting || o.Older != tt.older {
				t.Errorf("got %+v", o)
			}
			if o.Night.Level != tt.level {
				t.Errorf("level %d, want %d", o.Night.Level, tt.level)
			}
			if want := wantTime(t, tt.next, loc); !o.Next.Equal(want) {
				t.Errorf("next %v, want %v", o.Next, want)
			}
			if o.Due && o.Reason == ReasonMissed && !o.Night.To.Equal(startOf(o.Night.Date.Back(-1), loc)) {
				t.Errorf("a missed night reads until %v", o.Night.To)
			}
			if o.Due && tt.older == o.Night.From.IsZero() {
				t.Errorf("reads from %v", o.Night.From)
			}
		})
	}
}

func wantTime(t *testing.T, s string, loc *time.Location) time.Time {
	t.Helper()
	if s == "" {
		return time.Time{}
	}
	const later = "+1h"
	if len(s) > len(later) && s[len(s)-len(later):] == later {
		return at(t, s[:len(s)-len(later)], loc).Add(time.Hour)
	}
	return at(t, s, loc)
}

func days(list ...episodic.Date) []episodic.Date { return list }

// Two years in seven zones, looked at every half hour, with talk each day: each day has one dream, at a level that
// comes round as it should.
func TestEachDayHasOneDream(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Asia/Tokyo", "America/Havana", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia"} {
		for _, quiet := range []Hours{{0, 7 * 60}, {22 * 60, 6 * 60}, {2*60 + 10, 2*60 + 50}} {
			t.Run(name+" "+quiet.String(), func(t *testing.T) {
				t.Parallel()
				loc := zone(t, name)
				w := Watch{Schedule: Schedule{Autonomy: true, Quiet: quiet}, Born: "2026-01-01"}
				dreamed := map[episodic.Date]int{}
				levels := map[int]int{}
				now := time.Date(2026, 1, 1, 12, 0, 0, 0, loc)
				for end := now.AddDate(2, 0, 2); now.Before(end); now = now.Add(30 * time.Minute) {
					if now.Hour() == 18 && now.Minute() < 30 {
						w.Spoke, w.Undreamt = now, []episodic.Date{episodic.DateOf(now)}
					}
					o := Due(w, now)
					if !o.Due {
						if !o.Next.After(now) {
							t.Fatalf("%v: not due, and next is %v", now, o.Next)
						}
						continue
					}
					dreamed[o.Night.Date]++
					levels[o.Night.Level]++
					w.Undreamt, w.Past = nil, append(w.Past[max(0, len(w.Past)-40):], record.Past{Date: o.Night.Date, Level: o.Night.Level, Began: now})
				}
				for d := episodic.Date("2026-01-01"); d < "2028-01-02"; d = d.Back(-1) {
					if dreamed[d] != 1 {
						t.Errorf("%s was dreamt for %d times", d, dreamed[d])
					}
				}
				t.Logf("trust: %d tries: no day without a dream or with two", len(dreamed))
				if levels[3] < 22 || levels[3] > 26 || levels[2] < 70 || levels[2] > 106 {
					t.Errorf("levels %v", levels)
				}
			})
		}
	}
}

func TestParseHours(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Hours
		ok   bool
	}{
		{"0:00-7:00", Hours{0, 420}, true},
		{"00:00–07:00", Hours{0, 420}, true},
		{"22-6:30", Hours{1320, 390}, true},
		{" 23:15 ~ 24:00 ", Hours{1395, 0}, true},
		{"２２：００〜６：００", Hours{1320, 360}, true},
		{"", Hours{}, false},
		{"7:00", Hours{}, false},
		{"7:00-7:00", Hours{}, false},
		{"0:00-24:00", Hours{}, false},
		{"25:00-7:00", Hours{}, false},
		{"24:30-7:00", Hours{}, false},
		{"1:60-7:00", Hours{}, false},
		{"-1:00-7:00", Hours{}, false},
		{"1:+5-7:00", Hours{}, false},
	} {
		got, err := ParseHours(tt.in)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%q: got %v, %v", tt.in, got, err)
		}
	}
}

func FuzzParseHours(f *testing.F) {
	f.Add("0:00-7:00")
	f.Add("２２：００〜６：００")
	f.Fuzz(func(t *testing.T, s string) {
		h, err := ParseHours(s)
		if err != nil {
			return
		}
		if h.From < 0 || h.From >= minutesADay || h.To < 0 || h.To >= minutesADay || h.From == h.To {
			t.Fatalf("%q: %v", s, h)
		}
		if again, err := ParseHours(h.String()); err != nil || again != h {
			t.Fatalf("%q became %q, that %v, %v", s, h.String(), again, err)
		}
	})
}
