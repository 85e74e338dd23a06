package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func folder(t *testing.T, docs, queries string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"docs.jsonl": docs, "queries.jsonl": queries} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRun(t *testing.T) {
	dir := folder(t, `{"id":"a/1","group":"a","session":"s1","ord":0,"speaker":"Mel","date":"2023-05-08T13:56:00","text":"I went to the pottery workshop."}
{"id":"a/2","group":"a","session":"s2","ord":1,"speaker":"Jo","date":"2023-06-08","text":"The pottery broke."}
{"id":"b/1","group":"b","session":"s1","ord":0,"speaker":"","date":null,"text":"陶芸教室に行った。"}
`, `{"qid":"1","group":"a","cat":"x","query":"Where did Mel learn pottery?","date":null,"before_ord":null}
{"qid":"2","group":"a","cat":"x","query":"pottery","before_ord":1}
{"qid":"3","group":"b","cat":"x","query":"陶芸"}
{"qid":"4","group":"c","cat":"x","query":"anything"}
{"qid":"5","group":"a","cat":"x","query":"hello"}
`)
	var out bytes.Buffer
	if err := Run(context.Background(), dir, &out); err != nil {
		t.Fatal(err)
	}
	want := []string{"a/1 a/2", "a/1", "b/1", "", ""}
	i := 0
	for line := range strings.Lines(out.String()) {
		var a Answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(a.Ranked, " "); got != want[i] {
			t.Errorf("question %s: %q, want %q", a.ID, got, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d answers, want %d", i, len(want))
	}
}

func TestRunBadFolder(t *testing.T) {
	for name, dir := range map[string]string{"no folder": filepath.Join(t.TempDir(), "none"), "no JSON": folder(t, "{}\nnonsense\n", "")} {
		if err := Run(context.Background(), dir, &bytes.Buffer{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
