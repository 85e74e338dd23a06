package store

import (
	"bytes"
	"cmp"
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

// A Shadow is a Dir whose writes stay in memory until Commit: what is read
// through it is what was written to it, and else what is on disk. It is for
// changes of several files that are to be looked at before they are made.
//
// Its Dir takes no journals, imports or cursors, which are ErrReadOnly; what is
// on disk of them can be read. It is safe for concurrent use.
type Shadow struct{ dir *Dir }

// A Draft is a file as it would be written.
type Draft struct {
	Name    string
	Before  []byte  // nil: the file was not there
	Version Version // of Before; "" if it was not there
	After   []byte  // nil: the file is removed
	Aside   string  // not "": why Before is put into quarantine first
}

// Shadow returns a shadow of the Dir. It costs nothing until it is written to.
func (d *Dir) Shadow() *Shadow {
	s := &Dir{path: d.path, disk: d.disk, scope: d.scope, now: d.now, log: d.log, hist: d.hist, seen: d.seen}
	s.over = &overlay{base: d, files: map[string]*veil{}}
	return &Shadow{dir: s}
}

// Dir returns the shadow as those see it who read and write files.
func (s *Shadow) Dir() *Dir { return s.dir }

// Pending returns what would be written, by name. A file that is again as it
// was is not among it.
func (s *Shadow) Pending() []Draft { return s.dir.over.pending() }

// Discard forgets what was written to the shadow.
func (s *Shadow) Discard() { s.dir.over.clear() }

// overlay is what was written to a Shadow.
type overlay struct {
	base *Dir

	mu    sync.Mutex // guards what follows
	files map[string]*veil
	last  time.Time // of the newest write: no two have the same
}

// veil is a file that was written to a Shadow.
type veil struct {
	before  []byte
	version Version // of before; "" if it was not there
	data    []byte
	hash    Version // of data; "" until somebody asks for it
	gone    bool
	changed time.Time
	aside   string
}

// is returns the version of what was written; "" if the file is gone. It is
// reckoned once. The overlay's mu is held.
func (v *veil) is() Version {
	if v.gone {
		return ""
	}
	if v.hash == "" {
		v.hash = VersionOf(v.data)
	}
	return v.hash
}

// find returns the veil of a name, nil if the file was not written to.
func (o *overlay) find(name string) *veil {
	o.mu.Lock()
	defer o.mu.Unlock()
	if v := o.files[name]; v != nil {
		kept := *v
		return &kept
	}
	return nil
}

func (o *overlay) read(name string) ([]byte, error) {
	v := o.find(name)
	switch {
	case v == nil:
		return o.base.Read(name)
	case v.gone:
		return nil, wrap("read", name, fs.ErrNotExist)
	case len(v.data) > MaxFile:
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: TooBig})
	}
	return bytes.Clone(v.data), nil
}

func (o *overlay) version(name string) (Version, error) {
	o.mu.Lock()
	v := o.files[name]
	if v == nil {
		o.mu.Unlock()
		return o.base.Version(name)
	}
	defer o.mu.Unlock()
	return v.is(), nil
}

// stamp is Dir.Stamp: no two writes to a shadow have the same time.
func (o *overlay) stamp(name string) Stamp {
	v := o.find(name)
	switch {
	case v == nil:
		return o.base.Stamp(name)
	case v.gone:
		return Stamp{}
	}
	return v.stamp(o)
}

func (v *veil) stamp(o *overlay) Stamp { return Stamp{over: o, write: v.changed} }

// peek returns what a file holds and its version, for those who change nothing
// of it: what was written to a shadow is not copied.
func (d *Dir) peek(name string) ([]byte, Version, error) {
	if d.over != nil {
		d.over.mu.Lock()
		v := d.over.files[name]
		if v == nil {
			d.over.mu.Unlock()
			return d.over.base.peek(name)
		}
		defer d.over.mu.Unlock()
		if !v.gone && len(v.data) <= MaxFile {
			return v.data, v.is(), nil
		}
	}
	data, err := d.Read(name)
	if err != nil {
		return nil, "", err
	}
	return data, VersionOf(data), nil
}

// touch returns the veil of a name, made from the disk if there is none.
// o.mu is held.
func (o *overlay) touch(name string) (*veil, error) {
	if v := o.files[name]; v != nil {
		return v, nil
	}
	data, version, err := o.base.peek(name)
	if errors.Is(err, fs.ErrNotExist) {
		return &veil{gone: true}, nil
	}
	if err != nil {
		return nil, err
	}
	return &veil{before: data, version: version, data: data, hash: version}, nil
}

// put makes data the content of a file; nil removes it. old, if it is not nil,
// is what the file has to be.
func (o *overlay) put(name string, data []byte, old *Version) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	v, err := o.touch(name)
	if err != nil {
		return err
	}
	if old != nil && *old != v.is() {
		return ErrConflict
	}
	if data == nil && v.gone {
		return fs.ErrNotExist
	}
	v.data, v.hash, v.gone, v.changed = data, "", data == nil, o.tick()
	o.files[name] = v
	return nil
}

// tick returns a time that no other write has.
func (o *overlay) tick() time.Time {
	now := time.Now()
	if !now.After(o.last) {
		now = o.last.Add(time.Microsecond)
	}
	o.last = now
	return now
}

