package ui

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A pill is a small round button that lies over the conversation: "↓ newest",
// or in the title line a word about what waits.
type pill struct {
	widget.BaseWidget
	label    *caption
	field    *panel
	box      *fyne.Container
	OnTapped func()
}

func newPill(text string, tapped func()) *pill { return newIconPill(look.IconDown, text, tapped) }

func newIconPill(icon look.IconName, text string, tapped func()) *pill {
	image := canvas.NewImageFromResource(look.IconIn(icon, look.Accent))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(16))
	p := &pill{label: newCaption(text, look.Text, look.SizeHint), field: newPanel(look.Raised, look.Line, 15), OnTapped: tapped}
	line := inline(look.Half+2, centred(image), whole(p.label))
	p.box = container.NewStack(p.field, inset(line, look.Inside))
	p.ExtendBaseWidget(p)
	return p
}

// SetText changes the pill's words.
func (p *pill) SetText(text string) {
	p.label.SetText(text)
	p.box.Refresh()
}

// Tapped is called by the toolkit.
func (p *pill) Tapped(*fyne.PointEvent) { p.OnTapped() }

// MouseIn is called by the toolkit.
func (p *pill) MouseIn(*desktop.MouseEvent) { p.edge(look.Accent) }

// MouseMoved is called by the toolkit.
func (p *pill) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (p *pill) MouseOut() { p.edge(look.Line) }

func (p *pill) edge(token fyne.ThemeColorName) {
	p.field.stroke = token
	p.field.Refresh()
}

// FocusGained is called by the toolkit.
func (p *pill) FocusGained() { p.edge(look.Accent) }

// FocusLost is called by the toolkit.
func (p *pill) FocusLost() { p.edge(look.Line) }

// TypedRune is called by the toolkit.
func (p *pill) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (p *pill) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		p.OnTapped()
		return
	}
	passEscape(p, e)
}

// Cursor is asked by the toolkit.
func (p *pill) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is called by the toolkit.
func (p *pill) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.box) }
