package ui

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/storage"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A librarian keeps what a persona was given to read.
type librarian interface {
	Knowledge() (companion.KnowledgeBase, error)
	knowledgeAdder
	knowledgeHandler
	ownTeller
}

// A ownTeller is told which texts are the user's own.
type ownTeller interface {
	TrustDocument(hash, name string) error
	DistrustDocument(hash string) error
	TrustedDocuments() []companion.OwnText
	KnowledgeHash(name string) (hash string, own bool, err error)
}

// A knowledgeHandler does something with a file that was given to read.
type knowledgeHandler interface {
	RemoveKnowledge(name string) error
	StopKnowledge(name string)
	RereadKnowledge(name string)
}

// A knowledgeAdder takes files to read.
type knowledgeAdder interface {
	AddKnowledge(ctx context.Context, name string, r io.Reader) (companion.KnowledgeFile, error)
	AddKnowledgeFile(ctx context.Context, file string) (companion.KnowledgeFile, error)
	SearchKnowledge(ctx context.Context, query string, n int) ([]companion.Passage, error)
}

// A knowledgePage shows what a persona was given to read: files are added by a
// button or dropped on the window, and a search tries what is found in them.
type knowledgePage struct {
	page.Deps
	slug  string
	mate  librarian
	state knowledgeState
	most  int // files shown
	added int // files so far: each is copied by an errand of its own kind

	entry   *widget.Field
	summary *prose.Text
	list    *fyne.Container
	shown   []fyne.CanvasObject // the rows of files, kept while they are the same
	models  []paperModel
	content fyne.CanvasObject
}

// mostFound is how many passages a search on the page shows.
const mostFound = 10

func newKnowledgePage(deps page.Deps, slug, name string, m librarian) *knowledgePage {
	p := &knowledgePage{Deps: deps, most: page.RowsFirst, slug: slug, mate: m, state: knowledgeState{name: name}}
	p.build()
	p.show()
	p.reload()
	return p
}

func (p *knowledgePage) build() {
	w := p.Words
	add := widget.NewButton(w.T("knowledge.add"), func() { p.Calls.Pick(p.picked) })
	add.Icon = look.Icon(look.IconAdd)
	add.Importance = fynewidget.HighImportance
	hint := widget.Paragraph(w.T("knowledge.hint", "name", p.state.name), look.Muted, "")
	p.entry = widget.NewField(p.Calls.Key)
	p.entry.SetPlaceHolder(w.T("knowledge.try"))
	p.entry.OnChanged = p.search
	p.entry.OnEscape = func() { p.entry.SetText("") }
	p.summary = widget.Paragraph("", look.Muted, look.SizeHint)
	p.list = widget.Rows(look.Inside)
	head := widget.Rows(look.Between, hint, container.NewBorder(nil, nil, nil, add, p.entry), p.summary)
	bar := look.Inside // beside the list, for what scrolls it
	page := widget.Under(container.New(layout.NewCustomPaddedLayout(0, 0, 0, bar), head),
		container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, look.Around, 0, bar), p.list)))
	p.content = widget.Measured(widget.Inset(page, look.Between), look.MeasurePage)
}

func (p *knowledgePage) object() fyne.CanvasObject { return p.content }

// receive takes how the reading goes on.
func (p *knowledgePage) receive(_ string, state any) {
	if base, ok := state.(companion.KnowledgeBase); ok {
		p.state.base, p.state.read, p.state.err = base, true, nil
		p.show()
		p.readOwn()
	}
}

// close leaves the copying to go on.
func (p *knowledgePage) close() { p.Border.Drop(p.kind("search")) }

func (p *knowledgePage) kind(what string) string { return "knowledge/" + p.slug + "/" + what }

func (p *knowledgePage) reload() {
	page.Background(p.Border, p.kind("read"), func(context.Context) (companion.KnowledgeBase, error) {
		return p.mate.Knowledge()
	}, func(base companion.KnowledgeBase, err error) {
		p.state.base, p.state.read, p.state.err = base, true, err
		p.show()
		p.readOwn()
	})
}

