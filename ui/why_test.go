package ui

import (
	"slices"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func openWhy(t *testing.T) (*stage, *whyPanel) {
	t.Helper()
	s := newStage(t, 20)
	s.win.Resize(fyne.NewSize(1280, 800))
	s.mate.FakeWhy = uitest.KnownWhy(t)
	s.mate.FakeMemories = uitest.LivedMemories()
	s.chatPage().openWhy(uitest.MessageID(5))
	s.bench.Settle()
	return s, s.chatPage().why
}

func TestWhyIsToldBesideTheConversation(t *testing.T) {
	s, p := openWhy(t)
	said := uitest.Said(p.content)
	for _, want := range []string{
		"openai/q", "2 calls, 1,500 tokens asked", "We went to the lake.", "log.jsonl#L4", "The lake was cold.", "0.70",
		"1 Nov 2026 ·", "memory/2026-11-01.md#L4", "disk full", "Soul", "1,200", "40", "12 messages",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if s.chatPage().glance.content.Visible() {
		t.Error("the glance stands beside it")
	}
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		m := whyView(s.mate.Reason, w)
		if strings.Contains(strings.Join(m.notes, ""), "why.") || len(m.layers) != 2 || m.layers[1].Share != 0.25 {
			t.Errorf("%s: %+v", w.Lang, m)
		}
	}
	s.escape()
	if len(s.chatPage().side.Objects) != 0 {
		t.Error("Escape does not close it")
	}
}

func TestFromWhyAMemoryIsPinnedCorrectedAndForgotten(t *testing.T) {
	s, p := openWhy(t)
	press := func(word string, nth int) {
		t.Helper()
		for _, o := range test.LaidOutObjects(p.content) {
			if b, ok := o.(*widget.IconButton); ok && b.Word == word {
				if nth--; nth < 0 {
					test.Tap(b)
					s.bench.Settle()
					return
				}
			}
		}
		t.Fatalf("no button %q", word)
	}
	w := s.words
	press(w.T("why.pin"), 1)
	uitest.TapButton(t, s.sheet.pop, w.T("why.pin"))
	s.bench.Settle()
	press(w.T("why.forget"), 0)
	if !strings.Contains(uitest.Said(s.sheet.pop.Content), "Tea is better") {
		t.Errorf("what falls with it is not shown: %s", uitest.Said(s.sheet.pop.Content))
	}
	uitest.TapButton(t, s.sheet.pop, w.T("why.forget"))
	s.bench.Settle()
	if got := strings.Join(s.mate.Done, "|"); got != "pin The lake was cold.|retract "+string(uitest.MessageID(3)) {
		t.Errorf("it did %s", got)
	}
	press(w.T("why.correct"), 0)
	if m, ok := s.open.(*memoriesPage); !ok || !strings.Contains(m.shown(), "We went to the lake.") {
		t.Error("to correct an episode does not lead to it")
	}
}

// A model that failed has its reason told, and what to do about it.
func TestWhyTheRulesSpokeForAModel(t *testing.T) {
	w := uitest.English(t)
	m := whyView(companion.Why{Trace: companion.Trace{Notice: &companion.Notice{
		Kind: companion.NoticeFellBack, From: "tiny", Why: "openai: generate: " + llm.ErrKey.Error() + " (status 401)",
	}}}, w)
	if want := w.T("error.key") + " " + w.T("error.key.next"); !slices.Contains(m.notes, want) {
		t.Errorf("it says %q, not %q", m.notes, want)
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
		if got := span(w, companion.Days{From: tt.from, To: tt.to}); got != tt.want {
			t.Errorf("%s to %s is %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestWhyOfNothingSaysSo(t *testing.T) {
	s, p := openWhy(t)
	s.mate.WhyFail = transcript.ErrNoMessage
	p.open("gone")
	s.bench.Settle()
	if !strings.Contains(uitest.Said(p.content), s.words.T("error.no_message")) {
		t.Errorf("it says %s", uitest.Said(p.content))
	}
}

func TestAMessageIsForgottenFromItsMenu(t *testing.T) {
	s := newStage(t, 6)
	s.mate.FakeWhy = uitest.KnownWhy(t)
	s.chatPage().forget(uitest.MessageID(2))
	s.bench.Settle()
	uitest.TapButton(t, s.sheet.pop, s.words.T("why.forget"))
	s.bench.Settle()
	if len(s.mate.Done) != 1 || s.mate.Done[0] != "retract "+string(uitest.MessageID(2)) {
		t.Errorf("it did %v", s.mate.Done)
	}
}
