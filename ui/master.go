package ui

import (
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A masterRow is a row of a list beside its detail: a title, and what is said
// of it in a second line.
type masterRow struct {
	title, text string
	mark        string // before the title: ★, or nothing
	head        bool   // it names what comes below
}

// A masterList is a list of any length at the left and the chosen one's detail
// at the right. Only the rows in sight cost anything: they are made when they
// come into sight, of what the page keeps.
type masterList struct {
	count   int
	row     func(int) masterRow
	list    *widget.List
	none    *prose.Text // says that there is nothing
	empty   *fyne.Container
	hurt    *prose.Text // above the list: which of its files is damaged
	detail  *fyne.Container
	content *fyne.Container
}

// masterWidth is how wide the list is.
const masterWidth float32 = 250

// newMasterList makes a list; choose is told which row is chosen.
func newMasterList(empty string, choose func(int)) *masterList {
	m := &masterList{detail: container.NewStack(), hurt: paragraph("", look.Bad, look.SizeHint)}
	warning := inset(m.hurt, look.Inside)
	m.hurt.Hide()
	m.list = widget.NewList(func() int { return m.count }, newMasterCell, func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < m.count {
			fillMasterCell(o, m.row(i))
		}
	})
	m.list.HideSeparators = true
	m.list.OnSelected = func(i widget.ListItemID) { choose(i) }
	m.none = paragraph(empty, look.Muted, "")
	m.empty = inset(measured(m.none, look.MeasureBubble), look.Between)
	m.content = container.New(masterLayout{m}, under(container.New(gone{}, warning), container.NewStack(m.list, m.empty)), m.detail)
	return m
}

// gone takes no room while nothing in what it holds is shown.
type gone struct{}

func (gone) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if in := objects[0].(*fyne.Container); !in.Objects[0].Visible() {
		return fyne.Size{}
	}
	return objects[0].MinSize()
}

func (gone) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	put(objects[0], rect{fyne.Position{}, size})
}

// rowShown is how much of a line is measured, in characters: a hand may have
// written a book there.
const rowShown = 200

// foot puts a thing beneath the list.
func (m *masterList) foot(o fyne.CanvasObject) {
	m.content.Objects[0] = container.NewBorder(nil, inset(o, look.Inside), nil, nil, m.content.Objects[0])
}

// says puts other words where there is nothing.
func (m *masterList) says(nothing string) { setParagraph(m.none, nothing) }

// unselect leaves no row chosen.
func (m *masterList) unselect() { m.list.UnselectAll() }

// warn says above the list that its file is damaged; "" that it is not. An
// empty list then says nothing about what lives there.
func (m *masterList) warn(text string) {
	setParagraph(m.hurt, text)
	visible(m.hurt, when(text != ""))
	if text != "" {
		m.empty.Hide()
	}
	m.content.Refresh()
}

func newMasterCell() fyne.CanvasObject {
	title := newCaption("", look.Text, "")
	text := newCaption("", look.Muted, look.SizeHint)
	return inset(rows(0, title, text), look.Half+2)
}

// oneLine leaves the second line out of every row.
func (m *masterList) oneLine() {
	m.list.CreateItem = func() fyne.CanvasObject { return inset(rows(0, newCaption("", look.Text, "")), look.Half+2) }
}

func fillMasterCell(o fyne.CanvasObject, r masterRow) {
	lines := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	title := lines[0].(*caption)
	name := r.title
	if r.mark != "" {
		name = r.mark + " " + name
	}
	title.SetText(beginning(name, rowShown))
	if len(lines) == 1 {
		return
	}
	text := lines[1].(*caption)
	text.SetText(beginning(r.text, rowShown))
	if text.Bold != r.head {
		text.Bold = r.head
		text.Refresh()
	}
}

// show shows so many rows; the detail of before stays.
func (m *masterList) show(count int, row func(int) masterRow) {
	m.count, m.row = count, row
	if count == 0 != m.empty.Visible() {
		visible(m.empty, when(count == 0))
		m.content.Refresh() // the room is shared otherwise
	}
	m.list.Refresh()
}

// put shows a detail; nil is none.
func (m *masterList) put(detail fyne.CanvasObject) {
	m.detail.Objects = nil
	if detail != nil {
		m.detail.Objects = []fyne.CanvasObject{detail}
	}
	m.detail.Refresh()
}

// How many cards a page without a virtual list makes at first, and how many
// more when it is asked to.
const (
	rowsFirst = 24
	rowsMore  = 100
)

// moreButton shows more of what was left out.
func (d pageDeps) moreButton(rest int, more func()) fyne.CanvasObject {
	b := newButton(d.words.N("list.more", rest), more)
	b.Importance = widget.LowImportance
	return container.NewHBox(b)
}

// fail shows what went wrong in place of a detail. That the list is empty then
// says nothing about what lives there.
func (m *masterList) fail(trouble fyne.CanvasObject) {
	m.empty.Hide()
	m.put(trouble)
	m.content.Refresh()
}

// choose chooses a row.
func (m *masterList) choose(i int) {
	m.list.UnselectAll()
	m.list.Select(i)
}

// masterLayout puts the list at the left and the detail at the right, or above
// it where both would be too narrow to be read. While there is nothing, what
// says so has all the room.
type masterLayout struct{ of *masterList }

// masterStacks is how wide both have to be to stand side by side, in ems.
const masterStacks float32 = 30

func (masterLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(masterWidth+160, 200) }

func (l masterLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, top := min(masterWidth, size.Width*0.4), size.Height*0.42
	if l.of.empty.Visible() && len(l.of.detail.Objects) == 0 {
		left, top = size.Width, size.Height
	}
	if size.Width < masterStacks*theme.TextSize() {
		put(objects[0], rect{fyne.Position{}, fyne.NewSize(size.Width, top)})
		put(objects[1], rect{fyne.NewPos(0, top), fyne.NewSize(size.Width, size.Height-top)})
		return
	}
	put(objects[0], rect{fyne.Position{}, fyne.NewSize(left, size.Height)})
	put(objects[1], rect{fyne.NewPos(left, 0), fyne.NewSize(size.Width-left, size.Height)})
}
