package chat

import (
	"context"
	"errors"
	"slices"

	"yumori/internal/companion"
	"yumori/internal/speech"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// kindAloud is the task that reads: one voice speaks in the window.
const kindAloud = "aloud"

// kindReady is the task that gets the voice ready.
const kindReady = "aloud/ready"

// kindBlips is the task that makes soft sounds while a reply appears.
const kindBlips = "blips"

// An Aloud is what is heard of a conversation. It reads messages aloud: a reply
// that one asks for, or each while it is written. What is derived from documents is never
// read: whoever wrote them would speak with the persona's voice. Where replies are
// not read, it can make soft blips while they appear.
type Aloud struct {
	page.Deps
	text    func(transcript.ID) string
	trouble func(page.Explanation)
	offered widget.When     // there is a voice
	each    widget.When     // every reply is read while it is written
	turn    transcript.ID   // the message whose answer is read as it comes
	growing *speech.Growing // that answer
	left    transcript.ID   // the message whose answer somebody made silent while it came
	ended   transcript.ID   // the reply that ended last, read or not
	reading transcript.ID   // the message that was asked for; "" none
	lang    speech.Language // of the persona's
	ready   widget.When     // the voice is, for Japanese
	speaks  widget.When     // something is being read, as far as one can see
	changed func()          // is called when that changes

	blips     widget.When     // they are wanted
	pitch     float64         // of the persona's
	blipped   transcript.ID   // the message whose answer appears with blips
	appearing *speech.Growing // that answer
	deaf      bool            // nothing plays them: it is not tried again
}

// find looks whether there is a voice, and tells so.
func (a *Aloud) find(kind string, found func()) {
	if a.Voice == nil {
		return
	}
	page.Background(a.Dispatcher, kind, func(context.Context) (bool, error) {
		return a.Voice.Available(), nil
	}, func(there bool, err error) {
		a.offered = widget.When(there && err == nil)
		a.prepare(a.lang)
		found()
	})
}

// prepare has the voice get ready for a language if replies are read: the first
// one is not to wait.
func (a *Aloud) prepare(in speech.Language) {
	if !a.each || !a.offered || a.ready || in != speech.Japanese {
		return
	}
	a.ready = true
	page.Background(a.Dispatcher, kindReady, func(context.Context) (struct{}, error) {
		return struct{}{}, a.Voice.Ready(in)
	}, func(struct{}, error) {}) // what is wrong is told when something is read
}

// speak says which language the persona speaks.
func (a *Aloud) speak(in speech.Language) {
	a.lang = in
	a.prepare(in)
}

// Each says whether every reply is read while it is written.
func (a *Aloud) Each(so widget.When) {
	if a.each && !so {
		a.Hush()
	}
	a.each = so
	a.prepare(a.lang)
}

// Hush ends what is being read, at once.
func (a *Aloud) Hush() {
	a.Dispatcher.Drop(kindAloud)
	if a.turn != "" {
		a.left = a.turn
	}
	a.turn, a.growing, a.reading = "", nil, ""
	a.still()
	a.look(false)
}

// Blip says whether replies appear with soft blips.
func (a *Aloud) Blip(so widget.When) {
	if a.blips = so; !so {
		a.still()
	}
}

// still ends the blips, at once.
func (a *Aloud) still() {
	a.Dispatcher.Drop(kindBlips)
	a.blipped, a.appearing = "", nil
}

// mayBlip reports whether blips may sound: they are wanted, nothing is read aloud
// or is to be, and the window is in front.
func (a *Aloud) mayBlip() bool {
	read := a.isReading() || bool(a.each && a.offered)
	return bool(a.blips) && !a.deaf && a.Sounds != nil && !read && a.Dispatcher.InFront()
}

// appear makes blips while the answer of a turn appears.
func (a *Aloud) appear(t companion.Turn) {
	own := t.User.ID != "" && a.blipped == t.User.ID
	switch {
	case own && (t.Phase == companion.PhaseInterrupted || t.Phase == companion.PhaseFailed):
		a.still()
	case own && !t.Running():
		a.appearing.End(t.Reply.Text)
	case own:
		a.appearing.Set(t.Text)
	case a.begins(t) && a.mayBlip():
		a.still()
		g := textOf(t)
		a.blipped, a.appearing = t.User.ID, g
		out, pitch := a.Sounds, a.pitch
		page.Background(a.Dispatcher, kindBlips, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, speech.Blip(ctx, out, pitch, g)
		}, func(_ struct{}, err error) {
			a.blipped, a.appearing = "", nil
			a.deaf = err != nil // what is only an ornament is not complained about
		})
	}
}

