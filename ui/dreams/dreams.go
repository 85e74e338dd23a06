// Package dreams is the page of a persona's dreams: what was dreamt and what it
// changed, taken back or decided item by item, the dream to come, and days of
// the past that no dream has been of.
package dreams

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/companion"
	"yumori/persona"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Dreamer dreams, and tells of it while it does and in the morning.
type Dreamer interface {
	Dream(context.Context, dreaming.Request) (record.Record, error)
	StopDreaming()
	Dreaming() companion.Dreaming
	Morning(id string) (companion.Morning, error)
}

// A Diary is what was dreamt; it can be taken back.
type Diary interface {
	Summaries() ([]record.Summary, error)
	DreamRecord(id string) (record.Record, error)
	UndoDream(ctx context.Context, id, item string) (record.Undone, error)
	DecideDream(ctx context.Context, id, item string, v record.Verdict) (record.Record, error)
}

// Nights are the dreams to come, with what they read and cost, and the days that
// were never dreamt of.
type Nights interface {
	DreamPlan(context.Context, dreaming.Request) (dreaming.Plan, error)
	Night(context.Context) (dreaming.Outlook, error)
	Backfill(context.Context, dreaming.Backfill) (dreaming.Lived, error)
	BackfillPlan(context.Context, dreaming.Backfill) (dreaming.BackfillPlan, error)
}

// A Companion is a persona as the page of its dreams needs it, by subject.
type Companion struct {
	Dreamer Dreamer
	Diary   Diary
	Nights  Nights
	Face    face.Own
}

// A Page is the journal of dreams, one of them opened, and dreaming now.
type Page struct {
	page.Deps
	who       face.Who
	companion Companion
	dreams    []record.Summary
	listed    []int  // of each row the index of its dream; -1 is a month
	opened    string // id of the dream that was chosen
	shown     string // and of the one that stands there
	lived     string // of the last one of a backfill under way
	closed    bool
	inbox     []companion.Ask
	scroll    *container.Scroll

	list    *widget.MasterList
	level   *widget.Picker
	start   *widget.Button
	fresh   widget.When // something was said that no dream has been of, as far as is known
	bar     *widget.Progress
	status  *prose.Text
	past    *pastCard
	content fyne.CanvasObject

	night    night           // the one that stands there
	unfolded map[string]bool // changes of it that are open by their ids; "" the details
}

// New makes the page of a persona's dreams and begins to read them.
func New(deps page.Deps, who face.Who, c Companion) *Page {
	p := &Page{Deps: deps, who: who, companion: c}
	p.list = widget.NewMasterList("", p.choose)
	p.content = widget.UnderScrolled(p.buildHead(), p.list.Content)
	p.read("")
	p.watch(c.Dreamer.Dreaming())
	return p
}

// Object is the page.
func (p *Page) Object() fyne.CanvasObject { return p.content }

// Close says that another page is open now: a dream that arrives then was not read.
func (p *Page) Close() { p.closed = true }

// Receive takes an event of the persona that is open.
func (p *Page) Receive(topic string, state any) {
	if d, ok := state.(companion.Dreaming); ok && topic == companion.TopicDream {
		p.watch(d)
		switch {
		case !d.Running:
			p.read(d.Summary.ID)
		case d.Backfill && d.Lived.Dream != p.lived: // the page may stay open for hours of it
			p.lived = d.Lived.Dream
			p.read(p.opened)
		}
	}
	if s, ok := state.(companion.Snapshot); ok && p.opened != "" && !slices.EqualFunc(s.Inbox, p.inbox, func(a, b companion.Ask) bool { return a.ID == b.ID }) {
		p.inbox = s.Inbox
		p.read(p.opened) // some of it was decided on elsewhere
	}
}

// buildHead is dreaming now: level, start and stop, how far it is.
func (p *Page) buildHead() fyne.CanvasObject {
	w := p.Words
	levels := []string{w.T("dream.level1"), w.T("dream.level2"), w.T("dream.level3")}
	p.level = widget.NewPicker(levels, func(string) { p.offer() })
	p.start = widget.NewButton(w.T("dream.now"), p.dreamNow)
	p.level.Selected, p.fresh = levels[0], true
	p.start.Importance = fynewidget.HighImportance
	p.bar = widget.NewProgress()
	p.bar.Content.Hide()
	p.status = widget.Paragraph("", look.Muted, look.SizeHint)
	p.past = p.newPastCard()
	line := widget.TextBeside(p.status, widget.Inline(look.Inside, p.start, p.level), 18)
	return widget.Inset(widget.Rows(look.Inside, line, p.bar.Content, p.past.content), look.Between)
}

