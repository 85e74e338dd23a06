package chat

import (
	"cmp"

	"yumori/internal/companion"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// This file is what one sees before anything was said: the persona in its
// place, its greeting, and words to begin with.

// A starterModel is a suggested beginning of a conversation.
type starterModel struct {
	word string // on the chip
	text string // what it says
	sent bool   // it is sent at once; else it is written into the entry, to be gone on with
}

// starters are the suggested beginnings: the persona's own, if it has some.
func starters(replies []string, w page.Words) []starterModel {
	var own []starterModel
	for _, r := range replies {
		own = append(own, starterModel{word: r, text: r, sent: true})
	}
	if own != nil {
		return own
	}
	return []starterModel{
		{word: w.T("hello.name"), text: w.T("hello.name.text")},
		{word: w.T("hello.who"), text: w.T("hello.who"), sent: true},
		{word: w.T("hello.day"), text: w.T("hello.day.text")},
	}
}

// How large the portrait stands before anything was said: as large as leaves the
// greeting, the words to begin with and the note about models in sight.
const (
	helloSide   float32 = 264
	helloLeast  float32 = 120
	helloBeside float32 = 15 // ems, of what stands below it
)

// helloSideIn is how large the portrait stands in a view of a height.
func helloSideIn(height float32) float32 {
	return min(max(height-helloBeside*theme.TextSize(), helloLeast), helloSide)
}

// A portraitLayout puts a portrait into the middle, as large as side says.
type portraitLayout struct{ side func() float32 }

// MinSize is asked by the toolkit.
func (l portraitLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSquareSize(l.side()) }

// Layout is called by the toolkit.
func (l portraitLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	side := l.side()
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos((size.Width-side)/2, 0), Size: fyne.NewSquareSize(side)})
}

// emptyRow is the persona before anything was said.
func (h *RowHooks) emptyRow(m emptyModel) fyne.CanvasObject {
	said := widget.CentredParagraph(cmp.Or(m.greeting, m.title), look.Text, look.SizeTitle)
	chips := widget.FlowMiddle()
	for _, s := range m.starters {
		chips.Add(widget.NewButton(s.word, func() { h.Start(s) }))
	}
	box := widget.Rows(look.Between, container.New(&widget.SnugLayout{Ems: 40}, said), container.New(&widget.SnugLayout{Ems: 34}, widget.CentredParagraph(m.hint, look.Muted, look.SizeHint)), chips)
	if h.Portrait != nil {
		portrait := container.New(portraitLayout{h.PortraitSide}, h.Portrait())
		box.Objects = append([]fyne.CanvasObject{portrait}, box.Objects...)
	}
	return container.New(layout.NewCustomPaddedLayout(look.Around, look.Around, look.Around, look.Around), box)
}

// begin says a suggested beginning, or writes it into the entry.
func (p *Page) begin(s starterModel) {
	if s.sent {
		p.send(companion.Utterance{Text: s.text})
		p.Calls.Focus(p.Composer.Entry) // the chip that had it goes
		return
	}
	p.Composer.SetDraft(Draft{text: s.text})
	p.Composer.Entry.CursorRow, p.Composer.Entry.CursorColumn = lastPlace(s.text)
	p.Composer.Entry.Refresh()
	p.Calls.Focus(p.Composer.Entry)
}

// Portraits are those of the persona in the conversation: beside it and, before
// anything was said, in it.
type portraits struct {
	*part
	own    face.Own
	beside *face.Portrait
	hello  *face.Portrait // before anything was said; nil until then
	who    face.Who
	shows  face.Expression
}

// express has them show something; empty says that nothing was said yet.
func (f *portraits) express(e face.Expression, empty widget.When) {
	f.shows = e
	f.beside.Express(f.who, e)
	widget.SetVisible(f.beside, !empty) // else it stands in the conversation
	if f.hello != nil && empty {
		f.hello.Express(f.who, e)
	}
}

// greeting is the persona in its place, before anything was said.
func (f *portraits) greeting() fyne.CanvasObject {
	if f.hello == nil {
		f.hello, _ = f.NewPortrait(helloSide, f.own) // the one beside tells what is wrong
	}
	f.hello.Express(f.who, f.shows)
	return f.hello
}

// wear gives an avatar the persona's face.
func (f *portraits) wear(a *widget.Avatar) { a.Wear(face.NewHead(f.Faces, f.own), f.who) }

// expression is what the portrait beside a message shows.
func (m MessageModel) expression() face.Expression {
	switch {
	case m.streaming && m.waiting != "":
		return face.Thinking
	case m.streaming:
		return face.Speaking
	default:
		return page.ExpressionOf(m.emotion)
	}
}
