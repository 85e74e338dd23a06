package chat

import (
	"strings"
	"testing"

	"yumori/internal/prompt"
	"yumori/ui/page"
	"yumori/ui/uitest"
)

func TestPromptView(t *testing.T) {
	w := uitest.English(t)
	m := promptView(uitest.APlan(), w)
	if m.who != "ollama/gemma3:1b" || m.window != "This model handles 4,096 tokens (reported by the server)." || m.sum != "About 3,400 tokens; 512 reserved for the answer." {
		t.Errorf("head: %q, %q, %q", m.who, m.window, m.sum)
	}
	if want := []string{
		"Doesn’t fit: MEMORY.md 40 %, Conversation 13 %. This model handles 4,096 tokens.",
	}; strings.Join(m.left, "|") != strings.Join(want, "|") {
		t.Errorf("left out: %q", m.left)
	}
	if len(m.Sections) != 3 {
		t.Fatalf("%d sections; an empty one is one too many", len(m.Sections))
	}
	soul, lasting, talk := m.Sections[0], m.Sections[1], m.Sections[2]
	if soul.bar.Size != "400 tokens" || soul.bar.Share != 0.2 || soul.rule != "Always sent in full ·  SOUL.md" || soul.text != "I keep the desk." {
		t.Errorf("the soul: %+v", soul)
	}
	if lasting.rule != "May be shortened (priority 7) ·  MEMORY.md" || len(lasting.cuts) != 1 {
		t.Errorf("lasting notes: %+v", lasting)
	}
	if talk.text != "— User\nHello?\n\n— Persona\nHello, Alex." {
		t.Errorf("the conversation: %q", talk.text)
	}
	for _, want := range []string{"── Personality ·  400 tokens\nI keep the desk.", "Hello, Alex."} {
		if !strings.Contains(m.All, want) {
			t.Errorf("to be copied is no %q in %q", want, m.All)
		}
	}
	traced := uitest.APlan()
	traced.Talk = nil
	for i := range traced.Sections {
		traced.Sections[i].Text = ""
	}
	if m := promptView(traced, w); m.wordless == "" || m.All != "" || len(m.Sections) != 3 {
		t.Errorf("without its words: %+v", m)
	}
	if m := promptView(prompt.Plan{}, w); m.window != "" || len(m.Sections) != 0 {
		t.Errorf("of nothing: %+v", m)
	}
	for _, w := range []page.Words{w, uitest.Japanese(t)} {
		if whole := (prompt.FileLeft{File: "TOOLS.md", Percent: 100, Why: prompt.CutWindow, Window: 4096}); strings.Contains(fileLeft(w, whole), "100 %") {
			t.Errorf("%s: of all of it: %q", w.Lang, fileLeft(w, whole))
		}
		file := prompt.FileLeft{File: "USER.md", Percent: 7, Why: prompt.CutFile, Window: 9}
		if said := fileLeft(w, file); !strings.Contains(said, "USER.md") || !strings.Contains(said, "7 %") {
			t.Errorf("%s: %q", w.Lang, said)
		}
	}
}
