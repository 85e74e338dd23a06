package store

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// receivedFile is in a folder that holds all files of a persona and has not got
// its place yet. It holds the persona's slug. A folder that a kill left with it
// gets its place when the home is opened, if nobody else has it.
const receivedFile = ".received"

// Receive makes the folder of a persona from files that come from elsewhere:
// from calls put for each, with its name inside the folder. Only when from
// returns nil, the folder gets its place, at once and whole; a persona that was
// there before is set aside, and the path that SetAside returns is returned. On
// an error, or after a kill, everything is as it was.
func (h *Home) Receive(ctx context.Context, slug string, from func(put func(name string, r io.Reader) error) error) (aside string, err error) {
	if err := checkSlug(slug); err != nil {
		return "", err
	}
	disk := h.dir.disk
	if err := disk.mkdirAll(personasDir); err != nil {
		return "", wrap("receive persona", slug, err)
	}
	temp := disk.temps.in(path.Join(personasDir, slug))
	err = disk.ops.mkdir(h.root, temp, dirMode)
	if err == nil {
		_, err = disk.create(path.Join(temp, creatingFile), strings.NewReader(""))
	}
	if err == nil {
		err = from(func(name string, r io.Reader) error {
			if err := cmp.Or(ctx.Err(), receivable(name)); err != nil {
				return err
			}
			if err := disk.mkdirAll(path.Dir(path.Join(temp, name))); err != nil {
				return wrap("write", name, err)
			}
			_, err := disk.create(path.Join(temp, name), r)
			return wrap("write", name, err)
		})
	}
	if err == nil {
		_, err = disk.create(path.Join(temp, receivedFile), strings.NewReader(slug))
	}
	if err == nil {
		err = disk.ops.remove(h.root, path.Join(temp, creatingFile))
	}
	if err != nil {
		_ = h.root.RemoveAll(temp) // made just now
		return "", wrap("receive persona", slug, err)
	}
	if _, err := h.root.Lstat(path.Join(personasDir, slug)); err == nil {
		if aside, err = h.SetAside(slug); err != nil {
			_ = h.root.RemoveAll(temp)
			return "", err
		}
	}
	return aside, wrap("receive persona", slug, h.place(temp, slug))
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

// settleReceived deals with a folder of files from elsewhere that a kill left:
// a whole one gets its place unless somebody has it, others are removed.
func (h *Home) settleReceived(temp string) {
	if data, err := readRegular(h.root, path.Join(temp, receivedFile), maxElement); err == nil && checkSlug(string(data)) == nil {
		if _, err := h.root.Lstat(path.Join(personasDir, string(data))); errors.Is(err, fs.ErrNotExist) {
			if err := h.place(temp, string(data)); err != nil {
				h.opt.Logger.Warn("store: a received persona has no place", "folder", temp, "err", err)
			}
			return
		}
	}
	_, unfinished := h.root.Lstat(path.Join(temp, creatingFile))
	_, whole := h.root.Lstat(path.Join(temp, receivedFile))
	if unfinished == nil || whole == nil {
		_ = h.root.RemoveAll(temp) // both marks are made by Receive alone
	}
}
