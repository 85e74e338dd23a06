package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// dreamKeys are the keys of words that are made of names of dreams.
func dreamKeys() []string {
	keys := []string{"dream_state_", "about_dream_accept", "about_dream_refuse", "undo_before", "undo_after", "undo_now"}
	for _, s := range record.Stages() {
		keys = append(keys, "stage_"+string(s))
	}
	for _, p := range []llm.Purpose{llm.PurposeChat, llm.PurposePlan, llm.PurposeDream, llm.PurposeAct, llm.PurposeTest, llm.PurposeEmbed, llm.PurposeBackfill} {
		keys = append(keys, "purpose_"+string(p))
	}
	for _, s := range []record.Status{
		record.StatusRunning, record.StatusThought, record.StatusProposed, record.StatusApplied, planned, record.StatusSkipped,
		record.StatusFailed, record.StatusPartly, record.StatusHeld, record.StatusRefused, record.StatusUndone, record.StatusConflict,
	} {
		keys = append(keys, "dream_state_"+string(s))
	}
	for _, k := range []string{"question", "goal", "episode", "insight", "fact", "opinion", "entity", "candidate", "held", "state", "text"} {
		keys = append(keys, "kind_"+k)
	}
	for _, r := range []string{"nothing_new", "stopped", "under_way", "no_dream", "no_item", "decided", "budget"} {
		keys = append(keys, "dream_"+r)
	}
	return keys
}

const (
	evening = "2026-11-20T20:00:00+09:00"
	night   = "2026-11-21T03:00:00+09:00"
)

// memoryFiles returns the files of the persona that a dream may change.
func memoryFiles(t *testing.T, home string) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := filepath.Join(home, "personas", "luna")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(rel, ".") || rel == "dreams") {
				return filepath.SkipDir
			}
			return nil
		}
		data, err := os.ReadFile(path)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func same(a, b map[string]string) string {
	for name, text := range a {
		if b[name] != text {
			return name
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			return name
		}
	}
	return ""
}

func TestDreamShowUndo(t *testing.T) {
	p := &program{home: t.TempDir()}
	must := func(args ...string) string {
		t.Helper()
		if code := p.run(t, "", args...); code != exitDone {
			t.Fatalf("%v: code %d: %s%s", args, code, p.out.String(), p.err.String())
		}
		return p.out.String()
	}
	must("--now", evening, "chat", "--once", "My sister Mika moved to Oslo. I have an interview on Monday and I don't know yet how it will go.")
	before := memoryFiles(t, p.home)
	if out := must("--now", night, "dream", "--dry-run"); !strings.Contains(out, "Nothing was written") || !strings.Contains(out, "would be written") || strings.Contains(out, "applied") {
		t.Errorf("dry run: %s", out)
	}
	if at := same(before, memoryFiles(t, p.home)); at != "" {
		t.Errorf("a dry run changed %s", at)
	}
	if out := must("--now", night, "dream", "list"); !strings.Contains(out, "No dream yet") {
		t.Errorf("list: %s", out)
	}
	out := must("--json", "--now", night, "dream")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var plan, record struct {
		Event    string
		ID       string
		Date     string
		Messages int
		Changes  []struct{ ID, File string }
	}
	if json.Unmarshal([]byte(lines[0]), &plan) != nil || plan.Event != "plan" || plan.Messages != 2 {
		t.Errorf("first event: %s", lines[0])
	}
	if json.Unmarshal([]byte(lines[len(lines)-1]), &record) != nil || record.Event != "dream" || record.ID != "2026-11-20-1" || len(record.Changes) == 0 {
		t.Errorf("last event: %s", lines[len(lines)-1])
	}
	for _, l := range lines[1 : len(lines)-1] {
		if !strings.HasPrefix(l, `{"event":"progress",`) || !json.Valid([]byte(l)) {
			t.Errorf("event %s", l)
		}
	}
	if same(before, memoryFiles(t, p.home)) == "" {
		t.Error("the dream changed nothing")
	}
	if out := must("--now", night, "dream", "show", record.ID); !strings.Contains(out, record.Changes[0].File) || !strings.Contains(out, "Bill:") {
		t.Errorf("show: %s", out)
	}
	must("--json", "--now", night, "dream", "list")
	var listed map[string]any
	if err := json.Unmarshal(p.out.Bytes(), &listed); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"id", "date", "level", "by", "state", "changes"} {
		if _, ok := listed[key]; !ok {
			t.Errorf("dream list --json has no %q: %s", key, p.out.String())
		}
	}
	if out := must("--now", night, "dream"); out != "" || !strings.Contains(p.err.String(), "Nothing new to dream about") {
		t.Errorf("again: %q %q", out, p.err.String())
	}
	must("--now", night, "dream", "undo", record.ID) // by the clock, the log of another month would be archived
	if at := same(before, memoryFiles(t, p.home)); at != "" {
		t.Errorf("%s is not as it was before the dream", at)
	}
}

