package evaluate

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/evalset"
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
	sessions := `{"session":"S1","observations":[{"subject":"Ana","text":"Ana painted a lake on Sunday","turn":"S1:1"},{"subject":"Cy","text":"Cy painted a lake","turn":"S1:2"}]}`
	if err := os.WriteFile(filepath.Join(dir, "sessions.jsonl"), []byte(sessions), 0o600); err != nil {
		t.Fatal(err)
	}
	kept, err := Run(t.Context(), dir, &out)
	if err != nil {
		t.Fatal(err)
	}
	if kept.Sessions != 1 || kept.Quoted <= 0 || kept.Quoted > 50 || kept.Both < max(kept.Quoted, kept.Facts) {
		t.Errorf("kept: %+v", kept)
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
	for _, f := range nights[0].Quoted {
		who[f.Subject] += f.Text
	}
	if !strings.Contains(who["Ana"], "lake") || !strings.Contains(who["Ben"], "harbour") || strings.Contains(who["Ana"], "harbour") {
		t.Errorf("quoted: %v", who)
	}
}

func TestPair(t *testing.T) {
	for _, x := range []struct {
		speakers   string
		user, self string
	}{
		{"Ana Ben", "Ana", "Ben"},
		{"assistant user", "User", "Assistant"},
		{"bot Ana bot", "Ana", "Assistant"},
		{"Human AI", "User", "Assistant"},
		{"Ana", "Ana", "Assistant"}, // who is alone talks to nobody
		{"model", "User", "Assistant"},
	} {
		var turns []evalset.Document
		for _, s := range strings.Fields(x.speakers) {
			turns = append(turns, evalset.Document{Speaker: s})
		}
		if user, self := Pair(turns); user != x.user || self != x.self {
			t.Errorf("%s: %s and %s, want %s and %s", x.speakers, user, self, x.user, x.self)
		}
	}
}

// TestOverlap holds against figures worked out by hand.
func TestOverlap(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want float64
	}{
		{"Ana painted a lake", "Ana: I am painting the lake.", 6.0 / 7}, // stems, no stop words
		{"Ana painted a lake", "Ben sleeps", 0},
		{"rain rain rain", "rain", 0.5}, // counted
		{"", "", 0},
		{"her 3 dogs", "his dog has 12 toys", 0.5}, // one letter or digit is no word
	} {
		if got := overlap(content(x.a), content(x.b)); got != x.want {
			t.Errorf("%q and %q: %.3f, want %.3f", x.a, x.b, got, x.want)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	var out strings.Builder
	if _, err := Run(t.Context(), t.TempDir(), &out); err == nil {
		t.Error("a folder without documents")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "docs.jsonl"), []byte(`{"id":"a","session":"S","speaker":"A","date":"soon","text":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), dir, &out); err == nil {
		t.Error("a session without a date")
	}
}
