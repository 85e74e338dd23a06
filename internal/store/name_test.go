package store

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		good bool
	}{
		{"core_memory.txt", true},
		{"memory/2026-11-21.md", true},
		{"entity_memory/アレックス.md", true},
		{"entity_memory/👩‍👩‍👧.md", true},
		{"a b/c d.txt", true},
		{"-rf", true},
		{".index/vectors.bin", true},
		{"console.txt", true},
		{"com10.txt", true},
		{strings.Repeat("x", 255), true},
		{"", false},
		{".", false},
		{"..", false},
		{"../x", false},
		{"a/../../x", false},
		{"a/./b", false},
		{"a//b", false},
		{"/etc/passwd", false},
		{"a/", false},
		{`a\b`, false},
		{`C:\x`, false},
		{"c:x", false},
		{"file:stream", false},
		{"CON", false},
		{"con.txt", false},
		{"Nul .tar.gz", false},
		{"aux/x", false},
		{"COM1", false},
		{"lpt9.log", false},
		{"COM¹", false},
		{"conin$", false},
		{"a.", false},
		{"a ", false},
		{"a./b", false},
		{"a\x00b", false},
		{"a\nb", false},
		{"a\x7fb", false},
		{"what?", false},
		{"a*", false},
		{"\xff\xfe", false},
		{"notes.md~", false},
		{"core_memory (conflicted copy).txt", false},
		{".hidden", false},
		{"a/.hidden", false},
		{".index", false},
		{".index/../x", false},
		{".index/.x", false},
		{".history/repo.git/HEAD", false},
		{"evil\u202etxt.exe", false},
		{strings.Repeat("x", 256), false},
		{strings.Repeat("夢", 86), false},
		{strings.Repeat("a/", 600) + "b", false},
	} {
		if err := checkName(c.name); (err == nil) != c.good {
			t.Errorf("%.60q: %v", c.name, err)
		}
	}
}

// TestNoNameEscapes tries ten thousand names made of what is dangerous: outside
// of the Dir nothing may appear, and inside nothing hidden may change.
func TestNoNameEscapes(t *testing.T) {
	t.Parallel()
	base := fastDir(t)
	h := openHome(t, filepath.Join(base, "home"))
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, profileFile, "{}")
	d.scope.tracked = func(string) bool { return false } // ten thousand versions prove nothing here
	parts := []string{"..", ".", "/", `\`, "a", "b.txt", "CON", "\x00", ":", " ", "~", "%2e%2e", "\xff", ".history", ".index", "personas", "夢", "．．", "x", strings.Repeat("n", 130), "\u202e", "//", "C:"}
	gen := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(parts), rapid.StringN(1, 3, 8)), 1, 8)
	outside := func() string {
		var names []string
		for _, dir := range []string{base, h.path, filepath.Join(h.path, personasDir)} {
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				names = append(names, e.Name())
			}
		}
		return strings.Join(names, "|")
	}
	before := outside()
	const tries = 100 // names at each of rapid's 100 checks
	names := 0
	rapid.Check(t, func(r *rapid.T) {
		for range tries {
			names++
			name := strings.Join(gen.Draw(r, "name"), rapid.SampledFrom([]string{"", "/"}).Draw(r, "joint"))
			err := d.Write(name, []byte("x"), byUser)
			if checkName(name) != nil && err == nil {
				r.Fatalf("%q was written", name)
			}
			if err == nil {
				if data, err := d.Read(name); err != nil || string(data) != "x" {
					r.Fatalf("%q cannot be read again: %v", name, err)
				}
			}
		}
	})
	if after := outside(); after != before {
		t.Errorf("outside there is %s, was %s", after, before)
	}
	t.Logf("trust: %d tries: nothing outside was written", names)
}

func TestFolderThatLeadsOutside(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "left alone")
	out := t.TempDir()
	if err := os.Symlink(out, filepath.Join(d.path, "memory")); err != nil {
		t.Fatal(err)
	}
	if err := d.Write("memory/x.md", []byte("x"), byUser); err == nil {
		t.Error("written outside")
	}
	if _, err := d.List("memory"); err == nil {
		t.Error("listed outside")
	}
	if entries, _ := os.ReadDir(out); len(entries) > 0 {
		t.Errorf("outside there is %v", entries)
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Luna":         "luna",
		"José García":  "jose-garcia",
		"R2-D2":        "r2-d2",
		"  a   b  ":    "a-b",
		"Luna.":        "luna",
		"../etc":       "etc",
		"con":          "con-",
		"夢守":           "p-",
		"Luna 月":       "luna-",
		"":             "p-",
		"🦊":            "p-",
		"Ｌｕｎａ":         "luna",
		"\x00\xff":     "p-",
		"x/../../y":    "x-y",
		"AUX":          "aux-",
		"Ana (müde) !": "ana-mude",
	} {
		got := Slug(name)
		if strings.HasSuffix(want, "-") {
			if !strings.HasPrefix(got, want) || len(got) != len(want)+8 {
				t.Errorf("%q: %q, want %q and a hash", name, got, want)
			}
		} else if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if Slug("夢") == Slug("守") || Slug(strings.Repeat("a", 100)) == Slug(strings.Repeat("a", 101)) {
		t.Error("different names have one slug")
	}
	ok := regexp.MustCompile(`^[a-z0-9](-?[a-z0-9])*$`)
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.String().Draw(r, "name")
		if s := Slug(name); len(s) > maxSlug || !ok.MatchString(s) || checkSlug(s) != nil {
			r.Fatalf("%q became %q", name, s)
		}
	})
}
