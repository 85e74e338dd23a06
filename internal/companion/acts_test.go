package companion

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/memory"
	"yumori/internal/prompt"
	"yumori/internal/store"
	"yumori/internal/tagfilter"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/retrieval"
)

// This file holds the promise that every number which is shown acts: shownKeys
// names for each the act that it has a part in, and each act is seen to come out
// otherwise when its number is another.

// An act does something in which a number has a part, which is high or low, and
// returns what came of it.
type act func(t *testing.T, c *Companion, n numbered) string

// A numbered is a number, of the first of two things and of the second.
type numbered struct{ first, second float64 }

// acts are what numbers do, by the names of shownKeys.
var acts = map[string]act{
	"distance": func(t *testing.T, c *Companion, n numbered) string {
		writeMemory(t, c, "memory/2026-08-01.md", "## [10:00:00] fact\n\nThe boat of Mika is of oak.\n")
		writeMemory(t, c, "memory/2026-08-02.md", "## [10:00:00] fact\n\nThe cello of Mika is of maple.\n")
		question := "Mika's boat, is it of oak?"
		if n.first < n.second {
			question = "Mika's cello, is it of maple?"
		}
		return orderOf(t, c, question, retrieval.Factual)
	},
	"decay": func(t *testing.T, c *Companion, n numbered) string {
		days := []string{"memory/2026-08-02.md", "memory/2026-10-02.md"}
		if n.first > n.second {
			slices.Reverse(days)
		}
		writeMemory(t, c, days[0], "## [10:00:00] fact\n\nThe cello stood in the hall.\n")
		writeMemory(t, c, days[1], "## [10:00:00] fact\n\nThe cello stood in the attic.\n")
		return orderOf(t, c, "Where stood the cello?", retrieval.Technical)
	},
	"arousal of an exchange": func(t *testing.T, c *Companion, n numbered) string {
		exchanged(t, c, "The cello stood in the hall.", n.first)
		exchanged(t, c, "The cello stood in the attic.", n.second)
		return orderOf(t, c, "Where stood the cello?", retrieval.Emotional)
	},
	"arousal of an exchange, when it speaks first": func(t *testing.T, c *Companion, n numbered) string {
		exchanged(t, c, "The cello stood in the hall.", n.first)
		exchanged(t, c, "The cello stood in the attic.", n.second)
		return fmt.Sprint(c.Initiative.moving(c.now()))
	},
	"arousal of a day": func(t *testing.T, c *Companion, n numbered) string {
		exchanged(t, c, "The cello stood in the hall.", n.first)
		_, err := c.Dreams.Dream(t.Context(), dreaming.Request{By: dreaming.ByRules})
		must(t, err)
		e := c.mind.Episodes.Episodes()[0]
		text, err := c.prompts.Episodes(september.AddDate(0, 0, 1), 10_000)
		must(t, err)
		if !strings.Contains(text, e.ID) {
			t.Fatalf("the day is no episode of the prompt:\n%s", text)
		}
		return text
	},
	"arousal of an episode": func(t *testing.T, c *Companion, n numbered) string {
		episodesOf(t, c, n)
		text, err := c.prompts.Episodes(september, 10_000)
		must(t, err)
		return orderOf(t, c, "Where stood the cello?", retrieval.Emotional) + text
	},
	"resonance": func(t *testing.T, c *Companion, n numbered) string {
		ids := episodesOf(t, c, numbered{.5, .5})
		for range 3 {
			c.Learning.recordExchange(transcript.Message{ID: "01KU", Time: c.now()}, reply{before: c.mind.MotivesNow(), kept: transcript.Message{ID: "01KR", Time: c.now()}, tags: []tagfilter.Tag{
				{Name: tagfilter.Memory, Of: ids[0], Value: n.first}, {Name: tagfilter.Memory, Of: ids[1], Value: n.second},
			}})
		}
		return orderOf(t, c, "Where stood the cello?", retrieval.Emotional)
	},
	"confidence of an opinion": func(t *testing.T, c *Companion, n numbered) string {
		writeMemory(t, c, "bank/opinions.md", fmt.Sprintf("- O(c=%v) @Peter: Peter prefers short replies.\n- O(c=0.5) @Peter: Peter prefers tea.\n- O(c=%v) @Peter: Peter prefers large replies.\n", n.first, n.second))
		return orderOf(t, c, "What replies does Peter prefer?", retrieval.Factual)
	},
	"confidence of an opinion, in words": func(t *testing.T, c *Companion, n numbered) string {
		writeMemory(t, c, "bank/opinions.md", fmt.Sprintf("- O(c=%v) @Peter: Peter prefers short replies.\n", n.first))
		found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "What replies does Peter prefer?"})
		must(t, err)
		return found.Section("m", "").String()
	},
	"level of a drive": func(t *testing.T, c *Companion, n numbered) string {
		must(t, c.mind.Motives.Heard(c.now().Add(-time.Duration(n.first*48*float64(time.Hour))), "m1"))
		return c.prompts.Feeling(c.mind.MotivesNow(), "en").Feeling
	},
	"intensity of a feeling": func(t *testing.T, c *Companion, n numbered) string {
		_, err := c.mind.Motives.Felt(motivation.Emotion{Category: motivation.Protective, Intensity: n.first}, c.now(), "m2")
		must(t, err)
		return c.prompts.Feeling(c.mind.MotivesNow(), "en").Feeling
	},
	"priority of a question": func(t *testing.T, c *Companion, n numbered) string {
		for topic, p := range map[string]float64{"Where the cello stood": n.first, "Who sold the boat": n.second} {
			_, err := c.mind.Motives.Ask(motivation.Query{Topic: topic, Priority: p, At: c.now(), Kind: memory.Lived}, store.Cause{Kind: store.CauseDream})
			must(t, err)
		}
		return c.prompts.Feeling(c.mind.MotivesNow(), "en").OnMind
	},
	"priority of a goal": func(t *testing.T, c *Companion, n numbered) string {
		for _, g := range []goals.Plan{{Term: goals.Short, Goal: "Learn a song", Priority: 1 + int(4*n.first)}, {Term: goals.Short, Goal: "Mend the lamp", Priority: 1 + int(4*n.second)}} {
			_, err := c.mind.Goals.Add(g, store.Cause{Kind: store.CauseDream})
			must(t, err)
		}
		layers, err := c.prompts.Inner(c.mind.MotivesNow(), nil)
		must(t, err)
		return layers[slices.IndexFunc(layers, func(l prompt.Layer) bool { return l.Name == prompt.LayerGoals })].Text
	},
}

