package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/internal/store"
)

// stageUndo is the Stage of what was done to files after the dream: items
// taken back, candidates accepted.
const stageUndo Stage = "undo"

// An Undone is what an undo did.
type Undone struct {
	Record Record
	Files  []string // that are byte for byte as before the dream
	Items  []string // ids of changes that were taken back by themselves
	// Conflicts are the changes that could not be: what is there now is
	// neither what the dream made nor what was before. Nothing of them was
	// written; Change.Now has the third version.
	Conflicts []Change
}

// Undo takes a dream back, or one item of it when item is not "". Each file
// that is as the dream left it gets the bytes it had before; in others, item
// by item, what is as the dream left it. The rest is in conflict, and left.
// To undo again changes nothing. ErrDreaming says that the dream is not at its
// end. Nobody else may write to the folder meanwhile, else store.ErrConflict.
func (d *Diary) Undo(ctx context.Context, id, item string) (Undone, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.undo(ctx, id, item)
}

func (d *Diary) undo(ctx context.Context, id, item string) (Undone, error) {
	r, err := d.Read(id)
	if err != nil {
		return Undone{}, err
	}
	if r.State == StatusRunning {
		return Undone{Record: r}, fmt.Errorf("undo dream %s: %w", id, ErrDreaming)
	}
	u := undoing{dir: d.dir, rec: &r, data: map[string][]byte{}, was: map[string][]byte{}}
	if item == "" {
		err = u.all(ctx)
	} else {
		err = u.one(item)
	}
	if err == nil {
		err = u.commit(store.Cause{Kind: store.CauseRestore, Ref: id, Note: "dream undone"})
	}
	if err != nil {
		return Undone{Record: r}, fmt.Errorf("undo dream %s: %w", id, err)
	}
	r.settle()
	if err := d.save(r); err != nil {
		return Undone{Record: r}, err
	}
	u.out.Record = r
	return u.out, nil
}

// settle says what state a dream is in after some of it was undone.
func (r *Record) settle() {
	open, gone := 0, 0
	for _, c := range r.Changes {
		switch c.State {
		case StatusUndone, StatusRefused:
			gone++
		default:
			open++
		}
	}
	switch {
	case gone > 0 && open == 0:
		r.State = StatusUndone
	case gone > 0:
		r.State = StatusPartly
	}
}

// An undoing is an undo under way. Nothing is on disk before its commit.
type undoing struct {
	dir  *store.Dir
	rec  *Record
	data map[string][]byte // files as they will be, as far as they were looked at
	was  map[string][]byte // as they are
	out  Undone
}

// file returns a file as it will be.
func (u *undoing) file(name string) ([]byte, error) {
	if data, ok := u.data[name]; ok {
		return data, nil
	}
	data, _, err := present(u.dir, name)
	if err != nil {
		return nil, err
	}
	u.data[name], u.was[name] = data, data
	return data, nil
}

// all takes back everything, file by file.
func (u *undoing) all(ctx context.Context) error {
	for _, c := range chains(u.rec.Files, nil) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := u.chain(c); err != nil {
			return err
		}
	}
	for i := range u.rec.Changes {
		if c := &u.rec.Changes[i]; c.State == StatusProposed {
			c.State = StatusUndone
		}
	}
	return nil
}

// chain takes back what was done to one file.
func (u *undoing) chain(c chain) error {
	data, err := u.file(c.name)
	if err != nil {
		return err
	}
	is := VersionOf(data)
	if is == c.after() && is != c.before() {
		if back, err := c.backward(data); err == nil {
			u.data[c.name] = back
			is = c.before()
		}
	}
	if is == c.before() {
		u.out.Files = append(u.out.Files, c.name)
		for i := range u.rec.Changes {
			if ch := &u.rec.Changes[i]; ch.at() == c.name && ch.undoable() {
				ch.State, ch.Now = StatusUndone, nil
			}
		}
		return nil
	}
	for i := range slices.Backward(u.rec.Changes) {
		if ch := &u.rec.Changes[i]; ch.at() == c.name && ch.undoable() {
			if err := u.item(ch); err != nil {
				return err
			}
		}
	}
	return nil
}

// at returns the file that a change is in: one that is held waits in another
// than it is for.
func (c Change) at() string {
	if c.Kind == KindHeld && c.State == StatusHeld {
		return heldFile
	}
	return c.File
}

// undoable reports whether a change is on disk, or waits there. What an older
// version of this program held and was accepted is known by no place.
func (c Change) undoable() bool {
	if c.Kind == KindHeld && c.State == StatusApplied && c.File == heldFile {
		return false
	}
	return c.State == StatusApplied || c.State == StatusHeld || c.State == StatusConflict
}

