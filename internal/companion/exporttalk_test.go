package companion

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/backup"
	"yumori/internal/exchange"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/internal/unpack"
)

// haveTalked is a persona that has talked, with another answer and one taken back.
func haveTalked(t *testing.T, h *Home) *Companion {
	t.Helper()
	c := luna(t, h)
	parent := transcript.ID("")
	for i, text := range []string{"Hello.", "Hi there.", "Which tea?", "Green.", "No, I take that back.", "All right."} {
		m, err := c.log.Append(transcript.Message{Parent: parent, Role: []transcript.Role{transcript.RoleUser, transcript.RolePersona}[i%2], Text: text})
		must(t, err)
		if text == "Hi there." {
			m, err = c.log.Append(transcript.Message{Parent: parent, Role: transcript.RolePersona, Text: "Hi, Alex."})
			must(t, err)
		}
		if text == "No, I take that back." {
			must(t, c.log.Retract(m.ID, store.Cause{Kind: store.CauseUser}))
		}
		parent = m.ID
	}
	return c
}

// wholeOf reads a persona's files but what is derived.
func wholeOf(t *testing.T, h *Home, slug string) map[string]string {
	t.Helper()
	root := filepath.Join(h.Path(), "personas", slug)
	files := map[string]string{}
	must(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() == ".index" {
			return cmp.Or(err, fs.SkipDir)
		}
		if e.Type().IsRegular() {
			data, err := os.ReadFile(path)
			must(t, err)
			name, err := filepath.Rel(root, path)
			must(t, err)
			files[name] = string(data)
		}
		return nil
	}))
	return files
}

// wholeExport exports Luna and returns her files as they were meanwhile: the
// open persona may write its state and history at any time.
func wholeExport(t *testing.T, h *Home, file string) (exchange.ExportReport, map[string]string) {
	t.Helper()
	for {
		before := wholeOf(t, h, "luna")
		out, err := h.Export(t.Context(), "luna", file)
		must(t, err)
		if want := wholeOf(t, h, "luna"); maps.Equal(before, want) {
			maps.DeleteFunc(want, func(name, text string) bool { return text == "" && strings.HasPrefix(name, ".history/pending/") })
			return out, want
		}
		must(t, os.Remove(file))
	}
}

func TestTheWholePersonaGoesOutAndComesIn(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	haveTalked(t, h)
	file := filepath.Join(t.TempDir(), "luna.zip")
	out, want := wholeExport(t, h, file)
	if out.Files != len(want) {
		t.Errorf("%d files went out, there are %d", out.Files, len(want))
	}
	other := cardHome(t)
	if preview, err := other.PreviewImport(t.Context(), exchange.ImportRequest{Path: file}); err != nil || preview.Slug != "" || !slices.Contains(preview.Imported.Files, "SOUL.md") {
		t.Errorf("preview %+v, %v", preview, err)
	}
	report := broughtBy(t, other, exchange.ImportRequest{Path: file})
	if report.Slug != "luna-2" || report.Imported.Name != "Luna" {
		t.Errorf("report %+v", report)
	}
	if again := broughtBy(t, other, exchange.ImportRequest{Path: file}); !again.Again || again.Slug != "luna-2" {
		t.Errorf("again: %+v", again)
	}
	must(t, other.Close())
	got := wholeOf(t, other, "luna-2")
	for name, text := range want {
		if is, ok := got[name]; !ok || is != text {
			t.Errorf("%s is another: %d bytes, were %d", name, len(is), len(text))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, were %d", len(got), len(want))
	}
}

func TestTheTalkGoesOutAndComesIn(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	c := haveTalked(t, h)
	file := filepath.Join(t.TempDir(), "talks.jsonl")
	out, err := h.Export(t.Context(), "luna", file)
	must(t, err)
	if out.Messages != 6 || !slices.Equal(out.Left, []string{exchange.NotExportedRetracted}) {
		t.Errorf("export %+v", out)
	}
	report := broughtBy(t, h, exchange.ImportRequest{Path: file})
	if report.Slug != "luna-2" || report.Imported.Messages != 6 || report.Imported.Branches != 1 {
		t.Errorf("report %+v", report)
	}
	twin, err := h.Companion(t.Context(), report.Slug)
	must(t, err)
	second := filepath.Join(t.TempDir(), "again.jsonl")
	_, err = h.Export(t.Context(), report.Slug, second)
	must(t, err)
	a, err := os.ReadFile(file)
	must(t, err)
	b, err := os.ReadFile(second)
	must(t, err)
	if !bytes.Equal(a, b) {
		t.Errorf("it came out as another talk:\n%s\n%s", a, b)
	}
	want := slices.DeleteFunc(shownTexts(t, c), func(s string) bool { return s == "user: " }) // taken back
	if got := shownTexts(t, twin); !slices.Equal(got, want) {
		t.Errorf("shown %q, was %q", got, want)
	}
	book := filepath.Join(t.TempDir(), "book.md")
	out, err = h.Export(t.Context(), "luna", book)
	must(t, err)
	text, err := os.ReadFile(book)
	must(t, err)
	if out.Messages != 5 || !strings.HasPrefix(string(text), "# Luna\n\n## ") || !strings.Contains(string(text), "\n\nHi, Alex.\n") || strings.Contains(string(text), "Hi there.") {
		t.Errorf("%+v\n%s", out, text)
	}
}

// TestHostilePersona: archives that are no persona, or more than one, change
// nothing.
func TestHostilePersona(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	file := filepath.Join(t.TempDir(), "luna.zip")
	_, err := h.Export(t.Context(), "luna", file)
	must(t, err)
	repack := func(change func(name string, data []byte) (string, []byte), more ...string) string {
		r, err := zip.OpenReader(file)
		must(t, err)
		defer r.Close()
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		put := func(name string, data []byte) {
			f, err := w.Create(name)
			must(t, err)
			_, err = f.Write(data)
			must(t, err)
		}
		for _, f := range r.File {
			data, err := readZip(f)
			must(t, err)
			put(change(f.Name, data))
		}
		for _, name := range more {
			put(name, []byte("x"))
		}
		must(t, w.Close())
		path := filepath.Join(t.TempDir(), "hostile.zip")
		must(t, os.WriteFile(path, b.Bytes(), 0o600))
		return path
	}
	same := func(name string, data []byte) (string, []byte) { return name, data }
	for name, path := range map[string]string{
		"traversal": repack(same, "personas/luna/../../../evil"),
		"more":      repack(same, "personas/luna/evil"),
		"another sum": repack(func(n string, d []byte) (string, []byte) {
			return n, bytes.Replace(d, []byte("Luna"), []byte("Lunb"), 1)
		}),
		"other names": repack(func(n string, d []byte) (string, []byte) {
			return strings.Replace(n, "personas/luna/", "personas/.x/", 1), bytes.ReplaceAll(d, []byte("personas/luna/"), []byte("personas/.x/"))
		}),
	} {
		_, err := h.Import(t.Context(), exchange.ImportRequest{Path: path})
		var archive *unpack.Error
		if !errors.Is(err, backup.ErrDamaged) && !errors.As(err, &archive) && !errors.Is(err, exchange.ErrImport) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := h.Personas(); err != nil || len(list) != 2 {
		t.Errorf("personas %+v, %v", list, err)
	}
	entries, err := os.ReadDir(filepath.Join(h.Path(), "personas"))
	if err != nil || len(entries) != 2 {
		t.Errorf("left %v, %v", entries, err)
	}
}

func readZip(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var b bytes.Buffer
	_, err = b.ReadFrom(r)
	return b.Bytes(), err
}
