package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/store"
	"yumori/internal/tagfilter"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// A toolbox has the tools of a turn, and does what they are called for.
type toolbox struct{ c *Companion }

// asking is what is to be answered.
type asking struct {
	user  transcript.Message
	reply transcript.ID       // of the answer, should there be one; what its tools do is derived from it
	moved motivation.Snapshot // what moves the persona
}

// speak lets one model answer. It publishes the turn as it goes and
// keeps nothing.
func (c *Companion) speak(ctx context.Context, m llm.Model, a asking) reply {
	r := reply{id: a.reply, speaker: models.SpeakerOf(m), before: a.moved}
	c.update(func(t *Turn) { t.Phase, t.Speaker = PhaseThinking, r.speaker })
	p, err := c.prompts.Compose(ctx, prompt.Input{Model: m, User: a.user, Moved: a.moved})
	r.prompt = p
	if err != nil {
		r.err = err
		return r
	}
	c.noteUnread(p.Problems)
	left := []prompt.FileLeft(nil)
	if !r.speaker.Rules {
		left = c.told.News(p.Plan)
	}
	c.update(func(t *Turn) { t.Recalled, t.Left = p.Recalled, left })
	if p.Unseen {
		r.notice = Notice{Kind: NoticeUnseen, From: r.speaker.Label()}
		c.update(func(t *Turn) { t.Notice = r.notice })
	}
	speech := &speech{}
	loop := agent.Loop{
		Model: c.prompts.ForDay(m, p.Day),
		Tools: c.toolbox.offered(a.reply, &r.prompt),
		Options: agent.Options{
			MaxResult: p.Plan.ResultRoom(),
			OnText: func(step int, text string) {
				shown := speech.hear(step, text)
				c.update(func(t *Turn) { t.Phase, t.Text = PhaseSpeaking, shown })
			},
			OnCall:  c.toolbox.onCall,
			MaxText: maxReply,
		},
	}
	r.sent = p.Request
	r.sent.Tools = prompt.SpecsOf(loop.Tools)
	r.outcome, r.err = loop.Run(ctx, p.Request)
	if m.Info().Toolless { // it may have turned out only now: they were not sent
		r.sent.Tools = nil
	}
	r.text, r.tags = filterAll(r.outcome)
	r.usage = r.outcome.Usage
	if r.err == nil && r.text == "" { // tags, thoughts or calls without a word
		r.err = fmt.Errorf("answer: %w", llm.ErrBadAnswer)
	}
	if !r.speaker.Rules {
		c.home.scales.Learn(r.speaker.Label(), r.sent, r.outcome.Usage)
	}
	n, ok := truncated(r, p)
	if r.outcome.Stopped == agent.StopTooLong {
		n, ok = Notice{Kind: NoticeCut, From: r.speaker.Label()}, true
	}
	if ok {
		r.notice = n
		c.update(func(t *Turn) { t.Notice = n })
	}
	return r
}

// tools returns what the persona may call in this turn, whose reply will have
// an id. Text of others that a tool brings into the turn taints it from then on,
// in the trace as well.
func (b *toolbox) tools(reply transcript.ID, p *prompt.Prompt) []agent.Tool {
	d := b.deps()
	d.Turn = tools.Turn{
		Message:   string(reply),
		Tainted:   p.Outside.Taints(),
		ApplyCore: b.c.home.Settings().Memory.ApplyCore || !b.c.persona.Profile().HoldsCore(),
	}
	d.Came = func(t tools.Outside) { b.c.prompts.Came(p, reply, t) }
	d.FromOthers = b.c.taint.FromOthers
	d.Search, d.Foreign = prompt.NewSearcher(b.c.Memories, p.Holding(), p.Looked), b.c.Memories.Folder.IsForeign
	d.Achieved = func(g goals.Goal) { b.achieved(g, string(reply)) }
	return tools.New(d)
}

