package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/motivation"
	"yumori/ui/uitest"
)

// decade fills a persona with ten years: an episode a day and a week, 2,000
// entities, 10,000 facts, 10,000 feelings, 200 dreams of 30 changes and the newest of 300, 1,000
// documents.
func decade(m *uitest.FakeMate) {
	m.State.Time = uitest.Noon
	day := func(i int) time.Time { return uitest.Noon.AddDate(0, 0, -i) }
	for i := range 3650 {
		e := episodic.Episode{ID: fmt.Sprint("e", i), Date: episodic.DateOf(day(i)), Summary: fmt.Sprintf("On day %d we spoke of the lake and of tea.", i), Arousal: 0.4}
		m.Episodes = append(m.Episodes, e)
		m.Days = append(m.Days, companion.FeltDay{Date: e.Date, DayArousal: episodic.DayArousal{Mean: 0.4, Max: 0.7, Exchanges: 3}})
	}
	for i := range 2000 {
		m.Pages = append(m.Pages, entity.Page{Name: entity.Name(fmt.Sprint("Person ", i)), File: fmt.Sprintf("entity_memory/p%d.md", i)})
	}
	for i := range 10_000 {
		m.KeptFacts = append(m.KeptFacts, facts.Fact{ID: fmt.Sprint("f", i), Type: facts.Opinion, Text: fmt.Sprintf("Tea %d is better than coffee", i), Confidence: 0.8, Time: day(i % 3650)})
		m.Feelings = append(m.Feelings, motivation.Point{Time: day(i % 3650).Add(time.Duration(i) * time.Second), Emotion: motivation.Emotion{Category: motivation.Joy, Intensity: 0.7}})
	}
	text := fmt.Sprint
	for i := range 200 {
		r := record.Record{ID: fmt.Sprint("d", i), Date: episodic.DateOf(day(i)), Level: 1, By: episodic.Rules, State: record.StatusApplied}
		changes := 30
		if i == 0 {
			changes = 300 // a backfill
		}
		for k := range changes {
			before, after := text("It was ", k), text("It is ", k)
			r.Changes = append(r.Changes, record.Change{ID: text("c", k), Kind: "fact", File: "bank/world.md", Title: text("Fact ", k), State: record.StatusApplied,
				Before: &before, After: &after, Evidence: []record.Evidence{{Message: string(uitest.MessageID(3)), Quote: "it is on Friday"}}})
		}
		m.Records = append(m.Records, r)
	}
	for i := range 1000 {
		m.Papers = append(m.Papers, companion.KnowledgeFile{Name: fmt.Sprintf("book %d.pdf", i), Size: 1 << 20, Added: uitest.Noon, State: companion.KnowledgeIndexed, Pages: 100, Chunks: 400})
	}
}

// A stopwatch measures how long the screen's goroutine is busy, and how long
// the work away from it takes.
type stopwatch struct{ screen, away time.Duration }

// timed runs f on the screen and everything it sends away.
func (s *stage) timed(f func()) stopwatch {
	var w stopwatch
	start, enter := s.bench.Start, s.bench.Enter
	defer func() { s.bench.Start, s.bench.Enter = start, enter }()
	s.bench.Enter = func(f func()) {
		began := time.Now()
		f()
		w.screen += time.Since(began)
		w.away -= time.Since(began)
	}
	s.bench.Start = func(f func()) {
		start(func() {
			began := time.Now()
			f()
			w.away += time.Since(began)
		})
	}
	began := time.Now()
	f()
	w.screen += time.Since(began)
	s.bench.Settle()
	return w
}

// pageBar is how long a page may take to open.
const pageBar = 100 * time.Millisecond

// BenchmarkPages opens every page over ten years: what it costs the screen,
// and what is read and worded away from it, without the companion's own work.
// The bar of both together is 100 ms.
func BenchmarkPages(b *testing.B) {
	for _, at := range openings() {
		b.Run(at.name, func(b *testing.B) {
			s := newStage(b, 1000)
			decade(s.mate)
			s.mate.FakeWhy = uitest.KnownWhy(b)
			at.open(s) // its faces and icons are drawn once in a program's life
			s.bench.Settle()
			s.win.Canvas().Capture()
			var screen, away []time.Duration
			for b.Loop() {
				s.goPage(pageChat)
				s.bench.Settle()
				w := s.timed(func() { at.open(s) })
				screen, away = append(screen, w.screen), append(away, w.away)
			}
			slices.Sort(screen)
			slices.Sort(away)
			b.ReportMetric(float64(screen[len(screen)/2].Microseconds())/1000, "ms-screen")
			b.ReportMetric(float64(away[len(away)/2].Microseconds())/1000, "ms-away")
			if least := screen[0] + away[0]; least > pageBar {
				b.Errorf("%s takes %v to open, at best", at.name, least)
			}
		})
	}
}

// BenchmarkStreaming lets a long reply grow at the end of 100,000 messages:
// what an event of it costs the screen. The bar is 30 ms; that there are ten a
// second at most is TestFollowPacesTurns.
func BenchmarkStreaming(b *testing.B) {
	s := newStage(b, 100_000)
	user, err := s.mate.Find(s.mate.Head())
	if err != nil {
		b.Fatal(err)
	}
	turn := companion.Turn{Phase: companion.PhaseSpeaking, User: user, Speaker: s.mate.Speaker}
	var took []time.Duration
	for b.Loop() {
		if turn.Text += "a few more words, "; len(turn.Text) > 4000 {
			turn.Text = ""
		}
		w := s.timed(func() {
			s.mate.Tell(companion.TopicTurn, turn)
			s.win.Content().Refresh()
		})
		took = append(took, w.screen)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-99th")
}
