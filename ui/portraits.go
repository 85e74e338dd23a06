package ui

import (
	"yumori/ui/face"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// lively reports whether something may move by itself: the window is in front,
// the thing is in sight, and neither the system nor the person asks for calm.
func (s *shell) lively(o fyne.CanvasObject) bool {
	if !s.border.InFront() || s.settings.UI.Still || !s.opt.App.Settings().ShowAnimations() {
		return false
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o) != fyne.Position{}
}

// look notes that the window came to the front.
func (s *shell) look() {
	s.border.Front()
	s.faces.Wake()
}

// wear gives an avatar the face of a persona; its own pictures are known once
// it is open.
func (s *shell) wear(a *widget.Avatar, slug string) {
	var own face.Own
	if m := s.mates[slug]; m != nil {
		own = m
	}
	a.Wear(face.NewHead(s.faces, own), face.Who{Slug: slug, Name: s.personaName(slug)})
}
