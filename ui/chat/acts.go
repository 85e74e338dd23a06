package chat

import (
	"context"
	"errors"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/sessions"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

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
	if strings.TrimSpace(u.Text) == "/new" && len(u.Attachments) == 0 && p.State.editing == "" {
		p.EndTalk(p.Composer.sent)
		return true
	}
	p.sending = true
	p.Composer.complain(page.Explanation{})
	if id := p.State.editing; id != "" {
		p.branchHere()
		p.run(func(ctx context.Context) (companion.Turn, error) { return p.companion.Edit(ctx, id, u.Text) })
		return true
	}
	if p.State.started && p.State.empty() {
		u.Greeting = p.State.greeting // it was on the screen, and is to be when one comes back
	}
	p.ToNewest()
	p.run(func(ctx context.Context) (companion.Turn, error) { return p.companion.Say(ctx, u) })
	return true
}

// EndTalk ends the talk under way and then calls done; where nothing was said
// there is nothing to end.
func (p *Page) EndTalk(done func()) {
	if !p.idle() {
		return
	}
	p.Composer.complain(page.Explanation{})
	page.Background(p.Dispatcher, p.kind("turn"), p.companion.EndSession, func(_ sessions.Session, err error) {
		if err != nil && !errors.Is(err, sessions.ErrNoTalk) {
			p.Composer.complain(p.Words.Explain(err))
		} else {
			done()
		}
		p.reload()
		p.goOn()
		p.sessionsChanged()
	})
}

// idle reports whether a turn can begin. One that has told its last word may
// still be writing down what it did: another would cut that off.
func (p *Page) idle() bool {
	return !p.State.turn.Running() && !p.sending && !p.Dispatcher.Busy(p.kind("turn"))
}

// run sends a turn away and shows how it ended.
func (p *Page) run(turn func(context.Context) (companion.Turn, error)) {
	page.Background(p.Dispatcher, p.kind("turn"), turn, func(t companion.Turn, err error) {
		if t.User.ID != "" {
			p.State.editing = ""
			p.turned(t)
			p.reload()
			return
		}
		p.sending = false
		if err != nil {
			p.Composer.complain(p.Words.Explain(err))
			p.reload()
		}
		p.Composer.setTurn(p.companion.Turn())
		p.goOn()
	})
}

// goOn says what waited for the end of a turn.
func (p *Page) goOn() {
	if p.idle() {
		p.Composer.release()
	}
}

// branchHere says that what is shown will go on in a new way: what followed,
// loaded or not, will be on another branch.
func (p *Page) branchHere() {
	p.State.log.hasNewer = false
	p.State.Found = ""
	p.Column.ToBottom()
}

// regenerate answers a message again, or for the first time.
func (p *Page) regenerate(id transcript.ID) {
	if id == "" || !p.idle() {
		return
	}
	p.branchHere()
	p.run(func(ctx context.Context) (companion.Turn, error) { return p.companion.Regenerate(ctx, id) })
}

// edit puts a message of the user's into the entry, to be said otherwise; ""
// leaves it as it was.
func (p *Page) edit(id transcript.ID) {
	p.State.editing = id
	if id == "" {
		p.Composer.editing("")
	} else if l, ok := p.line(id); ok {
		p.Composer.editing(l.Text)
	}
	p.show()
	p.Calls.Focus(p.Composer.Entry)
}

// editLast edits the user's newest message.
func (p *Page) editLast() {
	lines := p.State.log.lines
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Role == transcript.RoleUser && !lines[i].Retracted && !p.State.turn.Running() {
			p.edit(lines[i].ID)
			return
		}
	}
}

func (p *Page) line(id transcript.ID) (line, bool) {
	for _, l := range p.State.log.lines {
		if l.ID == id {
			return l, true
		}
	}
	return line{}, false
}

// text is a message's text as it is shown: of the log, or of the turn.
func (p *Page) text(id transcript.ID) string {
	if i, ok := p.index[RowKey(id)]; ok {
		return p.Model.Rows[i].message.text
	}
	return ""
}

func (p *Page) copy(id transcript.ID) {
	if text := p.text(id); text != "" {
		p.Calls.Copy(text)
	}
}

// choose shows another branch, from the message id on.
func (p *Page) choose(id transcript.ID) {
	if id == "" || p.State.turn.Running() {
		return
	}
	old := p.State.log
	p.State.turn = companion.Turn{} // what it ended with may be on the branch that is left
	p.load(func(ctx context.Context) (stretch, error) {
		if err := p.companion.Choose(id); err != nil {
			return old, err
		}
		s, err := old.readChanged(p.companion)
		if err == nil && !s.holds(id) {
			s, err = readAround(ctx, p.companion, id)
		}
		return s, err
	})
}

