package rag

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// damages is how many files TestEveryDamagedFileIsMendedOrKnown damages at
// least. The figure of a release is 500: go test ./rag -run Damaged -damages 500.
var damages = flag.Int("damages", 1, "how many files of an index to damage")

// indexerEnv makes the test binary an indexer of that home.
const indexerEnv = "YUMORI_TEST_INDEXER"

func TestMain(m *testing.M) {
	if home := os.Getenv(indexerEnv); home != "" {
		indexer(home)
		return
	}
	os.Exit(m.Run())
}

// indexer opens the index of a home, brings it up to date and learns, for
// ever.
func indexer(root string) {
	ctx := context.Background()
	home, err := store.Open(root, store.Options{})
	if err != nil {
		fmt.Println("fail", err)
		return
	}
	dir, err := home.Persona("yumi")
	if err != nil {
		fmt.Println("fail", err)
		return
	}
	for {
		x, err := Open(ctx, Place{Dir: dir, Root: filepath.Join(root, "personas", "yumi"), Name: "memory"}, Options{})
		if err != nil {
			fmt.Println("fail", err)
			return
		}
		_, err = x.Sync(ctx, lines{dir: dir})
		if err == nil {
			err = x.Learn(ctx)
		}
		if err == nil {
			_, err = x.Rebuild(ctx, lines{dir: dir})
		}
		if err = errors.Join(err, x.Close()); err != nil {
			fmt.Println("fail", err)
			return
		}
	}
}

// TestKilledIndexerMissesAndDoublesNothing kills an indexing process at random
// moments.
func TestKilledIndexerMissesAndDoublesNothing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	f := newFixture(t)
	f.write("persona.json", "\n") // without it the persona is a half-made one
	total, rounds := 0, max(8, *damages/10)
	for round := range rounds {
		if err := f.x.Close(); err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			from := 10_000*round + 1_000*i
			f.write(fmt.Sprintf("f%d.md", (round+i)%6), many(from, from+150))
		}
		if err := f.home.Close(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(20+rnd.IntN(400))*time.Millisecond)
		child := exec.CommandContext(ctx, os.Args[0], "-test.run=^$")
		child.Env = append(os.Environ(), indexerEnv+"="+filepath.Dir(filepath.Dir(f.root)))
		out, _ := child.CombinedOutput() // it is killed
		cancel()
		if bytes.Contains(out, []byte("fail")) {
			t.Fatalf("the indexer: %s", out)
		}
		f.reopen()
		f.sync()
		f.check()
		total = min(6, 4+round) * 150
		if got := f.x.Status().Documents; got != total {
			t.Fatalf("round %d: %d documents, want %d", round, got, total)
		}
		f.finds(fmt.Sprintf("number%d", 10_000*round+7), fmt.Sprintf("d%d", 10_000*round+7))
	}
	t.Logf("trust: %d tries: %d documents, none missing or doubled", rounds, total)
}

