// Package report makes a report on a home that its owner can hand on: what the
// program runs on, how it is set, which files there are and what is wrong with
// them, without a word of what was said, a name, an address or a key. Only words
// that stand in names.txt and words.txt come through; for any other stands "…".
package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/internal/config"
)

// names.txt has the names of files and folders that are the program's own.
//
//go:embed names.txt
var ownNames string

// words.txt has the words that the program's own messages on damage are made of.
//
//go:embed words.txt
var ownWords string

// left stands for what is not told.
const left = "…"

// A Report is what is told of a home.
type Report struct {
	Version  string
	Now      time.Time
	Home     fs.FS
	Settings config.Settings
	Found    []companion.Diagnosis
}

// Write writes the report. Files that cannot be looked at are counted as such;
// the error is that of w.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Yumori %s, %s, %s/%s, %d processors, %s\n", r.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), r.Now.UTC().Format(time.DateOnly))
	fmt.Fprintf(&b, "There is no text, name, address or key in this report; %s stands for what was left out.\n", left)
	b.WriteString("\n# Settings\n")
	r.settings(&b)
	m := newMask()
	b.WriteString("\n# Files\n")
	r.files(&b, m)
	b.WriteString("\n# What is wrong\n")
	r.problems(&b, m)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

func (r Report) settings(b *strings.Builder) {
	s := r.Settings
	for _, c := range []struct {
		role  string
		model config.ModelChoice
	}{{"chat", s.Models.Chat}, {"light", s.Models.Light}, {"dream", s.Models.Dream}} {
		fmt.Fprintf(b, "%s: %s, window %d, images %v, own address %v\n", c.role, provider(c.model.Provider), c.model.Window, c.model.Images, c.model.BaseURL != "")
	}
	fmt.Fprintf(b, "embedder: %s\n", provider(s.Embedder.Provider))
	fmt.Fprintf(b, "recall %v, core memory at once %v, autonomy %v, locale %s\n", s.Recall.Enabled(), s.Memory.ApplyCore, s.Autonomy.Enabled == nil || *s.Autonomy.Enabled, oneOf(s.Locale, "en", "ja"))
}

func provider(name string) string { return oneOf(name, "builtin", "ollama", "openai", "gemini") }

// oneOf returns what is known, "default" for nothing.
func oneOf(value string, known ...string) string {
	switch {
	case value == "":
		return "default"
	case slices.Contains(known, value):
		return value
	}
	return left
}

// A heap is files of one kind in one place.
type heap struct {
	files           int
	bytes, largest  int64
	newest          time.Time
	odd, unreadable int // no regular file; could not be looked at
}

func (r Report) files(b *strings.Builder, m *mask) {
	heaps := map[string]*heap{}
	_ = fs.WalkDir(r.Home, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return nil
		}
		kind := m.path(name)
		h := heaps[kind]
		if h == nil {
			h = &heap{}
			heaps[kind] = h
		}
		h.add(d, err)
		return nil
	})
	for _, kind := range slices.Sorted(maps.Keys(heaps)) {
		h := heaps[kind]
		fmt.Fprintf(b, "%s: %d files, %d bytes, the largest %d, the newest of %s", kind, h.files, h.bytes, h.largest, h.newest.UTC().Format(time.DateOnly))
		if h.odd+h.unreadable > 0 {
			fmt.Fprintf(b, "; %d no files, %d unreadable", h.odd, h.unreadable)
		}
		b.WriteByte('\n')
	}
}

func (h *heap) add(d fs.DirEntry, err error) {
	var info fs.FileInfo
	if err == nil {
		info, err = d.Info()
	}
	switch {
	case err != nil:
		h.unreadable++
	case !info.Mode().IsRegular():
		h.odd++
	default:
		h.files++
		h.bytes += info.Size()
		h.largest = max(h.largest, info.Size())
		if info.ModTime().After(h.newest) {
			h.newest = info.ModTime()
		}
	}
}

func (r Report) problems(b *strings.Builder, m *mask) {
	n := 0
	for _, d := range r.Found {
		for _, p := range d.Problems {
			n++
			fmt.Fprintf(b, "%s: %s: %s\n", m.place(d.Place), m.path(p.Name), m.text(p.What))
		}
		if d.Indexing {
			fmt.Fprintf(b, "%s: still being indexed\n", m.place(d.Place))
		}
	}
	fmt.Fprintf(b, "%d problems in %d places\n", n, len(r.Found))
}

// A mask leaves out what is not the program's own. Personas are numbered as they
// come up.
type mask struct {
	names, words map[string]bool
	personas     map[string]string
}

func newMask() *mask {
	m := &mask{names: map[string]bool{}, words: map[string]bool{}, personas: map[string]string{}}
	for _, n := range strings.Fields(ownNames) {
		m.names[n] = true
	}
	for _, w := range strings.Fields(ownWords) {
		m.words[w] = true
	}
	return m
}

// place names a persona by a number.
func (m *mask) place(slug string) string {
	if slug == "home" {
		return slug
	}
	if m.personas[slug] == "" {
		m.personas[slug] = fmt.Sprint("persona ", len(m.personas)+1)
	}
	return m.personas[slug]
}

// path is the path of a file by its kind: names that are somebody's are left out,
// what lies deep is taken together.
func (m *mask) path(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		switch {
		case i == 1 && parts[0] == "personas":
			parts[i] = m.place(p)
		case m.names[p]:
		default:
			parts[i] = left + oneExtension(p)
		}
	}
	return path.Join(parts[:min(len(parts), 4)]...)
}

// oneExtension returns the end of a name if it is a usual one.
func oneExtension(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if slices.Contains([]string{".md", ".txt", ".json", ".jsonl", ".png", ".jpg", ".pdf", ".zip", ".lock"}, ext) {
		return ext
	}
	return ""
}

var (
	quoted = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|“[^”]*”|‘[^’]*’|「[^」]*」|`[^`]*`")
	word   = regexp.MustCompile(`^([("]?)([A-Za-z][A-Za-z']*|\d{1,6})([:;,.)]*)$`)
)

// text leaves out of a message what was quoted, and each word that is not the
// program's own.
func (m *mask) text(s string) string {
	var kept []string
	for _, token := range strings.Fields(quoted.ReplaceAllString(s, " "+left+" ")) {
		parts := word.FindStringSubmatch(token)
		digits := len(parts) > 0 && parts[2][0] <= '9'
		if len(parts) == 0 || !digits && !m.words[strings.ToLower(parts[2])] {
			token = left
		}
		if token != left || len(kept) == 0 || kept[len(kept)-1] != left {
			kept = append(kept, token)
		}
	}
	return cmp.Or(strings.Join(kept, " "), left)
}
