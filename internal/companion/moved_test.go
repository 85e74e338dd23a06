package companion

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"yumori/rag"
)

// TestHomeIsMovedWhileTalking renames the home in the middle of a conversation
// and back. The open persona goes on in the folder it holds; nothing is begun
// where the home was.
func TestHomeIsMovedWhileTalking(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "home")
	h := remembering(t, dir, september, &ears{})
	defer h.Close()
	c := luna(t, h)
	talk(t, c, "My sister Mika plays the cello in Osaka.")
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	for n := range 8 {
		turn := talk(t, c, fmt.Sprintf("The fog is thick, take %d.", n))
		if _, err := c.Memories.Update(t.Context()); err == nil {
			t.Fatal("the indexes were written to a folder that is not there")
		}
		if n > 0 && !slices.ContainsFunc(turn.Recalled.Notes, func(s string) bool { return strings.Contains(s, "not up to date") }) {
			t.Errorf("turn %d says nothing of it: %q", n, turn.Recalled.Notes)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was begun where the home was: %v", err)
	}
	if err := os.Rename(dir+"-away", dir); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Errorf("home is back: %v", err)
	}
	if got := len(saidTexts(t, c)); got != 18 {
		t.Errorf("%d messages, want 18", got)
	}
	if r := recalled(t, c, "Which instrument does Mika play?"); len(r.Memories) == 0 || len(r.Notes) > 0 {
		t.Errorf("%+v", r)
	}
}

// TestHomeIsGoneWhileTalking deletes the home in the middle of a conversation.
// What is said then is not saved, and that is what is said of it.
func TestHomeIsGoneWhileTalking(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "home")
	h := remembering(t, dir, september, &ears{})
	defer h.Close()
	c := luna(t, h)
	talk(t, c, "My sister Mika plays the cello in Osaka.")
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	removeAll(t, dir)
	for range 3 {
		turn, err := c.Say(t.Context(), Utterance{Text: "The fog is thick."})
		if !errors.Is(err, ErrNotSaved) || ReasonOf(err) != ReasonNotSaved || turn.User.ID != "" {
			t.Errorf("%v (%s), saved as %q", err, ReasonOf(err), turn.User.ID)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty home was begun: %v", err)
	}
}

// removeAll deletes a home that is open: the history may put a file into a
// folder that was just emptied, so it begins anew until nothing is left.
func removeAll(t *testing.T, dir string) {
	t.Helper()
	for {
		err := os.RemoveAll(dir)
		if err == nil {
			return
		}
		if !errors.Is(err, syscall.ENOTEMPTY) {
			t.Fatal(err)
		}
	}
}

// stumbling is a source that panics while it is told to.
type stumbling struct {
	rag.Source
	off bool
}

func (s *stumbling) Documents(ctx context.Context, name string, mark int64) (rag.Batch, error) {
	if !s.off {
		panic("stumbled over " + name)
	}
	return s.Source.Documents(ctx, name, mark)
}

// TestAPassThatPanics: the indexes are not up to date then, and the next pass
// brings them there.
func TestAPassThatPanics(t *testing.T) {
	t.Parallel()
	h := remembering(t, t.TempDir(), september, &ears{})
	defer h.Close()
	c := luna(t, h)
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := &stumbling{}
	c.Memories.Wrap("log", func(x rag.Source) rag.Source { s.Source = x; return s })
	talk(t, c, "My sister Mika plays the cello in Osaka.")
	if _, err := c.Memories.Update(t.Context()); err == nil || !strings.Contains(err.Error(), "stumbled") {
		t.Fatalf("%v, want the panic", err)
	}
	if c.Memories.UpToDate() {
		t.Error("ready after a pass that did not do its work")
	}
	s.off = true
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := recalled(t, c, "Which instrument does Mika play?"); len(r.Memories) == 0 {
		t.Errorf("%+v", r)
	}
}
