package motivation

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// The expected values were worked out with a calculator from the formulas of
// docs/inner-life.md.

func TestBoredom(t *testing.T) {
	for hours, want := range map[float64]float64{
		0: 0, 0.5: 0.060820, 1: 0.103972, 3: 0.207944, 8: 0.329584, 24: 0.482831,
		72: 0.643569, 168: 0.769485, 785: 1, 1000: 1, 1e9: 1, -5: 0,
	} {
		if got := boredom(hours); !near(got, want) {
			t.Errorf("after %v h: %.6f, want %.6f", hours, got, want)
		}
	}
	if got := boredom(24); math.Abs(got-0.483) > 0.0005 {
		t.Errorf("the check of docs/inner-life.md: %.4f", got)
	}
}

func TestCuriosity(t *testing.T) {
	now := noon()
	q := func(priority, days float64) Question {
		return Question{Priority: priority, Raised: now.Add(-time.Duration(days * 24 * float64(time.Hour)))}
	}
	asked := func(q Question) Question { q.Asked = now; return q }
	for _, c := range []struct {
		name      string
		questions []Question
		want      float64
	}{
		{"none", nil, 0},
		{"fresh", []Question{q(1, 0)}, 0.393469},                     // S = 1
		{"a week", []Question{q(0.8, 7)}, 0.199890},                  // S = 0.8·(0.3 + 0.7/e)
		{"asked", []Question{asked(q(1, 0))}, 0.221199},              // S = 0.5
		{"asked a week ago", []Question{asked(q(0.8, 7))}, 0.105511}, // S = 0.223006
		{"half a day", []Question{q(0.6, 0.5)}, 0.248379},            // S = 0.6·(0.3 + 0.7·e^(−0.5/7))
		{"long ago", []Question{q(0.5, 3650)}, 0.072257},             // S = 0.15
		{"ahead of the clock", []Question{q(1, -365)}, 0.393469},     // just now
		{"two", []Question{q(1, 0), q(0.8, 7)}, 0.514709},            // S = 1.446013
		{"ten", []Question{q(1, 0), q(1, 0), q(1, 0), q(1, 0), q(1, 0), q(1, 0), q(1, 0), q(1, 0), q(1, 0), q(1, 0)}, 0.993262},
		{"by its day only", []Question{{Priority: 1, SourceDate: "2026-11-14"}}, 0.236530}, // 7.5 days: S = 0.3 + 0.7·e^(−7.5/7)
		{"no date at all", []Question{{Priority: 1}}, 0.393469},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Snapshot{Questions: c.questions}.At(now).Curiosity
			if !near(got.Raw, c.want) || got.Value != got.Raw {
				t.Errorf("%.6f, want %.6f", got, c.want)
			}
		})
	}
}

func TestGoalAchievement(t *testing.T) {
	for priority, want := range map[int]float64{-1: 0, 0: 0, 1: 0.8, 2: 0.6, 3: 0.4, 4: 0.2, 5: 0.2, 99: 0.2} {
		if got := goalAchievement(priority); !near(got, want) {
			t.Errorf("priority %d: %v, want %v", priority, got, want)
		}
	}
}

func TestRelatedness(t *testing.T) {
	for _, c := range []struct {
		e     Emotion
		hours float64
		want  float64
	}{
		{Emotion{Protective, 0.9}, 0, 0.81},
		{Emotion{Protective, 1}, 0, 0.9},
		{Emotion{Anxious, 1}, 0, 0.8},
		{Emotion{Sadness, 1}, 0, 0.5},
		{Emotion{Anger, 1}, 0, 0.4},
		{Emotion{Neutral, 1}, 0, 0.3},
		{Emotion{Joy, 0.8}, 0, 0.16},
		{Emotion{Contentment, 1}, 0, 0.1},
		{Emotion{Protective, 0.9}, 72, 0.297982},
		{Emotion{Protective, 0.9}, 24, 0.580390},
		{Emotion{Anxious, 0.5}, 144, 0.054134},
		{Emotion{Anxious, 0.5}, -10, 0.4},
		{Emotion{Neutral, 0}, 0, 0},
		{Emotion{}, 0, 0},
		{Emotion{"bliss", 1}, 0, 0},
	} {
		if got := relatedness(c.e, c.hours); !near(got, c.want) {
			t.Errorf("%v after %v h: %.6f, want %.6f", c.e, c.hours, got, c.want)
		}
	}
	if got := (Snapshot{}).At(noon()).Relatedness; got != (Level{}) {
		t.Errorf("before any emotion: %v", got)
	}
}

func TestSatisfaction(t *testing.T) {
	for hours, want := range map[float64]float64{0: 0.25, 6: 0.151633, 12: 0.091970, 24: 0.033834, 120: 0.000011, -3: 0.25} {
		if got := satisfaction(hours); !near(got, want) {
			t.Errorf("after %v h: %.6f, want %.6f", hours, got, want)
		}
	}
	for n, want := range []float64{0, 0, 0.10, 0.15, 0.15, 0.15} {
		if got := wear(n); !near(got, want) {
			t.Errorf("won %d times: %v, want %v", n, got, want)
		}
	}
}

