package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// withDescriptors calls do while the process may open n more files and no more. Only a
// test that runs alone may use it.
func withDescriptors(t *testing.T, n int, do func()) {
	t.Helper()
	var was unix.Rlimit
	must(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &was))
	var free []*os.File
	for range n + 1 { // the lowest numbers are given first
		f, err := os.Open(os.DevNull)
		must(t, err)
		free = append(free, f)
	}
	few := unix.Rlimit{Cur: uint64(free[n].Fd()), Max: was.Max}
	for _, f := range free {
		must(t, f.Close())
	}
	must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &few))
	defer func() { must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &was)) }()
	do()
}

// openFiles counts the descriptors of the process.
func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	return len(list)
}

// TestTooManyOpenFiles does each act with no descriptor left, with one, and so on until
// it works: an error says so, none stays open, and what is locked is free again.
func TestTooManyOpenFiles(t *testing.T) {
	dir, _ := makeHome(t, func(d *Dir) { write(t, d, "a.txt", "old") })
	file := filepath.Join(t.TempDir(), "file")
	lay(t, file, "given")
	h := openHome(t, filepath.Join(t.TempDir(), "other"))
	d, err := h.CreatePersona("luna")
	must(t, err)
	rest(d)
	write(t, d, profileFile, "{}")
	h.forget("luna") // it is closed
	folder, err := OpenFolder(t.TempDir())
	must(t, err)
	defer folder.Close()
	for what, do := range map[string]func() error{
		"home": func() error {
			h, err := Open(dir, Options{})
			if err != nil || h.readOnly != nil {
				if err == nil {
					err = errors.Join(h.readOnly, h.Close())
				}
				return err
			}
			_, err = h.Persona("luna")
			return errors.Join(err, h.Close())
		},
		"persona": func() error {
			_, err := h.Persona("luna")
			return err
		},
		"given": func() error {
			b, err := ReadGiven(file, 100)
			return got(string(b), "given", err)
		},
		"given folder": func() error {
			g, err := OpenGiven(filepath.Dir(file))
			if err != nil {
				return err
			}
			_, err = g.Walk(10, func(string) {})
			return errors.Join(err, g.Close())
		},
		"folder": func() error {
			f, err := OpenFolder(filepath.Dir(file))
			if err != nil {
				return err
			}
			return f.Close()
		},
		"make": func() error {
			return folder.Make("x", func(w io.Writer) error { _, err := w.Write([]byte("x")); return err }, func(io.ReaderAt, int64) error { return nil })
		},
		"answer":      func() error { return h.Answer(ended(t), func() {}) },
		"synchronise": func() error { return syncDir(h.root, ".") },
	} {
		before := openFiles(t)
		for n := 0; ; n++ {
			if n > 40 {
				t.Fatalf("%s never works", what)
			}
			var err error
			withDescriptors(t, n, func() { err = do() })
			if n == 0 && err == nil {
				t.Errorf("%s: nothing is wrong without a descriptor", what)
			}
			if err == nil {
				break
			}
			if !errors.Is(err, syscall.EMFILE) {
				t.Errorf("%s with %d: %v", what, n, err)
			}
			if is := openFiles(t); is > before {
				t.Fatalf("%s with %d: %d files are open, and %d were", what, n, is, before)
			}
		}
	}
}

// TestNoFolderToStandIn has the folder deleted that the program was started in.
func TestNoFolderToStandIn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	must(t, os.Mkdir(dir, 0o700))
	t.Chdir(dir)
	must(t, os.Remove(dir))
	_, home := Open("home", Options{})
	_, folder := OpenFolder("copies")
	_, given := OpenGiven("..")
	t.Setenv(homeEnv, "home")
	_, standard := DefaultHome()
	for what, err := range map[string]error{"home": home, "folder": folder, "given": given, "standard": standard} {
		wantErr(t, err, fs.ErrNotExist)
		if err == nil {
			t.Errorf("%s: nothing is wrong", what)
		}
	}
}

