package ui

import (
	"context"
	"errors"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/store"
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
func (p *chatPage) send(u companion.Utterance) bool {
	if !p.idle() {
		return false
	}
	if strings.TrimSpace(u.Text) == "/new" && len(u.Attachments) == 0 && p.state.editing == "" {
		p.endTalk(p.composer.sent)
		return true
	}
	p.sending = true
	p.composer.complain(page.Explanation{})
	if id := p.state.editing; id != "" {
		p.branchHere()
		p.run(func(ctx context.Context) (companion.Turn, error) { return p.mate.Edit(ctx, id, u.Text) })
		return true
	}
	p.toNewest()
	p.run(func(ctx context.Context) (companion.Turn, error) { return p.mate.Say(ctx, u) })
	return true
}

// endTalk ends the talk under way and then calls done; where nothing was said
// there is nothing to end.
func (p *chatPage) endTalk(done func()) {
	if !p.idle() {
		return
	}
	p.composer.complain(page.Explanation{})
	page.Background(p.Border, p.kind("turn"), p.mate.EndSession, func(_ companion.Session, err error) {
		if err != nil && !errors.Is(err, companion.ErrNoTalk) {
			p.composer.complain(p.Words.Explain(err))
		} else {
			done()
		}
		p.reload()
		p.goOn()
	})
}

// idle reports whether a turn can begin. One that has told its last word may
// still be writing down what it did: another would cut that off.
func (p *chatPage) idle() bool {
	return !p.state.turn.Running() && !p.sending && !p.Border.Busy(p.kind("turn"))
}

// run sends a turn away and shows how it ended.
func (p *chatPage) run(turn func(context.Context) (companion.Turn, error)) {
	page.Background(p.Border, p.kind("turn"), turn, func(t companion.Turn, err error) {
		if t.User.ID != "" {
			p.state.editing = ""
			p.turned(t)
			p.reload()
			return
		}
		p.sending = false
		if err != nil {
			p.composer.complain(p.Words.Explain(err))
			p.reload()
		}
		p.composer.setTurn(p.mate.Turn())
		p.goOn()
	})
}

// goOn says what waited for the end of a turn.
func (p *chatPage) goOn() {
	if p.idle() {
		p.composer.release()
	}
}

// branchHere says that what is shown will go on in a new way: what followed,
// loaded or not, will be on another branch.
func (p *chatPage) branchHere() {
	p.state.log.hasNewer = false
	p.state.found = ""
	p.column.ToBottom()
}

// regenerate answers a message again, or for the first time.
func (p *chatPage) regenerate(id transcript.ID) {
	if id == "" || !p.idle() {
		return
	}
	p.branchHere()
	p.run(func(ctx context.Context) (companion.Turn, error) { return p.mate.Regenerate(ctx, id) })
}

// edit puts a message of the user's into the entry, to be said otherwise; ""
// leaves it as it was.
func (p *chatPage) edit(id transcript.ID) {
	p.state.editing = id
	if id == "" {
		p.composer.editing("")
	} else if l, ok := p.line(id); ok {
		p.composer.editing(l.Text)
	}
	p.show()
	p.Calls.Focus(p.composer.entry)
}

// editLast edits the user's newest message.
func (p *chatPage) editLast() {
	lines := p.state.log.lines
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Role == transcript.RoleUser && !lines[i].Retracted && !p.state.turn.Running() {
			p.edit(lines[i].ID)
			return
		}
	}
}

func (p *chatPage) line(id transcript.ID) (line, bool) {
	for _, l := range p.state.log.lines {
		if l.ID == id {
			return l, true
		}
	}
	return line{}, false
}

// text is a message's text as it is shown: of the log, or of the turn.
func (p *chatPage) text(id transcript.ID) string {
	if i, ok := p.index[rowKey(id)]; ok {
		return p.model.rows[i].message.text
	}
	return ""
}

func (p *chatPage) copy(id transcript.ID) {
	if text := p.text(id); text != "" {
		p.Calls.Copy(text)
	}
}

// choose shows another branch, from the message id on.
func (p *chatPage) choose(id transcript.ID) {
	if id == "" || p.state.turn.Running() {
		return
	}
	old := p.state.log
	p.state.turn = companion.Turn{} // what it ended with may be on the branch that is left
	p.load(func(ctx context.Context) (stretch, error) {
		if err := p.mate.Choose(id); err != nil {
			return old, err
		}
		s, err := old.readChanged(p.mate)
		if err == nil && !s.holds(id) {
			s, err = readAround(ctx, p.mate, id)
		}
		return s, err
	})
}

// decide answers a held change.
func (p *chatPage) decide(id string, d persona.Decision) {
	page.Background(p.Border, p.kind("decide/"+id), func(context.Context) (persona.Held, error) {
		return p.mate.Decide(id, d)
	}, func(h persona.Held, err error) {
		delete(p.state.stuck, id)
		switch {
		case errors.Is(err, store.ErrConflict):
			p.state.stuck[id] = p.Words.T("held.conflict")
		case err != nil:
			p.state.stuck[id] = p.Words.Explain(err).Sentence()
		default:
			p.state.decided[id] = h
			p.state.held = without(p.state.held, id)
		}
		p.show()
	})
}

