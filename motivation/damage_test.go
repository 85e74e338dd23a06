package motivation

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// handState is a state as a person or Nexus Ark writes it.
const handState = `{
  "note": "mine",
  "drives": {
    "boredom": {"level": 0.48, "last_interaction": "2026-11-20T12:00:00", "threshold": 0.6},
    "curiosity": {"level": 0.8, "open_questions": [
      {"topic": "the snow", "context": "how cold", "priority": 0.8, "source_date": "2026-11-14", "colour": "white"},
      {"id": "qu_2", "topic": "the cat", "priority": 0.5, "state": "asked", "asked_at": "2026-11-19 10:00:00"}
    ]},
    "goal_achievement": {"level": 0.6, "active_goal_id": "sh_abc123"},
    "relatedness": {"level": 0.8, "persona_emotion": "protective", "persona_intensity": 0.9,
      "last_emotion_change": "2026-11-21T12:00:00"}
  },
  "motivation_log": {"dominant_drive": "relatedness"}
}`

func TestHandWritten(t *testing.T) {
	b := newBench(t)
	b.PutFile(t, stateFile, handState)
	d := b.Drives(b.Time, GoalPressure{})
	if !near(d.Boredom.Value, 0.482831) || !near(d.Relatedness.Value, 0.81) {
		t.Errorf("%v", d)
	}
	if got := b.Problems(); got != nil {
		t.Errorf("problems %v", got)
	}
	if err := b.Acted(Curiosity, b.Time); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Edit("the snow", Revision{Priority: 0.9}, cause()); err != nil {
		t.Fatal(err)
	}
	text := b.FileText(t, stateFile)
	for _, want := range []string{`"note": "mine"`, `"threshold": 0.6`, `"colour": "white"`, `"2026-11-20T12:00:00"`, `"priority": 0.9`, `"id": "the snow"`, `"source_date": "2026-11-14"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is gone from\n%s", want, text)
		}
	}
	if len(b.Questions()) != 2 {
		t.Errorf("%v", b.Questions())
	}
}

// TestBrokenState uses the good part of a file, names the bad one with its
// line, and loses nothing of it.
func TestBrokenState(t *testing.T) {
	question := func(s string) string {
		return "{\"drives\": {\"curiosity\": {\"open_questions\": [\n{\"id\": \"a\", \"topic\": \"good\"},\n" + s + ",\n{\"id\": \"c\", \"topic\": \"also good\"}\n]}}}"
	}
	for _, c := range []struct {
		name, text string
		topics     string // of the open questions, in the order of the file
		line       int
		what       string
		kept       string // of the file after a change; "" it is copied aside
	}{
		{"question without topic", question(`{"id": "b", "priority": 1}`), "[good also good]", 3, "without topic", `"id": "b"`},
		{"question that is a number", question(`17`), "[good also good]", 3, "is no question", "17"},
		{"priority of 7", question(`{"id": "b", "topic": "x", "priority": 7}`), "[good x also good]", 3, "no number from 0 to 1", `"priority": 7`},
		{"day that does not exist", question(`{"id": "b", "topic": "x", "source_date": "2026-02-30"}`), "[good x also good]", 3, "no day that exists", "2026-02-30"},
		{"time that does not exist", question(`{"id": "b", "topic": "x", "raised_at": "2026-01-01T25:00:00"}`), "[good x also good]", 3, "no time that exists", "T25:00:00"},
		{"unknown state", question(`{"id": "b", "topic": "x", "state": "shouted"}`), "[good x also good]", 3, "unknown state", "shouted"},
		{"same id", question(`{"id": "a", "topic": "x"}`), "[good also good]", 3, "of the question of line", `"topic": "x"`},
		{"sources are a number", question(`{"id": "b", "topic": "x", "sources": 1}`), "[good x also good]", 3, "no list of texts", `"sources": 1`},
		{"comma missing", strings.Replace(question(`{"id": "b", "topic": "x"}`), "},\n{\"id\": \"c\"", "}\n{\"id\": \"c\"", 1), "[good x also good]", 4, "lacks a comma", ""},
		{"quote missing", question(`{"id": "b", "topic": "x}`), "[good also good]", 3, "does not end on its line", ""},
		{"brace missing", question(`{"id": "b", "topic": "x"`), "[good x also good]", 4, "before the object of line 3 has ended", ""},
		{"bracket missing", strings.Replace(question(`{"id": "b", "topic": "x"}`), "]}}}", "}}}", 1), "[good x also good]", 5, "closes an array with }", ""},
		{"no value", question(`{"id": "b", "topic": }`), "[good also good]", 3, "lacks the value", ""},
		{"a word", question(`{"id": "b", "topic": snow}`), "[good also good]", 3, "snow is no JSON value", ""},
		{"end missing", strings.TrimSuffix(question(`{"id": "b", "topic": "x"}`), "]}}}"), "[good x also good]", 5, "ends before", ""},
		{"text after the end", question(`{"id": "b", "topic": "x"}`) + "\nhello", "[good x also good]", 6, "text after its end", ""},
		{"a list", "[1]", "[]", 1, "is no JSON object", ""},
		{"drives are a text", "{\"x\": 1,\n\"drives\": \"strong\"}", "[]", 2, "drives is no object", ""},
		{"questions are an object", "{\"drives\": {\"curiosity\": {\n\"open_questions\": {}}}}", "[]", 2, "open_questions is no list", ""},
		{"intensity of 7", "{\"drives\": {\"relatedness\": {\n\"persona_emotion\": \"joy\",\n\"persona_intensity\": 7}}}", "[]", 3, "no number from 0 to 1", `"persona_intensity": 7`},
		{"unknown emotion", "{\"drives\": {\"relatedness\": {\n\"persona_emotion\": \"bliss\"}}}", "[]", 2, "is no emotion", "bliss"},
		{"NUL bytes", "{\"a\": \"\x00\"}", "[]", 0, "not text", ""},
		{"not UTF-8", "{\"a\": \"\xff\"}", "[]", 0, "not text", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newDamaged(t)
			b.PutFile(t, stateFile, c.text)
			check := func(m *Mind, line int) { // -1 is any
				var topics []string
				for _, q := range m.Questions() {
					topics = append(topics, q.Topic)
				}
				if fmt.Sprint(topics) != c.topics {
					t.Errorf("questions %v, want %v", topics, c.topics)
				}
				if !slices.ContainsFunc(m.Problems(), func(p Problem) bool { return (line < 0 || p.Line == line) && strings.Contains(p.What, c.what) }) {
					t.Errorf("problems %v, want line %d: %s", m.Problems(), c.line, c.what)
				}
			}
			check(b.Mind, c.line)
			check(b.open(t), c.line)
			if got := b.FileText(t, stateFile); got != c.text {
				t.Errorf("reading changed the file to\n%s", got)
			}
			if err := b.Heard(noon(), "m"); err != nil {
				t.Fatal(err)
			}
			check(b.Mind, -1)
			b.nothingLost(t, stateFile, c.text, c.kept)
		})
	}
}