// TestDecideOnADream puts an item of a dream in other words, takes it back, and
// cannot a second time.
func TestDecideOnADream(t *testing.T) {
	p := &program{home: t.TempDir()}
	p.run(t, "", "--now", evening, "chat", "--once", "I have an interview on Monday and I don't know yet how it will go.")
	if code := p.run(t, "", "--json", "--now", night, "dream"); code != exitDone {
		t.Fatal(p.err.String())
	}
	lines := strings.Split(strings.TrimSpace(p.out.String()), "\n")
	var dreamt record.Record
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &dreamt); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(dreamt.Changes, func(c record.Change) bool { return c.Kind == "question" })
	if i < 0 {
		t.Fatalf("no question among %+v", dreamt.Changes)
	}
	item := dreamt.Changes[i]
	const words = "Shall we go through the interview together?"
	var got record.Change
	if code := p.run(t, "", "--json", "dream", "accept", dreamt.ID, item.ID, words); code != exitDone || json.Unmarshal(p.out.Bytes(), &got) != nil ||
		got.State != record.StatusApplied || got.Words() != words {
		t.Errorf("in other words: %d %s %s", code, p.out.String(), p.err.String())
	}
	if files := memoryFiles(t, p.home); !strings.Contains(files[item.File], words) {
		t.Errorf("%s has not the new words", item.File)
	}
	if code := p.run(t, "", "dream", "refuse", dreamt.ID, item.ID); code != exitDone || !strings.Contains(p.out.String(), "undone") {
		t.Errorf("taken back: %d %s %s", code, p.out.String(), p.err.String())
	}
	if code := p.run(t, "", "dream", "accept", dreamt.ID, item.ID); code != exitFailed || !strings.Contains(p.err.String(), "already been decided") {
		t.Errorf("a second time: %d %s %s", code, p.out.String(), p.err.String())
	}
}

func TestDreamWrongUse(t *testing.T) {
	p := &program{home: t.TempDir()}
	for _, tt := range []struct {
		args []string
		code int
	}{
		{[]string{"dream", "--level", "4"}, exitWrongUse},
		{[]string{"dream", "--catch-up", "--dry-run"}, exitWrongUse},
		{[]string{"dream", "--calls", "3"}, exitWrongUse},
		{[]string{"dream", "more"}, exitWrongUse},
		{[]string{"dream", "show"}, exitWrongUse},
		{[]string{"dream", "show", "2026-11-20-1"}, exitFailed},
		{[]string{"dream", "undo", "../x"}, exitFailed},
		{[]string{"dream", "accept", "2026-11-20-1"}, exitWrongUse},
		{[]string{"dream", "accept", "2026-11-20-1", "question_1"}, exitFailed},
		{[]string{"dream", "refuse", "2026-11-20-1", "question_1", "more"}, exitWrongUse},
		{[]string{"reflect"}, exitWrongUse},
		{[]string{"reflect", "--since", "soon"}, exitWrongUse},
		{[]string{"simulate", "--days", "0"}, exitWrongUse},
		{[]string{"spending", "always"}, exitWrongUse},
		{[]string{"dream"}, exitDone},
		{[]string{"dream", "--catch-up"}, exitDone},
		{[]string{"reflect", "--since", "7d"}, exitDone},
		{[]string{"simulate", "--days", "2"}, exitDone},
		{[]string{"spending"}, exitDone},
	} {
		if code := p.run(t, "", tt.args...); code != tt.code {
			t.Errorf("%v: code %d, want %d: %s%s", tt.args, code, tt.code, p.out.String(), p.err.String())
		}
	}
}

