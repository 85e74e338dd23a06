package rag

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// lines is a Source for tests: each line of a file is a document, its id the
// first word. Files called *.log only grow.
type lines struct {
	dir  *store.Dir
	fail map[string]error
}

func (l lines) Documents(_ context.Context, name string, mark int64) (Batch, error) {
	if err := l.fail[name]; err != nil {
		return Batch{}, err
	}
	data, err := l.dir.Read(name)
	if err != nil {
		return Batch{}, err
	}
	b := Batch{}
	if strings.HasSuffix(name, ".log") {
		b.Mark = int64(len(data))
		if mark > 0 && mark <= int64(len(data)) {
			b.Grown, data = Further, data[mark:]
		}
	}
	for line := range strings.Lines(string(data)) {
		id, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if id != "" {
			b.Documents = append(b.Documents, Document{ID: id, Type: TypeDaily, Source: memory.ParsePlace(name), Text: text})
		}
	}
	return b, nil
}

type fixture struct {
	t    *testing.T
	home *store.Home
	dir  *store.Dir
	root string
	x    *Index
	src  lines
}

func newFixture(t *testing.T) *fixture { return newFixtureOf(t, nil) }

// newFixtureOf is a fixture whose folder has some files already.
func newFixtureOf(t *testing.T, files map[string][]byte) *fixture {
	t.Helper()
	root := t.TempDir()
	home, err := store.Open(root, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir, err := home.CreatePersona("yumi")
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, home: home, dir: dir, root: filepath.Join(root, "personas", "yumi"), src: lines{dir: dir, fail: map[string]error{}}}
	t.Cleanup(func() {
		if f.x != nil {
			f.check()
			if err := f.x.Close(); err != nil {
				t.Error(err)
			}
		}
		if err := f.home.Close(); err != nil {
			t.Error(err)
		}
	})
	for name, data := range files {
		file := filepath.Join(f.root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f.open()
	return f
}

// A template is the folder of an index that takes long to make: it is made once,
// and each test works on a copy.
type template struct {
	once  sync.Once
	files map[string][]byte // by their names in the folder
}

// copy returns a fixture of the template, which fill makes when there is none yet.
func (p *template) copy(t *testing.T, fill func(f *fixture)) *fixture {
	t.Helper()
	p.once.Do(func() {
		f := newFixture(t)
		fill(f)
		if err := f.x.Close(); err != nil {
			t.Fatal(err)
		}
		f.x, p.files = nil, map[string][]byte{}
		err := filepath.WalkDir(f.root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			name, err := filepath.Rel(f.root, file)
			if err == nil {
				p.files[name], err = os.ReadFile(file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	return newFixtureOf(t, p.files)
}

func (f *fixture) open() {
	f.t.Helper()
	if f.x != nil {
		if err := f.x.Close(); err != nil {
			f.t.Fatal(err)
		}
	}
	x, err := Open(context.Background(), Place{Dir: f.dir, Root: f.root, Name: "memory"}, Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	f.x = x
}

func (f *fixture) write(name, text string) {
	f.t.Helper()
	if err := f.dir.Write(name, []byte(text), store.Cause{Kind: store.CauseUser}); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) sync() Report {
	f.t.Helper()
	r, err := f.x.Sync(context.Background(), f.src)
	if err != nil {
		f.t.Fatal(err)
	}
	f.check()
	return r
}

func (f *fixture) check() {
	f.t.Helper()
	if err := f.x.Check(context.Background()); err != nil {
		f.t.Errorf("check: %v", err)
	}
}

// ids returns what a question finds.
func (f *fixture) ids(q Query) string {
	f.t.Helper()
	found, err := f.x.Search(context.Background(), q)
	if err != nil {
		f.t.Fatal(err)
	}
	var out []string
	for _, h := range found.Hits {
		out = append(out, h.ID)
	}
	return strings.Join(out, " ")
}

// finds checks which documents hold words of the question, best first. Their
// neighbours are found too, but not looked at.
func (f *fixture) finds(question, want string) {
	f.t.Helper()
	if got := f.holding(question); got != want {
		f.t.Errorf("%q finds %q, want %q", question, got, want)
	}
}

func (f *fixture) holding(question string) string {
	f.t.Helper()
	found, err := f.x.Search(context.Background(), Query{Text: question})
	if err != nil {
		f.t.Fatal(err)
	}
	var out []string
	for _, h := range found.Hits {
		if h.Features.Text > 0 {
			out = append(out, h.ID)
		}
	}
	return strings.Join(out, " ")
}

func TestSyncFollowsFiles(t *testing.T) {
	f := newFixture(t)
	f.finds("rain", "")
	f.write("memory/a.md", "a1 the rain in spring\na2 a walk by the sea\n")
	f.write("memory/b.md", "b1 昨日は東京で雨だった\n")
	if r := f.sync(); r.Added != 3 || r.Files != 2 {
		t.Errorf("first sync: %+v", r)
	}
	f.finds("Raining?", "a1")
	f.finds("東京の雨", "b1")
	if r := f.sync(); r.Added != 0 || r.Files != 0 {
		t.Errorf("sync without news: %+v", r)
	}
	f.write("memory/a.md", "a1 the rain in spring\na2 a walk in the hills\na3 tea\n")
	if r := f.sync(); r.Added != 2 || r.Removed != 1 {
		t.Errorf("edited file: %+v", r)
	}
	f.finds("sea", "")
	f.finds("hills", "a2")
	if err := f.dir.Remove("memory/b.md", store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if r := f.sync(); r.Removed != 1 {
		t.Errorf("removed file: %+v", r)
	}
	f.finds("東京", "")
	f.open()
	f.finds("tea", "a3")
	f.finds("hills", "a2")
	if r := f.sync(); r.Added != 0 || r.Removed != 0 {
		t.Errorf("sync after opening again: %+v", r)
	}
}

func TestGrowingFileIsReadFromItsMark(t *testing.T) {
	f := newFixture(t)
	f.write("talk.log", "m1 hello there tundra\n")
	f.sync()
	f.write("talk.log", "m1 hello there tundra\nm2 a glacier\n")
	if r := f.sync(); r.Added != 1 || r.Removed != 0 {
		t.Errorf("grown file: %+v", r)
	}
	f.finds("tundra glacier", "m2 m1")
	f.open()
	f.write("talk.log", "m1 hello there tundra\nm2 a glacier\nm3 a fjord\n")
	if r := f.sync(); r.Added != 1 {
		t.Errorf("grown after opening again: %+v", r)
	}
}

func TestDocumentMovesToAnotherFile(t *testing.T) {
	f := newFixture(t)
	f.write("b.md", "m1 the lighthouse\nm2 the harbour\n")
	f.sync()
	f.write("a.md", "m1 the lighthouse\n")
	f.write("b.md", "m2 the harbour\n")
	f.sync()
	f.finds("lighthouse", "m1")
	f.finds("harbour", "m2")
}

func TestFailedFileComesNextTime(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 rain\n")
	f.write("b.md", "b1 snow\n")
	f.src.fail["a.md"] = errors.New("half written")
	if r := f.sync(); len(r.Failed) != 1 || r.Added != 1 {
		t.Errorf("%+v", r)
	}
	delete(f.src.fail, "a.md")
	if r := f.sync(); len(r.Failed) != 0 || r.Added != 1 {
		t.Errorf("second time: %+v", r)
	}
	f.finds("rain", "a1")
}

// stopAfter cancels a sync at its nth file.
type stopAfter struct {
	lines
	n      int
	cancel context.CancelFunc
}

func (s *stopAfter) Documents(ctx context.Context, name string, mark int64) (Batch, error) {
	if s.n--; s.n < 0 {
		s.cancel()
		return Batch{}, ctx.Err()
	}
	return s.lines.Documents(ctx, name, mark)
}

func TestInterruptedSyncResumes(t *testing.T) {
	f := newFixture(t)
	for i := range 20 {
		f.write(fmt.Sprintf("f%02d.md", i), strings.ReplaceAll(strings.Repeat(fmt.Sprintf("d%d-# word%d\n", i, i), 1), "#", "x"))
	}
	for n := 3; ; n += 5 {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := f.x.Sync(ctx, &stopAfter{f.src, n, cancel})
		cancel()
		f.check()
		f.open()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	for i := range 20 {
		f.finds(fmt.Sprintf("word%d", i), fmt.Sprintf("d%d-x", i))
	}
}

func TestRandomEditsAgainstMap(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 1))
	t.Logf("seed %d", seed)
	f := newFixture(t)
	files := map[string][]string{}
	for range 40 {
		name := fmt.Sprintf("f%d.md", rnd.IntN(4))
		switch list := files[name]; rnd.IntN(4) {
		case 0:
			if len(list) > 0 {
				i := rnd.IntN(len(list))
				files[name] = append(append([]string{}, list[:i]...), list[i+1:]...)
			}
		default:
			files[name] = append(list, fmt.Sprintf("w%dq", rnd.IntN(1e6)))
		}
		var text strings.Builder
		for _, w := range files[name] {
			fmt.Fprintf(&text, "%s-%s %s common\n", name, w, w)
		}
		f.write(name, text.String())
		if rnd.IntN(3) == 0 {
			f.sync()
		}
		if rnd.IntN(10) == 0 {
			f.open()
		}
	}
	f.sync()
	n := 0
	for name, list := range files {
		for _, w := range list {
			n++
			if got := f.holding(w); got != name+"-"+w {
				t.Errorf("%s finds %q", w, got)
			}
		}
	}
	if got := f.x.Status().Documents; got != n {
		t.Errorf("%d documents, want %d", got, n)
	}
}

func TestDamagedIndexIsMadeAnew(t *testing.T) {
	damage := map[string]func(t *testing.T, dir string){
		"a flipped bit in every segment": func(t *testing.T, dir string) {
			eachFile(t, filepath.Join(dir, "words-*", "store", "*.zap"), func(data []byte) []byte {
				data[len(data)/3] ^= 4
				return data
			})
		},
		"segments cut short": func(t *testing.T, dir string) {
			eachFile(t, filepath.Join(dir, "words-*", "store", "*.zap"), func(data []byte) []byte { return data[:len(data)/2] })
		},
		"garbage for the root": func(t *testing.T, dir string) {
			eachFile(t, filepath.Join(dir, "words-*", "store", "root.bolt"), func(data []byte) []byte { return bytes.Repeat([]byte("x"), len(data)) })
		},
		"an empty root": func(t *testing.T, dir string) {
			eachFile(t, filepath.Join(dir, "words-*", "store", "root.bolt"), func([]byte) []byte { return nil })
		},
		"no words at all": func(t *testing.T, dir string) {
			list, _ := filepath.Glob(filepath.Join(dir, "words-*"))
			for _, name := range list {
				if err := os.RemoveAll(name); err != nil {
					t.Fatal(err)
				}
			}
		},
		"garbage for a manifest": func(t *testing.T, dir string) {
			eachFile(t, filepath.Join(dir, "manifest.json"), func([]byte) []byte { return []byte("{") })
		},
		"a manifest of other rules": func(t *testing.T, dir string) {
			eachFile(t, filepath.Join(dir, "manifest.json"), func(d []byte) []byte { return bytes.Replace(d, []byte(`"chunks":"`), []byte(`"chunks":"9`), 1) })
		},
		"the folder deleted": func(t *testing.T, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, harm := range damage {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("a.md", "a1 the rain in spring\na2 tea with lemon\n")
			f.sync()
			if err := f.x.Close(); err != nil {
				t.Fatal(err)
			}
			harm(t, filepath.Join(f.root, ".index", "memory"))
			f.open()
			f.sync()
			f.finds("rain", "a1")
			f.finds("lemon", "a2")
		})
	}
}

func eachFile(t *testing.T, pattern string, change func([]byte) []byte) {
	t.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil || len(list) == 0 {
		t.Fatalf("no file %s: %v", pattern, err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, change(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRebuildAside(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 the rain in spring\na2 tea with lemon\n")
	f.sync()
	e := &subjects{model: "one"}
	f.embed(e)
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := f.x.Rebuild(ctx, &stopAfter{f.src, 0, cancel}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	f.finds("rain", "a1")
	f.check()
	r, err := f.x.Rebuild(context.Background(), f.src)
	if err != nil || r.Added != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	f.finds("rain", "a1")
	if s := f.x.Status(); s.Vectors != 2 {
		t.Errorf("%d vectors after it", s.Vectors)
	}
	f.write("a.md", "a1 the rain in spring\n")
	if r := f.sync(); r.Removed != 1 || r.Added != 0 {
		t.Errorf("sync after it: %+v", r)
	}
	f.open()
	f.finds("rain", "a1")
	f.finds("lemon", "")
	if list, _ := filepath.Glob(filepath.Join(f.root, ".index", "memory", "words-*")); len(list) != 1 {
		t.Errorf("generations on disk: %q", list)
	}
}
func TestSearchBesideSync(t *testing.T) {
	f := newFixture(t)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := f.x.Search(context.Background(), Query{Text: "rain in spring"}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 15 {
		f.write("a.md", strings.Repeat("", 1)+fmt.Sprintf("a%d the rain in spring\nb%d tea\n", i, i))
		if _, err := f.x.Sync(context.Background(), f.src); err != nil {
			t.Error(err)
		}
		if i%5 == 4 {
			if err := f.x.Learn(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
	close(stop)
	wg.Wait()
}
