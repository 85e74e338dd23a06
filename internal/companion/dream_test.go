package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/prompt"
	"yumori/retrieval"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/config"
	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/transcript"
	"yumori/persona"
)

// modelHome opens a home in which one model talks and dreams.
func modelHome(t *testing.T, tick *clock, m llm.Model) *Home {
	t.Helper()
	h, err := openHome(t.Context(), Options{
		Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples(),
		Pick: func(context.Context, config.ModelChoice, string) (llm.Model, error) { return m, nil },
	})
	must(t, err)
	t.Cleanup(func() { must(t, h.Close()) })
	return h
}

func choose(t *testing.T, h *Home, change func(*config.Settings)) {
	t.Helper()
	s := h.Settings()
	change(&s)
	must(t, h.Change(s))
}

var someModel = config.ModelChoice{Provider: "openai", Name: "model"}

// TestTalkingWhileDreaming lets the model think for as long as somebody talks:
// neither waits for the other, and both are on disk at the end.
func TestTalkingWhileDreaming(t *testing.T) {
	t.Parallel()
	tick := &clock{at: dayStart()}
	asked, answer := make(chan struct{}, 8), make(chan struct{})
	c := luna(t, modelHome(t, tick, llmtest.Func(func(ctx context.Context, _ llm.Request, _ func(string)) (llm.Response, error) {
		asked <- struct{}{}
		select {
		case <-answer:
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "I decline."}, Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 3}}, nil
	})))
	choose(t, c.home, func(s *config.Settings) { s.Models.Dream = someModel })
	livedADay(t, c, tick, dayTalk("en")[:12])
	done := make(chan error, 1)
	go func() {
		_, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
		done <- err
	}()
	<-asked
	if d := c.Dreams.Dreaming(); !d.Running {
		t.Errorf("a dream is under way, and the state is %+v", d)
	}
	if _, err := c.Dreams.Dream(t.Context(), dreaming.Request{}); !errors.Is(err, record.ErrDreaming) {
		t.Errorf("a second dream: %v", err)
	}
	if _, err := c.Dreams.UndoDream(t.Context(), "2026-11-17-1", ""); !errors.Is(err, record.ErrDreaming) {
		t.Errorf("undone while dreaming: %v", err)
	}
	turn, err := c.Say(t.Context(), Utterance{Text: "I cannot sleep. I like green tea."})
	if err != nil || turn.Reply.ID == "" {
		t.Errorf("talking while dreaming: %v", err)
	}
	close(answer)
	must(t, <-done)
	if d := c.Dreams.Dreaming(); d.Running || d.Summary.State != record.StatusApplied || d.Err != nil {
		t.Errorf("afterwards: %+v", d)
	}
	if s := c.mind.MotivesNow(); !s.Spoke.Equal(turn.User.Time) {
		t.Errorf("the user spoke at %v, not %v", s.Spoke, turn.User.Time)
	}
	rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	if err != nil || len(rec.Inputs.Messages) != 2 {
		t.Errorf("the next dream reads %v: %v", rec.Inputs.Messages, err)
	}
}

// TestADreamIsStopped stops a dream in the middle and goes on with it: what
// was answered is not asked again.
func TestADreamIsStopped(t *testing.T) {
	t.Parallel()
	tick := &clock{at: dayStart()}
	calls := 0
	var c *Companion
	c = luna(t, modelHome(t, tick, llmtest.Func(func(ctx context.Context, _ llm.Request, _ func(string)) (llm.Response, error) {
		if calls++; calls == 2 {
			c.Dreams.StopDreaming()
			<-ctx.Done()
			return llm.Response{}, ctx.Err()
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "no"}, Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 3}}, nil
	})))
	choose(t, c.home, func(s *config.Settings) { s.Models.Dream = someModel })
	livedADay(t, c, tick, dayTalk("en")[:12])
	rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	if !errors.Is(err, context.Canceled) || rec.State != record.StatusRunning {
		t.Fatalf("stopped: %s, %v", rec.State, err)
	}
	if d := c.Dreams.Dreaming(); d.Running || !errors.Is(d.Err, context.Canceled) {
		t.Errorf("stopped: %+v", d)
	}
	first := len(rec.Changes)
	again, err := c.Dreams.ResumeDream(t.Context())
	must(t, err)
	if again.ID != rec.ID || again.State != record.StatusApplied || len(again.Changes) < first {
		t.Errorf("gone on with: %s %s, %d changes after %d", again.ID, again.State, len(again.Changes), first)
	}
	if calls > 5 {
		t.Errorf("%d calls", calls)
	}
	if _, err := c.Dreams.ResumeDream(t.Context()); !errors.Is(err, dreaming.ErrNothing) {
		t.Errorf("nothing is left to go on with: %v", err)
	}
	c.Close()
	if _, err := c.Dreams.Dream(t.Context(), dreaming.Request{}); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// TestCandidatesAreTold has two nights propose somebody each: both are told at
