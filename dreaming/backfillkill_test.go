package dreaming

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/powercut"
)

// A backfill that is killed has so many days, of which so many are put on disk
// together.
const (
	killedDays  = 6
	killedBatch = 2
)

// longAgo makes a home with days of talk that nobody dreamt of.
func longAgo(t *testing.T, home string) {
	t.Helper()
	w := newWorldAt(t, home, "en")
	w.lives(Life{Seed: 7, Talk: 3}, killedDays)
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

// TestKilledBackfillsGoOn kills a process that lives through days at random
// moments, within a batch and while one is put on disk, and holds what is
// there in the end to an undisturbed backfill.
func TestKilledBackfillsGoOn(t *testing.T) {
	t.Parallel() // it waits for other processes
	k := killing{t: t, template: filepath.Join(t.TempDir(), "template"), disk: powercut.New(t), kills: max(3, *kills/2), dreams: killedDays, env: []string{backfillEnv + "=1"}}
	longAgo(t, k.template)
	k.run()
}

// TestBatchBrokenOffAnywhere puts a batch on disk as far as each of its files,
// and lets a backfill and a dream go on from there.
func TestBatchBrokenOffAnywhere(t *testing.T) {
	t.Parallel()
	template := filepath.Join(t.TempDir(), "template")
	longAgo(t, template)
	in := func(home string, f func(w *world)) {
		w := &world{t: t, home: home, now: time.Date(2026, 3, 20, 12, 0, 0, 0, jst)}
		w.open()
		f(w)
		if err := w.close(); err != nil {
			t.Fatal(err)
		}
	}
	on := powercut.New(t)
	copied := func() string { return killing{t: t, template: template, disk: on}.home() }
	var before, first, want map[string]string
	in(copied(), func(w *world) {
		before = w.files("log")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		b := Backfill{batch: killedBatch, Progress: func(l Lived) {
			if first == nil && l.Done == killedBatch {
				first = w.files("log")
			}
		}}
		if _, err := New(w.deps).Backfill(ctx, b); err != nil {
			t.Fatal(err)
		}
		want = plain(w.files("log"))
	})
	drafts := between(before, first)
	if len(drafts) < 5 {
		t.Fatalf("a batch of %d files proves little", len(drafts))
	}
	data, err := json.Marshal(batchOf(drafts))
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(drafts) + 1 {
		in(copied(), func(w *world) {
			if err := w.dir.Write(batchFile, data, store.Cause{}); err != nil {
				t.Fatal(err)
			}
			if err := w.dir.Commit(drafts[:n], store.Cause{}); err != nil {
				t.Fatal(err)
			}
			if n%2 == 1 { // a night comes, or the program is opened, before the backfill goes on
				if _, err := New(w.deps).Resume(t.Context(), nil); !errors.Is(err, ErrNothing) {
					t.Fatal(err)
				}
				if diff := unlike(first, w.files("log")); diff != "" {
					t.Errorf("%d of %d files, gone on with: %s", n, len(drafts), diff)
				}
			}
			if _, err := New(w.deps).Backfill(t.Context(), Backfill{batch: killedBatch}); err != nil {
				t.Fatal(err)
			}
			if diff := unlike(want, plain(w.files("log"))); diff != "" {
				t.Errorf("%d of %d files: %s", n, len(drafts), diff)
			}
		})
	}
}

// between returns what makes files of others.
func between(before, after map[string]string) (list []store.Draft) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		was, there := before[name]
		if there && was == after[name] || strings.HasPrefix(name, ".") {
			continue
		}
		d := store.Draft{Name: name, After: []byte(after[name])}
		if there {
			d.Before, d.Version = []byte(was), store.VersionOf([]byte(was))
		}
		list = append(list, d)
	}
	return list
}

// TestBackfillBesideOthers has somebody write to a file of memory just when a
// batch is to be put on disk: the edit stays, and every day has its dream.
func TestBackfillBesideOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.lives(Life{Seed: 7, Talk: 3}, 6)
	edits := 0
	mine := []byte("# World\n\n- Ken plays the cello.\n")
	w.deps.Alone = func(f func() error) error {
		if edits < 2 {
			edits++
			if err := w.dir.Write("bank/world.md", append(mine, strings.Repeat("\n", edits)...), store.Cause{Kind: store.CauseOutside}); err != nil {
				t.Error(err)
			}
		}
		return f()
	}
	lived, err := New(w.deps).Backfill(t.Context(), Backfill{batch: 4})
	if err != nil || lived.Done != 6 || lived.Of != 6 {
		t.Fatalf("%+v, %v", lived, err)
	}
	if n := len(summaries(t, w)); n != 6 {
		t.Errorf("%d dreams for 6 days", n)
	}
	if text := w.files()["bank/world.md"]; !strings.Contains(text, "plays the cello") {
		t.Errorf("the edit is gone: %s", text)
	}
	if _, err := os.Stat(filepath.Join(w.home, "personas", "luna", batchFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the batch is still there: %v", err)
	}
}
