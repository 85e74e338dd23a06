package episodic

import (
	"strings"
	"testing"

	"yumori/internal/store"
)

// TestResonateAfterAnEdit has a reply report on an episode that somebody has
// edited since: what the reply moved is written, and the edit is seen.
func TestResonateAfterAnEdit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	e := b.add("2026-11-19", 0.5)
	text, err := b.Dir.Read(journalFile)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), e.Summary, "Edited.", 1)
	if err := b.Dir.Write(journalFile, []byte(edited), store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Resonate([]Report{{ID: e.ID, Resonance: 1}}, cause()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := b.Find(e.ID); err != nil || got.Summary != "Edited." || got.Arousal != 0.6 {
			t.Errorf("it is %q, arousal %v, %v", got.Summary, got.Arousal, err)
		}
		b.again()
	}
}