func without(list []persona.Held, id string) []persona.Held {
	var rest []persona.Held
	for _, h := range list {
		if h.ID != id {
			rest = append(rest, h)
		}
	}
	return rest
}

// dismiss takes away the note about a damaged file.
func (p *chatPage) dismiss(i int) {
	if i < 0 || i >= len(p.state.damage) {
		return
	}
	gone, _ := page.DamagedFile(p.state.damage[i])
	p.state.damage = slices.DeleteFunc(slices.Clone(p.state.damage), func(d companion.Trouble) bool {
		file, _ := page.DamagedFile(d)
		return file == gone
	})
	p.show()
}

// offer shows the card of the first run, nil takes it away.
func (p *chatPage) offer(m *welcomeModel) {
	appeared := m != nil && p.state.welcome == nil
	p.state.welcome = m
	p.show()
	if appeared {
		p.toCard()
	}
}

// toCard goes to the card of the first run, which is what is to be read first
// where nothing was said yet.
func (p *chatPage) toCard() {
	if p.state.welcome != nil && p.state.started && p.state.empty() {
		p.column.ToTop()
		p.movePill()
	}
}

// showPull shows a download on the card of the first run.
func (p *chatPage) showPull(m page.PullModel) {
	if p.pull.Show(m) {
		p.column.Remeasure(keyWelcome)
	}
}

// point shows the actions of the message under the mouse.
func (p *chatPage) point(row *messageRow) {
	if p.pointed == row {
		return
	}
	if p.pointed != nil {
		p.pointed.point(pointedAway)
	}
	p.pointed = row
	row.point(pointedAt)
}

// selecting clears the selection in other messages than row.
func (p *chatPage) selecting(row *messageRow) {
	if p.marked != nil && p.marked != row {
		p.marked.text.ClearSelection()
	}
	p.marked = row
}

// typed takes a letter typed while a message has the focus: it belongs into
// the entry.
func (p *chatPage) typed(r rune) {
	p.Calls.Focus(p.composer.entry)
	p.composer.entry.TypedRune(r)
}

// menu offers everything that can be done with a message.
func (p *chatPage) menu(id transcript.ID, at fyne.Position) {
	i, ok := p.index[rowKey(id)]
	if !ok {
		return
	}
	m := p.model.rows[i].message
	item := func(key string, icon look.IconName, act func()) *fyne.MenuItem {
		it := fyne.NewMenuItem(p.Words.T(key), act)
		it.Icon = look.Icon(icon)
		return it
	}
	var items []*fyne.MenuItem
	if p.marked != nil && p.marked.model.id == id && p.marked.text.SelectedText() != "" {
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
		items = append(items, item("why.open", look.IconEye, func() { p.openWhy(id) }))
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

// forget takes a message back, after showing what falls with it.
func (p *chatPage) forget(id transcript.ID) {
	askForget(p.Deps, id, p.mate, p.reload)
}

// restoreMessage gives a message back that was taken back.
func (p *chatPage) restoreMessage(id transcript.ID) { restore(p.Deps, id, p.mate, p.reload) }

// refreshMate reads again who would answer, after the settings changed.
func (p *chatPage) refreshMate() {
	page.Background(p.Border, p.kind("mate"), func(context.Context) (companion.Snapshot, error) {
		return p.mate.Snapshot(), nil
	}, func(s companion.Snapshot, _ error) {
		p.snapshot(s)
		p.show()
	})
}

// step goes to the message before the one that has the keyboard's attention,
// or after it, and puts the focus on its first action.
func (p *chatPage) step(by int) {
	i := len(p.model.rows)
	if p.pointed != nil && by != 0 && p.walking() {
		i = p.index[rowKey(p.pointed.model.id)]
	}
	for i += by; i >= 0 && i < len(p.model.rows); i += by {
		key := p.model.rows[i].key
		if p.model.rows[i].kind != rowMessage {
			continue
		}
		p.column.Reveal(key)
		if row, ok := p.column.Shown(key).(*messageRow); ok {
			p.point(row)
			p.Calls.Focus(row.tools.first())
		}
		p.moved()
		return
	}
	if by > 0 {
		p.Calls.Focus(p.composer.entry)
	}
}

// walking reports whether the keyboard is among the messages.
func (p *chatPage) walking() bool {
	b, ok := p.Calls.Focused().(*widget.IconButton)
	return ok && b.OnKey != nil
}

// walk moves among the messages, or back to the entry.
func (p *chatPage) walk(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyUp:
		p.step(-1)
	case fyne.KeyDown:
		p.step(1)
	case fyne.KeyEscape:
		p.Calls.Focus(p.composer.entry)
	default:
		return false
	}
	return true
}

// toHeld goes to the first change that waits, to where it was asked for.
func (p *chatPage) toHeld() {
	for _, r := range p.model.rows {
		if r.kind == rowHeld && r.held.waiting {
			p.column.To(r.key)
			p.moved()
			return
		}
	}
	for _, h := range p.state.held {
		if h.Message != "" {
			p.jump(transcript.ID(h.Message))
			return
		}
	}
	p.toNewest()
}