// one takes back one item.
func (u *undoing) one(id string) error {
	i := slices.IndexFunc(u.rec.Changes, func(c Change) bool { return c.ID == id })
	if i < 0 {
		return fmt.Errorf("item %q: %w", id, ErrNoItem)
	}
	c := &u.rec.Changes[i]
	if c.State == StatusProposed {
		c.State = StatusUndone
		u.out.Items = append(u.out.Items, c.ID)
		return nil
	}
	if !c.undoable() {
		return nil
	}
	alone := !slices.ContainsFunc(u.rec.Changes, func(o Change) bool { return o.ID != id && o.at() == c.at() && o.undoable() })
	for _, ch := range chains(u.rec.Files, nil) {
		if ch.name == c.at() && alone {
			return u.chain(ch)
		}
	}
	return u.item(c)
}

// item takes back one item by itself.
func (u *undoing) item(c *Change) error {
	data, err := u.file(c.at())
	if err != nil {
		return err
	}
	back, now, err := u.takenBack(*c, data)
	if errors.Is(err, errNeither) {
		c.State, c.Now = StatusConflict, now
		u.out.Conflicts = append(u.out.Conflicts, *c)
		return nil
	}
	if err != nil {
		return err
	}
	if c.Before == nil && onlyHeadings(back) && u.made(c.File) {
		back = nil
	}
	u.data[c.at()] = back
	c.State, c.Now = StatusUndone, nil
	u.out.Items = append(u.out.Items, c.ID)
	return nil
}

// made reports whether a file was not there before the dream.
func (u *undoing) made(name string) bool {
	for _, c := range chains(u.rec.Files, nil) {
		if c.name == name {
			return c.before() == ""
		}
	}
	return false
}

// onlyHeadings reports whether a text has nothing left to say.
func onlyHeadings(data []byte) bool {
	if len(data) == 0 || scanned(data) {
		return false
	}
	for _, u := range units(data) {
		if !heading(u) && len(bytes.TrimSpace(u)) > 0 {
			return false
		}
	}
	return true
}

func scanned(data []byte) bool {
	_, err := scanJSON(data)
	return err == nil
}

// present returns what of an item is in a file now, nil if nothing: the
// element of its id, or of a text the unit that resembles it most.
func (c Change) present(data []byte) *string {
	if v, err := scanJSON(data); err == nil && c.Key != "" {
		if l, ok := c.leafIn(leaves(data, v, "")); ok {
			return text(l.at.raw(data))
		}
		return nil
	}
	best, score := -1, 0.3
	list := units(data)
	for i, u := range list {
		for _, version := range []*string{c.After, c.Before} {
			if version == nil {
				continue
			}
			if s := similarity(*version, string(u)); s > score {
				best, score = i, s
			}
		}
	}
	if best < 0 {
		return nil
	}
	return text(string(list[best]))
}

// commit writes the files, and notes in the record what was done to them.
func (u *undoing) commit(cause store.Cause) error {
	var drafts []store.Draft
	for name, after := range u.data {
		before := u.was[name]
		if VersionOf(before) == VersionOf(after) {
			continue
		}
		drafts = append(drafts, store.Draft{Name: name, Before: before, Version: VersionOf(before), After: after})
	}
	slices.SortFunc(drafts, func(a, b store.Draft) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	if err := u.dir.Commit(drafts, cause); err != nil {
		return err
	}
	for _, d := range drafts {
		u.note(d)
	}
	return nil
}

// note puts into the record what was done to a file, if that goes on from what
// the record has of it.
func (u *undoing) note(d store.Draft) {
	for _, c := range chains(u.rec.Files, nil) {
		if c.name == d.Name && c.after() == d.Version {
			u.rec.Files = append(u.rec.Files, fileChange(stageUndo, d))
		}
	}
}

// TakeBack takes out of the files what is there of stages that were being
// written, so that they can be done again. What is in conflict stays and is
// returned. The record is not changed.
func TakeBack(dir *store.Dir, r Record, stages []Stage) ([]Change, error) {
	r.Changes = slices.DeleteFunc(slices.Clone(r.Changes), func(c Change) bool { return !slices.Contains(stages, c.Stage) })
	r.Files = slices.DeleteFunc(slices.Clone(r.Files), func(f FileChange) bool { return !slices.Contains(stages, f.Stage) })
	u := undoing{dir: dir, rec: &r, data: map[string][]byte{}, was: map[string][]byte{}}
	for _, c := range chains(r.Files, nil) {
		if err := u.chain(c); err != nil {
			return nil, err
		}
	}
	return u.out.Conflicts, u.commit(store.Cause{Kind: store.CauseDream, Ref: r.ID, Note: "done again"})
}
