package store

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestNewFoldersBelowOneThatCannotBeRead makes folders in one that may be written to and
// not read, as a drop box on a server: that one cannot be synchronised, and it is no
// reason to refuse; those that can are.
func TestNewFoldersBelowOneThatCannotBeRead(t *testing.T) {
	t.Parallel()
	box := fastDir(t)
	must(t, os.Chmod(box, 0o300))
	t.Cleanup(func() { _ = os.Chmod(box, 0o700) }) // so that it can be removed
	if os.Getuid() == 0 {
		asNobody(t, box) // root may read everything
	}
	if root, err := os.OpenRoot(box); err == nil {
		_ = root.Close()
		t.Skip("this system lets it be read")
	}
	o := systemOps()
	var synced []string
	o.syncDir = func(r *os.Root, name string) error {
		synced = append(synced, r.Name())
		return systemOps().syncDir(r, name)
	}
	f, err := openFolder(filepath.Join(box, "a", "b"), o)
	must(t, err)
	defer f.Close()
	if len(synced) != 1 || synced[0] != filepath.Join(box, "a") {
		t.Errorf("synchronised: %q", synced)
	}
	if list, err := f.List(); err != nil || len(list) != 0 {
		t.Errorf("the new folder: %v, %v", list, err)
	}
}

// asNobody gives a folder to a user without rights, and has this test use files as that
// one. Linux keeps that for each thread; this test's is never unlocked, so that nobody else
// gets it.
func asNobody(t *testing.T, dir string) {
	t.Helper()
	const nobody = 65534
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Skip("no other user here: ", err)
	}
	runtime.LockOSThread()
	must(t, unix.Setfsuid(nobody))
	t.Cleanup(func() { _ = unix.Setfsuid(0) }) // what is removed after it is root's
}
