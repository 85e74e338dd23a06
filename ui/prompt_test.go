package ui

import (
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/prompt"
	"yumori/ui/chat"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func TestThePromptOfAReplyIsLookedInto(t *testing.T) {
	s, why := openWhy(t)
	s.companion.Plan = uitest.APlan()
	uitest.TapButton(t, why.Content, s.words.T("details"))
	uitest.TapButton(t, why.Content, s.words.T("prompt.open"))
	s.bench.Settle()
	p := s.ChatPage().Side.Prompt
	said := uitest.Said(p.Content)
	for _, want := range []string{"This model handles 4,096 tokens", "MEMORY.md 40 %", "Personality", "Conversation"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "I keep the desk.") {
		t.Error("a section is unfolded by itself")
	}
	var bar *widget.FoldBar
	for _, o := range test.LaidOutObjects(p.Content) {
		if b, ok := o.(*widget.FoldBar); ok && b.Model.Name == "Personality" {
			bar = b
		}
	}
	test.Tap(bar)
	if !strings.Contains(uitest.Said(p.Content), "I keep the desk.") {
		t.Error("a section does not unfold")
	}
	copies := func(word string) string {
		for _, o := range test.LaidOutObjects(p.Content) {
			if b, ok := o.(*widget.IconButton); ok && b.Word == word {
				test.Tap(b)
			}
		}
		return s.opt.App.Clipboard().Content()
	}
	if got := copies(s.words.T("prompt.copy")); got != "I keep the desk." {
		t.Errorf("copied %q", got)
	}
	if got := copies(s.words.T("prompt.copy_all")); got != p.Model.All {
		t.Errorf("copied of all: %q", got)
	}
	test.Tap(p.ToWhy)
	s.bench.Settle()
	if s.ChatPage().Side.Content.Objects[0] != why.Content || why.Shown != uitest.MessageID(5) {
		t.Error("it does not lead back")
	}
}

func TestWhatWouldBeSentNow(t *testing.T) {
	s := newStage(t, 4)
	s.companion.Now = uitest.APlan()
	s.goPage(pageMind)
	s.shortcuts.pressed(ctrl(fyne.KeyP))
	s.bench.Settle()
	p := s.ChatPage().Side.Prompt
	if s.page != pageChat || p.Title.Text != s.words.T("prompt.now") || p.ToWhy.Visible() || !p.Again.Visible() || len(p.Model.Sections) != 3 {
		t.Fatalf("on page %s it shows %q", s.page, p.Title.Text)
	}
	s.companion.NowFail = llm.ErrTooLong
	test.Tap(p.Again)
	s.bench.Settle()
	if said := uitest.Said(p.Content); !strings.Contains(said, s.words.T("error.too_long")) || !strings.Contains(said, "Personality") {
		t.Errorf("where it does not fit it says:\n%s", said)
	}
	s.companion.Now = prompt.Plan{}
	test.Tap(p.Again)
	s.bench.Settle()
	if said := uitest.Said(p.Content); !strings.Contains(said, s.words.T("error.too_long")) {
		t.Errorf("where there is nothing it says:\n%s", said)
	}
	s.escape()
	if len(s.ChatPage().Side.Content.Objects) != 0 {
		t.Error("Escape does not close it")
	}
}

func TestGoldenPrompt(t *testing.T) {
	s := newStage(t, 4)
	s.companion.Now = uitest.APlan()
	s.shortcuts.pressed(ctrl(fyne.KeyP))
	s.ChatPage().Side.Prompt.Open["evergreen"] = true
	s.bench.Settle()
	uitest.Render(t, "prompt", container.NewStack(s.ChatPage().Side.Prompt.Content), fyne.NewSize(chat.PromptWidth, 640))
}
