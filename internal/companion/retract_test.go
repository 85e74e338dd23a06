package companion

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// fullTurn is a model's turn that touches every store: a goal and a note by
// tools, an end of a goal, an answer to a question, and in tags an emotion and
// how much an episode moved it.
func fullTurn(goal goals.ID, question, episode string) []llmtest.Answer {
	call := func(name, format string, args ...any) llm.Call {
		return llm.Call{Name: name, Args: json.RawMessage(fmt.Sprintf(format, args...))}
	}
	return []llmtest.Answer{
		{Calls: []llm.Call{
			call("add_goal", `{"goal":"Find the best ramen of the town","term":"short","priority":1}`),
			call("memory_write", `{"content":"Mika loves ramen, says Alex.","category":"fact"}`),
			call("write_entity_memory", `{"name":"Mika","content":"Mika eats ramen on Fridays."}`),
			call("update_goal", `{"id":%q,"action":"complete","note":"He told me."}`, goal),
			call("resolve_question", `{"question":%q,"state":"resolved","answer":"On Fridays."}`, question),
		}},
		say(fmt.Sprintf(`I will remember.<persona_emotion category="joy" intensity="0.8"/><memory_trace id=%q resonance="1.0"/>`, episode)),
	}
}

func say(text string) llmtest.Answer { return llmtest.Text(text) }

// A furnished persona has a goal, a question and an episode from before.
type furnished struct {
	*Companion
	model    *llmtest.Scripted
	goal     goals.ID
	question string
	episode  string
}

func furnishedLuna(t *testing.T) furnished {
	t.Helper()
	model := llmtest.NewScripted()
	c := luna(t, testHome(t, t.TempDir(), model))
	cause := store.Cause{Kind: store.CauseDream, Ref: "dreams/test"}
	g, err := c.mind.Goals.Add(goals.Plan{Term: goals.Short, Goal: "Learn when Mika eats", Priority: 2}, cause)
	must(t, err)
	q, err := c.mind.Motives.Ask(motivation.Query{Topic: "When does Mika eat ramen", Priority: 0.9, At: c.now()}, cause)
	must(t, err)
	e, err := c.mind.Episodes.Add(episodic.Episode{Date: "2026-11-01", Summary: "Alex told me of Mika.", Arousal: 0.5}, cause)
	must(t, err)
	_, err = c.mind.Pages.Write("Mika", entity.Note{Text: "Alex's sister."}, cause)
	must(t, err)
	return furnished{c, model, g.ID, q.ID, e.ID}
}

// mental is all that a reader sees of a mind, without what is only marked as
// taken back.
func (f furnished) mental(t *testing.T) map[string]string {
	t.Helper()
	held, err := f.mind.Facts.Facts(facts.Query{})
	must(t, err)
	seen := map[string]string{}
	for _, x := range held {
		seen["fact "+x.ID] = x.Text
	}
	for _, e := range f.mind.Episodes.Episodes() {
		seen["episode "+e.ID] = fmt.Sprintf("%s %s %.6f", e.Type, e.Summary, e.Arousal)
	}
	for _, g := range f.mind.Goals.Goals() {
		seen["goal "+string(g.ID)] = fmt.Sprint(g.Goal, g.Status)
	}
	for _, q := range f.mind.Motives.Questions() {
		seen["question "+q.ID] = fmt.Sprint(q.Topic, q.State)
	}
	points, err := f.mind.Motives.Emotions(time.Time{}, f.now().Add(time.Hour))
	must(t, err)
	for _, p := range points {
		seen["emotion "+p.ID] = fmt.Sprint(p.Category, p.Intensity)
	}
	seen["feeling"] = fmt.Sprint(f.mind.MotivesNow().Emotion)
	day := f.mind.Exchanges.Day(episodic.DateOf(f.now()))
	seen["day"] = fmt.Sprintf("%.6f %d", day.Mean, day.Exchanges)
	page, err := f.mind.Pages.Read("Mika")
	must(t, err)
	seen["page"] = page.Text
	logs, err := f.Conversation.Daily(1)
	must(t, err)
	for _, l := range logs {
		for _, entry := range strings.Split(l.Text, "## [")[1:] {
			at, text, _ := strings.Cut(entry, "]")
			seen["daily "+at] = strings.TrimSpace(text)
		}
	}
	return seen
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if got[k] != want[k] {
			t.Errorf("%s: %s is %q, want %q", what, k, got[k], want[k])
		}
	}
	for _, k := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[k]; !ok {
			t.Errorf("%s: there is %s: %q", what, k, got[k])
		}
	}
}

