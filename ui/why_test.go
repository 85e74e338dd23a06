package ui

import (
	"strings"
	"testing"

	"yumori/internal/transcript"
	"yumori/ui/chat"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func openWhy(t *testing.T) (*stage, *chat.WhyPanel) {
	t.Helper()
	s := newStage(t, 20)
	s.win.Resize(fyne.NewSize(1280, 800))
	s.companion.FakeWhy = uitest.KnownWhy(t)
	s.companion.FakeMemories = uitest.LivedMemories()
	s.ChatPage().Side.OpenWhy(uitest.MessageID(5))
	s.bench.Settle()
	return s, s.ChatPage().Side.Why
}

func TestWhyIsToldBesideTheConversation(t *testing.T) {
	s, p := openWhy(t)
	says := func(list ...string) {
		t.Helper()
		said := uitest.Said(p.Content)
		for _, want := range list {
			if !strings.Contains(said, want) {
				t.Errorf("it does not say %q:\n%s", want, said)
			}
		}
	}
	says("q ·  OpenAI", "2 calls, 1,500 tokens in", "We went to the lake.", "The lake was cold.")
	for _, machinery := range []string{"#L", ".md", "0.70", "Personality", "1,200"} {
		if said := uitest.SaidInSight(p.Content); strings.Contains(said, machinery) {
			t.Errorf("%q stands outside of the details:\n%s", machinery, said)
		}
	}
	uitest.TapButton(t, p.Content, s.words.T("details"))
	for _, o := range test.LaidOutObjects(p.Content) {
		if b, ok := o.(*widget.IconButton); ok && b.Word == s.words.T("details") {
			test.Tap(b)
		}
	}
	says("log.jsonl#L4", "0.70", "1 Nov 2026 ·", "memory/2026-11-01.md#L4", "disk full", "Personality", "1,200", "40", "12 messages")
	if s.ChatPage().Glance.Content.Visible() {
		t.Error("the glance stands beside it")
	}
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		m := chat.WhyView(s.companion.Reason, w)
		if strings.Contains(strings.Join(m.Notes, ""), "why.") || len(m.Layers) != 2 || m.Layers[1].Share != 0.25 {
			t.Errorf("%s: %+v", w.Lang, m)
		}
	}
	s.escape()
	if len(s.ChatPage().Side.Content.Objects) != 0 {
		t.Error("Escape does not close it")
	}
}

func TestFromWhyAMemoryIsPinnedCorrectedAndForgotten(t *testing.T) {
	s, p := openWhy(t)
	press := func(word string, nth int) {
		t.Helper()
		for _, o := range test.LaidOutObjects(p.Content) {
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
	uitest.TapButton(t, s.sheets.Open(), w.T("why.pin"))
	s.bench.Settle()
	press(w.T("why.forget"), 0)
	if !strings.Contains(uitest.Said(s.sheets.Open().Content), "Tea is better") {
		t.Errorf("what falls with it is not shown: %s", uitest.Said(s.sheets.Open().Content))
	}
	uitest.TapButton(t, s.sheets.Open(), w.T("why.forget"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Done, "|"); got != "pin The lake was cold.|retract "+string(uitest.MessageID(3)) {
		t.Errorf("it did %s", got)
	}
	press(w.T("why.correct"), 0)
	if m, ok := s.open.(*memories.Page); !ok || !strings.Contains(uitest.Said(m.Right), "We went to the lake.") {
		t.Error("to correct an episode does not lead to it")
	}
}

func TestWhyOfNothingSaysSo(t *testing.T) {
	s, p := openWhy(t)
	s.companion.WhyFail = transcript.ErrNoMessage
	p.Open("gone")
	s.bench.Settle()
	if !strings.Contains(uitest.Said(p.Content), s.words.T("error.no_message")) {
		t.Errorf("it says %s", uitest.Said(p.Content))
	}
}
