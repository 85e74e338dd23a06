package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

// History returns the versions of a file, newest first, also of one that was
// removed. Versions not yet committed are among them, and an edit by hand that
// nobody has noticed yet. When the history is damaged it returns what can be
// read, with an ErrUnreadable. Cost: it grows with the number of all commits.
func (d *Dir) History(name string) ([]Past, error) {
	if err := d.scope.check(name); err != nil {
		return nil, err
	}
	list, err := d.hist.list(name)
	return list, wrap("read history of", name, err)
}

// Past returns the bytes of a version of a file; fs.ErrNotExist if the history
// does not have it.
func (d *Dir) Past(name string, v Version) ([]byte, error) {
	if err := d.scope.check(name); err != nil {
		return nil, err
	}
	data, err := d.hist.content(name, v)
	return data, wrap("read a version of", name, err)
}

// Restore writes a version of a file again, with CauseRestore. The one it
// replaces stays in the history.
func (d *Dir) Restore(name string, v Version) error {
	data, err := d.Past(name, v)
	if err != nil {
		return err
	}
	return d.Write(name, data, Cause{Kind: CauseRestore, Ref: string(v)})
}

// Sync waits until the history has everything written so far, by anybody.
func (d *Dir) Sync(ctx context.Context) error {
	return wrap("write history of", d.path, d.hist.flush(ctx))
}

// list returns the versions of name, newest first.
func (h *history) list(name string) ([]Past, error) {
	h.git.Lock()
	defer h.git.Unlock()
	var list []Past
	err := h.try(func(r *repo) error {
		if h.d.scope.keeps(name) {
			h.d.mu.Lock()
			err := h.notice(name, r)
			h.d.mu.Unlock()
			if err != nil && !errors.Is(err, ErrUnreadable) && !errors.Is(classify(err), ErrReadOnly) && !errors.Is(classify(err), ErrFull) {
				return err
			}
		}
		list = h.waitingOf(name)
		for rec, err := range r.records() {
			if err != nil {
				return err
			}
			if p, ok := rec.files[name]; ok {
				list = append(list, p)
			}
		}
		return nil
	})
	if err != nil && list == nil {
		list = h.waitingOf(name)
	}
	return mergeSame(list), h.asUnreadable(err)
}

// waitingOf returns the pendings of name, newest first.
func (h *history) waitingOf(name string) []Past {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []Past
	for _, p := range slices.Backward(h.waiting) {
		if p.Name == name {
			list = append(list, p.past())
		}
	}
	return list
}

// mergeSame leaves out a version that is the same as the one before it: only
// the older of the two was a change.
func mergeSame(list []Past) []Past {
	var out []Past
	for i, p := range list {
		if i+1 == len(list) || list[i+1].Version != p.Version {
			out = append(out, p)
		}
	}
	return out
}

// content returns the bytes of a version.
func (h *history) content(name string, v Version) ([]byte, error) {
	if v == "" {
		return nil, fs.ErrNotExist
	}
	h.git.Lock() // keeps a commit from moving what is being looked for
	defer h.git.Unlock()
	h.mu.Lock()
	waiting := slices.Clone(h.waiting)
	h.mu.Unlock()
	for _, p := range slices.Backward(waiting) {
		if p.Name == name && p.Version == v {
			return h.read(p)
		}
	}
	var data []byte
	err := h.try(func(r *repo) error {
		for rec, err := range r.records() {
			if err != nil {
				return err
			}
			if rec.files[name].Version != v {
				continue
			}
			if data, err = r.content(rec.hash, name); err != nil {
				return err
			}
			if VersionOf(data) != v {
				return &BadFileError{Name: name, Reason: Damaged}
			}
			return nil
		}
		return errNoVersion
	})
	if err != nil {
		data = nil
	}
	if errors.Is(err, errNoVersion) {
		return nil, fs.ErrNotExist
	}
	return data, h.asUnreadable(err)
}

var errNoVersion = errors.New("no such version")

// asUnreadable names a damaged history as what it is. The next commit sets it aside.
func (h *history) asUnreadable(err error) error {
	if err == nil || errors.Is(err, ErrUnreadable) || !isDamage(err) {
		return err
	}
	return &BadFileError{Name: repoDir, Reason: Damaged, Err: err}
}

// CauseKind says who wanted a change.
type CauseKind string

// The kinds of causes. The texts are part of the history's format.
const (
	CauseUser    CauseKind = "user"    // typed into the program by its user
	CauseTool    CauseKind = "tool"    // asked for by the model, through a tool
	CauseTurn    CauseKind = "turn"    // follows from a turn of the conversation
	CauseDream   CauseKind = "dream"   // proposed by a dream
	CauseSetup   CauseKind = "setup"   // made by the program: samples, migrations
	CauseOutside CauseKind = "outside" // found changed on disk: an edit by hand
	CauseRestore CauseKind = "restore" // an earlier version taken back
	CauseImport  CauseKind = "import"  // brought in from another program
)

// Cause says why a write happened. It is kept in the history.
type Cause struct {
	Kind CauseKind
	Ref  string // the id of the message, dream or import; may be empty
	Note string // one line for the user, in the language of the caller; may be empty
}

