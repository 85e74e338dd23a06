package ui

import (
	"slices"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/ui/uitest"
)

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
			uitest.Decade(s.companion)
			s.companion.FakeWhy = uitest.KnownWhy(b)
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
	user, err := s.companion.Find(s.companion.Head())
	if err != nil {
		b.Fatal(err)
	}
	turn := companion.Turn{Phase: companion.PhaseSpeaking, User: user, Speaker: s.companion.Speaker}
	var took []time.Duration
	for b.Loop() {
		if turn.Text += "a few more words, "; len(turn.Text) > 4000 {
			turn.Text = ""
		}
		w := s.timed(func() {
			s.companion.Tell(companion.TopicTurn, turn)
			s.win.Content().Refresh()
		})
		took = append(took, w.screen)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-99th")
}
