package chat

import (
	"yumori/internal/companion"
	"yumori/ui/face"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// This file is what the portraits of the conversation show.

// expression is what the portrait of the persona shows: what it does, else
// what it feels.
func (p *Page) expression() face.Expression {
	switch t := p.State.turn; {
	case bool(p.State.asleep):
		return face.Asleep
	case t.Running() && (t.Text == "" || t.Phase == companion.PhaseActing):
		return face.Thinking
	case t.Running(), bool(p.Aloud.speaks):
		return face.Speaking
	case p.State.learned[t.User.ID].Changed && !p.State.learned[t.User.ID].Undone:
		return face.Surprised // what it took for true was put right just now
	default:
		return page.ExpressionOf(p.Emotion())
	}
}

// portray shows it, where the persona stands.
func (p *Page) portray() {
	p.Glance.face.Express(p.who(), p.expression())
	here := p.State.empty() && p.State.notYet == nil
	widget.SetVisible(p.Glance.face, widget.When(!here)) // else it stands in the conversation
	if p.hello != nil && here {
		p.hello.Express(p.who(), p.expression())
	}
}

// who is the persona of the conversation, for its portraits.
func (p *Page) who() face.Who {
	return face.Who{Slug: p.slug, Name: p.State.who.Name, Face: p.State.who.Face}
}

// wear gives an avatar the persona's face.
func (p *Page) wear(a *widget.Avatar) { a.Wear(face.NewHead(p.Faces, p.companion), p.who()) }

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
