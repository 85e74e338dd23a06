package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheReportHasNothingPrivate has a home full of one word, in every place where
// somebody's words may stand, some of them damaged: the report tells of the damage
// and not the word.
func TestTheReportHasNothingPrivate(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	p := &program{home: home}
	for _, said := range []string{"My cat is called Zanzibarine.", "Zanzibarine is ill, and 090-1234-5678 is her doctor."} {
		if code := p.run(t, "", "chat", "--once", said); code != 0 {
			t.Fatal(p.err.String())
		}
	}
	luna := filepath.Join(home, "personas", "luna")
	for name, text := range map[string]string{
		"entity_memory/Zanzibarine.md":        "# Entity Memory: Zanzibarine\n\nIll. <!-- src: nowhere-zanzibarine -->\n",
		"goals.json":                          `{"short_term": [{"goal": "Zanzibarine`,
		"memory/internal_state.json":          `{"zanzibarine": zanzibarine}`,
		"knowledge/Zanzibarine at the vet.md": "Zanzibarine\n",
		"Zanzibarine/letters/Zanzibarine.txt": "Zanzibarine\n",
		"memory/2026-13-45-zanzibarine.md":    "Zanzibarine\n",
		"persona.json":                        `{"language":"en","name":"Zanzibarine","user_name":"Zanzibarine","schema":1}`,
		"../zanzibarine/persona.json":         `{"name": Zanzibarine`,
		"../../keys.json":                     `{"schema":1,"keys":{"OPENAI_API_KEY":"sk-zanzibarine"}}`,
	} {
		file := filepath.Join(luna, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, set := range [][2]string{
		{"models.chat.provider", "openai"}, {"models.chat.name", "zanzibarine-7b"}, {"models.chat.base_url", "https://zanzibarine.example/v1"},
	} {
		if code := p.run(t, "", "config", "set", set[0], set[1]); code != 0 {
			t.Fatal(set, p.err.String())
		}
	}
	bundle := filepath.Join(t.TempDir(), "report.txt")
	if code := p.run(t, "", "doctor", "--bundle", bundle); code != 1 || !strings.Contains(p.out.String(), bundle) {
		t.Errorf("%d %q", code, p.out.String())
	}
	if !strings.Contains(strings.ToLower(p.out.String()), "zanzibarine") {
		t.Error("the doctor tells of no damage with the word: it proves nothing")
	}
	data, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"zanzibarine", "luna", "doctor", "090-1234", "cat ", "vet", "letters", home} {
		if strings.Contains(strings.ToLower(string(data)), strings.ToLower(private)) {
			t.Errorf("the report has %q", private)
		}
	}
	for _, wanted := range []string{
		"chat: openai, window 0, images false, own address true", "personas/persona 1/entity_memory/….md: 1 files", "persona 1: goals.json: line 1: ends within a text",
	} {
		if !strings.Contains(string(data), wanted) {
			t.Errorf("the report lacks %q:\n%s", wanted, data)
		}
	}
}
