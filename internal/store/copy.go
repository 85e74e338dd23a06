package store

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Part is one file of a home that a copy of the home has to have.
type Part struct {
	Name    string // slash-separated, from the home's folder
	Size    int64  // bytes
	ModTime time.Time
	held    string // what it held when it was listed, for the branch of a history; "" for others
}

// Parts lists what a copy of the home has to have: the settings, and all files
// of each persona, its history and what was set aside among them. Left out are
// keys, what is derived, what is unfinished, and what is no regular file. The
// conversation comes last: what was copied before it speaks of no message that
// the copy lacks. A history is listed up to the commit that was its newest
// before: commits made while the copy is on its way are of objects that it lacks.
// The cost is that of listing the folders.
func (h *Home) Parts(ctx context.Context) ([]Part, error) {
	var list []Part
	slugs, err := h.Personas()
	if err != nil {
		return nil, err
	}
	roots := []string{"."}
	for _, slug := range slugs {
		roots = append(roots, path.Join(personasDir, slug))
	}
	for _, root := range roots {
		found, err := h.partsBelow(ctx, root)
		if err != nil {
			return nil, wrap("list files of", root, err)
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b Part) int { return cmp.Compare(turn(a), turn(b)) })
	return list, nil
}

// partsBelow lists the parts of a persona, or of the home's own folder.
func (h *Home) partsBelow(ctx context.Context, root string) (list []Part, err error) {
	branch, unheld := h.branchOf(root)
	err = fs.WalkDir(h.root.FS(), root, func(name string, e fs.DirEntry, err error) error {
		if err = cmp.Or(err, ctx.Err()); err != nil || name == root {
			return err
		}
		switch {
		case e.IsDir() && !copied(root, name):
			return fs.SkipDir
		case !e.Type().IsRegular() || !copied(root, name):
			return nil
		case name == branch.Name && branch.held != "":
			list = append(list, branch)
			return nil
		case name == branch.Name && errors.Is(unheld, fs.ErrNotExist): // its first commit came just now
			return nil
		}
		fi, err := e.Info()
		if err == nil {
			list = append(list, Part{Name: name, Size: fi.Size(), ModTime: fi.ModTime()})
		}
		return err
	})
	return list, err
}

// copied reports whether a copy has what is below a persona's folder, or in the
// home's own.
func copied(root, name string) bool {
	if root == "." {
		return homeScope().keeps(name)
	}
	base := path.Base(name)
	if strings.HasPrefix(base, objectPrefix) && path.Base(path.Dir(name)) == path.Base(packDir) {
		return false // as long as it has that name, it is being written
	}
	return base != indexDir && !strings.HasPrefix(base, tempPrefix)
}

// turn says when a part is copied: journals after what is made from them.
func turn(p Part) int {
	if isJournal(p.Name) {
		return 1
	}
	return 0
}

// branchOf returns the branch of a history as it is now. What holds nothing, or cannot be
// read, is copied like any other file, for what it is.
func (h *Home) branchOf(root string) (Part, error) {
	p := Part{Name: path.Join(root, repoDir, repoRef)}
	fi, err := h.dir.disk.lstat(p.Name) // first: one that is older than what it holds is copied once more
	if err == nil {
		var data []byte
		data, err = h.dir.disk.readRegular(p.Name, MaxFile)
		p.Size, p.ModTime, p.held = int64(len(data)), fi.ModTime(), string(data)
	}
	return p, err
}

// OpenPart opens a file that Parts listed.
func (h *Home) OpenPart(p Part) (io.ReadCloser, error) {
	if p.held != "" {
		return io.NopCloser(strings.NewReader(p.held)), nil
	}
	f, err := h.dir.disk.openRegular(p.Name)
	if err != nil {
		return nil, wrap("read", p.Name, err)
	}
	return f.File, nil
}

// receivedFile is in a folder that holds all files of a persona and has not got
// its place yet. It holds the persona's slug. A folder that a crash left with it
// gets its place when the home is opened, if nobody else has it.
const receivedFile = ".received"

// Put gives a file of a persona to Receive, by its name inside the folder.
type Put func(name string, r io.Reader) error

// Receive makes the folders of personas from files that come from elsewhere: from
// calls put for each file of a slug. Only when all of it is there, every folder
// gets its place, whole; a persona that was there before is set aside, and the
// path that SetAside returns is in aside, by slug. On an error, and when ctx ends,
// everything is as it was; after a crash each persona is the old one or the new one.
func (h *Home) Receive(ctx context.Context, slugs []string, from func(slug string, put Put) error) (aside map[string]string, err error) {
	temps := map[string]string{}
	defer func() {
		if err != nil {
			for _, temp := range temps {
				_ = h.root.RemoveAll(temp) // made just now
			}
			err = wrap("receive persona", strings.Join(slugs, ", "), err)
		}
	}()
	for _, slug := range slugs {
		if err := checkSlug(slug); err != nil {
			return nil, err
		}
		if err := h.receive(ctx, slug, temps, from); err != nil {
			return nil, err
		}
	}
	if err := h.received(temps); err != nil {
		return nil, err
	}
	aside = map[string]string{}
	for _, slug := range slugs { // there is room for all by now: what follows only renames
		_, err := h.dir.disk.lstat(path.Join(personasDir, slug))
		if err == nil {
			aside[slug], err = h.SetAside(slug)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return aside, err
		}
		h.forget(slug)
		if err := h.place(temps[slug], slug); err != nil {
			return aside, err
		}
		delete(temps, slug)
	}
	return aside, nil
}

