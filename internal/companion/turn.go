package companion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/dreaming"
	"yumori/internal/agent"
	"yumori/internal/attachment"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/tagfilter"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
	"yumori/retrieval"
)

// A Phase is where a turn stands.
type Phase string

// The phases of a turn, in order; a turn ends in one of the last three.
const (
	PhaseIdle        Phase = ""            // no turn yet
	PhaseSaved       Phase = "saved"       // the user's message is on disk
	PhaseThinking    Phase = "thinking"    // the model was asked
	PhaseSpeaking    Phase = "speaking"    // words are coming
	PhaseActing      Phase = "acting"      // tools run
	PhaseDone        Phase = "done"        // the reply is on disk
	PhaseInterrupted Phase = "interrupted" // stopped; what was said is on disk
	PhaseFailed      Phase = "failed"      // broke off; Err says why
)

// A Turn is the whole state of the newest exchange. It is a value; its slices
// are not changed after publication.
type Turn struct {
	Phase    Phase
	User     transcript.Message // what the user said; its ID is set once it is on disk
	Text     string             // the reply so far, tags taken out
	Speaker  models.Speaker
	Tools    []ToolUse
	Held     []persona.Held // changes of this turn that wait for the user's yes
	Notice   Notice
	Recalled *retrieval.Recollection // what was recalled for it; nil before that, and when nothing was looked for
	Reply    transcript.Message      // once the turn has ended with something said
	Left     []prompt.FileLeft       // files of the user's that are not whole in the prompt, told once
	Usage    llm.Usage
	Err      error  // PhaseFailed only
	Ref      string // of the Utterance; "" in what Regenerate and Edit begin
}

// Running reports whether the turn is under way.
func (t Turn) Running() bool {
	switch t.Phase {
	case PhaseIdle, PhaseDone, PhaseInterrupted, PhaseFailed:
		return false
	}
	return true
}

// A ToolUse is a tool the persona used in a turn.
type ToolUse struct {
	Name     string `json:"name"`
	Announce string `json:"announce,omitempty"` // key of the line that tells the user
	Failed   bool   `json:"failed,omitempty"`
}

// A Notice is something about a turn that the user should know. The zero
// Notice is none.
type Notice struct {
	Kind   NoticeKind `json:"kind,omitempty"`
	From   string     `json:"from,omitempty"` // the model it is about
	Err    error      `json:"-"`
	Reason Reason     `json:"reason,omitempty"` // of Err, for the trace
	Why    string     `json:"why,omitempty"`    // Err in words, where Reason does not say it, and in older traces

	Needs  int `json:"needs,omitempty"`  // NoticeSmall: tokens that the persona needs
	Window int `json:"window,omitempty"` // NoticeSmall and NoticeShortened: tokens that the model serves
}

// A NoticeKind names a notice.
type NoticeKind string

// The kinds of notice.
const (
	NoticeFellBack  NoticeKind = "fell_back"        // the model failed, the built-in rules answer
	NoticeSpent     NoticeKind = "budget_spent"     // the limit of the day or the month is used up, the built-in rules answer
	NoticeUnseen    NoticeKind = "picture_unseen"   // the speaker takes no pictures
	NoticeShortened NoticeKind = "prompt_shortened" // the model refused the prompt for its length, and was given a shorter one
	NoticeTruncated NoticeKind = "prompt_truncated" // the server seems to have dropped a part of the prompt
	NoticeCut       NoticeKind = "reply_cut"        // the reply became too long and was stopped; what came is kept
	NoticeSmall     NoticeKind = "window_small"     // the model's window has no room for the persona, the built-in rules answer
)

// An Utterance is what the user says in one go.
type Utterance struct {
	Text        string
	Attachments []attachment.File

	// Greeting is what the persona was seen to say before it: it begins a
	// conversation in which nothing was said yet. "" is nothing.
	Greeting string
	// Guest names the program that says it on its own account, whose words
	// are text of others; "" is the user.
	Guest string
	// Ref comes back in every Turn that is published for it: whoever listens
	// knows their own by it.
	Ref string
}

