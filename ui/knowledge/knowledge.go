// Package knowledge is the page of the files a persona was given to read: each
// with how far it is read, and a search in their passages.
package knowledge

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/taint"
	"yumori/retrieval/library"
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

// A Library has what a persona was given to read.
type Library interface {
	Files() (library.Base, error)
	Search(ctx context.Context, query string, n int) ([]library.Passage, error)
	Remove(name string) error
	Stop(name string)
	Reread(name string)
}

// An Adder takes files to read.
type Adder interface {
	Add(ctx context.Context, name string, r io.Reader) (library.File, error)
	AddFile(ctx context.Context, file string) (library.File, error)
}

// A Source is where the page has what it shows from.
type Source struct {
	Library Library
	Adder   Adder
	Trust   Trust
}

// Trust knows which texts the user called their own.
type Trust interface {
	TrustDocument(hash, name string) error
	DistrustDocument(hash string) error
	TrustedDocuments() []taint.OwnText
	KnowledgeHash(name string) (hash string, own bool, err error)
}

// A Page shows what a persona was given to read: files are added by a
// button or dropped on the window, and a search tries what is found in them.
type Page struct {
	page.Deps
	slug    string
	library Library
	adder   Adder
	trust   Trust
	State   KnowledgeState
	most    int // files shown
	added   int // files so far: each is copied by a task of its own kind

	entry   *widget.Field
	summary *prose.Text
	List    *fyne.Container
	shown   []fyne.CanvasObject // the rows of files, kept while they are the same
	models  []PaperModel
	content fyne.CanvasObject
}

// mostFound is how many passages a search on the page shows.
const mostFound = 10

// New makes the page of what a persona was given to read, and begins to read it.
func New(deps page.Deps, slug, name string, from Source) *Page {
	p := &Page{Deps: deps, most: page.RowsFirst, slug: slug, library: from.Library, adder: from.Adder, trust: from.Trust, State: KnowledgeState{name: name}}
	p.build()
	p.show()
	p.reload()
	return p
}

func (p *Page) build() {
	w := p.Words
	add := widget.NewButton(w.T("knowledge.add"), func() { p.Calls.Pick(p.picked) })
	add.Icon = look.Icon(look.IconAdd)
	add.Importance = fynewidget.HighImportance
	hint := widget.Paragraph(w.T("knowledge.hint", "name", p.State.name), look.Muted, "")
	p.entry = widget.NewField(p.Calls.Key)
	p.entry.SetPlaceHolder(w.T("knowledge.try"))
	p.entry.OnChanged = p.search
	p.entry.OnEscape = func() { p.entry.SetText("") }
	p.summary = widget.Paragraph("", look.Muted, look.SizeHint)
	p.List = widget.Rows(look.Inside)
	head := widget.Rows(look.Between, hint, container.NewBorder(nil, nil, nil, add, p.entry), p.summary)
	bar := look.Inside // beside the list, for what scrolls it
	page := widget.Under(container.New(layout.NewCustomPaddedLayout(0, 0, 0, bar), head),
		container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, look.Around, 0, bar), p.List)))
	p.content = widget.Measured(widget.Inset(page, look.Between), look.MeasurePage)
}

// Object is the page.
func (p *Page) Object() fyne.CanvasObject { return p.content }

// Receive takes how the reading goes on.
func (p *Page) Receive(_ string, state any) {
	if base, ok := state.(library.Base); ok {
		p.State.base, p.State.read, p.State.err = base, true, nil
		p.show()
		p.readOwn()
	}
}

// Close leaves the copying to go on.
func (p *Page) Close() { p.Dispatcher.Drop(p.kind("search")) }

func (p *Page) kind(what string) string { return "knowledge/" + p.slug + "/" + what }

func (p *Page) reload() {
	page.Background(p.Dispatcher, p.kind("read"), func(context.Context) (library.Base, error) {
		return p.library.Files()
	}, func(base library.Base, err error) {
		p.State.base, p.State.read, p.State.err = base, true, err
		p.show()
		p.readOwn()
	})
}

// readOwn looks which files the user declared to be their own. Only those that
// bear the name of one are read for it.
func (p *Page) readOwn() {
	files := p.State.base.Files
	page.Background(p.Dispatcher, p.kind("own"), func(ctx context.Context) (map[string]bool, error) {
		own, trusted := map[string]bool{}, p.trust.TrustedDocuments()
		for _, f := range files {
			if ctx.Err() != nil || !slices.ContainsFunc(trusted, func(t taint.OwnText) bool { return t.Name == f.Name }) {
				continue
			}
			if _, is, err := p.trust.KnowledgeHash(f.Name); err == nil && is {
				own[f.Name] = true
			}
		}
		return own, ctx.Err()
	}, func(own map[string]bool, err error) {
		if err == nil && !maps.Equal(own, p.State.own) {
			p.State.own = own
			p.show()
		}
	})
}

// own declares a file to be the user's own, or takes that back.
func (p *Page) own(name string) {
	was := p.State.own[name]
	p.Change("own/"+name, func() error {
		hash, _, err := p.trust.KnowledgeHash(name)
		switch {
		case err != nil:
			return err
		case was:
			return p.trust.DistrustDocument(hash)
		}
		return p.trust.TrustDocument(hash, name)
	})
}

