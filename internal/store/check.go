package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// Problem is one finding of a check.
type Problem struct {
	Name    string // the file or folder, inside the Dir; "" is the Dir itself
	What    string // what is wrong, in English, for a log or an expert
	Fixable bool   // the next start, or a chmod, mends it without loss
}

// Check looks at everything the store promises about the Dir, and changes
// nothing: who may read it, leftovers, names, journals, the history with every
// version in it, what waits for it, the manifest of Changes, and files that lost
// what was in them. No findings is
// the normal state. Cost: it reads everything.
func (d *Dir) Check(ctx context.Context) []Problem {
	c := &checker{d: d, ctx: ctx}
	if fi, err := d.disk.root.Stat("."); err != nil {
		c.add("", "%v", err)
	} else if tooOpen(fi) {
		c.fixable("", "others than its owner may look into it (mode %v)", fi.Mode().Perm())
	}
	c.folder(".")
	c.pendings()
	c.history()
	c.manifest()
	c.emptied()
	if c.exists(creatingFile) && c.exists(profileFile) {
		c.fixable(creatingFile, "persona is still marked as unfinished")
	}
	if err := ctx.Err(); err != nil {
		c.add("", "not checked to the end: %v", err)
	}
	return c.found
}

// checker collects the findings of one check.
type checker struct {
	d     *Dir
	ctx   context.Context //nolint:containedctx // lives as long as one call
	found []Problem
}

func (c *checker) add(name, format string, args ...any) {
	p := Problem{Name: name, What: fmt.Sprintf(format, args...)}
	if !slices.Contains(c.found, p) {
		c.found = append(c.found, p)
	}
}

// unread tells that something is there that cannot be looked at. Where a file has the
// place of its folder it is not there.
func (c *checker) unread(name string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		c.add(name, "cannot be read: %v", err)
	}
}

func (c *checker) fixable(name, format string, args ...any) {
	c.found = append(c.found, Problem{Name: name, What: fmt.Sprintf(format, args...), Fixable: true})
}

func (c *checker) exists(name string) bool {
	_, err := c.d.disk.lstat(name)
	c.unread(name, err)
	return err == nil
}

// folder checks what is in a folder and below it, hidden things included.
func (c *checker) folder(dir string) {
	infos, err := c.d.disk.readDir(dir)
	if err != nil {
		c.add(dir, "cannot be listed: %v", err)
		return
	}
	for _, fi := range infos {
		name := path.Join(dir, fi.Name())
		if c.ctx.Err() != nil {
			return
		}
		if !c.d.scope.owns(name) && name != keysFile {
			continue
		}
		c.entry(name, fi)
		if fi.IsDir() && !strings.HasPrefix(name, repoDir) { // git's own is checked as git
			c.folder(name)
		}
	}
}

// entry checks one file or folder by its name and mode, and a journal inside.
func (c *checker) entry(name string, fi fs.FileInfo) {
	base := fi.Name()
	hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(base, ".")
	switch {
	case !fi.IsDir() && !fi.Mode().IsRegular():
		c.add(name, "is neither a file nor a folder (%v): it is left alone", fi.Mode().Type())
		return
	case strings.HasPrefix(base, tempPrefix):
		if !strings.HasPrefix(base, c.d.disk.temps.token) { // else it is being written
			c.fixable(name, "unfinished file of an earlier run")
		}
		return
	case tooOpen(fi) && (!hidden || !strings.Contains(name, "/")):
		c.fixable(name, "others than its owner may read it (mode %v)", fi.Mode().Perm())
	}
	if hidden {
		return
	}
	if why := badElement(base); why != "" {
		c.add(name, "name cannot be used (%s): it is ignored", why)
	}
	if path.Ext(base) == journalExt && !fi.IsDir() && !brought(name) {
		c.journal(name, fi.Size())
	}
}

