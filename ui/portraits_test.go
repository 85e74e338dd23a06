package ui

import (
	"slices"
	"testing"
	"time"

	"yumori/ui/face"
	"yumori/ui/widget"
)

// Nothing moves by itself in a window that is not looked at, nor where the
// person wants calm.
func TestNothingMovesUnseen(t *testing.T) {
	s := newStage(t, 2)
	portrait := s.ChatPage().Transcript.Column // anything that stands on the page
	if s.there.lively(portrait) {
		t.Error("it moves though nobody looks")
	}
	s.dispatcher.Front()
	if !s.there.lively(portrait) {
		t.Error("it does not move")
	}
	now := s.opt.Now()
	s.there.now = func() time.Time { return now }
	s.there.touch()
	if now = now.Add(aloneAfter); s.there.lively(portrait) {
		t.Error("it moves though nobody has been there for long")
	}
	if s.there.touch(); !s.there.lively(portrait) {
		t.Error("somebody came, and it does not move")
	}
	s.settings.UI.Still = true
	if s.there.lively(portrait) {
		t.Error("it moves though calm is asked for")
	}
	s.settings.UI.Still = false
	s.goPage(pageDreams)
	s.bench.Settle()
	if s.there.lively(portrait) {
		t.Error("it moves on a page that is not open")
	}
}

// pictures are the own pictures of somebody who is not open.
type pictures struct{}

func (pictures) Expression(string) ([]byte, error) { return nil, nil }

// The rail shows a persona's own pictures before it is open, too.
func TestOwnPicturesOfOneThatIsNotOpen(t *testing.T) {
	s := newStage(t, 0)
	if s.cast.own("akari") != nil {
		t.Error("pictures that nobody knows")
	}
	s.home.pictures = func(slug string) face.Own {
		if slug != "akari" {
			t.Errorf("asked for those of %s, who is open", slug)
		}
		return pictures{}
	}
	if s.cast.own("akari") != (pictures{}) || s.cast.own("luna") != face.Own(s.companions["luna"].face) {
		t.Error("not its own pictures")
	}
}

// A persona's own pictures may be others once it is open: the rail shows them then.
func TestTheRailShowsItsOwnPicture(t *testing.T) {
	s := newStage(t, 0)
	var worn []string
	face := s.rail.hooks.Face
	s.rail.hooks.Face = func(a *widget.Avatar, slug string) {
		worn = append(worn, slug)
		face(a, slug)
	}
	s.goPersona("akari")
	s.bench.Settle()
	if len(worn) == 0 || worn[len(worn)-1] != "akari" || s.companions["akari"] == nil {
		t.Errorf("faces: %q", worn)
	}
}

// TestPortraitsArePaintedAfterTheFirstPage: what was asked for before comes then,
// in its order, and what is asked for later at once.
func TestPortraitsArePaintedAfterTheFirstPage(t *testing.T) {
	var painted []string
	stage := &face.Stage{Work: func(kind string, work, show func()) {
		work()
		show()
	}}
	begin := paintLater(stage)
	ask := func(what string) {
		stage.Work(what, func() { painted = append(painted, what) }, func() { painted = append(painted, what+" shown") })
	}
	ask("a")
	ask("b")
	if len(painted) > 0 {
		t.Errorf("at first: %v", painted)
	}
	begin()
	begin()
	ask("c")
	if want := []string{"a", "a shown", "b", "b shown", "c", "c shown"}; !slices.Equal(painted, want) {
		t.Errorf("%v", painted)
	}
}
