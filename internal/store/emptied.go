package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// emptiedFor is how long a file that was set aside empty is told of.
const emptiedFor = 30 * 24 * time.Hour

// An EmptiedFile is one that holds nothing although it did. What it held last is
// in the history, from where Dir.Restore brings it back.
type EmptiedFile struct {
	Name     string
	Aside    string // where it was put; "" it is in its place
	LastGood Past   // the newest version that held something
}

// EmptiedFiles returns the files that lost what was in them outside of the
// program: by a disk that was full or lost its power, or by a hand. JSON of no
// bytes cannot be used, and what somebody wrote since it was set aside is no
// older version of it; a text of none is taken as it is, since its user may want
// it so, and is told of all the same. One that was emptied in the program is not
// among them, and neither is one that was restored. Cost: a look at every file,
// and the history of those that are empty.
func (d *Dir) EmptiedFiles(ctx context.Context) ([]EmptiedFile, error) {
	found, err := d.emptiedIn(ctx, ".")
	aside, aerr := d.emptiedAside(ctx)
	return append(found, aside...), wrap("look for emptied files of", d.path, errors.Join(err, aerr))
}

// emptiedIn looks in a folder and below it.
func (d *Dir) emptiedIn(ctx context.Context, dir string) (found []EmptiedFile, err error) {
	infos, err := d.readDir(dir)
	if err != nil {
		return nil, err
	}
	for _, fi := range infos {
		name := path.Join(dir, fi.Name())
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case strings.HasPrefix(fi.Name(), ".") || !d.scope.owns(name):
		case fi.IsDir():
			below, berr := d.emptiedIn(ctx, name)
			found, err = append(found, below...), errors.Join(err, berr)
		case fi.Mode().IsRegular() && fi.Size() == 0 && d.scope.keeps(name):
			list, herr := d.hist.list(name)
			err = errors.Join(err, herr)
			if len(list) > 0 && list[0].Cause.Kind != CauseOutside {
				continue
			}
			if good, ok := lastFull(list); ok {
				found = append(found, EmptiedFile{Name: name, LastGood: good})
			}
		}
	}
	return found, err
}

// emptiedAside looks at what was set aside.
func (d *Dir) emptiedAside(ctx context.Context) (found []EmptiedFile, err error) {
	infos, err := d.readDir(quarantineDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, fi := range infos {
		aside := path.Join(quarantineDir, fi.Name())
		if ctx.Err() != nil || !fi.Mode().IsRegular() || fi.Size() > 0 {
			continue
		}
		var w why
		data, rerr := readRegular(d.disk.root, aside+whyExt, MaxFile)
		if rerr != nil || json.Unmarshal(data, &w) != nil || d.check(w.Name) != nil || d.now().Sub(w.Time) > emptiedFor {
			continue // nobody knows what it was, or everybody by now
		}
		list, herr := d.hist.list(w.Name)
		err = errors.Join(err, herr)
		good, ok := fullBefore(list)
		if now, serr := d.disk.root.Lstat(w.Name); !ok || serr == nil && now.Size() >= good.Size {
			continue
		}
		found = append(found, EmptiedFile{Name: w.Name, Aside: aside, LastGood: good})
	}
	return found, err
}

// lastFull returns the newest version of a list, newest first, that holds
// something.
func lastFull(list []Past) (Past, bool) {
	i := slices.IndexFunc(list, func(p Past) bool { return p.Size > 0 })
	if i < 0 {
		return Past{}, false
	}
	return list[i], true
}

// fullBefore is lastFull of what was before the newest version that holds
// nothing. It goes by the order, for clocks are set back.
func fullBefore(list []Past) (Past, bool) {
	i := slices.IndexFunc(list, func(p Past) bool { return p.Size == 0 })
	return lastFull(list[max(i, 0):])
}

// emptied tells of the emptied files.
func (c *checker) emptied() {
	found, err := c.d.EmptiedFiles(c.ctx)
	if err != nil && c.ctx.Err() == nil {
		c.add("", "%v", err)
	}
	for _, e := range found {
		c.add(e.Name, "%s", e)
	}
}

// String says what is wrong and what the history has.
func (e EmptiedFile) String() string {
	what := "is empty, and was not emptied in Yumori"
	if e.Aside != "" {
		what = "was found empty and set aside as " + e.Aside
	}
	return what + "; its history has the version of " + e.LastGood.Time.Format(time.RFC3339)
}
