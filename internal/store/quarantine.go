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

const (
	// quarantineDir holds what could not be used, as it was found.
	quarantineDir = ".quarantine"

	// whyExt ends the file beside a quarantined one that says why it is there:
	// {"name": "goals.json", "reason": "…", "time": "…"}.
	whyExt = ".why.json"
)

// Set is a file that was set aside because it cannot be used.
type Set struct {
	Path     string // where it is now, inside the Dir
	LastGood *Past  // the newest version in the history with another content; nil if none
}

type why struct {
	Name   string    `json:"name"`
	Reason string    `json:"reason"`
	Time   time.Time `json:"time"`
}

// Quarantine moves a file that its owner cannot use out of the way, byte by byte
// as it is, to ".quarantine/<time>-<name>", with the reason beside it; whatever
// has the file's name is moved, a pipe as well as a folder. Afterwards the name
// is free. LastGood is what the caller may offer to restore; that its content
// can be used is for the caller to see.
func (d *Dir) Quarantine(name string, reason string) (Set, error) {
	if err := d.scope.check(name); err != nil {
		return Set{}, err
	}
	if d.over != nil {
		set, err := d.over.quarantine(name, reason)
		return set, wrap("quarantine", name, err)
	}
	bad, verr := d.disk.versionOfFile(name)
	d.mu.Lock()
	set, err := d.setAside(name, reason)
	d.mu.Unlock()
	if err != nil {
		return Set{}, wrap("quarantine", name, err)
	}
	d.log.Warn("store: file set aside", "dir", d.path, "name", name, "aside", set.Path, "reason", reason)
	list, err := d.hist.list(name)
	if err != nil {
		d.log.Warn("store: no last good version", "dir", d.path, "name", name, "err", err)
	}
	for _, p := range list {
		if p.Version != "" && (verr != nil || p.Version != bad) {
			set.LastGood = &p
			break
		}
	}
	return set, nil
}

// setAside moves a file out of the way. d.mu is held.
func (d *Dir) setAside(name, reason string) (Set, error) {
	if d.closed {
		return Set{}, fs.ErrClosed
	}
	root := d.disk.root
	if _, err := d.disk.lstat(name); err != nil {
		return Set{}, err
	}
	if err := d.disk.mkdirAll(quarantineDir); err != nil {
		return Set{}, err
	}
	base := strings.ReplaceAll(name, "/", "_")
	base = strings.ToValidUTF8(base[max(0, len(base)-150):], "") // the end tells most, and there must be room for the rest
	to, err := d.disk.freeName(path.Join(quarantineDir, d.now().Format(timeInName)+"-"+base))
	if err != nil {
		return Set{}, err
	}
	if data, err := json.Marshal(why{Name: name, Reason: reason, Time: d.now()}); err == nil {
		if _, err := d.disk.replace(to+whyExt, strings.NewReader(string(data))); err != nil {
			return Set{}, err
		}
	}
	if err := d.disk.ops.rename(root, name, to); err != nil {
		_ = d.disk.ops.remove(root, to+whyExt) // it explains nothing now
		return Set{}, err
	}
	return Set{Path: to}, errors.Join(d.disk.ops.syncDir(root, quarantineDir), d.disk.ops.syncDir(root, path.Dir(name)))
}

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
		data, err := s.d.disk.readRegular(aside+whyExt, MaxFile)
		if err != nil || json.Unmarshal(data, &w) != nil || s.d.scope.check(w.Name) != nil || s.d.now().Sub(w.Time) > emptiedFor {
			continue // nobody knows what it was, or everybody by now
		}
		good, ok := fullBefore(s.past(w.Name))
		if now, err := s.d.disk.lstat(w.Name); !ok || err == nil && now.Size() >= good.Size {
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