// readOwn looks which files the user declared to be their own. Only those that
// bear the name of one are read for it.
func (p *knowledgePage) readOwn() {
	files := p.state.base.Files
	page.Background(p.Border, p.kind("own"), func(ctx context.Context) (map[string]bool, error) {
		own, trusted := map[string]bool{}, p.mate.TrustedDocuments()
		for _, f := range files {
			if ctx.Err() != nil || !slices.ContainsFunc(trusted, func(t companion.OwnText) bool { return t.Name == f.Name }) {
				continue
			}
			if _, is, err := p.mate.KnowledgeHash(f.Name); err == nil && is {
				own[f.Name] = true
			}
		}
		return own, ctx.Err()
	}, func(own map[string]bool, err error) {
		if err == nil && !maps.Equal(own, p.state.own) {
			p.state.own = own
			p.show()
		}
	})
}

// own declares a file to be the user's own, or takes that back.
func (p *knowledgePage) own(name string) {
	was := p.state.own[name]
	p.change("own/"+name, func() error {
		hash, _, err := p.mate.KnowledgeHash(name)
		switch {
		case err != nil:
			return err
		case was:
			return p.mate.DistrustDocument(hash)
		}
		return p.mate.TrustDocument(hash, name)
	})
}

// picked takes a file that the user chose.
func (p *knowledgePage) picked(file fyne.URIReadCloser) {
	if file.URI().Scheme() == "file" {
		_ = file.Close() // it is opened again, where it can be watched for changes
		p.dropped([]fyne.URI{file.URI()})
		return
	}
	p.add(file.URI().Name(), func(ctx context.Context) error {
		defer file.Close()
		_, err := p.mate.AddKnowledge(ctx, file.URI().Name(), file)
		return err
	})
}

// dropped takes files that fell on the window.
func (p *knowledgePage) dropped(files []fyne.URI) {
	for _, f := range files {
		if f.Scheme() == "file" {
			p.add(f.Name(), func(ctx context.Context) error {
				_, err := p.mate.AddKnowledgeFile(ctx, f.Path())
				return err
			})
			continue
		}
		p.add(f.Name(), func(ctx context.Context) error {
			r, err := storage.Reader(f)
			if err != nil {
				return err
			}
			defer r.Close()
			_, err = p.mate.AddKnowledge(ctx, f.Name(), r)
			return err
		})
	}
}

// add copies a file in the background.
func (p *knowledgePage) add(name string, work func(context.Context) error) {
	p.added++
	p.state.copying = append(slices.Clone(p.state.copying), name)
	p.show()
	page.Background(p.Border, p.kind("add/"+strconv.Itoa(p.added)), func(ctx context.Context) (companion.KnowledgeBase, error) {
		err := work(ctx)
		base, lerr := p.mate.Knowledge()
		return base, errors.Join(err, lerr)
	}, func(base companion.KnowledgeBase, err error) {
		if at := slices.Index(p.state.copying, name); at >= 0 {
			p.state.copying = slices.Delete(slices.Clone(p.state.copying), at, at+1)
		}
		p.state.base, p.state.read = base, true
		if err != nil {
			p.state.refused = append([]error{err}, p.state.refused...)
		}
		p.show()
	})
}

// search tries what a query finds.
func (p *knowledgePage) search(query string) {
	p.state.query, p.state.failed = query, nil
	if strings.TrimSpace(query) == "" {
		p.Border.Drop(p.kind("search"))
		p.state.found, p.state.foundBy = nil, ""
		p.show()
		return
	}
	p.show()
	page.Background(p.Border, p.kind("search"), func(ctx context.Context) ([]companion.Passage, error) {
		return p.mate.SearchKnowledge(ctx, query, mostFound)
	}, func(found []companion.Passage, err error) {
		p.state.found, p.state.foundBy, p.state.failed = found, query, err
		p.show()
	})
}

// remove asks and deletes.
func (p *knowledgePage) remove(name string) {
	w := p.Words
	p.Calls.Ask(page.SheetModel{
		Title: w.T("knowledge.remove.title"), Text: w.T("knowledge.remove.text", "file", name), Action: w.T("knowledge.remove"), Cancel: w.T("cancel"),
	}, nil, func() page.SheetEnd {
		p.change("remove/"+name, func() error { return p.mate.RemoveKnowledge(name) })
		return page.SheetDone
	})
}

