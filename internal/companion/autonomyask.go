package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"yumori/internal/models"

	"yumori/internal/prompt"

	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/motivation"
)

// stayedSilent is the tool by which a persona that was moved to speak says
// nothing: its silence is a call, never a word that could be said by chance.
const stayedSilent = "stay_silent"

// firstSteps bounds the calls of the model for its first words.
const firstSteps = 4

// askFirst lets a model find the persona's first words, or stay silent. It
// keeps nothing.
func (c *Companion) askFirst(ctx context.Context, model llm.Model, m motive) (w firstWords) {
	ctx, bill := billed(ctx)
	defer func() { w.usage = bill.Begun() }()
	w = firstWords{reply: reply{id: m.reply, speaker: models.SpeakerOf(model), before: m.mood.Inner}}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var silent []agent.Tool
	if m.bidden.ID == "" { // what the user wants to hear is not kept silent
		if silent, w.err = c.silence(func(why string) {
			w.silent = why
			stop(nil) // nothing more is asked
		}); w.err != nil {
			return w
		}
	}
	if w.prompt, w.err = c.composeFirst(ctx, model, m, silent); w.err != nil {
		return w
	}
	loop := agent.Loop{
		Model: model, Tools: append(c.offered(m.reply, &w.prompt), silent...),
		Options: agent.Options{MaxSteps: firstSteps, MaxResult: w.prompt.Plan.ResultRoom()},
	}
	w.outcome, w.err = loop.Run(ctx, w.prompt.Request)
	w.text, w.tags = filterAll(w.outcome)
	switch {
	case w.silent != "":
		w.text, w.err = "", nil
	case w.err == nil && w.text == "":
		w.silent = "no word"
	}
	return w
}

// silence makes the tool; chosen is called with the persona's reason.
func (c *Companion) silence(chosen func(why string)) ([]agent.Tool, error) {
	texts, err := prompt.Texts(c.persona.Profile().Language)
	if err != nil {
		return nil, err
	}
	about, err := prompt.Render(texts, "silent", nil)
	if err != nil {
		return nil, err
	}
	return []agent.Tool{{
		Spec: llm.ToolSpec{
			Name: stayedSilent, Description: about,
			Schema: json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string"}},"additionalProperties":false}`),
		},
		Call: func(_ context.Context, args json.RawMessage) (agent.Answer, error) {
			var a struct {
				Reason string `json:"reason"`
			}
			if err := json.Unmarshal(args, &a); err != nil {
				return agent.Answer{}, err
			}
			chosen(firstLine(a.Reason, "chose to"))
			return agent.Answer{Text: "ok"}, nil
		},
	}}, nil
}

// firstLine returns a text on one line, at most 200 characters of it.
func firstLine(s, empty string) string {
	s = llm.OneLine(strings.ToValidUTF8(s, ""))
	if s == "" {
		return empty
	}
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200])
	}
	return s
}

// composeFirst builds the request for first words: what a turn has, with the
// whole inner state in the place of a message.
func (c *Companion) composeFirst(ctx context.Context, model llm.Model, m motive, extra []agent.Tool) (prompt.Prompt, error) {
	texts, err := prompt.Texts(c.persona.Profile().Language)
	if err != nil {
		return prompt.Prompt{}, err
	}
	moved, err := c.movedText(m, texts)
	if err != nil {
		return prompt.Prompt{}, err
	}
	head, err := c.log.Find(m.head)
	if err != nil {
		return prompt.Prompt{}, fmt.Errorf("read newest message: %w", err)
	}
	if about := subject(m); about != "" {
		head.Text = about // what memories are looked up for; the history has its own
	}
	p, err := c.prompts.Compose(ctx, prompt.Input{Model: model, User: head, Moved: m.mood.Inner, Last: moved, Extra: prompt.SpecsOf(extra)})
	if err != nil {
		return p, err
	}
	p.Request.Purpose = llm.PurposeAct
	return p, nil
}

// subject is the question or the goal that moves the persona; "" if neither
// does.
func subject(m motive) string {
	if m.bidden.ID != "" {
		return m.bidden.Topic
	}
	if m.impulse.Drive == motivation.Goal {
		return m.mood.Inner.Goal.Text
	}
	q, _ := m.mood.Inner.Strongest()
	return q.Topic
}

// movedText is what stands in the place of a message.
func (c *Companion) movedText(m motive, texts *template.Template) (string, error) {
	pr := c.persona.Profile()
	user := c.userName()
	if user == "" {
		var err error
		if user, err = prompt.Render(texts, "someone", nil); err != nil {
			return "", err
		}
	}
	inner := m.mood.Inner
	if q := m.bidden; q.ID != "" {
		return prompt.Render(texts, "bidden", struct{ User, Now, Topic, Context string }{
			User: user, Now: m.at.Format("2006-01-02 15:04"), Topic: llm.OneLine(q.Topic), Context: llm.OneLine(q.Context),
		})
	}
	return prompt.Render(texts, "moved", struct{ User, Now, Silence, Narrative, State string }{
		User: user, Now: m.at.Format("2006-01-02 15:04"), Silence: prompt.SilenceWords(m.at.Sub(inner.Spoke), pr.Language),
		Narrative: inner.Behind(m.impulse.Drive, m.at, pr.Language), State: inner.Log(m.at, pr.Language),
	})
}
