package chat

import (
	"yumori/ui/face"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

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
