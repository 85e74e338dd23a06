package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"slices"
	"sync"
	"time"
)

// Dir is a folder and what is in it. Names are slash-separated paths inside
// it; one that is not valid everywhere returns ErrBadName. All methods are safe
// for concurrent use.
type Dir struct {
	path  string // for messages
	disk  *disk
	scope scope
	now   func() time.Time
	log   *slog.Logger
	hist  *history
	seen  *changeLog
	over  *overlay // of a Shadow; nil otherwise

	mu       sync.Mutex // held while a file is replaced; guards what follows
	journals map[string]*Journal
	closed   bool
}

// Entry is one file or folder of a List.
type Entry struct {
	Name    string // the last element
	Size    int64  // bytes; 0 for a folder
	ModTime time.Time
	IsDir   bool
	Stamp   Stamp // of the file when it was listed, see Dir.Stamp
}

// openDir takes over root. It removes what a crash left unfinished.
func openDir(root *os.Root, path string, s scope, opt Options) *Dir {
	d := &Dir{
		path: path, scope: s, now: opt.Now, log: opt.Logger,
		disk:     &disk{root: root, ops: systemOps(), temps: newTemps()},
		journals: map[string]*Journal{},
	}
	d.disk.sweep(".", s.written)
	if err := d.disk.clearIndex(); err != nil {
		d.log.Warn("store: what is in the place of the index", "dir", d.path, "err", err)
	}
	d.hist = openHistory(d)
	d.seen = &changeLog{disk: d.disk, scope: s, now: opt.Now}
	return d
}

// clearIndex takes away what is in the place of the index's folder and is no
// folder: it is derived data, and with it there no cursor could be read, which
// would look as if the history were damaged.
func (d *disk) clearIndex() error {
	if info, err := d.lstat(indexDir); err != nil || info.IsDir() {
		return nil
	}
	return d.root.Remove(indexDir)
}

// Read returns the bytes of a regular file of at most MaxFile. It returns
// fs.ErrNotExist, or ErrUnreadable for what exists and cannot be read. JSON of no
// bytes is of the latter: a disk or a user took what was in it, and whoever took
// it for a file with nothing in it yet would write over what history has.
func (d *Dir) Read(name string) ([]byte, error) {
	if err := d.scope.check(name); err != nil {
		return nil, err
	}
	var data []byte
	var err error
	if d.over != nil {
		data, err = d.over.read(name)
	} else {
		data, err = d.disk.readRegular(name, MaxFile)
		err = wrap("read", name, err)
	}
	if err == nil && len(data) == 0 && path.Ext(name) == ".json" {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: Empty})
	}
	return data, err
}

// ReadText returns the content of a text file for use: without byte order mark
// and with "\n" between lines. What is not valid UTF-8 or holds NUL bytes is
// ErrUnreadable; else as Read.
func (d *Dir) ReadText(name string) (Text, error) {
	data, err := d.Read(name)
	if err != nil {
		return Text{}, err
	}
	t, err := textOf(name, data)
	return t, wrap("read", name, err)
}

// Version returns the version of a file of any size, and "" if there is none.
// It reads the whole file.
func (d *Dir) Version(name string) (Version, error) {
	if err := d.scope.check(name); err != nil {
		return "", err
	}
	if d.over != nil {
		return d.over.version(name)
	}
	v, err := d.disk.versionOfFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return v, wrap("read", name, err)
}

