package companion

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/prompt"

	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/motivation"
)

var update = flag.Bool("update", false, "write the golden files")

// TestInnerLayers holds the layers that come from the mind to a golden file
// for each language.
func TestInnerLayers(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		t.Run(language, func(t *testing.T) {
			start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("", 9*3600))
			tick := &clock{at: start}
			h, err := openHome(t.Context(), Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			c := byLanguage(t, h, language)
			furnish(t, c.mind, start)
			tick.set(start.Add(30 * time.Hour))
			layers, err := c.prompts.Inner(c.mind.MotivesNow(), map[string]bool{tools.ReadEntityMemory: true, tools.WriteEntityMemory: true})
			if err != nil {
				t.Fatal(err)
			}
			episodes, err := c.prompts.Episodes(start, 6_000)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, l := range layers {
				b.WriteString("=== " + l.Name + "\n" + l.Text)
			}
			b.WriteString("=== " + prompt.LayerEpisodes + "\n" + episodes)
			golden(t, "inner-"+language+".txt", madeUpID.ReplaceAllString(b.String(), "id=$1"))
		})
	}
}

var madeUpID = regexp.MustCompile(`id=(sh|lo|qu)_[a-z0-9]+`)

// byLanguage opens the sample persona of a language.
func byLanguage(t *testing.T, h *Home, language string) *Companion {
	t.Helper()
	infos, err := h.Personas()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range infos {
		if i.Language == language {
			c, err := h.Companion(t.Context(), i.Slug)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
	}
	t.Fatalf("no persona speaks %q", language)
	return nil
}

// furnish puts something into every store that a layer tells of.
func furnish(t *testing.T, m *mind.Mind, now time.Time) {
	t.Helper()
	c := store.Cause{Kind: store.CauseDream, Ref: "test"}
	_, err := m.Episodes.Add(episodic.Episode{ID: "episode_2026-11-19_001", Date: "2026-11-19", Summary: "Alex told me about the heron. 鷺の話。", Arousal: 0.72, CreatedAt: now}, c)
	must(t, err)
	_, err = m.Episodes.Add(episodic.Episode{ID: "episode_2026-01-02_001", Date: "2026-01-02", Summary: "Too long ago for the window.", Arousal: 0.9, CreatedAt: now}, c)
	must(t, err)
	_, err = m.Insights.Add(episodic.Insight{Topic: "heron", Insight: "Alex looks up when a bird passes.", Strategy: "Ask about the river.", CreatedAt: now}, c)
	must(t, err)
	_, err = m.Goals.Add(goals.Plan{Term: goals.Short, Goal: "Learn the names of the cats", Priority: 2}, c)
	must(t, err)
	_, err = m.Goals.Add(goals.Plan{Term: goals.Long, Goal: "Know the harbour", Priority: 3}, c)
	must(t, err)
	_, err = m.Motives.Ask(motivation.Query{Topic: "Why the heron stays", Context: "it did not fly", Priority: 0.9, At: now}, c)
	must(t, err)
	must(t, m.Motives.Heard(now, "m1"))
	_, err = m.Motives.Felt(motivation.Emotion{Category: motivation.Protective, Intensity: 0.9}, now, "m2")
	must(t, err)
	_, err = m.Pages.Write("Mika", entity.Note{Text: "Alex's sister."}, c)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// golden compares got with a file under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s differs (go test ./companion -update writes it anew):\n%s", name, got)
	}
}

func TestRetractTakesOutWhatWasToldInPassing(t *testing.T) {
	t.Parallel()
	h := testHome(t, t.TempDir(), nil)
	c := luna(t, h)
	turn, err := c.Say(t.Context(), Utterance{Text: "I like green tea."})
	must(t, err)
	list, err := c.Conversation.Derived(turn.User.ID)
	must(t, err)
	stores := map[string]bool{}
	for _, d := range list {
		stores[d.Store] = true
	}
	if !stores["fact"] || !stores["arousal"] {
		t.Fatalf("what rests on the message: %+v", list)
	}
	before := memoryFile(t, h, "bank/world.md")
	if !strings.Contains(before, "green tea") {
		t.Fatalf("world.md: %s", before)
	}
	_, err = c.Conversation.Retract(turn.User.ID)
	must(t, err)
	left, err := c.Conversation.Derived(turn.User.ID)
	must(t, err)
	if len(left) != 0 {
		t.Errorf("after the retraction there still rests on it: %+v", left)
	}
	prompt, err := c.Conversation.PlanNow(t.Context())
	must(t, err)
	for _, s := range prompt.System() {
		if all := fmt.Sprint(s, s.Memories); s.Name != "daily" && strings.Contains(all, "green tea") {
			t.Errorf("layer %s still says it:\n%s", s.Name, all)
		}
	}
	if p, err := c.Conversation.Page(transcript.Cursor{}, 10); err != nil || p.Messages[0].Text != "" {
		t.Errorf("the page shows %+v, %v", p.Messages, err)
	}
}

func memoryFile(t *testing.T, h *Home, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.Path(), "personas", "luna", name))
	must(t, err)
	return string(data)
}

func TestLeavingABranchTakesItsFeelingsAlong(t *testing.T) {
	t.Parallel()
	h := testHome(t, t.TempDir(), nil)
	c := luna(t, h)
	first, err := c.Say(t.Context(), Utterance{Text: "What good news, I am so happy!"})
	must(t, err)
	_, err = c.Edit(t.Context(), first.User.ID, "It is raining.")
	must(t, err)
	if _, ok := c.mind.Exchanges.Of(string(first.Reply.ID)); ok {
		t.Error("the exchange of the branch that was left still counts")
	}
	must(t, c.Conversation.Choose(first.Reply.ID))
	if x, ok := c.mind.Exchanges.Of(string(first.Reply.ID)); !ok || len(x.Withdrawn) != 0 {
		t.Error("the exchange of the branch chosen again does not count")
	}
}

// TestAKillBeforeBookingHeals has a message on disk of which nothing was
// booked, as a crash leaves it.
func TestAKillBeforeBookingHeals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	h := remembering(t, dir, at, llmtest.NewScripted(say("Yes.")))
	c := luna(t, h)
	_, err := c.Say(t.Context(), Utterance{Text: "I have an interview on Thursday at 3."})
	must(t, err)
	killed, err := c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Text: "The interview is on Friday, not Thursday.", Time: at.Add(time.Minute)})
	must(t, err)
	must(t, h.Close())

	h = remembering(t, dir, at.Add(time.Hour), llmtest.NewScripted())
	defer h.Close()
	c = luna(t, h)
	c.work.Wait()
	if got := c.mind.MotivesNow().Spoke; !got.Equal(killed.Time) {
		t.Errorf("spoke %v, want %v", got, killed.Time)
	}
	raw, err := c.dir.ReadText("memory/internal_state.json")
	must(t, err)
	if !strings.Contains(raw.S, killed.Time.Format(time.RFC3339)) {
		t.Error("it is not on disk")
	}
	list, err := c.mind.Facts.Facts(facts.Query{Words: "interview"})
	must(t, err)
	if ended := func(f facts.Fact) bool { return !f.Ended.IsZero() && strings.Contains(f.Text, "Thursday at 3") }; !slices.ContainsFunc(list, ended) {
		t.Errorf("what it puts right still holds: %+v", list)
	}
	c.Conversation.catchUpSpoken()
	c.Learning.capture(killed) // as where only the last of it was cut off
	if again, err := c.mind.Facts.Facts(facts.Query{Words: "interview"}); err != nil || len(again) != len(list) {
		t.Errorf("captured twice: %d facts were %d: %v", len(again), len(list), err)
	}
}
