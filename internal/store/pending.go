package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// pendingDir holds the versions that the history has yet to commit, in ledgers.
// They are not synchronised: the version itself is, in its place, a crash does not
// lose what the system was given, and a power cut loses of the versions of the last
// seconds those alone that others have followed. What somebody else wrote is, before
// the program writes over it. Earlier versions of the program kept
// a file for each, named by a number, which is a pendingHead on a line and then
// the bytes of the version.
const pendingDir = historyDir + "/pending"

const (
	// newExt marks a file of a version that was announced but may not have been
	// written, as ledgers say it by a mark.
	newExt = ".new"

	// badExt marks what makes no sense, which takes a power cut. It is kept for
	// a person to look at.
	badExt = ".bad"
)

const pendingSchema = 1

// pendingHead is the first line of a pending.
type pendingHead struct {
	Schema  int       `json:"schema"`
	Name    string    `json:"name"`
	Time    time.Time `json:"time"`
	Kind    CauseKind `json:"kind"`
	Ref     string    `json:"ref,omitempty"`
	Note    string    `json:"note,omitempty"`
	Version Version   `json:"version"` // "" means that the file was removed
	Size    int64     `json:"size"`
}

func (p pendingHead) cause() Cause { return Cause{Kind: p.Kind, Ref: p.Ref, Note: p.Note} }

func (p pendingHead) past() Past {
	return Past{Time: p.Time, Cause: p.cause(), Version: p.Version, Size: p.Size}
}

// pending is a version on its way to the history.
type pending struct {
	pendingHead
	id     string // a number of 20 digits
	in     *ledger
	at     int64 // where in it the first line begins
	length int64 // of the first line and the bytes
}

// decodePending reads a pending: its first line and its bytes. It trusts nothing.
func decodePending(raw []byte) (head pendingHead, data []byte, err error) {
	line, data, ok := bytes.Cut(raw, []byte("\n"))
	if !ok {
		return head, nil, errors.New("pending without a first line")
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return head, nil, fmt.Errorf("first line of a pending: %w", err)
	}
	switch {
	case head.Schema != pendingSchema:
		return head, nil, fmt.Errorf("pending of schema %d", head.Schema)
	case checkName(head.Name) != nil:
		return head, nil, checkName(head.Name)
	case head.Version == "" && len(data) == 0 && head.Size == 0:
		return head, nil, nil
	case head.Size != int64(len(data)) || head.Version != VersionOf(data):
		return head, nil, errors.New("pending is not whole")
	}
	return head, data, nil
}

// announce writes a pending for a version that is about to be written.
func (h *history) announce(head pendingHead, data []byte) (*pending, error) {
	p := &pending{pendingHead: head, id: h.nextID()}
	if err := h.ledgers.add(p, data, h.pendingFolder); err != nil {
		return nil, err
	}
	return p, nil
}

// pendingFolder makes the folder of the ledgers.
func (h *history) pendingFolder() error {
	disk := h.d.disk
	if disk.mkdirAll(pendingDir) == nil {
		return nil
	}
	return errors.Join(h.clear(historyDir), h.clear(pendingDir), disk.mkdirAll(pendingDir))
}

// clear moves what has the name of one of our folders and is none out of the way.
func (h *history) clear(dir string) error {
	fi, err := h.d.disk.lstat(dir)
	if err != nil || fi.IsDir() {
		return nil
	}
	_, err = h.d.disk.moveAside(dir, dir+damagedInfix+h.d.now().Format(timeInName))
	return err
}

// nextID returns a number higher than any before it, also across restarts with
// something pending.
func (h *history) nextID() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = max(h.last+1, time.Now().UnixNano()) // not the pretended time: ids must not come again
	return fmt.Sprintf("%020d", h.last)
}

// confirm notes of a pending that its version was written.
func (h *history) confirm(p *pending) {
	if err := h.ledgers.mark(*p, markWritten); err != nil {
		h.d.log.Warn("store: pending version keeps its mark", "dir", h.d.path, "pending", p.in.name, "err", err)
	}
	h.mu.Lock()
	h.waiting = append(h.waiting, *p)
	h.mu.Unlock()
}

