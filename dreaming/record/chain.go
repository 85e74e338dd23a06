package record

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"yumori/internal/store"
)

// VersionOf returns the version of a file with these bytes; nil is none.
func VersionOf(data []byte) store.Version {
	if data == nil {
		return ""
	}
	return store.VersionOf(data)
}

// fileChange returns how a draft changes its file.
func fileChange(s Stage, d store.Draft) FileChange {
	return FileChange{
		Stage: s, Name: d.Name, Before: d.Version, After: VersionOf(d.After),
		Edits: splices(d.Before, d.After), Aside: d.Aside,
	}
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

func (c chain) after() store.Version { return c.files[len(c.files)-1].After }

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
		if data, err = f.Backward(data); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// Backward makes the file as it was before the change of the file as it was
// after it; nil is none.
func (f FileChange) Backward(data []byte) ([]byte, error) {
	return f.apply(data, inverse(f.Edits), f.Before)
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

// Unwritten returns what of the changes that stages made of files is not yet on
// disk; store.ErrConflict if a file is neither as before nor as after.
func Unwritten(dir *store.Dir, files []FileChange, stages []Stage) ([]store.Draft, error) {
	var drafts []store.Draft
	for _, c := range chains(files, stages) {
		data, is, err := present(dir, c.name)
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

// Draft notes what a stage would make of files, and returns the changes that
// this is, item by item. They are not in the record yet.
func (r *Record) Draft(s Stage, drafts []store.Draft) []Change {
	var list []item
	for _, d := range drafts {
		r.Files = append(r.Files, fileChange(s, d))
		list = append(list, itemsOf(d.Name, d.Before, d.After)...)
	}
	var changes []Change
	for _, i := range unmoved(list) {
		changes = append(changes, i.change(s))
	}
	return changes
}

// Add puts a change into the record under an id of its own.
func (r *Record) Add(c Change) {
	most := 0
	for _, old := range r.Changes {
		most = max(most, number(old.ID))
	}
	c.ID = fmt.Sprintf("c%d", most+1)
	r.Changes = append(r.Changes, c)
}

func number(id string) (n int) {
	_, _ = fmt.Sscanf(id, "c%d", &n) // 0 for an id that a user wrote
	return n
}

// Withdraw takes out of the record what a stage would have changed, for it is
// done again.
func (r *Record) Withdraw(s Stage) {
	r.Changes = slices.DeleteFunc(r.Changes, func(c Change) bool { return c.Stage == s })
	r.Files = slices.DeleteFunc(r.Files, func(f FileChange) bool { return f.Stage == s })
}
