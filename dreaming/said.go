package dreaming

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/transcript"
)

// saidIn returns the messages that the episodes of a week are derived from, in the order
// in which they were said, without those taken back and those that are derived from text
// of others. A conversation that is no longer there says nothing; the error is
// that of the context.
func (tl teller) saidIn(ctx context.Context, list []episodic.Episode) ([]episodic.Line, error) {
	wanted := map[transcript.ID]bool{}
	first := list[0].Date.First()
	for _, e := range list {
		first = min(first, e.Date.First())
		for _, s := range e.Sources {
			if !strings.Contains(s, "#") { // no line of a file
				wanted[transcript.ID(s)] = true
			}
		}
	}
	found, err := tl.walkBack(ctx, wanted, first)
	if err != nil {
		return nil, err
	}
	var lines []episodic.Line
	for _, m := range slices.Backward(found) {
		if m.Retracted || m.Role == transcript.RoleNote || tl.night.fromOthers(string(m.ID)) {
			continue
		}
		lines = append(lines, tl.night.lineOf(m))
	}
	return lines, nil
}

// maxStray is how many messages are looked for one by one that are on no branch
// with the others.
const maxStray = 40

// walkBack returns the messages that are wanted, newest first: it goes back
// from the newest of them to the day before first.
func (tl teller) walkBack(ctx context.Context, wanted map[transcript.ID]bool, first episodic.Date) ([]transcript.Message, error) {
	var found []transcript.Message
	ids := make([]transcript.ID, 0, len(wanted))
	for id := range wanted {
		ids = append(ids, id)
	}
	slices.Sort(ids) // as they were made
	for tries := 0; len(ids) > 0 && tries < maxStray; tries++ {
		from, err := tl.night.p.deps.Log.At(ids[len(ids)-1])
		if ids = ids[:len(ids)-1]; err != nil {
			if errors.Is(err, transcript.ErrNoMessage) {
				continue
			}
			return nil, fmt.Errorf("read what a week is derived from: %w", err)
		}
		for page := (transcript.Page{Next: from, More: true}); page.More; {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if page, err = tl.night.p.deps.Log.Page(page.Next, pageSize); err != nil {
				return nil, fmt.Errorf("read what a week is derived from: %w", err)
			}
			for _, e := range slices.Backward(page.Messages) {
				if wanted[e.ID] {
					found = append(found, e.Message)
					delete(wanted, e.ID)
				}
			}
			if len(page.Messages) == 0 || len(wanted) == 0 || episodic.DateOf(page.Messages[0].Time) < first.Back(1) {
				break
			}
		}
		ids = slices.DeleteFunc(ids, func(id transcript.ID) bool { return !wanted[id] })
	}
	return found, nil
}

// quotedFrom is how many messages back what was noted by day may quote.
const quotedFrom = 40

// borneOut returns what was noted by day at some messages without the sentences
// that misquote them and those before, which are noted as problems.
func (w *writing) borneOut(text string, evidence []record.Evidence) string {
	t := episodic.Talk{Persona: w.night.p.deps.Persona, User: w.night.p.deps.User}
	for _, id := range w.night.sources(evidence) {
		at, err := w.night.p.deps.Log.At(transcript.ID(id))
		if err != nil { // it is gone: nobody said it
			continue
		}
		page, err := w.night.p.deps.Log.Page(at, quotedFrom)
		if err != nil {
			continue
		}
		for _, e := range page.Messages {
			if !e.Retracted && e.Role != transcript.RoleNote {
				t.Lines = append(t.Lines, w.night.lineOf(e.Message))
			}
		}
	}
	kept, dropped := episodic.Checked(text, t)
	for _, m := range dropped {
		w.problem("a sentence was left out, %s: %s", m.Reason, m.Quote)
	}
	return kept
}

// lineOf returns a message as what is quoted is held against it.
func (n *night) lineOf(m transcript.Message) episodic.Line {
	l := episodic.Line{Speaker: episodic.User, Text: m.Text, Time: m.Time, ID: string(m.ID)}
	if m.Role == transcript.RolePersona {
		l.Speaker = episodic.Persona
	}
	if n.p.deps.Speaker != nil {
		l.Name = n.p.deps.Speaker(m)
	}
	return l
}