// the next talk, once, and to a model alone.
func TestCandidatesAreTold(t *testing.T) {
	t.Parallel()
	tick := &clock{at: dayStart()}
	var prompts []string
	c := luna(t, modelHome(t, tick, llmtest.Func(func(_ context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
		var b strings.Builder
		for _, s := range req.System {
			b.WriteString(s.Text)
		}
		for _, m := range req.Messages {
			b.WriteString(m.Text)
		}
		text := "Good morning."
		switch {
		case req.Purpose == llm.PurposeChat:
			prompts = append(prompts, b.String())
		case strings.Contains(b.String(), `"candidates"`) && strings.Contains(b.String(), "Bruno"):
			text = `{"candidates":[{"name":"Bruno","note":"A cat that limps.","evidence":[{"message":1,"quote":"Bruno"}]}]}`
		case strings.Contains(b.String(), `"candidates"`):
			text = `{"candidates":[{"name":"Dr. Albers","note":"A vet in the old town.","evidence":[{"message":1,"quote":"Dr. Albers"}]}]}`
		default:
			text = "no"
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: text}, Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 3}}, nil
	})))
	choose(t, c.home, func(s *config.Settings) { s.Models.Dream = someModel })
	livedADay(t, c, tick, []said{{"My cat is called Bruno and he limps.", "Poor thing."}})
	_, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	must(t, err)
	tick.set(tick.now().Add(12 * time.Hour))
	_, err = c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Text: "I went to Dr. Albers."})
	must(t, err)
	tick.set(tick.now().Add(12 * time.Hour))
	rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	must(t, err)
	if w := c.Snapshot().Inbox; len(w) != 2 || w[0].About != "Bruno" || !w[0].Dream || w[1].Says[0] != "A vet in the old town." {
		t.Errorf("of two nights waits %+v", w)
	}

	_, err = c.Say(t.Context(), Utterance{Text: "Good morning."}) // the rules, which cannot decide
	must(t, err)
	choose(t, c.home, func(s *config.Settings) { s.Models.Chat = someModel })
	turn, err := c.Say(t.Context(), Utterance{Text: "Good morning again."})
	must(t, err)
	_, err = c.Say(t.Context(), Utterance{Text: "And again."})
	must(t, err)
	if len(prompts) != 2 || !strings.Contains(prompts[0], "A cat that limps.") || !strings.Contains(prompts[0], "A vet in the old town.") {
		t.Errorf("the first prompt does not tell both: %q", prompts)
	}
	if len(prompts) == 2 && strings.Contains(prompts[1], "A vet in the old town.") {
		t.Error("told twice")
	}
	r, err := c.Dreams.DreamRecord(rec.ID)
	must(t, err)
	for _, ch := range r.Changes {
		if ch.Kind == "candidate" && ch.Told != string(turn.Reply.ID) {
			t.Errorf("%s was told in %q", ch.Title, ch.Told)
		}
		if ch.Kind == "candidate" {
			_, err := c.Dreams.DecideDream(t.Context(), rec.ID, ch.ID, record.Verdict{Decision: persona.Refuse})
			must(t, err)
		}
	}
	if w := c.Snapshot().Inbox; len(w) != 1 || w[0].About != "Bruno" {
		t.Errorf("after one was refused waits %+v", w)
	}
	bruno, err := c.Inbox.AnswerAsk(t.Context(), c.Snapshot().Inbox[0].ID, persona.Accept)
	must(t, err)
	if page, err := c.Entity("Bruno"); err != nil || bruno.State != persona.StateAccepted || !strings.Contains(fmt.Sprintf("%+v", page), "A cat that limps.") || len(c.Snapshot().Inbox) != 0 {
		t.Errorf("accepted: %+v, %+v, %v", bruno, page, err)
	}
	tr, err := TraceOf(turn.Reply)
	must(t, err)
	named := false
	for _, l := range tr.Plan.Sections {
		named = named || l.Name == prompt.LayerDreamt && len(l.Files) == 2
	}
	if !named {
		t.Errorf("the trace does not say what was told: %+v", tr.Plan)
	}
}

// TestWhatWasRecalledIsNoNews lives through days on which the persona repeats
// what it recalled: nothing of it is learned again, and it is counted.
func TestWhatWasRecalledIsNoNews(t *testing.T) {
	t.Parallel()
	const told = "My sister Mika plays the oboe in the orchestra of Sakai."
	tick := &clock{at: dayStart()}
	h := modelHome(t, tick, nil)
	c := luna(t, h)
	c.work.Wait() // as in livedADay
	first, err := c.log.Append(transcript.Message{Role: transcript.RoleUser, Text: told})
	must(t, err)
	c.Learning.capture(first)
	held := func() int {
		list, err := c.mind.Facts.Facts(facts.Query{Words: "oboe"})
		must(t, err)
		return len(list)
	}
	echoes, known := 0, 0
	for day := range 10 {
		tick.set(dayStart().AddDate(0, 0, day+1))
		u, err := c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Text: fmt.Sprintf("It is day %d and I mended fence number %d.", day, day)})
		must(t, err)
		trace, err := json.Marshal(Trace{Recalled: &retrieval.Recollection{Memories: []retrieval.Memory{{ID: string(first.ID), Kind: "told", Type: "message"}}}})
		must(t, err)
		_, err = c.log.Append(transcript.Message{
			Parent: u.ID, Role: transcript.RolePersona, Trace: trace,
			Text: "Well done. Your sister Mika plays the oboe in the orchestra of Sakai.",
		})
		must(t, err)
		tick.set(tick.now().Add(18 * time.Hour))
		rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
		must(t, err)
		echoes += rec.Echoes
		if day == 0 {
			known = held()
		}
	}
	if n := held(); n != known || known > 1 {
		t.Errorf("%d facts about the oboe after ten days, %d after the first", n, known)
	}
	if echoes < 10 {
		t.Errorf("%d echoes counted", echoes)
	}
	for _, e := range c.mind.Episodes.Episodes() {
		if e.Date > episodic.DateOf(dayStart().AddDate(0, 0, 1)) && strings.Contains(e.Summary, "oboe") {
			t.Errorf("%s tells of what was only recalled: %s", e.Date, e.Summary)
		}
	}
}

// ResumeDream goes on with a dream that was broken off; dreaming.ErrNothing if
// there is none.
func (d *Dreams) ResumeDream(ctx context.Context) (record.Record, error) {
	return d.dreamWith(ctx, func(ctx context.Context, p *dreaming.Pipeline, progress func(dreaming.Progress)) (record.Record, error) {
		return p.Resume(ctx, progress)
	})
}