// orderOf is what is recalled, in its order.
func orderOf(t *testing.T, c *Companion, question string, intent retrieval.Intent) string {
	t.Helper()
	// What fits less is there as well: how well the rest fits is seen against it.
	writeMemory(t, c, "memory/2026-06-02.md", "## [10:00:00] fact\n\nWhere the lamp of the lighthouse stood for years, replies nobody.\n")
	found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: question, Intent: intent})
	must(t, err)
	var said []string
	for _, m := range found.Memories {
		said = append(said, m.Content)
	}
	return strings.Join(said, "\n")
}

// exchanged books an exchange in which the user said something, on a line of
// its own in the log, with its arousal.
func exchanged(t *testing.T, c *Companion, said string, arousal float64) {
	t.Helper()
	at := c.now().Add(-time.Hour)
	user, err := c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Time: at, Text: said})
	must(t, err)
	reply, err := c.log.Append(transcript.Message{Parent: user.ID, Role: transcript.RolePersona, Time: at, Text: "I see."})
	must(t, err)
	must(t, c.mind.Exchanges.Record(episodic.Exchange{User: string(user.ID), Reply: string(reply.ID), Time: at, Arousal: arousal}, store.Cause{Kind: store.CauseTurn}))
}

// episodesOf adds two episodes that differ in little else but their arousal,
// and returns their ids.
func episodesOf(t *testing.T, c *Companion, n numbered) (ids []string) {
	t.Helper()
	for i, e := range []episodic.Episode{{Summary: "The cello stood in the hall.", Arousal: n.first}, {Summary: "The cello stood in the attic.", Arousal: n.second}} {
		e.Date, e.Sources = episodic.Date(fmt.Sprintf("2026-10-1%d", i)), []string{fmt.Sprint("m", i)}
		e, err := c.mind.Episodes.Add(e, store.Cause{Kind: store.CauseDream})
		must(t, err)
		ids = append(ids, e.ID)
	}
	return ids
}

