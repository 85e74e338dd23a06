package source

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"strings"
	"testing"
)

// longLog is a log with a line of 64 MB in it that nobody holds in memory.
func longLog() io.Reader {
	x := io.LimitReader(xs{}, 64<<20)
	return io.MultiReader(
		strings.NewReader(`{"kind":"message","id":"A","role":"user","text":"the lighthouse"}`+"\n"+`{"kind":"message","id":"B","text":"`),
		x, strings.NewReader(`"}`+"\n"+`{"kind":"retract","id":"A"}`+"\n"+`{"kind":"message","id":"C","role":"user","text":"the dog"}`+"\n"),
	)
}

// xs gives the letter x for ever.
type xs struct{}

func (xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestALineLongerThanARecordIsNotHeld reads past a line that a user or another
// program put there. Not parallel: it looks at what the process allocates.
func TestALineLongerThanARecordIsNotHeld(t *testing.T) {
	const most = 24 << 20 // bytes, with room for lines up to the limit
	for name, read := range map[string]func() (string, error){
		"index": func() (string, error) {
			list, at, err := readLog(context.Background(), longLog(), reached{})
			ids := ""
			for _, r := range list {
				ids += r.ID
			}
			if at.offset < 64<<20 || at.line != 4 {
				t.Errorf("reached %+v", at)
			}
			return ids, err
		},
		"retractions": func() (string, error) {
			r := newRetracting()
			_, err := r.follow(context.Background(), &logLines{in: bufio.NewReaderSize(longLog(), 256<<10)})
			ids := ""
			for id := range r.says {
				ids += id
			}
			return ids, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ids, err := read()
			runtime.ReadMemStats(&after)
			if want := map[string]string{"index": "AAC", "retractions": "A"}[name]; err != nil || ids != want {
				t.Errorf("%q, %v; want %q", ids, err, want)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > most {
				t.Errorf("%d MB for a line that is not used", used>>20)
			}
		})
	}
}
