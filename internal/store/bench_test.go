package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// benchHome makes a home on the real disk.
func benchHome(b *testing.B) *Dir {
	b.Helper()
	h, err := Open(b.TempDir(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = h.Close() })
	d, err := h.CreatePersona("luna")
	if err != nil {
		b.Fatal(err)
	}
	write(b, d, profileFile, "{}")
	return d
}

// BenchmarkWrite is one replace of a file of 20 kB, and what the history adds.
func BenchmarkWrite(b *testing.B) {
	for _, name := range []string{"core_memory.txt", "knowledge/core_memory.txt"} { // with and without history
		b.Run(filepath.Dir(name), func(b *testing.B) {
			d := benchHome(b)
			rest(d)
			text := strings.Repeat("x", 20_000)
			for i := 0; b.Loop(); i++ {
				write(b, d, name, fmt.Sprint(i, text))
			}
			b.StopTimer()
			d.hist.waiting = nil // the commits are another benchmark's
		})
	}
}

// BenchmarkAppend is one record of 500 bytes of a conversation.
func BenchmarkAppend(b *testing.B) {
	d := benchHome(b)
	j := openJournal(b, d)
	line := []byte(`{"text":"` + strings.Repeat("x", 490) + `"}`)
	for b.Loop() {
		if _, err := j.Append(line); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCommit is what the history does in the background for one write.
func BenchmarkCommit(b *testing.B) {
	d := benchHome(b)
	rest(d)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		write(b, d, "memory/a.md", fmt.Sprint(i))
		b.StartTimer()
		if err := d.Sync(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen100k opens a home with a journal of 100,000 lines and 50 MB, and
// reads the last hundred. x/empty is how many times longer it takes than with an
// empty one.
func BenchmarkOpen100k(b *testing.B) {
	open := func(dir string) time.Duration {
		begin := time.Now()
		h, err := Open(dir, Options{})
		if err != nil {
			b.Fatal(err)
		}
		d, err := h.Persona("luna")
		if err != nil {
			b.Fatal(err)
		}
		j := openJournal(b, d)
		n := 0
		for _, err := range j.Backward(j.Size()) {
			if n++; err != nil || n == 100 {
				break
			}
		}
		took := time.Since(begin)
		if err := h.Close(); err != nil {
			b.Fatal(err)
		}
		return took
	}
	empty, _ := makeHome(b, func(d *Dir) { openJournal(b, d) })
	full, folder := makeHome(b, func(d *Dir) { openJournal(b, d) })
	text := strings.Repeat(`{"text":"`+strings.Repeat("x", 488)+"\"}\n", 100_000)
	if err := os.WriteFile(filepath.Join(folder, "log.jsonl"), []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	open(full) // the history looks at it once
	var sum, sumEmpty time.Duration
	for b.Loop() {
		sumEmpty += open(empty)
		sum += open(full)
	}
	b.ReportMetric(float64(sum)/float64(sumEmpty), "x/empty")
	b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "µs/open")
}
