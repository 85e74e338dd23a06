package companion

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/transcript"
	"yumori/persona"
)

// An Ask is one thing that waits for the user's yes: a change that the
// conversation or a dream asked for, or what a dream noted of somebody. It is
// a value.
type Ask struct {
	ID      string // for AnswerAsk
	Time    time.Time
	Dream   bool            // a dream asks, not the conversation
	Message transcript.ID   // in whose turn it was asked for, or that it is derived from; "" none
	Sources []transcript.ID // messages it is derived from
	File    string          // that a yes changes
	About   string          // of a note: whom or what it is of
	Says    []string        // what would be remembered, in sentences to the user
	Drops   []string        // what would be remembered no more
	Before  string          // of the file, as the persona saw it
	After   string          // as it would be
	State   persona.HeldState
	With    []string // ids of notes that say no more than it does, and are answered with it
	Pages   []string // whom or what those are of
}

// dreamTool is the Tool of changes that a dream asks for.
const dreamTool = "dream"

// saysMost is how many sentences, of how many characters, an Ask says.
const (
	saysMost   = 3
	saysLetter = 400
)

// An Inbox is what waits for the user's yes.
type Inbox struct{ c *Companion }

// Asks returns all that waits for the user's yes, each thing once, the oldest
// first. What is derived from a message that was taken back is not asked about.
func (b *Inbox) Asks() ([]Ask, error) {
	held, err := b.Held()
	user := b.c.userName()
	var list []Ask
	for _, h := range held {
		list = append(list, askOf(h, user))
	}
	for _, k := range b.c.Dreams.candidates() {
		list = gather(list, noteOf(k, user))
	}
	slices.SortStableFunc(list, func(a, b Ask) int { return a.Time.Compare(b.Time) })
	return list, err
}

// AnswerAsk accepts or refuses what waits, with the notes that say no more than
// it does, and returns it with its new state. It returns the errors of Decide,
// and for what a dream noted those of DecideDream; a note that cannot be decided on
// with another waits by itself from then on.
func (b *Inbox) AnswerAsk(ctx context.Context, id string, d persona.Decision) (Ask, error) {
	var with []string
	if list, err := b.Asks(); err == nil { // else each is asked by itself
		if i := slices.IndexFunc(list, func(a Ask) bool { return a.ID == id }); i >= 0 {
			with = list[i].With
		}
	}
	a, err := b.answer(ctx, id, d)
	if err != nil {
		return a, err
	}
	for _, also := range with {
		if _, err := b.answer(ctx, also, d); err != nil {
			b.c.logger.Warn("answer a note with what it goes with", "note", also, "error", err)
			continue
		}
		a.With = append(a.With, also)
	}
	return a, nil
}

// answer decides on one thing alone.
func (b *Inbox) answer(ctx context.Context, id string, d persona.Decision) (Ask, error) {
	dream, item, ok := strings.Cut(id, "#")
	if !ok {
		h, err := b.Decide(id, d)
		return askOf(h, b.c.userName()), err
	}
	r, err := b.c.Dreams.DecideDream(ctx, dream, item, record.Verdict{Decision: d})
	if err != nil {
		return Ask{}, err
	}
	i := slices.IndexFunc(r.Changes, func(ch record.Change) bool { return ch.ID == item })
	if i < 0 {
		return Ask{}, fmt.Errorf("answer %s: %w", id, record.ErrNoItem) // unreachable: it was decided on
	}
	ch := r.Changes[i]
	a := noteOf(record.Candidacy{Dream: dream, Item: item, At: r.At, Name: ch.Key, Note: ch.Words(), File: ch.File}, b.c.userName())
	if a.State = persona.StateRefused; ch.State == record.StatusApplied {
		a.State = persona.StateAccepted
	}
	return a, nil
}

// askOf says what a held change asks.
func askOf(h persona.Held, user string) Ask {
	a := Ask{
		ID: h.ID, Time: h.Time, Dream: h.Tool == dreamTool, Message: transcript.ID(h.Message), File: h.File,
		Before: h.Before, After: h.After, State: h.State,
	}
	if h.Message != "" {
		a.Sources = []transcript.ID{a.Message}
	}
	if h.Append != "" {
		a.Before, a.After = "", h.Append
	}
	a.Says, a.Drops = plainLines(a.After, a.Before, user), plainLines(a.Before, a.After, user)
	return a
}

// noteOf says what a candidate of a dream asks.
func noteOf(k record.Candidacy, user string) Ask {
	a := Ask{
		ID: k.Dream + "#" + k.Item, Time: k.At, Dream: true, File: k.File, About: k.Name,
		After: k.Note, Says: plainLines(k.Note, "", user), State: persona.StateHeld,
	}
	for _, s := range k.Sources {
		a.Sources = append(a.Sources, transcript.ID(s))
	}
	return a
}

// plainLines returns the lines of a text that another has not, as they are
// said to the user: without headings, marks and comments.
func plainLines(text, other, user string) []string {
	had := strings.Split(other, "\n")
	var list []string
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		if slices.Contains(had, l) || strings.HasPrefix(strings.TrimSpace(l), "#") {
			continue
		}
		l, _, _ = strings.Cut(l, "<!--")
		l = rules.WithoutTheme(rules.Told(strings.TrimLeft(strings.TrimSpace(l), "-*•> ")))
		if l == "" {
			continue
		}
		if len(list) == saysMost {
			return append(list, "…")
		}
		list = append(list, lang.Clip(facts.Addressed(l, user), saysLetter))
	}
	return list
}

// candidates are what dreams noted of somebody and nobody decided on, oldest
// first, without what is derived from a message that was taken back. The records are
// read again when dreams are others.
func (d *Dreams) candidates() []record.Candidacy {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waiting == nil {
		diary, err := record.Open(d.c.dir)
		var list []record.Candidacy
		if err == nil {
			list, err = diary.Candidates()
		}
		if err != nil {
			d.c.logger.Warn("look for what was dreamt", "error", err)
			return nil
		}
		d.waiting = &candidates{list}
	}
	return slices.DeleteFunc(slices.Clone(d.waiting.list), func(k record.Candidacy) bool {
		return slices.ContainsFunc(k.Sources, func(id string) bool {
			m, err := d.c.log.Find(transcript.ID(id))
			return err == nil && m.Retracted
		})
	})
}

// candidates are what dreams noted and nobody decided on.
type candidates struct{ list []record.Candidacy }

// forget has the candidates looked for again.
func (d *Dreams) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = nil
}
