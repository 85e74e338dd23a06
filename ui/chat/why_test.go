package chat

import (
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/retrieval"
	"yumori/ui/uitest"
)

// A model that failed has its reason told, and what to do about it, also in
// traces of when the error was kept in words.
func TestWhyTheRulesSpokeForAModel(t *testing.T) {
	w := uitest.English(t)
	for want, n := range map[string]companion.Notice{
		"error.key":         {Reason: companion.ReasonKey},
		"error.bad_request": {Reason: companion.ReasonBadRequest},
		"error.too_long":    {Reason: companion.ReasonTooLong},
		"error.no_model":    {Why: "openai: generate: " + llm.ErrNoModel.Error() + " (status 404)"},
		"error.address":     {Why: "set up ollama: " + llm.ErrAddress.Error()},
	} {
		n.Kind, n.From = companion.NoticeFellBack, "tiny"
		m := WhyView(companion.Why{Trace: companion.Trace{Notice: &n, Reason: n.Reason, Error: n.Why}}, w)
		if first := w.T(want) + " " + w.T(want+".next"); len(m.Notes) != 2 || m.Notes[0] != first || m.Notes[1] != w.T("why.error", "text", w.T(want)) {
			t.Errorf("of %s it says %q", want, m.Notes)
		}
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
