package record

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"yumori/entity"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/persona"
)

// A Waits is where a candidate waits.
type Waits struct{ Dream, Item string }

// DecideByRules decides on a candidate in the name of a night.
func (d *Diary) DecideByRules(w Waits, v persona.Decision, by Record) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, err := d.Read(w.Dream)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(r.Changes, func(c Change) bool { return c.ID == w.Item && c.State == StatusProposed })
	if i < 0 {
		return nil // decided meanwhile
	}
	c := &r.Changes[i]
	if c.State = StatusLapsed; v == persona.Accept {
		c.State = StatusProposed
		err = d.accept(&r, c, accepting{cause: store.Cause{Kind: store.CauseDream, Ref: by.ID, Note: "candidate accepted"}, at: by.At})
		if BadPage(err) {
			c.State, err = StatusLapsed, nil
		}
	}
	if err != nil {
		return fmt.Errorf("decide on item %s of dream %s: %w", w.Item, w.Dream, err)
	}
	return d.save(r)
}

// An accepting is how a candidate is accepted.
type accepting struct {
	text  string // "" is as proposed
	cause store.Cause
	at    time.Time
}

// accept writes a candidate on its page.
func (d *Diary) accept(r *Record, c *Change, a accepting) error {
	shadow := d.dir.Shadow()
	pages, err := entity.Open(shadow.Dir(), entity.Options{Now: func() time.Time { return a.at }})
	if err != nil {
		return err
	}
	note := entity.Note{Kind: memory.Told, Text: a.text}
	if note.Text == "" && c.After != nil {
		note.Text = *c.After
	}
	for _, e := range c.Evidence {
		note.Sources = append(note.Sources, e.Message)
	}
	slices.Sort(note.Sources)
	note.Sources = slices.Compact(note.Sources)
	w, err := pages.Write(entity.Name(c.Key), note, a.cause)
	if err != nil {
		return err
	}
	drafts := shadow.Pending()
	if err := d.dir.Commit(drafts, a.cause); err != nil {
		return err
	}
	c.State, c.File = StatusApplied, w.File
	for _, draft := range drafts {
		r.Files = append(r.Files, fileChange(stageUndo, draft))
		for _, it := range itemsOf(draft.Name, draft.Before, draft.After) {
			if slices.ContainsFunc(w.Changes, it.change(stageUndo).Is) {
				c.Before, c.After, c.Was, c.Place = it.before, it.after, it.was, it.place
			}
		}
	}
	return nil
}

// BadPage reports whether a page did not take what was to be written, which is
// no fault of the disk.
func BadPage(err error) bool {
	for _, e := range []error{entity.ErrBadName, entity.ErrEmpty, entity.ErrTooLong, entity.ErrBadSource, entity.ErrDamaged, entity.ErrNoPage} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
