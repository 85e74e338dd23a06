package companion

import (
	"testing"

	"yumori/retrieval"
)

// TestHintsAreNoMemories has a file that holds a hint alone, as those of a new
// persona do: it is not recalled, and what is written beside it is.
func TestHintsAreNoMemories(t *testing.T) {
	t.Parallel()
	h := remembering(t, t.TempDir(), september, nil)
	defer h.Close()
	c := luna(t, h)
	const hint = "# What stays true\n\n<!-- Facts that last: people,\nplaces, preferences. -->\n"
	writeMemory(t, c, "MEMORY.md", hint)
	if got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "facts that last: people, places, preferences"}); err != nil || len(got.Memories) != 0 {
		t.Errorf("a hint is recalled: %+v %v", got.Memories, err)
	}
	writeMemory(t, c, "MEMORY.md", hint+"\nThe spare key is under the blue pot.\n")
	if got, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "Where is the spare key?"}); err != nil || !recalls(&got, "blue pot") || recalls(&got, "<!--") {
		t.Errorf("%+v %v", got.Memories, err)
	}
}