// deps is what the tools work on.
func (b *toolbox) deps() tools.Deps {
	d := tools.Deps{
		Persona: b.c.persona, Entities: b.c.mind.Pages, Goals: b.c.mind.Goals, Mind: b.c.mind.Motives,
		Now: b.c.now, Logger: b.c.logger, Library: librarian{b.c}, Asked: b.c.Inbox.Held,
	}
	if len(b.c.Skills.skillsOn()) > 0 {
		d.Skills = teacher{b.c}
	}
	return d
}

// achieved makes the episode of a goal that was reached; message is the source.
func (b *toolbox) achieved(g goals.Goal, message string) {
	e := episodic.NewAchievement(episodic.Moment{
		Language: b.c.persona.Profile().Language, Time: b.c.now(), Sources: []string{message},
	}, string(g.ID), g.Goal, b.borneOut(g.Reason))
	if _, err := b.c.mind.Episodes.Add(e, store.Cause{Kind: store.CauseTool, Ref: message, Note: "goal reached"}); err != nil {
		b.c.logger.Error("make episode of a goal", "error", err)
	}
}

// onCall shows what the persona does besides talking.
func (b *toolbox) onCall(e agent.CallEvent) {
	if !e.Done {
		b.c.update(func(t *Turn) { t.Phase = PhaseActing })
		return
	}
	use := ToolUse{Name: e.Record.Name, Announce: e.Record.Announce, Failed: e.Record.Err != ""}
	held := b.c.Inbox.heldByID(e.Record.Held)
	b.c.update(func(t *Turn) {
		t.Tools = append(t.Tools[:len(t.Tools):len(t.Tools)], use)
		t.Held = append(t.Held[:len(t.Held):len(t.Held)], held...)
	})
	if e.Record.Held != "" {
		b.c.Inbox.publishHeld()
	}
}

// maxReply is how many bytes a reply may have. Even where JSON writes each of
// them in six, the log's record takes it.
const maxReply = 512 << 10

// A speech filters the tags out of a reply as it grows, step by step. It costs
// what comes, not what there is.
type speech struct {
	filter *tagfilter.Filter
	step   int
	heard  string          // raw text of the step so far
	before string          // visible text of the steps before
	blank  string          // visible text of the step, as long as it is only white space
	shown  strings.Builder // visible text of all steps; empty as long as this one shows no word
}

// hear takes the whole raw text of a step so far and returns the whole
// visible text of the reply so far.
func (s *speech) hear(step int, text string) string {
	if s.filter == nil || step != s.step {
		s.before = s.visible()
		s.begin(step)
	}
	if !strings.HasPrefix(text, s.heard) { // the step was asked again
		s.begin(step)
	}
	s.add(s.filter.Write(text[len(s.heard):]))
	s.heard = text
	return s.visible()
}

func (s *speech) begin(step int) {
	s.filter, s.step, s.heard, s.blank = &tagfilter.Filter{}, step, "", ""
	s.shown.Reset()
}

// add joins what became visible to what was before.
func (s *speech) add(piece string) {
	if s.shown.Len() > 0 {
		s.shown.WriteString(piece)
		return
	}
	if s.blank += piece; strings.TrimSpace(piece) != "" {
		s.shown.WriteString(agent.Join(s.before, s.blank))
	}
}

func (s *speech) visible() string {
	if s.shown.Len() == 0 {
		return s.before
	}
	return s.shown.String()
}

// filterAll takes the tags out of what was said in a run, whether or not it
// was streamed. Each step is filtered by itself, as it was while it grew.
func filterAll(out agent.Outcome) (string, []tagfilter.Tag) {
	var text string
	var tags []tagfilter.Tag
	for _, m := range out.Messages {
		if m.Role != llm.RoleModel {
			continue
		}
		f := &tagfilter.Filter{}
		said := f.Write(m.Text)
		said += f.Close()
		text = agent.Join(text, said)
		tags = append(tags, f.Tags()...)
	}
	return strings.TrimSpace(text), tags
}

