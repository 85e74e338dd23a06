package page

import (
	"errors"
	"sync"
	"testing"
	"time"
)

// noon is when tests happen.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var errOdd = errors.New("odd")

// english and japanese are the words of the two languages.
func english(t testing.TB) Words  { return wordsIn(t, "en") }
func japanese(t testing.TB) Words { return wordsIn(t, "ja") }

func wordsIn(t testing.TB, lang string) Words {
	t.Helper()
	w, err := LoadWords(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A loop stands for the screen's goroutine: what enters runs on whoever
// drains it.
type loop struct {
	mu    sync.Mutex // guards queue
	queue []func()
}

func (l *loop) put(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
}

func (l *loop) drain() {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, f := range queue {
		f()
	}
}

const (
	goalsThen = `{"short_term":[{"id":"sh_1","goal":"Learn the poem","priority":2,"progress_notes":["by heart",{"note":"half of it"}]},{"id":"sh_2","goal":"Sing","priority":1}],"long_term":[]}`
	goalsNow  = `{"short_term":[{"id":"sh_1","goal":"Learn two poems","priority":2}],"completed":[{"id":"sh_9","goal":"Swim","reason":"did"}],
		"abandoned":[{"id":"sh_0","goal":"Hidden","sources":[],"withdrawn":["01A"]}]}`
)
