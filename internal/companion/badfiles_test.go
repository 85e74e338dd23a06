package companion

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/memory"
)

// A badFile is one that a user has spoilt in part.
type badFile struct {
	name    string
	text    string
	spoilt  []string // what is bad of it: it has to stay, here or in a copy
	trouble string   // file and line that are named
	what    string   // part of what is said about it
}

var badFiles = []badFile{
	{"goals.json", "{\n\"short_term\": [\n{\"goal\": \"Learn to row\", \"priority\": 2, \"created_at\": \"2026-11-01T00:00:00Z\"},\n{\"id\": \"sh_none\", \"priority\": 1, \"mine\": \"keep\"},\n{\"id\": \"sh_good\", \"goal\": \"Paint the boat\", \"priority\": 1, \"created_at\": \"2026-13-45T00:00:00Z\"}\n]}\n",
		[]string{`"id": "sh_none"`, `"mine": "keep"`, "2026-13-45", "Learn to row"}, "goals.json#L3", "without id"},
	{"episodic_memory/episodic_memory.json", "[\n{\"id\": \"episode_2026-11-18_001\", \"date\": \"2026-11-18\", \"summary\": \"We counted herons.\", \"arousal\": 7},\n{\"id\": \"episode_2026-02-30_001\", \"date\": \"2026-02-30\", \"summary\": \"A day that is none.\", \"arousal\": 0.5},\n{\"id\": \"x\", \"date\": \"2026-11-19\"}\n]\n",
		[]string{`"arousal": 7`, `"2026-02-30"`, `"id": "x"`}, "episodic_memory/episodic_memory.json#L2", "arousal 7"},
	{"memory/insights.json", "[\n{\"insight\": 5},\n{\"id\": \"insight_2026-11-19_001\", \"created_at\": \"2026-11-19T04:00:00Z\", \"trigger_topic\": \"boats\", \"insight\": \"Boats calm.\", \"strategy\": \"Speak of boats.\"}\n]\n",
		[]string{`"insight": 5`}, "memory/insights.json#L2", ""},
	{"memory/emotion_log.json", "[\n{\"id\":\"em_1\",\"timestamp\":\"2026-11-20T10:00:00Z\",\"type\":\"persona\",\"category\":\"joy\",\"intensity\":0.5},\n{\"id\":\"em_2\",\"timestamp\":\"never\",\"type\":\"persona\",\"category\":\"joy\",\"intensity\":9},\n{\"id\":\"em_3\",\"timestamp\":\"2026-11-20T11:00:00Z\",\"type\":\"persona\",\"cat",
		[]string{`"never"`, `em_3`}, "memory/emotion_log.json", ""},
	{"memory/internal_state.json", "{\"drives\": {\"curiosity\": {\"open_questions\": [\n{\"topic\": \"Why boats float\", \"priority\": 0.9, \"source_date\": \"2026-11-31\"},\n{\"priority\": 0.3}\n]}},\n\"mine\": \"keep\"\n",
		[]string{`"mine": "keep"`, "2026-11-31"}, "memory/internal_state.json", ""},
	{"memory/session_arousal.json", "[\n{\"time\": \"2026-11-21T08:00:00Z\", \"user\": \"u\", \"reply\": \"r\", \"arousal\": 7},\n{\"time\": \"2026-02-30\", \"reply\": \"s\", \"arousal\": 0.2}\n]\n",
		[]string{`"arousal": 7`, `"2026-02-30"`}, "memory/session_arousal.json#L2", "arousal 7"},
	{"bank/world.md", "# World\n\n- Mika rows. <!-- id: w_1; time: yesterday -->\n- O(c=7) boats are grand\n- Tama is a cat.\n",
		[]string{"time: yesterday", "- O(c=7) boats are grand"}, "bank/world.md#L4", ""},
	{"entity_memory/Mika.md", "Alex's sister, no title.\n", []string{"Alex's sister, no title."}, "", ""},
}