// leastCount is the fewest tokens that a server's count of a long prompt is
// believed with: none serves less, so a smaller number is no count.
const leastCount = 256

// truncated notices a server that counted far fewer prompt tokens than were
// sent: some cut the beginning, persona and all, without a word. Where the
// adapter can tell, it does.
func truncated(r reply, p prompt.Prompt) (Notice, bool) {
	u := r.outcome.Usage
	if r.outcome.Prompt == llm.PromptCut {
		return Notice{Kind: NoticeTruncated, From: r.speaker.Label()}, true
	}
	if r.speaker.Rules || u.Estimated || u.Calls != 1 || u.Prompt < leastCount || p.Plan.Tokens < 3_000 {
		return Notice{}, false
	}
	sent := p.Plan.Tokens
	if len(r.sent.Tools) == 0 {
		sent -= p.Plan.Section(prompt.SectionSpecs).Tokens
	}
	// The estimate is within 15 % of what is counted; 70 % means a cut.
	if u.Prompt*10 > sent*7 {
		return Notice{}, false
	}
	return Notice{Kind: NoticeTruncated, From: r.speaker.Label()}, true
}

// offered returns the tools of a turn that its plan names.
func (b *toolbox) offered(reply transcript.ID, p *prompt.Prompt) []agent.Tool {
	return slices.DeleteFunc(b.tools(reply, p), func(t agent.Tool) bool { return !p.Tools[t.Spec.Name] })
}

// maxShorter is how often a model is asked again in one turn because the prompt
// was too long for it.
const maxShorter = 3

// speakShortened is speak for a model whose window may be smaller than it seems:
// when it refuses the prompt for its length, the prompt is made anew for what
// the refusal has taught, and the user is told. A turn in which something was
// said or done is not asked again.
func (c *Companion) speakShortened(ctx context.Context, m llm.Model, a asking) reply {
	thought := llm.WindowOf(ctx, m).Tokens
	run := c.speak(ctx, m, a)
	for range maxShorter {
		if !errors.Is(run.err, llm.ErrTooLong) || run.text != "" || len(run.outcome.Calls) > 0 || ctx.Err() != nil {
			break
		}
		learned := llm.WindowOf(ctx, m).Tokens
		if learned >= thought {
			break // nothing was learned: it would be the same prompt
		}
		c.logger.Warn("prompt too long for the model", "window", thought, "learned", learned, "error", run.err)
		thought = learned
		notice := Notice{Kind: NoticeShortened, From: models.SpeakerOf(m).Label(), Window: learned}
		notice.Reason, notice.Why = kept(run.err)
		c.update(func(t *Turn) { t.Notice = notice })
		run = c.speak(ctx, m, a)
		run.notice = notice
		c.update(func(t *Turn) { t.Notice = notice })
	}
	return run
}

// quotedFrom is how many messages back what the persona quotes by day is looked
// for.
const quotedFrom = 200

// borneOut returns what the persona notes of the talk without the sentences
// that quote what nobody said of late, or give it to the wrong one.
func (b *toolbox) borneOut(text string) string {
	page, err := b.c.log.Page(transcript.Cursor{}, quotedFrom)
	if err != nil {
		b.c.logger.Warn("read what was said", "error", err)
		return ""
	}
	t := episodic.Talk{Persona: b.c.persona.Profile().Name, User: b.c.userName()}
	for _, e := range page.Messages {
		if e.Retracted || e.Role == transcript.RoleNote {
			continue
		}
		l := episodic.Line{Speaker: episodic.User, Text: e.Text, Time: e.Time, ID: string(e.ID)}
		if e.Role == transcript.RolePersona {
			l.Speaker = episodic.Persona
		}
		t.Lines = append(t.Lines, l)
	}
	kept, dropped := episodic.Checked(text, t)
	for _, m := range dropped {
		b.c.logger.Info("quotation left out", "reason", m.Reason, "quote", m.Quote)
	}
	return kept
}
