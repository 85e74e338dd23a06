package goals

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// tenYears writes 2,000 closed goals with five notes each and 15 active ones.
func tenYears(b *testing.B) *bench {
	b.Helper()
	bench := newDamaged(b)
	note := `{"time":"2026-01-01T00:00:00Z","note":"another step towards it","sources":["01KA0000000000000000000000"]}`
	goal := func(i int) string {
		return fmt.Sprintf(`{"id":"sh_%d","goal":"goal number %d, of some words","created_at":"2026-01-01T00:00:00Z","status":"completed","progress_notes":[%s],"priority":%d,"kind":"lived","sources":["01KA0000000000000000000000"],"completed_at":"2026-01-02T00:00:00Z","reason":"reached"}`,
			i, i, strings.TrimSuffix(strings.Repeat(note+",", 5), ","), 1+i%5)
	}
	var active, closed []string
	for i := range 2015 {
		if i < 15 {
			active = append(active, goal(i))
		} else {
			closed = append(closed, goal(i))
		}
	}
	bench.PutFile(b, goalsFile, `{"short_term":[`+strings.Join(active, ",")+`],"completed":[`+strings.Join(closed, ",")+`]}`)
	return bench
}

// BenchmarkOpen is the start of the program after ten years.
func BenchmarkOpen(b *testing.B) {
	bench := tenYears(b)
	for b.Loop() {
		if n := len(bench.open(b).Goals()); n != 2015 {
			b.Fatal(n)
		}
	}
}

// BenchmarkPrompt is what a turn asks for.
func BenchmarkPrompt(b *testing.B) {
	bench := tenYears(b)
	for b.Loop() {
		if n := len(bench.Prompt()); n != PromptShort {
			b.Fatal(n)
		}
	}
}

// BenchmarkProgress is a note.
func BenchmarkProgress(b *testing.B) {
	bench := tenYears(b)
	for b.Loop() {
		if _, err := bench.Progress("sh_1", Note{Text: "a step", Time: time.Now()}, cause()); err != nil {
			b.Fatal(err)
		}
	}
}
