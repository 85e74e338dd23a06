package ui

import (
	"image/color"

	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A caption is a line of text in a colour and size of the theme. It is cut
// with an ellipsis where it does not fit.
type caption struct {
	widget.BaseWidget
	Text  string
	Token fyne.ThemeColorName // "" is look.Text
	Scale fyne.ThemeSizeName  // "" is the text size
	Bold  bool
	Align fyne.TextAlign
}

func newCaption(text string, token fyne.ThemeColorName, size fyne.ThemeSizeName) *caption {
	c := &caption{Text: text, Token: token, Scale: size}
	c.ExtendBaseWidget(c)
	return c
}

// bold makes the caption bold, and returns it.
func (c *caption) bold() *caption {
	c.Bold = true
	return c
}

// SetText changes the text.
func (c *caption) SetText(text string) {
	if c.Text != text {
		c.Text = text
		c.Refresh()
	}
}

func (c *caption) textSize() float32 {
	if c.Scale == "" {
		return theme.TextSize()
	}
	return theme.Size(c.Scale)
}

func (c *caption) style() fyne.TextStyle { return fyne.TextStyle{Bold: c.Bold} }

func (c *caption) measure(text string) fyne.Size {
	return fyne.MeasureText(text, c.textSize(), c.style())
}

// captionMost is the most letters of a caption that are looked at: more than
// the widest window shows.
const captionMost = 1000

// line is the text as far as it can be in sight.
func (c *caption) line() string {
	if len(c.Text) <= captionMost {
		return c.Text
	}
	n := 0
	for i := range c.Text {
		if n++; n > captionMost {
			return c.Text[:i] + "…"
		}
	}
	return c.Text
}

// Natural is the size of the whole text.
func (c *caption) Natural() fyne.Size { return c.measure(c.line()) }

// CreateRenderer is called by the toolkit.
func (c *caption) CreateRenderer() fyne.WidgetRenderer {
	r := &captionRenderer{caption: c, text: canvas.NewText(c.Text, color.Transparent)}
	r.Refresh()
	return r
}

type captionRenderer struct {
	caption *caption
	text    *canvas.Text
}

func (r *captionRenderer) Destroy()                     {}
func (r *captionRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }

// MinSize lets a caption be squeezed to a few letters.
func (r *captionRenderer) MinSize() fyne.Size {
	full := r.caption.Natural()
	return fyne.NewSize(min(full.Width, 3*r.caption.textSize()), full.Height)
}

func (r *captionRenderer) Layout(size fyne.Size) {
	r.text.Text = r.fitted(size.Width)
	r.text.Resize(size)
}

// fitted is the text, cut to a width.
func (r *captionRenderer) fitted(width float32) string {
	c := r.caption
	if c.Natural().Width <= width+0.5 {
		return c.line()
	}
	runes := []rune(c.line())
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high + 1) / 2
		if c.measure(string(runes[:mid])+"…").Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return string(runes[:low]) + "…"
}

func (r *captionRenderer) Refresh() {
	c := r.caption
	token := c.Token
	if token == "" {
		token = look.Text
	}
	r.text.Color = theme.Color(token)
	r.text.TextSize = c.textSize()
	r.text.TextStyle = c.style()
	r.text.Alignment = c.Align
	r.text.Text = r.fitted(c.Size().Width)
	r.text.Refresh()
}

// paragraph is a text that wraps, in a colour and size of the theme. It can be
// selected and copied like any text.
func paragraph(text string, token fyne.ThemeColorName, size fyne.ThemeSizeName) *prose.Text {
	if size == "" {
		size = theme.SizeNameText
	}
	t := prose.New()
	t.SetSize(size)
	t.SetInk(inkOf(token))
	t.SetPlain(text)
	return t
}

func inkOf(token fyne.ThemeColorName) prose.Ink {
	ink := prose.PageInk
	ink.Text = token
	return ink
}

// setParagraph changes the text of a paragraph.
func setParagraph(t *prose.Text, text string) {
	if t.Source() != text {
		t.SetPlain(text)
	}
}

// A panel is a rounded field of a colour of the theme.
type panel struct {
	widget.BaseWidget
	fill, stroke fyne.ThemeColorName // stroke "" is none
	radius       float32
	rect         *canvas.Rectangle
}

func newPanel(fill, stroke fyne.ThemeColorName, radius float32) *panel {
	p := &panel{fill: fill, stroke: stroke, radius: radius, rect: canvas.NewRectangle(color.Transparent)}
	p.ExtendBaseWidget(p)
	p.paint()
	return p
}

func (p *panel) paint() {
	p.rect.FillColor = theme.Color(p.fill)
	p.rect.CornerRadius = p.radius
	p.rect.StrokeWidth = 0
	if p.stroke != "" {
		p.rect.StrokeColor, p.rect.StrokeWidth = theme.Color(p.stroke), 1
	}
}

// Refresh takes the colours of the theme.
func (p *panel) Refresh() {
	p.paint()
	p.rect.Refresh()
}

// CreateRenderer is called by the toolkit.
func (p *panel) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.rect) }

// card puts content on a rounded field.
func card(content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(newPanel(look.Surface, look.Line, look.RadiusCard), inset(content, look.Between))
}

// inset puts space around content.
func inset(content fyne.CanvasObject, space float32) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(space, space, space, space), content)
}

// rows puts things below each other with space between them.
func rows(space float32, things ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(space), things...)
}

// inline puts things beside each other with space between them.
func inline(space float32, things ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedHBoxLayout(space), things...)
}

// under puts a body below its head and gives it the rest of the height. Tab
// comes to the head first, as the eye does; the toolkit's own border would go
// to the body first.
func under(head, body fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewBorderLayout(head, nil, nil, nil), head, body)
}

