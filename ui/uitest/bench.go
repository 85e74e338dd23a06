package uitest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"yumori/ui/look"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Noon is when tests happen.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// English and japanese are the words of the two languages.
func English(t testing.TB) page.Words { return wordsIn(t, "en") }

// Japanese are the words of Japanese.
func Japanese(t testing.TB) page.Words { return wordsIn(t, "ja") }

func wordsIn(t testing.TB, lang string) page.Words {
	t.Helper()
	w, err := page.LoadWords(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A Bench is a dispatcher whose tasks run when the test says so, on the test's
// goroutine: what a page does stays in order and needs no waiting.
type Bench struct {
	*page.Dispatcher
	queue  []func()
	Really func(context.Context, time.Duration) error // what waits in the program
}

// NewBench makes a dispatcher on which time does not pass.
func NewBench(t testing.TB) *Bench {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	b := &Bench{Dispatcher: page.NewDispatcher(ctx)}
	b.Start = func(f func()) { b.queue = append(b.queue, f) }
	b.Enter = func(f func()) { f() }
	// Time does not pass: what comes back from time to time comes once.
	b.Really = b.Pause
	b.Pause = func(context.Context, time.Duration) error { return ErrNoTime }
	return b
}

// Settle runs everything that was sent away, and what follows from it.
func (b *Bench) Settle() {
	for len(b.queue) > 0 {
		f := b.queue[0]
		b.queue = b.queue[1:]
		f()
	}
}

// NewApp is a toolkit without a screen, in our theme.
func NewApp(t testing.TB) fyne.App {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(look.New(look.Options{Variant: look.Dark}))
	return a
}

var (
	// ErrOdd is an error that nothing explains.
	ErrOdd = errors.New("odd")
	// ErrNoTime says that time does not pass.
	ErrNoTime = errors.New("time stands still")
)

// A Loop stands for the screen's goroutine: what enters runs on whoever
// drains it.
type Loop struct {
	mu    sync.Mutex // guards queue
	queue []func()
}

// Put takes what is to run on the screen.
func (l *Loop) Put(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
}

// Drain runs what was put, once.
func (l *Loop) Drain() {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, f := range queue {
		f()
	}
}
