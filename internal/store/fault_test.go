package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// act is something done to a persona that has the file a.txt with "old" and a
// journal with the lines [0] and [1].
type act struct {
	name string
	do   func(d *Dir, j *Journal) error
	file string // what a.txt has if it worked; "-" is nothing
	log  string // what the journal has if it worked
}

var acts = []act{
	{"write", func(d *Dir, _ *Journal) error { return d.Write("a.txt", []byte("new"), byUser) }, "new", "[0] [1]"},
	{"write in a new folder", func(d *Dir, _ *Journal) error { return d.Write("x/y/z.txt", []byte("new"), byUser) }, "old", "[0] [1]"},
	{"replace", func(d *Dir, _ *Journal) error {
		return d.Replace("a.txt", VersionOf([]byte("old")), []byte("new"), byUser)
	}, "new", "[0] [1]"},
	{"remove", func(d *Dir, _ *Journal) error { return d.Remove("a.txt", byUser) }, "-", "[0] [1]"},
	{"import", func(d *Dir, _ *Journal) error {
		_, err := d.Import("a.txt", strings.NewReader("new"), 10)
		return err
	}, "new", "[0] [1]"},
	{"import all", func(d *Dir, _ *Journal) error {
		return d.ImportAll(func(put Put) error {
			return errors.Join(put("x/b.txt", strings.NewReader("b")), put("a.txt", strings.NewReader("new")))
		})
	}, "new", "[0] [1]"},
	{"commit", func(d *Dir, _ *Journal) error {
		s := d.Shadow()
		err := errors.Join(s.Dir().Write("a.txt", []byte("new"), byUser), s.Dir().Write("x/b.txt", []byte("b"), byUser))
		return errors.Join(err, s.commit(byUser))
	}, "new", "[0] [1]"},
	{"journal in a new folder", func(d *Dir, _ *Journal) error {
		_, err := d.Journal("x/log.jsonl", validJSON)
		return err
	}, "old", "[0] [1]"},
	{"append", func(_ *Dir, j *Journal) error { _, err := j.Append([]byte("[2]")); return err }, "old", "[0] [1] [2]"},
	{"append all", func(_ *Dir, j *Journal) error { return j.AppendAll([]byte("[2]\n[3]\n")) }, "old", "[0] [1] [2] [3]"},
	{"append from", func(_ *Dir, j *Journal) error { return j.AppendFrom(strings.NewReader("[2]\n[3]\n")) }, "old", "[0] [1] [2] [3]"},
	{"rewrite", func(_ *Dir, j *Journal) error { return j.Rewrite(4, byUser) }, "old", "[1]"},
	{"quarantine", func(d *Dir, _ *Journal) error { _, err := d.Quarantine("a.txt", "test"); return err }, "-", "[0] [1]"},
	{"changes", func(d *Dir, _ *Journal) error {
		if err := os.WriteFile(filepath.Join(d.path, "hand.md"), []byte("x"), 0o600); err != nil {
			return err
		}
		_, _, err := d.Changes(context.Background(), Cursor{})
		return err
	}, "old", "[0] [1]"},
	{"cursor", func(d *Dir, _ *Journal) error { return d.SaveCursor("c", Cursor{Epoch: "e", Seq: 1}) }, "old", "[0] [1]"},
	{"history", func(d *Dir, _ *Journal) error {
		if err := d.Write("a.txt", []byte("new"), byUser); err != nil {
			return err
		}
		return d.Sync(context.Background())
	}, "new", "[0] [1]"},
	{"pack", func(d *Dir, _ *Journal) error {
		return errors.Join(d.Write("a.txt", []byte("new"), byUser), d.Sync(context.Background()), packAll(d), packAll(d))
	}, "new", "[0] [1]"},
}

