package chat

import (
	"context"
	"errors"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/sessions"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
)

// This file is what the reader does on the chat page.

// send says what is in the entry, in place of the message being edited if
// there is one. The entry keeps it until it is on disk. It reports false while
// a turn is under way.
func (p *Page) send(u companion.Utterance) bool {
	if !p.idle() {
		return false
	}
	id := p.Composer.edits
	if strings.TrimSpace(u.Text) == "/new" && len(u.Attachments) == 0 && id == "" {
		p.EndTalk(p.Composer.sent)
		return true
	}
	p.Composer.sending = true
	p.Composer.complain(page.Explanation{})
	if id != "" {
		p.Transcript.branchHere()
		p.run(func(ctx context.Context) (companion.Turn, error) { return p.companion.Talk.Edit(ctx, id, u.Text) })
		return true
	}
	if p.Transcript.Model.hello {
		u.Greeting = p.said.Words // it was on the screen, and is to be when one comes back
	}
	p.Transcript.ToNewest()
	p.run(func(ctx context.Context) (companion.Turn, error) { return p.companion.Talk.Say(ctx, u) })
	return true
}

// EndTalk ends the talk under way and then calls done; where nothing was said
// there is nothing to end.
func (p *Page) EndTalk(done func()) {
	p.changeTalk(p.companion.Sessions.EndSession, func(err error) {
		if err == nil {
			done()
		}
	})
}

// reopen goes on with a conversation that ended; the present one ends.
func (p *Page) reopen(id string) {
	p.changeTalk(func(ctx context.Context) (sessions.Session, error) {
		return p.companion.Sessions.Reopen(ctx, id)
	}, func(error) {
		p.Transcript.ToNewest()
		p.Calls.Focus(p.Composer.Entry)
	})
}

// changeTalk lets work end the talk under way, and calls done with what went
// wrong.
func (p *Page) changeTalk(work func(context.Context) (sessions.Session, error), done func(error)) {
	if !p.idle() {
		return
	}
	p.Composer.complain(page.Explanation{})
	page.Background(p.Dispatcher, p.kind("turn"), work, func(_ sessions.Session, err error) {
		if errors.Is(err, sessions.ErrNoTalk) {
			err = nil
		}
		if err != nil {
			p.trouble(err)
		}
		done(err)
		p.reload()
		p.goOn()
		p.Side.sessionsChanged()
	})
}

// idle reports whether a turn can begin.
func (p *Page) idle() bool { return !p.turn.busy() && !p.Composer.sending }

// run sends a turn away and shows how it ended.
func (p *Page) run(turn func(context.Context) (companion.Turn, error)) {
	page.Background(p.Dispatcher, p.kind("turn"), turn, func(t companion.Turn, err error) {
		if t.User.ID != "" {
			p.turned(t)
			p.reload()
			return
		}
		p.Composer.sending = false
		if err != nil {
			p.trouble(err)
			p.reload()
		}
		p.Composer.setTurn(p.companion.Talk.Turn())
		p.goOn()
	})
}

// turned takes a turn as it stands.
func (p *Page) turned(t companion.Turn) {
	p.turn.take(t)
	p.Aloud.hear(t)
	p.Notices.noteLeft(t.Left)
	if p.Composer.sending && t.User.ID != "" {
		p.Composer.sent()
	}
	p.Composer.setTurn(t)
	p.draw()
	p.goOn()
}

// goOn says what waited for the end of a turn.
func (p *Page) goOn() {
	if p.idle() {
		p.Composer.release()
	}
}

// regenerate answers a message again, or for the first time.
func (p *Page) regenerate(id transcript.ID) {
	if id == "" || !p.idle() {
		return
	}
	p.Transcript.branchHere()
	p.run(func(ctx context.Context) (companion.Turn, error) { return p.companion.Talk.Regenerate(ctx, id) })
}

// edit puts a message of the user's into the entry, to be said otherwise; ""
// leaves it as it was.
func (p *Page) edit(id transcript.ID) {
	if l, ok := p.Transcript.line(id); ok || id == "" {
		p.Composer.edit(id, l.Text)
	}
	p.draw()
	p.Calls.Focus(p.Composer.Entry)
}