// journal checks that every line of a journal is one, and whole.
func (c *checker) journal(name string, size int64) {
	c.d.mu.Lock()
	j := c.d.journals[name]
	c.d.mu.Unlock()
	valid := func(line []byte) error {
		if !utf8.Valid(line) {
			return errors.New("not UTF-8")
		}
		return nil
	}
	if j == nil {
		j = &Journal{d: c.d, name: name, size: size} // for reading only
	} else if j.valid != nil {
		valid = j.valid
	}
	bad, first := 0, ""
	end := int64(0)
	for line, err := range j.Forward(0) {
		if err == nil {
			end = line.Offset + int64(len(line.Data)) + 1
			err = valid(line.Data)
		}
		if err != nil {
			if bad++; bad == 1 {
				first = fmt.Sprintf("at byte %d: %v", line.Offset, err)
			}
		}
	}
	if bad > 0 {
		c.add(name, "%d lines make no sense, the first %s", bad, first)
	}
	if end > size {
		c.fixable(name, "last line is not whole")
	}
}

// pendings checks what waits for the history.
func (c *checker) pendings() {
	c.d.hist.git.Lock() // no commit meanwhile
	defer c.d.hist.git.Unlock()
	infos, err := c.d.disk.readDir(pendingDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.add(pendingDir, "cannot be listed: %v", err)
	}
	h := &c.d.hist.ledgers
	h.mu.Lock() // nothing is half written
	defer h.mu.Unlock()
	for _, fi := range infos {
		name := path.Join(pendingDir, fi.Name())
		raw, err := c.d.disk.readRegular(name, math.MaxInt64)
		switch {
		case errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(name, newExt):
			continue // the next start looks at it
		case err == nil && strings.HasSuffix(name, ledgerExt):
			_, _, err = scanLedger(raw)
		case err == nil:
			_, _, err = decodePending(raw)
		}
		if err != nil {
			c.add(name, "a version that waits for the history is damaged: %v", err)
		}
	}
}

// history checks that every version in the history is what it says.
func (c *checker) history() {
	h := c.d.hist
	if !c.exists(repoDir) {
		return
	}
	h.git.Lock()
	defer h.git.Unlock()
	err := h.try(func(r *repo) error {
		for rec, err := range r.records() {
			if err != nil {
				return err
			}
			for name, p := range rec.files {
				if c.ctx.Err() != nil {
					return nil
				}
				if p.Version == "" {
					continue
				}
				data, err := r.content(rec.hash, name)
				if err != nil || VersionOf(data) != p.Version {
					c.add(name, "version %.8s of %v in the history is damaged: %v", p.Version, p.Time, err)
				}
			}
		}
		return c.newest(r)
	})
	if err != nil {
		c.add(repoDir, "history cannot be read to its end: %v", err)
	}
}

// newest checks that what the history thinks it has it does have.
func (c *checker) newest(r *repo) error {
	h := c.d.hist
	c.d.mu.Lock() // no write meanwhile
	defer c.d.mu.Unlock()
	h.mu.Lock()
	known := maps.Clone(h.known)
	h.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(known)) {
		fi, err := c.d.disk.lstat(name)
		if err == nil && known[name] != stampOf(fi) {
			continue // somebody else was here; the next look finds it
		}
		var data []byte
		if err == nil {
			data, err = c.d.disk.readRegular(name, MaxFile)
		}
		if err != nil {
			c.unread(name, err)
			continue
		}
		same, err := h.holds(name, data, r)
		if err != nil {
			return err
		}
		if !same {
			c.add(name, "its newest version is not in the history")
		}
	}
	return nil
}

// manifest checks that what Changes knows is so.
func (c *checker) manifest() {
	c.d.seen.mu.Lock()
	defer c.d.seen.mu.Unlock()
	data, err := c.d.disk.readRegular(manifestFile, 256<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	m := &manifest{}
	if err == nil {
		err = json.Unmarshal(data, m)
	}
	if err != nil {
		c.fixable(manifestFile, "cannot be used; it will be made again: %v", err)
		return
	}
	for name, k := range m.Files {
		if k.Seq > m.Seq {
			c.fixable(manifestFile, "counts %q beyond its end", name)
		}
		fi, err := c.d.disk.lstat(name)
		if err != nil || k.Removed || k.stamp != stampOf(fi) || k.ModTime >= k.Seen-int64(racy) || c.ctx.Err() != nil {
			c.unread(name, err)
			continue
		}
		v, err := c.d.disk.quickVersion(name, fi)
		if c.unread(name, err); err == nil && v != k.Version {
			c.fixable(manifestFile, "has another version of %q; delete %s", name, indexDir)
		}
	}
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
