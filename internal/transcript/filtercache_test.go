package transcript

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

// years says n messages in each of some months and archives all but the last.
func (b *bench) years(months, n int) {
	b.t.Helper()
	parent := ID("")
	for month := range months {
		for i := range n {
			parent = b.say(parent, fmt.Sprintf("In month %d I walked in the garden for the time number %d. 庭の花。", month, i)).ID
		}
		b.Time = b.Time.AddDate(0, 1, 0)
	}
	if err := b.Archive(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// cached is how many archives the filter has on disk, and loose what it has of
// archives in memory.
func (b *bench) cached() (n, loose int) {
	b.filter.mu.Lock()
	defer b.filter.mu.Unlock()
	for name, s := range b.filter.parts {
		if s.cached != nil {
			n++
		}
		if name != logFile {
			loose += len(s.data)
		}
	}
	return n, loose
}

func TestTheSieveOfArchivesStandsOnDisk(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.years(4, 250)
	wanted := Wanted{Phrase: "month 2 I walked"}
	want := heldIn(t, b, wanted, "newest")
	if len(want) != 250 {
		t.Fatalf("%d of 250 messages", len(want))
	}
	n, loose := b.cached()
	if n < 3 || loose != 0 {
		t.Fatalf("%d archives on disk, %d bytes of them in memory", n, loose)
	}
	file := b.FilePath(cacheFile)
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	damage := map[string]func(){
		"left as it is":    func() {},
		"taken away":       func() { check(t, os.Remove(file)) },
		"cut short":        func() { check(t, os.WriteFile(file, was[:len(was)/2], 0o600)) },
		"of no length":     func() { check(t, os.WriteFile(file, nil, 0o600)) },
		"changed":          func() { check(t, os.WriteFile(file, append(bytes.Clone(was[:len(was)-1]), was[len(was)-1]^1), 0o600)) },
		"zeros":            func() { check(t, os.WriteFile(file, make([]byte, len(was)), 0o600)) },
		"without its list": func() { check(t, os.WriteFile(file, was[:cacheHead+5], 0o600)) },
	}
	for what, do := range damage {
		do() // while it is in use
		if got := heldIn(t, b, wanted, "newest"); !slices.Equal(got, want) {
			t.Errorf("%s: %d messages, want %d", what, len(got), len(want))
		}
		b.reopen(do) // and between
		if got := heldIn(t, b, wanted, "newest"); !slices.Equal(got, want) {
			t.Errorf("%s, opened again: %d messages, want %d", what, len(got), len(want))
		}
		if n, loose := b.cached(); n < 3 || loose >= cacheLeast {
			t.Errorf("%s: %d archives on disk, %d bytes of them in memory", what, n, loose)
		}
		check(t, os.WriteFile(file, was, 0o600))
	}
}

func TestAnEditedArchiveIsSiftedAnew(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.years(3, 300)
	if got := heldIn(t, b, Wanted{Phrase: "violin"}, "newest"); len(got) != 0 {
		t.Fatalf("%d messages", len(got))
	}
	b.reopen(func() {
		file := b.FilePath(archiveName(b.Time.AddDate(0, -3, 0).Format(monthFormat)))
		data, err := os.ReadFile(file)
		check(t, err)
		check(t, os.WriteFile(file, bytes.Replace(data, []byte("garden"), []byte("violin"), 1), 0o600))
		check(t, os.Chtimes(file, time.Time{}, time.Now().Add(time.Minute)))
	})
	if got := heldIn(t, b, Wanted{Phrase: "violin"}, "newest"); len(got) != 1 {
		t.Errorf("%d messages, want the edited one", len(got))
	}
}

func TestAShortLogHasNoSieveOnDisk(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.years(3, 20)
	if got := heldIn(t, b, Wanted{Phrase: "garden"}, "newest"); len(got) != 60 {
		t.Fatalf("%d messages", len(got))
	}
	if _, err := b.Dir.Open(cacheFile); err == nil {
		t.Error("there is a file")
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
