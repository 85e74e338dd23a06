package rag

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/rag/segment"
)

// like returns how an index answers some questions, whole.
func (f *fixture) like(questions ...string) string {
	f.t.Helper()
	out := ""
	for _, q := range questions {
		data, err := json.Marshal(f.search(q))
		if err != nil {
			f.t.Fatal(err)
		}
		out += string(data) + "\n"
	}
	return out
}

// without opens the index again with some of its files removed.
func (f *fixture) without(names ...string) {
	f.t.Helper()
	if err := f.x.Close(); err != nil {
		f.t.Fatal(err)
	}
	for _, n := range names {
		if err := os.Remove(filepath.Join(f.x.folder.root, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			f.t.Fatal(err)
		}
	}
	f.open()
}

func many(from, to int) string {
	out := ""
	for i := from; i < to; i++ {
		out += fmt.Sprintf("d%d the boat number%d sailed past lighthouse%d 灯台の%d番目の船\n", i, i, i%7, i)
	}
	return out
}

var asking = []string{"boat lighthouse3", "number17", "灯台の船", "sailed in number250 past"}

func TestSnapshotAnswersLikeTheRecords(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 300))
	f.write("c.log", many(300, 320))
	f.sync()
	if err := f.x.Learn(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.open()
	if f.x.corpus.base.seq == 0 || f.x.corpus.base.seq != f.x.corpus.state.Seq {
		t.Fatalf("the index was not opened from its snapshot: %+v at %d", f.x.corpus.base.seq, f.x.corpus.state.Seq)
	}
	f.check()
	want := f.like(asking...)
	f.without(snapshotName)
	if f.x.corpus.base.seq != 0 {
		t.Fatal("a snapshot that is not there was used")
	}
	if got := f.like(asking...); got != want {
		t.Errorf("from the records:\n%s\nfrom the snapshot:\n%s", got, want)
	}
}

func TestSnapshotAndWhatCameSince(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 300))
	f.write("c.log", many(300, 320))
	f.sync()
	f.open() // takes one
	at := f.x.corpus.base.seq
	f.write("a.md", many(0, 100)+many(110, 300)+"n1 a whale beside the boat\n")
	f.write("c.log", many(300, 330))
	f.sync()
	f.write("b.md", "n2 another whale\nn3 a third whale\n")
	f.sync()
	f.write("b.md", "n3 a third whale\n")
	f.sync()
	questions := append([]string{"whale"}, asking...)
	want := f.like(questions...)
	// What a crash leaves: the index is not closed.
	killed := t.TempDir()
	for {
		err := os.CopyFS(killed, os.DirFS(f.root))
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrNotExist) { // else the index has just merged files
			t.Fatal(err)
		}
		killed = t.TempDir()
	}
	home, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close()
	dir, err := home.CreatePersona("other")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(home.Path(), "personas", "other")
	if err := os.CopyFS(filepath.Join(root, ".index"), os.DirFS(filepath.Join(killed, ".index"))); err != nil {
		t.Fatal(err)
	}
	again, err := Open(t.Context(), Place{Dir: dir, Root: root, Name: f.x.folder.name}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.corpus.base.seq != at || again.corpus.state.Seq <= at || again.corpus.cols.docs != f.x.corpus.cols.docs {
		t.Errorf("opened at %d of %d with %d documents, want the snapshot of %d and %d", again.corpus.base.seq, again.corpus.state.Seq, again.corpus.cols.docs, at, f.x.corpus.cols.docs)
	}
	if err := again.Check(t.Context()); err != nil {
		t.Error(err)
	}
	live := f.x
	f.x = again
	got := f.like(questions...)
	f.x = live
	if got != want {
		t.Errorf("after the crash:\n%s\nbefore:\n%s", got, want)
	}
}

