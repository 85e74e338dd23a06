package report

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/store"
)

// TestNothingPrivateIsTold makes a home whose every name, message and address is
// somebody's own, and looks for each of them in the report.
func TestNothingPrivateIsTold(t *testing.T) {
	const private = "Zelda"
	changed := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text), ModTime: changed} }
	r := Report{
		Version: "1.2", Now: changed,
		Home: fstest.MapFS{
			"settings.json":                         file("{}"),
			"personas/zelda/SOUL.md":                file("I am Zelda."),
			"personas/zelda/bank/Zelda.md":          file("Zelda likes tea."),
			"personas/zelda/bank/zelda the 2nd.md":  file("She, too."),
			"personas/zelda/attachments/zelda.heic": file("Zelda"),
		},
		Found: []companion.Diagnosis{
			{Place: "home", Problems: []store.Problem{{Name: "Zelda.txt", What: `open "Zelda": Zelda@example.org is missing`}}},
			{Place: "zelda", Indexing: true},
		},
	}
	r.Settings = config.Settings{Locale: "zelda"}
	r.Settings.Models.Chat.Provider = "zelda"
	r.Settings.Models.Chat.BaseURL = "http://zelda.example.org"
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if strings.Contains(strings.ToLower(got), strings.ToLower(private)) || strings.Contains(got, "example.org") {
		t.Errorf("something private is told:\n%s", got)
	}
	for _, line := range []string{
		"Yumori 1.2, ", "chat: …, window 0, images false, own address true\n", "light: default,", "locale …\n",
		"settings.json: 1 files, 2 bytes, the largest 2, the newest of 2026-11-20\n",
		"personas/persona 1/SOUL.md: 1 files, 11 bytes",
		"personas/persona 1/bank/….md: 2 files, 25 bytes, the largest 16",
		"personas/persona 1/attachments/…: 1 files",
		"home: ….txt: open … is missing\n", "persona 1: still being indexed\n", "1 problems in 2 places\n",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("%q is not told:\n%s", line, got)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "…"},
		{"file is damaged", "file is damaged"},
		{"line 12: unexpected end of JSON input", "line 12: unexpected end of JSON input"},
		{"Zelda Zelda Zelda", "…"},                         // one mark for a row of words
		{`read "file": is missing`, "read … is missing"},   // what is quoted may be a word of the program's, too
		{"read 「その file」 is missing", "read … is missing"}, // in any quotes
		{"number 1234567 is long", "number … is long"},     // may be a telephone number
		{"open /home/zelda/file: denied", "open … denied"}, // a path
		{"sk-12ab is no key", "… is no key"},               // what looks like a key
		{"(file) is empty, end.", "(file) is empty, end."}, // marks around a word
		{`"unended file of zelda`, "… file of …"},          // a quote that does not end
		{"file\u202eis damaged", "… damaged"},              // no letters joined by what is not seen
		{"read `a \"b\" c` again", "read … again"},         // one in the other
		{"\x00file\tis\nempty", "… is empty"},              // control characters
	} {
		if got := newMask().text(tt.in); got != tt.want {
			t.Errorf("%q is told as %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPath(t *testing.T) {
	m := newMask()
	for _, tt := range []struct{ in, want string }{
		{"settings.json", "settings.json"},
		{"zelda.json", "….json"},
		{"zelda.PNG", "….png"},
		{"zelda.zelda", "…"},
		{"personas/zelda/SOUL.md", "personas/persona 1/SOUL.md"},
		{"personas/SOUL.md/SOUL.md", "personas/persona 2/SOUL.md"}, // a persona may be called as a file is
		{"personas/zelda/memory/2026-11-20.md", "personas/persona 1/memory/….md"},
		{"personas/zelda/knowledge/a/b/c.txt", "personas/persona 1/knowledge/…"}, // deep is told together
	} {
		if got := m.path(tt.in); got != tt.want {
			t.Errorf("%q is told as %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestWriteFails(t *testing.T) {
	full := errors.New("full")
	r, w := io.Pipe()
	_ = r.CloseWithError(full)
	if err := (Report{Home: fstest.MapFS{}}).Write(w); !errors.Is(err, full) {
		t.Errorf("%v, want that the disk is full", err)
	}
}