// Decide answers what waits for the user's yes.
func (p *Page) Decide(id string, d persona.Decision) {
	p.Answer(&p.State.asks, p.companion, page.Answering{Kind: p.kind("decide/" + id), IDs: []string{id}, Decision: d}, p.show)
}

// dismiss takes away the note about a damaged file.
func (p *Page) dismiss(i int) {
	if i < 0 || i >= len(p.State.Damage) {
		return
	}
	gone, _ := page.DamagedFile(p.State.Damage[i])
	p.State.Damage = slices.DeleteFunc(slices.Clone(p.State.Damage), func(d companion.Trouble) bool {
		file, _ := page.DamagedFile(d)
		return file == gone
	})
	p.show()
}

// Offer shows the card of the first run, nil takes it away.
func (p *Page) Offer(m *WelcomeModel) {
	appeared := m != nil && p.State.Welcome == nil
	p.State.Welcome = m
	p.show()
	if appeared {
		p.toCard()
	}
}

// toCard goes to the card of the first run, which is what is to be read first
// where nothing was said yet.
func (p *Page) toCard() {
	if p.State.Welcome != nil && p.State.started && p.State.empty() {
		p.Column.ToTop()
		p.movePill()
	}
}

// ShowPull shows a download on the card of the first run.
func (p *Page) ShowPull(m page.PullModel) {
	if p.Pull.Show(m) {
		p.Column.Remeasure(keyWelcome)
	}
}

// point shows the actions of the message under the mouse.
func (p *Page) point(row *MessageRow) {
	if p.Pointed == row {
		return
	}
	if p.Pointed != nil {
		p.Pointed.point(pointedAway)
	}
	p.Pointed = row
	row.point(pointedAt)
}

// selecting clears the selection in other messages than row.
func (p *Page) selecting(row *MessageRow) {
	if p.marked != nil && p.marked != row {
		p.marked.text.ClearSelection()
	}
	p.marked = row
}

// Type takes a letter typed while a message has the focus, or nothing has: it
// belongs into the entry.
func (p *Page) Type(r rune) {
	p.Calls.Focus(p.Composer.Entry)
	p.Composer.Entry.TypedRune(r)
}

// menu offers everything that can be done with a message.
func (p *Page) menu(id transcript.ID, at fyne.Position) {
	i, ok := p.index[RowKey(id)]
	if !ok {
		return
	}
	m := p.Model.Rows[i].message
	item := func(key string, icon look.IconName, act func()) *fyne.MenuItem {
		it := fyne.NewMenuItem(p.Words.T(key), act)
		it.Icon = look.Icon(icon)
		return it
	}
	var items []*fyne.MenuItem
	if p.marked != nil && p.marked.Model.Id == id && p.marked.text.SelectedText() != "" {
		items = append(items, item("message.copy.selection", look.IconCopy, p.marked.text.CopySelection))
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
		items = append(items, item("why.open", look.IconEye, func() { p.OpenWhy(id) }))
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
	askForget(p.Deps, id, p.companion, p.reload)
}

// restoreMessage gives a message back that was taken back.
func (p *Page) restoreMessage(id transcript.ID) { restore(p.Deps, id, p.companion, p.reload) }

// RefreshCompanion reads again who would answer, after the settings changed.
func (p *Page) RefreshCompanion() {
	page.Background(p.Dispatcher, p.kind("companion"), func(context.Context) (companion.Snapshot, error) {
		return p.companion.Snapshot(), nil
	}, func(s companion.Snapshot, _ error) {
		p.snapshot(s)
		p.show()
	})
}

// Step goes to the message before the one that has the keyboard's attention,
// or after it, and puts the focus on its first action.
func (p *Page) Step(by int) {
	i := len(p.Model.Rows)
	if p.Pointed != nil && by != 0 && p.walking() {
		i = p.index[RowKey(p.Pointed.Model.Id)]
	}
	for i += by; i >= 0 && i < len(p.Model.Rows); i += by {
		key := p.Model.Rows[i].key
		if p.Model.Rows[i].Kind != rowMessage {
			continue
		}
		p.Column.Reveal(key)
		if row, ok := p.Column.Shown(key).(*MessageRow); ok {
			p.point(row)
			p.Calls.Focus(row.tools.first())
		}
		p.moved()
		return
	}
	if by > 0 {
		p.Calls.Focus(p.Composer.Entry)
	}
}

// walking reports whether the keyboard is among the messages.
func (p *Page) walking() bool {
	b, ok := p.Calls.Focused().(*widget.IconButton)
	return ok && b.OnKey != nil
}

// walk moves among the messages, or back to the entry.
func (p *Page) walk(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyUp:
		p.Step(-1)
	case fyne.KeyDown:
		p.Step(1)
	case fyne.KeyEscape:
		p.Calls.Focus(p.Composer.Entry)
	default:
		return false
	}
	return true
}
