package companion

import (
	"math"
	"testing"
	"time"
	_ "time/tzdata"

	"yumori/episodic"
	"yumori/internal/llm/llmtest"
)

// TestClocksAndZones has two exchanges with the clock as it was at each, and
// looks at the drives a while later: nobody was silent for a negative time, and
// each exchange is on its day.
func TestClocksAndZones(t *testing.T) {
	t.Parallel()
	zone := func(name string) *time.Location {
		loc, err := time.LoadLocation(name)
		must(t, err)
		return loc
	}
	tokyo, berlin, california := zone("Asia/Tokyo"), zone("Europe/Berlin"), zone("America/Los_Angeles")
	at := func(loc *time.Location, month time.Month, day, hour, minute int) time.Time {
		return time.Date(2026, month, day, hour, minute, 0, 0, loc)
	}
	summer := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC).In(berlin) // 2:30 for the first time
	for _, x := range []struct {
		name              string
		first, then, look time.Time
		days              map[episodic.Date]int
		boredom           float64
	}{
		{"set back a year", at(tokyo, 11, 21, 12, 0), at(tokyo, 11, 21, 12, 0).AddDate(-1, 0, 0), at(tokyo, 11, 21, 13, 0).AddDate(-1, 0, 0),
			map[episodic.Date]int{"2026-11-21": 1, "2025-11-21": 1}, 0.15 * math.Log(2)},
		{"set back a year, and nobody spoke since", at(tokyo, 11, 20, 12, 0), at(tokyo, 11, 21, 12, 0), at(tokyo, 11, 21, 12, 0).AddDate(-1, 0, 0),
			map[episodic.Date]int{"2026-11-20": 1, "2026-11-21": 1}, 0},
		{"flown to California", at(tokyo, 11, 21, 23, 30), at(california, 11, 21, 8, 30), at(california, 11, 21, 9, 30),
			map[episodic.Date]int{"2026-11-21": 2}, 0.15 * math.Log(2)},
		{"flown to Tokyo", at(california, 11, 20, 23, 0), at(tokyo, 11, 22, 1, 0), at(tokyo, 11, 22, 2, 0),
			map[episodic.Date]int{"2026-11-20": 1, "2026-11-22": 1, "2026-11-21": 0}, 0.15 * math.Log(2)},
		{"the hour that comes twice", summer, summer.Add(time.Hour), summer.Add(2 * time.Hour),
			map[episodic.Date]int{"2026-10-25": 2}, 0.15 * math.Log(2)},
		{"the hour that is left out", at(berlin, 3, 29, 1, 59), at(berlin, 3, 29, 3, 1), at(berlin, 3, 29, 4, 1),
			map[episodic.Date]int{"2026-03-29": 2}, 0.15 * math.Log(2)},
		{"either side of midnight", at(tokyo, 11, 21, 23, 59), at(tokyo, 11, 22, 0, 0), at(tokyo, 11, 23, 0, 0),
			map[episodic.Date]int{"2026-11-21": 1, "2026-11-22": 1}, 0.15 * math.Log(25)},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			tick := &clock{at: x.first}
			model := llmtest.NewScripted(
				say(`One.<persona_emotion category="joy" intensity="0.8"/>`),
				say(`Two.<persona_emotion category="anger" intensity="0.5"/>`),
			)
			home := t.TempDir()
			open := func() (*Home, *Companion) {
				h, err := openHome(t.Context(), Options{Home: home, Now: tick.now, Builtin: model, Samples: samples()})
				must(t, err)
				return h, luna(t, h)
			}
			h, c := open()
			_, err := c.Say(t.Context(), Utterance{Text: "Hello."})
			must(t, err)
			tick.set(x.then)
			_, err = c.Say(t.Context(), Utterance{Text: "Hello again."})
			must(t, err)
			tick.set(x.look)
			for _, when := range []string{"at once", "opened again"} {
				m := c.Mind()
				if got := m.Drives["boredom"]; math.Abs(got-x.boredom) > 1e-9 {
					t.Errorf("%s: boredom is %v, want %v", when, got, x.boredom)
				}
				for name, level := range m.Drives {
					if !(level >= 0 && level <= 1) {
						t.Errorf("%s: %s is %v", when, name, level)
					}
				}
				if m.Emotion.Category != "anger" {
					t.Errorf("%s: it feels %v, want what it said last", when, m.Emotion)
				}
				for day, want := range x.days {
					if got := c.mind.Exchanges.Day(day).Exchanges; got != want {
						t.Errorf("%s: %d exchanges on %s, want %d", when, got, day, want)
					}
				}
				points, err := c.Felt(time.Time{}, x.first.AddDate(2, 0, 0))
				must(t, err)
				if len(points) != 2 {
					t.Errorf("%s: %d emotions in the log", when, len(points))
				}
				problems, _ := examine(t.Context(), c)
				for _, p := range problems {
					t.Errorf("%s: doctor: %s: %s", when, p.Name, p.What)
				}
				must(t, h.Close())
				h, c = open()
			}
			must(t, h.Close())
		})
	}
}
