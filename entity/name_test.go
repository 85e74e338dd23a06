package entity

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/internal/store"
)

func TestCleanName(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     Name
	}{
		{"plain", "Mika", "Mika"},
		{"spaces", "  Mika\t Tanaka　", "Mika Tanaka"},
		{"line breaks", "Mika\nCreated: 1999\r\n# x", "Mika Created: 1999 # x"},
		{"NUL", "Mi\x00ka", "Mi ka"},
		{"composed", "Cafe\u0301", "Café"},
		{"turned", "abc\u202Etxt", "abctxt"},
		{"not UTF-8", "a\xffb", "a b"},
		{"a path stays a name", "../../x", "../../x"},
		{"a dash", "-rf", "-rf"},
		{"nothing", " \t\u200b\u3164 ", ""},
		{"empty", "", ""},
		{"too long", strings.Repeat("あ", MaxName+1), ""},
		{"long enough", strings.Repeat("あ", MaxName), Name(strings.Repeat("あ", MaxName))},
	} {
		got, err := CleanName(Name(row.in))
		if got != row.want || (row.want == "") != errors.Is(err, ErrBadName) {
			t.Errorf("%s: %q, %v, want %q", row.name, got, err, row.want)
		}
	}
}

func TestFileName(t *testing.T) {
	for _, row := range []struct {
		name   Name
		prefix string
		exact  bool
	}{
		{"Mika", "Mika.md", true},
		{"ミカ", "ミカ.md", true},
		{"ユーザー", "ユーザー.md", true},
		{"Mika Tanaka", "Mika Tanaka.md", true},
		{"Café", "Café.md", true},
		{"../../x", "x-", false},
		{"/etc/passwd", "etc-passwd-", false},
		{`..\x`, "x-", false},
		{"CON", "con-", false},
		{"nul.txt", "nul-txt-", false},
		{"COM¹", "com1-", false},
		{"LPT0", "lpt0-", false},
		{"a:stream", "a-stream-", false},
		{`<>:"|?*`, "entity-", false},
		{".hidden", "hidden-", false},
		{"x.", "x-", false},
		{"-rf", "rf-", false},
		{"Isparta ı", "isparta-", false},
		{"🐱", "entity-", false},
		{Name(strings.Repeat("あ", MaxName)), "ああ", false},
	} {
		got := FileName(row.name)
		if row.exact && got != row.prefix || !strings.HasPrefix(got, row.prefix) || !row.exact && !strings.HasSuffix(got, fileExt) {
			t.Errorf("%q: %q, want %q", row.name, got, row.prefix)
		}
		checkFile(t, got)
	}
}

// checkFile holds a file name to what every system takes.
func checkFile(t *testing.T, file string) {
	t.Helper()
	base := strings.TrimSuffix(file, fileExt)
	switch {
	case !filepath.IsLocal(file), strings.ContainsAny(file, `/\<>:"|?*`), len(file) > 100, !utf8.ValidString(file),
		base == "", strings.ContainsAny(base[:1], ".- ~"), strings.ContainsAny(base[len(base)-1:], ". "), strings.ContainsRune(base, '.'), device(base):
		t.Errorf("file name %q", file)
	}
}

