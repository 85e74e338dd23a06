package companion

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"yumori/internal/backup"
	"yumori/internal/card"
	"yumori/internal/exchange"
	"yumori/internal/llm/builtin"
	"yumori/internal/store"
)

// smallDisk mounts a disk of some megabytes.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size+",mode=0700"); err != nil {
		t.Skip("cannot mount: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// noise is bytes that nothing makes smaller.
func noise(size int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return data
}

// heavy makes a home whose two personas hold more than a small disk has.
func heavy(t *testing.T) *Home {
	t.Helper()
	h, err := openHome(t.Context(), Options{Home: filepath.Join(t.TempDir(), "home"), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	t.Cleanup(func() { _ = h.Close() })
	list, err := h.Personas()
	must(t, err)
	for _, p := range list {
		c, err := h.Companion(t.Context(), p.Slug)
		must(t, err)
		_, err = c.dir.Import("attachments/noise.bin", strings.NewReader(string(noise(3<<20))), 4<<20)
		must(t, err)
		_, err = c.Say(t.Context(), Utterance{Text: "Good evening from the other house."})
		must(t, err)
	}
	return h
}

// ways are how something comes into a home that is larger than the room for it.
func ways(t *testing.T) map[string]func(ctx context.Context, h *Home) error {
	t.Helper()
	from := heavy(t)
	at := t.TempDir()
	_, _, err := from.Backups.Backup(t.Context(), BackupRequest{To: at})
	must(t, err)
	copies, err := filepath.Glob(filepath.Join(at, "*.zip"))
	must(t, err)
	whole := filepath.Join(at, "luna.whole.zip")
	_, err = from.Export(t.Context(), "luna", whole)
	must(t, err)
	talk := filepath.Join(at, "conversations.json")
	must(t, os.WriteFile(talk, []byte("["+gptThread("a", lastMay, "", "Rain?", "Yes.")+","+gptThread("b", lastJune, "", "Which tea?", strings.Repeat("Green. ", 500_000), "And?", strings.Repeat("Black. ", 500_000))+"]"), 0o600))
	room := roomOf(t)
	must(t, os.WriteFile(filepath.Join(room, "knowledge", "noise.txt"), noise(4<<20), 0o600))
	mira := cardFileOf(t, cardOfMira(t, map[string]any{"creator_notes": strings.Repeat("For rainy days. ", 200_000)}), card.JSON)
	return map[string]func(context.Context, *Home) error{
		"restore": func(ctx context.Context, h *Home) error {
			_, err := h.Backups.Restore(ctx, copies[0], backup.Request{})
			return err
		},
		"import of a persona": func(ctx context.Context, h *Home) error {
			_, err := h.Import(ctx, exchange.ImportRequest{Path: whole})
			return err
		},
		"import of a log": func(ctx context.Context, h *Home) error {
			_, err := h.Import(ctx, exchange.ImportRequest{Path: talk})
			return err
		},
		"import of a log into one": func(ctx context.Context, h *Home) error {
			_, err := h.Import(ctx, exchange.ImportRequest{Path: talk, Persona: "luna"})
			return err
		},
		"import of a room": func(ctx context.Context, h *Home) error {
			_, err := h.Import(ctx, exchange.ImportRequest{Path: room})
			return err
		},
		"card": func(ctx context.Context, h *Home) error {
			_, err := h.ImportCard(ctx, mira, "")
			return err
		},
	}
}

// TestADiskThatFillsWhileSomethingComesIn: a restore, an import and a card that do
// not fit leave everything as it was and say that the disk is full; with more room
// the same comes in.
func TestADiskThatFillsWhileSomethingComesIn(t *testing.T) {
	dir := smallDisk(t, "3m")
	all := ways(t)
	h, err := openHome(t.Context(), Options{Home: filepath.Join(dir, "home"), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	defer func() { must(t, h.Close()) }()
	place := target{h, dir}
	talk(t, luna(t, h), "My sister Mika plays the cello.")
	before := place.there(t)
	for name, bring := range all {
		err := bring(t.Context(), h)
		if !errors.Is(err, store.ErrFull) || ReasonOf(err) != ReasonFull {
			t.Errorf("%s: %v, want a full disk", name, err)
		}
		after := slices.DeleteFunc(place.there(t), func(f string) bool { return strings.HasSuffix(f, "/log_archives d--------- 0") }) // empty
		if !slices.Equal(before, after) {
			t.Errorf("%s left something:\n%s\nwas\n%s", name, strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
	}
	if got := shownTexts(t, luna(t, h)); len(got) < 2 || got[len(got)-2] != "user: My sister Mika plays the cello." {
		t.Errorf("luna says %q", got)
	}
	must(t, syscall.Mount("", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m,mode=0700"))
	for name, bring := range all {
		if err := bring(t.Context(), h); err != nil {
			t.Errorf("%s with room for it: %v", name, err)
		}
	}
}

// TestWhatIsCancelledLeavesNothing ends a restore, an import and a card at many
// moments.
func TestWhatIsCancelledLeavesNothing(t *testing.T) {
	t.Parallel()
	all := ways(t)
	h := newTarget(t)
	before := h.there(t)
	for name, bring := range all {
		ended := 0
		for steps := 1; steps < 4_000; steps *= 2 {
			err := bring(endsAfter(t.Context(), steps), h.Home)
			if err == nil {
				before = h.there(t)
				break
			}
			if ended++; ReasonOf(err) != ReasonStopped {
				t.Errorf("%s: %v", name, err)
			}
			if after := h.there(t); !slices.Equal(before, after) {
				t.Fatalf("%s left something:\n%s\nwas\n%s", name, strings.Join(after, "\n"), strings.Join(before, "\n"))
			}
		}
		if ended == 0 {
			t.Errorf("%s was done at once", name)
		}
	}
}

// TestACopyThatDoesNotFit: a backup and an export onto a disk that is too small, or
// broken off, leave the copies that are there and nothing half.
func TestACopyThatDoesNotFit(t *testing.T) {
	dir := smallDisk(t, "2m")
	from := heavy(t)
	small, err := openHome(t.Context(), Options{Home: filepath.Join(t.TempDir(), "home"), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	defer small.Close()
	_, _, err = small.Backups.Backup(t.Context(), BackupRequest{To: dir})
	must(t, err)
	names := func() (list []string) {
		entries, err := os.ReadDir(dir)
		must(t, err)
		for _, e := range entries {
			fi, err := e.Info()
			must(t, err)
			list = append(list, fmt.Sprint(e.Name(), fi.Size()))
		}
		return list
	}
	before := names()
	for name, try := range map[string]func(ctx context.Context) error{
		"backup": func(ctx context.Context) error {
			_, _, err := from.Backups.Backup(ctx, BackupRequest{To: dir})
			return err
		},
		"sealed": func(ctx context.Context) error {
			_, _, err := from.Backups.Backup(ctx, BackupRequest{To: dir, Passphrase: "a lamp by the sea"})
			return err
		},
		"whole": func(ctx context.Context) error {
			_, err := from.Export(ctx, "luna", filepath.Join(dir, "luna.zip"))
			return err
		},
	} {
		if err := try(t.Context()); ReasonOf(err) != ReasonFull {
			t.Errorf("%s: %v, want a full disk", name, err)
		}
		for steps := 1; steps < 40; steps += 6 {
			if err := try(endsAfter(t.Context(), steps)); ReasonOf(err) != ReasonStopped {
				t.Errorf("%s, ended after %d: %v", name, steps, err)
			}
		}
		if after := names(); !slices.Equal(before, after) || len(after) != 1 {
			t.Errorf("%s left %v, there was %v", name, after, before)
		}
	}
}

// A countdown is a context that ends when it was asked often enough.
type countdown struct {
	context.Context //nolint:containedctx // it is one
	left            atomic.Int64
}

func endsAfter(ctx context.Context, asked int) context.Context {
	c := &countdown{Context: ctx}
	c.left.Store(int64(asked))
	return c
}

// Err is context.Context.
func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}