// Say puts u on disk, answers it, and puts the answer on disk. It returns the
// turn as it ended; the error is Turn.Err, or says why the message could not
// be taken, in which case nothing was kept: ErrNothingToSay, ErrBusy,
// ErrClosed, transcript.ErrTooLarge, or ErrNotSaved with one of store's.
//
// The end of ctx interrupts like Interrupt. Progress is published under
// TopicTurn; once Turn.User.ID is set the message is on disk.
func (c *Companion) Say(ctx context.Context, u Utterance) (Turn, error) {
	text := strings.TrimRight(u.Text, " \t\r\n\u3000")
	if strings.TrimSpace(strings.Trim(text, "\u3000\x00")) == "" && len(u.Attachments) == 0 {
		return Turn{}, ErrNothingToSay
	}
	return c.exchange(ctx, func() (transcript.Message, error) {
		m := transcript.Message{Role: transcript.RoleUser, Text: text}
		kept, err := attachment.Keep(c.dir, c.now(), u.Attachments)
		if err == nil {
			err = c.keepGreeting(u.Greeting)
		}
		if err != nil {
			return m, err
		}
		m.Parent = c.log.Head()
		m.Attachments, m.Foreign = kept, c.taint.Attached(kept)
		if u.Guest != "" {
			m.Foreign = append(m.Foreign, transcript.Foreign{Kind: transcript.ForeignProgram, Name: llm.OneLine(u.Guest)})
		}
		c.mu.Lock()
		c.turn.Ref = u.Ref
		c.mu.Unlock()
		return c.keepSaid(m)
	})
}

// Regenerate answers again the message that the reply id answered. The old
// reply stays, as another branch.
func (c *Companion) Regenerate(ctx context.Context, id transcript.ID) (Turn, error) {
	return c.exchange(ctx, func() (transcript.Message, error) {
		m, err := c.log.Find(id)
		if err != nil {
			return m, fmt.Errorf("regenerate: %w", err)
		}
		for m.Role != transcript.RoleUser {
			if m.Parent == "" {
				return m, fmt.Errorf("regenerate: %w", transcript.ErrNoMessage)
			}
			if m, err = c.log.Find(m.Parent); err != nil {
				return m, fmt.Errorf("regenerate: %w", err)
			}
		}
		return m, nil
	})
}

// Edit says text in place of the user's message id and answers it. The old
// message stays, as another branch; its attachments go with the new one.
func (c *Companion) Edit(ctx context.Context, id transcript.ID, text string) (Turn, error) {
	text = strings.TrimRight(text, " \t\r\n\u3000")
	if strings.TrimSpace(text) == "" {
		return Turn{}, ErrNothingToSay
	}
	return c.exchange(ctx, func() (transcript.Message, error) {
		old, err := c.log.Find(id)
		if err != nil {
			return old, fmt.Errorf("edit: %w", err)
		}
		return c.keepSaid(transcript.Message{
			Parent: old.Parent, Role: transcript.RoleUser, Text: text, Attachments: old.Attachments,
			Foreign: c.taint.Attached(old.Attachments),
		})
	})
}

// keepGreeting puts a greeting on disk where it begins the conversation.
func (c *Companion) keepGreeting(text string) error {
	if text == "" || c.log.Head() != "" {
		return nil
	}
	_, err := c.keepSaid(transcript.Message{Role: transcript.RolePersona, Text: text})
	return err
}

// keepSaid puts what was said on disk. What the disk does not take is
// ErrNotSaved.
func (c *Companion) keepSaid(m transcript.Message) (transcript.Message, error) {
	m, err := c.log.Append(m)
	if err != nil && !errors.Is(err, transcript.ErrTooLarge) {
		err = fmt.Errorf("%w: %w", ErrNotSaved, err)
	}
	return m, err
}

