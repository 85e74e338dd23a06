package retrieval

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/watch"
	"yumori/retrieval/background"
)

// TestAnEditIsIndexedWithoutAsking writes files in the ways of editors while
// nobody asks anything: each is found in the indexes after the pass that follows.
// It waits for the passes, however long they take.
func TestAnEditIsIndexedWithoutAsking(t *testing.T) {
	t.Parallel()
	r := newRemembering(t)
	passes, root := make(chan *background.Pass, 100), r.folder.Path
	if _, err := os.Stat("/proc/sys/fs/inotify"); err != nil {
		t.Skip("for a system that surely watches")
	}
	r.files.watch(r.ctx, func() { passes <- r.changedOnDisk() })
	r.files.watch(r.ctx, func() { t.Error("watched twice") })
	day := func(text string) []byte { return []byte("## [10:00:00] fact\n\n" + text + "\n") }
	write := func(name string, data []byte) func() error {
		return func() error {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return err
			}
			return os.WriteFile(path, data, 0o600)
		}
	}
	// The watch begins in the background: the first edit is repeated until it is
	// noticed, the others are not.
	first := write("memory/2026-08-01.md", day("The parrot is called Quetzal."))
	for noticed := false; !noticed; {
		must(t, first())
		select {
		case p := <-passes:
			must(t, p.Wait(t.Context()))
			noticed = true
		case <-r.ctx.Done():
			t.Fatal("closed")
		default:
			_, err := r.Update(t.Context()) // gives it time, and is no sleep
			must(t, err)
		}
	}
	for _, edit := range []struct {
		do   func() error
		ask  string
		want string
	}{
		{write("memory/2026-08-01.md", day("The parrot is called Xylophone.")), "parrot", "Xylophone"},
		{func() error {
			return errors.Join(write("memory/.2026-08-01.md.tmp", day("The parrot is called Zebedee."))(),
				os.Rename(filepath.Join(root, "memory/.2026-08-01.md.tmp"), filepath.Join(root, "memory/2026-08-01.md")))
		}, "parrot", "Zebedee"},
		{write("memory/2026-08-02.md", day("The canoe was painted vermilion.")), "canoe", "vermilion"},
		{write("bank/opinions.md", []byte("- O(c=0.8) The lantern festival is enchanting.\n")), "lantern festival", "enchanting"},
	} {
		must(t, edit.do())
		for !finds(t, r, edit.ask, edit.want) {
			must(t, (<-passes).Wait(t.Context()))
		}
	}
	if finds(t, r, "parrot", "Quetzal") {
		t.Error("what was overwritten is still there")
	}
}

// finds asks the indexes as they are, without bringing them up to date.
func finds(t *testing.T, r *remembering, ask, want string) bool {
	t.Helper()
	found, err := (&recalling{s: r.Service, q: recallQuery{Query: Query{Ask: Ask{Text: ask}, Items: 10, Tokens: 2000}}}).find(t.Context())
	must(t, err)
	for _, i := range found.Items {
		if strings.Contains(i.Content, want) {
			return true
		}
	}
	return false
}

// A folder of which more is to be watched than can be: what changes in it is
// found when something is asked, as ever.
func TestWithoutAWatch(t *testing.T) {
	t.Parallel()
	r := newRemembering(t)
	root := r.folder.Path
	for i := range 2001 {
		must(t, os.MkdirAll(filepath.Join(root, "memory", "scraps", fmt.Sprint(i)), 0o700))
	}
	if err := r.files.until(t.Context(), nil); !errors.Is(err, watch.ErrTooMany) {
		t.Fatalf("watched: %v", err)
	}
	r.WatchFiles()
	must(t, os.WriteFile(filepath.Join(root, "memory", "2026-08-01.md"), []byte("## [10:00:00] fact\n\nThe parrot is called Quetzal.\n"), 0o600))
	if got, err := r.Recall(t.Context(), Question{Text: "parrot"}); err != nil || len(got.Memories) == 0 || !strings.Contains(got.Memories[0].Content, "Quetzal") {
		t.Errorf("%+v %v", got.Memories, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
