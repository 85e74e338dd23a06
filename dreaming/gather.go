package dreaming

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/transcript"
)

// Bounds of what one dream reads.
const (
	// maxMessages is how many new messages it takes in, the newest. Those
	// before them are left to a backfill, and the record says how many.
	maxMessages = 4_000
	// firstSpan is how far back the first dream of all looks.
	firstSpan = 7 * 24 * time.Hour
	// pageSize is how many messages are read at a time.
	pageSize = 200
	// straggling is how much older than a span the messages are among which
	// one of the span is still looked for, the clock having been set back.
	straggling = 24 * time.Hour
)

// A gathered is the conversation that a dream is about.
type gathered struct {
	fresh []transcript.Message // what is new, oldest first
	days  []episodic.Date      // of fresh, in order
	// whole is all that was said on these days, fresh and dreamt of before.
	whole []transcript.Message
	taken map[record.Stage]map[string]bool // what each stage took in before, of fresh
	older int                              // new messages beyond maxMessages
}

// gather reads what a dream is about. ids, if not nil, are the messages that
// it set out with; those taken back or left with their branch since are out.
func (p *Pipeline) gather(ctx context.Context, req Request, ids []string) (gathered, error) {
	var g gathered
	wanted, err := p.wanted(ctx, req, ids)
	if err != nil {
		return g, err
	}
	if err := p.walk(ctx, req, wanted, &g); err != nil {
		return g, err
	}
	g.taken, err = p.takenIn(g.fresh, req.skip)
	if err != nil {
		return g, err
	}
	if ids == nil && !req.Again {
		g.fresh = slices.DeleteFunc(g.fresh, func(m transcript.Message) bool { return g.known(string(m.ID)) })
	}
	if n := len(g.fresh) - maxMessages; n > 0 {
		g.fresh, g.older = g.fresh[n:], n
	}
	g.days = daysOf(g.fresh)
	g.whole = slices.DeleteFunc(g.whole, func(m transcript.Message) bool {
		return !slices.Contains(g.days, episodic.DateOf(m.Time))
	})
	return g, nil
}

// known reports whether every stage took in a message before.
func (g gathered) known(id string) bool {
	for _, s := range record.Stages() {
		if s.Reads() && !g.taken[s][id] {
			return false
		}
	}
	return true
}

// A wanting says which messages a dream wants.
type wanting struct {
	ids  map[transcript.ID]bool // nil: those of the span
	from time.Time              // inclusive; zero: no bound
	to   time.Time              // exclusive; zero: no bound
}

func (w wanting) has(m transcript.Message) bool {
	if w.ids != nil && !w.ids[m.ID] {
		return false
	}
	return !m.Time.Before(w.from) && (w.to.IsZero() || m.Time.Before(w.to))
}

// wanted finds out which messages are new.
func (p *Pipeline) wanted(ctx context.Context, req Request, ids []string) (wanting, error) {
	if ids != nil {
		w := wanting{ids: map[transcript.ID]bool{}}
		for _, id := range ids {
			w.ids[transcript.ID(id)] = true
		}
		return w, nil
	}
	w := wanting{from: req.From, to: req.To}
	if !req.From.IsZero() || req.Said != nil {
		return w, nil
	}
	cursors, from, err := p.cursors()
	if err != nil {
		return w, err
	}
	if len(cursors) == 0 && from.IsZero() {
		w.from = req.At.Add(-firstSpan)
		return w, nil
	}
	if !from.IsZero() { // a stage has never got through anything
		w.from = from
		return w, nil
	}
	w.ids = map[transcript.ID]bool{}
	for at, when := range cursors {
		if err := ctx.Err(); err != nil {
			return w, err
		}
		_, entered, err := p.deps.Log.Branch(at, p.deps.Log.Head())
		if errors.Is(err, transcript.ErrNoMessage) { // its line was taken out by hand
			w.ids, w.from = nil, when
			return w, nil
		}
		if err != nil {
			return w, fmt.Errorf("find what is new: %w", err)
		}
		for _, id := range entered {
			w.ids[id] = true
		}
	}
	return w, nil
}

// failedDreams is how many dreams back the input is kept of a stage that
// fails in all of them.
const failedDreams = 60