// orphanless has doctor look for orphans.
func orphanless(t *testing.T, what string, c *Companion) {
	t.Helper()
	for _, p := range c.withdraw.Orphans(t.Context()) {
		t.Errorf("%s: orphan: %s: %s", what, p.Name, p.What)
	}
}

// TestEverythingOfATurnFallsWithItsMessages retracts each side of an exchange
// that has touched every store.
func TestEverythingOfATurnFallsWithItsMessages(t *testing.T) {
	t.Parallel()
	f := furnishedLuna(t)
	blank := f.mental(t)
	f.model.Add(fullTurn(f.goal, f.question, f.episode)...)
	turn, err := f.Say(t.Context(), Utterance{Text: "I like ramen very much. My sister is called Mika."})
	must(t, err)
	full := f.mental(t)
	orphanless(t, "after the turn", f.Companion)
	if e, err := f.mind.Episodes.Find(f.episode); err != nil || e.Arousal != 0.6 { // 0.5 + 0.2·(1 − 0.5)
		t.Fatalf("the episode after the report: %+v %v", e, err)
	}

	stores := func(list []memory.Derived) string {
		set := map[string]bool{}
		for _, d := range list {
			set[d.Store] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(set)), " ")
	}
	const ofReply = "answer arousal daily entry emotion entity episode goal goal end resonance"
	for _, x := range []struct {
		name string
		id   transcript.ID
		want string
	}{
		{"what the user said", turn.User.ID, "answer arousal daily entry emotion entity episode fact goal goal end resonance"},
		{"the reply", turn.Reply.ID, ofReply},
	} {
		listed, err := f.Conversation.Derived(x.id)
		must(t, err)
		if got := stores(listed); got != x.want {
			t.Errorf("on %s rests %q, want %q", x.name, got, x.want)
		}
		fell, err := f.Conversation.Retract(x.id)
		must(t, err)
		if got := stores(fell); got != x.want {
			t.Errorf("with %s falls %q, want %q", x.name, got, x.want)
		}
		gone := maps.Clone(blank)
		if x.id == turn.Reply.ID { // what the user told stands
			for k, v := range full {
				if strings.HasPrefix(k, "fact ") {
					gone[k] = v
				}
			}
		}
		same(t, "without "+x.name, f.mental(t), gone)
		orphanless(t, "without "+x.name, f.Companion)
		if again, err := f.Conversation.Retract(x.id); err != nil || len(again) != 0 {
			t.Errorf("retracted again: %v %v", again, err)
		}
		must(t, f.Conversation.Restore(x.id))
		same(t, "with "+x.name+" again", f.mental(t), full)
		orphanless(t, "with "+x.name+" again", f.Companion)
	}

	// Both, and only one given back.
	_, err = f.Conversation.Retract(turn.Reply.ID)
	must(t, err)
	_, err = f.Conversation.Retract(turn.User.ID)
	must(t, err)
	must(t, f.Conversation.Restore(turn.Reply.ID))
	same(t, "the reply without what it answers", f.mental(t), blank)
	orphanless(t, "the reply without what it answers", f.Companion)
	must(t, f.Conversation.Restore(turn.User.ID))
	same(t, "both again", f.mental(t), full)
}