// TestSpoiltFilesAreUsedAsFarAsTheyGo opens a persona over files that a user has
// spoilt, has a turn that writes to every one of them, and looks for what was
// good in the prompt, for what was bad on the disk, and for a word about it.
func TestSpoiltFilesAreUsedAsFarAsTheyGo(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tick := &clock{at: start}
	open := func(model *llmtest.Scripted) *Home {
		opt := Options{Home: home, Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()}
		if model != nil {
			opt.Builtin = model
		}
		h, err := openHome(t.Context(), opt)
		must(t, err)
		return h
	}
	h := open(nil)
	dir := filepath.Join(h.Path(), "personas", "luna")
	must(t, h.Close())
	for _, f := range badFiles {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, f.name)), 0o700))
		must(t, os.WriteFile(filepath.Join(dir, f.name), []byte(f.text), 0o600))
	}
	model := llmtest.NewScripted()
	h = open(model)
	defer h.Close()
	c := luna(t, h)
	known := c.Snapshot().Troubles

	model.Add(
		llmtest.Answer{Calls: fullTurn("sh_good", "Why boats float", "")[0].Calls},
		say(`Yes.<persona_emotion category="joy" intensity="0.8"/><memory_trace id="episode_2026-11-18_001" resonance="1"/>`),
	)
	turn, err := c.Say(t.Context(), Utterance{Text: "I like green tea very much."})
	must(t, err)
	var prompt strings.Builder
	for _, s := range model.Requests()[0].System {
		prompt.WriteString(s.String())
	}
	for _, good := range []string{"Paint the boat", "We counted herons.", "Speak of boats.", "Why boats float", "Mika"} {
		if !strings.Contains(prompt.String(), good) {
			t.Errorf("the prompt lacks %q", good)
		}
	}
	held, err := c.mind.Facts.Facts(facts.Query{})
	must(t, err)
	if len(held) < 3 {
		t.Errorf("of the facts there are %v", held)
	}
	if day := c.mind.Exchanges.Day(episodic.DateOf(start)); day.Exchanges != 1 {
		t.Errorf("of the day's exchanges count %+v", day)
	}
	if got := c.mind.MotivesNow().Emotion; got.Category != "joy" || got.Intensity != 0.8 {
		t.Errorf("it feels %+v", got)
	}
	if _, ok := c.mind.Exchanges.Of(string(turn.Reply.ID)); !ok {
		t.Error("the exchange was not kept")
	}

	kept := allText(t, dir)
	for _, f := range badFiles {
		for _, bad := range f.spoilt {
			if !strings.Contains(kept, bad) {
				t.Errorf("%s: %s is nowhere any more; the file is\n%s", f.name, bad, fileText(t, dir, f.name))
			}
		}
		if f.trouble == "" {
			continue
		}
		named := false
		for _, x := range known {
			named = named || strings.HasPrefix(memory.Place{File: x.File, Line: x.Line}.String(), f.trouble) && strings.Contains(x.What, f.what)
		}
		if !named {
			t.Errorf("%s: nobody is told of %s (%s): %+v", f.name, f.trouble, f.what, known)
		}
	}
}

func fileText(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	must(t, err)
	return string(data)
}

// allText is the text of all memory files of a persona and of the copies
// that were set aside, without the history.
func allText(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			if err == nil && (e.Name() == ".history" || e.Name() == ".index") {
				return fs.SkipDir
			}
			return err
		}
		data, err := os.ReadFile(path)
		all.Write(data)
		return err
	}))
	return all.String()
}

// TestSpoiltFilesStayAsTheyAre has a turn that has nothing to say about them.
func TestSpoiltFilesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	h := testHomeUnchecked(t, home)
	dir := filepath.Join(h.Path(), "personas", "luna")
	must(t, h.Close())
	for _, f := range badFiles {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, f.name)), 0o700))
		must(t, os.WriteFile(filepath.Join(dir, f.name), []byte(f.text), 0o600))
	}
	h = testHomeUnchecked(t, home)
	c := luna(t, h)
	_, err := c.Say(t.Context(), Utterance{Text: "Good morning."})
	must(t, err)
	c.Mind()
	if _, err := h.Doctor(t.Context()); err != nil {
		t.Error(err)
	}
	for _, f := range badFiles {
		switch f.name {
		case "memory/internal_state.json", "memory/session_arousal.json", "memory/emotion_log.json":
			continue // every turn writes to them
		}
		if got := fileText(t, dir, f.name); got != f.text {
			t.Errorf("%s was changed:\n%s", f.name, got)
		}
	}
	must(t, h.Close())
}

func testHomeUnchecked(t *testing.T, home string) *Home {
	t.Helper()
	h, err := openHome(t.Context(), Options{Home: home, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	return h
}
