package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ReadGiven reads a file anywhere on this machine that the user named, if it is a
// regular one of at most limit bytes; else it returns ErrUnreadable. It never
// waits for a pipe or a device. A link that the user names is followed.
func ReadGiven(name string, limit int64) ([]byte, error) {
	before, err := os.Stat(name)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	if !before.Mode().IsRegular() {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: NotRegular})
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil || !os.SameFile(before, now) {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: NotRegular, Err: err})
	}
	if now.Size() > limit {
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: TooBig})
	}
	var b bytes.Buffer
	b.Grow(int(now.Size()) + bytes.MinRead) // once: it may be large
	_, err = b.ReadFrom(&bounded{r: f, left: limit, name: name})
	return b.Bytes(), wrap("read", name, err)
}

// WriteGiven writes a file to a place that the user named, in one step: it is
// there whole or not at all, and when it returns nil it stays over a power cut. It
// replaces a regular file, and nothing else.
func WriteGiven(name string, data []byte) error {
	return wrap("write", name, writeGiven(name, data, systemOps()))
}

func writeGiven(name string, data []byte, o ops) error {
	if fi, err := os.Stat(name); err == nil && !fi.Mode().IsRegular() {
		return &BadFileError{Name: name, Reason: NotRegular}
	}
	dir, base := filepath.Split(name)
	if dir == "" {
		dir = "."
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // what it was opened for is done
	_, err = (&disk{root: root, ops: o, temps: newTemps()}).replace(base, bytes.NewReader(data))
	return err
}

// A Given is a file or a folder anywhere on this machine that the user named,
// open for reading. Links in a folder are not followed. Close it.
type Given struct {
	disk *disk  // of a folder; of a file the folder that it is in
	name string // of a file; "" for a folder
	path string
}

// OpenGiven opens what the user named, a regular file or a folder; anything else
// is ErrUnreadable. It never waits for a pipe or a device.
func OpenGiven(name string) (*Given, error) {
	fi, err := os.Stat(name)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	abs, err := filepath.EvalSymlinks(name) // a link that the user names is followed
	if err == nil {
		abs, err = filepath.Abs(abs)
	}
	if err != nil {
		return nil, wrap("read", name, err)
	}
	g := &Given{path: name}
	dir := abs
	switch {
	case fi.Mode().IsRegular():
		dir, g.name = filepath.Split(abs)
	case !fi.IsDir():
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: NotRegular})
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	g.disk = &disk{root: root, ops: systemOps()}
	return g, nil
}

// Close frees it.
func (g *Given) Close() error { return g.disk.root.Close() }

// IsFolder reports whether it is a folder.
func (g *Given) IsFolder() bool { return g.name == "" }

// File returns a file alone; of a folder there is none.
func (g *Given) File() (Part, bool) {
	if g.name == "" {
		return Part{}, false
	}
	fi, err := g.disk.lstat(g.name)
	if err != nil {
		return Part{}, false
	}
	return Part{Name: g.name, Size: fi.Size(), ModTime: fi.ModTime()}, true
}

// Open opens a regular file by its slash-separated name in the folder, or the
// file itself by its name. One in a folder that has a second name, which may
// be outside, is ErrUnreadable.
func (g *Given) Open(name string) (*os.File, error) {
	f, err := g.disk.openRegular(filepath.FromSlash(name))
	if err != nil {
		return nil, wrap("read", name, err)
	}
	if fi, err := f.Stat(); err != nil || g.IsFolder() && names(fi) > 1 {
		_ = f.Close()
		return nil, wrap("read", name, &BadFileError{Name: name, Reason: NotRegular, Err: err})
	}
	return f.File, nil
}

// Walk lists the regular files of a folder by their slash-separated names, sorted.
// others gets what is left out: hidden files and folders, links, pipes, devices,
// and files that have a second name. More than most entries are
// ErrUnreadable.
func (g *Given) Walk(most int, others func(name string)) ([]Part, error) {
	var list []Part
	n := 0
	err := fs.WalkDir(g.disk.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if n++; n > most {
			return &BadFileError{Name: g.path, Reason: TooBig}
		}
		hidden := strings.HasPrefix(e.Name(), ".")
		switch {
		case e.IsDir() && hidden:
			others(name)
			return fs.SkipDir
		case e.IsDir():
			return nil
		case hidden:
			others(name)
			return nil
		}
		fi, err := e.Info()
		switch {
		case err != nil:
		case fi.Mode().IsRegular() && names(fi) <= 1:
			list = append(list, Part{Name: name, Size: fi.Size(), ModTime: fi.ModTime()})
		default:
			others(name)
		}
		return err
	})
	return list, wrap("list", g.path, err)
}

