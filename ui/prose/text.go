package prose

import (
	"fmt"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"yumori/ui/look"
)

// Cap is how many characters are shown before the reader asks for more, and
// how many each asking adds.
const Cap = 100_000

// restURL is the link on the line that stands for what is not shown.
const restURL = "yumori:rest"

// An Ink is the colours of a text, which depend on what it stands on.
type Ink struct{ Text, Quiet, Link, Ground, Line fyne.ThemeColorName }

// The inks.
var (
	// PageInk is for the window, cards and the persona's bubble.
	PageInk = Ink{Text: look.Text, Quiet: look.Muted, Link: look.Link, Ground: look.Raised, Line: look.Line}
	// OwnInk is for the user's bubble.
	OwnInk = Ink{Text: look.Text, Quiet: look.OwnMuted, Link: look.Link, Ground: look.Surface, Line: look.OwnMuted}
)

// A Text shows a text to read. Make it with New, set its fields before it is
// shown, and use it on the UI goroutine only. Every callback may be nil.
type Text struct {
	widget.BaseWidget

	// OnLink is given the address of a tapped link: http, https or mailto,
	// written by whoever wrote the text. The page asks before it opens it.
	OnLink func(url string)
	// OnLinkHover is given the address under the pointer, "" when it leaves.
	OnLinkHover func(url string)
	// OnCopy is told what was put on the clipboard.
	OnCopy func(text string)
	// OnSelect is called when the reader begins to select: the page clears
	// the selection of the other texts.
	OnSelect func()
	// OnMenu is called for the secondary button, so that what the text stands
	// in can show its menu.
	OnMenu func(*fyne.PointEvent)
	// OnMouseIn and OnMouseOut pass on that the pointer came and went: the
	// text hides it from what it stands in.
	OnMouseIn, OnMouseOut func()
	// OnTyped is given a character typed while the text has the focus: the
	// page moves it, and the focus, to the entry.
	OnTyped func(r rune)
	// OnShortcut is offered the shortcuts that the text has no use for and
	// reports whether it took one.
	OnShortcut func(fyne.Shortcut) bool
	// OnRest is called after the reader asked for more than Cap characters.
	OnRest func()
	// RestLabel words the line that stands for what is not shown, given the
	// number of characters.
	RestLabel func(hidden int) string

	ink      Ink
	sizeName fyne.ThemeSizeName
	ruler    ruler

	source  string
	parse   func(string) []Block
	limit   int // characters shown
	align   Align
	blocks  []Block
	version int
	docs    [2]*document // laid out for the width shown and the width last asked for

	anchor, head caret
	pointer      pointer
	reached      bool // the mouse has given it the focus
}

var (
	_ fyne.Focusable      = (*Text)(nil)
	_ fyne.Disableable    = (*Text)(nil)
	_ fyne.Draggable      = (*Text)(nil)
	_ fyne.Shortcutable   = (*Text)(nil)
	_ desktop.Mouseable   = (*Text)(nil)
	_ desktop.Hoverable   = (*Text)(nil)
	_ desktop.Cursorable  = (*Text)(nil)
	_ fyne.WidgetRenderer = (*renderer)(nil)
)

// New makes an empty text in PageInk at the size of talk.
func New() *Text {
	t := &Text{ink: PageInk, sizeName: theme.SizeNameText, ruler: newFontRuler(), limit: Cap, parse: Plain}
	t.ExtendBaseWidget(t)
	return t
}

// SetInk changes the colours.
func (t *Text) SetInk(ink Ink) {
	t.ink = ink
	t.Refresh()
}

// SetSize changes the text size, by a name for theme.Size.
func (t *Text) SetSize(name fyne.ThemeSizeName) {
	t.sizeName = name
	t.Refresh()
}

// SetAlign changes how paragraphs stand, before there is a text.
func (t *Text) SetAlign(a Align) { t.align = a }

// SetMarkdown shows a text as Markdown. Given the same text with something
// appended it sets only the last paragraph anew, so a reply can be shown as it
// streams: 2 to 5 ms at 20,000 characters.
func (t *Text) SetMarkdown(s string) { t.show(s, Parse) }

