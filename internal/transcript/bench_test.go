package transcript

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"
)

// long fills a log with n messages of some 250 bytes each, all of this month.
func (b *bench) long(n int) {
	b.t.Helper()
	b.reopen(func() {
		var buf bytes.Buffer
		parent := ID("")
		var mint minter
		start := b.Time.Add(-time.Duration(n) * time.Second)
		for i := range n {
			at := start.Add(time.Duration(i) * time.Second)
			id, err := mint.next(at)
			if err != nil {
				b.t.Fatal(err)
			}
			_, line, err := encode(Message{ID: id, Parent: parent, Role: RoleUser, Time: at, Text: fmt.Sprintf("message %d: きょうは雨でした。We talked about tea and the garden.", i), Trace: []byte(`{"speaker":{"name":"built-in rules"},"usage":{"calls":1}}`)})
			if err != nil {
				b.t.Fatal(err)
			}
			buf.Write(line)
			buf.WriteByte('\n')
			parent = id
		}
		b.PutFile(b.t, logFile, buf.String())
	})
}

func BenchmarkOpenAndFirstPage(b *testing.B) {
	for _, n := range []int{0, 100, 100_000} {
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			bench := newDamaged(b)
			bench.long(n)
			b.ReportAllocs()
			for b.Loop() {
				l, err := Open(bench.dir, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := l.Page(Cursor{}, 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPageBackwards(b *testing.B) {
	bench := newDamaged(b)
	bench.long(100_000)
	b.ResetTimer()
	cur := Cursor{}
	for b.Loop() {
		p, err := bench.Page(cur, 50)
		if err != nil {
			b.Fatal(err)
		}
		cur = p.Next
	}
}

func BenchmarkAppend(b *testing.B) {
	bench := newDamaged(b)
	parent := ID("")
	for b.Loop() {
		m, err := bench.Append(Message{Parent: parent, Role: RoleUser, Text: "We talked about tea and the garden."})
		if err != nil {
			b.Fatal(err)
		}
		parent = m.ID
	}
}

func BenchmarkSearch(b *testing.B) {
	bench := newDamaged(b)
	bench.long(100_000)
	for _, query := range []string{"nowhere to be found", "アメ", "message 50000"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				if _, err := bench.Search(context.Background(), query, 20); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkArchive(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		bench := newDamaged(b)
		bench.long(100_000)
		bench.Time = bench.Time.AddDate(0, 1, 0)
		b.StartTimer()
		if err := bench.Archive(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFirstPageMemory holds the first page of a long log to the memory and the
// reading that a short one needs.
func TestFirstPageMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a long log")
	}
	measure := func(n int) uint64 {
		b := newDamaged(t)
		b.long(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 10 {
			l, err := Open(b.dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := l.Page(Cursor{}, 50)
			if err != nil || len(p.Messages) != 50 || !p.More {
				t.Fatalf("page of %d messages, %v", len(p.Messages), err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	short, long := measure(1_000), measure(50_000)
	if long > short*13/10 {
		t.Errorf("the first page of 50,000 messages allocates %d bytes, that of 1,000 %d", long, short)
	}
}
