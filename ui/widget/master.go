package widget

import (
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A MasterRow is a row of a list beside its detail: a title, and what is said
// of it in a second line.
type MasterRow struct {
	Title, Text string
	Mark        string // before the title: ★, or nothing
	Head        bool   // it names what comes below
}

// A MasterList is a list of any length at the left and the chosen one's detail
// at the right. Only the rows in sight cost anything: they are made when they
// come into sight, of what the page keeps.
type MasterList struct {
	count   int
	row     func(int) MasterRow
	List    *fynewidget.List
	chosen  int         // row; -1 none
	none    *prose.Text // says that there is nothing
	empty   *fyne.Container
	hurt    *prose.Text // above the list: which of its files is damaged
	detail  *fyne.Container
	Content *fyne.Container
}

// masterWidth is how wide the list is with text of the usual size.
const masterWidth float32 = 250

// NewMasterList makes a list; choose is told which row is chosen.
func NewMasterList(empty string, choose func(int)) *MasterList {
	m := &MasterList{chosen: -1, detail: container.NewStack(), hurt: Paragraph("", look.Bad, look.SizeHint)}
	warning := Inset(m.hurt, look.Inside)
	m.hurt.Hide()
	m.List = fynewidget.NewList(func() int { return m.count }, newMasterCell, func(i fynewidget.ListItemID, o fyne.CanvasObject) {
		if i < m.count {
			fillMasterCell(o, m.row(i), When(i == m.chosen))
		}
	})
	m.List.HideSeparators = true
	m.List.OnSelected = func(i fynewidget.ListItemID) {
		m.mark(i)
		choose(i)
	}
	m.List.OnUnselected = func(fynewidget.ListItemID) { m.mark(-1) }
	m.none = Paragraph(empty, look.Muted, "")
	m.empty = Inset(Measured(m.none, look.MeasureBubble), look.Between)
	m.Content = container.New(masterLayout{m}, Under(container.New(gone{}, warning), container.NewStack(container.New(SideSpace{}, m.List), m.empty)), m.detail)
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
	Put(objects[0], Rect{fyne.Position{}, size})
}

// RowShown is how much of a line is measured, in characters: a hand may have
// written a book there.
const RowShown = 200

// Foot puts a thing beneath the list.
func (m *MasterList) Foot(o fyne.CanvasObject) {
	m.Content.Objects[0] = container.NewBorder(nil, Inset(o, look.Inside), nil, nil, m.Content.Objects[0])
}

// Welcome puts a thing where there is nothing, in place of words.
func (m *MasterList) Welcome(o fyne.CanvasObject) {
	m.empty.Objects = []fyne.CanvasObject{o}
	m.Content.Refresh()
}

// Says puts other words where there is nothing.
func (m *MasterList) Says(nothing string) { SetParagraph(m.none, nothing) }

// Unselect leaves no row chosen.
func (m *MasterList) Unselect() { m.List.UnselectAll() }

// Warn says above the list that its file is damaged; "" that it is not. An
// empty list then says nothing about what lives there.
func (m *MasterList) Warn(text string) {
	SetParagraph(m.hurt, text)
	SetVisible(m.hurt, When(text != ""))
	if text != "" {
		m.empty.Hide()
	}
	m.Content.Refresh()
}

// mark says which row is the chosen one.
func (m *MasterList) mark(i int) {
	was := m.chosen
	m.chosen = i
	for _, row := range []int{was, i} {
		if row >= 0 {
			m.List.RefreshItem(row)
		}
	}
}

func newMasterCell() fyne.CanvasObject {
	return masterCell(NewCaption("", look.Text, ""), NewCaption("", look.Muted, look.SizeHint))
}

// masterCell is a row of lines. The chosen one stands on a panel of ours: the
// toolkit has one colour for it and for selected text.
func masterCell(lines ...fyne.CanvasObject) fyne.CanvasObject {
	ground := container.NewStack(NewPanel(look.Bg, "", 0), NewPanel(look.Raised, "", look.RadiusControl))
	ground.Hide()
	pad := layout.NewCustomPaddedLayout(look.Half+2, look.Half+2, look.Inside, look.Inside)
	return container.NewStack(ground, container.New(pad, Rows(0, lines...)))
}

// OneLine leaves the second line out of every row.
func (m *MasterList) OneLine() {
	m.List.CreateItem = func() fyne.CanvasObject { return masterCell(NewCaption("", look.Text, "")) }
}

func fillMasterCell(o fyne.CanvasObject, r MasterRow, chosen When) {
	cell := o.(*fyne.Container).Objects
	SetVisible(cell[0], chosen)
	lines := cell[1].(*fyne.Container).Objects[0].(*fyne.Container).Objects
	title := lines[0].(*Caption)
	name := r.Title
	if r.Mark != "" {
		name = r.Mark + " " + name
	}
	title.SetText(Beginning(name, RowShown))
	if len(lines) == 1 {
		return
	}
	text := lines[1].(*Caption)
	text.SetText(Beginning(r.Text, RowShown))
	if text.Bold != r.Head {
		text.Bold = r.Head
		text.Refresh()
	}
}

// Show shows so many rows; the detail of before stays.
func (m *MasterList) Show(count int, row func(int) MasterRow) {
	m.count, m.row = count, row
	if count == 0 != m.empty.Visible() {
		SetVisible(m.empty, When(count == 0))
		m.Content.Refresh() // the room is shared otherwise
	}
	m.List.Refresh()
}

// Put shows a detail; nil is none.
func (m *MasterList) Put(detail fyne.CanvasObject) {
	m.detail.Objects = nil
	if detail != nil {
		m.detail.Objects = []fyne.CanvasObject{detail}
	}
	m.detail.Refresh()
}

// Fail shows what went wrong in place of a detail. That the list is empty then
// says nothing about what lives there.
func (m *MasterList) Fail(trouble fyne.CanvasObject) {
	m.empty.Hide()
	m.Put(trouble)
	m.Content.Refresh()
}

// Choose chooses a row.
func (m *MasterList) Choose(i int) {
	m.List.UnselectAll()
	m.List.Select(i)
}

// masterLayout puts the list at the left and the detail at the right, or above
// it where both would be too narrow to be read. While there is nothing, what
// says so has all the room.
type masterLayout struct{ of *MasterList }

// masterStacks is how wide both have to be to stand side by side, in ems.
const masterStacks float32 = 30

func (masterLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(masterWidth+160, 200) }

func (l masterLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, top := min(look.Grown(masterWidth), size.Width*0.44), size.Height*0.42
	if l.of.empty.Visible() && len(l.of.detail.Objects) == 0 {
		left, top = size.Width, size.Height
	}
	if size.Width < masterStacks*theme.TextSize() {
		Put(objects[0], Rect{fyne.Position{}, fyne.NewSize(size.Width, top)})
		Put(objects[1], Rect{fyne.NewPos(0, top), fyne.NewSize(size.Width, size.Height-top)})
		return
	}
	Put(objects[0], Rect{fyne.Position{}, fyne.NewSize(left, size.Height)})
	Put(objects[1], Rect{fyne.NewPos(left, 0), fyne.NewSize(size.Width-left, size.Height)})
}
