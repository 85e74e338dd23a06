package settings

import (
	"testing"

	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// What Tab reaches on the long page of settings is in sight.
func TestTheKeyboardSeesWhereItIs(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	c, page := s.win.Canvas(), s.prefs.Parts.scroll
	where := fyne.CurrentApp().Driver().AbsolutePositionForObject
	c.Focus(widget.FirstFocusable(s.prefs.Parts.cards[0]))
	for first := c.Focused(); ; {
		o := c.Focused().(fyne.CanvasObject)
		top := where(o).Y - where(page).Y
		if widget.PathTo(page.Content, o) != nil && (top < 0 || top+o.Size().Height > page.Size().Height+0.5) {
			t.Errorf("a %T has the focus at %.0f, out of sight", o, top)
		}
		if c.FocusNext(); c.Focused() == first {
			break
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
