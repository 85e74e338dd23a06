package store

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-billy/v5"
)

// gitFS is the folder of a repository as go-git wants to see it. go-git itself
// never synchronises anything: this does so when a file that was written is
// closed and when one is renamed, so that neither a crash nor a power cut leaves
// an object that is empty or not there.
type gitFS struct {
	disk *disk
	base string // inside the root
	path string // the same for the system; go-git needs it on Windows
	bad  *error // what a read said that failed: go-git hands on its text alone
}

// newGitFS returns a folder of the disk, whose path the system knows as sysPath.
func newGitFS(d *disk, base, sysPath string) *gitFS {
	return &gitFS{disk: d, base: base, path: filepath.Join(sysPath, filepath.FromSlash(base)), bad: new(error)}
}

var errNoSymlinks = errors.New("no symbolic links in a history")

func (g *gitFS) at(name string) string {
	return path.Join(g.base, path.Clean("/"+filepath.ToSlash(name)))
}

// Create makes or empties a file.
func (g *gitFS) Create(name string) (billy.File, error) {
	return g.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, fileMode)
}

// Open opens a file for reading.
func (g *gitFS) Open(name string) (billy.File, error) {
	f, err := g.disk.openRegular(g.at(name))
	if err != nil {
		return nil, err
	}
	return &gitFile{file: f, name: name, bad: g.bad}, nil
}

// OpenFile opens a file; the mode is always 0600.
func (g *gitFS) OpenFile(name string, flag int, _ fs.FileMode) (billy.File, error) {
	if flag == os.O_RDONLY {
		return g.Open(name)
	}
	at := g.at(name)
	if err := g.disk.mkdirAll(path.Dir(at)); err != nil {
		return nil, err
	}
	f, err := g.disk.ops.open(g.disk.root, at, flag|openFlags, fileMode)
	if err != nil {
		return nil, err
	}
	if fi, err := g.disk.ops.stat(f); err != nil || !fi.Mode().IsRegular() {
		_ = f.Close()
		return nil, &BadFileError{Name: at, Reason: NotRegular, Err: err}
	}
	return &gitFile{file: &file{f, &g.disk.ops}, name: name, bad: g.bad, written: true}, nil
}

// Stat is Lstat: there are no links here.
func (g *gitFS) Stat(name string) (fs.FileInfo, error) { return g.Lstat(name) }

// Lstat describes a file.
func (g *gitFS) Lstat(name string) (fs.FileInfo, error) { return g.disk.lstat(g.at(name)) }

// Rename moves a file, and makes that durable.
func (g *gitFS) Rename(from, to string) error {
	if err := g.disk.mkdirAll(path.Dir(g.at(to))); err != nil {
		return err
	}
	if err := g.disk.ops.rename(g.disk.root, g.at(from), g.at(to)); err != nil {
		return err
	}
	return g.disk.ops.syncDir(g.disk.root, path.Dir(g.at(to)))
}

// Remove deletes a file.
func (g *gitFS) Remove(name string) error { return g.disk.ops.remove(g.disk.root, g.at(name)) }

// Join joins the elements of a path.
func (g *gitFS) Join(elem ...string) string { return path.Join(elem...) }

// TempFile makes a file with a new name.
func (g *gitFS) TempFile(dir, prefix string) (billy.File, error) {
	return g.OpenFile(path.Join(dir, prefix+rand.Text()), os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
}

// ReadDir lists a folder, sorted.
func (g *gitFS) ReadDir(name string) ([]fs.FileInfo, error) {
	list, err := g.disk.readDir(g.at(name))
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
	return list, err
}

// MkdirAll makes a folder; the mode is always 0700.
func (g *gitFS) MkdirAll(name string, _ fs.FileMode) error { return g.disk.mkdirAll(g.at(name)) }

// Symlink always fails.
func (g *gitFS) Symlink(string, string) error { return errNoSymlinks }

// Readlink always fails.
func (g *gitFS) Readlink(string) (string, error) { return "", errNoSymlinks }

// Chroot returns a folder as a file system.
func (g *gitFS) Chroot(name string) (billy.Filesystem, error) {
	return &gitFS{disk: g.disk, base: g.at(name), path: filepath.Join(g.path, filepath.FromSlash(name)), bad: g.bad}, nil
}

// Root returns the path of the folder.
func (g *gitFS) Root() string { return g.path }

// gitFile is a file that is on disk once Close returned nil.
type gitFile struct {
	*file
	name    string
	bad     *error // of the gitFS
	written bool   // it is open for writing

	once sync.Once
	err  error
}

// Name returns the name as it was given to Open.
func (f *gitFile) Name() string { return f.name }

// Read reads on.
func (f *gitFile) Read(p []byte) (int, error) {
	n, err := f.file.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		*f.bad = err
	}
	return n, err
}

// Write writes to the file.
func (f *gitFile) Write(p []byte) (int, error) {
	if !f.written {
		return 0, fs.ErrPermission
	}
	return f.ops.write(f.File, p)
}

// Close synchronises what was written, and closes. A second call returns what
// the first did.
func (f *gitFile) Close() error {
	f.once.Do(func() {
		if !f.written {
			f.err = f.File.Close()
			return
		}
		f.err = errors.Join(f.ops.sync(f.File), f.ops.close(f.File))
	})
	return f.err
}

// Lock does nothing: the home is locked.
func (f *gitFile) Lock() error { return nil }

// Unlock does nothing.
func (f *gitFile) Unlock() error { return nil }
