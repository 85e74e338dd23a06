package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/text/encoding/japanese"

	"yumori/internal/document"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/store/storetest"
	"yumori/rag"
	"yumori/retrieval/background"
)

// TestMain is the second process that reads a PDF, as main is.
func TestMain(m *testing.M) {
	if document.Called() {
		os.Exit(document.Main())
	}
	os.Exit(m.Run())
}

// A shelved is a library in a folder of its own, with an index of the
// knowledge and no other.
type shelved struct {
	*Library
	*storetest.Folder

	ctx     context.Context
	passes  background.Passes
	working sync.WaitGroup
	events  chan Base // nil: nobody listens

	mu sync.Mutex // guards what follows
	x  *rag.Index
}

// open opens a library in a new folder, whose PDFs are read by us alone.
func open(t *testing.T) *shelved {
	t.Helper()
	return openIn(t, storetest.New(t, time.Date(2026, 9, 12, 9, 0, 0, 0, time.UTC)))
}

func openIn(t *testing.T, f *storetest.Folder) *shelved {
	t.Helper()
	s := &shelved{Folder: f, ctx: t.Context()}
	logger := slog.New(slog.DiscardHandler)
	s.passes = background.Passes{Working: &s.working, After: func(error) {}, Work: func(background.Extent) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.x != nil {
			return nil
		}
		place, err := f.Dir.Derived(".index/knowledge")
		if err == nil {
			at := rag.Place{Dir: f.Dir, Root: filepath.Dir(filepath.Dir(place)), Name: "knowledge"}
			s.x, err = rag.Open(context.WithoutCancel(s.ctx), at, rag.Options{Logger: logger})
		}
		return err
	}}
	s.Library = New(Options{Dir: f.Dir, Indexes: s, Logger: logger, Publish: func(k Base) {
		if s.events != nil {
			s.events <- k
		}
	}})
	s.Reader.Pdftotext = "none"
	t.Cleanup(s.shut)
	return s
}

// shut closes the library and its index.
func (s *shelved) shut() {
	s.Close()
	s.working.Wait()
	if s.x != nil {
		_ = s.x.Close()
		s.x = nil
	}
}

// Knowledge is Indexes.
func (s *shelved) Knowledge() *rag.Index {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.x
}

// Open is Indexes.
func (s *shelved) Open() *background.Pass { return s.passes.Request(background.Nothing) }

// Account is Indexes.
func (*shelved) Account(rag.Report) {}

// Embedder is Indexes.
func (*shelved) Embedder() llm.Embedder { return nil }