// TestNumbersAct turns each number round.
func TestNumbersAct(t *testing.T) {
	t.Parallel()
	for name, do := range acts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			came := map[string]bool{}
			for _, n := range []numbered{{.9, .1}, {.1, .9}} {
				h := remembering(t, t.TempDir(), september, nil)
				came[do(t, luna(t, h), n)] = true
				must(t, h.Close())
			}
			if len(came) != 2 {
				t.Errorf("the same either way: %q", slices.Collect(maps.Keys(came)))
			}
		})
	}
}

// TestUnknownArousalIsNotShownAsKnown recalls what nobody knows a feeling of.
func TestUnknownArousalIsNotShownAsKnown(t *testing.T) {
	t.Parallel()
	h := remembering(t, t.TempDir(), september, nil)
	defer h.Close()
	c := luna(t, h)
	writeMemory(t, c, "memory/2026-10-02.md", "## [10:00:00] fact\n\nThe cello stood in the attic.\n")
	exchanged(t, c, "The cello stood in the hall.", .25)
	_, err := c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Time: c.now(), Text: "The cello stood in the cellar."})
	must(t, err)
	found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: `Where stood the "cello"?`})
	must(t, err)
	said := map[string]retrieval.Terms{}
	for _, m := range found.Memories {
		said[strings.TrimSuffix(m.Content[strings.LastIndex(m.Content, " ")+1:], ".")] = m.Terms
	}
	if hall := said["hall"]; !hall.Felt || hall.Arousal != .25 {
		t.Errorf("of an exchange: %+v", hall)
	}
	for _, place := range []string{"attic", "cellar"} {
		if terms, ok := said[place]; !ok || terms.Felt || terms.Arousal != .5 {
			t.Errorf("%s: %+v of %+v", place, terms, said)
		}
	}
}

// Why a number is shown that is none of the persona's and so has no hand in
// what it does.
const (
	counted = "counts or measures what was done, or what is there"
	gauged  = "measured of an embedder, whose weight it sets (rag.Calibration)"
)

// shownKeys are the words with a number in them, of the window and of the
// terminal, and the act of each, or why it has none. A number that is added
// without a line here fails the test, and so does a line whose words are gone.
var shownKeys = map[string]string{
	"recalled.fit": "distance", "recalled.moving": "arousal of an exchange", "recalled.freshness": "decay",
	"fact.sure": "confidence of an opinion", "why.resonance": "resonance", "why.motive": "level of a drive",
	"episode.felt": "arousal of an episode", "episode.arousal": "arousal of an episode",
	"heat.day.one": "arousal of a day", "heat.day.other": "arousal of a day",
	"emotion.point": "intensity of a feeling",
	"past.moved":    "level of a drive", "whatif.title": "level of a drive",
	"goal.priority": "priority of a goal",

	"foot.learned": counted, "chat.small": counted, "size.bytes": counted, "size.kilo": counted, "size.mega": counted, "pull.about": counted,
	"pull.about.best": counted, "pull.about.between": counted, "pull.about.fast": counted,
	"pull.line": counted, "pull.stopped": counted, "pull.cut": counted, "pull.broke.at": counted, "settings.percent": counted,
	"window.learned": counted, "window.set": counted, "window.served": counted, "window.table": counted, "window.assumed": counted,
	"embed.tested": counted, "test.ok": counted, "memories.part": counted, "past.place": counted, "spending.money": counted,
	"spending.of": counted, "dream.took": counted, "dream.progress": counted, "past.living": counted, "why.size": counted, "why.cut": counted,
	"why.took": counted, "prompt.rank": counted, "left.window": counted, "left.all": counted, "left.file": counted, "left.item": counted,
	"left.many.window": counted, "import.left": counted, "import.in.whole": counted, "backup.done.one": counted, "backup.done.other": counted,

	"terminal recall_score": "distance", "terminal recall_distance": "distance", "terminal recall_arousal": "arousal of an exchange",
	"terminal recall_freshness": "decay", "terminal recall_sure": "confidence of an opinion, in words",
	"terminal state_drive": "level of a drive", "terminal state_dominant": "level of a drive", "terminal state_emotion": "intensity of a feeling",
	"terminal state_question": "priority of a question", "terminal state_goal": "priority of a goal", "terminal state_arousal": "arousal of a day",
	"terminal simulate_curve": "level of a drive", "terminal simulate_act": "level of a drive",
	"terminal index_embedder": gauged, "terminal index_graph": gauged, "terminal dream_bill": counted,
	"terminal eval_dream": counted,
}

