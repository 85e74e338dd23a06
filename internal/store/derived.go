package store

import (
	"os"
	"path/filepath"
	"strings"
)

// Derived returns the system's path of a file or folder below ".index", for a
// library that writes an index by itself. Nothing is made. It returns ErrMoved
// when that path leads elsewhere than to this Dir: a library that makes the
// folders it misses would begin an empty home there. Cost: two looks.
func (d *Dir) Derived(name string) (string, error) {
	if err := checkDerived(name); err != nil {
		return "", err
	}
	mine, err := d.disk.root.Stat(".")
	if err != nil {
		return "", wrap("find", name, err)
	}
	if there, err := os.Stat(d.path); err != nil || !os.SameFile(mine, there) {
		return "", wrap("find", name, ErrMoved)
	}
	return filepath.Join(d.path, filepath.FromSlash(name)), nil
}

// Discard removes a file, or a folder with all in it, below ".index". It is not
// kept anywhere, as it can be made again. What is not there is no error.
func (d *Dir) Discard(name string) error {
	if err := checkDerived(name); err != nil {
		return err
	}
	if d.over != nil {
		return wrap("discard", name, errShadow)
	}
	return wrap("discard", name, d.disk.root.RemoveAll(name))
}

func checkDerived(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if !strings.HasPrefix(name, indexDir+"/") {
		return badName(name, "not derived data")
	}
	return nil
}