// TestRegeneratingTakesOutWhatTheOldReplyDid says the same thing again with
// another reply, edits, and turns back.
func TestRegeneratingTakesOutWhatTheOldReplyDid(t *testing.T) {
	t.Parallel()
	f := furnishedLuna(t)
	f.model.Add(fullTurn(f.goal, f.question, f.episode)...)
	first, err := f.Say(t.Context(), Utterance{Text: "Mika eats ramen on Fridays."})
	must(t, err)
	full := f.mental(t)

	f.model.Add(say("Oh."))
	second, err := f.Regenerate(t.Context(), first.Reply.ID)
	must(t, err)
	if g, err := f.mind.Goals.Find(f.goal); err != nil || g.Status != goals.StatusActive {
		t.Errorf("the goal of before: %+v %v", g, err)
	}
	if n := len(f.mind.Goals.Goals()); n != 1 {
		t.Errorf("%d goals, want that of before", n)
	}
	if e, err := f.mind.Episodes.Find(f.episode); err != nil || e.Arousal != 0.5 {
		t.Errorf("the episode: %+v %v", e, err)
	}
	orphanless(t, "regenerated", f.Companion)

	// A reply that is retracted brings nothing with its branch.
	_, err = f.Conversation.Retract(first.Reply.ID)
	must(t, err)
	must(t, f.Conversation.Choose(first.Reply.ID))
	if n := len(f.mind.Goals.Goals()); n != 1 {
		t.Errorf("%d goals with the branch of a retracted reply", n)
	}
	orphanless(t, "on the branch of a retracted reply", f.Companion)
	must(t, f.Conversation.Restore(first.Reply.ID))
	same(t, "turned back", f.mental(t), full)

	// One that is given back on a branch that is not shown waits for it.
	must(t, f.Conversation.Choose(second.Reply.ID))
	_, err = f.Conversation.Retract(first.Reply.ID)
	must(t, err)
	must(t, f.Conversation.Restore(first.Reply.ID))
	if n := len(f.mind.Goals.Goals()); n != 1 {
		t.Errorf("%d goals of a branch that is not shown", n)
	}
	orphanless(t, "off the branch", f.Companion)
	must(t, f.Conversation.Choose(first.Reply.ID))
	same(t, "turned back again", f.mental(t), full)
}

// TestRetractedWhileItIsAnswered takes back what the model is busy answering.
func TestRetractedWhileItIsAnswered(t *testing.T) {
	t.Parallel()
	for held, name := range []string{"before its tools run", "after its tools ran"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := furnishedLuna(t)
			blank := f.mental(t)
			answers := fullTurn(f.goal, f.question, f.episode)
			answers[held].Gate = make(chan struct{})
			f.model.Add(answers...)
			ran := held * len(answers[0].Calls)
			retracted := make(chan error, 1)
			turns := f.Subscribe(t.Context())
			go func() {
				for e := range turns {
					if turn, ok := e.State.(Turn); ok && turn.User.ID != "" && len(turn.Tools) == ran {
						_, err := f.Conversation.Retract(turn.User.ID)
						retracted <- err
						close(answers[held].Gate)
						return
					}
				}
			}()
			_, err := f.Say(t.Context(), Utterance{Text: "I like ramen very much."})
			must(t, err)
			must(t, <-retracted)
			same(t, "after the turn", f.mental(t), blank)
			orphanless(t, "after the turn", f.Companion)
		})
	}
}

