package evaluate

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const docs = `{"id":"S1:1","session":"S1","ord":0,"speaker":"Ana","date":"2026-05-08T13:56:00","text":"I painted a lake with my daughter Lia on Sunday."}
{"id":"S1:2","session":"S1","ord":1,"speaker":"Ben","date":"2026-05-08T13:56:00","text":"I started a new job at the harbour last week."}
{"id":"S2:1","session":"S2","ord":2,"speaker":"Ben","date":"2026-05-09","text":"My dog Rex broke his leg and I was scared."}
{"id":"S2:2","session":"S2","ord":3,"speaker":"Ana","date":"2026-05-09","text":"Oh no!"}
`

// TestRun dreams of two sessions, each by itself.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "docs.jsonl"), []byte(docs), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Run(t.Context(), dir, &out); err != nil {
		t.Fatal(err)
	}
	var nights []Night
	for lines := bufio.NewScanner(strings.NewReader(out.String())); lines.Scan(); {
		var n Night
		if err := json.Unmarshal(lines.Bytes(), &n); err != nil {
			t.Fatal(err)
		}
		nights = append(nights, n)
	}
	if len(nights) != 2 || nights[0].Session != "S1" || nights[1].Session != "S2" {
		t.Fatalf("nights: %+v", nights)
	}
	for i, want := range []string{"lake", "Rex"} {
		if !strings.Contains(nights[i].Summary, want) || len(nights[i].Sources) == 0 {
			t.Errorf("night %d: %+v", i, nights[i])
		}
	}
	if strings.Contains(nights[1].Summary, "lake") {
		t.Error("the second session has the first in it")
	}
	who := map[string]string{}
	for _, f := range nights[0].Facts {
		who[f.Subject] += f.Text
	}
	if !strings.Contains(who["Ana"], "lake") || !strings.Contains(who["Ben"], "harbour") || strings.Contains(who["Ana"], "harbour") {
		t.Errorf("facts: %v", who)
	}
}

func TestRunRefuses(t *testing.T) {
	var out strings.Builder
	if err := Run(t.Context(), t.TempDir(), &out); err == nil {
		t.Error("a folder without documents")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "docs.jsonl"), []byte(`{"id":"a","session":"S","speaker":"A","date":"soon","text":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), dir, &out); err == nil {
		t.Error("a session without a date")
	}
}