// change does something with a file in the background.
func (p *knowledgePage) change(what string, do func() error) {
	page.Background(p.Border, p.kind(what), func(context.Context) (companion.KnowledgeBase, error) {
		err := do()
		base, lerr := p.mate.Knowledge()
		return base, errors.Join(err, lerr)
	}, func(base companion.KnowledgeBase, err error) {
		p.state.base = base
		if err != nil {
			p.state.refused = append([]error{err}, p.state.refused...)
		}
		p.show()
		p.readOwn()
	})
}

func (p *knowledgePage) dismiss(n int) {
	if n < len(p.state.refused) {
		p.state.refused = slices.Delete(slices.Clone(p.state.refused), n, n+1)
		p.show()
	}
}

// show draws the state: what was found while there is a query, else the files.
func (p *knowledgePage) show() {
	m := knowledgeView(p.state, p.Words)
	token, summary := look.Muted, m.summary
	if m.search.open {
		summary = m.search.summary
		if m.search.bad {
			token = look.Bad
		}
	}
	p.summary.SetInk(widget.InkOf(token))
	widget.SetParagraph(p.summary, summary)
	var list []fyne.CanvasObject
	hooks := page.TroubleHooks{Word: func(key string) string { return p.Words.T(key) }, Dismiss: p.dismiss}
	for _, t := range m.troubles {
		list = append(list, hooks.Card(t, p.list.Refresh))
	}
	switch {
	case m.search.open:
		for _, found := range m.search.list {
			list = append(list, passageCard(found))
		}
	case m.empty:
		list = append(list, p.emptyCard())
	default:
		for _, name := range m.copying {
			list = append(list, widget.Card(widget.NewCaption(p.Words.T("knowledge.copying", "file", name), look.Muted, "")))
		}
		list = append(list, p.papers(m.files[:min(len(m.files), p.most)])...)
		if rest := len(m.files) - p.most; rest > 0 {
			list = append(list, p.MoreButton(rest, func() {
				p.most += page.RowsMore
				p.show()
			}))
		}
	}
	p.list.Objects = list
	p.list.Refresh()
}

// papers are the rows of the files. A row stays as long as its model does, or
// the focus in it would be lost at every page that is read.
func (p *knowledgePage) papers(models []paperModel) []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(models))
	for i, m := range models {
		if at := slices.IndexFunc(p.models, func(old paperModel) bool { return old.name == m.name }); at >= 0 {
			if row, ok := p.shown[at].(*paperRow); ok {
				row.set(m)
				list[i] = row
				continue
			}
		}
		list[i] = newPaperRow(m, paperHooks{
			Word: p.Words.T, Hint: p.Calls.Hint, Remove: p.remove, Stop: p.mate.StopKnowledge, Own: p.own,
			Again: func(name string) {
				p.change("again/"+name, func() error { p.mate.RereadKnowledge(name); return nil })
			},
		})
	}
	p.shown, p.models = list, models
	return list
}

func (p *knowledgePage) emptyCard() fyne.CanvasObject {
	w := p.Words
	title := widget.NewCaption(w.T("knowledge.empty"), look.Text, look.SizeLead).InBold()
	title.Align = fyne.TextAlignCenter
	hint := container.New(widget.SnugLayout{Ems: 34}, widget.Paragraph(w.T("knowledge.empty.hint", "name", p.state.name), look.Muted, ""))
	return container.New(layout.NewCustomPaddedLayout(64, look.Around, look.Around, look.Around), widget.Rows(look.Between, title, hint))
}

// passageCard shows a passage with the words that were looked for set off.
func passageCard(m passageModel) fyne.CanvasObject {
	text := widget.Paragraph("", look.Text, "")
	text.SetMarked(m.text, m.ranges)
	return widget.Card(widget.Rows(look.Half, widget.NewCaption(m.head, look.Muted, look.SizeHint), text))
}
