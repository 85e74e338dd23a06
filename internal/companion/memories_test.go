package companion

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/llm/builtin"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/motivation"
	"yumori/persona"
)

func openSetRight(t *testing.T) (*Companion, time.Time) {
	t.Helper()
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tick := &clock{at: start}
	h, err := openHome(t.Context(), Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	t.Cleanup(func() { h.Close() })
	c := byLanguage(t, h, "en")
	furnish(t, c.mind, start)
	return c, start
}

func TestTextsOfDaysAreEditedAndTheSecretOnesAreNot(t *testing.T) {
	t.Parallel()
	c, start := openSetRight(t)
	for name, text := range map[string]string{
		"memory/2026-11-20.md": "# 2026-11-20\n", "memory/2026-11-19-tea.md": "tea", "memory/memory_main.txt": "diary",
		"memory/memory_archived_1.txt": "older", "bank/world.md": "# World\n", "skills/tea/SKILL.md": "pour",
		"memory/secret_diary.txt": "mine alone",
	} {
		must(t, c.dir.Write(name, []byte(text), store.Cause{Kind: store.CauseUser}))
	}
	for group, want := range map[texts.Group]string{
		texts.Days:  "memory/2026-11-20.md memory/2026-11-19-tea.md",
		texts.Diary: "memory/memory_main.txt memory/memory_archived_1.txt",
		texts.Bank:  "bank/world.md", "nonsense": "",
	} {
		list, err := c.Texts(group)
		must(t, err)
		var names []string
		for _, f := range list {
			names = append(names, f.Name)
			read, err := c.Text(f.Name)
			must(t, err)
			must(t, c.Write(f.Name, read.Version, read.S+" more"))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s holds %q, want %q", group, got, want)
		}
	}
	for _, name := range []string{"memory/secret_diary.txt", "memory/Secret_Diary.txt", "goals.json", "log.jsonl", "../settings.json", "bank/../goals.json"} {
		if _, err := c.Text(name); !errors.Is(err, texts.ErrNotEditable) {
			t.Errorf("%s is read as text: %v", name, err)
		}
		if err := c.Write(name, "", "x"); !errors.Is(err, texts.ErrNotEditable) {
			t.Errorf("%s is written as text: %v", name, err)
		}
	}
	if secret, err := c.Secret(); err != nil || secret.S != "mine alone" {
		t.Errorf("behind the warning: %q, %v", secret.S, err)
	}
	if _, err := c.PastText("memory/secret_diary.txt", store.VersionOf([]byte("mine alone"))); !errors.Is(err, persona.ErrSecret) {
		t.Errorf("the past of the secret diary: %v", err)
	}
	now, err := c.Text("memory/memory_main.txt")
	must(t, err)
	must(t, c.dir.Sync(t.Context()))
	past, err := c.History("memory/memory_main.txt")
	must(t, err)
	old, err := c.PastText("memory/memory_main.txt", past[len(past)-1].Version)
	must(t, err)
	if old != "diary" || now.S != "diary more" {
		t.Errorf("now %q, before %q", now.S, old)
	}
	must(t, c.Conversation.RestoreText(t.Context(), "memory/memory_main.txt", past[len(past)-1].Version))
	if now, _ = c.Text("memory/memory_main.txt"); now.S != "diary" {
		t.Errorf("restored: %q", now.S)
	}
	if _, ok, err := c.AsOf("memory/memory_main.txt", start.AddDate(0, 0, -1)); ok || err != nil {
		t.Errorf("a day before it was there: %v, %v", ok, err)
	}
}

func TestWhatAPersonSetsRightHolds(t *testing.T) {
	t.Parallel()
	c, start := openSetRight(t)
	g, err := c.AddGoal(goals.Plan{Goal: "Learn to sing", Term: goals.Short, Priority: 1})
	must(t, err)
	must(t, c.ReviseGoal(g.ID, goals.Revision{Goal: "Learn a song"}))
	must(t, c.CompleteGoal(g.ID, "sang it"))
	if !slices.ContainsFunc(c.mind.Episodes.Episodes(), func(e episodic.Episode) bool {
		return e.Type == episodic.Achievement && strings.Contains(e.Summary, "Learn a song")
	}) {
		t.Error("a goal that was reached is no episode")
	}
	must(t, c.ReopenGoal(g.ID))
	must(t, c.AbandonGoal(g.ID, "no voice"))
	all, stats := c.Goals()
	i := slices.IndexFunc(all, func(x goals.Goal) bool { return x.ID == g.ID })
	if all[i].Status != goals.StatusAbandoned || all[i].Reason != "no voice" || stats.Abandoned == 0 {
		t.Errorf("given up: %+v", all[i])
	}
	q := c.Questions()[0]
	must(t, c.ReviseQuestion(q.ID, motivation.Revision{Topic: "Another topic"}))
	must(t, c.AnswerQuestion(q.ID, "forty-two"))
	if q = question(c, q.ID); q.State != motivation.StateResolved || q.Answer != "forty-two" || q.Topic != "Another topic" {
		t.Errorf("answered: %+v", q)
	}
	must(t, c.DropQuestion(q.ID))
	if q = question(c, q.ID); q.ID != "" {
		t.Error("a question that was removed is there")
	}
	e, err := c.Episode(c.EpisodeHeads()[0].ID)
	must(t, err)
	e.Arousal, e.Max = 0.9, 0.95
	must(t, c.ReviseEpisode(e))
	if got, _ := c.mind.Episodes.Find(e.ID); got.Arousal != 0.9 {
		t.Errorf("arousal is %v", got.Arousal)
	}
	must(t, c.DropEpisode(e.ID))
	must(t, c.AliasEntity("Mika", "My sister"))
	if v, err := c.Entity("My sister"); err != nil || v.Name != "Mika" {
		t.Errorf("by its alias: %v, %v", v.Name, err)
	}
	held, err := c.mind.Facts.Retain([]facts.Fact{{Type: facts.World, Text: "Mika has two cats", Entities: []string{"Mika"}, Confidence: 1, Time: start, Sources: []string{"m"}}}, mind.ByHand("test"))
	must(t, err)
	f := held[0]
	f.Text = "Mika has three cats"
	must(t, c.ReviseFact(f))
	v, err := c.Entity("Mika")
	must(t, err)
	if len(v.Facts) != 1 || v.Facts[0].Text != "Mika has three cats" {
		t.Errorf("facts of Mika: %+v", v.Facts)
	}
	must(t, c.DropFact(v.Facts[0].ID))
	must(t, c.DropEntity("Mika"))
	if _, err := c.Entity("Mika"); !errors.Is(err, entity.ErrNoPage) {
		t.Errorf("a page that was removed: %v", err)
	}
	if err := c.DropFact("nothing"); !errors.Is(err, facts.ErrNoFact) {
		t.Errorf("no such fact: %v", err)
	}
}

func question(c *Companion, id string) motivation.Question {
	for _, q := range c.Questions() {
		if q.ID == id {
			return q
		}
	}
	return motivation.Question{}
}
