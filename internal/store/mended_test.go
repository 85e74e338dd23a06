package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestEveryReadOfAHomeFails lets each call of a home that reads fail in turn: no persona
// is lost, none is a mix, and the act works when it is done again.
func TestEveryReadOfAHomeFails(t *testing.T) {
	t.Parallel()
	from, _ := makeHome(t, func(d *Dir) { write(t, d, "SOUL.md", "old") })
	for _, a := range homeActs {
		t.Run(a.name, func(t *testing.T) {
			fired := 0
			for at := 1; homeFailsAt(t, from, a, &faults{at: at, reads: true, err: syscall.ENOSPC}); at++ {
				fired++
			}
			t.Logf("trust: %d tries: the old personas or the new ones after each, and an error that was told", fired)
		})
	}
}

// lay writes a file and makes its folder.
func lay(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, file, text)
}

// TestAReceivedPersonaThatCannotBeRead is as a crash left it, whole and without its
// place: no read that fails has it deleted.
func TestAReceivedPersonaThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for at := 1; ; at++ {
		dir, _ := makeHome(t, func(*Dir) {})
		h, err := Open(dir, Options{})
		must(t, err)
		left := path.Join(personasDir, tempPrefix+"AAAAAAAA-1")
		whole := filepath.Join(dir, left)
		lay(t, filepath.Join(whole, receivedFile), "ivo")
		lay(t, filepath.Join(whole, profileFile), "{}")
		f := &faults{at: at, reads: true, err: syscall.EIO}
		f.inject(&h.dir.disk.ops)
		h.sweepClaims()
		h.dir.disk.ops = systemOps()
		must(t, h.Close())
		if h, err = Open(dir, Options{}); err != nil {
			t.Fatal(err)
		}
		if slugs, err := h.Personas(); err != nil || strings.Join(slugs, " ") != "ivo luna" {
			t.Errorf("%s %d: %q, %v", f.where, at, slugs, err)
		}
		must(t, h.Close())
		if f.where == "" {
			return
		}
	}
}

// TestAReceivedPersonaWithoutAPlace keeps what cannot be renamed for the next start.
func TestAReceivedPersonaWithoutAPlace(t *testing.T) {
	t.Parallel()
	dir, _ := makeHome(t, func(*Dir) {})
	h := openHome(t, dir)
	lay(t, filepath.Join(dir, personasDir, tempPrefix+"AAAAAAAA-1", receivedFile), "ivo")
	f := &faults{at: 1, err: syscall.EIO}
	f.inject(&h.dir.disk.ops)
	h.sweepClaims()
	h.dir.disk.ops = systemOps()
	if _, err := h.root.Lstat(path.Join(personasDir, tempPrefix+"AAAAAAAA-1", receivedFile)); err != nil {
		t.Error(err)
	}
	h.sweepClaims()
	if slugs, err := h.Personas(); err != nil || strings.Join(slugs, " ") != "ivo luna" {
		t.Errorf("%q, %v", slugs, err)
	}
}

// TestAPendingWhoseFileCannotBeRead: a crash came between a write and its mark, and the
// look at the file fails. Who wrote it is known all the same, at the next start.
func TestAPendingWhoseFileCannotBeRead(t *testing.T) {
	t.Parallel()
	for at := 1; ; at++ {
		dir, persona := makeHome(t, func(*Dir) {})
		h, err := Open(dir, Options{})
		must(t, err)
		d, err := h.Persona("luna")
		must(t, err)
		rest(d)
		if _, err := d.hist.announce(d.hist.head("a.txt", []byte("brought"), Cause{Kind: CauseImport}), []byte("brought")); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(persona, "a.txt"), "brought")
		crashed := filepath.Join(fastDir(t), "home")
		copyTree(t, dir, crashed)
		must(t, h.Close())
		if h, err = Open(crashed, Options{}); err != nil {
			t.Fatal(err)
		}
		d = &Dir{path: filepath.Join(crashed, personasDir, "luna"), scope: personaScope(), now: time.Now, log: h.opt.Logger}
		root, err := os.OpenRoot(d.path)
		must(t, err)
		d.disk = &disk{root: root, ops: systemOps(), temps: newTemps()}
		d.hist = &history{d: d, ledgers: ledgers{disk: d.disk}, known: map[string]stamp{}}
		f := &faults{at: at, reads: true, err: syscall.EIO}
		f.inject(&d.disk.ops)
		d.hist.recover() // a start at which the disk does not answer
		must(t, root.Close())
		if d, err = h.Persona("luna"); err != nil { // and one at which it does
			t.Fatal(err)
		}
		wantVersions(t, d, "a.txt", "brought by import")
		must(t, h.Close())
		if f.where == "" {
			return
		}
	}
}

