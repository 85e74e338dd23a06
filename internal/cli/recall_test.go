package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// remembering is a home whose persona knows a few things.
func remembering(t *testing.T) *program {
	t.Helper()
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "state"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	dirs, err := filepath.Glob(filepath.Join(p.home, "personas", "*"))
	if err != nil || len(dirs) != 2 {
		t.Fatalf("%v %v", dirs, err)
	}
	for _, dir := range dirs {
		for name, text := range map[string]string{
			"memory/2026-08-02.md":  "# 2026-08-02\n\n## [10:11:12] fact\n\nMika plays the cello in Osaka.\n\n## [11:00:00] fact\n\nミカは大阪でチェロを弾いている。\n",
			"memory/2026-11-01.md":  "# 2026-11-01\n\n## [10:11:12] fact\n\nMika sold the cello and is sad about it.\n\n## [11:00:00] fact\n\nミカはチェロを売って悲しんでいる。\n",
			"bank/world.md":         "- Mika's cello was built in 1890. <!-- id: f1; kind: told; time: 2026-09-01T10:00:00Z -->\n- ミカのチェロは1890年に作られた。 <!-- id: f2; kind: told; time: 2026-09-01T10:00:00Z -->\n",
			"entity_memory/Mika.md": "Alex's sister.\n",
			"entity_memory/ミカ.md":   "アレックスの妹。\n",
		} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return p
}

// recalled runs recall --json and returns the ids in order.
func (p *program) recalled(t *testing.T, args ...string) []string {
	t.Helper()
	if code := p.run(t, "", append([]string{"recall", "--json", "--now", "2026-11-21T10:00:00+09:00"}, args...)...); code != 0 {
		t.Fatalf("%q: exit %d: %s", args, code, &p.err)
	}
	ids := []string{}
	for line := range strings.Lines(p.out.String()) {
		var m struct{ ID string }
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		ids = append(ids, m.ID)
	}
	return ids
}

func TestRecallFlags(t *testing.T) {
	p := remembering(t)
	for _, c := range []struct {
		name  string
		args  []string
		first string // of the ids
		holds []string
		lacks []string
	}{
		{"all", []string{"Mika cello"}, "", []string{"daily_2026-08-02_101112", "daily_2026-11-01_101112", "f1"}, nil},
		{"all, Japanese", []string{"ミカ", "チェロ"}, "", []string{"daily_2026-08-02_110000", "daily_2026-11-01_110000", "f2"}, nil},
		{"k", []string{"Mika cello", "--k", "1"}, "", nil, nil},
		{"since days", []string{"Mika cello", "--since", "30d"}, "daily_2026-11-01_101112", nil, []string{"daily_2026-08-02_101112", "f1"}},
		{"since a day, Japanese", []string{"ミカのチェロ", "--since", "2026-09-01"}, "", []string{"daily_2026-11-01_110000", "f2"}, []string{"daily_2026-08-02_110000"}},
		{"until", []string{"Mika cello", "--until", "2026-08-02"}, "daily_2026-08-02_101112", nil, []string{"daily_2026-11-01_101112", "f1"}},
		{"until, Japanese", []string{"ミカのチェロ", "--until", "3m"}, "", []string{"daily_2026-08-02_110000"}, []string{"daily_2026-11-01_110000", "f2"}},
		{"between", []string{"Mika cello", "--since", "2026-08-15", "--until", "2026-10-01"}, "f1", nil, []string{"daily_2026-08-02_101112", "daily_2026-11-01_101112"}},
		{"kind bank", []string{"Mika cello", "--kind", "bank"}, "f1", nil, []string{"daily_2026-08-02_101112"}},
		{"kind daily, Japanese", []string{"ミカのチェロ", "--kind", "daily"}, "", []string{"daily_2026-08-02_110000"}, []string{"f2"}},
		{"kind dreamed", []string{"Mika cello", "--kind", "dreamed"}, "", nil, []string{"f1", "daily_2026-08-02_101112"}},
		{"entity", []string{"cello", "--entity", "Mika"}, "", []string{"f1"}, []string{"f2"}},
		{"entity, Japanese", []string{"チェロ", "--entity", "ミカ"}, "", []string{"f2"}, []string{"f1"}},
		{"nobody", []string{"cello", "--entity", "Rex"}, "", nil, []string{"f1", "f2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := p.recalled(t, c.args...)
			if c.first != "" && (len(got) == 0 || got[0] != c.first) {
				t.Errorf("%v, want %s first", got, c.first)
			}
			for _, id := range c.holds {
				if !slices.Contains(got, id) {
					t.Errorf("%v lacks %s", got, id)
				}
			}
			for _, id := range c.lacks {
				if slices.Contains(got, id) {
					t.Errorf("%v holds %s", got, id)
				}
			}
			if c.name == "k" && len(got) != 1 {
				t.Errorf("%v, want one", got)
			}
		})
	}
	for _, args := range [][]string{{"x", "--k", "0"}, {"x", "--k", "51"}, {"x", "--since", "soon"}, {"x", "--until", "2026-13-01"}, {"x", "--kind", "rumour"}, {"x", "--intent", "evil"}, {}} {
		if code := p.run(t, "", append([]string{"recall"}, args...)...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

// TestRecallJSON holds a line to these fields and no others.
func TestRecallJSON(t *testing.T) {
	p := remembering(t)
	if code := p.run(t, "", "recall", "--json", "Mika cello", "--kind", "bank", "--now", "2026-11-21T10:00:00+09:00"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	line, _, _ := strings.Cut(p.out.String(), "\n")
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"id", "kind", "type", "time", "entities", "content", "source", "score", "terms"} {
		if _, ok := fields[name]; !ok {
			t.Errorf("lacks %s", name)
		}
		delete(fields, name)
	}
	if len(fields) > 0 {
		t.Errorf("has %v as well", fields)
	}
	var m recallLine
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		t.Fatal(err)
	}
	if m.ID != "f1" || m.Kind != "told" || m.Type != "bank" || m.Time != "2026-09-01T10:00:00Z" || m.Source != "bank/world.md#L1" ||
		!slices.Equal(m.Entities, []string{"Mika"}) || m.Content != "Mika's cello was built in 1890." || m.Terms.Arousal != 0.5 || m.Terms.Decay <= 0 {
		t.Errorf("%+v", m)
	}
	if !strings.Contains(line, `"terms":{"distance":`) {
		t.Errorf("%s", line)
	}
}

// TestRecallIntent orders by what a question is after.
func TestRecallIntent(t *testing.T) {
	p := remembering(t)
	for _, q := range []string{"Mika cello", "ミカ チェロ"} {
		fresh := p.recalled(t, q, "--intent", "temporal")
		if len(fresh) == 0 || !strings.HasPrefix(fresh[0], "daily_2026-11-01") {
			t.Errorf("%s, temporal: %v", q, fresh)
		}
		if plain := p.recalled(t, q, "--intent", "factual"); len(plain) != len(fresh) {
			t.Errorf("%s: %v and %v", q, fresh, plain)
		}
	}
}

// TestSlashSearch looks for words and memories in the chat.
func TestSlashSearch(t *testing.T) {
	for _, c := range []struct{ persona, say, search, holds string }{
		{"luna", "Mika plays the cello in Osaka.", "/search cello", "Mika sold the cello"},
		{"", "ミカは大阪でチェロを弾いています。", "/search チェロ", "ミカはチェロを売って"},
	} {
		p := remembering(t)
		args := []string{"chat", "--now", "2026-11-21T10:00:00+09:00"}
		if c.persona != "" {
			args = append(args, "--persona", c.persona)
		}
		if code := p.run(t, c.say+"\n"+c.search+"\n/search \n/search QUOKKA\n/quit\n", args...); code != 0 {
			t.Fatalf("exit %d: %s", code, &p.err)
		}
		if out := p.out.String(); !strings.Contains(out, c.say) || !strings.Contains(out, c.holds) || !strings.Contains(out, "memory/2026-11-01.md#L") {
			t.Errorf("%s:\n%s\n%s", c.search, out, &p.err)
		}
	}
}
