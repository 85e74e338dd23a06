package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Column shows rows of different heights below each other, of which only
// those in sight have widgets. When rows come or go or change their height,
// what the reader looks at stays where it is; who is at the bottom stays at
// the bottom.
//
// Rows are known by their keys. The height of a row that was never in sight is
// guessed, and set right when it comes in sight.
type Column struct {
	fynewidget.BaseWidget

	// Build makes the widget of a row; Update shows the row's present state in
	// a widget made for the same key. Guess is about how high a row will be.
	Build  func(i int) ColumnRow
	Update func(i int, row ColumnRow)
	Guess  func(i int, width float32) float32
	// Sunk rows that do not fill the view stand at its lower edge.
	Sunk bool
	// OnMoved is called after the rows in sight changed by scrolling.
	OnMoved func()

	Scroll  *container.Scroll
	body    *columnBody
	keys    []string
	heights map[string]float32 // measured at width
	width   float32
	tops    []float32 // of rows, and the end of the last one
	Rows    map[string]ColumnRow

	anchor  anchor
	placing bool
}

// A ColumnRow is the widget of a row.
type ColumnRow interface {
	fyne.CanvasObject
	// HeightFor is how high the row is at a width.
	HeightFor(width float32) float32
}

// An anchor is what stays where it is: a row and how far its top is below
// the top of the view, or the bottom.
type anchor struct {
	bottom bool
	key    string
	dy     float32
}

const (
	columnMargin = 240 // how far beyond the view rows are kept ready
	columnEdge   = 4   // who is this near to the bottom is at the bottom
)

func newColumn() *Column {
	c := &Column{heights: map[string]float32{}, Rows: map[string]ColumnRow{}, anchor: anchor{bottom: true}}
	c.body = &columnBody{}
	c.body.ExtendBaseWidget(c.body)
	c.Scroll = container.NewVScroll(c.body)
	c.Scroll.OnScrolled = func(fyne.Position) { c.moved() }
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer is called by the toolkit.
func (c *Column) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(c.Scroll) }

// Resize is called by the toolkit.
func (c *Column) Resize(size fyne.Size) {
	old := c.Size()
	c.BaseWidget.Resize(size)
	c.Scroll.Resize(size)
	switch {
	case size.Width != old.Width:
		clear(c.heights)
	case size.Height != old.Height:
		delete(c.heights, keyEmpty)
	}
	if size != old {
		c.place()
	}
}

// SetRows says which rows there are, oldest first, and shows those in sight
// as they are now. changed are the keys of rows that look different.
func (c *Column) SetRows(keys []string, changed map[string]bool) {
	have := make(map[string]int, len(keys))
	for i, k := range keys {
		have[k] = i
	}
	c.keepAnchor(have)
	c.keys = keys
	for k := range c.heights {
		if _, ok := have[k]; !ok || changed[k] && c.Rows[k] == nil {
			delete(c.heights, k)
		}
	}
	for k, row := range c.Rows {
		i, ok := have[k]
		switch {
		case !ok:
			delete(c.Rows, k)
		case changed[k]:
			c.Update(i, row)
			delete(c.heights, k)
		}
	}
	c.place()
}

// keepAnchor holds on to another row in sight when the anchor's goes.
func (c *Column) keepAnchor(have map[string]int) {
	if _, ok := have[c.anchor.key]; ok || c.anchor.bottom {
		return
	}
	first, end := c.Span()
	for i := first; i < end; i++ {
		if _, ok := have[c.keys[i]]; ok {
			c.anchor = anchor{key: c.keys[i], dy: c.tops[i] - c.Scroll.Offset.Y}
			return
		}
	}
	c.anchor = anchor{}
}

// Below is how much of the rows is out of sight below.
func (c *Column) Below() float32 {
	if c.anchor.bottom || c.width <= 0 {
		return 0
	}
	return c.Total() - c.Scroll.Offset.Y - c.Scroll.Size().Height
}

// ToBottom goes to the newest row and stays there.
func (c *Column) ToBottom() {
	c.anchor = anchor{bottom: true}
	c.place()
}

// ToTop goes to the oldest row and stays there.
func (c *Column) ToTop() {
	c.anchor = anchor{}
	if len(c.keys) > 0 {
		c.anchor.key = c.keys[0]
	}
	c.place()
}

// To puts a row a third down the view.
func (c *Column) To(key string) {
	c.anchor = anchor{key: key, dy: c.Scroll.Size().Height / 3}
	c.place()
}

// Reveal brings a row in sight, if it is not, and no further than needed.
func (c *Column) Reveal(key string) {
	y, h := c.Scroll.Offset.Y, c.Scroll.Size().Height
	for i, k := range c.keys {
		if k != key {
			continue
		}
		switch {
		case c.tops[i] < y:
			c.anchor = anchor{key: key}
		case c.tops[i+1] > y+h:
			c.anchor = anchor{key: key, dy: max(h-(c.tops[i+1]-c.tops[i]), 0)}
		default:
			return
		}
		c.place()
		return
	}
}

// By scrolls by a part of the view's height.
func (c *Column) By(part float32) {
	h := c.Scroll.Size().Height
	y := min(max(c.Scroll.Offset.Y+part*h, 0), max(c.Total()-h, 0))
	c.Scroll.Offset.Y = y
	c.moved()
}

// Shown is the widget of a row in sight, nil for others.
func (c *Column) Shown(key string) ColumnRow { return c.Rows[key] }

// Span is the indices of the first row in sight and of the one after the last.
func (c *Column) Span() (first, end int) {
	y, h := c.Scroll.Offset.Y, c.Scroll.Size().Height
	return c.span(y, y+h)
}

// Total is the height of all rows.
func (c *Column) Total() float32 {
	if len(c.tops) == 0 {
		return 0
	}
	return c.tops[len(c.tops)-1]
}