// Write replaces a file by data, or makes it, with its folders. When it returns
// nil the data is on disk; otherwise the old content still is. Writing again
// after an error starts anew. Cost: two synchronisations of the disk. The
// history gets the new version later, from a copy made before.
func (d *Dir) Write(name string, data []byte, c Cause) error {
	if err := d.scope.check(name); err != nil {
		return err
	}
	if d.over != nil {
		return wrap("write", name, d.over.put(name, content(data), nil))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return wrap("write", name, d.write(name, data, c))
}

// Replace is Write for a caller who has read the file: it returns ErrConflict,
// and writes nothing, when the file is not of the version old any more. An old
// of "" means that the file must not exist.
func (d *Dir) Replace(name string, old Version, data []byte, c Cause) error {
	if err := d.scope.check(name); err != nil {
		return err
	}
	if d.over != nil {
		return wrap("replace", name, d.over.put(name, content(data), &old))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	is, err := d.disk.versionOfFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return wrap("replace", name, err)
	}
	if is != old {
		return wrap("replace", name, ErrConflict)
	}
	return wrap("replace", name, d.write(name, data, c))
}

// content returns data as the content of a file, which is never nil.
func content(data []byte) []byte { return append(make([]byte, 0, len(data)), data...) }

// write replaces a file and leaves a copy for the history. d.mu is held.
func (d *Dir) write(name string, data []byte, c Cause) error {
	if err := d.replaceable(name); err != nil {
		return err
	}
	note, err := d.hist.before(name, data, c)
	if err != nil {
		return err
	}
	if _, err := d.disk.replace(name, bytes.NewReader(data)); err != nil {
		d.hist.undo(note)
		return err
	}
	d.hist.done(note)
	if name == profileFile {
		if err := d.disk.finishCreation(); err != nil { // the next write of the profile tries again
			d.log.Warn("store: persona is still marked as unfinished", "dir", d.path, "err", err)
		}
	}
	return nil
}

// replaceable returns an error unless name is a regular file or nothing.
func (d *Dir) replaceable(name string) error {
	if d.closed {
		return fs.ErrClosed
	}
	fi, err := d.disk.lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !fi.Mode().IsRegular() {
		return &BadFileError{Name: name, Reason: NotRegular}
	}
	return err
}

// finishCreation removes the mark of CreatePersona, if there is one.
func (d *disk) finishCreation() error {
	switch err := d.ops.remove(d.root, creatingFile); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return d.ops.syncDir(d.root, ".")
}

// Remove deletes a file; its content stays in the history. A file that is not
// there is fs.ErrNotExist.
func (d *Dir) Remove(name string, c Cause) error {
	if err := d.scope.check(name); err != nil {
		return err
	}
	if d.over != nil {
		return wrap("remove", name, d.over.put(name, nil, nil))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return wrap("remove", name, d.remove(name, c))
}

func (d *Dir) remove(name string, c Cause) error {
	if _, err := d.disk.lstat(name); err != nil {
		return err
	}
	if err := d.replaceable(name); err != nil {
		return err
	}
	note, err := d.hist.beforeRemove(name, c)
	if err != nil {
		return err
	}
	if err := d.disk.ops.remove(d.disk.root, name); err != nil {
		d.hist.undo(note)
		return err
	}
	d.hist.done(note)
	return d.disk.ops.syncDir(d.disk.root, path.Dir(name))
}

// List returns the regular files and the folders in dir ("" or "." is the Dir
// itself), sorted by name. Hidden and unfinished files, copies that editors and
// synchronising programs leave, and names that are not valid everywhere are
// left out. A folder that is not there is empty.
func (d *Dir) List(dir string) ([]Entry, error) {
	if dir == "" {
		dir = "."
	}
	if dir != "." {
		if err := d.scope.check(dir); err != nil {
			return nil, err
		}
	}
	if d.over != nil {
		list, err := d.over.base.List(dir)
		return d.over.list(dir, list), err
	}
	infos, err := d.disk.readDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, wrap("list", dir, err)
	}
	var list []Entry
	if len(infos) > 0 {
		list = make([]Entry, 0, len(infos))
	}
	for _, fi := range infos {
		if !d.scope.lists(path.Join(dir, fi.Name()), fi) {
			continue
		}
		e := Entry{Name: fi.Name(), ModTime: fi.ModTime(), IsDir: fi.IsDir()}
		if !e.IsDir {
			e.Size, e.Stamp = fi.Size(), settledStamp(fi)
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// Import writes what r holds to a file, for big ones such as attachments: it
// needs no memory and the history does not keep it. More than limit bytes are
// ErrUnreadable and leave nothing behind.
func (d *Dir) Import(name string, r io.Reader, limit int64) (Version, error) {
	if err := d.scope.check(name); err != nil {
		return "", err
	}
	if d.over != nil {
		return "", wrap("import", name, errShadow)
	}
	h := sha256.New()
	src := io.TeeReader(&bounded{r: r, left: limit, name: name}, h)
	temp, err := d.disk.stage(name, src) // slow: not under the lock
	if err == nil {
		err = d.unstage(temp, name)
	}
	if err != nil {
		return "", wrap("import", name, err)
	}
	return Version(hex.EncodeToString(h.Sum(nil))), nil
}

// ImportAll is Import for several files that belong together, each of any size:
// from calls put for each. They get their names when all of them are there; on an
// error none has, and what was there before is.
func (d *Dir) ImportAll(from func(put Put) error) (err error) {
	if d.over != nil {
		return wrap("import", d.path, errShadow)
	}
	type staged struct{ name, temp string }
	var list []staged
	defer func() {
		for _, s := range list {
			_ = d.disk.ops.remove(d.disk.root, s.temp)
		}
	}()
	err = from(func(name string, r io.Reader) error {
		if err := d.scope.check(name); err != nil {
			return err
		}
		temp, err := d.disk.stage(name, r)
		if err != nil {
			return wrap("import", name, err)
		}
		list = append(list, staged{name, temp})
		return nil
	})
	for err == nil && len(list) > 0 {
		s := list[0]
		list = list[1:]
		err = wrap("import", s.name, d.unstage(s.temp, s.name))
	}
	return err
}

// stage writes what src holds beside the place of a file.
func (d *disk) stage(name string, src io.Reader) (temp string, err error) {
	if err := d.mkdirAll(path.Dir(name)); err != nil {
		return "", err
	}
	temp = d.temps.in(name)
	_, err = d.create(temp, src)
	return temp, err
}

// unstage puts a file that was staged in its place.
func (d *Dir) unstage(temp, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.replaceable(name)
	if err == nil {
		err = d.disk.ops.rename(d.disk.root, temp, name)
	}
	if err != nil {
		_ = d.disk.ops.remove(d.disk.root, temp) // swept at the next start otherwise
		return err
	}
	return d.disk.ops.syncDir(d.disk.root, path.Dir(name))
}

// bounded is a reader that fails when there is more than it may give.
type bounded struct {
	r    io.Reader
	left int64
	name string
}

func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return 0, &BadFileError{Name: b.name, Reason: TooBig}
	}
	return n, err
}

// Open opens a regular file of any size for reading. The caller closes it.
func (d *Dir) Open(name string) (io.ReadSeekCloser, error) {
	if err := d.scope.check(name); err != nil {
		return nil, err
	}
	if d.over != nil {
		if f, ok, err := d.over.open(name); ok {
			return f, err
		}
	}
	f, err := d.disk.openRegular(name)
	if err != nil {
		return nil, wrap("open", name, err)
	}
	return f.File, nil
}

// close writes what waits for the history and closes everything.
func (d *Dir) close() error {
	d.mu.Lock()
	was := d.closed
	d.closed = true
	journals := maps.Clone(d.journals)
	d.mu.Unlock()
	if was {
		return nil
	}
	err := d.hist.close()
	for _, j := range journals {
		err = errors.Join(err, j.close())
	}
	return errors.Join(err, d.disk.root.Close())
}
