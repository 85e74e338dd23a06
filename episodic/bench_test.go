package episodic

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// The life that the benchmarks load.
const (
	benchDays      = 3650
	benchExchanges = 50_000
)

// benchLife writes ten years: a summary a day and the exchanges by month, past
// the store, and reads them once.
func benchLife(b *testing.B) *bench {
	b.Helper()
	t := newDamaged(b)
	text := strings.Repeat("We talked about the garden and what to plant in spring. ", 18) // 1,000 characters
	days, months := map[string]*strings.Builder{}, map[string]*strings.Builder{}
	part := func(m map[string]*strings.Builder, name string) *strings.Builder {
		if m[name] == nil {
			m[name] = &strings.Builder{}
			m[name].WriteString("[\n")
		} else {
			m[name].WriteString(",\n")
		}
		return m[name]
	}
	n := 0
	for k := range benchDays {
		at := morning().AddDate(0, 0, k-benchDays)
		day := DateOf(at)
		file := journalFile
		if m := monthIn(day); m < "2026-11" {
			file = fmt.Sprintf(journalMonth, m)
		}
		var sources []string
		for ; n*benchDays < (k+1)*benchExchanges; n++ {
			user, reply := fmt.Sprintf("01KA%022d", 2*n), fmt.Sprintf("01KA%022d", 2*n+1)
			sources = append(sources, user, reply)
			x := Exchange{User: user, Reply: reply, Time: at.Add(time.Duration(n%600) * time.Minute / 10), After: joyful()}
			x.Arousal = rounded(Arousal(x.Before, x.After))
			list, err := encodeExchange(x)
			if err != nil {
				b.Fatal(err)
			}
			part(months, monthOf(day)).Write(onOneLine(list))
		}
		list, err := encodeEpisode(Episode{ID: numbered(day, 1), Date: day, Kind: memory.Lived, Summary: text, Arousal: 0.5, Max: 0.7, Sources: sources, CreatedAt: at})
		if err != nil {
			b.Fatal(err)
		}
		part(days, file).Write(onLines(list))
	}
	old := morning().AddDate(-1, 0, 0) // so that stamps are trusted, as they are of old files
	for _, m := range []map[string]*strings.Builder{days, months} {
		for name, text := range m {
			t.PutFile(b, name, text.String()+"\n]\n")
			if err := os.Chtimes(t.FilePath(name), old, old); err != nil {
				b.Fatal(err)
			}
		}
	}
	return t
}

// BenchmarkLoad opens ten years of episodes and the day's exchanges.
func BenchmarkLoad(b *testing.B) {
	t := benchLife(b)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		t.again()
		if len(t.Window(morning(), LookBack)) != LookBack {
			b.Fatal("days are missing")
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "MB")
}

// BenchmarkLoadExchanges reads the exchanges of ten years, as taking a message
// back does.
func BenchmarkLoadExchanges(b *testing.B) {
	t := benchLife(b)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		t.again()
		if _, ok := t.x.Of("01KA" + fmt.Sprintf("%022d", 0)); !ok {
			b.Fatal("the first exchange is missing")
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "MB")
}

// BenchmarkTurn is what a turn does here: look at the window, record an
// exchange, move the arousal of two episodes.
func BenchmarkTurn(b *testing.B) {
	t := benchLife(b)
	t.again()
	ids := []string{numbered("2026-11-18", 1), numbered("2026-11-20", 1)}
	c := store.Cause{Kind: store.CauseTurn}
	for name, do := range map[string]func(i int) error{
		"window": func(int) error { t.Window(morning(), LookBack); return nil },
		"record": func(i int) error {
			x := Exchange{User: fmt.Sprint("u", i%100), Reply: fmt.Sprint("r", i%100), Time: morning(), After: joyful()}
			x.Arousal = Arousal(x.Before, x.After)
			return t.x.Record(x, c)
		},
		"resonate": func(i int) error {
			_, err := t.Resonate([]Report{{ID: ids[0], Resonance: float64(i % 2)}, {ID: ids[1], Resonance: float64(1 - i%2)}}, c)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if err := do(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDaily tells a day of 300 lines by rules.
func BenchmarkDaily(b *testing.B) {
	d := Day{Date: "2026-11-21", Persona: "Mio", User: "Alex"}
	for n := range 300 {
		d.Lines = append(d.Lines, Line{Speaker: User, Text: fmt.Sprintf("Yesterday I took number %d to the garden of my aunt %d. Do you know it? It was fun.", n, n*n), ID: fmt.Sprint(n)})
	}
	for b.Loop() {
		if _, err := Daily(b.Context(), nil, d); err != nil {
			b.Fatal(err)
		}
	}
}
