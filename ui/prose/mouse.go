package prose

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// again is how soon and how near a second press makes a double click.
const (
	again     = 400 * time.Millisecond
	againNear = 4
)

// A pointer is what the mouse is doing.
type pointer struct {
	clicks   int // in a row
	at       time.Time
	where    fyne.Position
	dragging bool
	over     hit // what is under it
}

// A hit is something in the text that can be tapped.
type hit struct {
	url  string // a link's
	code int    // 1 + the block whose code is to be copied
}

// hit is what is under a point.
func (d *document) hit(p fyne.Position) hit {
	for i, top := range d.tops {
		l := d.blocks[i]
		y := p.Y - top
		switch {
		case y < 0 || y > l.height:
		case l.copiesAt(p.X, y):
			return hit{code: i + 1}
		default:
			return hit{url: l.urlAt(p.X, y)}
		}
	}
	return hit{}
}

// copiesAt says whether a point of a block is its copy sign.
func (l *laid) copiesAt(x, y float32) bool {
	for _, s := range l.shapes {
		if s.kind == shapeOfBox && x >= s.x && x <= s.x+s.w && y >= s.y && y <= s.y+s.h {
			return true
		}
	}
	return false
}

// urlAt is the address of the link at a point of a block, "" if there is none.
func (l *laid) urlAt(x, y float32) string {
	for _, ln := range l.lines {
		if y < ln.y || y > ln.y+ln.h {
			continue
		}
		for _, r := range ln.runs {
			if r.url != "" && x >= r.x && x <= r.x+r.w {
				return r.url
			}
		}
	}
	return ""
}

// MouseDown is called by the toolkit.
func (t *Text) MouseDown(ev *desktop.MouseEvent) {
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	t.focus()
	if t.OnSelect != nil {
		t.OnSelect()
	}
	p := &t.pointer
	now := time.Now()
	near := abs(ev.Position.X-p.where.X) < againNear && abs(ev.Position.Y-p.where.Y) < againNear
	if p.clicks++; !near || now.Sub(p.at) > again {
		p.clicks = 1
	}
	p.at, p.where, p.dragging = now, ev.Position, false
	d := t.current()
	if len(d.blocks) == 0 {
		return
	}
	c := d.caretAt(ev.Position.X, ev.Position.Y, t.ruler)
	anchor, head := d.pressed(c, p.clicks)
	if ev.Modifier&fyne.KeyModifierShift != 0 {
		anchor, head = t.anchor, c
	}
	t.selectRange(anchor, head)
}

// pressed is what the last of some presses in a row selects: nothing, the word
// at a place, its whole block.
func (d *document) pressed(c caret, clicks int) (anchor, head caret) {
	text := d.blocks[c.block].text
	switch clicks {
	case 1:
		return c, c
	case 2:
		from, to := word(text, c.at)
		return caret{c.block, from}, caret{c.block, to}
	}
	return caret{c.block, 0}, caret{c.block, len(text)}
}

// MouseUp is called by the toolkit: a press that selected nothing was a tap.
func (t *Text) MouseUp(ev *desktop.MouseEvent) {
	if ev.Button != desktop.MouseButtonPrimary || t.pointer.dragging || t.pointer.clicks != 1 {
		return
	}
	h := t.current().hit(ev.Position)
	switch {
	case h.code > 0:
		t.copy(t.current().blocks[h.code-1].text)
	case h.url == restURL:
		t.ShowMore()
	case h.url != "" && t.OnLink != nil:
		t.OnLink(h.url)
	}
}

// Dragged is called by the toolkit.
func (t *Text) Dragged(ev *fyne.DragEvent) {
	t.pointer.dragging = true
	t.selectRange(t.anchor, t.current().caretAt(ev.Position.X, ev.Position.Y, t.ruler))
}

// DragEnd is called by the toolkit.
func (t *Text) DragEnd() {}

// TappedSecondary is called by the toolkit.
func (t *Text) TappedSecondary(ev *fyne.PointEvent) {
	if t.OnMenu != nil {
		t.OnMenu(ev)
	}
}

// MouseIn is called by the toolkit.
func (t *Text) MouseIn(ev *desktop.MouseEvent) {
	if t.OnMouseIn != nil {
		t.OnMouseIn()
	}
	t.MouseMoved(ev)
}

// MouseMoved is called by the toolkit.
func (t *Text) MouseMoved(ev *desktop.MouseEvent) {
	t.pointer.hover(t.current().hit(ev.Position), t.OnLinkHover)
}

// MouseOut is called by the toolkit.
func (t *Text) MouseOut() {
	t.pointer.hover(hit{}, t.OnLinkHover)
	if t.OnMouseOut != nil {
		t.OnMouseOut()
	}
}

// hover notes what is under the pointer; tell is told of a link, if it is not nil.
func (p *pointer) hover(h hit, tell func(url string)) {
	was := p.over
	p.over = h
	if was.url != h.url && h.url != restURL && tell != nil {
		tell(h.url)
	}
}

// Cursor is asked by the toolkit.
func (t *Text) Cursor() desktop.Cursor {
	if t.pointer.over != (hit{}) {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

func (t *Text) focus() {
	t.reached = true
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil {
		c.Focus(t)
	}
}

// FocusGained is called by the toolkit.
func (t *Text) FocusGained() { t.reached = true }

// FocusLost is called by the toolkit. The selection stays: the focus is lost
// to another window too.
func (t *Text) FocusLost() { t.reached = false }

// Disabled is asked by the toolkit, which skips what is disabled when Tab is
// pressed: a text takes the focus from the mouse alone, or a page of texts
// would take a hundred presses to cross.
func (t *Text) Disabled() bool { return !t.reached }

// Disable does nothing: whether a text has the focus is for the mouse to say.
func (t *Text) Disable() {}

// Enable does nothing.
func (t *Text) Enable() {}

// TypedRune is called by the toolkit. What a text has no use for goes to the window,
// as if nothing had the focus: one may click on a text and go on typing.
func (t *Text) TypedRune(r rune) {
	if t.OnTyped != nil {
		t.OnTyped(r)
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}

// TypedKey is called by the toolkit.
func (t *Text) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		t.ClearSelection()
	}
}

// TypedShortcut is called by the toolkit.
func (t *Text) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy:
		t.CopySelection()
	case *fyne.ShortcutSelectAll:
		t.SelectAll()
	default:
		if t.OnShortcut != nil {
			t.OnShortcut(s)
		}
	}
}

func abs(x float32) float32 { return max(x, -x) }
