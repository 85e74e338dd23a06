//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestGivenFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.png")
	if err := WriteGiven(file, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := WriteGiven(file, []byte("second")); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadGiven(file, 6); err != nil || string(got) != "second" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := ReadGiven(file, 5); !errors.Is(err, ErrUnreadable) {
		t.Errorf("over the limit: %v", err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, dir, "/dev/zero"} {
		if _, err := ReadGiven(name, 10); !errors.Is(err, ErrUnreadable) {
			t.Errorf("read %s: %v", name, err)
		}
		if err := WriteGiven(name, nil); !errors.Is(err, ErrUnreadable) {
			t.Errorf("write %s: %v", name, err)
		}
	}
	if got, err := ReadGiven(link, 10); err != nil || string(got) != "second" {
		t.Errorf("a link of the user's: %q, %v", got, err)
	}
	if err := WriteGiven(filepath.Join(dir, "no", "b"), nil); err == nil {
		t.Error("written into a folder that is not there")
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), ".yumori-") {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}

// TestNewFoldersThatSomebodyRemoves has somebody remove new folders while their names
// are made durable: whoever made them is told, and does not take them for safe.
func TestNewFoldersThatSomebodyRemoves(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := systemOps()
	synced := 0
	o.syncDir = func(*os.Root, string) error {
		synced++
		return os.RemoveAll(filepath.Join(dir, "a"))
	}
	err := makeFolders(filepath.Join(dir, "a", "b", "c"), o)
	wantErr(t, err, os.ErrNotExist)
	if synced != 1 {
		t.Errorf("%d folders were synchronised, one was there", synced)
	}
}