// TestEveryCallFails lets each call of each act fail in turn, once and for ever.
// The old content must be there or the new one, an error must come out with the
// right name, and once the disk works again so must everything.
func TestEveryCallFails(t *testing.T) {
	t.Parallel()
	from := template(t)
	for _, a := range acts {
		for _, forever := range []bool{false, true} {
			for _, err := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EIO} {
				if forever && errors.Is(err, syscall.EROFS) {
					continue // TestReadOnlyDisk has it
				}
				t.Run(fmt.Sprintf("%s/forever=%v/%v", a.name, forever, err), func(t *testing.T) {
					fired := 0
					for at := 1; failAt(t, from, a, &faults{at: at, forever: forever, err: err}); at++ {
						fired++
					}
					if fired < 2 {
						t.Errorf("only %d calls could fail", fired)
					}
					t.Logf("trust: %d tries: old or new content after each, and an error that was told", fired)
				})
			}
		}
	}
}

// template makes the home that each act begins with.
func template(t *testing.T) string {
	t.Helper()
	dir, _ := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "old")
		j := openJournal(t, d)
		for _, l := range []string{"[0]", "[1]"} {
			if _, err := j.Append([]byte(l)); err != nil {
				t.Fatal(err)
			}
		}
	})
	return dir
}