// watch shows where a dream stands.
func (p *Page) watch(d companion.Dreaming) {
	w := p.Words
	widget.SetVisible(p.bar.Content, widget.When(d.Running))
	widget.SetEnabled(p.level, widget.When(!d.Running))
	if !d.Running {
		p.start.SetText(w.T("dream.now"))
		p.plan(d)
		return
	}
	p.Dispatcher.Drop("dreams/past")
	p.past.content.Hide()
	p.offer()
	p.start.SetText(w.T("dream.stop"))
	text := dreamingView(true, d.Progress, w)
	if d.Backfill {
		p.start.SetText(w.T("past.pause"))
		text = livingView(d.Lived, w)
	}
	p.bar.Show(d.Progress.Done, d.Progress.Of)
	widget.SetParagraph(p.status, text)
	p.content.Refresh()
}

// offer lets one begin a dream where there is something to dream of; dreams of a
// week or a month look at what was dreamt of before.
func (p *Page) offer() {
	daily := p.level.SelectedIndex() <= 0
	widget.SetEnabled(p.start, widget.When(!daily) || p.fresh || widget.When(p.companion.Dreamer.Dreaming().Running))
}

// comingDreams is what is known of the dreams to come.
type comingDreams struct {
	plan  dreaming.Plan
	night dreaming.Outlook
}