// A Folder is a folder outside any home, for files that are made once and
// never changed: copies of a home, and what is exported from it.
type Folder struct {
	path string
	disk *disk
}

// OpenFolder opens a folder, which is made if it is not there. Close it.
func OpenFolder(dir string) (*Folder, error) {
	f, err := openFolder(dir, systemOps())
	return f, wrap("open folder", dir, err)
}

func openFolder(dir string, o ops) (*Folder, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = makeFolders(abs, o)
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	return &Folder{path: abs, disk: &disk{root: root, ops: o, temps: newTemps()}}, nil
}

// makeFolders makes a folder and those above it that are missing, by its absolute
// path, and makes their entries durable: what is written into a new folder is no
// safer than the folder's name.
func makeFolders(abs string, o ops) error {
	var grown []string // folders that get an entry
	for dir := abs; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		grown = append(grown, filepath.Dir(dir))
	}
	if err := os.MkdirAll(abs, dirMode); err != nil {
		return err
	}
	for _, dir := range grown {
		root, err := os.OpenRoot(dir)
		if errors.Is(err, fs.ErrPermission) {
			continue // it may be written to and not read: then nobody can synchronise it
		}
		if err != nil {
			return err
		}
		err = o.syncDir(root, ".")
		_ = root.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// Close frees the folder.
func (f *Folder) Close() error { return f.disk.root.Close() }

// Path returns the folder's absolute path.
func (f *Folder) Path() string { return f.path }

// Make writes a file and has it checked before it gets its name: a file of that
// name is whole and was read back, and one that was there before is replaced
// only then. Nothing stays of a file that could not be written or checked.
func (f *Folder) Make(name string, write func(io.Writer) error, check func(r io.ReaderAt, size int64) error) (err error) {
	if err := checkName(name); err != nil {
		return err
	}
	defer f.writing()()
	temp := f.disk.temps.in(name)
	defer func() {
		if err != nil {
			_ = f.disk.ops.remove(f.disk.root, temp)
			err = wrap("make", name, err)
		}
	}()
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	_, err = f.disk.create(temp, r)
	_ = r.Close() // ends a write that nobody reads any more
	if err != nil {
		return err
	}
	if err := f.read(temp, check); err != nil {
		return fmt.Errorf("read back: %w", err)
	}
	if err := f.disk.ops.rename(f.disk.root, temp, name); err != nil {
		return err
	}
	return f.disk.ops.syncDir(f.disk.root, ".")
}

// writing removes what a crash left unfinished, unless somebody else writes to the
// folder just now, and returns what to call when the writing has ended. Everybody
// who writes shares the folder's lock, which a removal needs alone. On a disk or a
// system without such locks nothing is removed.
func (f *Folder) writing() (done func()) {
	alone, err := lockFolder(f.path)
	if err == nil && alone != nil {
		f.disk.sweep(".", func(string) bool { return false })
	}
	shared := shareFolder(f.path, alone)
	return func() {
		if shared != nil {
			unlockFolder(shared)
		}
	}
}

// Read opens a regular file of the folder and gives it to use.
func (f *Folder) Read(name string, use func(r io.ReaderAt, size int64) error) error {
	return wrap("read", name, f.read(name, use))
}

func (f *Folder) read(name string, use func(r io.ReaderAt, size int64) error) error {
	file, err := f.disk.openRegular(name)
	if err != nil {
		return err
	}
	defer file.Close()
	fi, err := file.Stat()
	if err != nil {
		return err
	}
	return use(file, fi.Size())
}

// List returns the regular files of the folder that are finished, unsorted.
func (f *Folder) List() ([]Part, error) {
	infos, err := f.disk.readDir(".")
	if err != nil {
		return nil, wrap("list", f.path, err)
	}
	var list []Part
	for _, fi := range infos {
		if fi.Mode()&fs.ModeType == 0 && !strings.HasPrefix(fi.Name(), ".") {
			list = append(list, Part{Name: fi.Name(), Size: fi.Size(), ModTime: fi.ModTime()})
		}
	}
	return list, nil
}

// Remove removes a file of the folder.
func (f *Folder) Remove(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	err := f.disk.ops.remove(f.disk.root, name)
	if err == nil {
		err = f.disk.ops.syncDir(f.disk.root, ".")
	}
	return wrap("remove", name, err)
}
