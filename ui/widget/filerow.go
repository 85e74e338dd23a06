package widget

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"
)

// AccessibilityLabel is asked by the toolkit.
func (r *FileRow) AccessibilityLabel() string { return r.Title }

// AccessibilityRole is asked by the toolkit.
func (r *FileRow) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// A FileRow is a row of a list at the side: a file, its name beneath, or a
// section of a page.
type FileRow struct {
	fynewidget.BaseWidget
	Title     string
	OnTapped  func()
	OnEntered func() // Return was pressed
	field     *Panel
	box       *fyne.Container
	Chosen    bool
	rest      fyne.ThemeColorName // of the edge while it has no focus
}

// NewFileRow makes a row of a title and the name beneath it, which may be "".
func NewFileRow(title, name string, tapped func()) *FileRow {
	text := Rows(0, NewCaption(title, look.Text, ""))
	if name != "" {
		text.Add(NewCaption(name, look.Muted, look.SizeHint))
	}
	return newFileRow(title, text, tapped)
}

func newFileRow(title string, text fyne.CanvasObject, tapped func()) *FileRow {
	r := &FileRow{Title: title, OnTapped: tapped, field: NewPanel(look.Bg, "", look.RadiusControl)}
	r.box = container.NewStack(r.field, Inset(text, look.Inside))
	r.ExtendBaseWidget(r)
	return r
}

// Choose marks the row as the one that is open, or no longer.
func (r *FileRow) Choose(so When) {
	r.Chosen = bool(so)
	r.paint(look.Bg)
}

func (r *FileRow) paint(token fyne.ThemeColorName) {
	if r.Chosen {
		token = look.Raised
	}
	r.field.Fill = token
	r.field.Refresh()
}

// Tapped is called by the toolkit.
func (r *FileRow) Tapped(*fyne.PointEvent) { r.OnTapped() }

// Cursor is asked by the toolkit.
func (r *FileRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is called by the toolkit.
func (r *FileRow) MouseIn(*desktop.MouseEvent) { r.paint(look.Surface) }

// MouseMoved is called by the toolkit.
func (r *FileRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (r *FileRow) MouseOut() { r.paint(look.Bg) }

// FocusGained is called by the toolkit.
func (r *FileRow) FocusGained() {
	r.field.Stroke = look.Accent
	r.paint(look.Surface)
	Reveal(r)
}

// FocusLost is called by the toolkit.
func (r *FileRow) FocusLost() {
	r.field.Stroke = r.rest
	r.paint(look.Bg)
}

// TypedRune is called by the toolkit.
func (r *FileRow) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (r *FileRow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		r.OnTapped()
	case fyne.KeyReturn, fyne.KeyEnter:
		r.OnEntered()
	default:
		PassEscape(r, e)
	}
}

// CreateRenderer is called by the toolkit.
func (r *FileRow) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(r.box) }