// plan says what a dream would read and cost, or why the last one broke off.
func (p *Page) plan(last companion.Dreaming) {
	w, ended := p.Words, livedView(last, p.Words)
	if last.Err != nil && !last.Backfill {
		widget.SetParagraph(p.status, w.Explain(last.Err).Sentence())
		return
	}
	if ended != "" || p.status.Source() == "" {
		widget.SetParagraph(p.status, cmp.Or(ended, w.T("memories.reading")))
	}
	page.Background(p.Dispatcher, "dreams/plan", p.lookAhead, func(c comingDreams, err error) {
		p.fresh = widget.When(err != nil || c.plan.Messages > 0 || c.plan.Resumes != "")
		p.offer()
		coming := page.ComingView(c.night, c.plan, p.Now(), w)
		if err != nil {
			coming = page.OutlookView(c.night, p.Now(), w) + "\n" + w.Explain(err).Sentence()
		}
		lines := []string{ended, coming}
		widget.SetParagraph(p.status, strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n"))
		p.content.Refresh()
		p.lookBack(widget.When(c.night.Older))
	})
}

// lookBack offers the days that were never dreamt of. They are counted only
// where there are some that no night will make up: it reads the whole
// conversation.
func (p *Page) lookBack(older widget.When) {
	if !older {
		p.past.show(dreaming.BackfillPlan{}, p.Words)
		return
	}
	page.Background(p.Dispatcher, "dreams/past", func(ctx context.Context) (dreaming.BackfillPlan, error) {
		return p.companion.Nights.BackfillPlan(ctx, dreaming.Backfill{})
	}, func(past dreaming.BackfillPlan, err error) {
		if err != nil {
			widget.SetParagraph(p.status, p.Words.Explain(err).Sentence())
		}
		p.past.show(past, p.Words)
		p.content.Refresh()
	})
}

// lookAhead asks what comes.
func (p *Page) lookAhead(ctx context.Context) (comingDreams, error) {
	var c comingDreams
	var err error
	if c.night, err = p.companion.Nights.Night(ctx); err != nil {
		return c, err
	}
	if c.plan, err = p.companion.Nights.DreamPlan(ctx, dreaming.Request{}); err != nil && !errors.Is(err, dreaming.ErrNothing) {
		return c, err
	}
	return c, nil
}

// dreamNow starts a dream, or stops the one under way.
func (p *Page) dreamNow() {
	if p.companion.Dreamer.Dreaming().Running || p.Dispatcher.Busy("dreams/run/"+p.who.Slug) {
		p.companion.Dreamer.StopDreaming()
		return
	}
	level := slices.Index(p.level.Options, p.level.Selected) + 1
	widget.SetParagraph(p.status, p.Words.T("dream.begins"))
	page.Background(p.Dispatcher, "dreams/run/"+p.who.Slug, func(ctx context.Context) (record.Record, error) {
		return p.companion.Dreamer.Dream(ctx, dreaming.Request{Level: level})
	}, func(r record.Record, err error) {
		if errors.Is(err, dreaming.ErrNothing) {
			widget.SetParagraph(p.status, p.Words.T("dream.nothing"))
			return
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			widget.SetParagraph(p.status, p.Words.Explain(err).Sentence())
		}
		p.read(r.ID)
	})
}

// read reads the list and opens a dream, the newest if it is "".
func (p *Page) read(id string) {
	page.Background(p.Dispatcher, "dreams/list", func(context.Context) ([]record.Summary, error) {
		return p.companion.Diary.Summaries()
	}, func(list []record.Summary, err error) {
		if err != nil {
			p.list.Fail(p.Trouble(err))
			return
		}
		p.dreams, p.listed = list, journalView(list)
		if len(list) == 0 {
			p.list.Welcome(p.nothing())
		}
		p.list.Show(len(p.listed), p.row)
		if len(list) > 0 {
			at := max(slices.IndexFunc(list, func(s record.Summary) bool { return s.ID == id }), 0)
			p.list.Choose(slices.Index(p.listed, at))
		}
	})
}

// nothing is what stands there before the first dream.
func (p *Page) nothing() fyne.CanvasObject {
	portrait := p.sleeper(p.who)
	return widget.EmptyPage(portrait, p.Words.T("dreams.empty"), p.Words.T("dreams.empty.hint", "name", p.who.Name))
}

// row is a row of the list: a dream, or the month of the next.
func (p *Page) row(i int) widget.MasterRow {
	if at := p.listed[i]; at >= 0 {
		return dreamRow(p.dreams[at], p.Words)
	}
	day, _ := monthOf(p.dreams[p.listed[i+1]])
	return widget.MasterRow{Text: p.Words.Month(day), Head: true}
}

// choose opens the dream of a row; the newest of a month for the month itself.
func (p *Page) choose(i int) {
	if i >= len(p.listed) {
		return
	}
	if p.listed[i] < 0 {
		p.list.Choose(i + 1)
		return
	}
	id := p.dreams[p.listed[i]].ID
	p.opened = id
	page.Background(p.Dispatcher, "dreams/read", func(context.Context) (night, error) {
		r, err := p.companion.Diary.DreamRecord(id)
		return p.tell(r, err)
	}, p.show)
}

// tell adds to a dream what is told of it.
func (p *Page) tell(r record.Record, err error) (night, error) {
	if err != nil {
		return night{}, err
	}
	m, err := p.companion.Dreamer.Morning(r.ID)
	return night{r, m}, err
}

// A night is a dream with what is told of it.
type night struct {
	record  record.Record
	morning companion.Morning
}

// show opens a dream like a page of a diary; what was done stands under
// Details.
func (p *Page) show(n night, err error) {
	if p.closed {
		return
	}
	if err != nil {
		p.list.Fail(p.Trouble(err))
		return
	}
	w, m := p.Words, dreamView(n.record, p.Words)
	title := m.title
	if m.state != "" {
		title += page.Separator + m.state
	}
	box := widget.Rows(look.Between, widget.Heading(title, look.SizeTitle), p.diary(n.morning))
	details := p.works(m)
	if p.shown != m.id {
		p.unfolded = map[string]bool{}
	}
	if !p.unfolded[""] {
		details.Hide()
		box.Add(widget.FlowLeft(widget.NewFoldButton(w.T("details"), details, func() {
			p.unfolded[""] = true
			p.list.Content.Refresh()
		})))
	}
	box.Add(details)
	scroll := container.NewVScroll(widget.Inset(widget.Measured(box, look.MeasureBubble+8), look.Between))
	if p.scroll != nil && p.shown == m.id { // one reads on where one was
		scroll.Offset = p.scroll.Offset
	}
	p.scroll, p.shown, p.night = scroll, m.id, n
	p.list.Put(scroll)
	if p.Calls.Dreamt != nil {
		p.Calls.Dreamt(p.who.Slug, m.id)
	}
}

// works are the workings of a night: what it read, each thing it changed in a
// line, what could not be done, and the bill.
func (p *Page) works(m dreamModel) *fyne.Container {
	w := p.Words
	box := widget.Rows(look.Between)
	if m.insight != "" {
		box.Add(widget.Labelled(w.T("insight.insight"), widget.Paragraph(m.insight, look.Text, "")))
	}
	if m.tactic != "" {
		box.Add(widget.Labelled(w.T("insight.strategy"), widget.Paragraph(m.tactic, look.Text, "")))
	}
	box.Add(widget.Paragraph(m.read, look.Muted, look.SizeHint))
	box.Add(widget.NewCaption(w.T("dream.changed"), look.Text, look.SizeLead).InBold())
	if len(m.waiting) > 1 {
		box.Add(p.allButtons(m.waiting))
	}
	if len(m.changes) == 0 {
		box.Add(widget.Paragraph(w.T("dream.unchanged"), look.Muted, ""))
	}
	rows := widget.Rows(2)
	p.addChanges(rows, m.changes, page.RowsFirst)
	box.Add(rows)
	for _, t := range m.trouble {
		box.Add(widget.Paragraph(t, look.Muted, look.SizeHint))
	}
	foot := widget.Paragraph(m.bill, look.Muted, look.SizeHint)
	if m.undo {
		undo := widget.NewButton(w.T("dream.undo"), func() { p.undoNight(m) })
		box.Add(container.NewBorder(nil, nil, nil, undo, foot))
	} else {
		box.Add(foot)
	}
	return box
}

// undoNight asks before a whole night is taken back.
func (p *Page) undoNight(m dreamModel) {
	w := p.Words
	p.Calls.Ask(page.SheetModel{Title: w.T("dream.undo"), Text: w.T("dream.undo.text", "day", m.title), Action: w.T("dream.undo"), Cancel: w.T("cancel")}, nil, func() page.SheetEnd {
		p.undo("")
		return page.SheetDone
	})
}

// undo takes back an item, or all of the dream when it is "".
func (p *Page) undo(item string) {
	id := p.opened
	page.Background(p.Dispatcher, "dreams/act", func(ctx context.Context) (night, error) {
		u, err := p.companion.Diary.UndoDream(ctx, id, item)
		return p.tell(u.Record, err)
	}, p.done)
}

func (p *Page) decide(item string, v record.Verdict) {
	id := p.opened
	page.Background(p.Dispatcher, "dreams/act", func(ctx context.Context) (night, error) {
		r, err := p.companion.Diary.DecideDream(ctx, id, item, v)
		return p.tell(r, err)
	}, p.done)
}

// allButtons decide on everything of a night that waits.
func (p *Page) allButtons(items []string) fyne.CanvasObject {
	w := p.Words
	accept := widget.NewButton(w.N("inbox.yes", len(items)), func() { p.decideAll(items, persona.Accept) })
	refuse := widget.NewButton(w.N("inbox.no", len(items)), func() { p.decideAll(items, persona.Refuse) })
	return widget.FlowLeft(accept, refuse)
}

// decideAll decides on items one after the other, until one cannot be.
func (p *Page) decideAll(items []string, d persona.Decision) {
	id := p.opened
	page.Background(p.Dispatcher, "dreams/act", func(ctx context.Context) (night, error) {
		var r record.Record
		var err error
		for _, item := range items {
			if r, err = p.companion.Diary.DecideDream(ctx, id, item, record.Verdict{Decision: d}); err != nil {
				break
			}
		}
		return p.tell(r, err)
	}, p.done)
}

// done shows the dream as it is now.
func (p *Page) done(n night, err error) {
	p.show(n, err)
	if err == nil {
		p.read(n.record.ID)
	}
}

// edit lets the words of a change be changed: of a proposal before it is
// accepted, of what was applied where it stands.
func (p *Page) edit(c DreamtModel, title, action string) {
	text := p.NewTextBox(c.words, 6)
	p.Calls.Ask(page.SheetModel{Title: title, Text: c.title, Action: action, Cancel: p.Words.T("cancel")}, text.Content, func() page.SheetEnd {
		if strings.TrimSpace(text.Text()) == "" {
			return page.SheetStays
		}
		p.Reword(c, text.Text())
		return page.SheetDone
	})
	p.Calls.Focus(text.Field)
}

// Reword puts other words to a change. Where the file has changed meanwhile
// they are not written; they are shown, so that they are not lost.
func (p *Page) Reword(c DreamtModel, said string) {
	id, w := p.opened, p.Words
	page.Background(p.Dispatcher, "dreams/act", func(ctx context.Context) (night, error) {
		r, err := p.companion.Diary.DecideDream(ctx, id, c.Id, record.Verdict{Decision: persona.Accept, Edited: said})
		return p.tell(r, err)
	}, func(n night, err error) {
		p.done(n, err)
		if err == nil && !stands(n.record, c.Id) {
			return
		}
		p.Calls.Ask(page.SheetModel{Title: w.T("dream.reword.lost"), Text: w.T("dream.reword.lost.text"), Action: w.T("copy.words"), Cancel: w.T("close")},
			widget.Paragraph(said, look.Text, ""), func() page.SheetEnd {
				p.Calls.Copy(said)
				return page.SheetDone
			})
	})
}

// stands reports whether a change of a dream stands against what is there now.
func stands(r record.Record, id string) bool {
	return slices.ContainsFunc(r.Changes, func(c record.Change) bool { return c.ID == id && c.State == record.StatusConflict })
}