// nothingLost checks that after a change what a file held is in it, or the
// whole of it beside it.
func (b *bench) nothingLost(t *testing.T, name, was, kept string) {
	t.Helper()
	if kept != "" {
		if got := b.FileText(t, name); !strings.Contains(got, kept) {
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

func TestBrokenLog(t *testing.T) {
	good := `{"timestamp":"2026-11-20T10:00:00","type":"persona","category":"joy","intensity":0.5}`
	log := func(s string) string {
		return "[\n" + good + ",\n" + s + ",\n" + strings.Replace(good, "10:00", "11:00", 1) + "\n]\n"
	}
	for _, c := range []struct {
		name, text string
		points     int
		line       int
		what, kept string
	}{
		{"intensity of 7", log(`{"timestamp":"2026-11-20T10:30:00","type":"persona","category":"joy","intensity":7}`), 2, 3, "intensity", `"intensity":7`},
		{"no intensity", log(`{"timestamp":"2026-11-20T10:30:00","type":"persona","category":"joy"}`), 2, 3, "intensity", `10:30`},
		{"unknown category", log(`{"timestamp":"2026-11-20T10:30:00","category":"bliss","intensity":1}`), 2, 3, "no known category", "bliss"},
		{"time that does not exist", log(`{"timestamp":"2026-11-31T10:30:00","category":"joy","intensity":1}`), 2, 3, "time does not exist", "11-31"},
		{"no object", log(`"joy"`), 2, 3, "no emotion", `"joy"`},
		{"comma missing", strings.Replace(log(`{"timestamp":"2026-11-20T10:30:00","category":"joy","intensity":1}`), "},\n{", "}\n{", 1), 3, 3, "lacks a comma", ""},
		{"half a line", log(`{"timestamp":"2026-11-20T10:30:00","catego`), 2, 3, "does not end on its line", ""},
		{"no array", `{"a": 1}`, 0, 1, "no JSON array", ""},
		{"not text", "[\"\xff\"]", 0, 0, "not text", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newDamaged(t)
			b.PutFile(t, emotionFile, c.text)
			b.Mind = b.open(t)
			points := func(want int) {
				t.Helper()
				if got, err := b.Emotions(time.Time{}, time.Time{}); err != nil || len(got) != want {
					t.Errorf("%v, %v, want %d", got, err, want)
				}
			}
			points(c.points)
			if !slices.ContainsFunc(b.Problems(), func(p Problem) bool { return p.Line == c.line && strings.Contains(p.What, c.what) }) {
				t.Errorf("problems %v, want line %d: %s", b.Problems(), c.line, c.what)
			}
			if got := b.FileText(t, emotionFile); got != c.text {
				t.Errorf("reading changed the file to\n%s", got)
			}
			b.feel(t, Emotion{Anger, 0.5}, noon(), "m")
			points(c.points + 1)
			b.nothingLost(t, emotionFile, c.text, c.kept)
		})
	}
	t.Run("other types stay", func(t *testing.T) {
		b := newBench(t)
		b.PutFile(t, emotionFile, log(`{"timestamp":"2026-01-06T19:25:49","type":"user","user_text_snippet":"But I am …","emotion":"joy"}`))
		b.feel(t, Emotion{Anger, 0.5}, noon(), "m")
		if got, err := b.Emotions(time.Time{}, time.Time{}); err != nil || len(got) != 3 || !strings.Contains(b.FileText(t, emotionFile), "But I am …") {
			t.Errorf("%v, %v", got, err)
		}
	})
}

// TestCut cuts each file at every byte. What is left is used, and after a
// change the cut file lies beside the new one.
func TestCut(t *testing.T) {
	full := newBench(t)
	for i := range 3 {
		at := noon().Add(time.Duration(i) * time.Minute)
		full.feel(t, Emotion{Joy, 0.5}, at, fmt.Sprint("m", i))
		full.ask(t, Query{Topic: fmt.Sprint("問い ", i), Sources: []string{fmt.Sprint("m", i)}})
	}
	if _, err := full.Resolve(full.Questions()[0].ID, Answer{Text: "yes"}, cause()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{stateFile, emotionFile} {
		text := full.FileText(t, name)
		b := newDamaged(t)
		change := len(text) / 8 // a change costs a while, and is tried at every eighth
		for n := range len(text) {
			b.PutFile(t, name, text[:n])
			m := b.open(t)
			questions := len(m.Questions())
			points, err := m.Emotions(time.Time{}, time.Time{})
			if err != nil || questions > 3 || len(points) > 3 {
				t.Fatalf("%s cut at %d: %d questions, %d emotions, %v", name, n, questions, len(points), err)
			}
			if whole := strings.TrimSpace(text[:n]) == strings.TrimSpace(text); n > 0 && !whole && len(m.Problems()) == 0 {
				t.Errorf("%s cut at %d is not named", name, n)
			}
			if n%change != change-1 {
				continue
			}
			_, errFelt := m.Felt(Emotion{Joy, 0.1}, noon().Add(time.Hour), "new")
			_, errAsk := m.Ask(Query{Topic: "new"}, cause())
			if errFelt != nil || errAsk != nil {
				t.Fatalf("%s cut at %d: %v, %v", name, n, errFelt, errAsk)
			}
			after, err := m.Emotions(time.Time{}, time.Time{})
			if err != nil || len(after) != len(points)+1 || len(m.Questions()) != questions+1 {
				t.Errorf("%s cut at %d: %d emotions after %d, %d questions after %d, %v", name, n, len(after), len(points), len(m.Questions()), questions, err)
			}
			b.Mind = m
			b.nothingLost(t, name, text[:n], "")
			b.clear(t)
		}
	}
}

// clear removes everything of the persona's.
func (b *bench) clear(t *testing.T) {
	t.Helper()
	if err := os.RemoveAll(b.FilePath("memory")); err != nil {
		t.Fatal(err)
	}
}

// TestEditedMeanwhile is an edit by hand between two changes.
func TestEditedMeanwhile(t *testing.T) {
	b := newBench(t)
	b.ask(t, Query{Topic: "snow", Priority: 0.5})
	b.PutFile(t, stateFile, strings.Replace(b.FileText(t, stateFile), `"priority": 0.5`, `"priority": 0.9`, 1))
	if q, _ := b.Strongest(); q.Priority != 0.9 {
		t.Errorf("the edit is not seen: %+v", q)
	}
	b.ask(t, Query{Topic: "rain", Priority: 0.6})
	if q, _ := b.Strongest(); q.Topic != "snow" || q.Priority != 0.9 {
		t.Errorf("the edit was lost: %+v", q)
	}
	if err := os.Remove(b.FilePath(stateFile)); err != nil {
		t.Fatal(err)
	}
	if n := len(b.Questions()); n != 0 {
		t.Errorf("the file is gone and %d questions are left", n)
	}
	b.feel(t, Emotion{Joy, 0.5}, noon(), "m1")
	b.PutFile(t, emotionFile, strings.Replace(b.FileText(t, emotionFile), "0.5", "0.7", 1))
	b.feel(t, Emotion{Anger, 0.2}, noon().Add(time.Minute), "m2")
	if points, err := b.Emotions(time.Time{}, time.Time{}); err != nil || len(points) != 2 || points[0].Intensity != 0.7 {
		t.Errorf("%v, %v", points, err)
	}
}

// TestNoFolder has a file where the folder should be: nothing can be read or
// written, all of it is said, and when the folder is back it goes on.
func TestNoFolder(t *testing.T) {
	b := newBench(t)
	b.ask(t, Query{Topic: "snow"})
	b.feel(t, Emotion{Joy, 0.5}, noon(), "m1")
	memory := b.FilePath("memory")
	if err := os.Rename(memory, memory+"-away"); err != nil {
		t.Fatal(err)
	}
	b.PutFile(t, "memory", "oops")
	m := b.open(t)
	if got := m.Drives(noon(), GoalPressure{}); got.Dominant() != "" {
		t.Errorf("%v", got)
	}
	_, errAsk := m.Ask(Query{Topic: "x"}, cause())
	_, errFelt := m.Felt(Emotion{Joy, 0.5}, noon(), "m2")
	_, errEmotions := m.Emotions(time.Time{}, time.Time{})
	for i, err := range []error{errAsk, errFelt, errEmotions, m.Heard(noon(), "m2"), m.Acted(Goal, noon())} {
		if err == nil {
			t.Errorf("call %d: no error", i)
		}
	}
	if len(m.Problems()) == 0 || len(m.Check(t.Context())) == 0 {
		t.Error("nothing is said of it")
	}
	if err := os.Remove(memory); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(memory+"-away", memory); err != nil {
		t.Fatal(err)
	}
	for _, again := range []*Mind{m, b.Mind} {
		if q := again.Questions(); len(q) != 1 || q[0].Topic != "snow" {
			t.Errorf("afterwards: %v", q)
		}
		if points, err := again.Emotions(time.Time{}, time.Time{}); err != nil || len(points) != 1 {
			t.Errorf("afterwards: %v, %v", points, err)
		}
	}
}

// TestDerivedFromOtherSpelling finds a source that a user wrote with escapes,
// in a month that was not read before.
func TestDerivedFromOtherSpelling(t *testing.T) {
	b := newBench(t)
	b.PutFile(t, emotionArchive+"2026-01.json", `[{"timestamp":"2026-01-15T10:30:00Z","category":"joy","intensity":0.9,"sources":["memory\/2026-01-15.md#L\u0031"]}]`)
	items, err := b.open(t).Derived("memory/2026-01-15.md#L1")
	if err != nil || len(items) != 1 || items[0].Store != StoreEmotion {
		t.Errorf("%v, %v", items, err)
	}
	if items, err := b.Withdraw([]string{"memory/2026-01-15.md#L1"}, cause()); err != nil || len(items) != 1 {
		t.Errorf("%v, %v", items, err)
	}
}