// reopen opens the home and the index again, the home having been closed.
func (f *fixture) reopen() {
	f.t.Helper()
	home, err := store.Open(filepath.Dir(filepath.Dir(f.root)), store.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	dir, err := home.Persona("yumi")
	if err != nil {
		f.t.Fatal(err)
	}
	f.home, f.dir, f.src.dir = home, dir, dir
	f.open()
}

// TestEveryDamagedFileIsMendedOrKnown damages every file of an index in
// several ways and places. The index opens, and once it is up to date, answers
// as before.
func TestEveryDamagedFileIsMendedOrKnown(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	f := newFixture(t)
	f.write("a.md", many(0, 230))
	f.sync()
	if err := f.x.Learn(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.embed(&subjects{model: "one"})
	f.open()
	f.sync()
	want := f.holding("number17") + f.holding("number211")
	if err := f.x.Close(); err != nil {
		t.Fatal(err)
	}
	healthy, index := t.TempDir(), filepath.Join(f.root, indexRoot)
	if err := os.CopyFS(healthy, os.DirFS(index)); err != nil {
		t.Fatal(err)
	}
	harm := map[string]func(b []byte) []byte{
		"empty":   func([]byte) []byte { return nil },
		"cut":     func(b []byte) []byte { return b[:rnd.IntN(len(b)+1)] },
		"garbage": func(b []byte) []byte { return bytes.Repeat([]byte{0xA5, 0x5A, 0}, len(b)/3+1)[:len(b)] },
		"flipped": func(b []byte) []byte { return flipped(b, rnd.IntN(len(b))) },
		"longer":  func(b []byte) []byte { return append(b, "and more"...) },
	}
	trials, wrong := 0, 0
	files := filesBelow(t, healthy)
	for i := 0; i < len(files) || trials < *damages; i++ {
		name := files[i%len(files)]
		for how, f2 := range harm {
			restore(t, index, healthy)
			file := filepath.Join(index, name)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) == 0 {
				continue
			}
			if err := os.WriteFile(file, f2(data), 0o600); err != nil {
				t.Fatal(err)
			}
			trials++
			x, err := Open(t.Context(), Place{Dir: f.dir, Root: f.root, Name: "memory"}, Options{})
			if err != nil {
				t.Fatalf("%s %s: %v", name, how, err)
			}
			f.x = x
			f.sync()
			f.embed(&subjects{model: "one"})
			if got := f.holding("number17") + f.holding("number211"); got != want {
				wrong++
				t.Errorf("%s %s: finds %q, want %q", name, how, got, want)
			}
			f.check()
			if err := x.Close(); err != nil {
				t.Errorf("%s %s: close: %v", name, how, err)
			}
		}
	}
	t.Logf("trust: %d tries: %d wrong answers", trials, wrong)
	f.x = nil
}

func filesBelow(t *testing.T, root string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a temporary file of the store's
		}
		if err == nil && !e.IsDir() {
			var rel string
			if rel, err = filepath.Rel(root, name); err == nil {
				list = append(list, rel)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// restore makes the files of a folder what those of another are, one by one: the
// store may be writing what it keeps beside them.
func restore(t *testing.T, to, from string) {
	t.Helper()
	for _, name := range filesBelow(t, to) {
		if err := os.Remove(filepath.Join(to, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	for _, name := range filesBelow(t, from) {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// huge gives a text of 200 MB for one file.
type huge struct{ lines }

func (h huge) Documents(ctx context.Context, name string, mark int64) (Batch, error) {
	if name == "huge.md" {
		return Batch{Documents: []Document{{ID: "huge", Type: TypeNote, Source: memory.ParsePlace(name), Text: strings.Repeat("boat ", 40<<20)}}}, nil
	}
	return h.lines.Documents(ctx, name, mark)
}

func TestATextTooLongIsToldAndTheRestIndexed(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 the rain in spring\n")
	f.write("huge.md", "x")
	f.write("z.md", "z1 tea with lemon\n")
	r, err := f.x.Sync(t.Context(), huge{f.src})
	if err != nil || !errors.Is(r.Failed["huge.md"], ErrTooLong) || len(r.Failed) != 1 {
		t.Errorf("%+v, %v", r.Failed, err)
	}
	f.finds("rain", "a1")
	f.finds("lemon", "z1")
}

// restless writes a file again while it is read.
type restless struct {
	lines
	then func()
}

func (r *restless) Documents(ctx context.Context, name string, mark int64) (Batch, error) {
	b, err := r.lines.Documents(ctx, name, mark)
	if r.then != nil {
		r.then()
		r.then = nil
	}
	return b, err
}

func TestAFileThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 the rain in spring\n")
	r := &restless{lines: f.src}
	r.then = func() { f.write("a.md", "a1 the snow in winter\n") }
	for range 2 {
		if _, err := f.x.Sync(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	f.finds("snow", "a1")
	if got := f.holding("rain"); got != "" {
		t.Errorf("rain still finds %q", got)
	}
	f.check()
}
