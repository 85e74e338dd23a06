package settings

import (
	"testing"

	"yumori/internal/config"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// What Tab reaches on the long page of settings is in sight.
func TestTheKeyboardSeesWhereItIs(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	c, scroll := s.win.Canvas(), s.prefs.Parts.scroll
	where := fyne.CurrentApp().Driver().AbsolutePositionForObject
	c.Focus(widget.FirstFocusable(s.prefs.Parts.cards[0]))
	for first := c.Focused(); ; {
		o := c.Focused().(fyne.CanvasObject)
		top := where(o).Y - where(scroll).Y
		if widget.PathTo(scroll.Content, o) != nil && (top < 0 || top+o.Size().Height > scroll.Size().Height+0.5) {
			t.Errorf("a %T has the focus at %.0f, out of sight", o, top)
		}
		if c.FocusNext(); c.Focused() == first {
			break
		}
	}
}

// The wheel scrolls the page over its fields, too.
func TestTheWheelScrollsOverFields(t *testing.T) {
	chosen := uitest.DarkSettings()
	chosen.Models.Chat = config.ModelChoice{Provider: "ollama", Name: "a", BaseURL: page.OllamaLocal}
	s := newStageWith(t, 0, chosen)
	s.goPage(pageSettings)
	s.bench.Settle()
	c, scroll, f := s.win.Canvas(), s.prefs.Parts.scroll, s.prefs.Roles[0]
	for _, o := range []fyne.CanvasObject{f.Address, f.Name} {
		scroll.ScrollToOffset(fyne.Position{})
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(20, 10)
		test.Scroll(c, at, 0, -40)
		if scroll.Offset.Y != 40 {
			t.Errorf("over a %T at %v the page is scrolled by %.0f", o, at, scroll.Offset.Y)
		}
	}
}

func TestSectionsOfThePage(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	p := s.prefs.Parts
	at := len(p.rows) - 4
	p.rows[at].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !p.rows[at].Chosen || p.picker.Selected != p.rows[at].AccessibilityLabel() {
		t.Error("the part that was chosen is not marked")
	}
	if widget.PathTo(p.cards[at], s.win.Canvas().Focused().(fyne.CanvasObject)) == nil {
		t.Errorf("the focus is on a %T outside the part", s.win.Canvas().Focused())
	}
	if off := p.scroll.Offset.Y - p.top(at); off < -1 || off > 1 {
		t.Errorf("the part begins %.0f off", off)
	}
	s.win.Resize(fyne.NewSize(leastWidth, leastHeight))
	if side := p.content.(*fyne.Container).Objects; side[0].Visible() || !side[1].Visible() {
		t.Error("in a narrow window the list has no short form")
	}
	p.picker.SetSelectedIndex(1)
	if p.scroll.Offset.Y != p.top(1) {
		t.Error("the short form leads nowhere")
	}
}
