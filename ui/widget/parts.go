package widget

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
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Caption is a line of text in a colour and size of the theme. It is cut
// with an ellipsis where it does not fit.
type Caption struct {
	fynewidget.BaseWidget
	Text  string
	Token fyne.ThemeColorName // "" is look.Text
	Scale fyne.ThemeSizeName  // "" is the text size
	Bold  bool
	Align fyne.TextAlign
}

// NewCaption makes a caption; token "" is the colour of text, size "" its size.
func NewCaption(text string, token fyne.ThemeColorName, size fyne.ThemeSizeName) *Caption {
	c := &Caption{Text: text, Token: token, Scale: size}
	c.ExtendBaseWidget(c)
	return c
}

// InBold makes the caption bold, and returns it.
func (c *Caption) InBold() *Caption {
	c.Bold = true
	return c
}

// SetText changes the text.
func (c *Caption) SetText(text string) {
	if c.Text != text {
		c.Text = text
		c.Refresh()
	}
}

func (c *Caption) textSize() float32 {
	if c.Scale == "" {
		return theme.TextSize()
	}
	return theme.Size(c.Scale)
}

func (c *Caption) style() fyne.TextStyle { return fyne.TextStyle{Bold: c.Bold} }

// Measure is the size of a text in the caption's style.
func (c *Caption) Measure(text string) fyne.Size {
	return fyne.MeasureText(text, c.textSize(), c.style())
}

// captionMost is the most letters of a caption that are looked at: more than
// the widest window shows.
const captionMost = 1000

// line is the text as far as it can be in sight.
func (c *Caption) line() string {
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
func (c *Caption) Natural() fyne.Size { return c.Measure(c.line()) }

// CreateRenderer is called by the toolkit.
func (c *Caption) CreateRenderer() fyne.WidgetRenderer {
	r := &captionRenderer{caption: c, text: canvas.NewText(c.Text, color.Transparent)}
	r.Refresh()
	return r
}

type captionRenderer struct {
	caption *Caption
	text    *canvas.Text
}

func (r *captionRenderer) Destroy() {}

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
		if c.Measure(string(runes[:mid])+"…").Width <= width {
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

// Paragraph is a text that wraps, in a colour and size of the theme. It can be
// selected and copied like any text.
func Paragraph(text string, token fyne.ThemeColorName, size fyne.ThemeSizeName) *prose.Text {
	if size == "" {
		size = theme.SizeNameText
	}
	t := prose.New()
	t.SetSize(size)
	t.SetInk(InkOf(token))
	t.SetPlain(text)
	return t
}

// CentredParagraph is a paragraph whose lines stand in the middle.
func CentredParagraph(text string, token fyne.ThemeColorName, size fyne.ThemeSizeName) *prose.Text {
	t := Paragraph("", token, size)
	t.SetAlign(prose.AlignCentre)
	t.SetPlain(text)
	return t
}

// Heading is a title that wraps where it is wider than its place. Of one that is
// none, such as a book that a hand wrote there, it is the beginning.
func Heading(text string, size fyne.ThemeSizeName) *prose.Text {
	t := Paragraph("", look.Text, size)
	SetHeading(t, text)
	return t
}

// SetHeading changes the words of a heading.
func SetHeading(t *prose.Text, text string) {
	if text = Beginning(text, RowShown); t.Source() != text {
		t.SetMarked(text, [][2]int{{0, len(text)}})
	}
}

// InkOf is the ink of a page with its text in a colour of the theme.
func InkOf(token fyne.ThemeColorName) prose.Ink {
	ink := prose.PageInk
	ink.Text = token
	return ink
}

// SetParagraph changes the text of a paragraph.
func SetParagraph(t *prose.Text, text string) {
	if t.Source() != text {
		t.SetPlain(text)
	}
}

// A Panel is a rounded field of a colour of the theme.
type Panel struct {
	fynewidget.BaseWidget
	Fill, Stroke fyne.ThemeColorName // stroke "" is none
	radius       float32
	rect         *canvas.Rectangle
}

// NewPanel makes a panel; stroke "" is no line around it.
func NewPanel(fill, stroke fyne.ThemeColorName, radius float32) *Panel {
	p := &Panel{Fill: fill, Stroke: stroke, radius: radius, rect: canvas.NewRectangle(color.Transparent)}
	p.ExtendBaseWidget(p)
	p.paint()
	return p
}

func (p *Panel) paint() {
	p.rect.FillColor = theme.Color(p.Fill)
	p.rect.CornerRadius = p.radius
	p.rect.StrokeWidth = 0
	if p.Stroke != "" {
		p.rect.StrokeColor, p.rect.StrokeWidth = theme.Color(p.Stroke), 1
	}
}

// Refresh takes the colours of the theme.
func (p *Panel) Refresh() {
	p.paint()
	p.rect.Refresh()
}

// CreateRenderer is called by the toolkit.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(p.rect) }

// Card puts content on a rounded field.
func Card(content fyne.CanvasObject) *fyne.Container {
	return container.NewStack(NewPanel(look.Surface, look.Line, look.RadiusCard), Inset(content, look.Between))
}

// Inset puts space around content.
func Inset(content fyne.CanvasObject, space float32) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(space, space, space, space), content)
}

