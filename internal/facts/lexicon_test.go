package facts

import (
	"testing"

	"yumori/internal/lang"
)

// TestLexicon checks every expression by its examples.
func TestLexicon(t *testing.T) {
	for _, err := range lexicon.Check() {
		t.Error(err)
	}
}

// BenchmarkLexicon reads the files that capture goes by.
func BenchmarkLexicon(b *testing.B) {
	for b.Loop() {
		lang.Extend(wordFiles, "words/en.txt", "words/ja.txt").Read()
	}
}