// TestDamagedSnapshotIsDoneWithout garbles and cuts each of the derived files
// everywhere. Every answer stays what it was.
func TestDamagedSnapshotIsDoneWithout(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 250))
	f.sync()
	if err := f.x.Learn(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.open()
	want := f.like(asking...)
	for _, name := range []string{snapshotName, windowsName} {
		file := filepath.Join(f.x.folder.root, name)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(whole); i += len(whole)/12 + 1 {
			for what, bad := range map[string][]byte{"cut": whole[:i], "flipped": flipped(whole, i), "longer": append(flipped(whole, i), whole...)} {
				if err := f.x.Close(); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, bad, 0o600); err != nil {
					t.Fatal(err)
				}
				f.open()
				if got := f.like(asking...); got != want {
					t.Fatalf("%s %s at %d answers otherwise", name, what, i)
				}
			}
		}
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func flipped(b []byte, at int) []byte {
	out := append([]byte(nil), b...)
	out[at] ^= 0x40
	return out
}

func FuzzSnapshot(f *testing.F) {
	x := &Index{corpus: corpus{cols: newColumns(), state: state{Seq: 1}, generation: 1}}
	for i := range 5 {
		record, _, err := seal("a.md", Document{ID: fmt.Sprint(i), Type: TypeDaily, Source: memory.ParsePlace("a.md"), Text: fmt.Sprintf("boat number%d", i)})
		if err != nil {
			f.Fatal(err)
		}
		a, err := readRecord(record)
		if err != nil {
			f.Fatal(err)
		}
		x.corpus.cols.add(a)
	}
	var buf bytes.Buffer
	p := segment.NewWriter(&buf)
	x.corpus.packColumns(p, renumber(x.corpus.cols))
	if err := p.End(); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		// The checksum keeps damage out; what is inside must not panic either.
		u := segment.NewReader(bytes.NewReader(data), int64(len(data)))
		if string(u.Bytes(len(snapshotMagic))) != snapshotMagic {
			return
		}
		u.U32()
		u.U64()
		c := columnsReader{u}.columns(u.Count(chunkSize), segment.NewMappedFile(bytes.NewReader(data), io.NopCloser(nil), int64(len(data))))
		if u.Err != nil {
			return
		}
		read := c.reader(segment.NearWindow)
		for n := range int32(c.unitCount()) {
			read.windowBag(n)
			read.sessionBag(read.unit(n).session)
			read.find(read.id(n))
		}
		for n := range c.sessions {
			for u := range read.unitsIn(int32(n)) {
				read.name(u)
			}
		}
		for _, f := range c.files {
			read.unitsOf(f.name)
		}
	})
}

// TestStateOfAnotherBuild opens an index whose state says less than its
// records hold, as one that another build wrote may: it is made anew.
func TestStateOfAnotherBuild(t *testing.T) {
	for _, said := range []string{`{}`, `{"next":3}`, `[]`, `no state`} {
		f := newFixture(t)
		f.write("a.md", many(0, 50))
		f.sync()
		want := f.ids(Query{Text: "number17"})
		c := f.x.corpus.keys.Begin()
		c.Set(stateKey, []byte(said))
		if err := f.x.corpus.keys.Index.Batch(c.Batch); err != nil {
			t.Fatal(err)
		}
		f.without(snapshotName)
		if f.x.Remade() == nil {
			t.Errorf("state %s was taken for sound", said)
		}
		f.sync()
		if got := f.ids(Query{Text: "number17"}); got != want {
			t.Errorf("after state %s it finds %.80s, want %.80s", said, got, want)
		}
	}
}

// TestSpaceOfTheOlderForm opens an index whose semantic space another build
// wrote: it is kept, and written anew.
func TestSpaceOfTheOlderForm(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 300))
	f.sync()
	if err := f.x.Learn(t.Context()); err != nil {
		t.Fatal(err)
	}
	space := f.x.corpus.meaning.space
	rows := space.rows()
	if err := f.x.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(f.x.folder.root, spaceName)
	now, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old := bytes.Replace(now[:space.rowsAt], []byte("-space-3"), []byte("-space-2"), 1)
	for i := 1; i < len(rows); i += 2 {
		old = append(old, rows[i]) // the upper half of each number
	}
	sum := sha256.Sum256(old)
	if err := os.WriteFile(file, append(old, sum[:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		f.open()
		if f.x.corpus.meaning == nil || f.x.corpus.meaning.space.mapped == nil {
			t.Fatal("the space was not kept, or is in no file")
		}
		f.sync()
		if f.x.corpus.meaning.mapped == nil {
			t.Error("the vectors in it are in memory")
		}
		f.check()
		if got := f.ids(Query{Text: "number17"}); !strings.HasPrefix(got, "d17 ") {
			t.Errorf("found %.40s", got)
		}
	}
}
