package rag

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// babble makes messages of a vocabulary of Zipf's shape, in sessions of ten
// messages on a subject of their own, half of them Japanese.
func babble(n int) talk {
	rnd := rand.New(rand.NewPCG(7, 7))
	common := rand.NewZipf(rnd, 1.1, 4, 20_000)
	kanji := []rune("日本人大年中会国長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨")
	start := time.Date(2020, 1, 1, 8, 0, 0, 0, time.UTC)
	var s talk
	for i := range n {
		subject := i / 10
		text := ""
		for j := range 14 {
			switch {
			case i%2 == 1:
				text += string(kanji[rnd.IntN(len(kanji))]) + string(kanji[(subject+j)%len(kanji)]) + "の"
			case j%4 == 0:
				text += fmt.Sprintf("subject%d ", (subject*7+j)%5000)
			default:
				text += fmt.Sprintf("word%d ", common.Uint64())
			}
		}
		s.docs = append(s.docs, Document{
			ID: strconv.Itoa(i), Type: TypeMessage, Session: strconv.Itoa(subject), Source: memory.ParsePlace("log.jsonl"), Speaker: []string{"Ken", "Yumi"}[i/2%2],
			ByUser: i/2%2 == 0, Time: start.Add(time.Duration(i) * 20 * time.Minute), Text: text,
		})
	}
	return s
}

// emptyIndex makes an index in a home of its own.
func emptyIndex(b *testing.B) *Index {
	b.Helper()
	root := b.TempDir()
	home, err := store.Open(root, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = home.Close() })
	dir, err := home.CreatePersona("yumi")
	if err != nil {
		b.Fatal(err)
	}
	if err := dir.Write("log.jsonl", []byte("x"), store.Cause{Kind: store.CauseSetup}); err != nil {
		b.Fatal(err)
	}
	x, err := Open(b.Context(), Place{Dir: dir, Root: filepath.Join(root, "personas", "yumi"), Name: "memory"}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	return x
}

// benchmarkIndex makes an index of n chunks that has learned from them.
func benchmarkIndex(b *testing.B, n int) *Index {
	b.Helper()
	x := emptyIndex(b)
	if _, err := x.Sync(b.Context(), babble(n)); err != nil {
		b.Fatal(err)
	}
	if err := x.Learn(b.Context()); err != nil {
		b.Fatal(err)
	}
	return x
}

// BenchmarkRecall measures an index of YUMORI_BENCH_CHUNKS chunks (10,000 if
// unset): indexing, learning, opening and searching.
func BenchmarkRecall(b *testing.B) {
	n := 10_000
	if v, err := strconv.Atoi(os.Getenv("YUMORI_BENCH_CHUNKS")); err == nil {
		n = v
	}
	x := emptyIndex(b)
	dir, path, ctx := x.folder.dir, filepath.Dir(filepath.Dir(x.folder.root)), context.Background()
	var err error
	src := babble(n)
	b.Logf("index %d: %v", n, timed(b, func() error { _, err := x.Sync(ctx, src); return err }))
	b.Logf("learn: %v", timed(b, func() error { return x.Learn(ctx) }))
	b.Logf("close: %v", timed(b, x.Close))
	b.Logf("open: %v", timed(b, func() error { x, err = Open(ctx, Place{Dir: dir, Root: path, Name: "memory"}, Options{}); return err }))
	defer x.Close()
	b.Logf("disk: %d bytes a chunk", size(b, x.folder.root)/int64(n))
	src.docs = slices.Clone(src.docs[:1000])
	b.Logf("memory: %d MB", heap()>>20)
	if err := dir.Write("memory/note.md", []byte("x"), store.Cause{Kind: store.CauseSetup}); err != nil {
		b.Fatal(err)
	}
	note := talk{[]Document{{ID: "note", Type: TypeNote, Source: memory.ParsePlace("memory/note.md"), Text: "one changed file"}}}
	b.Logf("one changed file: %v", timed(b, func() error { _, err := x.Sync(ctx, note); return err }))
	var took []time.Duration
	i := 0
	for b.Loop() {
		q := src.docs[(i*7919)%len(src.docs)]
		begin := time.Now()
		if _, err := x.Search(ctx, Query{Text: q.Text[:len(q.Text)/2], Speakers: []string{"Ken"}}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begin))
		i++
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

// heap is how much is alive after a collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// allocated is how much has been taken so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func timed(b *testing.B, f func() error) time.Duration {
	b.Helper()
	begin := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	return time.Since(begin)
}

func size(b *testing.B, dir string) int64 {
	b.Helper()
	total := int64(0)
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && !e.IsDir() {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return total
}