// Rows puts things below each other with space between them.
func Rows(space float32, things ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(space), things...)
}

// Inline puts things beside each other with space between them.
func Inline(space float32, things ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedHBoxLayout(space), things...)
}

// Under puts a body below its head and gives it the rest of the height. Tab
// comes to the head first, as the eye does; the toolkit's own dispatcher would go
// to the body first.
func Under(head, body fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewBorderLayout(head, nil, nil, nil), head, body)
}

// UnderScrolled is Under for a head that may be high: where that would take more than
// half of the height it is scrolled.
func UnderScrolled(head, body fyne.CanvasObject) *fyne.Container {
	return container.New(&scrolledLayout{head}, container.NewVScroll(head), body)
}

type scrolledLayout struct{ head fyne.CanvasObject }

// leastHead is the least of a high head that is shown.
const leastHead = 120

func (l *scrolledLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	head, body := l.head.MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(head.Width, body.Width), min(head.Height, leastHead)+body.Height)
}

func (l *scrolledLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	most := max(size.Height/2, leastHead)
	objects[0].Resize(fyne.NewSize(size.Width, min(l.head.MinSize().Height, most))) // a text is as high as its width lets it be
	high := min(l.head.MinSize().Height, most)
	Put(objects[0], Rect{fyne.Position{}, fyne.NewSize(size.Width, high)})
	Put(objects[1], Rect{fyne.NewPos(0, high), fyne.NewSize(size.Width, size.Height-high)})
}

// Measured keeps content within a width in ems and in the middle.
func Measured(content fyne.CanvasObject, ems float32) *fyne.Container {
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

// A Spot tells where a hint belongs.
type Spot struct {
	Text string
	At   fyne.CanvasObject // nil hides the hint
}

// An IconButton is an icon that does something, with its word on hover. It is
// reached with Tab like any button.
type IconButton struct {
	fynewidget.BaseWidget
	icon     look.IconName
	Token    fyne.ThemeColorName
	Word     string
	side     float32
	OnTapped func()
	OnHint   func(Spot)              // nil shows no hint
	OnRune   func(rune)              // is given letters; may be nil
	OnKey    func(fyne.KeyName) bool // is offered the keys that do not press the button; may be nil

	Active, hovered, focused, Off bool

	Count int // that waits there; 0 shows no badge
}

// How large an IconButton is.
const (
	IconSmall float32 = 26 // a message's actions
	IconLarge float32 = 40 // the rail, the title line
)

// NewIconButton makes a button of an icon and its word, a square of side.
func NewIconButton(icon look.IconName, word string, side float32) *IconButton {
	b := &IconButton{icon: icon, Word: word, side: side, Token: look.Muted}
	b.ExtendBaseWidget(b)
	return b
}

// On sets what the button does, and returns it.
func (b *IconButton) On(tapped func(), hint func(Spot)) *IconButton {
	b.OnTapped, b.OnHint = tapped, hint
	return b
}

// SetIcon changes icon and word.
func (b *IconButton) SetIcon(icon look.IconName, word string) {
	b.icon, b.Word = icon, word
	b.Refresh()
}

// Disable makes the button do nothing; Enable undoes it.
func (b *IconButton) Disable() { b.Off = true; b.Refresh() }

// Enable makes the button work again.
func (b *IconButton) Enable() { b.Off = false; b.Refresh() }

// Tapped is called by the toolkit.
func (b *IconButton) Tapped(*fyne.PointEvent) {
	b.hint(Spot{})
	if !b.Off && b.OnTapped != nil {
		b.OnTapped()
	}
}

// MouseIn is called by the toolkit.
func (b *IconButton) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.Refresh()
	b.hint(Spot{b.Word, b})
}

