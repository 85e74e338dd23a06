package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/internal/models"

	"yumori/dreaming"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// actionsFile is the log of a persona's first words: a journal, one object a
// line, the newest last. A line is written for each time it was moved to speak,
// whether it did or not.
//
//	{"id":"act_…","time":"2026-11-21T14:00:00+09:00","drive":"curiosity","level":0.81,
//	 "narrative":"…","about":{"kind":"question","id":"qu_…"},"outcome":"spoke","message":"01KA…",
//	 "by":"openai/qwen3","usage":{"calls":1,"prompt_tokens":4100,"answer_tokens":60}}
//
// "about" is known of those that the built-in rules made. Older lines than
// the newest thousand leave the file.
const actionsFile = "actions.jsonl"

// Bounds of the log of first words.
const (
	actionsKept   = 1_000
	actionsBytes  = 1 << 20 // from when on the old ones leave
	actionsLooked = 100     // looked at for gaps and numbers
	usedLately    = 20      // first words whose subject is not begun with again
)

// An Outcome says what became of a time at which a persona was moved to speak.
type Outcome string

// The outcomes.
const (
	OutcomeSpoke  Outcome = "spoke"
	OutcomeSilent Outcome = "silent" // it chose to, or had nothing particular to say
	OutcomeFailed Outcome = "failed" // it could not; see Error
)

// An Action is one time at which a persona was moved to speak by itself.
type Action struct {
	ID        string           `json:"id"`
	Time      time.Time        `json:"time"`
	Drive     motivation.Drive `json:"drive"`
	Level     float64          `json:"level"`     // in [0, 1]
	Narrative string           `json:"narrative"` // what stands behind it
	About     dreaming.About   `json:"about,omitzero"`
	Outcome   Outcome          `json:"outcome"`
	Message   transcript.ID    `json:"message,omitempty"`
	By        string           `json:"by"`
	Why       string           `json:"why,omitempty"`    // the persona's reason for silence
	Bidden    bool             `json:"bidden,omitempty"` // the user asked for it
	Error     string           `json:"error,omitempty"`
	Usage     llm.Usage        `json:"usage"`
}

// TopicSpoke is a topic of a Companion: State is Spoken.
const TopicSpoke = "spoke"

// Spoken is a first word of the persona's: what to notify of.
type Spoken struct {
	Message transcript.Message
	Action  Action
}

func readAction(line []byte) (Action, error) {
	var a Action
	if err := json.Unmarshal(line, &a); err != nil {
		return a, err
	}
	if a.ID == "" || a.Time.IsZero() || a.Outcome == "" {
		return a, errors.New("is no action")
	}
	return a, nil
}

// An Initiative is what a persona says by itself, when it is moved to or when the
// user asks for it.
type Initiative struct{ c *Companion }

func (i *Initiative) actions() (*store.Journal, error) {
	j, err := i.c.dir.Journal(actionsFile, func(line []byte) error {
		_, err := readAction(line)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", actionsFile, err)
	}
	return j, nil
}

// Actions returns the newest n times at which the persona was moved to speak
// by itself, the newest first.
func (i *Initiative) Actions(n int) ([]Action, error) {
	if v, err := i.c.dir.List(""); err == nil && !slices.ContainsFunc(v, func(e store.Entry) bool { return e.Name == actionsFile }) {
		return nil, nil // none yet: no file is made to read it
	}
	j, err := i.actions()
	if err != nil {
		return nil, err
	}
	var list []Action
	for line, err := range j.Backward(j.Size()) {
		if len(list) >= n {
			break
		}
		if errors.Is(err, store.ErrUnreadable) {
			continue
		}
		if err != nil {
			return list, fmt.Errorf("read %s: %w", actionsFile, err)
		}
		if a, err := readAction(line.Data); err == nil {
			list = append(list, a)
		}
	}
	return list, nil
}

// note writes an action down.
func (i *Initiative) note(a Action) error {
	j, err := i.actions()
	if err != nil {
		return err
	}
	data, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("encode action: %w", err)
	}
	if _, err := j.Append(data); err != nil {
		return fmt.Errorf("write %s: %w", actionsFile, err)
	}
	if j.Size() < actionsBytes {
		return nil
	}
	n := 0
	for line, err := range j.Backward(j.Size()) {
		if n++; err == nil && n >= actionsKept {
			return j.Rewrite(line.Offset, store.Cause{Kind: store.CauseTurn, Note: "old first words"})
		}
	}
	return nil
}