// TestAPendingOfAnEarlierVersionKeepsItsMark: it has a file of its own, which could not be
// renamed. What is in it goes into the history all the same.
func TestAPendingOfAnEarlierVersionKeepsItsMark(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	must(t, d.Sync(t.Context()))
	edit(t, d, "a.txt", "brought")
	line, err := json.Marshal(d.hist.head("a.txt", []byte("brought"), Cause{Kind: CauseImport}))
	must(t, err)
	lay(t, filepath.Join(d.path, pendingDir, strings.Repeat("1", 20)+newExt), string(line)+"\nbrought")
	d.disk.ops.rename = func(*os.Root, string, string) error { return syscall.EIO }
	d.hist.recover()
	d.disk.ops = systemOps()
	wantVersions(t, d, "a.txt", "brought by import")
	must(t, d.Sync(t.Context()))
	wantVersions(t, d, "a.txt", "brought by import")
}

// TestAPendingOfNoFile: what has the name now is none that was written by us.
func TestAPendingOfNoFile(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	must(t, os.Mkdir(filepath.Join(d.path, "a.txt"), 0o700))
	if yes, err := d.hist.written(pending{pendingHead: d.hist.head("a.txt", []byte("x"), byUser)}); yes || err != nil {
		t.Errorf("%v, %v", yes, err)
	}
	if yes, err := d.hist.written(pending{pendingHead: d.hist.removal("b.txt", byUser)}); !yes || err != nil {
		t.Errorf("removed: %v, %v", yes, err)
	}
}

// TestTheMarkOfACreationStays is told where it cannot be taken away, and goes with the
// next write of the profile.
func TestTheMarkOfACreationStays(t *testing.T) {
	t.Parallel()
	h := openHome(t, t.TempDir())
	d, err := h.CreatePersona("luna")
	must(t, err)
	again, err := h.CreatePersona("luna")
	if again != d || err != nil {
		t.Errorf("not the one that is open: %v", err)
	}
	d.disk.ops.remove = func(*os.Root, string) error { return syscall.EIO }
	write(t, d, profileFile, "{}")
	d.disk.ops = systemOps()
	if slugs, err := h.Personas(); err != nil || len(slugs) != 0 {
		t.Errorf("%q, %v", slugs, err)
	}
	checkClean(t, h, "still marked as unfinished")
	write(t, d, profileFile, `{"schema":1}`)
	if slugs, err := h.Personas(); err != nil || len(slugs) != 1 {
		t.Errorf("%q, %v", slugs, err)
	}
	_, err = h.CreatePersona("luna")
	wantErr(t, err, fs.ErrExist)
	h.forget("luna") // it is not open any more
	_, err = h.CreatePersona("luna")
	wantErr(t, err, fs.ErrExist)
}

// TestPersonasThatDoNotClose leave the list all the same.
func TestPersonasThatDoNotClose(t *testing.T) {
	t.Parallel()
	for what, out := range map[string]func(h *Home) error{
		"set aside": func(h *Home) error { _, err := h.SetAside("luna"); return err },
		"abandoned": func(h *Home) error { return h.AbandonPersona("luna") },
		"forgotten": func(h *Home) error { h.forget("luna"); return h.root.RemoveAll(personasDir + "/luna") },
	} {
		h := openHome(t, t.TempDir())
		d, err := h.CreatePersona("luna")
		must(t, err)
		rest(d)
		if what != "abandoned" {
			write(t, d, profileFile, "{}")
		}
		write(t, d, "a.txt", "new")
		f := &faults{at: 1, forever: true, err: syscall.EIO}
		f.inject(&d.disk.ops)
		if err := out(h); err != nil || f.where == "" {
			t.Errorf("%s: %v, failed: %q", what, err, f.where)
		}
		if slugs, err := h.Personas(); err != nil || len(slugs) != 0 {
			t.Errorf("%s: %q, %v", what, slugs, err)
		}
	}
}

// TestAnAsideIsNotWrittenOver: where nobody can say whether a name is taken, it is not.
func TestAnAsideIsNotWrittenOver(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	d.now = func() time.Time { return time.Unix(1e9, 0) }
	write(t, d, "a.txt", "first")
	first, err := d.Quarantine("a.txt", "test")
	must(t, err)
	for at := 1; ; at++ {
		write(t, d, "a.txt", "second")
		f := &faults{at: at, reads: true, err: syscall.EIO}
		f.inject(&d.disk.ops)
		set, err := d.Quarantine("a.txt", "test")
		d.disk.ops = systemOps()
		if err == nil {
			must(t, d.disk.root.Remove(set.Path))
			must(t, d.disk.root.Remove(set.Path+whyExt))
		}
		if data, err := d.disk.readRegular(first.Path, MaxFile); err != nil || string(data) != "first" {
			t.Fatalf("%s %d: the first is %q, %v", f.where, at, data, err)
		}
		if f.where == "" {
			return
		}
	}
}

// TestAReadThatFailsIsNoDamage has go-git hand on the text of what a disk said and not the
// error: the history is whole.
func TestAReadThatFailsIsNoDamage(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, d.Sync(context.Background()))
	head, err := openRepo(d.disk, d.path).head()
	must(t, err)
	d.hist.repo = nil
	d.disk.ops.read = func(*os.File, []byte) (int, error) { return 0, syscall.EIO }
	err = d.hist.use(func(r *repo) error { _, err := r.commitOf(head); return err })
	d.disk.ops = systemOps()
	if !errors.Is(err, syscall.EIO) || isDamage(err) {
		t.Errorf("%v", err)
	}
	wantVersions(t, d, "a.txt", "old by user")
}