// TestFilesOfTheSystem reads what looks like a regular file, and is none: it is longer
// than it says, or cannot be read.
func TestFilesOfTheSystem(t *testing.T) {
	t.Parallel()
	root, err := os.OpenRoot("/proc/self")
	must(t, err)
	defer root.Close()
	d := &Dir{path: "/proc/self", disk: &disk{root: root, ops: systemOps()}, scope: personaScope()}
	text, err := d.Read("status")
	if err != nil || !strings.Contains(string(text), "Name:") {
		t.Errorf("%.40q, %v", text, err)
	}
	_, err = d.disk.readRegular("status", 10)
	var bad *BadFileError
	if !errors.As(err, &bad) || bad.Reason != TooBig {
		t.Errorf("it is longer than that: %v", err)
	}
	_, read := d.Read("mem")
	_, version := d.Version("mem")
	_, mentions := d.Mentions("mem", "x")
	for what, err := range map[string]error{"read": read, "version": version, "mentions": mentions} {
		if !errors.Is(err, syscall.EIO) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := syncDir(root, "task"); err != nil {
		t.Errorf("a file system that cannot do that: %v", err)
	}
	r, w, err := os.Pipe()
	must(t, err)
	defer r.Close()
	defer w.Close()
	wantErr(t, syncData(w), syscall.EINVAL)
}

// TestAnotherInItsPlace puts something else into the place of a file between the look at
// it and its opening, once and each time.
func TestAnotherInItsPlace(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "left alone")
	file := filepath.Join(d.path, "a.txt")
	for what, c := range map[string]struct {
		other func() error
		times int
		want  error
	}{
		"a file, once":     {func() error { return os.WriteFile(file, []byte("other"), 0o600) }, 1, nil},
		"a file, always":   {func() error { return os.WriteFile(file, []byte("other"), 0o600) }, 1000, errReplaced},
		"a pipe":           {func() error { return syscall.Mkfifo(file, 0o600) }, 1, ErrUnreadable},
		"nothing any more": {func() error { return nil }, 1, fs.ErrNotExist},
	} {
		write(t, d, "a.txt", "old")
		n := 0
		d.disk.ops.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
			if n++; n <= c.times {
				must(t, os.Rename(file, file+".old")) // its number is not given again
				must(t, c.other())
			}
			return r.OpenFile(name, flag, perm)
		}
		data, err := d.Read("a.txt")
		d.disk.ops = systemOps()
		if !errors.Is(err, c.want) || err == nil && string(data) != "other" {
			t.Errorf("%s: %q, %v", what, data, err)
		}
		must(t, os.RemoveAll(file))
	}
	must(t, os.Remove(file+".old"))
}

// TestAPipeInTheHistory is nothing that go-git may write to.
func TestAPipeInTheHistory(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "left alone")
	must(t, os.MkdirAll(filepath.Join(d.path, historyDir), 0o700))
	must(t, syscall.Mkfifo(filepath.Join(d.path, historyDir, "pipe"), 0o600))
	_, err := newGitFS(d.disk, historyDir, d.path).OpenFile("pipe", os.O_RDWR, 0)
	wantErr(t, err, ErrUnreadable)
}

// TestMoreThanTheSystemTells has so much happen in a home that the system drops some of
// it: a knock among that is answered all the same.
func TestMoreThanTheSystemTells(t *testing.T) {
	t.Parallel()
	dir := fastDir(t)
	h, err := Open(dir, Options{})
	must(t, err)
	defer h.Close()
	ctx, cancel := context.WithCancel(t.Context())
	left := filepath.Join(dir, knockFile)
	put(t, left, "")
	swept := removal(t, left)
	knocks, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- h.Answer(ctx, func() {
			select {
			case knocks <- struct{}{}:
				<-goOn
			case <-ctx.Done():
			}
		})
	}()
	<-swept
	put(t, left, "")
	<-knocks // and it stands still there
	text, err := os.ReadFile("/proc/sys/fs/inotify/max_queued_events")
	must(t, err)
	most, err := strconv.Atoi(strings.TrimSpace(string(text)))
	must(t, err)
	if most > 100_000 {
		t.Skip("the system tells of very much")
	}
	for range most {
		f, err := os.OpenFile(filepath.Join(dir, "x"), os.O_CREATE|os.O_WRONLY, 0o600)
		must(t, err)
		must(t, f.Close())
		must(t, os.Remove(filepath.Join(dir, "x")))
	}
	put(t, left, "")
	goOn <- struct{}{}
	<-knocks
	cancel()
	close(goOn)
	must(t, <-done)
}