// alphabet is what hostile and ordinary names are made of.
var alphabet = []string{"a", "A", "b", "B", "1", "é", "e\u0301", "É", "ı", "İ", "i", "I", "ß", "SS", "ſ", "K", "K", "ｱ", "ア", "ミ", "漢", "한", "\u1112\u1161\u11ab", "σ", "ς", "Σ",
	"..", ".", "/", `\`, "-", "_", " ", "　", "\x00", "\n", ":", "*", "?", "\"", "<", ">", "|", "\u200d", "\u202e", "\ufe0f", "👩", "CON", "nul", "COM1", "~", "$", "\xff", "aux", "¹", "①", ","}

func randomName(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(6) {
		b.WriteString(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// TestNames is H1 and H3: 10,000 names, none leaves its folder, and two have
// the same file only if they are the same name.
func TestNames(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	byFile := map[string]string{} // what a file system that does not tell cases sees → key
	byKey := map[string]string{}
	for range 10_000 {
		name, err := CleanName(Name(randomName(r)))
		if err != nil {
			continue
		}
		file, key := FileName(name), keyOf(string(name))
		checkFile(t, file)
		folded := strings.ToUpper(strings.ToLower(file))
		if other, ok := byFile[folded]; ok && other != key {
			t.Errorf("%q and %q share %q", other, key, file)
		}
		if other, ok := byKey[key]; ok && other != folded {
			t.Errorf("%q has files %q and %q", key, other, folded)
		}
		byFile[folded], byKey[key] = key, folded
	}
	if len(byKey) < 2_000 {
		t.Errorf("only %d names", len(byKey))
	}
}

// TestHostileNames writes pages under hostile names: each comes back under its
// name, and nothing is written elsewhere.
func TestHostileNames(t *testing.T) {
	b := newBench(t)
	names := []Name{"../../x", "/x", `..\x`, "a/../../b", ".", "..", "CON", "nul.txt", "COM1", "a:stream", `<>:"|?*`, "-x", ".x", "x ", "Bob", "日本", "Aliases: x", "# x", "x <!-- src: y -->", "x -->", Name(strings.Repeat("長", MaxName))}
	for _, n := range names {
		b.write(t, n, "text of "+string(n), "01A")
	}
	b.reopen(t)
	for _, n := range names {
		clean, err := CleanName(n)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Read(n)
		if err != nil || p.Name != clean || !strings.HasPrefix(p.Text, "text of ") {
			t.Errorf("%q: %+v, %v", n, p, err)
		}
	}
	entries, err := b.Dir.List(pageDir)
	if err != nil || len(entries) != len(names) {
		t.Errorf("%d files, %v, want %d", len(entries), err, len(names))
	}
	if outside, err := b.Dir.List(""); err != nil || len(outside) != 1 {
		t.Errorf("in the persona's folder: %v, %v", outside, err)
	}
}

func TestSameNames(t *testing.T) {
	b := newBench(t)
	for _, row := range []struct{ first, second Name }{
		{"Bob", "BOB"}, {"Café", "Cafe\u0301"}, {"ﾐｶ", "ミカ"}, {"Straße", "STRASSE"}, {"Mika  Tanaka", "mika tanaka"},
	} {
		w := b.write(t, row.first, "one")
		again := b.write(t, row.second, "two")
		if again.New || again.File != w.File {
			t.Errorf("%q and %q are two: %+v, %+v", row.first, row.second, w, again)
		}
	}
	// Different names whose files would collide.
	a, c := b.write(t, "a/b", "one"), b.write(t, "a:b", "two")
	if a.File == c.File || !c.New {
		t.Errorf("a/b and a:b share %s", a.File)
	}
	b.put(t, "Zoe.md", "# Entity Memory: Somebody else\n")
	if w := b.write(t, "zoé", "x"); w.File == pageDir+"/Zoe.md" {
		t.Errorf("zoé is written to %s", w.File)
	}
	b.put(t, "kai.md", "# Entity Memory: Another\n")
	if w := b.write(t, "Yuki", "x"); w.File != pageDir+"/Yuki.md" {
		t.Errorf("Yuki is written to %s", w.File)
	}
}

// TestTwoFilesOneName is a folder with Bob.md and bob.md: both can be read, and
// the second is named.
func TestTwoFilesOneName(t *testing.T) {
	b := newDamaged(t)
	b.put(t, "Bob.md", "# Entity Memory: Bob\n\none\n")
	b.put(t, "bob.md", "# Entity Memory: bob\n\ntwo\n")
	if got := b.names(t); len(got) != 2 {
		t.Fatalf("names %q", got)
	}
	if one, two := b.text(t, "Bob"), b.text(t, "bob (bob.md)"); one != "one" || two != "two" {
		t.Errorf("texts %q, %q", one, two)
	}
	if p := b.Problems(); len(p) != 1 || p[0].File != pageDir+"/bob.md" {
		t.Errorf("problems %+v", p)
	}
}

func FuzzName(f *testing.F) {
	f.Add("../../x", "Bob")
	f.Add("ミカ", "ﾐｶ")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, n := range []string{a, b} {
			clean, err := CleanName(Name(n))
			if err != nil {
				return
			}
			if again, err := CleanName(clean); err != nil || again != clean {
				t.Fatalf("cleaning %q again: %q, %v", clean, again, err)
			}
			checkFile(t, FileName(clean))
			if v := store.Slug(string(clean)); v == "" {
				t.Fatal("slug")
			}
			d := parse("")
			d.entitle(clean, at())
			if got := parse(d.render()); Name(got.title) != clean {
				t.Fatalf("title of %q is read as %q", clean, got.title)
			}
		}
		same := keyOf(a) == keyOf(b)
		if files := strings.EqualFold(FileName(Name(a)), FileName(Name(b))); files != same {
			t.Errorf("%q and %q: same name %v, same file %v", a, b, same, files)
		}
	})
}
