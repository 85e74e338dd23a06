package record

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"
)

// takenBack returns a file without a change, or errNeither and what is there
// now of the item. One that a later dream moved to an archive is looked for
// there.
func (u *undoing) takenBack(c Change, data []byte) (back []byte, now *string, err error) {
	back, err = c.takeBack(data)
	if err != nil {
		now = c.present(data)
	}
	gone := err == nil && c.Before == nil && VersionOf(back) == VersionOf(data)
	if !gone && (!errors.Is(err, errNeither) || now != nil) {
		return back, now, err
	}
	f, ok, ferr := u.archived(c)
	switch {
	case ferr != nil:
		return nil, nil, ferr
	case !ok:
		return back, now, err
	case !gone && c.same(f.says, *c.After):
		back, err = u.outOf(f, c, data)
		return back, nil, err
	}
	return nil, text(f.says), errNeither
}

// A filed is an item that is in an archive.
type filed struct {
	file string
	says string
	leaf leaf // of JSON
}

// archived finds an item that is in its file no longer because a later dream
// moved it to an archive; ok is false if it is in none.
func (u *undoing) archived(c Change) (f filed, ok bool, err error) {
	if c.After == nil || c.at() == heldFile {
		return f, false, nil
	}
	id := cmp.Or(c.Key, idOf(*c.After))
	dir, base := path.Split(c.File)
	stem := strings.TrimSuffix(base, path.Ext(base)) + "_archived_"
	if id == "" {
		return f, false, nil
	}
	entries, err := u.dir.List(strings.TrimSuffix(dir, "/"))
	if err != nil {
		return f, false, fmt.Errorf("look for archives of %s: %w", c.File, err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name, stem) || path.Ext(e.Name) != path.Ext(base) {
			continue
		}
		f.file = dir + e.Name
		data, err := u.file(f.file)
		if err != nil {
			return f, false, err
		}
		if c.Key == "" {
			for _, unit := range units(data) {
				if f.says = string(unit); idOf(f.says) == id {
					return f, true, nil
				}
			}
			continue
		}
		if v, err := scanJSON(data); err == nil {
			if l, ok := c.leafIn(leaves(data, v, "")); ok {
				f.leaf, f.says = l, l.at.raw(data)
				return f, true, nil
			}
		}
	}
	return f, false, nil
}

// outOf takes an item out of an archive and returns its file with what it was
// before the change.
func (u *undoing) outOf(f filed, c Change, data []byte) ([]byte, error) {
	v, err := scanJSON(data)
	if err != nil || c.Before == nil || !f.leaf.in {
		return nil, errNeither
	}
	back, err := c.putBack(data, v)
	if err != nil {
		return nil, err
	}
	from, err := u.file(f.file)
	if err != nil {
		return nil, err
	}
	u.data[f.file] = takenOut(from, f.leaf)
	return back, nil
}
