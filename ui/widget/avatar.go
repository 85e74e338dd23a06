package widget

import (
	"image/color"
	"strings"
	"unicode"

	"yumori/ui/face"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// An Avatar is a persona's face in a ring of the colour of its feeling; its
// initial until the face is painted, or where it has none.
type Avatar struct {
	fynewidget.BaseWidget
	head    *face.Head // nil has none
	who     face.Who
	Name    string
	Emotion string
	side    float32
	Chosen  bool
}

// NewAvatar makes the avatar of a persona, a square of side.
func NewAvatar(name string, side float32) *Avatar {
	a := &Avatar{Name: name, side: side}
	a.ExtendBaseWidget(a)
	return a
}

// Set changes whose avatar it is and how they feel.
func (a *Avatar) Set(name, emotion string) {
	if a.Name != name || a.Emotion != emotion {
		a.Name, a.Emotion = name, emotion
		a.Refresh()
	}
}

// Wear gives it the persona's face, at rest; another one takes its place.
func (a *Avatar) Wear(head *face.Head, who face.Who) {
	a.head, a.who = head, who
	a.Express(face.Neutral)
	a.Refresh()
}

// Express changes what the face shows.
func (a *Avatar) Express(e face.Expression) {
	if a.head != nil {
		a.head.Express(a.who, e, look.Grown(a.side))
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
func (a *Avatar) MinSize() fyne.Size { return fyne.NewSquareSize(look.Grown(a.side)) }

// CreateRenderer is called by the toolkit.
func (a *Avatar) CreateRenderer() fyne.WidgetRenderer {
	r := newAvatarRenderer(a)
	r.paint()
	return r
}

func newAvatarRenderer(a *Avatar) *avatarRenderer {
	r := &avatarRenderer{avatar: a, disc: canvas.NewCircle(color.Transparent), letter: canvas.NewText("", color.Transparent), ring: canvas.NewCircle(color.Transparent)}
	r.letter.Alignment = fyne.TextAlignCenter
	return r
}

type avatarRenderer struct {
	avatar *Avatar
	disc   *canvas.Circle
	letter *canvas.Text
	ring   *canvas.Circle // around the face
}

func (r *avatarRenderer) Destroy() {}

func (r *avatarRenderer) MinSize() fyne.Size { return r.avatar.MinSize() }

func (r *avatarRenderer) Objects() []fyne.CanvasObject {
	if r.avatar.head == nil {
		return []fyne.CanvasObject{r.disc, r.letter}
	}
	return []fyne.CanvasObject{r.disc, r.letter, r.avatar.head.Image, r.ring}
}

func (r *avatarRenderer) Layout(size fyne.Size) {
	side := min(size.Width, size.Height)
	at := fyne.NewPos((size.Width-side)/2, (size.Height-side)/2)
	r.disc.Resize(fyne.NewSquareSize(side))
	r.disc.Move(at)
	h := r.letter.MinSize().Height
	r.letter.Resize(fyne.NewSize(side, h))
	r.letter.Move(at.AddXY(0, (side-h)/2))
	Put(r.ring, Rect{At: at, Size: fyne.NewSquareSize(side)})
	if r.avatar.head != nil {
		Put(r.avatar.head.Image, Rect{At: at, Size: fyne.NewSquareSize(side)})
	}
}

func (r *avatarRenderer) paint() {
	a := r.avatar
	ring := look.Emotion(a.Emotion)
	r.disc.FillColor = theme.Color(look.Surface)
	r.disc.StrokeColor, r.disc.StrokeWidth = theme.Color(ring), 2
	r.ring.StrokeColor, r.ring.StrokeWidth = theme.Color(ring), 2
	r.letter.Color = theme.Color(look.Text)
	r.letter.Text, r.letter.TextSize = initial(a.Name), look.Grown(a.side)*0.42
	r.letter.TextStyle = fyne.TextStyle{Bold: true}
}

func (r *avatarRenderer) Refresh() {
	r.paint()
	r.Layout(r.avatar.Size())
	r.disc.Refresh()
	r.letter.Refresh()
	r.ring.Refresh()
}

// A PersonaButton is an avatar in the rail: it goes to its persona.
type PersonaButton struct {
	Avatar
	word        string
	OnTapped    func()
	OnSecondary func(fyne.Position)
	OnHint      func(Spot)
	focused     bool
	Count       int // of what waits for a decision
}

// NewPersonaButton makes the button of a persona; word is what readers of the screen are told.
func NewPersonaButton(name, word string) *PersonaButton {
	b := &PersonaButton{Avatar: Avatar{Name: name, side: IconLarge}, word: word}
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer is called by the toolkit.
func (b *PersonaButton) CreateRenderer() fyne.WidgetRenderer {
	r := &personaButtonRenderer{avatarRenderer: newAvatarRenderer(&b.Avatar), button: b, mark: canvas.NewRectangle(color.Transparent), badge: newBadge()}
	r.Refresh()
	return r
}

type personaButtonRenderer struct {
	*avatarRenderer
	button *PersonaButton
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
	r.badge.show(r.button.Count, size)
}

func (r *personaButtonRenderer) Refresh() {
	r.mark.CornerRadius, r.mark.FillColor = 1.5, color.Transparent
	if r.button.Chosen {
		r.mark.FillColor = theme.Color(look.Accent)
	}
	r.avatarRenderer.Refresh()
	if r.button.focused {
		r.disc.FillColor = theme.Color(look.Raised)
		r.disc.Refresh()
		r.ring.StrokeWidth = 4 // the face hides the disc
		r.ring.Refresh()
	}
	r.mark.Refresh()
	r.badge.show(r.button.Count, r.button.Size())
}

// Tapped is called by the toolkit.
func (b *PersonaButton) Tapped(*fyne.PointEvent) {
	b.hint(Spot{})
	if b.OnTapped != nil {
		b.OnTapped()
	}
}

// TappedSecondary is called by the toolkit.
func (b *PersonaButton) TappedSecondary(e *fyne.PointEvent) {
	if b.OnSecondary != nil {
		b.OnSecondary(e.AbsolutePosition)
	}
}

// MouseIn is called by the toolkit.
func (b *PersonaButton) MouseIn(*desktop.MouseEvent) { b.hint(Spot{b.word, b}) }

// MouseMoved is called by the toolkit.
func (b *PersonaButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (b *PersonaButton) MouseOut() { b.hint(Spot{}) }

// Cursor is asked by the toolkit.
func (b *PersonaButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained is called by the toolkit.
func (b *PersonaButton) FocusGained() {
	b.focused = true
	b.Refresh()
	b.hint(Spot{b.word, b})
}

// FocusLost is called by the toolkit.
func (b *PersonaButton) FocusLost() {
	b.focused = false
	b.Refresh()
	b.hint(Spot{})
}

// TypedRune is called by the toolkit.
func (b *PersonaButton) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (b *PersonaButton) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		b.Tapped(nil)
	}
}

func (b *PersonaButton) hint(s Spot) {
	if b.OnHint != nil {
		b.OnHint(s)
	}
}
