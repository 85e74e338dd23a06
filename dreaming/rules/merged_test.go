package rules

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"yumori/internal/lang"
)

// FuzzMerged has the rules lose no sentence of any page.
func FuzzMerged(f *testing.F) {
	f.Add("Mika plays.\n\nMika plays the flute.\n- a\n- b")
	f.Add("美香は妹だ。\n\n美香は妹だ。フルートを吹く。")
	f.Fuzz(func(t *testing.T, page string) {
		if len(page) > 3_000 || !utf8.ValidString(page) {
			t.Skip()
		}
		text := merged(page)
		have := lang.Fold(text)
		for _, s := range lang.Sentences(page) {
			if fs := lang.Fold(s.Raw); !strings.Contains(have, fs) && !slices.ContainsFunc(lang.Sentences(text), func(o lang.Sentence) bool {
				return strings.Contains(lang.Fold(o.Raw), fs)
			}) {
				t.Errorf("%q lost %q: %q", page, s.Raw, text)
			}
		}
	})
}