// look says whether something is being read.
func (a *Aloud) look(so widget.When) {
	if a.speaks != so {
		a.speaks = so
		a.changed()
	}
}

// isReading reports whether something is being read.
func (a *Aloud) isReading() bool { return a.Dispatcher.Busy(kindAloud) }

// read reads a message, or is silent if it is the one being read.
func (a *Aloud) read(id transcript.ID) {
	was := a.reading
	a.Hush()
	text := a.text(id)
	if was == id || text == "" {
		return
	}
	a.reading = id
	a.follow(func(ctx context.Context) error { return a.Voice.Read(ctx, text) })
}

// follow reads until all is read or Hush.
func (a *Aloud) follow(read func(context.Context) error) {
	a.look(true)
	page.Background(a.Dispatcher, kindAloud, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, read(ctx)
	}, func(_ struct{}, err error) {
		if a.turn != "" {
			a.left = a.turn // it broke off
		}
		a.turn, a.growing, a.reading = "", nil, ""
		a.look(false)
		if err != nil && !errors.Is(err, context.Canceled) {
			a.trouble(a.Words.Explain(err))
		}
	})
}

// begins reports whether an answer is there that was not before. One that comes at
// once may be complete when it is seen first.
func (a *Aloud) begins(t companion.Turn) bool {
	if t.User.ID == "" {
		return false
	}
	return t.Running() && t.Text != "" || t.Phase == companion.PhaseDone && t.Reply.ID != "" && t.Reply.ID != a.ended
}

// textOf is the answer of a turn, which may go on.
func textOf(t companion.Turn) *speech.Growing {
	g := &speech.Growing{}
	if t.Running() {
		g.Set(t.Text)
	} else {
		g.End(t.Reply.Text)
	}
	return g
}

// hear takes a turn as it stands.
func (a *Aloud) hear(t companion.Turn) {
	a.appear(t)
	a.follows(t)
	if !t.Running() {
		a.ended, a.left = t.Reply.ID, ""
	}
}

// follows reads the answer of a turn as it comes, if each is to be read.
func (a *Aloud) follows(t companion.Turn) {
	if !a.each || !a.offered || t.User.ID == "" {
		return
	}
	a.prepare(speech.LanguageOf(t.User.Text))
	own := a.turn == t.User.ID
	switch {
	case fromDocuments(t) || t.Phase == companion.PhaseInterrupted || t.Phase == companion.PhaseFailed:
		if own {
			a.Hush()
		}
	case own && !t.Running():
		a.growing.End(t.Reply.Text)
		a.turn, a.growing = "", nil
	case own:
		a.growing.Set(t.Text)
	case a.begins(t) && a.left != t.User.ID:
		a.Hush()
		growing := textOf(t)
		if t.Running() {
			a.turn, a.growing = t.User.ID, growing
		}
		a.follow(func(ctx context.Context) error { return a.Voice.Follow(ctx, growing) })
	}
}

// fromDocuments reports whether a turn is derived from what others wrote.
func fromDocuments(t companion.Turn) bool {
	reads := func(u companion.ToolUse) bool { return u.Name == "search_knowledge_base" || u.Name == "read_skill" }
	return slices.ContainsFunc(t.Tools, reads) || len(t.User.Attachments) > 0 || len(t.Reply.Foreign) > 0
}
