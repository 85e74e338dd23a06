package chat

import (
	"context"
	"errors"
	"slices"

	"yumori/internal/companion"
	"yumori/internal/speech"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// This file is reading aloud: a reply that one asks for, or each while it is
// written. What rests on documents is never read: whoever wrote them would
// speak with the persona's voice.

// kindAloud is the errand that reads: one voice speaks in the window.
const kindAloud = "aloud"

// An aloud is what is being read.
type aloud struct {
	each    bool            // every reply is read while it is written
	offered widget.When     // there is a voice
	turn    transcript.ID   // the message whose answer is read as it comes
	growing *speech.Growing // that answer
	reading transcript.ID   // the message that was asked for; "" none
}

// ReadEach says whether every reply is read while it is written.
func (p *Page) ReadEach(so widget.When) {
	p.aloud.each = bool(so)
	if !so {
		p.Hush()
	}
}

// Hush ends what is being read, at once.
func (p *Page) Hush() {
	p.Border.Drop(kindAloud)
	p.aloud.turn, p.aloud.growing, p.aloud.reading = "", nil, ""
}

// findVoice looks whether there is a voice, and offers it.
func (p *Page) findVoice() {
	if p.Voice == nil {
		return
	}
	page.Background(p.Border, p.kind("voice"), func(context.Context) (bool, error) {
		return p.Voice.Available(), nil
	}, func(there bool, err error) {
		p.aloud.offered = widget.When(there && err == nil)
		p.State.voiced = p.aloud.offered
		p.show()
	})
}

// readAloud reads a message, or is silent if it is the one being read.
func (p *Page) readAloud(id transcript.ID) {
	was := p.aloud.reading
	p.Hush()
	text := p.text(id)
	if was == id || text == "" {
		return
	}
	p.aloud.reading = id
	p.follow(func(ctx context.Context) error { return p.Voice.Read(ctx, text) })
}

// follow reads until all is read or Hush.
func (p *Page) follow(read func(context.Context) error) {
	page.Background(p.Border, kindAloud, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, read(ctx)
	}, func(_ struct{}, err error) {
		p.aloud.reading, p.aloud.turn, p.aloud.growing = "", "", nil
		if err != nil && !errors.Is(err, context.Canceled) {
			p.Composer.tell(p.Words.Explain(err).Sentence(), look.Bad)
		}
	})
}

// hear reads the answer of a turn as it comes, if each is to be read.
func (p *Page) hear(t companion.Turn) {
	a := &p.aloud
	switch {
	case !a.each || !bool(a.offered) || t.User.ID == "":
		return
	case fromDocuments(t) || t.Phase == companion.PhaseInterrupted || t.Phase == companion.PhaseFailed:
		if a.turn == t.User.ID { // Esc, or a document came in
			p.Hush()
		}
		return
	case t.Running() && t.Text != "" && a.turn != t.User.ID:
		p.Hush()
		growing := &speech.Growing{}
		a.turn, a.growing = t.User.ID, growing
		p.follow(func(ctx context.Context) error { return p.Voice.Follow(ctx, growing) })
	}
	switch {
	case a.turn != t.User.ID || a.growing == nil:
	case t.Running():
		a.growing.Set(t.Text)
	default:
		a.growing.End(t.Reply.Text)
	}
}

// fromDocuments reports whether a turn rests on what others wrote.
func fromDocuments(t companion.Turn) bool {
	reads := func(u companion.ToolUse) bool { return u.Name == "search_knowledge_base" || u.Name == "read_skill" }
	return slices.ContainsFunc(t.Tools, reads) || len(t.User.Attachments) > 0 || len(t.Reply.Foreign) > 0
}