// picked takes a file that the user chose.
func (p *Page) picked(file fyne.URIReadCloser) {
	if file.URI().Scheme() == "file" {
		_ = file.Close() // it is opened again, where it can be watched for changes
		p.Dropped([]fyne.URI{file.URI()})
		return
	}
	p.add(file.URI().Name(), func(ctx context.Context) error {
		defer file.Close()
		_, err := p.adder.Add(ctx, file.URI().Name(), file)
		return err
	})
}

// Dropped takes files that fell on the window.
func (p *Page) Dropped(files []fyne.URI) {
	for _, f := range files {
		if f.Scheme() == "file" {
			p.add(f.Name(), func(ctx context.Context) error {
				_, err := p.adder.AddFile(ctx, f.Path())
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
			_, err = p.adder.Add(ctx, f.Name(), r)
			return err
		})
	}
}

// add copies a file in the background.
func (p *Page) add(name string, work func(context.Context) error) {
	p.added++
	p.State.Copying = append(slices.Clone(p.State.Copying), name)
	p.show()
	page.Background(p.Dispatcher, p.kind("add/"+strconv.Itoa(p.added)), func(ctx context.Context) (library.Base, error) {
		err := work(ctx)
		base, lerr := p.library.Files()
		return base, errors.Join(err, lerr)
	}, func(base library.Base, err error) {
		if at := slices.Index(p.State.Copying, name); at >= 0 {
			p.State.Copying = slices.Delete(slices.Clone(p.State.Copying), at, at+1)
		}
		p.State.base, p.State.read = base, true
		if err != nil {
			p.State.Refused = append([]error{err}, p.State.Refused...)
		}
		p.show()
	})
}

// search tries what a query finds.
func (p *Page) search(query string) {
	p.State.query, p.State.failed = query, nil
	if strings.TrimSpace(query) == "" {
		p.Dispatcher.Drop(p.kind("search"))
		p.State.found, p.State.foundBy = nil, ""
		p.show()
		return
	}
	p.show()
	page.Background(p.Dispatcher, p.kind("search"), func(ctx context.Context) ([]library.Passage, error) {
		return p.library.Search(ctx, query, mostFound)
	}, func(found []library.Passage, err error) {
		p.State.found, p.State.foundBy, p.State.failed = found, query, err
		p.show()
	})
}

// Remove asks and deletes.
func (p *Page) Remove(name string) {
	w := p.Words
	p.Calls.Ask(page.SheetModel{
		Title: w.T("knowledge.remove.title"), Text: w.T("knowledge.remove.text", "file", name), Action: w.T("knowledge.remove"), Cancel: w.T("cancel"),
	}, nil, func() page.SheetEnd {
		p.Change("remove/"+name, func() error { return p.library.Remove(name) })
		return page.SheetDone
	})
}

// Change does something with a file in the background.
func (p *Page) Change(what string, do func() error) {
	page.Background(p.Dispatcher, p.kind(what), func(context.Context) (library.Base, error) {
		err := do()
		base, lerr := p.library.Files()
		return base, errors.Join(err, lerr)
	}, func(base library.Base, err error) {
		p.State.base = base
		if err != nil {
			p.State.Refused = append([]error{err}, p.State.Refused...)
		}
		p.show()
		p.readOwn()
	})
}

// Dismiss takes away the word about a file that was refused.
func (p *Page) Dismiss(n int) {
	if n < len(p.State.Refused) {
		p.State.Refused = slices.Delete(slices.Clone(p.State.Refused), n, n+1)
		p.show()
	}
}

// show draws the state: what was found while there is a query, else the files.
func (p *Page) show() {
	m := KnowledgeView(p.State, p.Words)
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
	hooks := page.TroubleHooks{Word: func(key string) string { return p.Words.T(key) }, Dismiss: p.Dismiss}
	for _, t := range m.troubles {
		list = append(list, hooks.Card(t, p.List.Refresh))
	}
	switch {
	case m.search.open:
		for _, found := range m.search.list {
			list = append(list, passageCard(found))
		}
	case m.Empty:
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
	p.List.Objects = list
	p.List.Refresh()
}

// papers are the rows of the files. A row stays as long as its model does, or
// the focus in it would be lost at every page that is read.
func (p *Page) papers(models []PaperModel) []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(models))
	for i, m := range models {
		if at := slices.IndexFunc(p.models, func(old PaperModel) bool { return old.name == m.name }); at >= 0 {
			if row, ok := p.shown[at].(*PaperRow); ok {
				row.set(m)
				list[i] = row
				continue
			}
		}
		list[i] = newPaperRow(m, paperHooks{
			Word: p.Words.T, Hint: p.Calls.Hint, Remove: p.Remove, Stop: p.library.Stop, Own: p.own,
			Again: func(name string) {
				p.Change("again/"+name, func() error { p.library.Reread(name); return nil })
			},
		})
	}
	p.shown, p.models = list, models
	return list
}

func (p *Page) emptyCard() fyne.CanvasObject {
	return widget.EmptyPage(nil, p.Words.T("knowledge.empty"), p.Words.T("knowledge.empty.hint", "name", p.State.name))
}

// passageCard shows a passage with the words that were looked for set off.
func passageCard(m passageModel) fyne.CanvasObject {
	text := widget.Paragraph("", look.Text, "")
	text.SetMarked(m.text, m.ranges)
	return widget.Card(widget.Rows(look.Half, widget.NewCaption(m.head, look.Muted, look.SizeHint), text))
}
