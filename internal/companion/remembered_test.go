package companion

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/retrieval"
)

// TestRemembered shows under a reply what came to mind for it, with its words
// as long as they stand somewhere.
func TestRemembered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := remembering(t, dir, september, nil)
	talk(t, luna(t, h), "My sister Mika plays the cello in Osaka.")
	h.Close()
	h = remembering(t, dir, september.AddDate(0, 1, 0), nil)
	defer h.Close()
	c := luna(t, h)
	turn := talk(t, c, "What instrument does my sister play?")
	said := func() bool {
		t.Helper()
		list, err := c.Conversation.Remembered(t.Context(), turn.Reply.ID)
		if err != nil || len(list) != len(turn.Recalled.Memories) {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, m := range list {
			if m.Source.File == "" || m.Kind == "" || len(m.Features) == 0 {
				t.Errorf("%+v", m)
			}
		}
		return slices.ContainsFunc(list, func(m retrieval.Memory) bool { return strings.Contains(m.Content, "cello") })
	}
	if !said() {
		t.Error("the words are not there")
	}
	for _, m := range turn.Recalled.Memories {
		file := m.Source.File
		if err := c.dir.Remove(file, store.Cause{Kind: store.CauseUser}); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if said() {
		t.Error("what was removed is still shown")
	}
	if list, err := c.Conversation.Remembered(t.Context(), turn.User.ID); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := c.Conversation.Remembered(t.Context(), "nobody"); err == nil {
		t.Error("a message that is none has memories")
	}
}

// TestRememberedAfterEdit looks for what was recalled from a file that was edited
// since: it is found where it moved to, or said to be gone, and never another
// text in its place.
func TestRememberedAfterEdit(t *testing.T) {
	t.Parallel()
	const tea, coffee, piano = "# Tea\n\nGreen, no sugar.\n\n", "# Coffee\n\nBlack.\n\n", "# Piano\n\nOn Sundays.\n"
	h := remembering(t, t.TempDir(), september, nil)
	defer h.Close()
	c := luna(t, h)
	write := func(text string) {
		t.Helper()
		var err error
		if text == "" {
			err = c.dir.Remove("MEMORY.md", store.Cause{Kind: store.CauseUser})
		} else {
			err = c.dir.Write("MEMORY.md", []byte(text), store.Cause{Kind: store.CauseUser})
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Memories.Update(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []struct {
		name, now string
		told      string // "" is nothing
		line      int
		changed   bool
	}{
		{"unchanged", tea + coffee + piano, "Coffee\n\nBlack.", 5, false},
		{"moved down", "# Rain\n\nOften.\n\n" + tea + coffee + piano, "Coffee\n\nBlack.", 9, false},
		{"moved up", coffee + piano, "Coffee\n\nBlack.", 1, false},
		{"edited", tea + "# Cocoa\n\nHot.\n\n" + piano, "", 5, true},
		{"removed", tea + piano, "", 5, true},
		{"removed at the end", tea, "", 5, true},
		{"gone", "", "", 5, false},
	} {
		write(tea + coffee + piano)
		was, err := c.Memories.Find(t.Context(), "MEMORY.md_2")
		if err != nil {
			t.Fatal(err)
		}
		was.Content = ""
		old := was
		old.Source.Sum = 0
		write(s.now)
		list := []retrieval.Memory{was, old}
		if err := c.Memories.Words(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		if m := list[0]; m.Content != s.told || m.Changed != s.changed || m.Source.Line != s.line {
			t.Errorf("%s: %q, %v, at %s", s.name, m.Content, m.Changed, m.Source)
		}
		if m := list[1]; m.Changed || m.Source != old.Source {
			t.Errorf("%s: of a place without a sum %+v", s.name, m)
		}
		if said := c.Dreams.passage(was.Source); (said == "") != (s.told == "") || !strings.HasPrefix(said, strings.SplitN(coffee, "\n", 2)[0]) && said != "" {
			t.Errorf("%s: a dream reads %q", s.name, said)
		}
	}
	if got := c.Dreams.passage(memory.Place{File: "MEMORY.md", Line: 99}); got != "" {
		t.Errorf("%q", got)
	}
}