// failAt does the act with one fault, and reports whether the fault came up.
func failAt(t *testing.T, from string, a act, f *faults) bool {
	t.Helper()
	dir := filepath.Join(fastDir(t), "home")
	copyTree(t, from, dir)
	want := map[error]error{syscall.ENOSPC: ErrFull, syscall.EROFS: ErrReadOnly, syscall.EIO: syscall.EIO}[f.err]
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	d.hist.mu.Lock()
	d.hist.timer.Stop() // no commit of its own in between
	d.hist.mu.Unlock()
	j := openJournal(t, d)
	f.inject(&d.disk.ops)
	err = a.do(d, j)
	d.disk.ops = systemOps()

	inPlace := func() bool { return fileOf(d) == a.file && logOf(t, j) == a.log }
	switch {
	case err == nil && !inPlace():
		t.Fatalf("%s %d failed silently: file %q, journal %q", f.where, f.at, fileOf(d), logOf(t, j))
	case err != nil && f.where == "":
		t.Fatal(err)
	case err != nil && !errors.Is(err, want):
		t.Fatalf("%s %d: error is %v, want %v", f.where, f.at, err, want)
	case err != nil && !inPlace() && (fileOf(d) != "old" || logOf(t, j) != "[0] [1]"):
		t.Fatalf("%s %d: file %q, journal %q", f.where, f.at, fileOf(d), logOf(t, j))
	case err != nil && strings.HasPrefix(a.name, "append") && logOf(t, j) != "[0] [1]":
		t.Fatalf("%s %d: the append failed, the journal has %q", f.where, f.at, logOf(t, j))
	}
	if err != nil && !inPlace() { // again, on a disk that works
		if err := a.do(d, j); err != nil || !inPlace() {
			t.Fatalf("%s %d: not after it either: %v, file %q, journal %q", f.where, f.at, err, fileOf(d), logOf(t, j))
		}
	}
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if past := versions(t, d, "a.txt"); len(past) == 0 || past[len(past)-1] != "old by user" {
		t.Fatalf("%s %d: history is %q", f.where, f.at, past)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	checkClean(t, again)
	if aside, err := filepath.Glob(filepath.Join(dir, personasDir, "luna", historyDir, "*"+damagedInfix+"*")); err != nil || len(aside) > 0 {
		t.Fatalf("%s %d: a whole history was set aside: %q, %v", f.where, f.at, aside, err)
	}
	return f.where != ""
}

func fileOf(d *Dir) string {
	data, err := d.Read("a.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return "-"
	}
	return string(data)
}

func logOf(t testing.TB, j *Journal) string { return strings.Join(lines(t, j), " ") }

var fileCuts = flag.Int("cuts", 5, "at how many bytes each file of a home is cut; as many as it has, if that is less")

// TestEveryFileCut cuts each file of a home, the store's own included, at many
// places. The home must open, everything else must be there, and writing and
// the history must work.
func TestEveryFileCut(t *testing.T) {
	t.Parallel()
	from := template(t)
	h, err := Open(from, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	rest(d)
	write(t, d, "memory/b.md", "kept")
	if _, err := d.hist.announce(d.hist.head("c.txt", []byte("never"), byUser), []byte("never")); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(fastDir(t), "copy") // with pendings, as a crash leaves it
	copyTree(t, from, copied)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	cuts := 0
	err = filepath.WalkDir(copied, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		fi, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(copied, file)
		step := max(1, fi.Size()/int64(*fileCuts))
		for n := int64(0); n < fi.Size(); n += step {
			cuts++
			cutOne(t, copied, name, n)
		}
		return err
	})
	if err != nil || cuts < 60 {
		t.Fatalf("%d cuts, %v", cuts, err)
	}
	t.Logf("trust: %d tries: the home opened after each, everything else was there", cuts)
}

func cutOne(t *testing.T, from, name string, at int64) {
	t.Helper()
	h := spoilt(t, from, name, fmt.Sprintf("cut at %d", at), func(file string) error { return os.Truncate(file, at) })
	defer h.Close()
	if strings.Contains(name, "objects") { // an older version is gone, and Check says so
		checkClean(t, h, "history") // of a file that is empty now, too
		return
	}
	checkClean(t, h, "waits for the history is damaged", "was not emptied in Yumori")
}

// spoilt opens a copy of a home in which a file was spoilt, and returns it after
// everything else was found to be there, and writing and the history to work.
func spoilt(t *testing.T, from, name, how string, spoil func(file string) error) *Home {
	t.Helper()
	dir := filepath.Join(fastDir(t), "home")
	copyTree(t, from, dir)
	must(t, spoil(filepath.Join(dir, name)))
	bad := func(what string, err error) {
		if err != nil {
			t.Fatalf("%s %s: %s: %v", name, how, what, err)
		}
	}
	h, err := Open(dir, Options{})
	bad("open", err)
	d, err := h.Persona("luna")
	bad("open persona", err)
	for file, want := range map[string]string{"a.txt": "old", "memory/b.md": "kept"} {
		if !strings.HasSuffix(filepath.ToSlash(name), file) {
			wantFile(t, d, file, want)
		}
	}
	j := openJournal(t, d)
	if got := logOf(t, j); got != "[0] [1]" && filepath.Base(name) != "log.jsonl" {
		t.Fatalf("%s %s: journal is %q", name, how, got)
	}
	_, err = j.Append([]byte("[2]"))
	bad("append", err)
	write(t, d, "a.txt", "new")
	bad("sync", d.Sync(t.Context()))
	past, err := d.History("a.txt")
	if len(past) == 0 || past[0].Version != VersionOf([]byte("new")) {
		t.Fatalf("%s %s: history is %v, %v", name, how, past, err)
	}
	if data, err := d.Past("a.txt", past[0].Version); err != nil || string(data) != "new" {
		t.Fatalf("%s %s: newest version is %q, %v", name, how, data, err)
	}
	bad("restore", d.Restore("a.txt", past[0].Version))
	return h
}

var mangles = flag.Int("mangles", 3, "how often each file of a home is mangled")

// TestEveryFileMangled turns bits, leaves zeros, as a disk does that lost its power,
// and puts garbage or the content of another file into each file of a home, the
// store's own included. Everything else must be there, and work.
func TestEveryFileMangled(t *testing.T) {
	t.Parallel()
	from := template(t)
	h, err := Open(from, Options{})
	must(t, err)
	d, err := h.Persona("luna")
	must(t, err)
	write(t, d, "memory/b.md", "kept")
	must(t, d.Sync(t.Context()))
	must(t, h.Close())
	var names []string
	must(t, filepath.WalkDir(from, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(from, file)
		names = append(names, name)
		return err
	}))
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	tries := 0
	for _, name := range names {
		for range *mangles {
			how, data := mangled(t, from, name, names, random)
			h := spoilt(t, from, name, how, func(file string) error { return os.WriteFile(file, data, 0o600) })
			h.Check(t.Context())
			must(t, h.Close())
			tries++
		}
	}
	t.Logf("trust: %d tries: %d files, the home opened after each, everything else was there", tries, len(names))
}

