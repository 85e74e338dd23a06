package store

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Folder is a folder outside any home, for files that are made once and
// never changed: copies of a home, and what is exported from it.
type Folder struct {
	path string
	disk *disk
}

// OpenFolder opens a folder, which is made if it is not there. Close it.
func OpenFolder(dir string) (*Folder, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(abs, dirMode)
	}
	if err != nil {
		return nil, wrap("open folder", dir, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, wrap("open folder", dir, err)
	}
	return &Folder{path: abs, disk: &disk{root: root, ops: systemOps(), temps: newTemps()}}, nil
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
	file, err := openRegular(f.disk.root, name)
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
	return wrap("remove", name, f.disk.ops.remove(f.disk.root, name))
}
