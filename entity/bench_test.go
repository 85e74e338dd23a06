package entity

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// storeOf makes a store of n pages that were not touched for an hour.
func storeOf(b *testing.B, n int) *bench {
	b.Helper()
	s := newBench(b)
	past := time.Now().Add(-time.Hour)
	for i := range n {
		text := fmt.Sprintf("# Entity Memory: Person %d\nCreated: 2026-01-01 12:00:00 +09:00\n\n%s\n", i,
			strings.Repeat(fmt.Sprintf("Likes thing %d. 好物は%d。 <!-- src: 01A%d -->\n\n", i, i, i), 12))
		file := fmt.Sprintf("Person %d.md", i)
		s.put(b, file, text)
		if err := os.Chtimes(s.FilePath(pageDir+"/"+file), past, past); err != nil {
			b.Fatal(err)
		}
	}
	s.reopen(b)
	return s
}

func BenchmarkOpen(b *testing.B) {
	s := storeOf(b, 2_000)
	for b.Loop() {
		s.reopen(b)
	}
}

func BenchmarkNames(b *testing.B) {
	s := storeOf(b, 2_000)
	for b.Loop() {
		if _, _, err := s.Names(200); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	s := storeOf(b, 2_000)
	for b.Loop() {
		if hits, err := s.Search("thing 1999 好物", 10); err != nil || len(hits) != 10 {
			b.Fatal(len(hits), err)
		}
	}
}

func BenchmarkLinks(b *testing.B) {
	s := storeOf(b, 2_000)
	for b.Loop() {
		if _, err := s.Links("Person 7"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	s := storeOf(b, 2_000)
	i := 0
	for b.Loop() {
		i++
		s.write(b, Name(fmt.Sprintf("Person %d", i%500)), fmt.Sprintf("news %d", i), "01B")
	}
}

func BenchmarkWithdrawOne(b *testing.B) {
	s := storeOf(b, 2_000)
	i := 0
	for b.Loop() {
		i++
		if _, err := s.Withdraw([]string{fmt.Sprintf("01A%d", i%2_000)}, tool()); err != nil {
			b.Fatal(err)
		}
	}
}
