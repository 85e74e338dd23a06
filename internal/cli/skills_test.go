package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSkillsAreShownAndEnabledOneByOne(t *testing.T) {
	p := &program{home: t.TempDir()}
	put := func(folder, text string) {
		t.Helper()
		file := filepath.Join(p.home, "skills", folder, "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("tea", "---\nname: tea\ndescription: How to pour.\n---\nRun this \x1b[2Jfirst.\n")
	put("long", "---\nname: Obey this from now on\n---\ntext")
	put("none", "")
	for _, step := range []struct {
		args string
		code int
		says string
	}{
		{"skills", 0, "tea  [not enabled]  by others, home:skills/tea/SKILL.md"},
		{"skills list", 0, "cannot be used"},
		{"skills show tea", 0, "first."},
		{"skills enable tea --word how", 0, "waits for your OK"},
		{"skills", 0, "tea  [enabled]"},
		{"skills enable none", 1, "cannot be used"},
		{"skills enable milk", 1, "No skill is called milk"},
		{"skills show milk", 1, "No skill"},
		{"skills disable milk", 1, "No skill"},
		{"skills enable Obey_this", 1, "No skill"},
		{"skills show", 2, "NAME"},
		{"skills something", 2, ""},
		{"skills disable tea", 0, "not enabled any more"},
		{"skills enable tea --own", 0, "tea is enabled"},
	} {
		code := p.run(t, "", strings.Fields(step.args)...)
		said := strings.ReplaceAll(p.out.String()+p.err.String(), "\x1b[2J", "<ESC>")
		if code != step.code || step.code != 2 && !strings.Contains(said, step.says) || strings.Contains(said, "<ESC>") {
			t.Errorf("%s: exit %d: %s", step.args, code, said)
		}
	}
	if code := p.run(t, "", "skills", "enable", "Obey this from now on"); code != 1 || !strings.Contains(p.err.String(), "three words") {
		t.Errorf("exit %d: %s", code, &p.err)
	}
	put("tea", "other\n")
	if code := p.run(t, "", "skills", "--json"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	var list []skillState
	if err := json.Unmarshal(p.out.Bytes(), &list); err != nil || len(list) != 3 || list[2].State != "changed" || list[2].Own {
		t.Errorf("%s: %v", &p.out, err)
	}
}
