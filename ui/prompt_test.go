package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func TestPromptView(t *testing.T) {
	w := uitest.English(t)
	m := promptView(uitest.APlan(), w)
	if m.who != "ollama/gemma3:1b" || m.window != "This model serves 4,096 tokens (said by the server)." || m.sum != "About 3,400 tokens; 512 are kept free for the answer." {
		t.Errorf("head: %q, %q, %q", m.who, m.window, m.sum)
	}
	if want := []string{
		"Left out: MEMORY.md 40 %, Conversation 13 %. This model serves 4,096 tokens.",
	}; strings.Join(m.left, "|") != strings.Join(want, "|") {
		t.Errorf("left out: %q", m.left)
	}
	if len(m.sections) != 3 {
		t.Fatalf("%d sections; an empty one is one too many", len(m.sections))
	}
	soul, lasting, talk := m.sections[0], m.sections[1], m.sections[2]
	if soul.bar.Size != "400 tokens" || soul.bar.Share != 0.2 || soul.rule != "Always sent whole ·  SOUL.md" || soul.text != "I keep the desk." {
		t.Errorf("the soul: %+v", soul)
	}
	if lasting.rule != "May be shortened (priority 7) ·  MEMORY.md" || len(lasting.cuts) != 1 {
		t.Errorf("lasting notes: %+v", lasting)
	}
	if talk.text != "— User\nHello?\n\n— Persona\nHello, Alex." {
		t.Errorf("the conversation: %q", talk.text)
	}
	for _, want := range []string{"── Soul ·  400 tokens\nI keep the desk.", "Hello, Alex."} {
		if !strings.Contains(m.all, want) {
			t.Errorf("to be copied is no %q in %q", want, m.all)
		}
	}
	traced := uitest.APlan()
	traced.Talk = nil
	for i := range traced.Sections {
		traced.Sections[i].Text = ""
	}
	if m := promptView(traced, w); m.wordless == "" || m.all != "" || len(m.sections) != 3 {
		t.Errorf("without its words: %+v", m)
	}
	if m := promptView(companion.Plan{}, w); m.window != "" || len(m.sections) != 0 {
		t.Errorf("of nothing: %+v", m)
	}
	for _, w := range []page.Words{w, uitest.Japanese(t)} {
		if whole := (companion.FileLeft{File: "TOOLS.md", Percent: 100, Why: companion.CutWindow, Window: 4096}); strings.Contains(fileLeft(w, whole), "100 %") {
			t.Errorf("%s: of all of it: %q", w.Lang, fileLeft(w, whole))
		}
		file := companion.FileLeft{File: "USER.md", Percent: 7, Why: companion.CutFile, Window: 9}
		if said := fileLeft(w, file); !strings.Contains(said, "USER.md") || !strings.Contains(said, "7 %") {
			t.Errorf("%s: %q", w.Lang, said)
		}
	}
}

func TestThePromptOfAReplyIsLookedInto(t *testing.T) {
	s, why := openWhy(t)
	s.mate.Plan = uitest.APlan()
	uitest.TapButton(t, why.content, s.words.T("prompt.open"))
	s.bench.Settle()
	p := s.chatPage().prompt
	said := uitest.Said(p.content)
	for _, want := range []string{"This model serves 4,096 tokens", "MEMORY.md 40 %", "Soul", "Conversation"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "I keep the desk.") {
		t.Error("a section is unfolded by itself")
	}
	var bar *widget.FoldBar
	for _, o := range test.LaidOutObjects(p.content) {
		if b, ok := o.(*widget.FoldBar); ok && b.Model.Name == "Soul" {
			bar = b
		}
	}
	test.Tap(bar)
	if !strings.Contains(uitest.Said(p.content), "I keep the desk.") {
		t.Error("a section does not unfold")
	}
	copies := func(word string) string {
		for _, o := range test.LaidOutObjects(p.content) {
			if b, ok := o.(*widget.IconButton); ok && b.Word == word {
				test.Tap(b)
			}
		}
		return s.opt.App.Clipboard().Content()
	}
	if got := copies(s.words.T("prompt.copy")); got != "I keep the desk." {
		t.Errorf("copied %q", got)
	}
	if got := copies(s.words.T("prompt.copy_all")); got != p.model.all {
		t.Errorf("copied of all: %q", got)
	}
	test.Tap(p.toWhy)
	s.bench.Settle()
	if s.chatPage().side.Objects[0] != why.content || why.shown != uitest.MessageID(5) {
		t.Error("it does not lead back")
	}
}

func TestWhatWouldBeSentNow(t *testing.T) {
	s := newStage(t, 4)
	s.mate.Now = uitest.APlan()
	s.goPage(pageMind)
	s.pressed(ctrl(fyne.KeyP))
	s.bench.Settle()
	p := s.chatPage().prompt
	if s.page != pageChat || p.title.Text != s.words.T("prompt.now") || p.toWhy.Visible() || !p.again.Visible() || len(p.model.sections) != 3 {
		t.Fatalf("on page %s it shows %q", s.page, p.title.Text)
	}
	s.mate.NowFail = llm.ErrTooLong
	test.Tap(p.again)
	s.bench.Settle()
	if said := uitest.Said(p.content); !strings.Contains(said, s.words.T("error.too_long")) || !strings.Contains(said, "Soul") {
		t.Errorf("where it does not fit it says:\n%s", said)
	}
	s.mate.Now = companion.Plan{}
	test.Tap(p.again)
	s.bench.Settle()
	if said := uitest.Said(p.content); !strings.Contains(said, s.words.T("error.too_long")) {
		t.Errorf("where there is nothing it says:\n%s", said)
	}
	s.escape()
	if len(s.chatPage().side.Objects) != 0 {
		t.Error("Escape does not close it")
	}
}

func TestGoldenPrompt(t *testing.T) {
	s := newStage(t, 4)
	s.mate.Now = uitest.APlan()
	s.pressed(ctrl(fyne.KeyP))
	s.chatPage().prompt.open["evergreen"] = true
	s.bench.Settle()
	uitest.Render(t, "prompt", container.NewStack(s.chatPage().prompt.content), fyne.NewSize(promptWidth, 640))
}