// TestSatisfied is a drive from the first action to the third.
func TestSatisfied(t *testing.T) {
	b := newBench(t)
	start := noon()
	if err := b.Heard(start, "m1"); err != nil {
		t.Fatal(err)
	}
	day := start.Add(24 * time.Hour)
	for i, want := range []float64{0.232831, 0.132831, 0.082831, 0.082831} { // 0.482831 − 0.25 − wear
		if err := b.Acted(Boredom, day); err != nil {
			t.Fatal(err)
		}
		if got := b.Drives(day, GoalPressure{}).Boredom; !near(got.Value, want) || !near(got.Raw, 0.482831) {
			t.Errorf("action %d: %.6f, want %.6f", i+1, got, want)
		}
	}
	if got := b.Drives(day.Add(12*time.Hour), GoalPressure{}).Boredom; !near(got.Value, 0.541638-0.091970-0.15) {
		t.Errorf("12 h later: %.6f", got) // 0.15·ln 37 less what is left of the satisfaction
	}
	if err := b.Acted(Curiosity, day); err != nil { // another wins: the row ends, what is left of satisfaction stays
		t.Fatal(err)
	}
	d := b.Drives(day, GoalPressure{})
	if !near(d.Boredom.Value, 0.232831) || d.Curiosity.Value != 0 {
		t.Errorf("after another won: %v", d)
	}
	if err := b.Acted("hunger", day); err == nil {
		t.Error("acted on a drive that is none")
	}
}

func TestUnit(t *testing.T) {
	for x, want := range map[float64]float64{-1: 0, 0: 0, 0.5: 0.5, 7: 1, math.Inf(1): 1, math.Inf(-1): 0} {
		if got := unit(x); got != want {
			t.Errorf("%v: %v", x, got)
		}
	}
	if unit(math.NaN()) != 0 {
		t.Error("NaN")
	}
}

func TestDominant(t *testing.T) {
	l := func(x float64) Level { return Level{Value: x} }
	for _, c := range []struct {
		d     Drives
		want  Drive
		above string // 0.4
	}{
		{Drives{}, "", "[]"},
		{Drives{Boredom: l(0.4)}, Boredom, "[boredom]"},
		{Drives{Boredom: l(0.399)}, Boredom, "[]"},
		{Drives{Boredom: l(0.5), Curiosity: l(0.6), Goal: l(0.4), Relatedness: l(0.1)}, Curiosity, "[curiosity boredom goal_achievement]"},
		{Drives{Boredom: l(0.5), Curiosity: l(0.5), Goal: l(0.5), Relatedness: l(0.5)}, Relatedness, "[relatedness goal_achievement curiosity boredom]"},
	} {
		if got := c.d.Dominant(); got != c.want {
			t.Errorf("%v: %q, want %q", c.d, got, c.want)
		}
		if got := fmt.Sprint(c.d.Above(0.4)); got != c.above {
			t.Errorf("%v: %v, want %v", c.d, got, c.above)
		}
	}
}

func TestUrge(t *testing.T) {
	now := noon()
	s := Snapshot{Spoke: now.Add(-100 * time.Hour), Goal: GoalPressure{Priority: 1}} // boredom 0.692, goal 0.8
	for _, c := range []struct {
		name string
		s    func(s Snapshot) Snapshot
		want Drive
	}{
		{"strong and idle", func(s Snapshot) Snapshot { return s }, Goal},
		{"below the threshold", func(s Snapshot) Snapshot { s.Thresholds.Act = 0.81; return s }, ""},
		{"spoken to an hour ago", func(s Snapshot) Snapshot { s.Spoke = now.Add(-time.Hour); return s }, ""},
		{"never spoken to", func(s Snapshot) Snapshot { s.Spoke = time.Time{}; return s }, ""},
		{"acted 59 minutes ago", func(s Snapshot) Snapshot {
			s.Acted = map[Drive]time.Time{Curiosity: now.Add(-59 * time.Minute)}
			return s
		}, ""},
		{"acted 60 minutes ago", func(s Snapshot) Snapshot { s.Acted = map[Drive]time.Time{Curiosity: now.Add(-time.Hour)}; return s }, Goal},
		{"acted a year ahead", func(s Snapshot) Snapshot { s.Acted = map[Drive]time.Time{Curiosity: now.AddDate(1, 0, 0)}; return s }, Goal},
		{"clock a year back", func(s Snapshot) Snapshot { s.Spoke = now.AddDate(1, 0, 0); return s }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.s(s).Urge(now, Pace{Idle: 2 * time.Hour}); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestForecast(t *testing.T) {
	now := noon()
	s := Snapshot{Spoke: now, Emotion: Emotion{Protective, 0.9}, Felt: now, Goal: GoalPressure{Priority: 2},
		Questions: []Question{{Priority: 1, Raised: now}}}
	list := s.Forecast(now, now.Add(24*time.Hour), time.Hour)
	if len(list) != 25 {
		t.Fatalf("%d points", len(list))
	}
	for i, d := range list {
		if want := s.At(now.Add(time.Duration(i) * time.Hour)); d != want {
			t.Errorf("point %d: %v, want %v", i, d, want)
		}
		if i > 0 && (d.Boredom.Value <= list[i-1].Boredom.Value || d.Relatedness.Value >= list[i-1].Relatedness.Value || d.Curiosity.Value >= list[i-1].Curiosity.Value) {
			t.Errorf("point %d goes the wrong way: %v after %v", i, d, list[i-1])
		}
	}
	last := list[24]
	if !near(last.Boredom.Value, 0.482831) || !near(last.Relatedness.Value, 0.580390) || !near(last.Goal.Value, 0.6) {
		t.Errorf("after a day: %v", last)
	}
	if n := len(s.Forecast(now, now.AddDate(100, 0, 0), time.Nanosecond)); n > maxForecast+1 || n < maxForecast/2 {
		t.Errorf("a century by the nanosecond: %d points", n)
	}
	if got := s.Forecast(now, now.Add(-time.Hour), time.Hour); got != nil {
		t.Errorf("backwards: %v", got)
	}
	if got := s.Forecast(now, now, 0); len(got) != 1 {
		t.Errorf("a moment: %v", got)
	}
}