// mood is what decides whether the persona speaks first.
func (i *Initiative) mood() (dreaming.Mood, []Action, error) {
	list, err := i.Actions(actionsLooked)
	m := dreaming.Mood{Contract: i.c.home.Settings().Contract(), Inner: i.c.mind.MotivesNow()}
	for _, a := range slices.Backward(list) {
		m.Acts = append(m.Acts, a.Time)
	}
	i.c.Nights.mu.Lock()
	acted := i.c.Nights.acted
	i.c.Nights.mu.Unlock()
	if n := len(m.Acts); !acted.IsZero() && (n == 0 || acted.After(m.Acts[n-1])) {
		m.Acts = append(m.Acts, acted) // it could not be written down
	}
	return m, list, err
}

// A motive is what an action comes from.
type motive struct {
	impulse dreaming.Impulse
	mood    dreaming.Mood
	past    []Action
	head    transcript.ID // of the conversation when it was moved
	reply   transcript.ID // of what it says
	at      time.Time
	bidden  motivation.Question // what the user wants it to ask; zero if it is moved by itself
}

// speakFirst lets the persona speak if it is moved to. It asks no model unless
// it is. What the user says meanwhile ends it without a word.
func (i *Initiative) speakFirst(ctx context.Context) error {
	mood, past, err := i.mood()
	if err != nil {
		return err
	}
	m := motive{mood: mood, past: past, at: i.c.now(), head: i.c.log.Head()}
	if m.impulse = dreaming.Moved(mood, m.at); m.impulse.Drive == "" || m.head == "" {
		return nil
	}
	ctx, done, err := i.c.alone(ctx)
	if err != nil {
		return nil // it is being talked to, or closed
	}
	defer done()
	if m.reply, err = i.c.log.NewID(); err != nil {
		return fmt.Errorf("name first words: %w", err)
	}
	w := i.firstWordsOf(ctx, m)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err = i.sayFirst(ctx, m, w)
	return err
}

// alone claims the companion for something it does by itself, until a turn
// begins.
func (c *Companion) alone(ctx context.Context) (context.Context, func(), error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return nil, nil, ErrClosed
	case c.turn.Running() || c.hush != nil:
		return nil, nil, ErrBusy
	}
	ctx, cancel := context.WithCancel(ctx)
	c.hush = cancel
	c.work.Add(1)
	return ctx, func() {
		cancel()
		c.mu.Lock()
		c.hush = nil
		c.mu.Unlock()
		c.work.Done()
	}, nil
}