// given adds a file and waits until it was read.
func given(t *testing.T, c *shelved, name string, data []byte) File {
	t.Helper()
	f, err := c.Add(t.Context(), name, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return settled(t, c, f.Name)
}

// settled is a file once all is read.
func settled(t *testing.T, c *shelved, name string) File {
	t.Helper()
	if err := c.Request(background.Changes).Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	k, err := c.Files()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(k.Files, func(f File) bool { return f.Name == name })
	if at < 0 {
		t.Fatalf("no %q in %+v", name, k)
	}
	return k.Files[at]
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func found(t *testing.T, c *shelved, query string) []Passage {
	t.Helper()
	list, err := c.Search(t.Context(), query, 0)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestKnowledge gives files of every kind to read and finds them again.
func TestKnowledge(t *testing.T) {
	t.Parallel()
	c := open(t)
	sjis, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte("灯台の手入れ\n\n霧の朝は汽笛を三度鳴らす。\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []struct {
		name string
		data []byte
		want File
	}{
		{"lighthouse.pdf", sample(t, "lighthouse.pdf"), File{Pages: 2, Chunks: 2, By: "pdf"}},
		{"ツンドラ.PDF", sample(t, "tundra.pdf"), File{Name: "ツンドラ.pdf", Pages: 1, Chunks: 1, By: "pdf"}},
		{"bees.md", []byte("# Bees\n\nThey dance.\n\n## The queen\n\nA queen bee lays two thousand eggs a day.\n"), File{Chunks: 2, Encoding: "UTF-8"}},
		{"手順.txt", sjis, File{Chunks: 1, Encoding: "Shift_JIS"}},
	} {
		got := given(t, c, g.name, g.data)
		g.want.State, g.want.Size = Indexed, int64(len(g.data))
		if g.want.Name == "" {
			g.want.Name = g.name
		}
		if got.Added.IsZero() {
			t.Errorf("%s was never added", g.name)
		}
		got.Added = time.Time{}
		if got != g.want {
			t.Errorf("%+v\nwant %+v", got, g.want)
		}
	}
	for _, q := range []struct {
		query, file string
		page, line  int
		marked      string
	}{
		{"What happened to the oil in winter?", "lighthouse.pdf", 2, 0, "oil|winter|happened"},
		{"トナカイはどこへ行く？", "ツンドラ.pdf", 1, 0, "トナカイ"},
		{"queen's eggs", "bees.md", 0, 5, "queen|eggs"},
		{"汽笛は何回？", "手順.txt", 0, 1, "汽笛"},
	} {
		list := found(t, c, q.query)
		if len(list) == 0 || list[0].File != q.file || list[0].Page != q.page || list[0].Line != q.line {
			t.Errorf("%q: %+v", q.query, list)
			continue
		}
		for _, r := range list[0].Ranges {
			if word := list[0].Text[r[0]:r[1]]; !strings.Contains(q.marked, strings.ToLower(word)) {
				t.Errorf("%q: marked %q", q.query, word)
			}
		}
		if len(list[0].Ranges) == 0 {
			t.Errorf("%q: nothing is marked in %q", q.query, list[0].Text)
		}
	}
	for _, query := range []string{"", "  ", "zeppelin", "the of and", "🦊", "oil AND (winter", strings.Repeat("long ", 2_000)} {
		if _, err := c.Search(t.Context(), query, 3); err != nil {
			t.Errorf("%.20q: %v", query, err)
		}
	}
	if list := found(t, c, "zeppelin"); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestKnowledgeComesBack deletes what is derived, and goes on in another
// process.
func TestKnowledgeComesBack(t *testing.T) {
	t.Parallel()
	f := storetest.New(t, time.Date(2026, 9, 12, 9, 0, 0, 0, time.UTC))
	c := openIn(t, f)
	given(t, c, "lighthouse.pdf", sample(t, "lighthouse.pdf"))
	first, err := c.Files()
	if err != nil {
		t.Fatal(err)
	}
	c.shut()
	for _, gone := range []string{"", ".index", ".index/knowledge", ".index/knowledge-files.json"} {
		t.Run("without "+gone, func(t *testing.T) {
			f.Restart(t, func() {
				if gone == "" {
					return
				}
				if err := os.RemoveAll(f.FilePath(gone)); err != nil {
					t.Fatal(err)
				}
			})
			c := openIn(t, f)
			if list := found(t, c, "colza oil"); len(list) == 0 || list[0].Page != 2 {
				t.Errorf("%+v", list)
			}
			settled(t, c, "lighthouse.pdf")
			again, err := c.Files()
			if err != nil || len(again.Files) != 1 || again.Files[0] != first.Files[0] {
				t.Errorf("%+v, %v, before %+v", again, err, first)
			}
		})
	}
}

// TestBadKnowledge is taken and told of, or not taken: nothing is lost.
func TestBadKnowledge(t *testing.T) {
	t.Parallel()
	c := open(t)
	reasonOf := func(err error) document.Reason {
		var p *Problem
		if !errors.As(err, &p) || !errors.Is(err, ErrNotTaken) {
			return document.Reason(fmt.Sprint("another error: ", err))
		}
		return p.Reason
	}
	for _, g := range []struct {
		name string
		data string
		want document.Reason
	}{
		{"picture.png", "x", document.BadKind},
		{"noextension", "x", document.BadKind},
		{"empty.txt", "", document.Empty},
	} {
		if _, err := c.Add(t.Context(), g.name, strings.NewReader(g.data)); reasonOf(err) != g.want {
			t.Errorf("%s: %v", g.name, err)
		}
	}
	for name, want := range map[string]document.Reason{
		"garbled.pdf": document.Garbled, "locked.pdf": document.Encrypted, "scan.pdf": document.NoText,
	} {
		got := given(t, c, name, sample(t, name))
		if got.State != Unread || got.Problem == nil || got.Problem.Reason != want || reasonOf(got.Problem) != want || got.Chunks != 0 || !got.Problem.Cure {
			t.Errorf("%s: %+v %v", name, got, got.Problem)
		}
	}
	for name, want := range map[string]document.Reason{"letter.pdf": document.NotPDF, "blank.md": document.Empty, "noise.txt": document.NotText} {
		data := map[string]string{"letter.pdf": "Dear diary", "blank.md": "\n\n", "noise.txt": "\x00\x01\x02\x03\xff\xfe\x80"}[name]
		if got := given(t, c, name, []byte(data)); got.Problem == nil || got.Problem.Reason != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if _, err := c.Add(t.Context(), "broken.txt", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errors.New("disk")))); err == nil {
		t.Error("half a file was taken")
	}
	big := io.LimitReader(zeros{}, 200<<20)
	if _, err := c.Add(t.Context(), "huge.txt", big); reasonOf(err) != document.TooBig {
		t.Errorf("200 MB: %v", err)
	}
	k, err := c.Files()
	if err != nil || len(k.Files) != 6 {
		t.Errorf("%+v, %v", k, err)
	}
	entries, err := os.ReadDir(c.FilePath("knowledge"))
	if err != nil || len(entries) != 6 {
		t.Errorf("%v, %v", entries, err)
	}
}

// zeros is a text without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "zeros and ones\n"[i%15]
	}
	return len(p), nil
}

func TestKnowledgeNames(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.PutFile(t, "SOUL.md", "I keep the lamp.")
	for i, g := range [][2]string{
		{"../../SOUL.md", "SOUL.md"},
		{`C:\Users\Alex\notes.txt`, "notes.txt"},
		{"/etc/notes.TXT", "notes (2).txt"},
		{"NOTES.txt", "NOTES (3).txt"},
		{"a:b?c*.md", "a-b-c-.md"},
		{"CON.txt", ""},
		{"...txt", "document.txt"},
		{".txt", "document (2).txt"},
		{"x\u202efdp.txt", "xfdp.txt"},
		{"ガイド.md", "ガイド.md"},
		{strings.Repeat("長", 200) + ".md", strings.Repeat("長", 50) + ".md"},
		{"x (conflicted copy).txt", ""},
	} {
		f, err := c.Add(t.Context(), g[0], strings.NewReader(fmt.Sprint("text ", i)))
		if err != nil || g[1] != "" && f.Name != g[1] || f.Name == "" {
			t.Errorf("%q became %q, %v; want %q", g[0], f.Name, err, g[1])
		}
	}
	k, err := c.Files()
	if err != nil || len(k.Files) != 12 {
		t.Errorf("%d files, %v", len(k.Files), err)
	}
	if soul := c.FileText(t, "SOUL.md"); soul != "I keep the lamp." {
		t.Errorf("%q", soul)
	}
}

// TestKnowledgeTwice takes the same content once, whatever it is called.
func TestKnowledgeTwice(t *testing.T) {
	t.Parallel()
	c := open(t)
	given(t, c, "a.txt", []byte("the oil froze"))
	for _, name := range []string{"a.txt", "b.txt"} {
		_, err := c.Add(t.Context(), name, strings.NewReader("the oil froze"))
		var p *Problem
		if !errors.As(err, &p) || p.Reason != Twice || p.Other != "a.txt" {
			t.Errorf("%s: %v", name, err)
		}
	}
	given(t, c, "a.txt", []byte("the oil burnt"))
	k, err := c.Files()
	if err != nil || len(k.Files) != 2 || k.Files[1].Name != "a.txt" && k.Files[1].Name != "a (2).txt" {
		t.Errorf("%+v, %v", k, err)
	}
}

// TestKnowledgeFileChanges writes to a file while it is copied.
func TestKnowledgeFileChanges(t *testing.T) {
	t.Parallel()
	c := open(t)
	file := filepath.Join(t.TempDir(), "log.txt")
	if err := os.WriteFile(file, bytes.Repeat([]byte("line\n"), 100_000), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	grows := &steady{f: f, before: before}
	once := false
	_, err = c.Add(t.Context(), "log.txt", readerFunc(func(p []byte) (int, error) {
		if !once {
			once = true
			if _, err := f.WriteString("more\n"); err != nil {
				t.Error(err)
			}
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				t.Error(err)
			}
		}
		return grows.Read(p)
	}))
	var p *Problem
	if !errors.As(err, &p) || p.Reason != Changed {
		t.Errorf("%v", err)
	}
	if got, err := c.AddFile(t.Context(), file); err != nil || got.Name != "log.txt" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{filepath.Join(t.TempDir(), "gone.txt"), t.TempDir()} {
		if _, err := c.AddFile(t.Context(), bad); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	k, err := c.Files()
	if err != nil || len(k.Files) != 1 {
		t.Errorf("%+v, %v", k, err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestKnowledgeRemoved and changed by hand is not found any more.
func TestKnowledgeRemoved(t *testing.T) {
	t.Parallel()
	c := open(t)
	given(t, c, "a.txt", []byte("the wick is trimmed at noon"))
	given(t, c, "b.txt", []byte("the foghorn sounds thrice"))
	if err := c.Remove("a.txt"); err != nil {
		t.Fatal(err)
	}
	c.PutFile(t, "knowledge/b.txt", "the foghorn is silent, the gulls are not")
	c.PutFile(t, "knowledge/more/c.md", "# Gulls\n\nThey steal bread.\n")
	if list := found(t, c, "wick trimmed"); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if list := found(t, c, "thrice"); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if list := found(t, c, "gulls bread"); len(list) == 0 || list[0].File != "more/c.md" {
		t.Errorf("%+v", list)
	}
	if err := c.Remove("a.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	c.PutFile(t, "SOUL.md", "I keep the lamp.")
	if err := c.Remove("../SOUL.md"); err == nil {
		t.Error("removed what is no knowledge")
	}
	if soul := c.FileText(t, "SOUL.md"); soul == "" {
		t.Error("what is no knowledge is gone")
	}
}

// TestKnowledgeProgress follows what is told of a file from the first to the
// last.
func TestKnowledgeProgress(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.events = make(chan Base, 1_000)
	if _, err := c.Add(t.Context(), "lighthouse.pdf", bytes.NewReader(sample(t, "lighthouse.pdf"))); err != nil {
		t.Fatal(err)
	}
	states := map[State]bool{}
	for k := range c.events {
		if len(k.Files) != 1 {
			continue
		}
		states[k.Files[0].State] = true
		if k.Files[0].State == Indexed {
			break
		}
	}
	if !states[Waiting] || !states[Reading] {
		t.Errorf("told of %v", states)
	}
}

// TestKnowledgeStopped stops the reading of a file, and takes it up again.
func TestKnowledgeStopped(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.Reader.Program = slow(t)
	if _, err := c.Add(t.Context(), "lighthouse.pdf", bytes.NewReader(sample(t, "lighthouse.pdf"))); err != nil {
		t.Fatal(err)
	}
	p := c.Request(background.Changes)
	for state := Waiting; state != Reading; {
		k, err := c.List()
		if err != nil {
			t.Fatal(err)
		}
		state = k.Files[0].State
	}
	c.Stop("lighthouse.pdf")
	if err := p.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := settled(t, c, "lighthouse.pdf"); got.State != Unread || got.Problem.Reason != Stopped {
		t.Errorf("%+v", got)
	}
	c.Reader.Program = ""
	c.Reread("lighthouse.pdf")
	if got := settled(t, c, "lighthouse.pdf"); got.State != Indexed || got.Pages != 2 {
		t.Errorf("%+v", got)
	}
}

// slow is a program that never says anything.
func slow(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "slow")
	if err := os.WriteFile(name, []byte("#!/bin/sh\nexec sleep 60\n"), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	return name
}

// TestKnowledgeLeavesTheHistoryAlone: what is brought is not kept twice.
func TestKnowledgeLeavesTheHistoryAlone(t *testing.T) {
	t.Parallel()
	c := open(t)
	given(t, c, "a.txt", []byte("the wick"))
	if err := c.Dir.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	past, err := c.Dir.History("knowledge/a.txt")
	if err == nil && len(past) > 0 {
		t.Errorf("%+v", past)
	}
	var changed []store.Change
	if changed, _, err = c.Dir.Changes(t.Context(), store.Cursor{}); err != nil || !slices.ContainsFunc(changed, func(ch store.Change) bool { return ch.Name == "knowledge/a.txt" }) {
		t.Errorf("%v", err)
	}
}
