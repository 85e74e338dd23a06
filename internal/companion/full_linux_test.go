package companion

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"yumori/internal/store"
)

// TestDiskFillsWhileTalking fills the disk of the home in the middle of a
// conversation. What was said before stands, what could not be kept is an error,
// and talking goes on when there is room.
func TestDiskFillsWhileTalking(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m,mode=0700"); err != nil {
		t.Skip("cannot mount: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	h := remembering(t, dir, september, &ears{})
	defer h.Close()
	c := luna(t, h)
	talk(t, c, "My sister Mika plays the cello in Osaka.")
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := saidTexts(t, c)
	full := false
	for n := 0; n < 60 && !full; n++ {
		_, err := c.Say(t.Context(), Utterance{Text: fmt.Sprintf("take %d %s", n, strings.Repeat("fog ", 30_000))})
		_, _ = c.Memories.Update(t.Context()) // it fails when the disk is full
		full = errors.Is(err, store.ErrFull)
	}
	if !full {
		t.Fatal("the disk did not fill up")
	}
	ballast := filepath.Join(dir, "ballast")
	_ = os.WriteFile(ballast, make([]byte, 2<<20), 0o600) // the rest of it
	for range 5 {
		if _, err := c.Say(context.Background(), Utterance{Text: strings.Repeat("more fog ", 1_000)}); !errors.Is(err, store.ErrFull) {
			t.Errorf("%v, want ErrFull", err)
		}
		_, _ = c.Memories.Update(t.Context())
	}
	if got := saidTexts(t, c); !slices.Equal(got[:len(before)], before) {
		t.Errorf("%q, want %q", got[:len(before)], before)
	}
	if err := syscall.Mount("", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m,mode=0700"); err != nil {
		t.Fatal(err)
	}
	talk(t, c, "The fog is gone.")
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Error(err)
	}
	if r := recalled(t, c, "Which instrument does Mika play?"); len(r.Memories) == 0 {
		t.Errorf("%+v", r)
	}
}
