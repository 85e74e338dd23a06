package page

import (
	"cmp"

	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Sheets are the cards over a window that ask for something, one at a time.
type Sheets struct {
	win fyne.Window
	pop *fynewidget.PopUp // nil while none is shown

	cancelled func() SheetEnd // of the sheet that is shown
}

// NewSheets makes the sheets of a window; none is shown.
func NewSheets(win fyne.Window) *Sheets { return &Sheets{win: win} }

// Ask shows a sheet in place of the one before. The body may be nil; act is called for the button and
// answers whether the sheet is done.
func (s *Sheets) Ask(m SheetModel, body fyne.CanvasObject, act func() SheetEnd) {
	s.Close()
	s.closeOnEscape(body)
	box := widget.Rows(look.Inside, widget.NewCaption(m.Title, look.Text, look.SizeLead).InBold())
	if m.Text != "" {
		box.Add(widget.Paragraph(m.Text, look.Text, ""))
	}
	if body != nil {
		box.Add(body)
	}
	cancel := widget.NewButton(m.Cancel, s.Dismiss)
	buttons := widget.Inline(look.Inside, layout.NewSpacer(), cancel)
	if m.Action != "" {
		do := widget.NewButton(m.Action, func() {
			if act() == SheetDone {
				s.Close()
			}
		})
		do.Importance = fynewidget.HighImportance
		buttons.Add(do)
	}
	box.Add(buttons)
	width := max(cmp.Or(m.Width, SheetWidth), buttons.MinSize().Width+2*look.Between) // large letters, long words
	sized := container.New(widthLayout{width}, widget.Inset(box, look.Between))
	s.pop, s.cancelled = fynewidget.NewModalPopUp(sized, s.win.Canvas()), m.Cancelled
	s.pop.Show()
	s.pop.Resize(fyne.NewSize(width, sized.MinSize().Height))
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
func (s *Sheets) closeOnEscape(o fyne.CanvasObject) {
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
					s.Dismiss()
					return
				}
				s.win.Canvas().Unfocus()
			}
		}
	}
}

// Dismiss is the user's leaving the sheet that is shown, if any.
func (s *Sheets) Dismiss() {
	if s.pop == nil || s.cancelled != nil && s.cancelled() == SheetStays {
		return
	}
	s.Close()
}

// Close takes the sheet away that is shown, if any, and asks nobody.
func (s *Sheets) Close() {
	if s.pop != nil {
		s.pop.Hide()
		s.pop, s.cancelled = nil, nil
	}
}

// Open is the sheet that is shown, nil none.
func (s *Sheets) Open() *fynewidget.PopUp { return s.pop }

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