// quarantine takes a file out of the way; it is moved when it is committed.
func (o *overlay) quarantine(name, reason string) (Set, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	v := o.files[name]
	if v == nil {
		if _, err := o.base.disk.lstat(name); err != nil {
			return Set{}, err
		}
		data, err := o.base.Read(name)
		if err != nil && !errors.Is(err, ErrUnreadable) {
			return Set{}, err
		}
		v = &veil{before: data}
		if v.version, err = o.base.Version(name); err != nil && !errors.Is(err, ErrUnreadable) {
			return Set{}, err
		}
		v.aside = cmp.Or(reason, "cannot be used")
	}
	v.data, v.hash, v.gone, v.changed = nil, "", true, o.tick()
	o.files[name] = v
	return Set{Path: path.Join(quarantineDir, strings.ReplaceAll(name, "/", "_"))}, nil
}

// list puts what was written to a folder over what is in it on disk.
func (o *overlay) list(dir string, entries []Entry) []Entry {
	o.mu.Lock()
	defer o.mu.Unlock()
	byName := map[string]Entry{}
	for _, e := range entries {
		byName[e.Name] = e
	}
	for name, v := range o.files {
		rest, inside := name, true
		if dir != "." {
			rest, inside = strings.CutPrefix(name, dir+"/")
		}
		if !inside {
			continue
		}
		first, _, nested := strings.Cut(rest, "/")
		switch _, there := byName[first]; {
		case nested && !there && !v.gone:
			byName[first] = Entry{Name: first, ModTime: v.changed, IsDir: true}
		case nested:
		case v.gone:
			delete(byName, first)
		default:
			byName[first] = Entry{Name: first, Size: int64(len(v.data)), ModTime: v.changed, Stamp: v.stamp(o)}
		}
	}
	out := make([]Entry, 0, len(byName))
	for _, e := range byName {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// open opens what was written to a file; ok is false if nothing was.
func (o *overlay) open(name string) (f io.ReadSeekCloser, ok bool, err error) {
	v := o.find(name)
	switch {
	case v == nil:
		return nil, false, nil
	case v.gone:
		return nil, true, wrap("open", name, fs.ErrNotExist)
	}
	return &veiled{Reader: bytes.NewReader(v.data), name: path.Base(name), size: int64(len(v.data)), changed: v.changed}, true, nil
}

func (o *overlay) pending() []Draft {
	o.mu.Lock()
	defer o.mu.Unlock()
	var list []Draft
	for name, v := range o.files {
		d := Draft{Name: name, Before: v.before, Version: v.version, After: v.data, Aside: v.aside}
		if v.gone {
			d.After = nil
		}
		if d.changes() {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b Draft) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// changes reports whether a draft is another content than there was.
func (d Draft) changes() bool {
	switch {
	case d.Aside != "":
		return true
	case d.After == nil:
		return d.Version != ""
	}
	return d.Version == "" || !bytes.Equal(d.Before, d.After)
}

func (o *overlay) clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.files)
}

// take is Commit for a shadow of a shadow: the drafts stay in memory.
func (o *overlay) take(drafts []Draft) error {
	for _, draft := range drafts {
		is, err := o.version(draft.Name)
		if err != nil && !errors.Is(err, ErrUnreadable) {
			return err
		}
		if is != draft.Version {
			return ErrConflict
		}
	}
	for _, draft := range drafts {
		if err := o.put(draft.Name, draft.After, nil); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// unchanged returns ErrConflict when a file is not what a draft began with.
// Dir.mu is held.
func (d *disk) unchanged(draft Draft) error {
	is, err := d.versionOfFile(draft.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		is = ""
	case errors.Is(err, ErrUnreadable) && draft.Aside != "" && draft.Version == "":
		return nil // a folder, a pipe: whatever it is goes out of the way
	case err != nil:
		return err
	}
	if is != draft.Version {
		return ErrConflict
	}
	return nil
}

// apply makes a draft the file. d.mu is held.
func (d *Dir) apply(draft Draft, c Cause) error {
	if draft.Aside != "" {
		if _, err := d.setAside(draft.Name, draft.Aside); err != nil {
			return fmt.Errorf("set aside: %w", err)
		}
		if draft.After == nil {
			return nil
		}
	}
	if draft.After == nil {
		return d.remove(draft.Name, c)
	}
	return d.write(draft.Name, draft.After, c)
}

// Commit writes drafts as Shadow.Commit does: all are compared with the disk
// first, and ErrConflict means that nothing was written.
func (d *Dir) Commit(drafts []Draft, c Cause) error {
	for _, draft := range drafts {
		if err := d.scope.check(draft.Name); err != nil {
			return err
		}
	}
	if d.over != nil {
		return wrap("commit", d.path, d.over.take(drafts))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, draft := range drafts {
		if err := d.disk.unchanged(draft); err != nil {
			return wrap("commit", draft.Name, err)
		}
	}
	for _, draft := range drafts {
		if err := d.apply(draft, c); err != nil {
			return wrap("commit", draft.Name, err)
		}
	}
	return nil
}

// errShadow is returned for what a Shadow does not take.
var errShadow = fmt.Errorf("%w: it is a shadow", ErrReadOnly)

// veiled is what was written to a file, opened. It is an fs.File and its own
// fs.FileInfo.
type veiled struct {
	*bytes.Reader
	name    string
	size    int64
	changed time.Time
}

func (f *veiled) Close() error               { return nil }
func (f *veiled) Stat() (fs.FileInfo, error) { return veiledInfo{f}, nil }

type veiledInfo struct{ f *veiled }

func (i veiledInfo) Name() string       { return i.f.name }
func (i veiledInfo) Size() int64        { return i.f.size }
func (i veiledInfo) Mode() fs.FileMode  { return fileMode }
func (i veiledInfo) ModTime() time.Time { return i.f.changed }
func (i veiledInfo) IsDir() bool        { return false }
func (i veiledInfo) Sys() any           { return nil }
