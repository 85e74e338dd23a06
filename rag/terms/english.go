package terms

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"yumori/internal/lang/forms"
)

// word returns the term of one folded word, "" for a stop word. Words of
// other languages in Latin script pass through the English stemmer too; both
// sides do, so they still meet.
func word(w string) string {
	if len(w) > maxWord {
		w = strings.ToValidUTF8(w[:maxWord], "")
	}
	if isStopWord(w) {
		return ""
	}
	w = forms.Recalled(w)
	if len(w) < 3 || !isASCIILetters(w) {
		return w
	}
	env := snowballstem.NewEnv(w)
	english.Stem(env)
	return env.Current()
}

func isASCIILetters(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}
