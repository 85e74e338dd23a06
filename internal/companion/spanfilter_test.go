package companion

import (
	"strings"
	"testing"
	"time"

	"yumori/retrieval"
)

// TestSpanFilter asks, on every way there is to a memory, for a time in which
// there is none: nothing is found, however well it fits; nor is what lies
// outside when there is something inside.
func TestSpanFilter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := remembering(t, dir, september, &ears{})
	c := luna(t, h)
	talk(t, c, "My sister Mika plays the cello in Osaka.")
	talk(t, c, "The cello of Mika was built in 1890.")
	writeMemory(t, c, "MEMORY.md", "# What stays true\n\nMika plays the cello.\n") // of no time
	writeMemory(t, c, "memory/2026-08-02.md", "# 2026-08-02\n\n## [10:11:12] fact\n\nMika bought a cello.\n\n## Retain\n- W @Mika: owns a cello.\n")
	_, err := c.Memories.Library.Add(t.Context(), "cello.txt", strings.NewReader("The cello is a string instrument.\n"))
	must(t, err)
	ask := func(q retrieval.Question) []retrieval.Memory {
		t.Helper()
		found, err := c.Memories.Recall(t.Context(), q)
		must(t, err)
		return found.Memories
	}
	for _, way := range []struct {
		name, text string
		scope      retrieval.Scope
		empty      bool // there is nothing to find of a known time
	}{
		{"the indexes", "What instrument does Mika play, the cello?", retrieval.Memories, false},
		{"word by word", `Who said "cello"?`, retrieval.Memories, false},
		{"a time in the question", "What did I say of the cello on 20 October 2026?", retrieval.Memories, false},
		{"Japanese", "ミカの「cello」は？", retrieval.Memories, false},
		{"knowledge", "What is a cello?", retrieval.Knowledge, true},
	} {
		if got := ask(retrieval.Question{Text: way.text, Scope: way.scope}); len(got) == 0 {
			t.Errorf("%s: nothing is found without bounds", way.name)
		}
		for _, span := range [][2]time.Time{
			{september.AddDate(0, 0, 1), {}}, {{}, september.AddDate(-1, 0, 0)}, {september.AddDate(0, 0, -7), september.AddDate(0, 0, -1)},
			{september.AddDate(0, 0, 1), september.AddDate(0, 0, -1)}, // ends before it begins
		} {
			if got := ask(retrieval.Question{Text: way.text, Scope: way.scope, Since: span[0], Until: span[1], Items: 20}); len(got) != 0 {
				t.Errorf("%s, %v: %+v", way.name, span, got)
			}
		}
		inside := ask(retrieval.Question{Text: way.text, Scope: way.scope, Since: september.Add(-time.Hour), Items: 20})
		if len(inside) == 0 && !way.empty {
			t.Errorf("%s: nothing is found within bounds", way.name)
		}
		for _, m := range inside {
			if m.Time.Before(september.Add(-time.Hour)) || len(m.Before)+len(m.After) > 0 {
				t.Errorf("%s: out of bounds: %+v", way.name, m)
			}
		}
	}
	must(t, h.Close())
}
