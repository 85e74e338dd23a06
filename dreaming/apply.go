package dreaming

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"yumori/internal/store"
)

// asOne reports whether the stages are not written one by one.
func (n *night) asOne() bool { return n.req.Mode == DryRun || n.req.Mode == AsOne }

// clean takes out of the shadow what an unfinished stage put there.
func (n *night) clean() error {
	n.mem.shadow.Discard()
	v := n.mem.shadow.Dir()
	for _, name := range slices.Sorted(maps.Keys(n.drafted)) {
		d := n.drafted[name]
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
func (n *night) since(pending []store.Draft) []store.Draft {
	if len(n.drafted) == 0 {
		return pending
	}
	var list []store.Draft
	for _, d := range pending {
		if was, ok := n.drafted[d.Name]; ok {
			if (was.After == nil) == (d.After == nil) && bytes.Equal(was.After, d.After) {
				continue
			}
			d.Before, d.Version, d.Aside = was.After, versionOf(was.After), ""
		}
		list = append(list, d)
	}
	return list
}

// versionOf returns the version of a file with these bytes; nil is none.
func versionOf(data []byte) store.Version {
	if data == nil {
		return ""
	}
	return store.VersionOf(data)
}

// note puts into the record what a stage would change.
func (n *night) note(s Stage, drafts []store.Draft, w *writing) {
	var list []item
	for _, d := range drafts {
		n.rec.Files = append(n.rec.Files, fileChange(s, d))
		list = append(list, itemsOf(d.Name, d.Before, d.After)...)
	}
	for _, i := range unmoved(list) {
		c := i.change(s)
		w.describe(&c)
		n.add(c)
	}
	for _, c := range w.proposals {
		c.Stage = s
		n.add(c)
	}
}

// fileChange returns how a draft changes its file.
func fileChange(s Stage, d store.Draft) FileChange {
	return FileChange{
		Stage: s, Name: d.Name, Before: d.Version, After: versionOf(d.After),
		Edits: splices(d.Before, d.After), Aside: d.Aside,
	}
}

// add puts a change into the record under an id of its own.
func (n *night) add(c Change) {
	most := 0
	for _, old := range n.rec.Changes {
		most = max(most, number(old.ID))
	}
	c.ID = fmt.Sprintf("c%d", most+1)
	n.rec.Changes = append(n.rec.Changes, c)
}

func number(id string) (n int) {
	_, _ = fmt.Sscanf(id, "c%d", &n) // 0 for an id that a hand wrote
	return n
}

// withdraw takes out of the record what a stage would have changed, for it is
// done again.
func (n *night) withdraw(s Stage) {
	n.rec.Changes = slices.DeleteFunc(n.rec.Changes, func(c Change) bool { return c.Stage == s })
	n.rec.Files = slices.DeleteFunc(n.rec.Files, func(f FileChange) bool { return f.Stage == s })
}

// describe adds to a change what the stage knows of it. A part of a text has
// no key: it is known by what it says.
func (w *writing) describe(c *Change) {
	for _, m := range w.marks {
		if m.key == "" || c.Key != "" && c.Key != m.key || c.Key == "" && !holds(c.After, m.key) && !holds(c.Before, m.key) {
			continue
		}
		if m.kind != "" {
			c.Kind = m.kind
		}
		if m.title != "" {
			c.Title = oneLine(m.title)
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
	n.rec.State = StatusRunning
	applied := map[Stage]bool{}
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; s.State == StatusApplied {
			applied[s.Name], s.State = true, StatusProposed
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
			s.State = StatusApplied
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
	var stages []Stage
	for _, s := range n.rec.Stages {
		if s.State == StatusProposed {
			stages = append(stages, s.Name)
		}
	}
	if len(stages) == 0 {
		return nil
	}
	drafts, err := n.missing(stages)
	state := StatusApplied
	cause := store.Cause{Kind: store.CauseDream, Ref: n.rec.ID}
	switch {
	case err == nil:
		err = n.p.deps.Dir.Commit(drafts, cause)
	case errors.Is(err, store.ErrConflict):
		state = StatusThought
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
		if state == StatusThought {
			s.Cursor = nil
			n.withdraw(s.Name)
		}
	}
	return nil
}

// missing returns what of the stages' files is not yet written; ErrConflict if
// one of them is neither as before nor as after.
func (n *night) missing(stages []Stage) ([]store.Draft, error) {
	var drafts []store.Draft
	for _, c := range chains(n.rec.Files, stages) {
		data, is, err := present(n.p.deps.Dir, c.name)
		if err != nil {
			return nil, err
		}
		if is == c.after() {
			continue
		}
		aside := c.files[0].Aside
		if is != c.before() && (aside == "" || is != "") {
			return nil, store.ErrConflict
		}
		if is != c.before() { // put aside, and not yet written anew
			data, aside = c.old(), ""
		}
		after, err := c.forward(data)
		if err != nil {
			return nil, store.ErrConflict // its record is damaged
		}
		drafts = append(drafts, store.Draft{Name: c.name, Before: data, Version: is, After: after, Aside: aside})
	}
	return drafts, nil
}

// present returns what a file is now; nil and "" if it is not there. One that
// is no file to be read has no version either.
func present(d *store.Dir, name string) ([]byte, store.Version, error) {
	data, err := d.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, store.ErrUnreadable):
		return nil, "", nil
	case err != nil:
		return nil, "", fmt.Errorf("read %s: %w", name, err)
	}
	if data == nil {
		data = []byte{}
	}
	return data, store.VersionOf(data), nil
}

// A chain is what was done to one file, in order.
type chain struct {
	name  string
	files []FileChange
}

// chains sorts changes by their files, those of the stages alone.
func chains(files []FileChange, stages []Stage) []chain {
	var list []chain
	for _, f := range files {
		if stages != nil && !slices.Contains(stages, f.Stage) {
			continue
		}
		i := slices.IndexFunc(list, func(c chain) bool { return c.name == f.Name })
		if i < 0 {
			list = append(list, chain{name: f.Name})
			i = len(list) - 1
		}
		list[i].files = append(list[i].files, f)
	}
	return list
}

func (c chain) before() store.Version { return c.files[0].Before }
func (c chain) after() store.Version  { return c.files[len(c.files)-1].After }

// old returns the bytes that the chain's first edits take out: all of a file
// that was put aside.
func (c chain) old() []byte {
	var b []byte
	for _, e := range c.files[0].Edits {
		b = append(b, e.Old...)
	}
	return b
}

// forward makes the file as after of the file as before; nil is none.
func (c chain) forward(data []byte) ([]byte, error) {
	for _, f := range c.files {
		var err error
		if data, err = f.apply(data, f.Edits, f.After); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// backward makes the file as before of the file as after.
func (c chain) backward(data []byte) ([]byte, error) {
	for _, f := range slices.Backward(c.files) {
		var err error
		if data, err = f.apply(data, inverse(f.Edits), f.Before); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// apply puts edits into data and holds the result to its version.
func (f FileChange) apply(data []byte, edits []Splice, want store.Version) ([]byte, error) {
	out, err := spliced(data, edits)
	if err != nil {
		return nil, err
	}
	if want == "" && len(out) == 0 {
		return nil, nil
	}
	if store.VersionOf(out) != want {
		return nil, errSplice
	}
	if out == nil {
		out = []byte{}
	}
	return out, nil
}