// cursors returns where the stages that read stood after the last dream that
// got through them, and when that was said. from is not zero when there is one
// that got through none: then it is the beginning of what it missed.
func (p *Pipeline) cursors() (found map[transcript.ID]time.Time, from time.Time, err error) {
	open := slices.DeleteFunc(record.Stages(), func(s record.Stage) bool { return !s.Reads() })
	found = map[transcript.ID]time.Time{}
	var missed time.Time
	left := failedDreams
	err = p.diary.Newest(func(r record.Record) bool {
		open = slices.DeleteFunc(open, func(s record.Stage) bool {
			c := r.Stage(s).Cursor
			if c == nil {
				return false
			}
			found[c.Message] = c.Time
			return true
		})
		if at := r.Inputs.From; len(open) > 0 && !at.IsZero() && (missed.IsZero() || at.Before(missed)) {
			missed = at
		}
		left--
		return len(open) > 0 && left > 0
	})
	if len(open) > 0 {
		from = missed
	}
	return found, from, err
}

// takenIn returns which of the messages each stage took in, in dreams before.
func (p *Pipeline) takenIn(fresh []transcript.Message, skip string) (map[record.Stage]map[string]bool, error) {
	taken := map[record.Stage]map[string]bool{}
	for _, s := range record.Stages() {
		taken[s] = map[string]bool{}
	}
	if len(fresh) == 0 {
		return taken, nil
	}
	first := episodic.DateOf(fresh[0].Time).Back(2) // a night may end in the next day, zones differ
	err := p.diary.Newest(func(r record.Record) bool {
		if r.ID == skip {
			return true
		}
		for _, s := range r.Stages {
			if s.Cursor == nil {
				continue
			}
			for _, id := range r.Inputs.Messages {
				taken[s.Name][id] = true
			}
		}
		return r.Date >= first
	})
	return taken, err
}

// walk goes back through the conversation until it has what is wanted, and
// the whole of the days it is of.
func (p *Pipeline) walk(ctx context.Context, req Request, w wanting, g *gathered) error {
	if req.Said != nil {
		g.take(slices.Clone(req.Said), w)
		return nil
	}
	k := walking{wanting: w, left: len(w.ids)}
	var back []transcript.Message
	done := false
	for page := (transcript.Page{More: true}); page.More && !done; {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if page, err = p.deps.Log.Page(page.Next, pageSize); err != nil {
			return fmt.Errorf("read conversation: %w", err)
		}
		for _, e := range slices.Backward(page.Messages) {
			if done = k.over(e.Message); done {
				break
			}
			back = append(back, e.Message)
		}
	}
	slices.Reverse(back)
	g.take(back, w)
	return nil
}

// A walking is a walk back through the conversation.
type walking struct {
	wanting
	left  int           // of the wanted ids
	first episodic.Date // of the days of what was found; "" nothing was
}

// over reports whether a message lies before everything that is wanted and the
// days it is of.
func (k *walking) over(m transcript.Message) bool {
	day := episodic.DateOf(m.Time)
	if k.ids[m.ID] {
		k.left--
	}
	if k.has(m) {
		if k.first == "" || day < k.first {
			k.first = day
		}
		return false
	}
	if k.first != "" && day >= k.first {
		return false
	}
	if k.ids != nil {
		return k.left == 0
	}
	return m.Time.Before(k.from.Add(-straggling))
}

// take sorts out what was read, oldest first. What was taken back says
// nothing, and what is no speech neither.
func (g *gathered) take(list []transcript.Message, w wanting) {
	for _, m := range list {
		if m.Retracted || m.Role == transcript.RoleNote || m.Text == "" {
			continue
		}
		g.whole = append(g.whole, m)
		if w.has(m) {
			g.fresh = append(g.fresh, m)
		}
	}
}

func daysOf(list []transcript.Message) []episodic.Date {
	var days []episodic.Date
	for _, m := range list {
		if d := episodic.DateOf(m.Time); !slices.Contains(days, d) {
			days = append(days, d)
		}
	}
	slices.Sort(days)
	return days
}

// cursor returns where a stage stands when it took in what it reads: at the
// last message of the dream, unless it stood further on before.
func (g gathered) cursor() *record.Cursor {
	if len(g.fresh) == 0 {
		return nil
	}
	last := g.fresh[len(g.fresh)-1]
	return &record.Cursor{Message: last.ID, Time: last.Time}
}

// inputs tells of what was gathered, for the record.
func (g gathered) inputs() record.Inputs {
	in := record.Inputs{Days: g.days, Messages: []string{}}
	h := sha256.New()
	for _, m := range g.fresh {
		in.Messages = append(in.Messages, string(m.ID))
		_, _ = io.WriteString(h, string(m.ID)+"\x00"+m.Text+"\x00") // a hash takes everything
	}
	in.Hash = hex.EncodeToString(h.Sum(nil))
	if n := len(g.fresh); n > 0 {
		in.From, in.To = g.fresh[0].Time, g.fresh[n-1].Time
	}
	return in
}
