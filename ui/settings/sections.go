package settings

import (
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// A section is a part of a long page, under its heading.
type section struct {
	title string
	body  fyne.CanvasObject
}

// Sections are a long page with a list of its parts at the side, or above it
// where both do not fit side by side. Return in the list goes on in the part.
type Sections struct {
	cards   []fyne.CanvasObject
	rows    []*widget.FileRow
	picker  *widget.Picker // the list in a narrow window
	scroll  *container.Scroll
	focus   func(fyne.Focusable)
	content fyne.CanvasObject
}

// sectionsMeasure is how wide the page may run, in ems.
const sectionsMeasure float32 = 46

// newSections makes a page of parts below what stands above them all.
func newSections(above fyne.CanvasObject, list []section, focus func(fyne.Focusable)) *Sections {
	s := &Sections{focus: focus}
	page, side := widget.Rows(look.Between, above), widget.Rows(look.Half)
	var titles []string
	for i, each := range list {
		whole := widget.Rows(look.Inside, widget.NewCaption(each.title, look.Text, look.SizeLead).InBold(), widget.Card(each.body))
		page.Add(whole)
		row := widget.NewFileRow(each.title, "", func() { s.show(i) })
		row.OnEntered = func() { s.enter(i) }
		side.Add(row)
		titles, s.cards, s.rows = append(titles, each.title), append(s.cards, whole), append(s.rows, row)
	}
	s.picker = widget.NewPicker(titles, nil)
	s.picker.Selected = titles[0]
	s.picker.OnChanged = func(string) { s.show(s.picker.SelectedIndex()) }
	s.scroll = container.NewVScroll(widget.Inset(widget.Measured(page, sectionsMeasure), look.Around))
	s.scroll.OnScrolled = func(fyne.Position) { s.mark() }
	s.content = container.New(sectionsLayout{}, container.NewVScroll(widget.Inset(side, look.Inside)), widget.Inset(s.picker, look.Inside), s.scroll)
	s.mark()
	return s
}

// show scrolls to a part.
func (s *Sections) show(i int) {
	end := max(s.scroll.Content.MinSize().Height-s.scroll.Size().Height, 0)
	s.scroll.ScrollToOffset(fyne.NewPos(0, min(s.top(i), end)))
	s.choose(i)
}

// enter scrolls to a part and gives its first control the focus.
func (s *Sections) enter(i int) {
	s.show(i)
	if f := widget.FirstFocusable(s.cards[i]); f != nil {
		s.focus(f)
		s.show(i) // the control came into sight, its heading may not
	}
}

// A SectionPlace is where a page is read: a part, and how far below its
// beginning.
type SectionPlace struct {
	part int
	down float32
}

// Place is where the page is read now.
func (s *Sections) Place() SectionPlace {
	at := SectionPlace{down: s.scroll.Offset.Y}
	for i := range s.cards {
		if s.top(i) <= s.scroll.Offset.Y {
			at = SectionPlace{i, s.scroll.Offset.Y - s.top(i)}
		}
	}
	return at
}

// GoTo scrolls to a place, of which the page may have been made anew.
func (s *Sections) GoTo(at SectionPlace) {
	s.scroll.Refresh() // what was added since it was laid out takes its room
	s.scroll.ScrollToOffset(fyne.NewPos(0, s.top(at.part)+at.down))
	s.mark()
}

// top is where a part begins.
func (s *Sections) top(i int) float32 {
	if i == 0 {
		return 0
	}
	return s.cards[i].Position().Y + look.Around - look.Between
}

// mark chooses the part that is read: the last that has begun in the upper
// third of what is in sight.
func (s *Sections) mark() {
	at := 0
	for i := range s.cards {
		if s.top(i) <= s.scroll.Offset.Y+s.scroll.Size().Height/3 {
			at = i
		}
	}
	if s.scroll.Offset.Y == 0 {
		at = 0
	}
	s.choose(at)
}

func (s *Sections) choose(at int) {
	for i, row := range s.rows {
		if row.Chosen != (i == at) {
			row.Choose(widget.When(i == at))
		}
	}
	if title := s.rows[at].Title; s.picker.Selected != title {
		s.picker.Selected = title
		s.picker.Refresh()
	}
}

// sectionsLayout puts the list at the left of the page, or the picker above it
// where the page would be too narrow.
type sectionsLayout struct{}

// Widths of the list and, at least, of the page beside it, in ems.
const (
	sectionsSide  float32 = 18.5
	sectionsLeast float32 = 36
)

// MinSize is asked by the toolkit.
func (sectionsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[2].MinSize().Width, 200)
}

// Layout is called by the toolkit.
func (sectionsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	side, pick, page := objects[0], objects[1], objects[2]
	list := sectionsSide * theme.TextSize()
	beside := size.Width-list >= sectionsLeast*theme.TextSize()
	widget.SetVisible(side, widget.When(beside))
	widget.SetVisible(pick, widget.When(!beside))
	if beside {
		widget.Put(side, widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(list, size.Height)})
		widget.Put(page, widget.Rect{At: fyne.NewPos(list, 0), Size: fyne.NewSize(size.Width-list, size.Height)})
		return
	}
	high := pick.MinSize().Height
	widget.Put(pick, widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(size.Width, high)})
	widget.Put(page, widget.Rect{At: fyne.NewPos(0, high), Size: fyne.NewSize(size.Width, max(size.Height-high, 0))})
}
