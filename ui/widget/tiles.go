package widget

import (
	"strings"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Tile is a choice with a word on what it means, in one line or more.
type Tile struct {
	Title, Note string
	Face        fyne.CanvasObject // stands before the words; nil none
}

// Tiles are a choice of one of a few things, side by side as far as there is
// room. The arrows and Tab go from one to the next.
type Tiles struct {
	fynewidget.BaseWidget
	Selected  string // the title of the one that is chosen
	OnChanged func(title string)

	rows []*FileRow
	box  *fyne.Container
}

// NewTiles makes a choice with its first tile chosen.
func NewTiles(list []Tile, changed func(title string)) *Tiles {
	t := &Tiles{Selected: list[0].Title, OnChanged: changed, box: container.New(&tilesLayout{})}
	for _, each := range list {
		row := newFileRow(each.Title, each.text(), func() { t.SetSelected(each.Title) })
		row.OnEntered = row.OnTapped
		t.rows = append(t.rows, row)
		t.box.Add(row)
	}
	t.mark()
	t.ExtendBaseWidget(t)
	return t
}

// SetSelected chooses a tile by its title and tells of it if it was another
// before.
func (t *Tiles) SetSelected(title string) {
	if title == t.Selected {
		return
	}
	t.Selected = title
	t.mark()
	t.OnChanged(title)
}

func (t *Tiles) mark() {
	for _, row := range t.rows {
		row.rest = look.Line
		if row.Title == t.Selected {
			row.rest = look.Accent
		}
		row.field.Stroke = row.rest
		row.Choose(When(row.Title == t.Selected))
	}
}

// linkLeast is how wide a tile that leads somewhere is at least, in ems: its words
// may be long, and wrap.
const linkLeast float32 = 13

// NewTileLinks makes tiles that lead somewhere; open is called with the place of
// one in the list.
func NewTileLinks(list []Tile, open func(i int)) *fyne.Container {
	box := container.New(&tilesLayout{least: linkLeast})
	for i, each := range list {
		words := Rows(0, Heading(each.Title, ""), Paragraph(each.Note, look.Muted, look.SizeHint))
		row := newFileRow(each.Title, words, func() { open(i) })
		row.OnEntered, row.rest = row.OnTapped, look.Line
		row.field.Stroke = look.Line
		box.Add(row)
	}
	return box
}

func (t Tile) text() fyne.CanvasObject {
	words := Rows(0, Whole(NewCaption(t.Title, look.Text, "").InBold()))
	for line := range strings.Lines(t.Note) {
		words.Add(Whole(NewCaption(strings.TrimSpace(line), look.Muted, look.SizeHint)))
	}
	if t.Face == nil {
		return words
	}
	return container.NewBorder(nil, nil, container.New(layout.NewCustomPaddedLayout(0, 0, 0, look.Inside), Centred(t.Face)), nil, words)
}

// CreateRenderer is called by the toolkit.
func (t *Tiles) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(t.box) }

// A tilesLayout gives all tiles the size of the largest, as many a line as fit.
// It knows the width it was last given: what height it needs depends on it.
type tilesLayout struct {
	width float32
	least float32 // how wide a tile is at least, in ems; 0 as wide as its words
}

// tileColumns is how many tiles a line has at most.
const tileColumns = 4

// grid is how large a tile has to be, and how many stand beside each other.
func (l *tilesLayout) grid(objects []fyne.CanvasObject) (least fyne.Size, columns int) {
	for _, o := range objects {
		least = least.Max(o.MinSize())
	}
	if l.least > 0 {
		least.Width = l.least * theme.TextSize()
	}
	columns = tileColumns
	if l.width > 0 {
		columns = max(1, min(tileColumns, int((l.width+look.Inside)/(least.Width+look.Inside))))
	}
	return least, columns
}

// MinSize is as wide as the widest tile, and as high as the lines are.
func (l *tilesLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	least, n := l.grid(objects)
	lines := float32((len(objects) + n - 1) / n)
	return fyne.NewSize(least.Width, lines*(least.Height+look.Inside)-look.Inside)
}

// Layout fills line after line.
func (l *tilesLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	least, n := l.grid(objects)
	width := (size.Width+look.Inside)/float32(n) - look.Inside
	if l.least > 0 { // a text is as high as its width lets it be
		for _, o := range objects {
			o.Resize(fyne.NewSize(width, o.Size().Height))
		}
		least, _ = l.grid(objects)
	}
	for i, o := range objects {
		at := fyne.NewPos(float32(i%n)*(width+look.Inside), float32(i/n)*(least.Height+look.Inside))
		Put(o, Rect{At: at, Size: fyne.NewSize(width, least.Height)})
	}
}
