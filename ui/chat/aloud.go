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
	reading transcript.ID   // the message that was asked for; "" none
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
		found()
	})
}

// Each says whether every reply is read while it is written.
func (a *Aloud) Each(so widget.When) {
	if a.each && !so {
		a.Hush()
	}
	a.each = so
}

// Hush ends what is being read, at once.
func (a *Aloud) Hush() {
	a.Dispatcher.Drop(kindAloud)
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
	case t.Running() && t.Text != "" && t.User.ID != "" && a.mayBlip():
		a.still()
		g := &speech.Growing{}
		g.Set(t.Text)
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
		a.turn, a.growing, a.reading = "", nil, ""
		a.look(false)
		if err != nil && !errors.Is(err, context.Canceled) {
			a.trouble(a.Words.Explain(err))
		}
	})
}

// hear reads the answer of a turn as it comes, if each is to be read.
func (a *Aloud) hear(t companion.Turn) {
	a.appear(t)
	if !a.each || !a.offered || t.User.ID == "" {
		return
	}
	own := a.turn == t.User.ID
	switch {
	case fromDocuments(t) || t.Phase == companion.PhaseInterrupted || t.Phase == companion.PhaseFailed:
		if own {
			a.Hush()
		}
	case own && !t.Running():
		a.growing.End(t.Reply.Text)
	case own:
		a.growing.Set(t.Text)
	case t.Running() && t.Text != "":
		a.Hush()
		growing := &speech.Growing{}
		growing.Set(t.Text)
		a.turn, a.growing = t.User.ID, growing
		a.follow(func(ctx context.Context) error { return a.Voice.Follow(ctx, growing) })
	}
}

// fromDocuments reports whether a turn is derived from what others wrote.
func fromDocuments(t companion.Turn) bool {
	reads := func(u companion.ToolUse) bool { return u.Name == "search_knowledge_base" || u.Name == "read_skill" }
	return slices.ContainsFunc(t.Tools, reads) || len(t.User.Attachments) > 0 || len(t.Reply.Foreign) > 0
}
