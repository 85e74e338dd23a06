package settings

import (
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/ui/page"
	"yumori/ui/uitest"
)

func TestTheWindowOfAModelIsSet(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.Roles[0]
	for _, tt := range []struct {
		text string
		want int
	}{{"", 0}, {"16384", 16384}, {"16,384", 16384}, {"many", 0}, {"-5", 0}} {
		f.Window.entry.SetText(tt.text)
		if got := f.Window.tokens(); got != tt.want {
			t.Errorf("%q is %d tokens", tt.text, got)
		}
	}
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		seen := map[string]bool{}
		for _, from := range []llm.WindowSource{llm.WindowLearned, llm.WindowSet, llm.WindowServed, llm.WindowTable, llm.WindowAssumed} {
			said := w.Window(llm.Window{Tokens: 32768, From: from})
			if !strings.Contains(said, "32,768") || seen[said] {
				t.Errorf("%s: %q", from, said)
			}
			seen[said] = true
		}
	}
}
