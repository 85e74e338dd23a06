package companion

import (
	"strings"
	"testing"

	"yumori/internal/store"
)

// TestWhatADreamRecallsIsNoOrphan recalls for a dream from every text that the
// index gives ids of its own: what is derived from one of these is found again.
func TestWhatADreamRecallsIsNoOrphan(t *testing.T) {
	t.Parallel()
	c := luna(t, testHome(t, t.TempDir(), nil))
	for name, text := range map[string]string{
		"memory/2026-09-02.md":   "## [10:00:00] fact\n\nThe lantern of the harbour is green.\n",
		"memory/memory_main.txt": "## 2026-09-03\nI dreamt away the day under the green lantern.\n",
		"MEMORY.md":              "# Places\n\nThe green lantern hangs in the harbour of Sakai.\n",
		"bank/world.md":          "# World\n\n- The lantern of the harbour was made in Sakai.\n",
	} {
		must(t, c.dir.Write(name, []byte(text), store.Cause{Kind: store.CauseUser}))
	}
	list, err := memories{c}.Recall(t.Context(), "the green lantern of the harbour", 12)
	must(t, err)
	missing := func(id string) string {
		why, err := c.withdraw.Missing(t.Context(), id)
		must(t, err)
		return why
	}
	files := map[string]bool{}
	for _, r := range list {
		file, _, _ := strings.Cut(r.ID, "#")
		files[file] = true
		if why := missing(r.ID); why != "" {
			t.Errorf("%q %q: %s", r.ID, r.Text, why)
		}
	}
	for _, name := range []string{"memory/2026-09-02.md", "memory/memory_main.txt", "MEMORY.md"} {
		if !files[name] {
			t.Errorf("nothing of %s: %+v", name, list)
		}
	}
	for _, id := range []string{"daily_2026-09-02_100000", "diary_2026-09-03"} { // of dreams of long ago
		if why := missing(id); why != "" {
			t.Error(why)
		}
	}
	if missing("daily_2026-09-05_100000") == "" || missing("qu_nobody") == "" {
		t.Error("what is nowhere is not missed")
	}
}
