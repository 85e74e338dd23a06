package widget

import (
	"image/color"
	"slices"

	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Button is the toolkit's button that comes into sight when the keyboard
// reaches it, with a ring around it then: the toolkit only shades it, which is
// not seen on the one in the lamp's colour.
type Button struct {
	fynewidget.Button
	ring *canvas.Rectangle
	heir fyne.CanvasObject // what it shows, and goes; nil it stays
}

// NewButton makes a button; tapped is called for each press.
func NewButton(word string, tapped func()) *Button {
	b := &Button{}
	b.Text, b.OnTapped = word, tapped
	b.ring = RoundedRect(look.RadiusControl)
	b.ring.FillColor = color.Transparent
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer is called by the toolkit.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	return &buttonRenderer{b.Button.CreateRenderer(), b.ring}
}

// A buttonRenderer is the toolkit's with the ring above.
type buttonRenderer struct {
	fyne.WidgetRenderer
	ring *canvas.Rectangle
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Resize(size)
}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	return append(slices.Clip(r.WidgetRenderer.Objects()), r.ring)
}

// FocusGained is called by the toolkit.
func (b *Button) FocusGained() {
	b.Button.FocusGained()
	b.ring.StrokeColor, b.ring.StrokeWidth = theme.Color(look.Text), 2
	b.ring.Refresh()
	Reveal(b)
}

// FocusLost is called by the toolkit.
func (b *Button) FocusLost() {
	b.Button.FocusLost()
	b.ring.StrokeWidth = 0
	b.ring.Refresh()
}

// TypedKey is called by the toolkit. A button that was pressed by key keeps the
// focus: the toolkit's own lets go of it, and the next Tab would begin anew.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	if e.Name != fyne.KeySpace && e.Name != fyne.KeyReturn && e.Name != fyne.KeyEnter {
		PassEscape(b, e)
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(b)
	b.Tapped(nil)
	if c != nil && c.Focused() == nil && c.Overlays().Top() == nil && !b.Disabled() {
		if PathTo(c.Content(), b) != nil {
			b.passFocus(c)
		}
	}
}

// passFocus takes the focus, or gives it on where the button has gone: to the
// first control of what it showed, or to what comes next where there is none.
func (b *Button) passFocus(c fyne.Canvas) {
	if b.heir == nil || b.Visible() {
		c.Focus(b)
		return
	}
	if f := FirstFocusable(b.heir); f != nil {
		c.Focus(f)
		return
	}
	b.Show() // what is hidden has no next
	c.Focus(b)
	c.FocusNext()
	b.Hide()
}

// revealMargin is what stays free above and below what is scrolled to.
const revealMargin float32 = 24

// Reveal scrolls what o stands in until o is in sight.
func Reveal(o fyne.CanvasObject) { RevealIn(rootOf(o), o) }

// rootOf is what one sees where o stands: the sheet that is open, else the window's
// content; nil where it stands nowhere.
func rootOf(o fyne.CanvasObject) fyne.CanvasObject {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	if top := c.Overlays().Top(); top != nil {
		return top
	}
	return c.Content()
}

// RevealIn is reveal for what stands below root, which need not have been drawn
// yet.
func RevealIn(root, o fyne.CanvasObject) {
	path := PathTo(root, o)
	for i := len(path) - 1; i >= 0; i-- {
		scroll, ok := path[i].(*container.Scroll)
		if !ok || scroll.Direction == container.ScrollHorizontalOnly {
			continue
		}
		top := float32(0)
		for _, in := range path[min(i+2, len(path)):] { // not the content itself, which is moved to scroll
			top += in.Position().Y
		}
		showIn(scroll, top, o.Size().Height)
		return
	}
}

// showIn scrolls until what begins at top is in sight, no further than needed.
func showIn(scroll *container.Scroll, top, height float32) {
	at, by := top-scroll.Offset.Y, float32(0)
	switch below := at + height + revealMargin - scroll.Size().Height; {
	case at < revealMargin:
		by = at - revealMargin
	case below > 0:
		by = below
	}
	if by != 0 {
		end := max(scroll.Content.MinSize().Height-scroll.Size().Height, 0)
		scroll.ScrollToOffset(fyne.NewPos(scroll.Offset.X, max(0, min(scroll.Offset.Y+by, end))))
	}
}

// PathTo is what o stands in, from root to o itself; nil if it does not stand
// below root.
func PathTo(root, o fyne.CanvasObject) []fyne.CanvasObject {
	if root == o {
		return []fyne.CanvasObject{o}
	}
	var within []fyne.CanvasObject
	switch root := root.(type) {
	case *container.Scroll:
		if root.Content != nil {
			within = []fyne.CanvasObject{root.Content}
		}
	case *fynewidget.PopUp:
		within = []fyne.CanvasObject{root.Content}
	case *fyne.Container:
		within = root.Objects
	case boxed:
		within = []fyne.CanvasObject{root.Inside()}
	}
	for _, in := range within {
		if path := PathTo(in, o); path != nil {
			return append([]fyne.CanvasObject{root}, path...)
		}
	}
	return nil
}

// A boxed is a widget of ours that is a container of others.
type boxed interface{ Inside() fyne.CanvasObject }

// NewFoldButton shows what is folded away, for those who want to know. The
// button goes then; if a key did it, what it showed has the focus, or what comes
// after.
func NewFoldButton(word string, body fyne.CanvasObject, grew func()) *Button {
	var fold *Button
	fold = NewButton(word, func() {
		body.Show()
		fold.Hide()
		grew()
	})
	fold.Importance, fold.heir = fynewidget.LowImportance, body
	return fold
}

// FirstFocusable is the first control in o that can be used, nil there is none.
func FirstFocusable(o fyne.CanvasObject) fyne.Focusable {
	if !o.Visible() {
		return nil
	}
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		return nil
	}
	if _, text := o.(*prose.Text); text {
		return nil // it takes the focus only to be copied
	}
	if f, ok := o.(fyne.Focusable); ok {
		return f
	}
	var in []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		in = o.Objects
	case boxed:
		in = []fyne.CanvasObject{o.Inside()}
	case *fynewidget.PopUp:
		in = []fyne.CanvasObject{o.Content}
	}
	for _, each := range in {
		if f := FirstFocusable(each); f != nil {
			return f
		}
	}
	return nil
}
