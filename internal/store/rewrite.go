package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
)

// Rewrite gives every file of the folder to edit, what was set aside too, in order,
// and puts in its place what that returns: nil removes the file. Nothing of it goes
// into the history: it is for what is to be gone. Only files whose names pick accepts
// are given. It is for a folder that nobody else has open; each file is old or new
// after a crash. It returns how many files were changed.
func (d *Dir) Rewrite(ctx context.Context, pick func(name string) bool, edit func(name string, data []byte) []byte) (changed int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err = d.disk.each(ctx, ".", func(name string) error {
		if !pick(name) {
			return nil
		}
		was, err := readRegular(d.disk.root, name, math.MaxInt64)
		if err != nil {
			return err
		}
		data := edit(name, was)
		switch {
		case data == nil:
			err = errors.Join(d.disk.ops.remove(d.disk.root, name), d.disk.ops.syncDir(d.disk.root, path.Dir(name)))
		case bytes.Equal(was, data):
			return nil
		default:
			_, err = d.disk.replace(name, bytes.NewReader(data))
		}
		changed++
		return err
	})
	return changed, wrap("rewrite files of", d.path, err)
}

// each calls do for the files of a folder and those below it, but for the history
// and what is derived.
func (d *disk) each(ctx context.Context, dir string, do func(name string) error) error {
	infos, err := d.readDir(dir)
	if err != nil {
		return err
	}
	for _, fi := range infos {
		name := path.Join(dir, fi.Name())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case name == historyDir || name == indexDir || strings.HasPrefix(fi.Name(), historyDir+damagedInfix):
			continue
		case fi.IsDir():
			err = d.each(ctx, name, do)
		case fi.Mode().IsRegular() && fi.Name() != lockFile:
			err = do(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ForgetHistory deletes the history, with what was damaged of it and what is on its
// way into it, and all that is derived. From then on nothing that was written before
// can be brought back. A history begins anew with the files as they are.
func (d *Dir) ForgetHistory() error {
	h := d.hist
	h.git.Lock()
	defer h.git.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	h.mu.Lock()
	h.repo, h.waiting = nil, nil
	clear(h.known)
	h.mu.Unlock()
	h.ledgers.close()
	infos, err := d.disk.readDir(".")
	for _, fi := range infos {
		if name := fi.Name(); name == historyDir || name == indexDir || strings.HasPrefix(name, historyDir+damagedInfix) {
			if rerr := d.disk.root.RemoveAll(name); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
				err = errors.Join(err, rerr)
			}
		}
	}
	err = errors.Join(err, d.disk.ops.syncDir(d.disk.root, "."))
	h.plan(h.delay)
	return wrap("forget the history of", d.path, err)
}

// mentionPiece is how much of a file Mentions has in memory, in bytes.
const mentionPiece = 16 << 10

// Mentions reports whether a file of any size holds one of some words, byte for
// byte. It reads the file in pieces and keeps nothing of it. The errors are
// those of Open, and of a disk that does not answer.
func (d *Dir) Mentions(name string, words ...string) (bool, error) {
	f, err := d.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	wanted, longest := make([][]byte, len(words)), 0
	for i, w := range words {
		wanted[i], longest = []byte(w), max(longest, len(w))
	}
	piece := make([]byte, 0, max(mentionPiece, 2*longest))
	for {
		n, err := f.Read(piece[len(piece):cap(piece)])
		piece = piece[:len(piece)+n]
		if slices.ContainsFunc(wanted, func(w []byte) bool { return bytes.Contains(piece, w) }) {
			return true, nil
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, wrap("read", name, err)
		}
		begun := min(len(piece), max(0, longest-1)) // a word may have begun at the end
		piece = append(piece[:0], piece[len(piece)-begun:]...)
	}
}
