package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// manifestFile is what Changes knows about the files of a Dir, as JSON: a
// manifest. It is derived. Deleted, damaged, or older than a cursor, it begins a
// new epoch, in which everything is new.
const manifestFile = indexDir + "/changes.json"

// cursorDir holds the cursors of SaveCursor, as JSON, one file each.
const cursorDir = indexDir + "/cursors"

const manifestSchema = 1

// racy is how close to a look at a file a write may be and escape its time: the
// coarsest clock of a file system, FAT's.
const racy = 2 * time.Second

// Cursor is a place in the changes of a Dir; the zero value is before
// everything.
type Cursor struct {
	Epoch string `json:"epoch"` // cursors of one epoch can be compared
	Seq   uint64 `json:"seq"`
}

// Change says that a file was written, by anybody, or removed.
type Change struct {
	Name    string
	Version Version // "" if removed or not readable. That of a journal or of a file above MaxFile is no SHA-256 of all of it
	Size    int64   // bytes
	Removed bool
	Time    time.Time // when the file was written, as the disk has it; when its removal was noticed
}

// manifest is the content of manifestFile.
type manifest struct {
	Schema int               `json:"schema"`
	Epoch  string            `json:"epoch"`
	Seq    uint64            `json:"seq"` // the highest of the files
	Files  map[string]*known `json:"files"`
}

// known is what the manifest has of one file.
type known struct {
	stamp
	Seen    int64   `json:"seen"` // ns since 1970, when it was last read
	Seq     uint64  `json:"seq"`
	Version Version `json:"version,omitempty"`
	Removed bool    `json:"removed,omitempty"`
}

// changeLog is the manifest in memory.
type changeLog struct {
	disk  *disk
	scope scope
	now   func() time.Time

	mu    sync.Mutex // held during a look at the folder; guards what follows
	man   *manifest
	dirty bool // not saved as it is: no cursor may be handed out
}

// Changes returns what was written since a cursor, by this program or any other,
// sorted by name, and the cursor for the next call. A renamed file is one
// removed and one new; a journal changes when it grows. When the new cursor's
// Epoch is not that of since, the changes are everything there is, and what a
// caller knows beyond them is gone. What List leaves out is left out, and hidden
// folders. Cost: a look at every file; what changed is read, of journals and big
// files only both ends.
func (d *Dir) Changes(ctx context.Context, since Cursor) ([]Change, Cursor, error) {
	if d.over != nil {
		return nil, since, wrap("find changes in", d.path, errShadow)
	}
	l := d.seen
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.load(since); err != nil {
		return nil, since, wrap("find changes in", d.path, err)
	}
	if err := l.look(ctx); err != nil {
		return nil, since, wrap("find changes in", d.path, err)
	}
	all := since.Epoch != l.man.Epoch
	var list []Change
	for name, k := range l.man.Files {
		if all && k.Removed || !all && k.Seq <= since.Seq {
			continue
		}
		list = append(list, Change{Name: name, Version: k.Version, Size: k.Size, Removed: k.Removed, Time: time.Unix(0, k.ModTime)})
	}
	slices.SortFunc(list, func(a, b Change) int { return cmp.Compare(a.Name, b.Name) })
	return list, Cursor{Epoch: l.man.Epoch, Seq: l.man.Seq}, nil
}

// load reads the manifest, or begins a new one. l.mu is held.
func (l *changeLog) load(since Cursor) error {
	data, err := l.read()
	switch {
	case err == nil && l.man == nil:
		m := &manifest{}
		if json.Unmarshal(data, m) == nil && m.Schema == manifestSchema && m.Epoch != "" {
			l.man = m
		}
	case err == nil:
	case errors.Is(err, fs.ErrNotExist):
		if !l.dirty { // else it was never saved
			l.man = nil // deleted under us
		}
	case errors.Is(err, ErrUnreadable):
		l.man = nil
		_ = l.disk.ops.rename(l.disk.root, manifestFile, manifestFile+badExt) // derived: only its place is needed
	default:
		return err
	}
	if l.man == nil || since.Epoch == l.man.Epoch && since.Seq > l.man.Seq {
		l.man, l.dirty = &manifest{Schema: manifestSchema, Epoch: rand.Text(), Files: map[string]*known{}}, false
	}
	if l.man.Files == nil {
		l.man.Files = map[string]*known{}
	}
	return nil
}

// read returns the bytes of the manifest; nothing of one that was read before
// and is there still.
func (l *changeLog) read() ([]byte, error) {
	if l.man != nil {
		if fi, err := l.disk.lstat(manifestFile); err == nil && fi.Mode().IsRegular() {
			return nil, nil
		}
	}
	return l.disk.readRegular(manifestFile, 256<<20)
}