// exchange runs one turn: say yields the user's message, on disk. The turn is
// over for everybody who watches as soon as the reply is on disk; what it did
// to the persona is booked after that, before exchange returns.
func (c *Companion) exchange(ctx context.Context, say func() (transcript.Message, error)) (Turn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := c.begin(cancel); err != nil {
		return Turn{}, err
	}
	defer c.work.Done()
	c.booking.Lock()
	defer c.booking.Unlock()
	head, before := c.log.Head(), c.mind.MotivesNow()
	user, err := say()
	if err != nil {
		c.update(func(t *Turn) { *t = Turn{} })
		return Turn{}, err
	}
	c.update(func(t *Turn) { t.Phase, t.User = PhaseSaved, user })
	c.publish(TopicLog, user.ID)
	c.Memories.Hidden.Instead(head, user)
	said := c.log.Head() == user.ID && user.Guest() == "" // by the user, now, and not answered again
	if said {
		before.Spoke = user.Time
	}
	run := c.answer(ctx, user, before)
	if said { // not before the answer: what is told is no memory of its own turn
		c.Conversation.noteSpoken(user)
		c.Learning.capture(user)
	}
	c.withdraw.Branched(head)
	if run.kept.ID != "" {
		c.Learning.recordExchange(user, run)
	}
	c.withdraw.WithdrawStale(user.ID, run.kept.ID, run.id)
	c.Conversation.writeSpoken()
	if said {
		c.Learning.forgetAsked(user)
	}
	c.recallLater()
	turn := c.Turn()
	return turn, turn.Err
}

// begin claims the companion for a turn.
func (c *Companion) begin(cancel context.CancelFunc) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return ErrClosed
	}
	if c.turn.Running() {
		return ErrBusy
	}
	if c.hush != nil { // what it was about to say by itself can wait
		c.hush()
	}
	c.turn = Turn{Phase: phaseClaimed}
	c.stop = cancel
	c.work.Add(1)
	return nil
}

// phaseClaimed is a turn whose user message is not on disk yet.
const phaseClaimed Phase = "claimed"

// Turn returns the newest turn as it stands.
func (c *Companion) Turn() Turn {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.turn
}

// update changes the turn and publishes it.
func (c *Companion) update(change func(*Turn)) {
	c.mu.Lock()
	change(&c.turn)
	t := c.turn
	c.mu.Unlock()
	c.publish(TopicTurn, t)
}

// answer lets the chat model answer user, and the built-in rules when the
// model fails before it said a word.
func (c *Companion) answer(ctx context.Context, user transcript.Message, before motivation.Snapshot) reply {
	a := asking{user: user, moved: before}
	var err error
	if a.reply, err = c.nameReply(user.ID); err != nil {
		c.logger.Error("name reply", "error", err) // what tools write is derived from nothing then
	}
	ctx, bill := billed(ctx)
	model, err := c.chat.Model(ctx)
	run := reply{err: err}
	if err == nil {
		run = c.speakShortened(ctx, model, a)
	}
	if run.err != nil && run.text == "" && ctx.Err() == nil && !models.IsRules(model) {
		notice := c.ruledFor(run.err)
		c.logger.Warn("model failed, built-in rules answer", "error", run.err)
		c.update(func(t *Turn) { t.Notice, t.Text, t.Tools, t.Held = notice, "", nil, nil })
		run = c.speak(ctx, c.home.opt.Builtin, a)
		run.notice = notice
	}
	run.before, run.usage = before, bill.Begun()
	c.finish(ctx, user, &run)
	return run
}

// ruledFor says why the built-in rules answer in place of the chat model.
func (c *Companion) ruledFor(err error) Notice {
	chosen := c.home.Settings().Models.Chat
	n := Notice{Kind: NoticeFellBack, From: cmp.Or(chosen.Name, chosen.Provider), Err: err}
	n.Reason, n.Why = kept(err)
	var small *prompt.WindowError
	switch {
	case errors.Is(err, dreaming.ErrBudget):
		n.Kind = NoticeSpent
	case errors.As(err, &small):
		n.Kind, n.Needs, n.Window = NoticeSmall, small.Needs, small.Window.Tokens
	}
	return n
}