// mangled returns a file as something spoilt it, and how.
func mangled(t *testing.T, from, name string, names []string, random *rand.Rand) (how string, data []byte) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(from, name))
	must(t, err)
	at := random.IntN(len(data) + 1)
	switch kind := random.IntN(5); {
	case kind == 0 && at < len(data):
		bit := random.IntN(8)
		data[at] ^= 1 << bit
		return fmt.Sprintf("bit %d of byte %d turned", bit, at), data
	case kind == 1:
		return "all zeros", make([]byte, len(data))
	case kind == 2:
		clear(data[at:])
		return fmt.Sprintf("zeros from %d on", at), data
	case kind == 3:
		other := names[random.IntN(len(names))]
		data, err = os.ReadFile(filepath.Join(from, other))
		must(t, err)
		return "with the content of " + other, data
	}
	garbage := make([]byte, 1+random.IntN(40))
	for i := range garbage {
		garbage[i] = byte(random.UintN(256))
	}
	return fmt.Sprintf("garbage at %d: %q", at, garbage), slices.Insert(data, at, garbage...)
}

// TestHalfAWrite has the disk take half of what is written, and not say so.
func TestHalfAWrite(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	j := openJournal(t, d)
	if _, err := j.Append([]byte("[0]")); err != nil {
		t.Fatal(err)
	}
	half := func() {
		sys := systemOps()
		d.disk.ops.write = func(file *os.File, p []byte) (int, error) {
			d.disk.ops.write = sys.write
			return sys.write(file, p[:len(p)/2])
		}
	}
	half()
	_, err := j.Append([]byte("[1]"))
	wantErr(t, err, io.ErrShortWrite)
	half()
	wantErr(t, d.Write("a.txt", []byte("new and long"), byUser), io.ErrShortWrite)
	if fileOf(d) != "old" || logOf(t, j) != "[0]" {
		t.Errorf("file %q, journal %q", fileOf(d), logOf(t, j))
	}
	if _, err := j.Append([]byte("[1]")); err != nil {
		t.Error(err)
	}
	write(t, d, "a.txt", "new and long")
	if fileOf(d) != "new and long" || logOf(t, j) != "[0] [1]" {
		t.Errorf("afterwards: file %q, journal %q", fileOf(d), logOf(t, j))
	}
}

// TestFrozen refuses every change of a folder, and gives what is in it.
func TestFrozen(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	j := openJournal(t, d)
	if _, err := j.Append([]byte("[0]")); err != nil {
		t.Fatal(err)
	}
	newer := errors.New("a newer program wrote it")
	d.Freeze(newer)
	o := &d.disk.ops
	_, wrote := o.write(nil, nil)
	_, opened := o.open(d.disk.root, "a.txt", os.O_RDWR, 0)
	_, appended := j.Append([]byte("[1]"))
	for what, err := range map[string]error{
		"write": wrote, "open": opened, "truncate": o.truncate(nil, 0), "rename": o.rename(d.disk.root, "a.txt", "b.txt"),
		"remove": o.remove(d.disk.root, "a.txt"), "mkdir": o.mkdir(d.disk.root, "x", dirMode),
		"Write": d.Write("a.txt", []byte("new"), byUser), "Remove": d.Remove("a.txt", byUser), "Append": appended, "Rewrite": j.Rewrite(4, byUser),
	} {
		if !errors.Is(err, ErrReadOnly) || !errors.Is(err, newer) {
			t.Errorf("%s: %v", what, err)
		}
	}
	f, err := o.open(d.disk.root, "a.txt", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if fileOf(d) != "old" || logOf(t, j) != "[0]" {
		t.Errorf("file %q, journal %q", fileOf(d), logOf(t, j))
	}
}