// betweenTurns is alone, once what the turn before did is booked.
func (c *Companion) betweenTurns(ctx context.Context) (context.Context, func(), error) {
	ctx, done, err := c.alone(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.booking.Lock()
	return ctx, func() { c.booking.Unlock(); done() }, nil
}

// firstWords is what a persona has to say by itself.
type firstWords struct {
	reply
	about  dreaming.About
	silent string // why it says nothing; "" if it speaks
}

// firstWordsOf lets the chat model find its first words, and the rules when there
// is none or it fails.
func (i *Initiative) firstWordsOf(ctx context.Context, m motive) firstWords {
	model, err := i.c.chat.Model(ctx)
	if err == nil && models.IsRules(model) {
		return i.plainWords(m)
	}
	w := firstWords{reply: reply{err: err}}
	if err == nil {
		w = i.askFirst(ctx, model, m)
	}
	if w.err == nil || ctx.Err() != nil {
		return w
	}
	return i.fellBack(w, i.plainWords(m))
}

// fellBack are the words of the rules after a model has failed, with what that
// cost.
func (i *Initiative) fellBack(failed, plain firstWords) firstWords {
	i.c.logger.Warn("model failed, built-in rules begin", "error", failed.err)
	plain.notice = i.c.ruledFor(failed.err)
	plain.usage = failed.usage
	return plain
}

// plainWords are the first words of the built-in rules.
func (i *Initiative) plainWords(m motive) firstWords {
	w := firstWords{reply: reply{id: m.reply, speaker: models.SpeakerOf(i.c.home.opt.Builtin)}}
	line, about, ok := i.plainLine(m)
	if !ok {
		w.silent = "nothing particular to say"
	}
	w.text, w.about = line, about
	return w
}

// plainLine is what the built-in rules begin with; ok is false for nothing.
func (i *Initiative) plainLine(m motive) (line string, about dreaming.About, ok bool) {
	f := dreaming.FirstWord{
		Language: i.c.persona.Profile().Language, Drive: m.impulse.Drive, Inner: m.mood.Inner, Memories: i.moving(m.at),
	}
	for _, a := range m.past[:min(len(m.past), usedLately)] {
		f.Used = append(f.Used, a.About)
	}
	return f.Line(m.at)
}

// moving returns what the user said in the last fortnight that moved the
// persona, the most moving first.
func (i *Initiative) moving(now time.Time) []memory.Item {
	var all []episodic.Exchange
	for back := range 14 {
		all = append(all, i.c.mind.Exchanges.On(episodic.DateOf(now).Back(back))...)
	}
	slices.SortStableFunc(all, func(a, b episodic.Exchange) int { return cmp.Compare(b.Arousal, a.Arousal) })
	var list []memory.Item
	for _, x := range all[:min(len(all), 30)] {
		m, err := i.c.log.Find(transcript.ID(x.User))
		if err == nil && !m.Retracted && m.Role == transcript.RoleUser && !strings.HasSuffix(strings.TrimSpace(m.Text), "?") && !strings.HasSuffix(m.Text, "？") {
			list = append(list, memory.Item{ID: string(m.ID), Text: m.Text, Time: m.Time})
		}
	}
	return list
}

// sayFirst puts first words on disk, unless somebody spoke meanwhile, and
// books what came of it. The zero Action says that somebody did.
func (i *Initiative) sayFirst(ctx context.Context, m motive, w firstWords) (Action, error) {
	i.c.booking.Lock()
	defer i.c.booking.Unlock()
	if ctx.Err() != nil || i.c.log.Head() != m.head {
		return Action{}, nil // as if it had not been
	}
	i.c.Nights.mu.Lock()
	i.c.Nights.acted = m.at // on a full disk too, lest a model be asked every minute
	i.c.Nights.mu.Unlock()
	language := i.c.persona.Profile().Language
	a := Action{
		ID: "act_" + strings.ToLower(string(m.reply)), Time: m.at, Drive: m.impulse.Drive, Level: m.impulse.Level,
		Narrative: m.mood.Inner.Behind(m.impulse.Drive, m.at, language), About: w.about,
		By: w.speaker.Label(), Usage: w.usage, Why: w.silent, Bidden: m.bidden.ID != "",
	}
	switch {
	case w.silent != "":
		a.Outcome = OutcomeSilent
	case w.err != nil || w.text == "":
		a.Outcome = OutcomeFailed
		if w.err != nil {
			a.Error = w.err.Error()
		}
	default:
		a.Outcome = OutcomeSpoke
	}
	var said transcript.Message
	var err error
	if a.Outcome == OutcomeSpoke {
		if said, err = i.keepFirst(m, w, a); err != nil {
			a.Outcome, a.Error = OutcomeFailed, err.Error()
		}
		a.Message = said.ID
	}
	err = errors.Join(err, i.note(a))
	if said.ID != "" {
		err = errors.Join(err, i.bookFirst(m, w, said))
		i.c.publish(TopicLog, said.ID)
		i.c.publish(TopicMind, i.c.Mind())
		i.c.publish(TopicSpoke, Spoken{Message: said, Action: a})
		i.c.recallLater()
	}
	return a, err
}

// keepFirst puts the words on disk with their trace.
func (i *Initiative) keepFirst(m motive, w firstWords, a Action) (transcript.Message, error) {
	t := w.trace(i.c.now())
	t.Motive = &a
	data, err := t.encode()
	if err != nil {
		i.c.logger.Error("encode trace", "error", err)
	}
	marks, opaque := w.marks()
	said, err := i.c.log.Append(transcript.Message{
		ID: m.reply, Parent: m.head, Role: transcript.RolePersona, Text: w.text, Time: i.c.now(),
		Model: w.speaker.Label(), Trace: data, Opaque: opaque, Foreign: marks,
	})
	if err != nil {
		return said, fmt.Errorf("keep first words: %w", err)
	}
	return said, nil
}

// bookFirst books what first words did to the persona: the drive is satisfied,
// a question that was put is asked, an emotion is felt.
func (i *Initiative) bookFirst(m motive, w firstWords, said transcript.Message) error {
	cause := store.Cause{Kind: store.CauseTurn, Ref: string(said.ID), Note: "spoke first"}
	errs := []error{i.c.mind.Motives.Acted(m.impulse.Drive, said.Time)}
	if w.about.Kind == dreaming.AboutQuestion {
		_, err := i.c.mind.Motives.Asked(w.about.ID, said.Time, cause)
		errs = append(errs, err)
	}
	if e, ok := emotionOf(w.tags); ok {
		_, err := i.c.mind.Motives.Felt(e, said.Time, string(said.ID))
		errs = append(errs, err)
	}
	if reports := resonancesOf(w.tags, string(said.ID)); len(reports) > 0 {
		_, err := i.c.mind.Episodes.Resonate(reports, cause)
		errs = append(errs, err)
	}
	was, is := mind.StateAt(m.mood.Inner, said.Time), mind.StateAt(i.c.mind.MotivesNow(), said.Time)
	errs = append(errs, i.c.mind.Exchanges.Record(episodic.Exchange{
		Reply: string(said.ID), Time: said.Time, Before: was, After: is, Arousal: episodic.Arousal(was, is),
	}, cause))
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("book first words: %w", err)
	}
	return nil
}