// moved is called when the reader scrolled.
func (c *Column) moved() {
	if c.placing {
		return
	}
	c.reanchor()
	c.place()
	if c.OnMoved != nil {
		c.OnMoved()
	}
}

// reanchor takes what is in sight now as what stays where it is: preferably a
// row whose height is known.
func (c *Column) reanchor() {
	y, h := c.Scroll.Offset.Y, c.Scroll.Size().Height
	if y+h >= c.Total()-columnEdge {
		c.anchor = anchor{bottom: true}
		return
	}
	first, end := c.span(y, y+h)
	for _, sure := range []bool{true, false} {
		for i := first; i < end && i < len(c.keys); i++ {
			if _, ok := c.heights[c.keys[i]]; ok || !sure {
				c.anchor = anchor{key: c.keys[i], dy: c.tops[i] - y}
				return
			}
		}
	}
}

// span is the rows between two heights.
func (c *Column) span(from, to float32) (first, end int) {
	n := len(c.tops) - 1
	for first < n && c.tops[first+1] <= from {
		first++
	}
	end = first
	for end < n && c.tops[end] < to {
		end++
	}
	return first, end
}

// place puts the rows in sight where they belong. Measuring a row may bring
// others in sight, so it goes around until nothing moves.
func (c *Column) place() {
	size := c.Scroll.Size()
	if c.placing || size.Width <= 0 || size.Height <= 0 {
		return
	}
	c.placing = true
	defer func() { c.placing = false }()
	c.width = size.Width
	var first, end int
	for range 8 {
		c.measureTops()
		y := c.offset(size.Height)
		c.Scroll.Offset.Y = y
		first, end = c.span(y-columnMargin, y+size.Height+columnMargin)
		if !c.measure(first, end) {
			break
		}
	}
	c.show(first, end)
	// The scroller looks at the size of its content before it lays it out, and
	// would cut the offset to what it was.
	y := c.Scroll.Offset.Y
	c.body.set(c.shownRows(first, end), c.Total())
	c.body.Resize(fyne.NewSize(size.Width, max(c.Total(), size.Height)))
	c.Scroll.Offset.Y = y
	c.Scroll.Refresh()
}

func (c *Column) measureTops() {
	c.tops = append(c.tops[:0], 0)
	y := float32(0)
	for i, k := range c.keys {
		h, ok := c.heights[k]
		if !ok {
			h = c.Guess(i, c.width)
		}
		y += h
		c.tops = append(c.tops, y)
	}
	if free := c.Scroll.Size().Height - y; c.Sunk && free > 0 {
		for i := range c.tops {
			c.tops[i] += free
		}
	}
}

// offset is how far to scroll so that the anchor is where it was.
func (c *Column) offset(height float32) float32 {
	most := max(c.Total()-height, 0)
	if c.anchor.bottom {
		return most
	}
	for i, k := range c.keys {
		if k == c.anchor.key {
			return min(max(c.tops[i]-c.anchor.dy, 0), most)
		}
	}
	return min(c.Scroll.Offset.Y, most)
}

// measure makes the widgets of rows and learns their heights. It reports
// whether anything was learnt.
func (c *Column) measure(first, end int) bool {
	learnt := false
	for i := first; i < end; i++ {
		k := c.keys[i]
		if _, ok := c.heights[k]; ok && c.Rows[k] != nil {
			continue
		}
		row := c.Rows[k]
		if row == nil {
			row = c.Build(i)
			c.Rows[k] = row
		}
		h := row.HeightFor(c.width)
		if old, ok := c.heights[k]; !ok || old != h {
			learnt = true
		}
		c.heights[k] = h
	}
	return learnt
}

// show lets go of the widgets that are out of sight.
func (c *Column) show(first, end int) {
	near := make(map[string]bool, end-first)
	for _, k := range c.keys[first:end] {
		near[k] = true
	}
	for k := range c.Rows {
		if !near[k] {
			delete(c.Rows, k)
		}
	}
}

func (c *Column) shownRows(first, end int) []fyne.CanvasObject {
	rows := make([]fyne.CanvasObject, 0, end-first)
	for i := first; i < end; i++ {
		row := c.Rows[c.keys[i]]
		row.Resize(fyne.NewSize(c.width, c.tops[i+1]-c.tops[i]))
		row.Move(fyne.NewPos(0, c.tops[i]))
		rows = append(rows, row)
	}
	return rows
}

// Remeasure forgets the heights of all rows, after the text size changed or a
// row grew by itself.
func (c *Column) Remeasure(keys ...string) {
	if len(keys) == 0 {
		clear(c.heights)
	}
	for _, k := range keys {
		delete(c.heights, k)
	}
	c.place()
}

// A columnBody holds the rows in sight. Its refresh does not refresh the
// rows: they do that themselves.
type columnBody struct {
	fynewidget.BaseWidget
	rows   []fyne.CanvasObject
	height float32
}

func (b *columnBody) set(rows []fyne.CanvasObject, height float32) {
	b.rows, b.height = rows, height
}

// MinSize is as high as all rows together.
func (b *columnBody) MinSize() fyne.Size { return fyne.NewSize(0, b.height) }

// CreateRenderer is called by the toolkit.
func (b *columnBody) CreateRenderer() fyne.WidgetRenderer { return &columnRenderer{b} }

type columnRenderer struct{ body *columnBody }

func (r *columnRenderer) Destroy() {}

func (r *columnRenderer) Layout(fyne.Size) {}

func (r *columnRenderer) MinSize() fyne.Size { return r.body.MinSize() }

func (r *columnRenderer) Objects() []fyne.CanvasObject { return r.body.rows }

func (r *columnRenderer) Refresh() { canvas.Refresh(r.body) }