// measured keeps content within a width in ems and in the middle.
func measured(content fyne.CanvasObject, ems float32) *fyne.Container {
	return container.New(measuredLayout{ems}, content)
}

type measuredLayout struct{ ems float32 }

func (l measuredLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize()
}

func (l measuredLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := min(size.Width, l.ems*theme.TextSize())
	objects[0].Resize(fyne.NewSize(w, size.Height))
	objects[0].Move(fyne.NewPos((size.Width-w)/2, 0))
}

// A spot tells where a hint belongs.
type spot struct {
	text string
	at   fyne.CanvasObject // nil hides the hint
}

// An iconButton is an icon that does something, with its word on hover. It is
// reached with Tab like any button.
type iconButton struct {
	widget.BaseWidget
	icon     look.IconName
	token    fyne.ThemeColorName
	word     string
	side     float32
	OnTapped func()
	OnHint   func(spot)              // nil shows no hint
	OnRune   func(rune)              // is given letters; may be nil
	OnKey    func(fyne.KeyName) bool // is offered the keys that do not press the button; may be nil

	active, hovered, focused, off bool

	count int // that waits there; 0 shows no badge
}

const (
	iconSmall float32 = 26 // a message's actions
	iconLarge float32 = 40 // the rail, the title line
)

func newIconButton(icon look.IconName, word string, side float32) *iconButton {
	b := &iconButton{icon: icon, word: word, side: side, token: look.Muted}
	b.ExtendBaseWidget(b)
	return b
}

// on sets what the button does, and returns it.
func (b *iconButton) on(tapped func(), hint func(spot)) *iconButton {
	b.OnTapped, b.OnHint = tapped, hint
	return b
}

// SetIcon changes icon and word.
func (b *iconButton) SetIcon(icon look.IconName, word string) {
	b.icon, b.word = icon, word
	b.Refresh()
}

// Disable makes the button do nothing; Enable undoes it.
func (b *iconButton) Disable() { b.off = true; b.Refresh() }

// Enable makes the button work again.
func (b *iconButton) Enable() { b.off = false; b.Refresh() }

// Tapped is called by the toolkit.
func (b *iconButton) Tapped(*fyne.PointEvent) {
	b.hint(spot{})
	if !b.off && b.OnTapped != nil {
		b.OnTapped()
	}
}

// MouseIn is called by the toolkit.
func (b *iconButton) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.Refresh()
	b.hint(spot{b.word, b})
}

// MouseMoved is called by the toolkit.
func (b *iconButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (b *iconButton) MouseOut() {
	b.hovered = false
	b.Refresh()
	b.hint(spot{})
}

func (b *iconButton) hint(s spot) {
	if b.OnHint != nil {
		b.OnHint(s)
	}
}

// Cursor is asked by the toolkit.
func (b *iconButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained is called by the toolkit.
func (b *iconButton) FocusGained() {
	b.focused = true
	b.Refresh()
	reveal(b)
	b.hint(spot{b.word, b})
}

// FocusLost is called by the toolkit.
func (b *iconButton) FocusLost() {
	b.focused = false
	b.Refresh()
	b.hint(spot{})
}

// TypedRune is called by the toolkit.
func (b *iconButton) TypedRune(r rune) {
	if b.OnRune != nil && r != ' ' { // a space presses it
		b.OnRune(r)
	}
}

// TypedKey is called by the toolkit.
func (b *iconButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
		return
	}
	if b.OnKey == nil || !b.OnKey(e.Name) {
		passEscape(b, e)
	}
}

// MinSize is a square.
func (b *iconButton) MinSize() fyne.Size { return fyne.NewSquareSize(b.side) }

// CreateRenderer is called by the toolkit.
func (b *iconButton) CreateRenderer() fyne.WidgetRenderer {
	r := &iconButtonRenderer{button: b, field: canvas.NewRectangle(color.Transparent), image: &canvas.Image{FillMode: canvas.ImageFillContain}, badge: newBadge()}
	r.field.CornerRadius = look.RadiusControl
	r.paint()
	return r
}

type iconButtonRenderer struct {
	button *iconButton
	field  *canvas.Rectangle
	image  *canvas.Image
	badge  *badge
}

func (r *iconButtonRenderer) Destroy()           {}
func (r *iconButtonRenderer) MinSize() fyne.Size { return r.button.MinSize() }
func (r *iconButtonRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{r.field, r.image}, r.badge.objects()...)
}

func (r *iconButtonRenderer) Layout(size fyne.Size) {
	r.field.Resize(size)
	side := r.button.side * 0.55
	r.image.Resize(fyne.NewSquareSize(side))
	r.image.Move(fyne.NewPos((size.Width-side)/2, (size.Height-side)/2))
	r.badge.show(r.button.count, size)
}

func (r *iconButtonRenderer) paint() {
	b := r.button
	token, fill := b.token, color.Color(color.Transparent)
	switch {
	case b.off:
		token = look.Line
	case b.active:
		token, fill = look.Accent, theme.Color(look.Raised)
	case b.hovered:
		token, fill = look.Text, theme.Color(look.Raised)
	}
	r.field.FillColor, r.field.StrokeWidth = fill, 0
	if b.focused {
		r.field.StrokeColor, r.field.StrokeWidth = theme.Color(look.Accent), 1.5
	}
	r.image.Resource = look.IconIn(b.icon, token)
	r.badge.show(b.count, b.Size())
}

func (r *iconButtonRenderer) Refresh() {
	r.paint()
	r.field.Refresh()
	r.image.Refresh()
}