// MouseMoved is called by the toolkit.
func (b *IconButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (b *IconButton) MouseOut() {
	b.hovered = false
	b.Refresh()
	b.hint(Spot{})
}

func (b *IconButton) hint(s Spot) {
	if b.OnHint != nil {
		b.OnHint(s)
	}
}

// Cursor is asked by the toolkit.
func (b *IconButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained is called by the toolkit.
func (b *IconButton) FocusGained() {
	b.focused = true
	b.Refresh()
	Reveal(b)
	b.hint(Spot{b.Word, b})
}

// FocusLost is called by the toolkit.
func (b *IconButton) FocusLost() {
	b.focused = false
	b.Refresh()
	b.hint(Spot{})
}

// TypedRune is called by the toolkit.
func (b *IconButton) TypedRune(r rune) {
	if b.OnRune != nil && r != ' ' { // a space presses it
		b.OnRune(r)
	}
}

// TypedKey is called by the toolkit.
func (b *IconButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
		return
	}
	if b.OnKey == nil || !b.OnKey(e.Name) {
		PassEscape(b, e)
	}
}

// MinSize is a square.
func (b *IconButton) MinSize() fyne.Size { return fyne.NewSquareSize(look.Grown(b.side)) }

// CreateRenderer is called by the toolkit.
func (b *IconButton) CreateRenderer() fyne.WidgetRenderer {
	r := &iconButtonRenderer{button: b, field: canvas.NewRectangle(color.Transparent), image: &canvas.Image{FillMode: canvas.ImageFillContain}, badge: newBadge()}
	r.field.CornerRadius = look.RadiusControl
	r.paint()
	return r
}

type iconButtonRenderer struct {
	button *IconButton
	field  *canvas.Rectangle
	image  *canvas.Image
	badge  *badge
}

func (r *iconButtonRenderer) Destroy() {}

func (r *iconButtonRenderer) MinSize() fyne.Size { return r.button.MinSize() }

func (r *iconButtonRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{r.field, r.image}, r.badge.objects()...)
}

func (r *iconButtonRenderer) Layout(size fyne.Size) {
	r.field.Resize(size)
	side := look.Grown(r.button.side) * 0.55
	r.image.Resize(fyne.NewSquareSize(side))
	r.image.Move(fyne.NewPos((size.Width-side)/2, (size.Height-side)/2))
	r.badge.show(r.button.Count, size)
}

func (r *iconButtonRenderer) paint() {
	b := r.button
	token, fill := b.Token, color.Color(color.Transparent)
	switch {
	case b.Off:
		token = look.Line
	case b.Active:
		token, fill = look.Accent, theme.Color(look.Raised)
	case b.hovered:
		token, fill = look.Text, theme.Color(look.Raised)
	}
	r.field.FillColor, r.field.StrokeWidth = fill, 0
	if b.focused {
		r.field.StrokeColor, r.field.StrokeWidth = theme.Color(look.Accent), 1.5
	}
	r.image.Resource = look.IconIn(b.icon, token)
	r.badge.show(b.Count, b.Size())
}

func (r *iconButtonRenderer) Refresh() {
	r.paint()
	r.field.Refresh()
	r.image.Refresh()
}