// read returns the bytes of a pending version.
func (h *history) read(p pending) ([]byte, error) {
	f, err := h.d.disk.openRegular(p.in.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw := make([]byte, p.length)
	if _, err := f.ReadAt(raw, p.at); err != nil {
		return nil, &BadFileError{Name: p.in.name, Reason: Damaged, Err: err}
	}
	head, data, err := decodePending(raw)
	if err != nil {
		return nil, &BadFileError{Name: p.in.name, Reason: Damaged, Err: err}
	}
	if head.Version != p.Version {
		return nil, &BadFileError{Name: p.in.name, Reason: Damaged}
	}
	return data, nil
}

// recover puts in order what an earlier run left: versions that were written
// wait again, announcements of what was never written go away.
func (h *history) recover() {
	h.sweepObjects()
	infos, err := h.d.disk.readDir(pendingDir)
	if err != nil {
		return // nothing was left, or nothing that can be read: Check reports it
	}
	names := make([]string, 0, len(infos))
	for _, fi := range infos {
		names = append(names, fi.Name())
	}
	slices.Sort(names)
	for _, name := range names {
		list, err := h.adopt(path.Join(pendingDir, name))
		for _, k := range list {
			h.take(k)
		}
		if err != nil {
			h.d.log.Warn("store: pending version stays", "dir", h.d.path, "pending", name, "err", err)
		}
	}
	slices.SortStableFunc(h.waiting, func(a, b pending) int { return strings.Compare(a.id, b.id) })
}

// take lets a pending of an earlier run wait, or drops it.
func (h *history) take(k *kept) {
	_, _ = fmt.Sscanf(k.id, "%d", &h.last) // nextID never goes back
	if k.written {
		h.waiting = append(h.waiting, k.pending)
		return
	}
	written, err := h.written(k.pending)
	switch {
	case err != nil: // the next start looks again
	case written:
		h.confirm(&k.pending)
	default:
		err = h.forget(k.pending)
	}
	if err != nil {
		h.d.log.Warn("store: pending version stays", "dir", h.d.path, "pending", k.in.name, "err", err)
	}
}

// adopt reads a file of an earlier run and returns what is left in it. A file
// with nothing left is removed, one that makes no sense gets another name.
func (h *history) adopt(name string) (left []*kept, err error) {
	disk, base := h.d.disk, path.Base(name)
	id, isLedger := strings.CutSuffix(base, ledgerExt)
	single, marked := strings.CutSuffix(id, newExt)
	if !isPendingID(single) || isLedger && marked {
		return nil, nil // not ours
	}
	raw, err := disk.readRegular(name, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	l := &ledger{name: name, single: !isLedger}
	var list []*kept
	whole := int64(len(raw))
	if isLedger {
		list, whole, err = scanLedger(raw)
	} else {
		k := &kept{pending: pending{id: single, length: whole}, written: !marked}
		if k.pendingHead, _, err = decodePending(raw); err == nil {
			list = []*kept{k}
		} else if marked {
			err = nil
		}
	}
	switch {
	case errors.Is(err, errTorn):
		err = h.cut(name, whole)
	case err != nil:
		h.d.log.Warn("store: pending version is damaged", "dir", h.d.path, "pending", name, "err", err)
		l.name += badExt
		if err = disk.ops.rename(disk.root, name, l.name); err != nil {
			l.name = name
		}
	}
	for _, k := range list {
		if k.in = l; !k.gone {
			left = append(left, k)
		}
	}
	l.left, l.size = len(left), whole
	if l.left == 0 && l.name == name {
		err = errors.Join(err, disk.ops.remove(disk.root, name))
	}
	return left, err
}

// cut takes the torn end off a file, so that marks can be added to it.
func (h *history) cut(name string, size int64) error {
	disk := h.d.disk
	f, err := disk.ops.open(disk.root, name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(disk.ops.truncate(f, size), disk.ops.close(f))
}

// isPendingID reports whether s has the form of a pending's id.
func isPendingID(s string) bool { return len(s) == 20 && strings.Trim(s, "0123456789") == "" }

// objectPrefix begins the name under which go-git writes an object, in packDir, until it
// is whole.
const objectPrefix = "tmp_"

// sweepObjects removes objects that go-git did not finish, and packs that a kill kept
// from getting their names: megabytes each.
func (h *history) sweepObjects() {
	h.d.disk.sweep(packDir, func(string) bool { return false })
	infos, err := h.d.disk.readDir(packDir)
	if err != nil {
		return // none yet
	}
	for _, fi := range infos {
		if strings.HasPrefix(fi.Name(), objectPrefix) {
			_ = h.d.disk.ops.remove(h.d.disk.root, path.Join(packDir, fi.Name()))
		}
	}
}

// written reports whether the file is as a pending announced it. An error means that it
// may be.
func (h *history) written(p pending) (bool, error) {
	v, err := h.d.disk.versionOfFile(p.Name)
	var bad *BadFileError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.Version == "", nil
	case errors.As(err, &bad) && bad.Reason == NotRegular: // nothing of ours
		return false, nil
	}
	return v == p.Version, err
}

// forget drops a pending that was committed or never written.
func (h *history) forget(p pending) error {
	err := h.ledgers.mark(p, markGone)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
