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
// program: by a disk that was full or lost its power, or by a user. JSON of no
// bytes cannot be used, and what somebody wrote since it was set aside is no
// older version of it; a text of none is taken as it is, since its user may want
// it so, and is told of all the same. One that was emptied in the program is not
// among them, and neither is one that was restored. Cost: a look at every file,
// and the history of those that are empty.
func (d *Dir) EmptiedFiles(ctx context.Context) ([]EmptiedFile, error) {
	s := &emptiedSearch{d: d, ctx: ctx}
	s.folder(".")
	s.aside()
	return s.found, wrap("look for emptied files of", d.path, s.err)
}

// An emptiedSearch collects the files that lost what was in them.
type emptiedSearch struct {
	d     *Dir
	ctx   context.Context //nolint:containedctx // lives as long as one call
	found []EmptiedFile
	err   error
}

// past is the history of a file, as far as it can be read.
func (s *emptiedSearch) past(name string) []Past {
	list, err := s.d.hist.list(name)
	s.err = errors.Join(s.err, err)
	return list
}

// folder looks in a folder and below it.
func (s *emptiedSearch) folder(dir string) {
	infos, err := s.d.disk.readDir(dir)
	s.err = errors.Join(s.err, err)
	for _, fi := range infos {
		name := path.Join(dir, fi.Name())
		switch {
		case s.ctx.Err() != nil:
			s.err = s.ctx.Err()
			return
		case strings.HasPrefix(fi.Name(), ".") || !s.d.scope.owns(name):
		case fi.IsDir():
			s.folder(name)
		case fi.Mode().IsRegular() && fi.Size() == 0 && s.d.scope.keeps(name):
			list := s.past(name)
			if len(list) > 0 && list[0].Cause.Kind != CauseOutside {
				continue
			}
			if good, ok := lastFull(list); ok {
				s.found = append(s.found, EmptiedFile{Name: name, LastGood: good})
			}
		}
	}
}

// aside looks at what was set aside.
func (s *emptiedSearch) aside() {
	root := s.d.disk.root
	infos, err := s.d.disk.readDir(quarantineDir)
	if !errors.Is(err, fs.ErrNotExist) {
		s.err = errors.Join(s.err, err)
	}
	for _, fi := range infos {
		aside := path.Join(quarantineDir, fi.Name())
		if s.ctx.Err() != nil || !fi.Mode().IsRegular() || fi.Size() > 0 {
			continue
		}
		var w why
		data, err := readRegular(root, aside+whyExt, MaxFile)
		if err != nil || json.Unmarshal(data, &w) != nil || s.d.scope.check(w.Name) != nil || s.d.now().Sub(w.Time) > emptiedFor {
			continue // nobody knows what it was, or everybody by now
		}
		good, ok := fullBefore(s.past(w.Name))
		if now, err := root.Lstat(w.Name); !ok || err == nil && now.Size() >= good.Size {
			continue
		}
		s.found = append(s.found, EmptiedFile{Name: w.Name, Aside: aside, LastGood: good})
	}
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