// SetPlain shows a text as it stands.
func (t *Text) SetPlain(s string) { t.show(s, Plain) }

func (t *Text) show(s string, parse func(string) []Block) {
	t.source, t.parse = s, parse
	t.rebuild()
	t.Refresh()
}

// rebuild makes the blocks from the source.
func (t *Text) rebuild() {
	shown := clean(t.source)
	hidden := 0
	if len(shown) > t.limit {
		if n := utf8.RuneCountInString(shown); n > t.limit {
			hidden = n - t.limit
			shown = head(shown, t.limit)
		}
	}
	t.blocks = t.parse(shown)
	if hidden > 0 {
		t.blocks = append(t.blocks, Block{Spans: []Span{{Text: restLabel(hidden, t.RestLabel), Style: Quiet, URL: restURL}}})
	}
	t.version++
}

// head is the first n characters of s.
func head(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func restLabel(hidden int, words func(hidden int) string) string {
	if words != nil {
		return clean(words(hidden))
	}
	return fmt.Sprintf("… +%d", hidden)
}

// ShowMore shows Cap characters more.
func (t *Text) ShowMore() {
	t.limit += Cap
	t.rebuild()
	t.Refresh()
	if t.OnRest != nil {
		t.OnRest()
	}
}

// Source is what was set last.
func (t *Text) Source() string { return t.source }

// document is the text laid out for a width. The two widths asked for last
// are kept.
func (t *Text) document(width float32) *document {
	size := t.Theme().Size(t.sizeName)
	for i, d := range t.docs {
		if d == nil || d.size != size || d.version != t.version {
			continue
		}
		if d.width == width || !d.fixed && d.right <= width && width <= d.width {
			t.docs[0], t.docs[i] = t.docs[i], t.docs[0]
			return t.docs[0]
		}
	}
	i := 1
	if d := t.docs[0]; d != nil && d.width == width {
		i = 0
	}
	s := setter{ruler: t.ruler, size: size, width: width, align: t.align}
	d := layOut(&s, t.blocks, t.docs[i])
	d.version = t.version
	t.docs[i] = d
	t.docs[0], t.docs[1] = t.docs[i], t.docs[1-i]
	return d
}

// Height is how high the text is at a width.
func (t *Text) Height(width float32) float32 { return t.document(width).height }

// Fit is the size of the narrowest box, no wider than width, in which the text
// has the lines that it has at width.
func (t *Text) Fit(width float32) fyne.Size {
	d := t.document(width)
	return fyne.NewSize(min(width, ceil(d.right)), d.height)
}

// MinSize is the height at the present width, and the width of a few
// characters.
func (t *Text) MinSize() fyne.Size {
	size := t.Theme().Size(t.sizeName)
	width := t.Size().Width
	if width <= 0 {
		return fyne.NewSize(4*size, lineHeight(size))
	}
	return fyne.NewSize(4*size, t.Height(width))
}

// current is the document on screen.
func (t *Text) current() *document { return t.document(t.Size().Width) }

// SelectedText is what the reader selected, "" if nothing: without the line
// ends that only the width made, with list markers and blank lines.
func (t *Text) SelectedText() string {
	d := t.current()
	from, to, ok := d.ordered(t.anchor, t.head)
	if !ok {
		return ""
	}
	return d.between(from, to)
}

// SelectAll selects everything.
func (t *Text) SelectAll() { t.selectRange(caret{}, t.current().end()) }

// ClearSelection selects nothing.
func (t *Text) ClearSelection() { t.selectRange(caret{}, caret{}) }

func (t *Text) selectRange(anchor, head caret) {
	if t.anchor == anchor && t.head == head {
		return
	}
	t.anchor, t.head = anchor, head
	t.Refresh()
}

// CopySelection puts the selected text on the clipboard, if there is any.
func (t *Text) CopySelection() {
	if s := t.SelectedText(); s != "" {
		t.copy(s)
	}
}

func (t *Text) copy(s string) {
	fyne.CurrentApp().Clipboard().SetContent(s)
	if t.OnCopy != nil {
		t.OnCopy(s)
	}
}