// forget closes the folder of a persona, if it is open still: somebody deleted it
// outside of the program, and what is open would go on to mean that one.
func (h *Home) forget(slug string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d, ok := h.personas[slug]
	if !ok {
		return
	}
	delete(h.personas, slug)
	if err := d.close(); err != nil {
		h.opt.Logger.Warn("store: a deleted persona is not closed in order", "persona", slug, "err", err)
	}
}

// receive fills a folder of temps with the files of a persona.
func (h *Home) receive(ctx context.Context, slug string, temps map[string]string, from func(string, Put) error) error {
	disk := h.dir.disk
	if err := disk.mkdirAll(personasDir); err != nil {
		return err
	}
	temp := disk.temps.in(path.Join(personasDir, slug))
	temps[slug] = temp
	if err := disk.ops.mkdir(h.root, temp, dirMode); err != nil {
		return err
	}
	if _, err := disk.create(path.Join(temp, creatingFile), strings.NewReader("")); err != nil {
		return err
	}
	return from(slug, func(name string, r io.Reader) error {
		if err := cmp.Or(ctx.Err(), receivable(name)); err != nil {
			return err
		}
		if err := disk.mkdirAll(path.Dir(path.Join(temp, name))); err != nil {
			return wrap("write", name, err)
		}
		_, err := disk.create(path.Join(temp, name), &untilDone{ctx, r})
		return wrap("write", name, err)
	})
}

// received marks all folders as whole, and makes room for what is set aside.
func (h *Home) received(temps map[string]string) error {
	disk := h.dir.disk
	for slug, temp := range temps {
		if _, err := disk.create(path.Join(temp, receivedFile), strings.NewReader(slug)); err != nil {
			return err
		}
	}
	if err := disk.mkdirAll(asideDir); err != nil {
		return err
	}
	for _, temp := range temps {
		if err := disk.ops.remove(h.root, path.Join(temp, creatingFile)); err != nil {
			return err
		}
	}
	return nil
}

// untilDone reads on until a context ends.
type untilDone struct {
	ctx context.Context //nolint:containedctx // of the reading
	r   io.Reader
}

// Read is io.Reader.
func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// receivable returns an error for a name that a persona's folder cannot take
// from elsewhere. Hidden names are this package's own: of them, the history and
// what was set aside are taken.
func receivable(name string) error {
	first, _, nested := strings.Cut(name, "/")
	own := nested && (first == historyDir || first == quarantineDir)
	if !own {
		return checkName(name)
	}
	if !filepath.IsLocal(name) || path.Clean(name) != name || strings.ContainsFunc(name, badNested) {
		return badName(name, "leaves its folder")
	}
	return nil
}

// badNested is badRune for a path.
func badNested(r rune) bool { return r != '/' && badRune(r) }

// place gives a folder that was received whole the name of its persona.
func (h *Home) place(temp, slug string) error {
	disk := h.dir.disk
	to := path.Join(personasDir, slug)
	if err := disk.ops.rename(h.root, temp, to); err != nil {
		return err
	}
	return errors.Join(disk.ops.remove(h.root, path.Join(to, receivedFile)), disk.ops.syncDir(h.root, personasDir))
}

// settleReceived deals with a folder of files from elsewhere that a crash left:
// a whole one gets its place unless somebody has it, others are removed.
func (h *Home) settleReceived(temp string) {
	disk := h.dir.disk
	slug, err := disk.readRegular(path.Join(temp, receivedFile), maxElement)
	if err == nil && checkSlug(string(slug)) == nil {
		if _, err = disk.lstat(path.Join(personasDir, string(slug))); errors.Is(err, fs.ErrNotExist) {
			if err := h.place(temp, string(slug)); err != nil {
				h.opt.Logger.Warn("store: a received persona has no place", "folder", temp, "err", err)
			}
			return
		}
	} else if errors.Is(err, fs.ErrNotExist) {
		_, err = disk.lstat(path.Join(temp, creatingFile))
	}
	switch {
	case err == nil:
		_ = h.root.RemoveAll(temp) // both marks are made by Receive alone
	case !errors.Is(err, fs.ErrNotExist): // it may be whole
		h.opt.Logger.Warn("store: a received persona cannot be looked at", "folder", temp, "err", err)
	}
}
