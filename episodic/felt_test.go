package episodic

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// feltAre compares what messages are said to have moved with what is wanted;
// below 0 is that nobody knows.
func feltAre(t *testing.T, b *bench, said time.Time, want map[string]float64) {
	t.Helper()
	felt := b.x.Felt()
	for id, a := range want {
		got, ok := felt(id, said)
		if ok != (a >= 0) || ok && math.Abs(got-a) > 1e-6 {
			t.Errorf("%s said %v: %v, %v, want %v", id, said, got, ok, a)
		}
	}
}

// TestFelt asks for messages of the running day, of a month that is over, and
// of the night between two months, before and after the files were let go of.
func TestFelt(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	midnight := time.Date(2026, 9, 30, 23, 59, 59, 0, tokyo())
	b.record(1, midnight.Add(90*time.Second), joyful()) // the reply came in October
	b.record(2, morning().AddDate(0, -1, 0), State{})
	b.record(3, morning(), joyful())
	for range 2 {
		feltAre(t, b, midnight, map[string]float64{"u1": 0.768, "r1": 0.768, "u4": -1, "": -1})
		feltAre(t, b, morning().AddDate(0, -1, 0), map[string]float64{"u2": 0, "r2": 0})
		feltAre(t, b, morning(), map[string]float64{"u3": 0.768, "u4": -1})
		feltAre(t, b, time.Time{}, map[string]float64{"u3": 0.768, "u1": -1}) // of an unknown time: the running day alone
		b.again()
	}
}

// TestFeltIsOfNow changes what was asked for: by a later reply to the same
// words, by taking back, and by hand.
func TestFeltIsOfNow(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.record(1, morning(), joyful())
	feltAre(t, b, morning(), map[string]float64{"u1": 0.768})
	again := Exchange{User: "u1", Reply: "r9", Time: morning().Add(time.Minute), Arousal: 0.1}
	if err := b.x.Record(again, cause()); err != nil {
		t.Fatal(err)
	}
	feltAre(t, b, morning(), map[string]float64{"u1": 0.1, "r1": 0.768, "r9": 0.1})
	if _, err := b.x.Withdraw([]string{"r9"}, cause()); err != nil {
		t.Fatal(err)
	}
	feltAre(t, b, morning(), map[string]float64{"u1": 0.768, "r9": -1})
	b.record(2, morning().AddDate(0, 0, 1), State{}) // the day moves to its month
	feltAre(t, b, morning(), map[string]float64{"u1": 0.768, "u2": 0})
	name := fmt.Sprintf(sessionMonth, "2026-11")
	b.PutFile(t, name, strings.Replace(b.FileText(t, name), "0.768", "0.3", 1))
	feltAre(t, b, morning(), map[string]float64{"u1": 0.3})
}

// TestFeltKeepsMonths asks for more months than stay in memory: the second time
// none is read.
func TestFeltKeepsMonths(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const months = 2 * monthsAtHand
	for n := range months {
		b.record(n, morning().AddDate(0, n-months, 0), joyful())
	}
	b.again()
	ask := func() {
		felt := b.x.Felt()
		for n := range months {
			if a, ok := felt(fmt.Sprint("u", n), morning().AddDate(0, n-months, 0)); !ok || a == 0 {
				t.Errorf("month %d: %v %v", n, a, ok)
			}
		}
	}
	ask()
	if len(b.x.sheets) > monthsAtHand+1 {
		t.Errorf("%d files in memory", len(b.x.sheets))
	}
	before := map[string]*moved{}
	for name, m := range b.x.moved {
		before[name] = m
	}
	ask()
	for name, m := range b.x.moved {
		if before[name] != m {
			t.Errorf("%s was read again", name)
		}
	}
}

// BenchmarkFelt asks for the exchanges of nine messages of different months,
// as a recall does, of ten years; the first time each month is read.
func BenchmarkFelt(b *testing.B) {
	bench := newDamaged(b)
	var rows strings.Builder
	for m := range 120 {
		rows.Reset()
		at := morning().AddDate(0, -m, 0)
		for n := range 420 {
			fmt.Fprintf(&rows, ",\n{\"time\":%q,\"user\":\"01KA%015d%07d\",\"reply\":\"01KB%015d%07d\",\"kind\":\"lived\",\"before\":{\"emotion\":\"joy\",\"intensity\":0.4},\"after\":{\"emotion\":\"joy\",\"intensity\":0.8},\"arousal\":0.768}",
				at.Format(time.RFC3339), m, n, m, n)
		}
		bench.PutFile(b, monthOf(DateOf(at)), "["+rows.String()[1:]+"\n]\n")
	}
	for _, first := range []bool{true, false} {
		b.Run(fmt.Sprintf("first=%v", first), func(b *testing.B) {
			k := 0
			for b.Loop() {
				if first {
					bench.x.moved, bench.x.sheets = map[string]*moved{}, map[string]*sheet[Exchange]{}
				}
				felt := bench.x.Felt()
				for m := range 9 {
					at := morning().AddDate(0, -(k+13*m)%120, 0)
					if _, ok := felt(fmt.Sprintf("01KA%015d%07d", (k+13*m)%120, 7), at); !ok {
						b.Fatal("unknown")
					}
				}
				k++
			}
		})
	}
}
