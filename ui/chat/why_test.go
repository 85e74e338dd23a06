package chat

import (
	"slices"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/retrieval"
	"yumori/ui/uitest"
)

// A model that failed has its reason told, and what to do about it.
func TestWhyTheRulesSpokeForAModel(t *testing.T) {
	w := uitest.English(t)
	m := WhyView(companion.Why{Trace: companion.Trace{Notice: &companion.Notice{
		Kind: companion.NoticeFellBack, From: "tiny", Why: "openai: generate: " + llm.ErrKey.Error() + " (status 401)",
	}}}, w)
	if want := w.T("error.key") + " " + w.T("error.key.next"); !slices.Contains(m.Notes, want) {
		t.Errorf("it says %q, not %q", m.Notes, want)
	}
}

func TestTheTimeThatWasAskedFor(t *testing.T) {
	w := uitest.English(t)
	for _, tt := range []struct{ from, to, want string }{
		{"2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z", "1 Jun 2026 – 30 Jun 2026"},
		{"2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z", "20 Nov 2026"},
		{"2026-11-20T00:00:00Z", "", "20 Nov 2026"},
		{"", "2026-11-21T00:00:00Z", "20 Nov 2026"},
	} {
		if got := span(w, retrieval.Days{From: tt.from, To: tt.to}); got != tt.want {
			t.Errorf("%s to %s is %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestAMessageIsForgottenFromItsMenu(t *testing.T) {
	s := newStage(t, 6)
	s.companion.FakeWhy = uitest.KnownWhy(t)
	s.ChatPage().forget(uitest.MessageID(2))
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("why.forget"))
	s.bench.Settle()
	if len(s.companion.Done) != 1 || s.companion.Done[0] != "retract "+string(uitest.MessageID(2)) {
		t.Errorf("it did %v", s.companion.Done)
	}
}
