// Package inbox is the page of all that waits for the user's yes, from the
// conversation and from dreams alike, by weeks.
package inbox

import (
	"context"

	"yumori/internal/companion"
	"yumori/persona"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Companion is a persona as its inbox needs it.
type Companion interface {
	Asks() ([]companion.Ask, error)
	page.Answerer
}

// emptySide is how large the portrait is where nothing waits.
const emptySide float32 = 160

// A Page is the inbox of a persona.
type Page struct {
	page.Deps
	who       face.Who
	own       face.Own
	companion Companion
	asks      page.Asks
	Model     Model
	rows      *fyne.Container
	empty     fyne.CanvasObject // in place of the rows where there are none; nil it was not made yet
	scroll    *container.Scroll
	content   fyne.CanvasObject
}

// New makes the inbox of a persona and begins to read it. own are the persona's
// own pictures; nil there are none.
func New(deps page.Deps, who face.Who, own face.Own, m Companion) *Page {
	p := &Page{Deps: deps, who: who, own: own, companion: m, rows: widget.Rows(look.Between)}
	p.scroll = container.NewVScroll(widget.Inset(widget.Measured(p.rows, look.MeasureBubble+8), look.Around))
	p.content = p.scroll
	page.Background(p.Dispatcher, "inbox", func(context.Context) ([]companion.Ask, error) { return m.Asks() }, p.read)
	return p
}

func (p *Page) read(list []companion.Ask, err error) {
	if err != nil {
		p.rows.Objects = []fyne.CanvasObject{p.Trouble(err)}
		p.content.Refresh()
		return
	}
	p.asks.Waiting = list
	p.show()
}

// Object is the page.
func (p *Page) Object() fyne.CanvasObject { return p.content }

// Close ends what the page had begun for itself.
func (p *Page) Close() {}

// Receive takes an event of the persona that is open.
func (p *Page) Receive(_ string, state any) {
	if s, ok := state.(companion.Snapshot); ok && !p.Dispatcher.Busy("inbox/answer") {
		p.asks.Waiting = s.Inbox
		p.show()
	}
}

// A Model is the inbox in words.
type Model struct {
	Weeks []WeekModel
}

// A WeekModel is a week of what waits, or was answered.
type WeekModel struct {
	Title   string
	Asks    []page.AskModel
	Waiting []string // ids of those that wait
}

// view puts the inbox into words, the newest week first.
func (p *Page) view() Model {
	var m Model
	now := p.Now()
	for _, x := range p.asks.All() {
		week := page.Week(x.Time.In(now.Location()))
		title := p.Words.T("inbox.week")
		if !page.SameDay(week, page.Week(now)) {
			title = p.Words.T("inbox.week.of", "day", p.Words.Day(week, now))
		}
		if len(m.Weeks) == 0 || m.Weeks[0].Title != title {
			m.Weeks = append([]WeekModel{{Title: title}}, m.Weeks...)
		}
		w := &m.Weeks[0]
		w.Asks = append(w.Asks, p.asks.AskView(x, p.Words))
		if x.State == persona.StateHeld {
			w.Waiting = append(w.Waiting, x.ID)
		}
	}
	return m
}

func (p *Page) show() {
	p.Model = p.view()
	w := p.Words
	hooks := page.AskHooks{
		Decide: func(id string, d persona.Decision) { p.Decide(d, id) },
		Grew:   func(string) { p.content.Refresh() },
		Word:   func(key string) string { return w.T(key) },
		Many:   widget.When(len(p.asks.Waiting) > 1),
	}
	p.rows.Objects = nil
	switch {
	case len(p.Model.Weeks) == 0:
		p.rows.Add(p.nothing())
	case len(p.asks.Waiting) == 0:
		p.rows.Add(widget.Paragraph(w.T("inbox.done"), look.Muted, ""))
	}
	for _, week := range p.Model.Weeks {
		head := fyne.CanvasObject(widget.NewCaption(week.Title, look.Text, look.SizeLead).InBold())
		if n := len(week.Waiting); n > 1 {
			all := widget.FlowLeft(
				widget.NewButton(w.N("inbox.yes", n), func() { p.Decide(persona.Accept, week.Waiting...) }),
				widget.NewButton(w.N("inbox.no", n), func() { p.Decide(persona.Refuse, week.Waiting...) }))
			head = widget.Rows(look.Inside, head, all)
		}
		p.rows.Add(head)
		for _, a := range week.Asks {
			p.rows.Add(hooks.Card(a))
		}
	}
	p.rows.Refresh()
	p.content.Refresh()
}

// nothing is what stands there while nothing waits.
func (p *Page) nothing() fyne.CanvasObject {
	if p.empty == nil {
		portrait, _ := p.NewPortrait(emptySide, p.own) // the page of the mind says what is wrong with a picture
		portrait.Express(p.who, face.Contentment)
		p.empty = widget.EmptyPage(portrait, p.Words.T("inbox.empty"), p.Words.T("inbox.empty.hint", "name", p.who.Name))
	}
	return p.empty
}

// Decide answers some of what waits.
func (p *Page) Decide(d persona.Decision, ids ...string) {
	p.Answer(&p.asks, p.companion, page.Answering{Kind: "inbox/answer", IDs: ids, Decision: d}, p.show)
}
