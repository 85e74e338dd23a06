package companion

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

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
