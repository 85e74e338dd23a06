package mind

import (
	"testing"

	"yumori/motivation"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
)

func TestTheGraphIsReadByKey(t *testing.T) {
	s := livedStage(t)
	s.companion.Feelings = []motivation.Point{
		{Time: uitest.Noon.AddDate(0, 0, -9), Emotion: motivation.Emotion{Category: motivation.Joy, Intensity: 0.2}},
		{Time: uitest.Noon.AddDate(0, 0, -1), Emotion: motivation.Emotion{Category: motivation.Anger, Intensity: 0.9}},
	}
	s.goPage(pageMind)
	s.bench.Settle()
	g := s.open.(*Page).graph
	g.spans.SetSelected(g.spans.Options[3])
	s.bench.Settle()
	s.win.Canvas().Focus(g.face)
	newest := g.says.Source()
	for range len(g.sheet.points) + 1 {
		g.face.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	}
	if oldest := g.says.Source(); oldest == newest || g.face.at != len(g.sheet.points)-1 {
		t.Errorf("the newest feeling is told as %q, the oldest as %q", newest, oldest)
	}
	s.win.Canvas().Unfocus()
	if g.says.Source() == newest {
		t.Error("a feeling is told that nobody points at")
	}
}
