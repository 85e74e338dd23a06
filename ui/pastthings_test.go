package ui

import (
	"testing"

	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/ui/memories"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Rows, spans, sliders and points ask nothing on the screen's goroutine either.
func TestNothingWaitsBehindRows(t *testing.T) {
	s := livedStage(t)
	s.companion.FakeMemories = uitest.LivedMemories()
	s.companion.KeptFacts = append(s.companion.KeptFacts, facts.Fact{ID: "f2", Type: facts.World, Text: "Tea", Kind: memory.Told})
	w := s.slow()
	press := func(name string, in fyne.CanvasObject) {
		for _, o := range test.LaidOutObjects(in) {
			w.did = name
			switch o := o.(type) {
			case *fynewidget.List:
				for i := range o.Length() {
					o.Select(i)
					s.bench.Settle()
				}
			case *widget.RadioGroup:
				for _, option := range o.Options {
					o.SetSelected(option)
					s.bench.Settle()
				}
			case *widget.Slider:
				o.SetValue(o.Min)
			case desktop.Hoverable:
				o.MouseIn(&desktop.MouseEvent{})
				o.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, 20)}})
				o.MouseOut()
			}
			s.bench.Settle()
		}
	}
	s.goPage(pageMind)
	s.bench.Settle()
	press("mind", s.open.Object())
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*memories.Page)
	for name, row := range p.List {
		w.did = name
		test.Tap(row)
		s.bench.Settle()
		press(name, p.Right)
	}
	for _, c := range w.caught {
		t.Errorf("asked on the screen's goroutine, after %s", c)
	}
}
