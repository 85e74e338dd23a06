package rag

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVocabularyCountsLikeAMap counts at random, on top of what is stored.
func TestVocabularyCountsLikeAMap(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	want := map[uint32]stat{}
	v := vocabulary{since: map[uint32]stat{}}
	for n := range uint32(50) {
		v.words, v.stats = append(v.words, 3*n), append(v.stats, stat{int32(n%3 + 1), 1})
		want[3*n] = v.stats[n]
	}
	v.size = len(v.words)
	for range 5_000 {
		term, by := rnd.Uint32N(200), stat{int32(rnd.IntN(3) - 1), int32(rnd.IntN(3) - 1)}
		s := want[term]
		if s = (stat{s.chunks + by.chunks, s.sessions + by.sessions}); s.chunks < 0 || s.sessions < 0 {
			continue
		}
		v.add(term, by)
		want[term] = s
		if s.isZero() {
			delete(want, term)
		}
		if v.of(term) != s || v.size != len(want) {
			t.Fatalf("term %d: %+v of %d, want %+v of %d", term, v.of(term), v.size, s, len(want))
		}
	}
	if got := maps.Collect(v.all()); !maps.Equal(got, want) {
		t.Errorf("all: %d terms, want %d", len(got), len(want))
	}
	last := -1
	for term := range v.all() {
		if int(term) <= last {
			t.Fatalf("%d comes after %d", term, last)
		}
		last = int(term)
	}
}

// useSnapshot takes a snapshot, as a Sync of much does.
func (f *fixture) useSnapshot() {
	f.t.Helper()
	f.x.writing.Lock()
	defer f.x.writing.Unlock()
	f.x.snapshot()
	if f.x.corpus.cols.stored.units != f.x.corpus.cols.docs || len(f.x.corpus.cols.late) != 0 {
		f.t.Fatalf("%d of %d documents are in the file", f.x.corpus.cols.stored.units, f.x.corpus.cols.docs)
	}
}

