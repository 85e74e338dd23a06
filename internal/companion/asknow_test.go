package companion

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/motivation"
)

// questionOf is a question of the persona's by its topic.
func questionOf(t *testing.T, c *Companion, topic string) motivation.Question {
	t.Helper()
	for _, q := range c.Questions() {
		if q.Topic == topic {
			return q
		}
	}
	t.Fatalf("no question %q", topic)
	return motivation.Question{}
}

func TestAQuestionIsAskedAtOnceByRules(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	c := luna(t, clockedHome(t, tick, nil))
	wonder(t, c, "How did the interview go?", "What is the name of the cat?")
	cat := questionOf(t, c, "What is the name of the cat?")
	for range 2 { // nothing was said before the first; an asked one may be asked again
		before := c.mind.MotivesNow().At(tick.now()).Curiosity.Value
		a, err := c.Initiative.AskQuestion(t.Context(), cat.ID)
		if err != nil {
			t.Fatal(err)
		}
		m := lastMessage(t, c)
		if m.ID != a.Message || !strings.Contains(m.Text, "the name of the cat") || m.Model != "built-in rules" {
			t.Fatalf("said %q as %s", m.Text, m.Model)
		}
		logged := newestAction(t, c)
		if logged.ID != a.ID || !logged.Bidden || logged.About.ID != cat.ID || !strings.Contains(logged.Narrative, "cat") {
			t.Errorf("logged %+v", logged)
		}
		if q := questionOf(t, c, cat.Topic); q.State != motivation.StateAsked {
			t.Errorf("it is %s", q.State)
		}
		if after := c.mind.MotivesNow().At(tick.now()).Curiosity.Value; after >= before {
			t.Errorf("curiosity was %v and is %v", before, after)
		}
	}
	if q := questionOf(t, c, "How did the interview go?"); q.State != motivation.StateOpen {
		t.Errorf("the other question is %s", q.State)
	}
	head := c.log.Head()
	must(t, c.AnswerQuestion(cat.ID, "Miso"))
	if _, err := c.Initiative.AskQuestion(t.Context(), cat.ID); !errors.Is(err, ErrSettled) {
		t.Errorf("a closed question: %v", err)
	}
	if _, err := c.Initiative.AskQuestion(t.Context(), "qu_none"); !errors.Is(err, motivation.ErrNoQuestion) {
		t.Errorf("a question that is not: %v", err)
	}
	if c.log.Head() != head {
		t.Error("something was said all the same")
	}
}

func TestAQuestionIsAskedAtOnceByAModel(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	m := llmtest.NewScripted(llmtest.Text("Good luck then."))
	c := luna(t, clockedHome(t, tick, m))
	tell(t, c, "I have an interview on Monday.")
	wonder(t, c, "How did the interview go?", "What is the name of the cat?")
	cat := questionOf(t, c, "What is the name of the cat?")
	m.Add(llmtest.Text("By the way, what is your cat called?"))
	a, err := c.Initiative.AskQuestion(t.Context(), cat.ID)
	if err != nil {
		t.Fatal(err)
	}
	if said := lastMessage(t, c); said.Text != "By the way, what is your cat called?" || said.Model != "scripted/script" {
		t.Errorf("said %q as %s", said.Text, said.Model)
	}
	reqs := m.Requests()
	req := reqs[len(reqs)-1]
	if last := req.Messages[len(req.Messages)-1]; req.Purpose != llm.PurposeAct || !strings.Contains(last.Text, cat.Topic) {
		t.Errorf("asked for %q with %q", req.Purpose, last.Text)
	}
	for _, tool := range req.Tools {
		if tool.Name == stayedSilent {
			t.Error("it may stay silent although the user wants to hear it")
		}
	}
	if a.Usage.Calls != 1 || questionOf(t, c, cat.Topic).State != motivation.StateAsked {
		t.Errorf("logged %+v", a)
	}
	// One that fails, and one without a word: the rules ask, and the cost is told.
	for _, answer := range []llmtest.Answer{{Err: llm.ErrUnavailable}, llmtest.Text("")} {
		m.Add(answer)
		a, err = c.Initiative.AskQuestion(t.Context(), cat.ID)
		if err != nil || a.Outcome != OutcomeSpoke || a.By != "built-in rules" || !strings.Contains(lastMessage(t, c).Text, "name of the cat") {
			t.Errorf("after %+v: %+v, %v", answer, a, err)
		}
	}
}

// While the persona is talked to nothing is asked, and what the user says ends
// a question that is on its way.
func TestNothingIsAskedWhileOneTalks(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	began, go1 := make(chan llm.Purpose, 4), make(chan struct{})
	m := llmtest.Func(func(ctx context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
		began <- req.Purpose
		select {
		case <-go1:
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "Yes."}, Usage: llm.Usage{Calls: 1, Prompt: 9, Answer: 1}}, nil
	})
	c := luna(t, clockedHome(t, tick, m))
	wonder(t, c, "What is the name of the cat?")
	cat := c.Questions()[0]
	said := make(chan error, 1)
	go func() {
		_, err := c.Say(t.Context(), Utterance{Text: "Hello."})
		said <- err
	}()
	<-began
	if _, err := c.Initiative.AskQuestion(t.Context(), cat.ID); !errors.Is(err, ErrBusy) {
		t.Errorf("while it answers: %v", err)
	}
	go1 <- struct{}{}
	must(t, <-said)

	tick.set(noon.Add(time.Minute))
	done := make(chan error, 1)
	go func() {
		_, err := c.Initiative.AskQuestion(t.Context(), cat.ID)
		done <- err
	}()
	if p := <-began; p != llm.PurposeAct {
		t.Fatalf("began %s", p)
	}
	go func() {
		_, err := c.Say(t.Context(), Utterance{Text: "Are you there?"})
		said <- err
	}()
	if err := <-done; !errors.Is(err, ErrBusy) {
		t.Errorf("the user spoke, and the question says %v", err)
	}
	<-began
	go1 <- struct{}{}
	must(t, <-said)
	if q := questionOf(t, c, cat.Topic); q.State != motivation.StateOpen {
		t.Errorf("the question is %s", q.State)
	}
	if a := newestAction(t, c); a.ID != "" {
		t.Errorf("logged %+v", a)
	}
}
