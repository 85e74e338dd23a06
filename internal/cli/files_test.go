package cli

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"yumori/docs"
)

// TestFilesOfAHome lives two days and finds every file that came of it in
// docs/files.md.
func TestFilesOfAHome(t *testing.T) {
	p := &program{home: t.TempDir()}
	for _, args := range [][]string{
		{"--now", evening, "chat", "--once", "I'm Mika. My sister Anna moved to Oslo. I have an interview on Monday and I'd like to learn the cello."},
		{"--now", night, "dream"},
		{"--now", "2026-11-21T20:00:00+09:00", "chat", "--once", "The interview went well, and Anna likes Oslo. I'm so happy!"},
		{"--now", "2026-11-21T20:05:00+09:00", "sessions", "end"},
		{"--now", "2026-11-22T03:00:00+09:00", "dream"},
		{"backup"},
	} {
		if code := p.run(t, "", args...); code != exitDone {
			t.Fatalf("%v: code %d: %s%s", args, code, p.out.String(), p.err.String())
		}
	}
	home, persona := namedIn(t, "The home"), namedIn(t, "A persona: `personas/<slug>/`")
	for _, heading := range []string{"Memory", "Derived, and safety nets"} {
		persona = append(persona, namedIn(t, heading)...)
	}
	files := everyFile(t, p.home)
	if len(files) < 30 {
		t.Errorf("only %d files: %q", len(files), files)
	}
	for _, name := range files {
		list, rest := home, name
		if below, ok := strings.CutPrefix(name, "personas/"); ok {
			_, rest, _ = strings.Cut(below, "/")
			list = persona
		}
		if !anyMatches(list, rest) {
			t.Errorf("docs/files.md does not name %s", name)
		}
	}
}

// namedIn returns the files that a table of docs/files.md names, as patterns.
func namedIn(t *testing.T, heading string) []*regexp.Regexp {
	t.Helper()
	rows, err := docs.Table("files.md", heading)
	if err != nil {
		t.Fatal(err)
	}
	open := strings.NewReplacer(`…`, `.*`, `\*`, `[^/]*`)
	var list []*regexp.Regexp
	for _, row := range rows {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[0], -1) {
			p := open.Replace(regexp.QuoteMeta(name[1]))
			list = append(list, regexp.MustCompile(`^`+regexp.MustCompile(`<[^>]+>`).ReplaceAllString(p, `[^/]+`)+`$`))
		}
	}
	return list
}

func anyMatches(list []*regexp.Regexp, name string) bool {
	for _, p := range list {
		if p.MatchString(path.Clean(name)) {
			return true
		}
	}
	return false
}

// everyFile returns the files of a folder, the history and the indexes too.
func everyFile(t *testing.T, root string) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