// TestWhatIsInFilesIsLikeWhatIsNot goes through a life of edits twice: once
// with everything in memory, once with a snapshot after each.
func TestWhatIsInFilesIsLikeWhatIsNot(t *testing.T) {
	for _, learned := range []bool{false, true} {
		memory, mapped := newFixture(t), newFixture(t)
		edits := []func(f *fixture){
			func(f *fixture) { f.write("a.md", many(0, 200)); f.write("c.log", many(300, 320)) },
			func(f *fixture) { f.write("a.md", many(0, 90)+many(110, 200)+"n1 a whale beside the boat\n") },
			func(f *fixture) {
				f.write("c.log", many(300, 340))
				f.write("b.md", "n2 another whale\nn3 a third whale\n")
			},
			func(f *fixture) { f.write("b.md", "n3 a third whale\n"); f.write("a.md", many(5, 150)) },
			func(f *fixture) { f.write("a.md", many(5, 6)) },
		}
		for i, edit := range edits {
			for _, f := range []*fixture{memory, mapped} {
				edit(f)
				f.sync()
				if i == 0 && learned {
					if err := f.x.Learn(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
			before := mapped.like(asking...)
			mapped.useSnapshot()
			mapped.check()
			if got := mapped.like(asking...); got != before {
				t.Fatalf("learned %v, edit %d: %s", learned, i, parting(got, before))
			}
			for _, q := range append([]string{"whale"}, asking...) {
				if got, want := mapped.ids(Query{Text: q}), memory.ids(Query{Text: q}); got != want {
					t.Errorf("learned %v, edit %d, %q: %.200s\nwant %.200s", learned, i, q, got, want)
				}
			}
			for _, id := range []string{"d0", "d7", "d95", "d310", "n2", "n3", "nobody"} {
				if mapped.x.Has(id) != memory.x.Has(id) {
					t.Errorf("edit %d: has %s: %v", i, id, mapped.x.Has(id))
				}
			}
		}
	}
}

// parting shows where two texts part.
func parting(got, want string) string {
	n := 0
	for n < min(len(got), len(want)) && got[n] == want[n] {
		n++
	}
	end := func(s string) string { return s[max(0, n-200):min(len(s), n+200)] }
	return "got\n" + end(got) + "\nwant\n" + end(want)
}

// TestASnapshotCutShortUnderASearchIsFoundOut cuts the files that an open index
// reads: nothing ends the program or is silently wrong, and the next Sync makes
// the index anew.
func TestASnapshotCutShortUnderASearchIsFoundOut(t *testing.T) {
	var learned template
	for _, name := range []string{snapshotName, windowsName, spaceName} {
		for _, keep := range []float64{0, 0.3, 0.999} {
			f := learned.copy(t, func(f *fixture) {
				f.write("a.md", many(0, 400))
				f.sync()
				if err := f.x.Learn(t.Context()); err != nil {
					t.Fatal(err)
				}
				f.useSnapshot()
			})
			f.useSnapshot()
			want := f.ids(Query{Text: "number17"})
			file := filepath.Join(f.x.folder.root, name)
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(file, int64(keep*float64(info.Size()))); err != nil {
				t.Fatal(err)
			}
			found, err := f.x.Search(t.Context(), Query{Text: "number17"})
			if err != nil || len(found.Notes) == 0 {
				t.Errorf("%s cut to %v: notes %q, %v", name, keep, found.Notes, err)
			}
			if r := f.sync(); !r.Rebuilt {
				t.Errorf("%s cut to %v: %+v", name, keep, r)
			}
			if got, _, _ := strings.Cut(f.ids(Query{Text: "number17"}), " "); !strings.HasPrefix(want, got) {
				t.Errorf("%s cut to %v: then finds %s, want %.100s", name, keep, got, want)
			}
		}
	}
}

// TestASnapshotGarbledUnderASearchIsFoundOut writes nonsense over what an open
// index reads: no number of it is followed, and the next Sync makes the index
// anew.
func TestASnapshotGarbledUnderASearchIsFoundOut(t *testing.T) {
	parts := map[string]func(s *stored) (int64, int64){
		"units":  func(s *stored) (int64, int64) { return s.unitsAt, s.namesAt },
		"chunks": func(s *stored) (int64, int64) { return s.chunksAt, s.bagsAt },
		"bags":   func(s *stored) (int64, int64) { return s.bagsAt, s.bagsEnd },
	}
	for name, part := range parts {
		for _, nonsense := range []byte{0xFF, 0x7F, 0x11} {
			f := newFixture(t)
			f.write("a.md", many(0, 400))
			f.sync()
			f.useSnapshot()
			want := f.ids(Query{Text: "number17"})
			from, end := part(&f.x.corpus.cols.stored)
			file, err := os.OpenFile(filepath.Join(f.x.folder.root, snapshotName), os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.WriteAt(bytes.Repeat([]byte{nonsense}, int(end-from)), from); err != nil {
				t.Fatal(err)
			}
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
			found, err := f.x.Search(t.Context(), Query{Text: "number17"})
			if err != nil || len(found.Notes) == 0 {
				t.Errorf("%s of %x: notes %q, %v", name, nonsense, found.Notes, err)
			}
			if r := f.sync(); !r.Rebuilt {
				t.Errorf("%s of %x: %+v", name, nonsense, r)
			}
			if got, _, _ := strings.Cut(f.ids(Query{Text: "number17"}), " "); !strings.HasPrefix(want, got) {
				t.Errorf("%s of %x: then finds %s, want %.100s", name, nonsense, got, want)
			}
		}
	}
}

// TestAFaultInAMapIsAnAnswer looks at a map that leads nowhere.
func TestAFaultInAMapIsAnAnswer(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 400))
	f.sync()
	f.useSnapshot()
	s := f.x.corpus.cols.stored.mapped
	if s.Data == nil {
		t.Skip("files are not mapped on this system")
	}
	if err := os.Truncate(filepath.Join(f.x.folder.root, snapshotName), 0); err != nil {
		t.Fatal(err)
	}
	var told error
	func() {
		defer f.x.corpus.guard(func(fault error) { told = fault })()
		f.x.corpus.cols.look().bag(0)
	}()
	if told == nil {
		t.Error("nothing was told")
	}
	f.x.corpus.report(told)
	f.sync()
}

func TestLearningGoesOnWhileASnapshotIsTaken(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 300))
	f.sync()
	f.useSnapshot()
	frozen := f.x.corpus.cols.frozen()
	before := frozen.stored.mapped
	f.write("b.md", many(300, 320))
	f.sync()
	f.useSnapshot()
	n := 0
	for bag := range frozen.windowBags(frozen.living()) {
		n += min(1, len(bag.Terms))
	}
	if n != 300 || before.Failure() != nil {
		t.Errorf("%d documents to learn from, %v", n, before.Failure())
	}
	frozen.close()
	if before.Users.Load() != 0 || f.x.corpus.cols.stored.mapped.Users.Load() != 1 {
		t.Error("the file that was replaced has users, or the new one has not")
	}
}

// BenchmarkMemory measures what an open index takes: of the heap, and in
// passing to open it.
func BenchmarkMemory(b *testing.B) {
	const n = 20_000
	f := benchmarkIndex(b, n)
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	at := Place{Dir: f.folder.dir, Root: filepath.Dir(filepath.Dir(f.folder.root)), Name: f.folder.name}
	before, total := heap(), allocated()
	for b.Loop() {
		x, err := Open(context.Background(), at, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		b.ReportMetric(float64(allocated()-total)/n, "opening-B/chunk")
		b.ReportMetric(float64(heap()-before)/n, "B/chunk")
		if _, err := x.Search(b.Context(), Query{Text: "word1 subject7"}); err != nil {
			b.Fatal(err)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
		before, total = heap(), allocated()
		b.StartTimer()
	}
}
