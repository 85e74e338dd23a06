package widget

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Pill is a small round button that lies over the conversation: "↓ newest",
// or in the title line a word about what waits.
type Pill struct {
	fynewidget.BaseWidget
	label    *Caption
	field    *Panel
	box      *fyne.Container
	OnTapped func()
}

// NewPill makes a pill with an arrow down.
func NewPill(text string, tapped func()) *Pill { return NewIconPill(look.IconDown, text, tapped) }

// NewIconPill makes a pill with an icon.
func NewIconPill(icon look.IconName, text string, tapped func()) *Pill {
	image := canvas.NewImageFromResource(look.IconIn(icon, look.Accent))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(16))
	p := &Pill{label: NewCaption(text, look.Text, look.SizeHint), field: NewPanel(look.Raised, look.Line, 15), OnTapped: tapped}
	line := Inline(look.Half+2, Centred(image), Whole(p.label))
	p.box = container.NewStack(p.field, Inset(line, look.Inside))
	p.ExtendBaseWidget(p)
	return p
}

// SetText changes the pill's words.
func (p *Pill) SetText(text string) {
	p.label.SetText(text)
	p.box.Refresh()
}

// Tapped is called by the toolkit.
func (p *Pill) Tapped(*fyne.PointEvent) { p.OnTapped() }

// MouseIn is called by the toolkit.
func (p *Pill) MouseIn(*desktop.MouseEvent) { p.edge(look.Accent) }

// MouseMoved is called by the toolkit.
func (p *Pill) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (p *Pill) MouseOut() { p.edge(look.Line) }

func (p *Pill) edge(token fyne.ThemeColorName) {
	p.field.Stroke = token
	p.field.Refresh()
}

// FocusGained is called by the toolkit.
func (p *Pill) FocusGained() { p.edge(look.Accent) }

// FocusLost is called by the toolkit.
func (p *Pill) FocusLost() { p.edge(look.Line) }

// TypedRune is called by the toolkit.
func (p *Pill) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (p *Pill) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		p.OnTapped()
		return
	}
	PassEscape(p, e)
}

// Cursor is asked by the toolkit.
func (p *Pill) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is called by the toolkit.
func (p *Pill) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(p.box) }