var (
	// shownNumber is a place for a number in words of the window. A word in the
	// plural counts with its n.
	shownNumber = regexp.MustCompile(`\{(?:n|mean|max|percent|ms|seconds|dim|rank|needs|size|sum|most)\}`)
	pluralWord  = regexp.MustCompile(`\.(?:one|other)$`)
	// shownFloat is one in words of the terminal: whole numbers count, but for
	// the priority of a goal.
	shownFloat = regexp.MustCompile(`%[0-9.]*f|\(priority %d\)`)
)

// TestShownNumbersAreInTheTable reads all words there are.
func TestShownNumbersAreInTheTable(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for key, text := range wordsIn(t, "../../assets/translations/en.json") {
		if pluralWord.MatchString(key) {
			text = strings.ReplaceAll(text, "{n}", "")
		}
		if shownNumber.MatchString(text) && !strings.HasPrefix(key, "embed.in_use.") {
			shown[key] = true
		}
	}
	for key, text := range wordsIn(t, "../cli/words/en.json") {
		if shownFloat.MatchString(text) {
			shown["terminal "+key] = true
		}
	}
	for key := range shown {
		if shownKeys[key] == "" {
			t.Errorf("the number in %q is not in the table: what does it do?", key)
		}
	}
	for key, name := range shownKeys {
		if !shown[key] {
			t.Errorf("no number is shown in %q any more", key)
		}
		if _, ok := acts[name]; !ok && name != counted && name != gauged {
			t.Errorf("%q: there is no act %q", key, name)
		}
	}
	if used := slices.Collect(maps.Values(shownKeys)); !slices.Contains(used, counted) {
		t.Error("nothing is counted")
	}
}

// formatted is a call of the window's that writes a number in [0, 1].
var formatted = regexp.MustCompile(`\b(?:[dD]ecimals|share|[pP]ercent)\(`)

// TestNumbersAreShownThroughWords looks for numbers in [0, 1] that are shown
// without words of the table.
func TestNumbersAreShownThroughWords(t *testing.T) {
	t.Parallel()
	without := map[string]string{ // what the line says → the act
		"Level: Decimals(at.Of(d).Value)": "level of a drive",
		"func ":                           counted,
		"s.percent()":                     counted, // of a download
		"share: s.share()":                counted,
		"int(100 * s.share())":            counted,
		`"n", page.Percent(p.Intensity)`:  "intensity of a feeling", // the second line of emotion.point
		`Percent(intensity) == "0"`:       "intensity of a feeling", // which words say it
	}
	files, err := filepath.Glob("../../ui/*.go")
	must(t, err)
	below, err := filepath.Glob("../../ui/*/*.go")
	must(t, err)
	for _, file := range append(files, below...) {
		if strings.HasSuffix(file, "_test.go") || strings.Contains(file, "/uitest/") {
			continue
		}
		data, err := os.ReadFile(file)
		must(t, err)
		for n, line := range strings.Split(string(data), "\n") {
			if !formatted.MatchString(line) {
				continue
			}
			named := false
			for key := range shownKeys {
				named = named || strings.Contains(line, `"`+strings.TrimSuffix(strings.TrimSuffix(key, ".one"), ".other")+`"`)
			}
			for part := range without {
				named = named || strings.Contains(line, part)
			}
			if !named {
				t.Errorf("%s:%d shows a number that is not in the table: %s", file, n+1, strings.TrimSpace(line))
			}
		}
	}
}

func wordsIn(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	must(t, err)
	var words map[string]string
	must(t, json.Unmarshal(data, &words))
	return words
}
