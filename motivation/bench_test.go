package motivation

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// tenYears writes 50,000 emotions in 120 files, and 30 questions.
func tenYears(b *testing.B) (*bench, time.Time) {
	b.Helper()
	bench := newDamaged(b)
	at := time.Date(2016, 12, 1, 8, 0, 0, 0, time.UTC)
	for range 120 {
		var nodes []*jsontree.Node
		start := at
		for i := range 416 {
			p := Point{ID: newID("em_"), Time: at.Add(time.Duration(i) * 100 * time.Minute), Emotion: Emotion{Joy, 0.5}, Kind: memory.Lived, Sources: []string{"01KA" + newID("")}}
			nodes = append(nodes, p.node())
		}
		at = time.Date(start.Year(), start.Month()+1, 1, 8, 0, 0, 0, time.UTC)
		name := emotionArchive + start.Format("2006-01") + ".json"
		if start.Format("2006-01") == "2026-11" {
			name = emotionFile
		}
		bench.PutFile(b, name, string(encodeLeaf(nodes)))
	}
	var closed []string
	for i := range 30 {
		closed = append(closed, fmt.Sprintf(`{"id":"qu_%d","topic":"topic %d","context":"%s","priority":0.5,"source_date":"2026-01-01","raised_at":"2026-01-01T00:00:00Z","kind":"inferred","sources":["01KA"],"state":"resolved","answer":"%[3]s","evidence":["%[3]s"],"resolved_at":"2026-01-02T00:00:00Z","converted":"FACT"}`, i, i, strings.Repeat("word ", 20)))
	}
	bench.PutFile(b, stateFile, `{"drives":{"curiosity":{"open_questions":[`+strings.ReplaceAll(strings.Join(closed[:10], ","), "resolved\"", "open\"")+`]}},"closed_questions":[`+strings.Join(closed[10:], ",")+`]}`)
	return bench, time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
}

// BenchmarkOpen is the start of the program after ten years, without and with
// all emotions read. MB is what the latter keeps.
func BenchmarkOpen(b *testing.B) {
	bench, _ := tenYears(b)
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			bench.open(b)
		}
	})
	b.Run("all", func(b *testing.B) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var m *Mind
		for b.Loop() {
			m = bench.open(b)
			if list, err := m.Emotions(time.Time{}, time.Time{}); err != nil || len(list) != 120*416 {
				b.Fatal(len(list), err)
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		runtime.KeepAlive(m)
	})
}

// BenchmarkEmotions is a look at the emotions again, of a week and of all.
func BenchmarkEmotions(b *testing.B) {
	bench, now := tenYears(b)
	for _, p := range []Period{Week, All} {
		b.Run(string(p), func(b *testing.B) {
			for b.Loop() {
				if _, err := bench.Emotions(p.Since(now), now); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTurn is what a turn costs: the user is heard, the drives are looked
// at twice, the persona's emotion is noted. The history is at rest before it, as
// it is a minute after the last turn.
func BenchmarkTurn(b *testing.B) {
	bench, now := tenYears(b)
	i := 0
	for b.Loop() {
		i++
		b.StopTimer()
		if err := bench.Dir.Sync(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		at, id := now.Add(time.Duration(i)*time.Millisecond), fmt.Sprint("m", i)
		if err := bench.Heard(at, id); err != nil {
			b.Fatal(err)
		}
		before := bench.Drives(at, GoalPressure{})
		if _, err := bench.Felt(Emotion{Joy, 0.5}, at, id); err != nil {
			b.Fatal(err)
		}
		if bench.Drives(at, GoalPressure{}) == before {
			b.Fatal("nothing has changed")
		}
	}
}

// BenchmarkWithdraw takes one message of ten years out and brings it back.
func BenchmarkWithdraw(b *testing.B) {
	bench, now := tenYears(b)
	bench.feel(b, Emotion{Joy, 0.5}, now, "m1")
	for b.Loop() {
		if items, err := bench.Withdraw([]string{"m1"}, store.Cause{}); err != nil || len(items) != 1 {
			b.Fatal(items, err)
		}
		if err := bench.Reinstate([]string{"m1"}, store.Cause{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDerived asks, at the start of the program, for what is derived from one
// message of ten years.
func BenchmarkDerived(b *testing.B) {
	bench, now := tenYears(b)
	bench.feel(b, Emotion{Joy, 0.5}, now, "m1")
	for b.Loop() {
		if items, err := bench.open(b).Derived("m1"); err != nil || len(items) != 1 {
			b.Fatal(items, err)
		}
	}
}
