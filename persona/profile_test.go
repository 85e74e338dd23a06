package persona

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	home := storetest.NewHome(t, at())
	seen := map[string]string{}
	for _, tt := range []struct {
		name, want string // want is the display name; "" when it is refused
	}{
		{"Mio", "Mio"},
		{"mio", "mio"}, // the same folder name
		{"夢", "夢"},
		{"../x", "../x"},
		{"CON", "CON"},
		{"🌙✨", "🌙✨"},
		{"two\nlines\tand\x00NUL", "two lines and NUL"},
		{"caf\xe9", "caf\uFFFD"},
		{strings.Repeat("長", 300), strings.Repeat("長", 300)},
		{strings.Repeat("長", 301), ""},
		{" \n ", ""},
		{"", ""},
	} {
		slug, err := Create(home.Home, Profile{Name: tt.name, Language: "ja"}, Sample{"SOUL.md": "# S\n", "memory/2026-11-20.md": "# x\n"})
		if tt.want == "" {
			if !errors.Is(err, ErrBadName) {
				t.Errorf("Create(%q): %v, want ErrBadName", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("Create(%q): %v", tt.name, err)
			continue
		}
		if other, ok := seen[slug]; ok {
			t.Errorf("%q and %q share the folder %q", tt.name, other, slug)
		}
		seen[slug] = tt.name
		dir, err := home.Persona(slug)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Profile(); got.Name != tt.want || got.Language != "ja" || !got.HoldsCore() || len(p.Problems()) > 0 {
			t.Errorf("Create(%q): profile %+v, problems %v", tt.name, got, p.Problems())
		}
		for _, pr := range p.Check(t.Context()) {
			t.Errorf("Create(%q): %v", tt.name, pr)
		}
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	b.PutFile(t, profileFile, `{"schema":1,"name":"Mio","language":"en","colour":{"hue":7},"hold_core":false}`)
	p, err := Open(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if p.Profile().HoldsCore() {
		t.Error("hold_core: false is not read")
	}
	if err := p.Rename("  Mio the\nSecond "); err != nil {
		t.Fatal(err)
	}
	if err := p.Rename(""); !errors.Is(err, ErrBadName) {
		t.Errorf("Rename to nothing: %v", err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(b.FileText(t, profileFile)), &got); err != nil {
		t.Fatal(err)
	}
	if got["name"] != "Mio the Second" || got["colour"].(map[string]any)["hue"] != 7.0 || got["hold_core"] != false {
		t.Errorf("file after Rename: %v", got)
	}
}

func TestSetConflict(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	b.PutFile(t, profileFile, `{"schema":1,"name":"By hand","language":"ja"}`)
	if err := b.Rename("By program"); !errors.Is(err, store.ErrConflict) {
		t.Fatalf("Rename over a user's edit: %v", err)
	}
	if got := b.Profile(); got.Name != "By hand" || got.Language != "ja" {
		t.Errorf("profile after the conflict: %+v", got)
	}
	if err := b.Rename("By program"); err != nil {
		t.Errorf("second Rename: %v", err)
	}
}

func TestNewerSchema(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	const newer = `{"schema":2,"name":"Mio","language":"en","soul_kind":"new"}`
	b.PutFile(t, profileFile, newer)
	p, err := Open(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Problems(); len(got) != 1 || got[0].Reason != Newer {
		t.Errorf("problems %v", got)
	}
	_, hold := p.Hold(Held{File: "notepad.txt", After: "x"})
	_, decide := p.Decide("x", Accept)
	_, daily := p.WriteDaily(at(), "fact", "x", user())
	for name, err := range map[string]error{
		"Rename": p.Rename("x"), "Edit": p.Edit(Core, Edit{Append: "x"}, user()), "Hold": hold, "Decide": decide,
		"WriteDaily": daily,
	} {
		if !errors.Is(err, ErrNewer) {
			t.Errorf("%s: %v, want ErrNewer", name, err)
		}
	}
	if got := b.FileText(t, profileFile); got != newer {
		t.Errorf("file is now %s", got)
	}
	if prompt, err := p.Layers(Minimal, Budget{Now: at()}); err != nil || len(prompt.Layers) == 0 {
		t.Errorf("Layers: %v, %v", prompt, err)
	}
}

// TestProfileCut cuts persona.json at every byte: the persona opens, and what
// was there is not lost.
func TestProfileCut(t *testing.T) {
	t.Parallel()
	b := newDamaged(t, nil)
	whole := b.FileText(t, profileFile)
	for n := range len(whole) {
		b.PutFile(t, profileFile, whole[:n])
		p, err := Open(b.Dir)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		got := p.Profile()
		if got.Name != "Mio" || got.Language != "en" {
			t.Fatalf("cut at %d: profile %+v", n, got)
		}
		_, err = decodeProfile([]byte(whole[:n]))
		if damaged := err != nil; damaged != (len(p.Problems()) == 1) {
			t.Fatalf("cut at %d: problems %v", n, p.Problems())
		}
		if len(p.Problems()) == 1 && p.Problems()[0].Aside == "" {
			t.Fatalf("cut at %d: not set aside: %v", n, p.Problems())
		}
		if len(p.Problems()) == 1 {
			if _, err := os.Stat(b.FilePath(profileFile)); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("cut at %d: the damaged file is still there: %v", n, err)
			}
		}
		if err := p.Rename("Mio"); err != nil {
			t.Fatalf("cut at %d: Rename: %v", n, err)
		}
	}
}

func FuzzProfile(f *testing.F) {
	for _, s := range []string{`{"schema":1,"name":"夢","language":"ja","user_name":"A","hold_core":false,"x":[1]}`, `{}`, `null`, `{"schema":1e3,"name":"a"}`, `{"schema":1,"name":"a","Name":"b"} `} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		pr, err := decodeProfile(data)
		if err != nil {
			return
		}
		pr.Schema = profileSchema
		out, err := encodeProfile(pr, data)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decodeProfile(out)
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if again.Name != pr.Name || again.Language != pr.Language || again.UserName != pr.UserName || again.HoldsCore() != pr.HoldsCore() {
			t.Fatalf("%+v became %+v", pr, again)
		}
	})
}
