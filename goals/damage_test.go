package goals

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// handGoals are goals as a person or Nexus Ark writes them.
const handGoals = `{
  "note": "mine",
  "short_term": [
    {"id": "sh_abc123", "goal": "write a poem", "created_at": "2026-11-02 04:53:57", "status": "active",
     "progress_notes": ["the first line"], "priority": 1, "colour": "blue"}
  ],
  "long_term": [{"id": "lo_1", "goal": "know the sea", "created_at": "2026-01-02 04:53:57", "status": "active"}],
  "completed": [{"id": "sh_2", "goal": "sleep", "created_at": "2026-01-02", "completed_at": "2026-01-03T04:00:00Z"}],
  "abandoned": [],
  "meta": {"last_reflection_level": 3, "last_level2_date": "2026-01-02", "last_level3_date": "2026-02-30", "mood": "calm"}
}`

func TestHandWritten(t *testing.T) {
	b := newBench(t)
	b.PutFile(t, goalsFile, handGoals)
	if got := b.Problems(); got != nil {
		t.Errorf("problems %v", got)
	}
	if got := b.Meta(); got != (Meta{Level: 3, Level2: "2026-01-02"}) {
		t.Errorf("meta %+v", got)
	}
	list := b.Goals()
	if len(list) != 3 || list[0].Notes[0].Text != "the first line" || list[1].Priority != defaultPriority || !list[0].CreatedAt.Equal(time.Date(2026, 11, 2, 4, 53, 57, 0, noon().Location())) {
		t.Errorf("%+v", list)
	}
	if _, err := b.Progress("sh_abc123", Note{Text: "the second"}, cause()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Complete("lo_1", End{}, cause()); err != nil {
		t.Fatal(err)
	}
	text := b.FileText(t, goalsFile)
	for _, want := range []string{`"note": "mine"`, `"colour": "blue"`, `"mood": "calm"`, `"2026-11-02 04:53:57"`, `"the first line"`, `"last_level3_date": "2026-02-30"`, `"term": "long"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is gone from\n%s", want, text)
		}
	}
}

// TestBroken uses the good part of a file, names the bad one with its line,
// and loses nothing of it.
func TestBroken(t *testing.T) {
	goal := func(s string) string {
		return "{\"short_term\": [\n{\"id\": \"a\", \"goal\": \"good\"},\n" + s + ",\n{\"id\": \"c\", \"goal\": \"also good\"}\n], \"long_term\": [\n{\"id\": \"l\", \"goal\": \"long\"}]}"
	}
	for _, c := range []struct {
		name, text string
		goals      string
		line       int
		what       string
		kept       string // of the file after a change; "" it is copied aside
	}{
		{"goal without id", goal(`{"goal": "x"}`), "[good also good long]", 3, "without id", `"goal": "x"`},
		{"goal without text", goal(`{"id": "b"}`), "[good also good long]", 3, "without text", `"id": "b"`},
		{"goal that is a text", goal(`"x"`), "[good also good long]", 3, "is no goal", `"x"`},
		{"same id", goal(`{"id": "a", "goal": "x"}`), "[good also good long]", 3, "has the id", `"goal": "x"`},
		{"priority of 7", goal(`{"id": "b", "goal": "x", "priority": 7}`), "[good x also good long]", 3, "priority", `"priority": 7`},
		{"priority of 1.5", goal(`{"id": "b", "goal": "x", "priority": 1.5}`), "[good x also good long]", 3, "priority", `"priority": 1.5`},
		{"priority in words", goal(`{"id": "b", "goal": "x", "priority": "high"}`), "[good x also good long]", 3, "priority", `"priority": "high"`},
		{"day that does not exist", goal(`{"id": "b", "goal": "x", "created_at": "2026-02-30"}`), "[good x also good long]", 3, "created_at is no time", "2026-02-30"},
		{"unknown kind", goal(`{"id": "b", "goal": "x", "kind": "guessed"}`), "[good x also good long]", 3, "unknown kind", "guessed"},
		{"notes are a text", goal(`{"id": "b", "goal": "x", "progress_notes": "y"}`), "[good x also good long]", 3, "progress_notes is no list", `"progress_notes": "y"`},
		{"note without text", goal(`{"id": "b", "goal": "x", "progress_notes": [{"time": "2026-01-01"}]}`), "[good x also good long]", 3, "note without text", "2026-01-01"},
		{"sources are a number", goal(`{"id": "b", "goal": "x", "sources": 1}`), "[good x also good long]", 3, "sources is no list", `"sources": 1`},
		{"comma missing", strings.Replace(goal(`{"id": "b", "goal": "x"}`), "},\n{\"id\": \"c\"", "}\n{\"id\": \"c\"", 1), "[good x also good long]", 4, "lacks a comma", ""},
		{"quote missing", goal(`{"id": "b", "goal": "x}`), "[good also good long]", 3, "does not end on its line", ""},
		{"brace missing", goal(`{"id": "b", "goal": "x"`), "[good x also good long]", 4, "has ended", ""},
		{"bracket missing", strings.Replace(goal(`{"id": "b", "goal": "x"}`), "], \"long", ", \"long", 1), "[good x also good long]", 5, "before the array of line 1 has ended", ""},
		{"a member twice", "{\"short_term\": [{\"id\": \"a\", \"goal\": \"good\"}],\n\"short_term\": []}", "[]", 2, "twice", ""},
		{"list is an object", "{\"short_term\": {},\n\"long_term\": [{\"id\": \"l\", \"goal\": \"long\"}]}", "[long]", 1, "short_term is no list", ""},
		{"meta is a list", "{\"short_term\": [],\n\"meta\": []}", "[]", 2, "meta is no object", ""},
		{"a list", "[]", "[]", 1, "is no JSON object", ""},
		{"prose", "My goals:\n- write a poem", "[]", 1, "no JSON value", ""},
		{"not text", "{\"a\": \"\x00\"}", "[]", 0, "not text", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newDamaged(t)
			b.PutFile(t, goalsFile, c.text)
			check := func(m *Store, line int, more string) { // -1 is any
				var goals []string
				for _, g := range m.Goals() {
					goals = append(goals, g.Goal)
				}
				if want := strings.Replace(strings.Replace(c.goals, "]", more+"]", 1), "[ ", "[", 1); fmt.Sprint(sorted(goals)) != fmt.Sprint(sorted(split(want, goals))) {
					t.Errorf("goals %v, want %v", goals, want)
				}
				if !slices.ContainsFunc(m.Problems(), func(p Problem) bool { return (line < 0 || p.Line == line) && strings.Contains(p.What, c.what) }) {
					t.Errorf("problems %v, want line %d: %s", m.Problems(), c.line, c.what)
				}
			}
			check(b.Store, c.line, "")
			check(b.open(t), c.line, "")
			if got := b.FileText(t, goalsFile); got != c.text {
				t.Errorf("reading changed the file to\n%s", got)
			}
			b.add(t, Plan{Goal: "new"})
			check(b.Store, -1, " new")
			b.nothingLost(t, c.text, c.kept)
		})
	}
}

func sorted(s []string) []string { return slices.Sorted(slices.Values(s)) }

// split cuts the words of a list apart where got has them so.
func split(want string, got []string) []string {
	want = strings.ReplaceAll(strings.Trim(want, "[]"), "also good", "also_good")
	var list []string
	for _, w := range strings.Fields(want) {
		list = append(list, strings.ReplaceAll(w, "_", " "))
	}
	return list
}

// nothingLost checks that after a change what the file held is in it, or the
// whole of it beside it.
func (b *bench) nothingLost(t *testing.T, was, kept string) {
	t.Helper()
	if kept != "" {
		if got := b.FileText(t, goalsFile); !strings.Contains(got, kept) {
			t.Errorf("%s is gone from\n%s", kept, got)
		}
		return
	}
	for _, p := range b.Problems() {
		if p.Aside != "" && b.FileText(t, p.Aside) == was {
			return
		}
	}
	t.Errorf("what was written over is nowhere: %v", b.Problems())
}

// TestCut cuts the file at every byte. What is left is used, and after a
// change the cut file lies beside the new one.
func TestCut(t *testing.T) {
	full := newBench(t)
	for i := range 3 {
		g := full.add(t, Plan{Goal: fmt.Sprint("目標 ", i), Sources: []string{"m1"}})
		if _, err := full.Progress(g.ID, Note{Text: "a \"step\"\\"}, cause()); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if _, err := full.Complete(g.ID, End{Reason: "done"}, cause()); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := full.FileText(t, goalsFile)
	b := newDamaged(t)
	change := len(text) / 20 // a change costs a while
	for n := range len(text) {
		b.PutFile(t, goalsFile, text[:n])
		m := b.open(t)
		count := len(m.Goals())
		if count > 3 {
			t.Fatalf("cut at %d: %d goals", n, count)
		}
		if n > 0 && n < len(text)-1 && len(m.Problems()) == 0 {
			t.Errorf("cut at %d is not named", n)
		}
		if n%change != change-1 {
			continue
		}
		if _, err := m.Add(Plan{Goal: "new"}, cause()); err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if got := len(m.Goals()); got != count+1 || len(b.open(t).Goals()) != got {
			t.Errorf("cut at %d: %d goals after %d", n, got, count)
		}
		b.Store = m
		b.nothingLost(t, text[:n], "")
		list, err := filepath.Glob(b.FilePath("goals*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			if err := os.Remove(f); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestEditedMeanwhile is an edit by hand between two changes.
func TestEditedMeanwhile(t *testing.T) {
	b := newBench(t)
	g := b.add(t, Plan{Goal: "snow", Priority: 2})
	b.PutFile(t, goalsFile, strings.Replace(b.FileText(t, goalsFile), "snow", "ice", 1))
	if got, err := b.Find(g.ID); err != nil || got.Goal != "ice" {
		t.Errorf("the edit is not seen: %+v, %v", got, err)
	}
	b.PutFile(t, goalsFile, strings.Replace(b.FileText(t, goalsFile), "ice", "rain", 1))
	if got, err := b.Edit(g.ID, Revision{Priority: 1}, cause()); err != nil || got.Goal != "rain" {
		t.Errorf("the edit was lost: %+v, %v", got, err)
	}
	if err := os.Remove(b.FilePath(goalsFile)); err != nil {
		t.Fatal(err)
	}
	if n := len(b.Goals()); n != 0 {
		t.Errorf("the file is gone and %d goals are left", n)
	}
	b.add(t, Plan{Goal: "new"})
}

func TestCheck(t *testing.T) {
	b := newDamaged(t)
	b.PutFile(t, goalsFile, `{"short_term": [{"id": "a", "goal": "x", "status": "completed"}, {"goal": "y"}],
"completed": [{"id": "b", "goal": "z", "created_at": "2026-02-01", "completed_at": "2026-01-01"}]}`)
	var got []string
	for _, p := range b.Check(t.Context()) {
		got = append(got, p.What)
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{"without id", `says "completed"`, "line 2: goal \"b\" was closed before it was made"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
}
