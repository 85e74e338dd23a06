package episodic

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// TestArousal compares with values computed by hand from docs/inner-life.md.
func TestArousal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		before, after State
		want          float64
	}{
		{"nothing", State{}, State{}, 0},
		{"from nothing to joy 0.8", State{}, joyful(), 0.768},
		{"the same by emotion alone", State{}, State{Emotion: Joy, Intensity: 0.8}, 0.704},
		{"joy stays: the floor of 0.3", joyful(), joyful(), 2 * (0.40*0.3 + 0.15*0.64)},
		{"faint joy stays", State{Emotion: Joy, Intensity: 0.5}, State{Emotion: Joy, Intensity: 0.5}, 2 * 0.15 * 0.4},
		{"contentment is no floor", State{Emotion: Contentment, Intensity: 1}, State{Emotion: Contentment, Intensity: 1}, 0.06},
		{"anger to calm", State{Emotion: Anger, Intensity: 1}, State{Emotion: Neutral, Intensity: 1}, 1},
		{"sadness at the threshold", State{Emotion: Sadness, Intensity: 1}, State{Emotion: Protective, Intensity: 1}, 2 * (0.40*0.3 + 0.15*0.6)},
		{"curiosity alone", State{Curiosity: 0.2}, State{Curiosity: 0.8}, 0.3},
		{"curiosity falls", State{Curiosity: 0.8}, State{Curiosity: 0.2}, 0.3},
		{"relatedness alone", State{Relatedness: 0.9}, State{}, 0.36},
		{"worry to joy", State{Emotion: Anxious, Intensity: 0.8, Relatedness: 0.64}, State{Emotion: Joy, Intensity: 0.9, Relatedness: 0.18}, 2 * (0.40*0.32 + 0.15*0.72 + 0.20*0.46)},
		{"no emotion of ours", State{}, State{Emotion: "bliss", Intensity: 1}, 0},
		{"numbers out of bounds", State{}, State{Emotion: Anger, Intensity: 40, Curiosity: -3, Relatedness: math.NaN()}, 1},
	} {
		if got := Arousal(c.before, c.after); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if got := b.x.Day("2026-11-21"); got != (DayArousal{0.5, 0.5, 0}) {
		t.Errorf("a day without data: %+v", got)
	}
	one := b.record(1, morning(), joyful())
	b.record(2, morning().Add(time.Minute), State{Emotion: Contentment, Intensity: 1})
	want := DayArousal{Mean: (0.768 + 0.22) / 2, Max: 0.768, Exchanges: 2}
	for range 2 {
		got := b.x.Day("2026-11-21")
		if math.Abs(got.Mean-want.Mean) > 1e-9 || got.Max != want.Max || got.Exchanges != 2 {
			t.Errorf("day: %+v, want %+v", got, want)
		}
		for _, id := range []string{"u1", "r1"} {
			x, ok := b.x.Of(id)
			if !ok || x.Reply != "r1" || math.Abs(x.Arousal-one.Arousal) > 1e-6 || x.After != one.After || !x.Time.Equal(one.Time) {
				t.Errorf("exchange of %s: %+v %v", id, x, ok)
			}
		}
		b.again()
	}
	if _, ok := b.x.Of(""); ok {
		t.Error("exchange of no message")
	}
	for name, bad := range map[string]Exchange{
		"no reply": {Time: morning()}, "no time": {Reply: "r"}, "arousal": {Reply: "r", Time: morning(), Arousal: 2},
	} {
		if err := b.x.Record(bad, cause()); !errors.Is(err, ErrBadExchange) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDays has days move to their months, the clock set back, and other zones.
func TestDays(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	n := 0
	record := func(at time.Time) {
		n++
		b.record(n, at, joyful())
	}
	oct := time.Date(2026, 10, 31, 23, 50, 0, 0, tokyo())
	record(oct)
	record(oct.Add(20 * time.Minute))                    // November
	record(oct.Add(10 * time.Minute).In(time.UTC))       // still October there
	record(oct.Add(30 * time.Minute))                    // November again
	record(oct.AddDate(-1, 0, 0))                        // the clock is a year back
	record(oct.Add(40 * time.Minute))                    // and right again
	record(time.Date(2026, 11, 21, 9, 0, 0, 0, tokyo())) // today
	for range 2 {
		for d, want := range map[Date]int{"2026-10-31": 2, "2026-11-01": 3, "2025-10-31": 1, "2026-11-21": 1, "2026-11-20": 0, "no day": 0} {
			if got := b.x.Day(d); got.Exchanges != want {
				t.Errorf("%s: %d exchanges, want %d", d, got.Exchanges, want)
			}
		}
		b.again()
	}
	if got := b.FileText(t, sessionFile); strings.Count(got, "arousal") != 1 {
		t.Errorf("the day's file holds other days:\n%s", got)
	}
	for i := range n {
		if _, ok := b.x.Of("u" + string(rune('1'+i))); !ok {
			t.Errorf("exchange %d is lost", i+1)
		}
	}
}