// look brings the manifest up to date and saves it if that changed it. When it
// is interrupted, what it did is kept for the next look.
func (l *changeLog) look(ctx context.Context) error {
	m := l.man
	seen := map[string]bool{}
	err := l.walk(ctx, ".", func(name string, fi fs.FileInfo) {
		seen[name] = true
		l.dirty = l.lookAt(m, name, fi) || l.dirty
	})
	if err != nil {
		return err
	}
	for name, k := range m.Files {
		if !seen[name] && !k.Removed {
			m.Seq++
			*k = known{Seq: m.Seq, Removed: true, stamp: stamp{ModTime: l.now().UnixNano()}}
			l.dirty = true
		}
	}
	if !l.dirty {
		return nil
	}
	data, err := json.Marshal(m)
	if err == nil {
		_, err = l.disk.replace(manifestFile, bytes.NewReader(data))
	}
	l.dirty = err != nil
	return err
}

// lookAt brings one file up to date, and reports whether it changed.
func (l *changeLog) lookAt(m *manifest, name string, fi fs.FileInfo) bool {
	k := m.Files[name]
	now := time.Now().UnixNano() // the disk's clock is not the pretended one
	s := stampOf(fi)
	there := k != nil && !k.Removed
	same := there && k.stamp == s
	settled := k != nil && k.ModTime < k.Seen-int64(racy)
	if same && settled && k.Version != "" {
		return false
	}
	v, err := l.disk.quickVersion(name, fi)
	if err != nil {
		v = "" // its reader will see the error; here it counts as another content
	}
	switch {
	case same && k.Version == "" && v == "":
		return false // no more to be read than before
	case there && k.Version == v && v != "":
		changed := k.stamp != s || settled != (s.ModTime < now-int64(racy))
		k.stamp, k.Seen = s, now
		return changed
	}
	m.Seq++
	m.Files[name] = &known{stamp: s, Seen: now, Seq: m.Seq, Version: v}
	return true
}

// quickVersion returns the version of a file, or, for a journal or a big file,
// one of its size and its ends.
func (d *disk) quickVersion(name string, fi fs.FileInfo) (Version, error) {
	if !isJournal(name) && fi.Size() <= MaxFile {
		return d.versionOfFile(name)
	}
	f, err := d.openRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	fmt.Fprintf(h, "%d %d\n", fi.Size(), fi.ModTime().UnixNano())
	for _, at := range []int64{0, max(0, fi.Size()-blockSize)} {
		if _, err := io.Copy(h, io.NewSectionReader(f, at, blockSize)); err != nil {
			return "", err
		}
	}
	return Version(hex.EncodeToString(h.Sum(nil))), nil
}

// walk calls f for every regular file that List would show, in dir and below.
// A folder that cannot be read counts as empty.
func (l *changeLog) walk(ctx context.Context, dir string, f func(name string, fi fs.FileInfo)) error {
	infos, err := l.disk.readDir(dir)
	if errors.Is(err, fs.ErrNotExist) && dir != "." {
		return nil // vanished meanwhile
	}
	if err != nil {
		return err
	}
	for _, fi := range infos {
		name := path.Join(dir, fi.Name())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !l.scope.lists(name, fi):
		case !fi.IsDir():
			f(name, fi)
		default:
			if err := l.walk(ctx, name, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// LoadCursor returns the cursor kept under a name of one element; the zero
// Cursor if there is none, or none that makes sense.
func (d *Dir) LoadCursor(name string) (Cursor, error) {
	file, err := cursorFile(name)
	if err != nil {
		return Cursor{}, err
	}
	data, err := d.disk.readRegular(file, 4096)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrUnreadable) {
		return Cursor{}, nil
	}
	if err != nil {
		return Cursor{}, wrap("read cursor", name, err)
	}
	var c Cursor
	if json.Unmarshal(data, &c) != nil {
		return Cursor{}, nil
	}
	return c, nil
}

// SaveCursor keeps a cursor under a name of one element. It is on disk when
// SaveCursor returns nil.
func (d *Dir) SaveCursor(name string, c Cursor) error {
	if d.over != nil {
		return wrap("save cursor", name, errShadow)
	}
	file, err := cursorFile(name)
	if err != nil {
		return err
	}
	if fi, err := d.disk.lstat(file); err == nil && fi.IsDir() {
		_ = d.disk.root.RemoveAll(file) // whatever it is, it is derived; replace tells if it stays
	}
	data, err := json.Marshal(c)
	if err == nil {
		_, err = d.disk.replace(file, strings.NewReader(string(data)))
	}
	return wrap("save cursor", name, err)
}

func cursorFile(name string) (string, error) {
	if why := badElement(name); why != "" || strings.Contains(name, "/") {
		return "", badName(name, cmp.Or(why, "more than one element"))
	}
	return path.Join(cursorDir, name+".json"), nil
}
