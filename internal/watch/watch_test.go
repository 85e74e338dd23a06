package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A fakeSource plays events, and takes so many folders.
type fakeSource struct {
	room   int
	added  []string
	closed bool
}

func (s *fakeSource) Add(folder string) error {
	if len(s.added) == s.room {
		return &os.PathError{Op: "inotify_add_watch", Path: folder, Err: syscall.ENOSPC}
	}
	s.added = append(s.added, folder)
	return nil
}

func (s *fakeSource) Close() error { s.closed = true; return nil }

// A played folder is watched with events that a test makes up, in a bubble of
// its own time.
type played struct {
	*fakeSource
	folder *Folder
	events chan fsnotify.Event
	errors chan error
	told   []time.Duration // since the beginning
	end    chan error
}

func play(t *testing.T, root string) *played {
	t.Helper()
	p := &played{fakeSource: &fakeSource{room: 100}, events: make(chan fsnotify.Event), errors: make(chan error), end: make(chan error, 1)}
	f := &Folder{root: root, source: p, events: p.events, errors: p.errors}
	var err error
	if p.folder, err = f.begin(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() { p.end <- p.folder.Run(ctx, func() { p.told = append(p.told, time.Since(began)) }) }()
	return p
}

func (p *played) write(name string) {
	p.events <- fsnotify.Event{Name: filepath.Join(p.folder.root, name), Op: fsnotify.Write}
}

func TestAStormCostsOne(t *testing.T) {
	root := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p := play(t, root)
		for i := range 10_000 {
			p.write(fmt.Sprintf("%d.md", i))
			if i%10 == 0 {
				time.Sleep(5 * time.Millisecond)
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(p.told) != 1 {
			t.Errorf("10,000 events were told %d times", len(p.told))
		}
	})
}

func TestOneEditIsToldSoon(t *testing.T) {
	root := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p := play(t, root)
		time.Sleep(time.Minute)
		p.write("a.md")
		time.Sleep(Quiet - time.Millisecond)
		p.write("a.md") // an editor writes in pieces
		time.Sleep(time.Hour)
		p.write("a.md")
		time.Sleep(time.Hour)
		synctest.Wait()
		want := []time.Duration{time.Minute + 2*Quiet - time.Millisecond, time.Minute + Quiet - time.Millisecond + time.Hour + Quiet}
		if fmt.Sprint(p.told) != fmt.Sprint(want) {
			t.Errorf("told at %v, want %v", p.told, want)
		}
		if Quiet > 2*time.Second {
			t.Error("what is found within three seconds is told before")
		}
	})
}

// Where it never becomes quiet, changes are told all the same.
func TestAStormWithoutEnd(t *testing.T) {
	root := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p := play(t, root)
		for range 600 { // a minute
			p.write("a.md")
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := len(p.told); n < 5 || n > 7 {
			t.Errorf("told %d times in a minute: %v", n, p.told)
		}
	})
}

func TestWhatDoesNotCount(t *testing.T) {
	root := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p := play(t, root)
		p.folder.skip = func(name string) bool { return name == "attachments/a.png" }
		for _, name := range []string{".yumori-tmp-1", ".index", "memory/.a.md.swp", "attachments/a.png"} {
			p.write(name)
		}
		p.events <- fsnotify.Event{Name: filepath.Join(root, "a.md"), Op: fsnotify.Chmod}
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(p.told) != 0 {
			t.Errorf("told %v", p.told)
		}
		p.errors <- fsnotify.ErrEventOverflow // anything may have happened
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(p.told) != 1 {
			t.Errorf("lost events were told %d times", len(p.told))
		}
	})
}

func TestHowItEnds(t *testing.T) {
	root := t.TempDir()
	for name, harm := range map[string]func(*played){
		"removed": func(p *played) { p.events <- fsnotify.Event{Name: root, Op: fsnotify.Remove} },
		"renamed": func(p *played) { p.events <- fsnotify.Event{Name: root, Op: fsnotify.Rename} },
		"broken":  func(p *played) { p.errors <- errors.New("bad file descriptor") },
		"closed":  func(p *played) { close(p.events) },
		"silent":  func(p *played) { close(p.errors) },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := play(t, root)
			harm(p)
			if err := <-p.end; !errors.Is(err, ErrGone) || !p.closed {
				t.Errorf("%s: %v, closed %t", name, err, p.closed)
			}
		})
	}
}

// The system's limit is an error at once, and later, and leaves nothing open.
func TestTheLimitOfTheSystem(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "b", "c/d/e"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s := &fakeSource{room: 4}
	if _, err := (&Folder{root: root, source: s}).begin(); !errors.Is(err, syscall.ENOSPC) || !s.closed {
		t.Errorf("%v, closed %t", err, s.closed)
	}
	synctest.Test(t, func(t *testing.T) {
		p := play(t, root)
		if len(p.added) != 6 {
			t.Errorf("watches %q", p.added)
		}
		p.room = len(p.added)
		p.events <- fsnotify.Event{Name: filepath.Join(root, "a"), Op: fsnotify.Create}
		if err := <-p.end; !errors.Is(err, syscall.ENOSPC) || !p.closed {
			t.Errorf("%v, closed %t", err, p.closed)
		}
	})
	s = &fakeSource{room: 10 * most}
	many := t.TempDir()
	for i := range most {
		if err := os.Mkdir(filepath.Join(many, fmt.Sprint(i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := (&Folder{root: many, source: s}).begin(); !errors.Is(err, ErrTooMany) {
		t.Errorf("%v", err)
	}
	if _, err := Open(filepath.Join(many, "none"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// Real files, written in the ways of editors. It waits for what must come, for
// as long as a test may take.
func TestEdits(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "memory"), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := Open(root, nil)
	if err != nil {
		t.Skip("this system watches nothing: ", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	told, over := make(chan struct{}, 1), make(chan error)
	go func() {
		over <- f.Run(ctx, func() {
			select {
			case told <- struct{}{}:
			default:
			}
		})
	}()
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, edit := range []struct {
		name string
		do   func() error
	}{
		{"a new file", func() error { return os.WriteFile(at("memory/a.md"), []byte("a"), 0o600) }},
		{"written in place", func() error { return os.WriteFile(at("memory/a.md"), []byte("ab"), 0o600) }},
		{"renamed over", func() error {
			return errors.Join(os.WriteFile(at("memory/.a.tmp"), []byte("abc"), 0o600), os.Rename(at("memory/.a.tmp"), at("memory/a.md")))
		}},
		{"a new folder in a new folder", func() error { return os.MkdirAll(at("knowledge/books"), 0o700) }},
		{"a file in it", func() error { return os.WriteFile(at("knowledge/books/b.md"), []byte("b"), 0o600) }},
		{"renamed", func() error { return os.Rename(at("memory/a.md"), at("memory/c.md")) }},
		{"removed", func() error { return os.Remove(at("memory/c.md")) }},
	} {
		if err := edit.do(); err != nil {
			t.Fatal(edit.name, err)
		}
		<-told
		t.Log(edit.name)
	}
	cancel()
	if err := <-over; err != nil {
		t.Error(err)
	}
}
