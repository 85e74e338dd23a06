package ui

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A hintLayer shows one word beside what is pointed at. It lies over
// everything and takes no clicks.
type hintLayer struct {
	label   *widget.Caption
	box     *fyne.Container
	content *fyne.Container
}

func newHintLayer() *hintLayer {
	h := &hintLayer{label: widget.NewCaption("", look.Text, look.SizeHint)}
	h.box = container.NewStack(widget.NewPanel(look.Raised, look.Line, look.RadiusControl), widget.Inset(widget.Whole(h.label), look.Half+2))
	h.box.Hide()
	h.content = container.NewWithoutLayout(h.box)
	return h
}

// hint shows a word beside a thing: right of what is in the rail, else above.
func (h *hintLayer) hint(s widget.Spot) {
	if s.At == nil || s.Text == "" {
		h.box.Hide()
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.At)
	if at.IsZero() {
		return // not on the screen yet
	}
	size := s.At.Size()
	h.label.SetText(s.Text)
	h.box.Refresh()
	want := h.box.MinSize()
	room := h.content.Size()
	to := at.AddXY(size.Width/2-want.Width/2, -want.Height-look.Half)
	switch {
	case at.X < page.RailWidth:
		to = at.AddXY(size.Width+look.Inside, (size.Height-want.Height)/2)
	case to.Y < look.Half:
		to = fyne.NewPos(to.X, at.Y+size.Height+look.Half)
	}
	to.X = max(look.Half, min(to.X, room.Width-want.Width-look.Half))
	h.box.Resize(want)
	h.box.Move(to)
	h.box.Show()
}

// A sheet is a card over the window that asks for something.
type sheet struct{ pop *fynewidget.PopUp }

// ask shows a sheet. The body may be nil; act is called for the button and
// answers whether the sheet is done.
func (s *shell) ask(m page.SheetModel, body fyne.CanvasObject, act func() page.SheetEnd) {
	s.closeSheet()
	s.closeOnEscape(body)
	box := widget.Rows(look.Inside, widget.NewCaption(m.Title, look.Text, look.SizeLead).InBold())
	if m.Text != "" {
		box.Add(widget.Paragraph(m.Text, look.Text, ""))
	}
	if body != nil {
		box.Add(body)
	}
	cancel := widget.NewButton(m.Cancel, s.closeSheet)
	buttons := widget.Inline(look.Inside, layout.NewSpacer(), cancel)
	if m.Action != "" {
		do := widget.NewButton(m.Action, func() {
			if act() == page.SheetDone {
				s.closeSheet()
			}
		})
		do.Importance = fynewidget.HighImportance
		buttons.Add(do)
	}
	box.Add(buttons)
	width := max(page.SheetWidth, buttons.MinSize().Width+2*look.Between) // large letters, long words
	sized := container.New(widthLayout{width}, widget.Inset(box, look.Between))
	s.sheet = &sheet{pop: fynewidget.NewModalPopUp(sized, s.win.Canvas())}
	s.sheet.pop.Show()
	s.sheet.pop.Resize(fyne.NewSize(width, sized.MinSize().Height))
	if body != nil {
		if first := widget.FirstFocusable(body); first != nil {
			s.win.Canvas().Focus(first)
			if f, ok := first.(*widget.Field); ok {
				f.ToEnd()
			}
		}
	}
}

// closeOnEscape makes Escape close a sheet while one of its fields has the
// focus. From a field that something was written in the first Escape only goes
// out: it may have been meant for an input method, and nothing is lost.
func (s *shell) closeOnEscape(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		for _, in := range o.Objects {
			s.closeOnEscape(in)
		}
	case *container.Scroll:
		s.closeOnEscape(o.Content)
	case *widget.Field:
		start := o.Text
		if o.OnEscape == nil {
			o.OnEscape = func() {
				if o.Text == start {
					s.closeSheet()
					return
				}
				s.win.Canvas().Unfocus()
			}
		}
	}
}

func (s *shell) closeSheet() {
	if s.sheet != nil {
		s.sheet.pop.Hide()
		s.sheet = nil
	}
}

// widthLayout gives its one thing a width, and the height it has at it.
type widthLayout struct{ width float32 }

func (l widthLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	o := objects[0]
	if o.Size().Width != l.width {
		o.Resize(fyne.NewSize(l.width, o.MinSize().Height))
	}
	return fyne.NewSize(l.width, o.MinSize().Height)
}

func (l widthLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(fyne.NewSize(l.width, size.Height))
}
