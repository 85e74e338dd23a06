package companion

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/retrieval"
)

// A gate is a source that can be shut: passes then wait, and with them
// everything that waits for a pass.
type gate struct {
	rag.Source
	mu   sync.RWMutex
	once sync.Once
}

func (g *gate) Documents(ctx context.Context, name string, mark int64) (rag.Batch, error) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.Source.Documents(ctx, name, mark)
}

// shut keeps passes from their work until the test is over, or open is called.
func shut(t *testing.T, c *Companion) (open func()) {
	t.Helper()
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	g := &gate{}
	c.Memories.Wrap("log", func(x rag.Source) rag.Source { g.Source = x; return g })
	g.mu.Lock()
	open = func() { g.once.Do(g.mu.Unlock) }
	t.Cleanup(open)
	return open
}

// waited reports whether a turn waited for the indexes in vain.
func waited(turn Turn) bool {
	return turn.Recalled != nil && slices.ContainsFunc(turn.Recalled.Notes, func(n string) bool { return strings.Contains(n, "brought up to date") })
}

// TestATurnWaitsForNothingOfItsOwn shuts the indexes: turns search what is
// there, and wait only when somebody else wrote a memory.
func TestATurnWaitsForNothingOfItsOwn(t *testing.T) {
	t.Parallel()
	h := remembering(t, t.TempDir(), september, &ears{})
	defer h.Close()
	c := luna(t, h)
	writeMemory(t, c, "memory/2026-08-02.md", "# 2026-08-02\n\n## [10:11:12] fact\n\nAlex keeps bees behind the lighthouse.\n")
	talk(t, c, "Good evening.")
	open := shut(t, c)
	defer open()
	for i := range 3 {
		turn := talk(t, c, fmt.Sprintf("My name is Alex, I like honey and the bees behind the lighthouse, take %d.", i)) // books a fact
		if waited(turn) || len(turn.Recalled.Memories) == 0 {
			t.Fatalf("turn %d: %+v", i, turn.Recalled)
		}
	}
	if !c.Memories.UpToDate() {
		t.Error("not ready after turns alone")
	}
	file := filepath.Join(h.Path(), "personas", "luna", "memory", "2026-08-03.md")
	if err := os.WriteFile(file, []byte("# 2026-08-03\n\n## [10:11:12] fact\n\nThe honey of the bees is nearly black.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c.Memories.UpToDate() {
		t.Fatal("ready although a file was written by hand")
	}
	open()
	if turn := talk(t, c, "What is the honey like?"); waited(turn) || !recalls(turn.Recalled, "nearly black") {
		t.Errorf("%+v", turn.Recalled)
	}
}

// recalls reports whether one of the memories says something.
func recalls(r *retrieval.Recollection, what string) bool {
	for _, m := range r.Memories {
		if strings.Contains(m.Content, what) || slices.ContainsFunc(append(m.Before, m.After...), func(p retrieval.Piece) bool { return strings.Contains(p.Content, what) }) {
			return true
		}
	}
	return false
}

// TestTakenBackIsOutOfSightAtOnce shuts the indexes and takes back what they
// hold, in every way: none of it, nor the fact that was learned from it, is
// recalled, whatever the indexes say, and all of it is again when it returns.
func TestTakenBackIsOutOfSightAtOnce(t *testing.T) {
	t.Parallel()
	const said, asked = "My favourite boat is called Wagtail and I like it more than any other boat.", `Which "boat" do I like, what is my favourite boat called?`
	for name, take := range map[string]struct {
		away func(t *testing.T, c *Companion, first Turn) Turn // may say something itself
		back func(t *testing.T, c *Companion, first Turn)
	}{
		"retract": {
			func(t *testing.T, c *Companion, first Turn) Turn {
				if _, err := c.Conversation.Retract(first.User.ID); err != nil {
					t.Fatal(err)
				}
				return Turn{}
			},
			func(t *testing.T, c *Companion, first Turn) {
				if err := c.Conversation.Restore(first.User.ID); err != nil {
					t.Fatal(err)
				}
			},
		},
		"edit": {
			func(t *testing.T, c *Companion, first Turn) Turn {
				turn, err := c.Edit(t.Context(), first.User.ID, asked)
				if err != nil {
					t.Fatal(err)
				}
				return turn
			},
			func(t *testing.T, c *Companion, first Turn) {
				if err := c.Conversation.Choose(first.User.ID); err != nil {
					t.Fatal(err)
				}
			},
		},
		"choose": {
			func(t *testing.T, c *Companion, first Turn) Turn {
				p, err := c.Conversation.Page(transcript.Cursor{}, 60)
				if err != nil {
					t.Fatal(err)
				}
				m := p.Messages[slices.IndexFunc(p.Messages, func(e transcript.Entry) bool { return e.ID == first.User.ID })]
				if err := c.Conversation.Choose(m.Siblings[0]); err != nil {
					t.Fatal(err)
				}
				return Turn{}
			},
			func(t *testing.T, c *Companion, first Turn) {
				if err := c.Conversation.Choose(first.User.ID); err != nil {
					t.Fatal(err)
				}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &ears{}
			h := remembering(t, t.TempDir(), september, e)
			defer h.Close()
			c := luna(t, h)
			talk(t, c, "Good evening to you all, it is a long evening by the harbour.")
			first := talk(t, c, strings.Replace(said, "Wagtail", "Kingfisher", 1))
			first, err := c.Edit(t.Context(), first.User.ID, said)
			if err != nil {
				t.Fatal(err)
			}
			for range 12 { // the history moves on
				talk(t, c, strings.Repeat("Fog, fog, nothing but fog on the water. ", 60))
			}
			before := talk(t, c, asked)
			if !recalls(before.Recalled, "Wagtail") {
				t.Fatalf("before: %+v", before.Recalled)
			}
			open := shut(t, c)
			defer open()
			turn := take.away(t, c, first)
			if turn.Phase == PhaseIdle {
				turn = talk(t, c, asked)
			}
			for range 2 {
				if all, _ := e.told(); strings.Contains(all, "Wagtail") || waited(turn) {
					t.Fatalf("%+v told:\n%s", turn.Recalled, all)
				}
				turn = talk(t, c, asked)
			}
			open()
			if got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: asked, Items: 20}); err != nil || recalls(&got, "Wagtail") {
				t.Errorf("indexed: %+v %v", got, err)
			}
			take.back(t, c, first)
			if got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: asked, Items: 20}); err != nil || !recalls(&got, "Wagtail") {
				t.Errorf("given back: %+v %v", got, err)
			}
		})
	}
}

// TestSaidAgainIsNotRecalled asks for another answer: the one there was is no
// memory for it.
func TestSaidAgainIsNotRecalled(t *testing.T) {
	t.Parallel()
	e := &ears{}
	h := remembering(t, t.TempDir(), september, e)
	defer h.Close()
	c := luna(t, h)
	turn := talk(t, c, "Tell me of the lighthouse keeper.")
	if _, err := c.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, err := c.Regenerate(t.Context(), turn.Reply.ID)
	if err != nil {
		t.Fatal(err)
	}
	if recalls(again.Recalled, "I see.") {
		t.Errorf("%+v", again.Recalled)
	}
}
