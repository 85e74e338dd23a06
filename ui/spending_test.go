package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/chat"
	"yumori/ui/settings"
	"yumori/ui/uitest"
)

// A limit that is reached is said in words and not by the colour alone.
func TestALimitThatIsUsedUp(t *testing.T) {
	w := uitest.English(t)
	for used, want := range map[int]bool{10: false, 20: true, 25: true} {
		caps := settings.CapsView(settings.Limit{Calls: 20, Tokens: 1000, Used: llm.Usage{Calls: used}}, w)
		said := uitest.Said(settings.CapsBox(w, caps, w.T("spending.used_up")))
		if got := strings.Contains(said, w.T("spending.used_up")); got != want {
			t.Errorf("at %d of 20 calls it says %q", used, said)
		}
	}
	if got := chat.RuledFor(w, companion.Notice{Kind: companion.NoticeSpent, From: "m"}); got != w.T("foot.spent") {
		t.Errorf("the reply's foot says %q", got)
	}
}