// nameReply gives the answer to a message its id beforehand. One that is given
// again is noted, for what a crash may leave of it.
func (c *Companion) nameReply(user transcript.ID) (transcript.ID, error) {
	if c.log.Head() == user {
		return c.log.NewID()
	}
	return c.log.Again(user)
}

// A reply is what one model made of a turn.
type reply struct {
	id      transcript.ID // that it was given beforehand
	text    string
	tags    []tagfilter.Tag
	speaker models.Speaker
	outcome agent.Outcome
	usage   llm.Usage
	prompt  prompt.Prompt
	sent    llm.Request // as the model got it first
	notice  Notice
	before  motivation.Snapshot // what moved the persona before it was asked
	kept    transcript.Message  // as it is on disk; no ID if it is not
	err     error
}

// finish puts the reply on disk and ends the turn.
func (c *Companion) finish(ctx context.Context, user transcript.Message, r *reply) {
	marks, opaque := r.marks()
	m := transcript.Message{
		ID: r.id, Parent: user.ID, Role: transcript.RolePersona, Text: r.text,
		Model: r.speaker.Label(), Opaque: opaque, Foreign: marks,
	}
	phase := PhaseDone
	switch {
	case ctx.Err() != nil:
		phase, m.State = PhaseInterrupted, transcript.Interrupted
	case r.err != nil:
		phase, m.State = PhaseFailed, transcript.Failed
	case r.outcome.Stopped == agent.StopTooLong:
		m.State = transcript.Cut
	}
	if m.Text != "" {
		trace, err := r.trace(c.now()).encode()
		if err != nil {
			c.logger.Error("encode trace", "error", err)
		}
		m.Trace = trace
		kept, err := c.log.Append(m)
		if errors.Is(err, transcript.ErrTooLarge) { // what was said counts most
			m.Trace, m.Opaque = nil, nil
			kept, err = c.log.Append(m)
		}
		if err != nil {
			phase, r.err = PhaseFailed, fmt.Errorf("keep reply: %w", err)
		} else {
			r.kept = kept
		}
	}
	c.update(func(t *Turn) {
		t.Phase, t.Text, t.Usage = phase, r.text, r.usage
		if r.kept.ID != "" {
			t.Reply = r.kept
		}
		if phase == PhaseFailed {
			t.Err = r.err
		}
	})
	if r.kept.ID != "" {
		c.publish(TopicLog, r.kept.ID)
		c.Conversation.keepPlan(r.kept.ID, r.prompt.Plan)
	}
}

// lastOpaque returns the provider's own data of the message that spoke last.
func lastOpaque(ms []llm.Message) []byte {
	for i := len(ms) - 1; i >= 0; i-- {
		if ms[i].Role == llm.RoleModel {
			return ms[i].Opaque
		}
	}
	return nil
}

// marks returns what a reply is derived from, all that was before it unless it took
// nothing of that over, and what goes along with it to the provider. Nobody can
// tell which thoughts are in that: a reply whose mark lapses goes without. Cost:
// with a document of 400 KB some 0.1 s.
func (r reply) marks() (marks transcript.Marks, opaque []byte) {
	marks, opaque = r.prompt.Outside.Marks(), lastOpaque(r.outcome.Messages)
	if len(marks) > 0 && r.tookNothing() {
		return nil, nil
	}
	return marks, opaque
}

// tookNothing reports whether a reply is a quiet one, which did nothing and has
// nothing of what others wrote. In doubt it is not.
func (r reply) tookNothing() bool {
	called := slices.ContainsFunc(r.outcome.Messages, func(m llm.Message) bool { return len(m.Calls) > 0 })
	return !called && len(r.outcome.Calls) == 0 && r.prompt.Outside.TookNothing(r.text)
}
