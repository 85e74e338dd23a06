package memories

import (
	"context"
	"strings"

	"yumori/entity"
	"yumori/internal/mind"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Entities are the pages about people and things.
type Entities interface {
	Entities() ([]entity.Name, error)
	Entity(entity.Name) (mind.EntityView, error)
	MergeEntities(into, from entity.Name) error
	AliasEntity(name, alias entity.Name) error
	DropEntity(entity.Name) error
}

// factsShown is how many facts stand under a page; all are in their own pane.
const factsShown = 30

// An entitiesPane is everybody and everything the persona has a page on.
type entitiesPane struct {
	page.Deps
	companion Entities
	editor    *textEditor
	all       []entity.Name
	names     []entity.Name // those that the filter leaves
	shown     mind.EntityView
	filter    *widget.Field
	list      *widget.MasterList
	ties      *fyne.Container
	content   fyne.CanvasObject
}

func newEntitiesPane(deps page.Deps, editor *textEditor, m Entities) *entitiesPane {
	p := &entitiesPane{Deps: deps, companion: m, editor: editor, ties: widget.Rows(look.Half)}
	p.list = widget.NewMasterList(deps.Words.T("pane.entities.none"), p.choose)
	p.list.OneLine()
	p.filter = widget.NewField(deps.Calls.Key)
	p.filter.SetPlaceHolder(deps.Words.T("entity.filter"))
	p.filter.OnChanged = func(string) { p.sift() }
	left := widget.Under(widget.Inset(p.filter, look.Inside), p.list.Content.Objects[0])
	p.list.Content.Objects[0] = left
	p.content = p.list.Content
	return p
}

// read reads the names and opens one, the first if it is "".
func (p *entitiesPane) read(open entity.Name) {
	page.Background(p.Dispatcher, "pane/entities", func(context.Context) ([]entity.Name, error) {
		return p.companion.Entities()
	}, func(list []entity.Name, err error) {
		if err != nil {
			p.list.Fail(p.Trouble(err))
			return
		}
		p.all = list
		p.list.Put(nil)
		p.sift()
		if open == "" && len(p.names) > 0 {
			open = p.names[0]
		}
		p.open(open)
	})
}

// sift leaves the names that hold what the filter says.
func (p *entitiesPane) sift() {
	want := transcript.Fold(strings.TrimSpace(p.filter.Text))
	p.names = nil
	for _, n := range p.all {
		if strings.Contains(transcript.Fold(string(n)), want) {
			p.names = append(p.names, n)
		}
	}
	p.list.Show(len(p.names), func(i int) widget.MasterRow { return widget.MasterRow{Title: string(p.names[i])} })
}

// open opens the page of a name, if it is in the list.
func (p *entitiesPane) open(name entity.Name) {
	for i, n := range p.names {
		if n == name {
			p.list.Choose(i)
			return
		}
	}
}

func (p *entitiesPane) choose(i int) {
	if i >= len(p.names) {
		return
	}
	name := p.names[i]
	page.Background(p.Dispatcher, "pane/entity", func(context.Context) (mind.EntityView, error) {
		return p.companion.Entity(name)
	}, func(v mind.EntityView, err error) {
		if err != nil {
			p.list.Fail(p.Trouble(err))
			return
		}
		p.shown = v
		p.show()
		p.editor.open(MemoryModel{File: v.File, title: string(v.Name), hint: p.aliases(v)})
	})
}

func (p *entitiesPane) aliases(v mind.EntityView) string {
	if len(v.Aliases) == 0 {
		return ""
	}
	names := make([]string, len(v.Aliases))
	for i, a := range v.Aliases {
		names[i] = string(a)
	}
	return p.Words.T("entity.aliases", "names", strings.Join(names, ", "))
}

// show shows the page with what it is tied to.
func (p *entitiesPane) show() {
	w, v := p.Words, p.shown
	p.ties.Objects = nil
	links := append(append([]entity.Name{}, v.To...), v.From...)
	line := widget.Inline(look.Half)
	seen := map[entity.Name]bool{}
	for _, n := range links {
		if seen[n] || len(seen) >= 8 {
			continue
		}
		seen[n] = true
		b := widget.NewButton(widget.Shorten(string(n), 24), func() {
			p.filter.SetText("")
			p.open(n)
		})
		b.Importance = fynewidget.LowImportance
		line.Add(b)
	}
	if len(seen) > 0 {
		p.ties.Add(widget.Labelled(w.T("entity.links"), container.NewHScroll(line)))
	}
	if len(v.Facts) > 0 {
		facts := widget.Rows(2)
		for _, f := range v.Facts[:min(len(v.Facts), factsShown)] {
			facts.Add(widget.Paragraph(widget.Beginning(f.Text, page.TitleShown), look.Text, ""))
		}
		if rest := len(v.Facts) - factsShown; rest > 0 {
			facts.Add(widget.Paragraph(w.N("list.rest", rest), look.Muted, look.SizeHint))
		}
		p.ties.Add(widget.Labelled(w.T("entity.facts"), facts))
	}
	acts := widget.Flow(
		widget.NewButton(w.T("entity.alias"), func() { p.name(w.T("entity.alias"), w.T("entity.alias.label"), p.companion.AliasEntity) }),
		widget.NewButton(w.T("entity.merge"), func() { p.name(w.T("entity.merge"), w.T("entity.merge.label"), p.companion.MergeEntities) }),
		widget.NewButton(w.T("entity.drop"), p.drop))
	p.ties.Add(acts)
	below := widget.Inset(p.ties, look.Between)
	if _, unsaved := p.editor.drafts[v.File]; unsaved {
		p.list.Put(widget.Tall(p.editor.content, below))
		return
	}
	head := widget.Rows(2, widget.Heading(string(v.Name), look.SizeTitle), widget.Paragraph(p.aliases(v), look.Muted, look.SizeHint))
	file := widget.NewButton(w.T("memories.show"), func() { p.list.Put(widget.Tall(p.editor.content, below)) })
	p.list.Put(container.NewVScroll(widget.Rows(0, widget.Inset(widget.Rows(look.Between, head, plainPage(v.Page)), look.Between), below)))
	acts.Objects = append([]fyne.CanvasObject{file}, acts.Objects...)
}

// name asks for a name and does something with it and the page.
func (p *entitiesPane) name(title, label string, do func(name, other entity.Name) error) {
	w, name := p.Words, p.shown.Name
	entry := widget.NewField(p.Calls.Key)
	p.Calls.Ask(page.SheetModel{Title: title, Text: string(name), Action: title, Cancel: w.T("cancel")}, widget.Labelled(label, entry), func() page.SheetEnd {
		other := entity.Name(strings.TrimSpace(entry.Text))
		if other == "" || other == name {
			return page.SheetStays
		}
		p.run(name, func() error { return do(name, other) })
		return page.SheetDone
	})
	p.Calls.Focus(entry)
}

func (p *entitiesPane) drop() {
	w, name := p.Words, p.shown.Name
	p.Calls.Ask(page.SheetModel{Title: w.T("entity.drop"), Text: w.T("entity.drop.text", "name", string(name)), Action: w.T("entity.drop"), Cancel: w.T("cancel")}, nil, func() page.SheetEnd {
		p.run("", func() error { return p.companion.DropEntity(name) })
		return page.SheetDone
	})
}

// run does something away from the screen and reads again.
func (p *entitiesPane) run(open entity.Name, do func() error) {
	page.Background(p.Dispatcher, "pane/entity/act", func(context.Context) (struct{}, error) {
		return struct{}{}, do()
	}, func(_ struct{}, err error) {
		if err != nil {
			p.list.Fail(p.Trouble(err))
			return
		}
		p.read(open)
	})
}
