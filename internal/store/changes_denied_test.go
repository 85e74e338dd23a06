package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestChangesOfWhatWasDenied has a look at a file fail once, as it does when its
// mode or a virus scanner forbids it, which leaves its time as it is: the next
// look finds it.
func TestChangesOfWhatWasDenied(t *testing.T) {
	t.Parallel()
	home, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close()
	d, err := home.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write("MEMORY.md", []byte("a\n"), Cause{Kind: CauseUser}); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(d.path, "MEMORY.md"), old, old); err != nil {
		t.Fatal(err)
	}
	_, at, err := d.Changes(t.Context(), Cursor{})
	if err != nil {
		t.Fatal(err)
	}
	fi, err := d.disk.root.Lstat("MEMORY.md")
	if err != nil {
		t.Fatal(err)
	}
	k := d.seen.man.Files["MEMORY.md"]
	k.Version = "" // all that a failed look leaves
	if d.seen.lookAt(&manifest{Files: map[string]*known{"gone.md": k}}, "gone.md", fi) {
		t.Error("what still cannot be read changes with every look")
	}
	list, next, err := d.Changes(t.Context(), at)
	if err != nil || len(list) != 1 || list[0].Version != VersionOf([]byte("a\n")) {
		t.Errorf("once it can be read: %+v, %v", list, err)
	}
	if list, _, err := d.Changes(t.Context(), next); err != nil || len(list) != 0 {
		t.Errorf("and again: %+v, %v", list, err)
	}
}

// TestAHomeThatIsAFile opens what is no folder.
func TestAHomeThatIsAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "home")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, filepath.Join(file, "home")} {
		var bad *BadFileError
		if _, err := Open(name, Options{}); !errors.As(err, &bad) || bad.Reason != NotFolder || !errors.Is(err, syscall.ENOTDIR) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAFolderInThePlaceOfACursor saves a cursor where somebody made a folder.
func TestAFolderInThePlaceOfACursor(t *testing.T) {
	t.Parallel()
	home, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close()
	d, err := home.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(d.path, ".index", "cursors", "mine.json")
	if err := os.MkdirAll(filepath.Join(file, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := d.SaveCursor("mine", Cursor{Epoch: "e", Seq: 3}); err != nil {
		t.Fatal(err)
	}
	if c, err := d.LoadCursor("mine"); err != nil || c.Seq != 3 {
		t.Errorf("%+v %v", c, err)
	}
}
