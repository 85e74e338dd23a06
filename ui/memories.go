package ui

import (
	"yumori/entity"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A memoryMate is a persona as the page of its memories needs it.
type memoryMate interface {
	textMate
	textLister
	dayKeeper
	entityKeeper
	factKeeper
}

// A memoriesPage shows what a persona remembers, ordered by the question one
// asks, and lets it be set right.
type memoriesPage struct {
	page.Deps
	slug   string
	mate   memoryMate
	drafts unsaved
	wanted string // what the pane that is opened is to show first

	*textEditor             // of the files of fixed names
	current     *textEditor // that is shown, nil none is
	list        map[string]*widget.FileRow
	right       *fyne.Container
	content     fyne.CanvasObject
}

func newMemoriesPage(deps page.Deps, slug string, m memoryMate, drafts unsaved) *memoriesPage {
	p := &memoriesPage{Deps: deps, slug: slug, mate: m, drafts: drafts, list: map[string]*widget.FileRow{}}
	p.textEditor = newTextEditor(deps, slug, m, drafts)
	p.right = container.NewStack(p.textEditor.content)
	questions := memoriesView(deps.Words)
	p.content = container.New(twoColumns{}, p.buildList(questions), p.right)
	p.choose(questions[0].files[0])
	return p
}

func (p *memoriesPage) object() fyne.CanvasObject { return p.content }

// receive has nothing to do: what is shown is what was read.
func (p *memoriesPage) receive(string, any) {}

// close leaves what is not saved in the drafts.
func (p *memoriesPage) close() {}

func (p *memoriesPage) buildList(questions []questionModel) fyne.CanvasObject {
	box := widget.Rows(look.Half)
	for _, q := range questions {
		title := widget.NewCaption(q.title, look.Muted, look.SizeHint).InBold()
		box.Add(container.New(layout.NewCustomPaddedLayout(look.Inside, look.Half, look.Inside, 0), title))
		for _, f := range q.files {
			row := widget.NewFileRow(f.title, f.file, func() { p.choose(f) })
			row.OnEntered = func() { p.enter(f) }
			p.list[f.file] = row
			box.Add(row)
		}
	}
	return container.NewVScroll(widget.Inset(box, look.Inside))
}

// goTo opens a place. A file that has no row is opened all the same.
func (p *memoriesPage) goTo(at page.MemoryPlace) {
	for _, q := range memoriesView(p.Words) {
		for _, f := range q.files {
			if (at.Pane == "" && f.file == at.Id) || (at.Pane != "" && f.pane == at.Pane) {
				p.wanted = at.Id
				p.choose(f)
				p.wanted = ""
				return
			}
		}
	}
	p.choose(memoryModel{file: at.Id, title: at.Id})
}

// choose opens what a row stands for: a file in the editor, or a pane.
func (p *memoriesPage) choose(f memoryModel) {
	for name, row := range p.list {
		row.Choose(widget.When(name == f.file))
	}
	if row := p.list[f.file]; row != nil {
		widget.RevealIn(p.content, row) // the page may be just being opened
	}
	p.current = nil
	if pane := p.pane(f); pane != nil {
		p.right.Objects = []fyne.CanvasObject{pane}
	} else {
		p.right.Objects = []fyne.CanvasObject{p.textEditor.content}
		p.current = p.textEditor
		p.open(f)
	}
	p.right.Refresh()
}

// keep saves what is written, if there is something to be saved.
func (p *memoriesPage) keep() {
	if p.current != nil && !p.current.save.Disabled() {
		p.current.write()
	}
}

// enter opens what a row stands for and goes on writing in it.
func (p *memoriesPage) enter(f memoryModel) {
	p.choose(f)
	if f.pane == "" {
		p.Calls.Focus(p.text)
	}
}

// pane is the pane of a row, nil for a row that is a file.
func (p *memoriesPage) pane(f memoryModel) fyne.CanvasObject {
	switch f.pane {
	case page.PaneEpisodes:
		return newEpisodesPane(p.Deps, p.mate, p.wanted).content
	case page.PaneInsights:
		return newInsightsPane(p.Deps, p.mate, p.wanted).content
	case page.PaneEntities:
		p.current = newTextEditor(p.Deps, p.slug, p.mate, p.drafts)
		pane := newEntitiesPane(p.Deps, p.current, p.mate)
		pane.read(entity.Name(p.wanted))
		return pane.content
	case page.PaneFacts:
		return newFactsPane(p.Deps, p.mate, p.wanted).content
	case page.PaneDiary, page.PaneDays, page.PaneBank, page.PaneSkills:
		p.current = newTextEditor(p.Deps, p.slug, p.mate, p.drafts)
		pane := newTextsPane(p.Deps, p.current, p.mate, f.pane)
		pane.read(p.wanted)
		return pane.content
	}
	return nil
}

// twoColumns puts a narrow list beside the rest, which is no wider than a page.
type twoColumns struct{}

const listWidth float32 = 230

func (twoColumns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(2*listWidth, 200) }

func (twoColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(listWidth, size.Height)})
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(listWidth, 0), Size: fyne.NewSize(min(size.Width-listWidth, 900), size.Height)})
}
