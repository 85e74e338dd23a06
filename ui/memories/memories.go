// Package memories is the page of what a persona remembers, ordered by the
// question a person asks: its files in an editor, and the panes of episodes,
// insights, entities, facts and texts.
package memories

import (
	"context"

	"yumori/entity"
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A Companion is a persona as the page of its memories needs it, by subject.
type Companion struct {
	Texts    Texts
	Past     page.PastReader
	Episodes Episodes
	Insights Insights
	Entities Entities
	Facts    Facts
	Skills   func(context.Context) ([]companion.Skill, error)
	Snapshot func() companion.Snapshot
}

// A Page shows what a persona remembers, ordered by the question one
// asks, and lets it be set right.
type Page struct {
	page.Deps
	slug      string
	companion Companion
	drafts    Unsaved
	wanted    string // what the pane that is opened is to show first

	*textEditor             // of the files of fixed names
	current     *textEditor // that is shown, nil none is
	List        map[string]*widget.FileRow
	fold        *widget.Button  // opens the files
	filed       *fyne.Container // their rows
	side        *container.Scroll
	Right       *fyne.Container
	Content     fyne.CanvasObject
}

// New makes the page of a persona's memories; drafts outlive it.
func New(deps page.Deps, slug string, c Companion, drafts Unsaved) *Page {
	p := &Page{Deps: deps, slug: slug, companion: c, drafts: drafts, List: map[string]*widget.FileRow{}}
	p.textEditor = newTextEditor(deps, slug, c, drafts)
	p.Right = container.NewStack(p.textEditor.content)
	questions := memoriesView(deps.Words)
	p.Content = container.New(twoColumns{}, p.buildList(questions), p.Right)
	p.choose(questions[0].files[0])
	return p
}

// Object is the page.
func (p *Page) Object() fyne.CanvasObject { return p.Content }

// Receive has nothing to do: what is shown is what was read.
func (p *Page) Receive(string, any) {}

// Close leaves what is not saved in the drafts.
func (p *Page) Close() {}

func (p *Page) buildList(questions []questionModel) fyne.CanvasObject {
	box := widget.Rows(look.Half)
	for _, q := range questions {
		if q.folded && p.fold == nil {
			p.filed = widget.Rows(look.Half)
			p.filed.Hide()
			p.fold = widget.NewFoldButton(p.Words.T("memories.files"), p.filed, func() { p.side.Refresh() })
			box.Add(widget.FlowLeft(p.fold))
			box.Add(p.filed)
		}
		into := box
		if q.folded {
			into = p.filed
		}
		title := widget.NewCaption(q.title, look.Muted, look.SizeHint).InBold()
		into.Add(container.New(layout.NewCustomPaddedLayout(look.Inside, look.Half, look.Inside, 0), title))
		for _, f := range q.files {
			row := widget.NewFileRow(f.title, f.shownName(), func() { p.choose(f) })
			row.OnEntered = func() { p.enter(f) }
			p.List[f.File] = row
			into.Add(row)
		}
	}
	p.side = container.NewVScroll(widget.Inset(box, look.Inside))
	return p.side
}

// GoTo opens a place. A file that has no row is opened all the same.
func (p *Page) GoTo(at page.MemoryPlace) {
	for _, q := range memoriesView(p.Words) {
		for _, f := range q.files {
			if (at.Pane == "" && f.File == at.Id) || (at.Pane != "" && f.pane == at.Pane) {
				p.wanted = at.Id
				p.choose(f)
				p.wanted = ""
				return
			}
		}
	}
	p.choose(MemoryModel{File: at.Id, title: at.Id})
}

// choose opens what a row stands for: a file in the editor, or a pane.
func (p *Page) choose(f MemoryModel) {
	for name, row := range p.List {
		row.Choose(widget.When(name == f.File))
	}
	if row := p.List[f.File]; row != nil {
		if !p.filed.Visible() && widget.PathTo(p.filed, row) != nil {
			p.fold.OnTapped()
		}
		widget.RevealIn(p.Content, row) // the page may be just being opened
	}
	p.current = nil
	if pane := p.pane(f); pane != nil {
		p.Right.Objects = []fyne.CanvasObject{pane}
	} else {
		p.Right.Objects = []fyne.CanvasObject{p.textEditor.content}
		p.current = p.textEditor
		p.open(f)
	}
	p.Right.Refresh()
}

// Keep saves what is written, if there is something to be saved.
func (p *Page) Keep() {
	if p.current != nil && !p.current.Save.Disabled() {
		p.current.write()
	}
}

// enter opens what a row stands for and goes on writing in it.
func (p *Page) enter(f MemoryModel) {
	p.choose(f)
	if f.pane == "" {
		p.Calls.Focus(p.Text)
	}
}

// pane is the pane of a row, nil for a row that is a file.
func (p *Page) pane(f MemoryModel) fyne.CanvasObject {
	switch f.pane {
	case page.PaneAbout:
		return newAboutPane(p.Deps, p.companion)
	case page.PaneEpisodes:
		return newEpisodesPane(p.Deps, p.companion, p.wanted).content
	case page.PaneInsights:
		return newInsightsPane(p.Deps, p.companion, p.wanted).content
	case page.PaneEntities:
		p.current = newTextEditor(p.Deps, p.slug, p.companion, p.drafts)
		pane := newEntitiesPane(p.Deps, p.current, p.companion.Entities)
		pane.read(entity.Name(p.wanted))
		return pane.content
	case page.PaneFacts:
		return newFactsPane(p.Deps, p.companion, p.wanted).content
	case page.PaneDiary, page.PaneDays, page.PaneBank, page.PaneSkills:
		p.current = newTextEditor(p.Deps, p.slug, p.companion, p.drafts)
		pane := newTextsPane(p.Deps, p.current, p.companion, f.pane)
		pane.read(p.wanted)
		return pane.content
	}
	return nil
}

// twoColumns puts a narrow list beside the rest, which is no wider than a page.
type twoColumns struct{}

// listWidth is how wide the list is with text of the usual size.
const listWidth float32 = 230

func (twoColumns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(2*listWidth, 200) }

func (twoColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	list := min(look.Grown(listWidth), max(listWidth, size.Width*0.4))
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(list, size.Height)})
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(list, 0), Size: fyne.NewSize(min(size.Width-list, 900), size.Height)})
}
