package ui

import (
	"image/color"
	"strings"
	"unicode"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// An avatar is a persona's initial in a ring of the colour of its feeling.
type avatar struct {
	widget.BaseWidget
	name    string
	emotion string
	side    float32
	chosen  bool
}

func newAvatar(name string, side float32) *avatar {
	a := &avatar{name: name, side: side}
	a.ExtendBaseWidget(a)
	return a
}

// set changes whose avatar it is and how they feel.
func (a *avatar) set(name, emotion string) {
	if a.name != name || a.emotion != emotion {
		a.name, a.emotion = name, emotion
		a.Refresh()
	}
}

// initial is the first letter of a name, or its first sign in Japanese.
func initial(name string) string {
	for _, r := range strings.TrimSpace(name) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return "·"
}

// MinSize is a square.
func (a *avatar) MinSize() fyne.Size { return fyne.NewSquareSize(a.side) }

// CreateRenderer is called by the toolkit.
func (a *avatar) CreateRenderer() fyne.WidgetRenderer {
	r := &avatarRenderer{avatar: a, disc: canvas.NewCircle(color.Transparent), letter: canvas.NewText("", color.Transparent)}
	r.letter.Alignment = fyne.TextAlignCenter
	r.paint()
	return r
}

type avatarRenderer struct {
	avatar *avatar
	disc   *canvas.Circle
	letter *canvas.Text
}

func (r *avatarRenderer) Destroy()           {}
func (r *avatarRenderer) MinSize() fyne.Size { return r.avatar.MinSize() }
func (r *avatarRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.disc, r.letter}
}

func (r *avatarRenderer) Layout(size fyne.Size) {
	side := min(size.Width, size.Height)
	at := fyne.NewPos((size.Width-side)/2, (size.Height-side)/2)
	r.disc.Resize(fyne.NewSquareSize(side))
	r.disc.Move(at)
	h := r.letter.MinSize().Height
	r.letter.Resize(fyne.NewSize(side, h))
	r.letter.Move(at.AddXY(0, (side-h)/2))
}

func (r *avatarRenderer) paint() {
	a := r.avatar
	ring := look.Emotion(a.emotion)
	r.disc.FillColor = theme.Color(look.Surface)
	r.disc.StrokeColor, r.disc.StrokeWidth = theme.Color(ring), 2
	r.letter.Color = theme.Color(look.Text)
	r.letter.Text, r.letter.TextSize = initial(a.name), a.side*0.42
	r.letter.TextStyle = fyne.TextStyle{Bold: true}
}

func (r *avatarRenderer) Refresh() {
	r.paint()
	r.Layout(r.avatar.Size())
	r.disc.Refresh()
	r.letter.Refresh()
}

// A personaButton is an avatar in the rail: it goes to its persona.
type personaButton struct {
	avatar
	word        string
	OnTapped    func()
	OnSecondary func(fyne.Position)
	OnHint      func(spot)
	focused     bool
	count       int // of what waits for a decision
}

func newPersonaButton(name, word string) *personaButton {
	b := &personaButton{avatar: avatar{name: name, side: iconLarge}, word: word}
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer is called by the toolkit.
func (b *personaButton) CreateRenderer() fyne.WidgetRenderer {
	inner := &avatarRenderer{avatar: &b.avatar, disc: canvas.NewCircle(color.Transparent), letter: canvas.NewText("", color.Transparent)}
	inner.letter.Alignment = fyne.TextAlignCenter
	r := &personaButtonRenderer{avatarRenderer: inner, button: b, mark: canvas.NewRectangle(color.Transparent), badge: newBadge()}
	r.Refresh()
	return r
}

type personaButtonRenderer struct {
	*avatarRenderer
	button *personaButton
	mark   *canvas.Rectangle // beside the persona that is open
	badge  *badge
}

func (r *personaButtonRenderer) Objects() []fyne.CanvasObject {
	return append(append(r.avatarRenderer.Objects(), r.mark), r.badge.objects()...)
}

func (r *personaButtonRenderer) Layout(size fyne.Size) {
	r.avatarRenderer.Layout(size)
	r.mark.Resize(fyne.NewSize(3, size.Height*0.6))
	r.mark.Move(fyne.NewPos(-look.Inside, size.Height*0.2))
	r.badge.show(r.button.count, size)
}

func (r *personaButtonRenderer) Refresh() {
	r.mark.CornerRadius, r.mark.FillColor = 1.5, color.Transparent
	if r.button.chosen {
		r.mark.FillColor = theme.Color(look.Accent)
	}
	r.avatarRenderer.Refresh()
	if r.button.focused {
		r.disc.FillColor = theme.Color(look.Raised)
		r.disc.Refresh()
	}
	r.mark.Refresh()
	r.badge.show(r.button.count, r.button.Size())
}

// Tapped is called by the toolkit.
func (b *personaButton) Tapped(*fyne.PointEvent) {
	b.hint(spot{})
	if b.OnTapped != nil {
		b.OnTapped()
	}
}

// TappedSecondary is called by the toolkit.
func (b *personaButton) TappedSecondary(e *fyne.PointEvent) {
	if b.OnSecondary != nil {
		b.OnSecondary(e.AbsolutePosition)
	}
}

// MouseIn is called by the toolkit.
func (b *personaButton) MouseIn(*desktop.MouseEvent) { b.hint(spot{b.word, b}) }

// MouseMoved is called by the toolkit.
func (b *personaButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (b *personaButton) MouseOut() { b.hint(spot{}) }

// Cursor is asked by the toolkit.
func (b *personaButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained is called by the toolkit.
func (b *personaButton) FocusGained() {
	b.focused = true
	b.Refresh()
	b.hint(spot{b.word, b})
}

// FocusLost is called by the toolkit.
func (b *personaButton) FocusLost() {
	b.focused = false
	b.Refresh()
	b.hint(spot{})
}

// TypedRune is called by the toolkit.
func (b *personaButton) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (b *personaButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
	}
}

func (b *personaButton) hint(s spot) {
	if b.OnHint != nil {
		b.OnHint(s)
	}
}