// TestDoctorFindsOrphans makes an orphan of each kind.
func TestDoctorFindsOrphans(t *testing.T) {
	t.Parallel()
	const nowhere = "01KAAAAAAAAAAAAAAAAAAAAAAA"
	cause := store.Cause{Kind: store.CauseUser}
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		store string
		make  func(f furnished, source string) error
	}{
		{"fact", func(f furnished, s string) error {
			_, err := f.mind.Facts.Retain([]facts.Fact{{Text: "Mika has a cat.", Sources: []string{s}}}, cause)
			return err
		}},
		{"evidence", func(f furnished, s string) error {
			list, err := f.mind.Facts.Retain([]facts.Fact{{Text: "Cats are kind.", Type: facts.Opinion, Confidence: 0.5}}, cause)
			if err == nil {
				_, err = f.mind.Facts.Weigh(list[0].ID, []facts.Evidence{{Stance: facts.For, Source: s}}, cause)
			}
			return err
		}},
		{"question", func(f furnished, s string) error {
			_, err := f.mind.Motives.Ask(motivation.Query{Topic: "Why cats", Priority: 0.5, At: at, Sources: []string{s}}, cause)
			return err
		}},
		{"answer", func(f furnished, s string) error {
			_, err := f.mind.Motives.Resolve(f.question, motivation.Answer{State: motivation.StateResolved, Text: "Fridays.", At: at, Sources: []string{s}}, cause)
			return err
		}},
		{"emotion", func(f furnished, s string) error {
			_, err := f.mind.Motives.Felt(motivation.Emotion{Category: motivation.Joy, Intensity: 0.5}, at, s)
			return err
		}},
		{"arousal", func(f furnished, s string) error {
			return f.mind.Exchanges.Record(episodic.Exchange{Reply: s, Time: f.now()}, cause)
		}},
		{"episode", func(f furnished, s string) error {
			_, err := f.mind.Episodes.Add(episodic.Episode{Date: "2026-11-20", Summary: "A cat.", Arousal: 0.5, Sources: []string{s}}, cause)
			return err
		}},
		{"resonance", func(f furnished, s string) error {
			_, err := f.mind.Episodes.Resonate([]episodic.Report{{ID: f.episode, Resonance: 1, Source: s}}, cause)
			return err
		}},
		{"insight", func(f furnished, s string) error {
			_, err := f.mind.Insights.Add(episodic.Insight{Topic: "Cats", Insight: "They sleep.", CreatedAt: at, Sources: []string{s}}, cause)
			return err
		}},
		{"entity", func(f furnished, s string) error {
			_, err := f.mind.Pages.Write("Mika", entity.Note{Text: "She has a cat.", Sources: []string{s}}, cause)
			return err
		}},
		{"daily entry", func(f furnished, s string) error {
			_, err := f.persona.WriteDaily(at, "fact", "A cat.", store.Cause{Kind: store.CauseTool, Ref: s})
			return err
		}},
		{"goal", func(f furnished, s string) error {
			_, err := f.mind.Goals.Add(goals.Plan{Goal: "Feed the cat", Sources: []string{s}}, cause)
			return err
		}},
		{"goal note", func(f furnished, s string) error {
			_, err := f.mind.Goals.Progress(f.goal, goals.Note{Text: "Nearly.", Time: at, Sources: []string{s}}, cause)
			return err
		}},
		{"goal end", func(f furnished, s string) error {
			_, err := f.mind.Goals.Abandon(f.goal, goals.End{Reason: "No.", At: f.now(), Sources: []string{s}}, cause)
			return err
		}},
	} {
		t.Run(x.store, func(t *testing.T) {
			t.Parallel()
			f := furnishedLuna(t)
			f.model.Add(say("One."), say("Two."), say("Three."))
			kept, err := f.Say(t.Context(), Utterance{Text: "Hello."})
			must(t, err)
			out, err := f.Say(t.Context(), Utterance{Text: "Hello again."})
			must(t, err)
			left := out.Reply.ID
			_, err = f.Regenerate(t.Context(), left)
			must(t, err)
			file := filepath.Join(f.home.Path(), "personas", "luna", "memory", "2026-11-19.md")
			must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			must(t, os.WriteFile(file, []byte("# 2026-11-19\n"), 0o600))
			_, err = f.Conversation.Retract(out.User.ID)
			must(t, err)
			sources := map[string]string{
				nowhere:                   "nowhere",
				"memory/2019-01-01.md#L3": "file that is gone",
				string(left):              "not shown",
				string(out.User.ID):       "was retracted",
			}
			stands := []string{string(kept.User.ID), "memory/2026-11-19.md#L1"}
			if x.store == "daily entry" { // is derived from messages only
				delete(sources, "memory/2019-01-01.md#L3")
				stands = stands[:1]
			}
			for _, s := range append(slices.Sorted(maps.Keys(sources)), stands...) {
				if x.store == "answer" || x.store == "goal end" { // there is one
					break
				}
				must(t, x.make(f, s))
			}
			if x.store == "answer" || x.store == "goal end" {
				must(t, x.make(f, nowhere))
				sources = map[string]string{nowhere: "nowhere"}
			}
			found := f.withdraw.Orphans(t.Context())
			for _, s := range slices.Sorted(maps.Keys(sources)) {
				if !slices.ContainsFunc(found, func(p store.Problem) bool {
					return strings.HasPrefix(p.Name, x.store+" ") && strings.Contains(p.What, s) && strings.Contains(p.What, sources[s])
				}) {
					t.Errorf("%s on %s is not found to be an orphan (%s)", x.store, s, sources[s])
				}
			}
			if len(found) != len(sources) {
				t.Errorf("%d orphans, want %d: %+v", len(found), len(sources), found)
			}
			gone := append(slices.Sorted(maps.Keys(sources)), nowhere)
			_, err = f.mind.Withdraw(gone, cause)
			must(t, err)
			orphanless(t, "withdrawn", f.Companion)
		})
	}
}
