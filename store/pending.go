package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// pendingDir holds the versions that the history has yet to commit, one file
// each, named by a number that grows. A file is one line of JSON, a
// pendingHead, and then the bytes of the version. They are not synchronised:
// the version itself is, in its place, and a kill does not lose what the system
// was given.
const pendingDir = historyDir + "/pending"

const (
	// newExt marks a version that was announced but may not have been written:
	// the program ends before the mark goes away only by a kill.
	newExt = ".new"

	// badExt marks a pending that makes no sense, which takes a power cut. It
	// is kept for a person to look at.
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
	id   string // a number of 20 digits
	file string // where it is
}

// encodePending returns the bytes of a pending.
func encodePending(head pendingHead, data []byte) ([]byte, error) {
	line, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	return append(append(line, '\n'), data...), nil
}

// decodePending is the inverse of encodePending. It trusts nothing.
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
	raw, err := encodePending(head, data)
	if err != nil {
		return nil, err
	}
	disk := h.d.disk
	if err := disk.mkdirAll(pendingDir); err != nil {
		if err = errors.Join(h.clear(historyDir), h.clear(pendingDir), disk.mkdirAll(pendingDir)); err != nil {
			return nil, err
		}
	}
	p := &pending{pendingHead: head, id: h.nextID()}
	p.file = path.Join(pendingDir, p.id+newExt)
	f, err := disk.ops.open(disk.root, p.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, err
	}
	_, err = disk.ops.write(f, raw)
	if cerr := disk.ops.close(f); err == nil {
		err = cerr
	}
	if err != nil {
		_ = disk.ops.remove(disk.root, p.file) // Check reports what stays
		return nil, err
	}
	return p, nil
}

// clear moves what has the name of one of our folders and is none out of the way.
func (h *history) clear(dir string) error {
	fi, err := h.d.disk.root.Lstat(dir)
	if err != nil || fi.IsDir() {
		return nil
	}
	to := freeName(h.d.disk.root, dir+damagedInfix+h.d.now().Format(timeInName))
	return h.d.disk.ops.rename(h.d.disk.root, dir, to)
}

// nextID returns a number higher than any before it, also across restarts with
// something pending.
func (h *history) nextID() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = max(h.last+1, time.Now().UnixNano()) // not the pretended time: ids must not come again
	return fmt.Sprintf("%020d", h.last)
}

// confirm takes the mark off a pending: its version was written.
func (h *history) confirm(p *pending) {
	final := path.Join(pendingDir, p.id)
	if err := h.d.disk.ops.rename(h.d.disk.root, p.file, final); err != nil {
		h.d.log.Warn("store: pending version keeps its mark", "dir", h.d.path, "pending", p.file, "err", err)
	} else {
		p.file = final
	}
	h.mu.Lock()
	h.waiting = append(h.waiting, *p)
	h.mu.Unlock()
}

// read returns the bytes of a pending version.
func (h *history) read(p pending) ([]byte, error) {
	raw, err := readRegular(h.d.disk.root, p.file, MaxFile+64<<10)
	if err != nil {
		return nil, err
	}
	head, data, err := decodePending(raw)
	if err != nil {
		return nil, &BadFileError{Name: p.file, Reason: Damaged, Err: err}
	}
	if head.Version != p.Version {
		return nil, &BadFileError{Name: p.file, Reason: Damaged}
	}
	return data, nil
}

// recover puts in order what an earlier run left: versions that were written
// wait again, announcements of what was never written go away.
func (h *history) recover() {
	h.sweepObjects()
	infos, err := h.d.readDir(pendingDir)
	if err != nil {
		return // nothing was left, or nothing that can be read: Check reports it
	}
	names := make([]string, 0, len(infos))
	for _, fi := range infos {
		names = append(names, fi.Name())
	}
	slices.Sort(names)
	for _, name := range names {
		id, marked := strings.CutSuffix(name, newExt)
		if len(id) != 20 || strings.Trim(id, "0123456789") != "" {
			continue
		}
		p := pending{id: id, file: path.Join(pendingDir, name)}
		raw, err := readRegular(h.d.disk.root, p.file, MaxFile+64<<10)
		if err == nil {
			p.pendingHead, _, err = decodePending(raw)
		}
		switch {
		case err != nil && marked, err == nil && marked && !h.written(p):
			err = h.d.disk.ops.remove(h.d.disk.root, p.file)
		case err != nil:
			h.d.log.Warn("store: pending version is damaged", "dir", h.d.path, "pending", p.file, "err", err)
			err = h.d.disk.ops.rename(h.d.disk.root, p.file, p.file+badExt)
		case marked:
			h.confirm(&p)
		default:
			h.waiting = append(h.waiting, p)
		}
		if err != nil {
			h.d.log.Warn("store: pending version stays", "dir", h.d.path, "pending", p.file, "err", err)
		}
		_, _ = fmt.Sscanf(id, "%d", &h.last)
	}
}

// sweepObjects removes objects that go-git did not finish.
func (h *history) sweepObjects() {
	const dir = repoDir + "/objects/pack"
	infos, err := h.d.readDir(dir)
	if err != nil {
		return // none yet
	}
	for _, fi := range infos {
		if strings.HasPrefix(fi.Name(), "tmp_") {
			_ = h.d.disk.ops.remove(h.d.disk.root, path.Join(dir, fi.Name()))
		}
	}
}

// written reports whether the file is as a pending announced it.
func (h *history) written(p pending) bool {
	v, err := versionOfFile(h.d.disk.root, p.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return p.Version == ""
	}
	return err == nil && v == p.Version
}

// forget removes a pending that was committed.
func (h *history) forget(p pending) error {
	err := h.d.disk.ops.remove(h.d.disk.root, p.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
