package dreaming

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/meter"
	"yumori/internal/transcript"
)

// lives writes days of a life into the log, from the 1st of March 2026 on.
func (w *world) lives(l Life, days int) {
	w.t.Helper()
	d := episodic.Date("2026-03-01")
	for range days {
		for _, s := range l.Day(d, jst) {
			u, err := w.log.Append(transcript.Message{Parent: w.log.Head(), Role: transcript.RoleUser, Text: s.User, Time: s.Time})
			if err != nil {
				w.t.Fatal(err)
			}
			_, err = w.log.Append(transcript.Message{Parent: u.ID, Role: transcript.RolePersona, Text: s.Reply, Time: s.Time.Add(20 * time.Second)})
			if err != nil {
				w.t.Fatal(err)
			}
		}
		d = d.Back(-1)
	}
	w.now = startOf(d, jst).Add(12 * time.Hour)
}

func summaries(t *testing.T, w *world) []record.Summary {
	t.Helper()
	d, err := record.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.List()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestBackfill(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.lives(Life{Seed: 7, Talk: 2, Silent: 5}, 40)
	plan, err := New(w.deps).PlanBackfill(t.Context(), Backfill{})
	if err != nil || plan.Days != 32 || plan.Messages != 32*4 || plan.Calls != 0 || plan.First != "2026-03-01" && plan.First != "2026-03-02" {
		t.Fatalf("plan %+v, %v", plan, err)
	}
	// Broken off after each third day, with a new pipeline each time.
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		_, err := New(w.deps).Backfill(ctx, Backfill{Progress: func(Lived) {
			if n++; n == 3 {
				cancel()
			}
		}})
		cancel()
		if errors.Is(err, ErrNothing) {
			break
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	list := summaries(t, w)
	if len(list) != 32 {
		t.Fatalf("%d dreams for 32 days", len(list))
	}
	levels := map[int]int{}
	for i, s := range list {
		if i > 0 && s.Date >= list[i-1].Date || s.State != record.StatusApplied {
			t.Errorf("dream %+v", s)
		}
		if want := endOf(s.Date, jst); !s.At.Equal(want) {
			t.Errorf("in the dream for %s the clock said %v", s.Date, s.At)
		}
		levels[s.Level]++
	}
	if levels[3] != 1 || levels[2] < 3 || levels[2] > 5 {
		t.Errorf("levels %v", levels)
	}
	episodes, err := episodic.Open(w.dir, episodic.Options{Now: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	byDay := map[episodic.Date]int{}
	for _, e := range episodes.Episodes() {
		if e.Type == episodic.Ordinary {
			byDay[e.Date]++
		}
	}
	for d, n := range byDay {
		if n != 1 {
			t.Errorf("%d episodes of %s", n, d)
		}
	}
	if len(byDay) != 32 {
		t.Errorf("%d days have an episode", len(byDay))
	}
}

func TestBackfillIsCapped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.lives(Life{Seed: 7, Talk: 4}, 10)
	m := llmtest.NewScripted()
	for range 200 {
		m.Add(llmtest.Text("not JSON")) // the rules take over, and it was asked all the same
	}
	w.deps.Model = m
	b := Backfill{Cap: Cap{Calls: 20}}
	w.deps.Meter = meter.NewBudget(b.Cap, llm.Usage{})
	lived, err := New(w.deps).Backfill(t.Context(), b)
	if !errors.Is(err, ErrBudget) || lived.Done == 0 || lived.Done == 10 || lived.Usage.Calls > 20 {
		t.Errorf("lived %+v, %v", lived, err)
	}
	if n := len(m.Requests()); n > 20 {
		t.Errorf("%d calls", n)
	}
	// It goes on where it stopped, by rules for nothing.
	lived, err = New(w.deps).Backfill(t.Context(), Backfill{By: ByRules})
	if err != nil || lived.Usage.Calls != 0 {
		t.Errorf("went on: %+v, %v", lived, err)
	}
	if n := len(summaries(t, w)); n != 10 {
		t.Errorf("%d dreams", n)
	}
}

// Ten years of daily talk, by rules.
func BenchmarkBackfillTenYears(b *testing.B) { benchmarkBackfill(b, 3652) }

// Two years of it, to see where the time goes.
func BenchmarkBackfillTwoYears(b *testing.B) { benchmarkBackfill(b, 730) }

func benchmarkBackfill(b *testing.B, days int) {
	for b.Loop() {
		w := newWorld(b, "en")
		w.lives(Life{Seed: 1, Talk: 10}, days)
		began := time.Now()
		peak := uint64(0)
		lived, err := New(w.deps).Backfill(b.Context(), Backfill{Progress: func(l Lived) {
			if l.Done%365 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapAlloc)
				fmt.Printf("%s: %d of %d days in %.0f s, heap %d MB\n", l.Date, l.Done, l.Of, time.Since(began).Seconds(), m.HeapAlloc>>20)
			}
		}})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s/backfill")
		b.ReportMetric(float64(lived.Done), "days")
		b.ReportMetric(float64(peak>>20), "MB")
	}
}

// A day of sixty exchanges dreamt by rules, every write on disk: it is to take
// less than a second.
func BenchmarkDayOfSixtyExchanges(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		w := newWorld(b, "en")
		w.lives(Life{Seed: 1, Talk: 60}, 1)
		p := New(w.deps)
		b.StartTimer()
		if _, err := p.Dream(b.Context(), Request{Date: "2026-03-01", At: w.now}); err != nil {
			b.Fatal(err)
		}
	}
}

// A conversation that ended before the first dream of all would look, as one
// that was brought along does, is nothing for a night, yet is there to be lived
// through, also when somebody asked for a dream of today; one of it ends the offer.
func TestOldTalkIsOffered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.lives(Life{Seed: 7, Talk: 4, Silent: 5}, 6)
	w.now = w.now.Add(2 * firstSpan)
	if days, older, err := New(w.deps).News(t.Context(), w.now); len(days) != 0 || !older || err != nil {
		t.Fatalf("before: days %v, older %v, %v", days, older, err)
	}
	if _, err := w.log.Append(transcript.Message{Parent: w.log.Head(), Role: transcript.RoleUser, Text: "My sister Ada moved to Leeds today.", Time: w.now}); err != nil {
		t.Fatal(err)
	}
	at := w.now.Add(time.Hour)
	if _, err := New(w.deps).Dream(t.Context(), Request{Date: dayOf(at), At: at}); err != nil {
		t.Fatal(err)
	}
	if _, older, err := New(w.deps).News(t.Context(), at); !older || err != nil {
		t.Fatalf("after a dream that somebody asked for: older %v, %v", older, err)
	}
	first := dreamFile(t, w, string(dayOf(at))+"-1.json")
	kept, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(first, []byte("{ spoilt"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := New(w.deps).News(t.Context(), at); err != nil {
		t.Fatalf("a spoilt record of a dream ends all nights: %v", err)
	}
	if err := os.WriteFile(first, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(w.deps).Backfill(t.Context(), Backfill{}); err != nil {
		t.Fatal(err)
	}
	if days, older, err := New(w.deps).News(t.Context(), at); len(days) != 0 || older || err != nil {
		t.Fatalf("after: days %v, older %v, %v", days, older, err)
	}
}

// dreamFile finds the file of a dream.
func dreamFile(t *testing.T, w *world, name string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.home, "personas", "*", record.Folder, name))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", name, found, err)
	}
	return found[0]
}
