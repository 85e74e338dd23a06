package memories

import (
	"testing"

	"yumori/ui/page"

	"fyne.io/fyne/v2/test"
)

func TestMemories(t *testing.T) {
	s := newStage(t, 0)
	s.companion.KeptTexts["SOUL.md"] = "# Luna"
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*Page)
	p.GoTo(page.MemoryPlace{Pane: "", Id: "SOUL.md"})
	s.bench.Settle()
	if p.Text.Text != "# Luna" || !p.Save.Disabled() {
		t.Fatalf("the editor holds %q", p.Text.Text)
	}
	p.Text.SetText("# Luna\n\nquiet")
	p.open(MemoryModel{File: "USER.md"})
	s.bench.Settle()
	p.open(MemoryModel{File: "SOUL.md"})
	s.bench.Settle()
	if p.Text.Text != "# Luna\n\nquiet" {
		t.Fatalf("what was written went: %q", p.Text.Text)
	}
	s.companion.Foreign["SOUL.md"] = "# Luna, by hand"
	test.Tap(p.Save)
	s.bench.Settle()
	if p.State.Theirs == nil || *p.State.Theirs != "# Luna, by hand" || len(p.conflict.Objects) == 0 {
		t.Fatal("the conflict is not shown")
	}
	if s.companion.KeptTexts["SOUL.md"] != "# Luna, by hand" {
		t.Error("theirs was overwritten without a word")
	}
	p.keepMine()
	s.bench.Settle()
	if s.companion.KeptTexts["SOUL.md"] != "# Luna\n\nquiet" || len(p.conflict.Objects) != 0 {
		t.Errorf("after “keep mine” the file holds %q", s.companion.KeptTexts["SOUL.md"])
	}
	p.Text.SetText("x")
	test.Tap(p.revert)
	s.bench.Settle()
	if p.Text.Text != "# Luna\n\nquiet" {
		t.Errorf("after “revert” the editor holds %q", p.Text.Text)
	}
}
