package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/exchange"
	"yumori/internal/imports"
)

const cardOfMira = `{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","description":"Keeps a light.","first_mes":"Hello.","alternate_greetings":["Oh!"],"creator_notes":"Be kind.","creator":"ann","group_only_greetings":["All!"],
 "character_book":{"entries":[{"keys":["lamp"],"content":"Whale oil.","enabled":true}]},"tags":["sea"]}}`

func TestCardInAndOut(t *testing.T) {
	p := &program{home: t.TempDir()}
	file := filepath.Join(t.TempDir(), "mira.json")
	if err := os.WriteFile(file, []byte(cardOfMira), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := p.run(t, "", "import", file, "--dry-run"); code != exitDone || !strings.Contains(p.out.String(), "only a preview") || !strings.Contains(p.out.String(), "Be kind.") {
		t.Fatalf("%d %s%s", code, p.out.String(), p.err.String())
	}
	var report exchange.CardReport
	read := func(args ...string) {
		t.Helper()
		if code := p.run(t, "", args...); code != exitDone {
			t.Fatalf("%v: %d %s", args, code, p.err.String())
		}
		report = exchange.CardReport{}
		if err := json.Unmarshal(p.out.Bytes(), &report); err != nil {
			t.Fatal(err)
		}
	}
	if read("import", file, "--as", "card", "--dry-run", "--json"); report.Slug != "" || report.Imported.Greetings != 2 || len(report.Left) != 1 {
		t.Errorf("dry: %+v", report)
	}
	if read("import", file, "--json"); report.Slug != "mira" || report.Again || report.Imported.Lore != 1 {
		t.Errorf("imported: %+v", report)
	}
	if read("import", file, "--json"); report.Slug != "mira" || !report.Again {
		t.Errorf("again: %+v", report)
	}
	if code := p.run(t, "", "import", file); code != exitDone || !strings.Contains(p.out.String(), "here already, as mira") {
		t.Errorf("again: %d %s", code, p.out.String())
	}
	out := filepath.Join(t.TempDir(), "out.png")
	if code := p.run(t, "", "export", "--persona", "mira", "--out", out); code != exitDone {
		t.Fatalf("export: %d %s", code, p.err.String())
	}
	if read("import", out, "--persona", "second", "--json"); report.Slug != "second" || report.Imported.Version != 3 || report.Imported.Kind != "png" {
		t.Errorf("what was written comes in as %+v", report)
	}
}

func TestExchangeBadInput(t *testing.T) {
	p := &program{home: t.TempDir()}
	dir := t.TempDir()
	text := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(text, []byte("Once upon a time"), 0o600); err != nil {
		t.Fatal(err)
	}
	unclear := filepath.Join(dir, "b.txt")
	if err := os.WriteFile(unclear, []byte("Alex: Hi.\nMira: Hello.\nAlex: Tea?\nMira: Yes.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"import"}, exitWrongUse, ""},
		{[]string{"import", text, "--as", "log"}, exitWrongUse, "want one of"},
		{[]string{"import", text, "--as", "chat"}, exitFailed, "damaged or incomplete"},
		{[]string{"import", text, "--as", "nexus"}, exitFailed, "format Yumori knows"},
		{[]string{"import", text, "--as", "card"}, exitFailed, "is no character card"},
		{[]string{"import", text}, exitFailed, "No one speaks"},
		{[]string{"import", unclear}, exitFailed, "Alex, Mira. Tell with --user"},
		{[]string{"import", filepath.Join(dir, "no.png")}, exitFailed, "There is no file"},
		{[]string{"import", dir}, exitFailed, "SillyTavern"},
		{[]string{"export"}, exitWrongUse, "--out"},
		{[]string{"export", "--out", filepath.Join(dir, "a.doc")}, exitWrongUse, ".charx"},
		{[]string{"export", "--out", filepath.Join(dir, "no", "a.png")}, exitFailed, "folder doesn't exist"},
		{[]string{"export", "--persona", "nobody", "--out", filepath.Join(dir, "a.png")}, exitFailed, "no such persona"},
	} {
		if code := p.run(t, "", tt.args...); code != tt.code || !strings.Contains(p.err.String(), tt.says) {
			t.Errorf("%v: %d %s", tt.args, code, p.err.String())
		}
	}
}

// TestEveryRefusalHasItsSentence: the reasons of cards, and why parts of them are
// left, are words of their own.
func TestEveryRefusalHasItsSentence(t *testing.T) {
	w := wordsFor("en")
	for _, reason := range []string{"not_card", "damaged", "too_large", "too_deep", "too_many", "bad_name", "duplicate", "encoding", "encrypted", "link"} {
		if got := w.explain(&exchange.CardError{File: "a.png", Reason: reason}); !strings.HasPrefix(got, "a.png ") {
			t.Errorf("%s: %q", reason, got)
		}
	}
	for _, why := range []exchange.LeftWhy{
		exchange.LeftLong, exchange.LeftFlaw, exchange.LeftGroup, exchange.LeftRemote, exchange.LeftPicture, exchange.LeftKind,
	} {
		if _, ok := w["import_left_"+string(why)]; !ok {
			t.Errorf("%s has no words", why)
		}
	}
}

// TestLogIn brings a log into a persona of its own and into one that is there.
func TestLogIn(t *testing.T) {
	p := &program{home: t.TempDir()}
	file := filepath.Join(t.TempDir(), "log.txt")
	if err := os.WriteFile(file, []byte("2026-01-05 10:00 Alex: Hi.\n2026-01-05 10:01 Mira: Hello.\n2026-01-05 10:02 Alex: Tea?\n2026-01-05 10:03 Mira: Yes.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var report exchange.ImportReport
	read := func(args ...string) {
		t.Helper()
		if code := p.run(t, "", args...); code != exitDone {
			t.Fatalf("%v: %d %s", args, code, p.err.String())
		}
		report = exchange.ImportReport{}
		if err := json.Unmarshal(p.out.Bytes(), &report); err != nil {
			t.Fatal(err)
		}
	}
	if read("import", file, "--user", "alex", "--dry-run", "--json"); report.Slug != "" || report.Imported.Messages != 4 || report.Imported.Name != "Mira" {
		t.Errorf("dry: %+v", report)
	}
	if read("import", file, "--user", "alex", "--json"); report.Slug != "mira" || report.Imported.First != "2026-01-05" || report.Left == nil {
		t.Errorf("imported: %+v", report)
	}
	if code := p.run(t, "", "import", file, "--user", "alex", "--persona", "luna"); code != exitDone || !strings.Contains(p.out.String(), "yumori dream --catch-up --persona luna") {
		t.Errorf("%d %s%s", code, p.out.String(), p.err.String())
	}
	if code := p.run(t, "", "import", file, "--user", "alex", "--persona", "luna"); code != exitDone || !strings.Contains(p.out.String(), "Nothing was changed") {
		t.Errorf("%d %s%s", code, p.out.String(), p.err.String())
	}
}

// TestEveryImportHasItsSentences: kinds, reasons and what is left out are words.
func TestEveryImportHasItsSentences(t *testing.T) {
	w := wordsFor("ja")
	var keys []string
	for _, k := range imports.Kinds() {
		if k != imports.Card {
			keys = append(keys, "import_kind_"+string(k))
		}
	}
	for _, r := range []imports.Reason{
		imports.Unknown, imports.Folder, imports.Damaged, imports.TooLarge, imports.TooDeep, imports.TooMany, imports.Encoding, imports.Empty, imports.Speakers,
		"bad_name", "duplicate", "encrypted", "link",
	} {
		keys = append(keys, "import_bad_"+string(r))
	}
	for _, why := range []imports.Why{
		imports.WhySystem, imports.WhyTool, imports.WhyThought, imports.WhyMedia, imports.WhyDamaged, imports.WhyLong, imports.WhySpeaker,
		imports.WhySecret, imports.WhyLink, imports.WhyNoPlace, imports.WhyUntitled,
	} {
		keys = append(keys, "import_out_"+string(why))
	}
	for _, key := range keys {
		if _, ok := w[key]; !ok {
			t.Errorf("%s has no words", key)
		}
	}
}

// TestWholePersonaAndTalkOut writes what import reads again.
func TestWholePersonaAndTalkOut(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "chat", "--once", "Hello!", "--persona", "luna"); code != exitDone {
		t.Fatal(p.err.String())
	}
	for ending, as := range map[string]string{"zip": "persona", "jsonl": "chat"} {
		out := filepath.Join(t.TempDir(), "luna."+ending)
		if code := p.run(t, "", "export", "--persona", "luna", "--out", out); code != exitDone || !strings.Contains(p.out.String(), out) {
			t.Fatalf("%d %s%s", code, p.out.String(), p.err.String())
		}
		for _, says := range []string{"yumori chat --persona luna-", "Nothing was changed"} {
			if code := p.run(t, "", "import", out, "--as", as); code != exitDone || !strings.Contains(p.out.String(), says) {
				t.Errorf("%s: %d %s%s", ending, code, p.out.String(), p.err.String())
			}
		}
	}
}
