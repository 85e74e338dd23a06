package entity

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/store"
)

// TestNamesMadeByHand writes a page for each name of testdata/names.txt. None escapes,
// none takes the file of another on any system, and each that is taken is read again by
// the same name; a persona of it gets a folder that every system holds.
func TestNamesMadeByHand(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("testdata", "names.txt"))
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	before, err := b.Dir.List("")
	if err != nil {
		t.Fatal(err)
	}
	tries, taken, refused := 0, map[string]string{}, 0 // file as the laxest system sees it → what names are compared by
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		s, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		tries++
		checkFile(t, store.Slug(s)+fileExt)
		if slug := store.Slug(s); !filepath.IsLocal(slug) || len(slug) > 100 || strings.ToLower(slug) != slug {
			t.Errorf("%q has the folder %q", s, slug)
		}
		w, err := b.Write(Name(s), Note{Text: "page " + strconv.Itoa(tries)}, store.Cause{Kind: store.CauseTool})
		if errors.Is(err, ErrBadName) {
			refused++
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		if path.Dir(w.File) != pageDir || !filepath.IsLocal(w.File) {
			t.Errorf("%q is written to %q", s, w.File)
		}
		checkFile(t, path.Base(w.File))
		file := strings.TrimRight(strings.ToUpper(norm.NFKD.String(w.File)), ". ")
		if key := keyOf(s); taken[file] != "" && taken[file] != key {
			t.Errorf("%q takes the file %s, which is that of %q", s, w.File, taken[file])
		} else {
			taken[file] = key
		}
		if got := b.text(t, Name(s)); !strings.HasSuffix(got, "page "+strconv.Itoa(tries)) {
			t.Errorf("%q is read as %q", s, got)
		}
	}
	after, err := b.Dir.List("")
	if err != nil || len(after) != len(before)+1 {
		t.Errorf("in the persona's folder are %v, were %v: %v", after, before, err)
	}
	pages, err := b.Dir.List(pageDir)
	if err != nil || len(pages) != len(taken) || tries < 200 {
		t.Errorf("%d pages of %d files, %d names: %v", len(pages), len(taken), tries, err)
	}
	t.Logf("trust: %d tries: %d names on pages of their own, %d refused, none outside", tries, len(taken), refused)
}