func TestSimulateIsRepeatable(t *testing.T) {
	p := &program{home: t.TempDir()}
	p.run(t, "", "--now", evening, "chat", "--once", "I have an interview on Monday and I don't know yet how it will go.")
	before := memoryFiles(t, p.home)
	var outs []string
	for _, args := range [][]string{
		{"simulate", "--days", "12", "--talk", "3"}, {"--json", "simulate", "--days", "12", "--talk", "3"},
		{"--json", "state"}, {"--json", "recall", "interview"}, {"--json", "spending"}, {"--json", "history", "memory/internal_state.json"},
	} {
		for range 2 {
			if code := p.run(t, "", append([]string{"--now", night}, args...)...); code != exitDone {
				t.Fatal(args, p.err.String())
			}
			outs = append(outs, p.out.String())
		}
		if n := len(outs); outs[n-2] != outs[n-1] {
			t.Errorf("%v: twice the same came out otherwise:\n%s\n%s", args, outs[n-2], outs[n-1])
		}
	}
	if at := same(before, memoryFiles(t, p.home)); at != "" {
		t.Errorf("simulate changed %s", at)
	}
	for _, want := range []string{"boredom", "Dreams: 1", "▄", "for 2026-11-20, level 1"} {
		if !strings.Contains(outs[0], want) {
			t.Errorf("no %q in\n%s", want, outs[0])
		}
	}
	if code := p.run(t, "", "--json", "--now", night, "simulate", "--days", "3"); code != exitDone || !json.Valid(p.out.Bytes()) {
		t.Errorf("code %d: %s", code, p.out.String())
	}
}

func TestSpendingIsShown(t *testing.T) {
	p := &program{home: t.TempDir(), model: llmtest.Func(answering)}
	p.run(t, "", "config", "set", "models.chat.provider", "openai")
	p.run(t, "", "--now", evening, "chat", "--once", "Hello.")
	p.run(t, "", "--now", evening, "spending")
	if out := p.out.String(); !strings.Contains(out, "conversation, ") || !strings.Contains(out, "1 requests, 90 tokens in, 3 out") {
		t.Errorf("spending: %s", out)
	}
	p.run(t, "", "--json", "--now", evening, "spending", "2026-11-20")
	var line struct {
		Purpose string
		Prompt  int `json:"prompt_tokens"`
	}
	if err := json.Unmarshal(p.out.Bytes(), &line); err != nil || line.Purpose != "chat" || line.Prompt != 90 {
		t.Errorf("%s: %v", p.out.String(), err)
	}
	// A day's cap holds for the chat, too, and the rules answer then.
	p.run(t, "", "config", "set", "budget.day_calls", "1")
	if code := p.run(t, "", "--now", evening, "chat", "--once", "Hello again."); code != exitDone || !strings.Contains(p.err.String(), "budget") {
		t.Errorf("code %d: %s%s", code, p.out.String(), p.err.String())
	}
}

func answering(_ context.Context, _ llm.Request, _ func(string)) (llm.Response, error) {
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "Hello."}, Usage: llm.Usage{Calls: 1, Prompt: 90, Answer: 3}}, nil
}
