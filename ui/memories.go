package ui

import (
	"yumori/entity"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
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
	pageDeps
	slug   string
	mate   memoryMate
	drafts unsaved
	wanted string // what the pane that is opened is to show first

	*textEditor             // of the files of fixed names
	current     *textEditor // that is shown, nil none is
	list        map[string]*fileRow
	right       *fyne.Container
	content     fyne.CanvasObject
}

func newMemoriesPage(deps pageDeps, slug string, m memoryMate, drafts unsaved) *memoriesPage {
	p := &memoriesPage{pageDeps: deps, slug: slug, mate: m, drafts: drafts, list: map[string]*fileRow{}}
	p.textEditor = newTextEditor(deps, slug, m, drafts)
	p.right = container.NewStack(p.textEditor.content)
	questions := memoriesView(deps.words)
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
	box := rows(look.Half)
	for _, q := range questions {
		title := newCaption(q.title, look.Muted, look.SizeHint).bold()
		box.Add(container.New(layout.NewCustomPaddedLayout(look.Inside, look.Half, look.Inside, 0), title))
		for _, f := range q.files {
			row := newFileRow(f.title, f.file, func() { p.choose(f) })
			row.entered = func() { p.enter(f) }
			p.list[f.file] = row
			box.Add(row)
		}
	}
	return container.NewVScroll(inset(box, look.Inside))
}

// goTo opens a place. A file that has no row is opened all the same.
func (p *memoriesPage) goTo(at memoryPlace) {
	for _, q := range memoriesView(p.words) {
		for _, f := range q.files {
			if (at.pane == "" && f.file == at.id) || (at.pane != "" && f.pane == at.pane) {
				p.wanted = at.id
				p.choose(f)
				p.wanted = ""
				return
			}
		}
	}
	p.choose(memoryModel{file: at.id, title: at.id})
}

// choose opens what a row stands for: a file in the editor, or a pane.
func (p *memoriesPage) choose(f memoryModel) {
	for name, row := range p.list {
		row.choose(when(name == f.file))
	}
	if row := p.list[f.file]; row != nil {
		revealIn(p.content, row) // the page may be just being opened
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
		p.calls.Focus(p.text)
	}
}

// pane is the pane of a row, nil for a row that is a file.
func (p *memoriesPage) pane(f memoryModel) fyne.CanvasObject {
	switch f.pane {
	case paneEpisodes:
		return newEpisodesPane(p.pageDeps, p.mate, p.wanted).content
	case paneInsights:
		return newInsightsPane(p.pageDeps, p.mate, p.wanted).content
	case paneEntities:
		p.current = newTextEditor(p.pageDeps, p.slug, p.mate, p.drafts)
		pane := newEntitiesPane(p.pageDeps, p.current, p.mate)
		pane.read(entity.Name(p.wanted))
		return pane.content
	case paneFacts:
		return newFactsPane(p.pageDeps, p.mate, p.wanted).content
	case paneDiary, paneDays, paneBank, paneSkills:
		p.current = newTextEditor(p.pageDeps, p.slug, p.mate, p.drafts)
		pane := newTextsPane(p.pageDeps, p.current, p.mate, f.pane)
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
	put(objects[0], rect{fyne.Position{}, fyne.NewSize(listWidth, size.Height)})
	put(objects[1], rect{fyne.NewPos(listWidth, 0), fyne.NewSize(min(size.Width-listWidth, 900), size.Height)})
}

// enable lets a thing be used when that is so, and not otherwise.
func enable(o fyne.Disableable, so when) {
	if bool(so) == !o.Disabled() {
		return
	}
	if so {
		o.Enable()
	} else {
		o.Disable()
	}
}

// A fileRow is a row of a list at the side: a file, its name beneath, or a
// section of a page.
type fileRow struct {
	widget.BaseWidget
	title   string
	tapped  func()
	entered func() // Return was pressed
	field   *panel
	box     *fyne.Container
	chosen  bool
}

// newFileRow makes a row of a title and the name beneath it, which may be "".
func newFileRow(title, name string, tapped func()) *fileRow {
	r := &fileRow{title: title, tapped: tapped, field: newPanel(look.Bg, "", look.RadiusControl)}
	text := rows(0, newCaption(title, look.Text, ""))
	if name != "" {
		text.Add(newCaption(name, look.Muted, look.SizeHint))
	}
	r.box = container.NewStack(r.field, inset(text, look.Inside))
	r.ExtendBaseWidget(r)
	return r
}

func (r *fileRow) choose(so when) {
	r.chosen = bool(so)
	r.paint(look.Bg)
}

func (r *fileRow) paint(token fyne.ThemeColorName) {
	if r.chosen {
		token = look.Raised
	}
	r.field.fill = token
	r.field.Refresh()
}

// Tapped is called by the toolkit.
func (r *fileRow) Tapped(*fyne.PointEvent) { r.tapped() }

// Cursor is asked by the toolkit.
func (r *fileRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is called by the toolkit.
func (r *fileRow) MouseIn(*desktop.MouseEvent) { r.paint(look.Surface) }

// MouseMoved is called by the toolkit.
func (r *fileRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (r *fileRow) MouseOut() { r.paint(look.Bg) }

// FocusGained is called by the toolkit.
func (r *fileRow) FocusGained() {
	r.field.stroke = look.Accent
	r.paint(look.Surface)
	reveal(r)
}

// FocusLost is called by the toolkit.
func (r *fileRow) FocusLost() {
	r.field.stroke = ""
	r.paint(look.Bg)
}

// TypedRune is called by the toolkit.
func (r *fileRow) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (r *fileRow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace:
		r.tapped()
	case fyne.KeyReturn, fyne.KeyEnter:
		r.entered()
	default:
		passEscape(r, e)
	}
}

// CreateRenderer is called by the toolkit.
func (r *fileRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.box) }