// origins knows which files were brought in, as of a commit.
type origins struct {
	upTo     plumbing.Hash
	imported map[string]bool
}

// Imported returns the names of the files that were ever written with
// CauseImport: what they hold is somebody else's, whoever changed it since. The
// first time it reads the whole history, then what is new of it.
func (d *Dir) Imported() (map[string]bool, error) {
	h := d.hist
	h.git.Lock()
	defer h.git.Unlock()
	known := map[string]bool{}
	h.mu.Lock()
	for _, p := range h.waiting {
		if p.cause().Kind == CauseImport {
			known[p.Name] = true
		}
	}
	h.mu.Unlock()
	err := h.try(func(r *repo) error {
		head := plumbing.ZeroHash
		fresh := map[string]bool{}
		for rec, err := range r.records() {
			if err != nil {
				return err
			}
			if head.IsZero() {
				head = rec.hash
			}
			if rec.hash == h.origins.upTo {
				break
			}
			for name, p := range rec.files {
				if p.Cause.Kind == CauseImport {
					fresh[name] = true
				}
			}
		}
		maps.Copy(fresh, h.origins.imported)
		h.origins = origins{upTo: head, imported: fresh}
		return nil
	})
	maps.Copy(known, h.origins.imported)
	return known, wrap("read history of", d.path, h.asUnreadable(err))
}

// A commit is made by committer and its message is, with one File line for each
// file of the commit, whose version is "-" when the file was removed:
//
//	<kind>: <note, or names of files>
//
//	Cause: <kind>
//	Ref: <ref, quoted as in Go>
//	Note: <note, quoted as in Go>
//	Pending: <ids of the pendings that went into it>
//	File: <version> <size in bytes> <time, RFC 3339> <name>
const committer = "yumori"

// message returns the text of a commit.
func message(adds []addition) string {
	var b strings.Builder
	first := adds[0]
	title := strings.Join(strings.Fields(first.Note), " ")
	if title == "" {
		names := make([]string, len(adds))
		for i, a := range adds {
			names[i] = a.Name
		}
		title = strings.Join(names, ", ")
	}
	if r := []rune(title); len(r) > 60 {
		title = string(r[:59]) + "…"
	}
	fmt.Fprintf(&b, "%s: %s\n\nCause: %s\n", first.Kind, title, first.Kind)
	if first.Ref != "" {
		fmt.Fprintf(&b, "Ref: %q\n", first.Ref)
	}
	if first.Note != "" {
		fmt.Fprintf(&b, "Note: %q\n", first.Note)
	}
	b.WriteString("Pending:")
	for _, a := range adds {
		b.WriteString(" " + a.id)
	}
	b.WriteByte('\n')
	for _, a := range adds {
		v := a.Version
		if v == "" {
			v = "-"
		}
		fmt.Fprintf(&b, "File: %s %d %s %s\n", v, a.Size, a.Time.Format(time.RFC3339Nano), a.Name)
	}
	return b.String()
}

// parseMessage is the inverse of message. Lines it does not know say nothing.
func parseMessage(s string) record {
	rec := record{files: map[string]Past{}}
	for line := range strings.Lines(s) {
		key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok {
			continue
		}
		switch key {
		case "Cause":
			rec.cause.Kind = CauseKind(value)
		case "Ref":
			rec.cause.Ref, _ = strconv.Unquote(value)
		case "Note":
			rec.cause.Note, _ = strconv.Unquote(value)
		case "Pending":
			rec.pending = strings.Fields(value)
		case "File":
			if name, p, ok := parseFileLine(value); ok {
				p.Cause = rec.cause
				rec.files[name] = p
			}
		}
	}
	return rec
}

func parseFileLine(s string) (name string, p Past, ok bool) {
	f := strings.SplitN(s, " ", 4)
	if len(f) != 4 {
		return "", Past{}, false
	}
	if f[0] != "-" {
		p.Version = Version(f[0])
	}
	var err1, err2 error
	p.Size, err1 = strconv.ParseInt(f[1], 10, 64)
	p.Time, err2 = time.Parse(time.RFC3339Nano, f[2])
	return f[3], p, err1 == nil && err2 == nil
}

// Rewrite gives every file of the folder to edit, what was set aside too, in order,
// and puts in its place what that returns: nil removes the file. Nothing of it goes
// into the history: it is for what is to be gone. Only files whose names pick accepts
// are given. It is for a folder that nobody else has open; each file is old or new
// after a crash. A journal that is open goes on with what there is then. It returns how
// many files were changed.
func (d *Dir) Rewrite(ctx context.Context, pick func(name string) bool, edit func(name string, data []byte) []byte) (changed int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err = d.disk.each(ctx, ".", func(name string) error {
		if !pick(name) {
			return nil
		}
		was, err := d.disk.readRegular(name, math.MaxInt64)
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
		if j := d.journals[name]; j != nil && err == nil {
			err = j.renew()
		}
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
			err = errors.Join(err, d.disk.root.RemoveAll(name))
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
