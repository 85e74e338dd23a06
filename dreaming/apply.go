package dreaming

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"yumori/dreaming/record"
	"yumori/internal/store"
)

// asOne reports whether the stages are not written one by one.
func (req Request) asOne() bool { return req.Mode == DryRun || req.Mode == AsOne }

// A drafted is what is in the shadow of a dream that is written as one, by its
// file.
type drafted map[string]store.Draft

// restore takes out of a shadow what an unfinished stage put there.
func (l drafted) restore(shadow *store.Shadow) error {
	shadow.Discard()
	v := shadow.Dir()
	for _, name := range slices.Sorted(maps.Keys(l)) {
		d := l[name]
		var err error
		if d.After == nil {
			err = v.Remove(name, store.Cause{})
		} else {
			err = v.Write(name, d.After, store.Cause{})
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("prepare stage: %w", err)
		}
	}
	return nil
}

// since returns what is pending in the shadow beyond what the stages before
// put there, from their results on.
func (l drafted) since(pending []store.Draft) []store.Draft {
	if len(l) == 0 {
		return pending
	}
	var list []store.Draft
	for _, d := range pending {
		if was, ok := l[d.Name]; ok {
			if (was.After == nil) == (d.After == nil) && bytes.Equal(was.After, d.After) {
				continue
			}
			d.Before, d.Version, d.Aside = was.After, record.VersionOf(was.After), ""
		}
		list = append(list, d)
	}
	return list
}

// note puts into the record what a stage would change.
func (n *night) note(s record.Stage, drafts []store.Draft, w *writing) {
	for _, c := range n.rec.Draft(s, drafts) {
		w.describe(&c)
		n.rec.Add(c)
	}
	for _, c := range w.proposals {
		c.Stage = s
		n.rec.Add(c)
	}
}

// describe adds to a change what the stage knows of it.
func (w *writing) describe(c *record.Change) {
	for _, m := range w.marks {
		if !c.Is(m.of) {
			continue
		}
		if m.title != "" {
			c.Title = record.OneLine(m.title)
		}
		for _, e := range m.evidence {
			if !slices.Contains(c.Evidence, e) {
				c.Evidence = append(c.Evidence, e)
			}
		}
	}
}

// together writes at its end a dream that is written as one.
func (n *night) together() error {
	if n.req.Mode != AsOne {
		return nil
	}
	drafts := n.mem.shadow.Pending()
	if len(drafts) == 0 {
		return nil
	}
	ended := n.rec.State
	n.rec.State = record.StatusRunning
	applied := map[record.Stage]bool{}
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; s.State == record.StatusApplied {
			applied[s.Name], s.State = true, record.StatusProposed
		}
	}
	if err := n.save(); err != nil {
		return err
	}
	cause := store.Cause{Kind: store.CauseDream, Ref: n.rec.ID}
	if err := n.p.deps.Alone(func() error { return n.p.deps.Dir.Commit(drafts, cause) }); err != nil {
		return fmt.Errorf("write dream %s: %w", n.rec.ID, err)
	}
	n.mem.shadow.Discard()
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; applied[s.Name] {
			s.State = record.StatusApplied
		}
	}
	n.rec.State = ended
	return nil
}

// redo goes on with stages that were about to be written when the dream was
// broken off: a file that is as before gets the change, one that is as after
// has it. Where somebody else wrote since, what is there of the stages is
// taken back, and they are done again.
func (n *night) redo() error {
	var stages []record.Stage
	for _, s := range n.rec.Stages {
		if s.State == record.StatusProposed {
			stages = append(stages, s.Name)
		}
	}
	if len(stages) == 0 {
		return nil
	}
	drafts, err := record.Unwritten(n.p.deps.Dir, n.rec.Files, stages)
	state := record.StatusApplied
	cause := store.Cause{Kind: store.CauseDream, Ref: n.rec.ID}
	switch {
	case err == nil:
		err = n.p.deps.Dir.Commit(drafts, cause)
	case errors.Is(err, store.ErrConflict):
		state = record.StatusThought
		err = n.takeBack(stages)
	}
	if err != nil {
		return fmt.Errorf("go on with what was being written: %w", err)
	}
	for i := range n.rec.Stages {
		s := &n.rec.Stages[i]
		if !slices.Contains(stages, s.Name) {
			continue
		}
		s.State = state
		if state == record.StatusThought {
			s.Cursor = nil
			n.rec.Withdraw(s.Name)
		}
	}
	return nil
}

// takeBack takes out of the files what is there of stages that were being
// written, so that they can be done again. What is in conflict stays.
func (n *night) takeBack(stages []record.Stage) error {
	conflicts, err := record.TakeBack(n.p.deps.Dir, n.rec, stages)
	for _, c := range conflicts {
		n.problem(c.Stage, "changed by somebody else while it was written: "+c.Title)
	}
	return err
}
