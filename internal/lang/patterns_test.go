package lang

import (
	"testing"

	"yumori/internal/pattern"
)

// TestPatterns checks every pattern by its examples.
func TestPatterns(t *testing.T) {
	for name, l := range map[string]*pattern.Set{"english": EnglishSet, "japanese": JapaneseSet, "lexicon": tellings, "asking": questions, "kinds": kinds, "meanings": meanings, "signs": signs, "writtenEn": writtenEn, "writtenJa": writtenJa} {
		for _, err := range l.Check() {
			t.Errorf("%s: %v", name, err)
		}
	}
}
