package evalset

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRoleOf(t *testing.T) {
	for speaker, want := range map[string]Role{
		"user": User, "User": User, "USER": User, "human": User, "Human": User, " user ": User, "ユーザー": User,
		"assistant": Assistant, "Assistant": Assistant, "ASSISTANT": Assistant, "ai": Assistant, "AI": Assistant, "Ai": Assistant,
		"bot": Assistant, "Bot": Assistant, "model": Assistant, "Model": Assistant, "アシスタント": Assistant,
		"": NoRole, "Caroline": NoRole, "Aina": NoRole, "Usera": NoRole, "Abbot": NoRole, "愛": NoRole,
	} {
		if got := RoleOf(speaker); got != want {
			t.Errorf("RoleOf(%q) = %q, want %q", speaker, got, want)
		}
	}
}

func TestSides(t *testing.T) {
	said := func(speakers ...string) (docs []Document) {
		for _, s := range speakers {
			docs = append(docs, Document{Speaker: s})
		}
		return docs
	}
	for _, x := range []struct {
		in      []Document
		speaker string
		want    bool
	}{
		{said("user", "AI"), "Human", true},
		{said("user", "AI"), "ai", false},
		{said("John", "Maria", "assistant"), "John", true}, // who talks to an assistant is its user
		{said("John", "Maria", "assistant"), "Assistant", false},
		{said("John", "", "bot"), "", false},
		{said("John", "Maria"), "John", false}, // two people
		{said("human"), "human", true},
		{said(""), "", false},
	} {
		if got := SidesOf(x.in).IsUser(x.speaker); got != x.want {
			t.Errorf("in %v, %q is the user: %v", x.in, x.speaker, got)
		}
	}
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDocumentsRefuses(t *testing.T) {
	for name, x := range map[string]struct{ docs, want string }{
		"empty":              {"", "docs.jsonl: holds nothing"},
		"blank":              {"\n \n", "docs.jsonl: holds nothing"},
		"no JSON":            {`{"id":"a"}` + "\nnonsense\n", "docs.jsonl, line 2"},
		"no object":          {"[1]\n", "docs.jsonl, line 1"},
		"no id":              {"\n" + `{"text":"x"}` + "\n", "docs.jsonl, line 2: no id"},
		"twice":              {`{"id":"a"}` + "\n" + `{"id":"a"}` + "\n", "line 2: an id that was there before"},
		"the assistant only": {`{"id":"a","speaker":"ai"}` + "\n" + `{"id":"b","speaker":"Bot"}` + "\n", "said by the assistant"},
	} {
		if _, err := Documents(write(t, map[string]string{"docs.jsonl": x.docs})); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
	}
	if _, err := Documents(t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Questions(write(t, map[string]string{"queries.jsonl": ""})); !errors.Is(err, ErrEmpty) {
		t.Errorf("no questions: %v", err)
	}
}

func TestReads(t *testing.T) {
	dir := write(t, map[string]string{
		"docs.jsonl":    `{"id":"a","group":"g","session":"s","ord":1,"speaker":"human","date":null,"text":"` + strings.Repeat("x", 20<<20) + `"}` + "\n\n",
		"queries.jsonl": `{"qid":"1","group":"g","query":"x","before_ord":3,"rel":["a"],"answer":2022}` + "\n" + `{"qid":"2","group":"g","query":"x","rel_sessions":["s"]}`,
	})
	docs, err := Documents(dir)
	if err != nil || len(docs) != 1 || len(docs[0].Text) != 20<<20 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
	asked, err := Questions(dir)
	if err != nil || len(asked) != 2 || *asked[0].BeforeOrd != 3 || asked[0].Right[0] != "a" || asked[1].Sessions[0] != "s" {
		t.Errorf("%+v, %v", asked, err)
	}
	if list, err := Sessions(dir); err != nil || list != nil {
		t.Errorf("sessions nobody wrote: %v, %v", list, err)
	}
}