// editLast edits the user's newest message.
func (p *Page) editLast() {
	lines := p.Transcript.log.lines
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Role == transcript.RoleUser && !lines[i].Retracted && !p.turn.Running() {
			p.edit(lines[i].ID)
			return
		}
	}
}

func (p *Page) copy(id transcript.ID) {
	if text := p.Transcript.text(id); text != "" {
		p.Calls.Copy(text)
	}
}

// choose shows another branch, from the message id on.
func (p *Page) choose(id transcript.ID) {
	if id == "" || p.turn.Running() {
		return
	}
	p.turn.Turn = companion.Turn{} // what it ended with may be on the branch that is left
	p.Transcript.choose(id, p.companion.Log.Choose)
}

// unsought lets go of what a search had found.
func (p *Page) unsought() {
	if p.Transcript.Found != "" {
		p.Transcript.Found = ""
		p.draw()
	}
}

// Decide answers what waits for the user's yes.
func (p *Page) Decide(id string, d persona.Decision) {
	p.Answer(&p.asks, p.companion.Asks, page.Answering{Kind: p.kind("decide/" + id), IDs: []string{id}, Decision: d}, p.draw)
}

// Type takes a letter typed while a message has the focus, or nothing has: it
// belongs into the entry.
func (p *Page) Type(r rune) {
	p.Calls.Focus(p.Composer.Entry)
	p.Composer.Entry.TypedRune(r)
}

// menu offers everything that can be done with a message.
func (p *Page) menu(id transcript.ID, at fyne.Position) {
	m, ok := p.Transcript.message(id)
	if !ok {
		return
	}
	item := func(key string, icon look.IconName, act func()) *fyne.MenuItem {
		it := fyne.NewMenuItem(p.Words.T(key), act)
		it.Icon = look.Icon(icon)
		return it
	}
	var items []*fyne.MenuItem
	if text := p.Cursor.selected(id); text != nil {
		items = append(items, item("message.copy.selection", look.IconCopy, text.CopySelection))
	}
	items = append(items, item("message.copy", look.IconCopy, func() { p.copy(id) }))
	if m.actions.edit {
		items = append(items, item("message.edit", look.IconEdit, func() { p.edit(id) }))
	}
	if m.actions.regenerate {
		items = append(items, item("message.regenerate", look.IconRegenerate, func() { p.regenerate(id) }))
	}
	if m.actions.answer {
		items = append(items, item("message.answer", look.IconChat, func() { p.regenerate(id) }))
	}
	if m.actions.why {
		items = append(items, item("why.open", look.IconEye, func() { p.Side.OpenWhy(id) }))
	}
	if m.actions.read {
		items = append(items, item("message.read", look.IconSound, func() { p.Aloud.read(id) }))
	}
	if m.actions.forget {
		items = append(items, item("why.forget", look.IconForget, func() { p.forget(id) }))
	}
	if m.branch.prev != "" {
		items = append(items, item("message.branch.prev", look.IconLeft, func() { p.choose(m.branch.prev) }))
	}
	if m.branch.next != "" {
		items = append(items, item("message.branch.next", look.IconRight, func() { p.choose(m.branch.next) }))
	}
	p.Calls.Menu(at, items...)
}

// forget takes a message back, after showing what is withdrawn with it.
func (p *Page) forget(id transcript.ID) {
	askForget(p.Deps, id, p.companion.Takeback, p.reload)
}

// restoreMessage gives a message back that was taken back.
func (p *Page) restoreMessage(id transcript.ID) { restore(p.Deps, id, p.companion.Takeback, p.reload) }

// RefreshCompanion reads again who would answer, after the settings changed.
func (p *Page) RefreshCompanion() {
	page.Background(p.Dispatcher, p.kind("companion"), func(context.Context) (companion.Snapshot, error) {
		return p.companion.Self.Snapshot(), nil
	}, func(s companion.Snapshot, _ error) {
		p.snapshot(s)
		p.draw()
	})
}
