package mind

import (
	"strings"
	"testing"

	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// A drive that is held shows what would be, springs back, and stays only when
// it is set.
func TestADriveIsHeldLetGoAndSet(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	r := p.drives[curious]
	before := r.model
	down := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	down.Position = fyne.NewPos(r.bar.At.X+r.bar.Size.Width*0.9, r.bar.At.Y+2)
	r.MouseDown(down)
	s.bench.Settle()
	if near := r.model.Value; near < 0.89 || near > 0.91 || r.model.Word == before.Word || !p.trial.box.Visible() {
		t.Errorf("held at 0.9 it is %+v, the box is shown: %v", r.model, p.trial.box.Visible())
	}
	if said := p.trial.says.Source(); !strings.Contains(said, "Are you there?") || !strings.Contains(said, r.model.Name) {
		t.Errorf("it says %q", said)
	}
	drag := &fyne.DragEvent{}
	drag.Position = fyne.NewPos(r.bar.At.X+r.bar.Size.Width*2, 0)
	r.Dragged(drag)
	if r.model.Value < 0.999 {
		t.Errorf("dragged beyond the end it is %v", r.model.Value)
	}
	r.MouseUp(down)
	r.DragEnd()
	s.bench.Settle()
	if r.model.Value != before.Value || !p.trial.box.Visible() || len(s.companion.Did) != 0 {
		t.Errorf("let go it is %v, was %v, and did %v", r.model.Value, before.Value, s.companion.Did)
	}
	uitest.TapButton(t, p.trial.box, s.words.T("whatif.set"))
	s.bench.Settle()
	if got := strings.Join(s.companion.Did, "|"); got != "set curiosity 1.00" || r.model.Value < 0.999 || p.trial.box.Visible() {
		t.Errorf("it did %q and is %v", got, r.model.Value)
	}
	uitest.TapButton(t, p.set, s.words.T("whatif.undo"))
	s.bench.Settle()
	if r.model.Value != before.Value || len(p.set.Objects) != 0 {
		t.Errorf("undone it is %v, was %v", r.model.Value, before.Value)
	}
}

func TestADriveIsHeldByTheKeyboard(t *testing.T) {
	s, p := openMind(t, uitest.LivedMind())
	r := p.drives[curious]
	key := func(name fyne.KeyName) {
		r.TypedKey(&fyne.KeyEvent{Name: name})
		s.bench.Settle()
	}
	before := r.model.Value
	s.win.Canvas().Focus(r)
	key(fyne.KeyRight)
	key(fyne.KeyRight)
	if got := r.model.Value - before; got < 0.09 || got > 0.11 {
		t.Errorf("two steps are %v", got)
	}
	key(fyne.KeyEscape)
	if r.model.Value != before || p.trial.box.Visible() || len(s.companion.Did) != 0 {
		t.Errorf("after Escape it is %v, was %v", r.model.Value, before)
	}
	key(fyne.KeyLeft)
	key(fyne.KeyReturn)
	if len(s.companion.Did) != 1 || !strings.HasPrefix(s.companion.Did[0], "set curiosity") {
		t.Errorf("Enter did %v", s.companion.Did)
	}
}

// Nothing is cut off, whatever the width and the size of the text.
func TestDriveRowsFitAnyWidth(t *testing.T) {
	uitest.NewApp(t)
	for _, w := range []struct{ width float32 }{{200}, {420}, {900}} {
		for i, words := range []string{"very curious", "とても気になっている"} {
			r := newDriveRow(driveHooks{})
			_ = test.TempWidgetRenderer(t, r)
			m := mindView(mindState{now: uitest.Noon, mind: uitest.LivedMind().State}, uitest.English(t)).Drives[curious]
			m.Word = words
			r.show(m)
			r.Resize(fyne.NewSize(w.width, r.MinSize().Height))
			if got := widget.Wanted(r.level).Width + widget.Wanted(r.name).Width; got > w.width+1 && w.width > 250 {
				t.Errorf("%d: name and word want %v of %v", i, got, w.width)
			}
			if end := r.bar.At.X + r.bar.Size.Width; r.bar.Size.Width < 100 || end > w.width {
				t.Errorf("in %v the slider is %+v", w.width, r.bar)
			}
		}
	}
}
