package ui

import (
	"context"
	"path"
	"slices"
	"strings"

	"yumori/companion"
	"yumori/store"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A textLister lists a persona's texts, and reads the one that is its own.
type textLister interface {
	Texts(companion.TextGroup) ([]companion.MemoryFile, error)
	Secret() (store.Text, error)
}

// A textsPane is the texts of a group with an editor for the chosen one.
type textsPane struct {
	pageDeps
	mate    textLister
	name    paneName
	editor  *textEditor
	files   []companion.MemoryFile
	list    *masterList
	content fyne.CanvasObject
}

func newTextsPane(deps pageDeps, editor *textEditor, m textLister, name paneName) *textsPane {
	p := &textsPane{pageDeps: deps, mate: m, name: name, editor: editor}
	p.list = newMasterList(p.emptyWord(), p.choose)
	p.content = p.list.content
	if name == paneDiary {
		secret := newButton(deps.words.T("secret.open"), p.askSecret)
		secret.Importance = widget.LowImportance
		left := container.NewBorder(nil, inset(secret, look.Inside), nil, nil, p.list.content.Objects[0])
		p.list.content.Objects[0] = left
	}
	return p
}

// emptyWord says what will live here.
func (p *textsPane) emptyWord() string {
	switch p.name {
	case paneDiary:
		return p.words.T("pane.diary.none")
	case paneBank:
		return p.words.T("pane.bank.none")
	case paneSkills:
		return p.words.T("pane.skills.none")
	}
	return p.words.T("pane.days.none")
}

func (p *textsPane) group() companion.TextGroup {
	switch p.name {
	case paneDiary:
		return companion.TextsDiary
	case paneBank:
		return companion.TextsBank
	case paneSkills:
		return companion.TextsSkills
	}
	return companion.TextsDays
}

// read reads the list and opens a file, the first if it is not there.
func (p *textsPane) read(file string) {
	background(p.border, "pane/texts", func(context.Context) ([]companion.MemoryFile, error) {
		return p.mate.Texts(p.group())
	}, func(list []companion.MemoryFile, err error) {
		if err != nil {
			p.list.fail(p.trouble(err))
			return
		}
		p.files = list
		shown := make([]masterRow, len(list))
		for i, f := range list {
			shown[i] = masterRow{title: p.title(f), text: path.Base(f.Name) + separator + p.words.Size(f.Size)}
		}
		p.list.show(shown)
		if len(list) > 0 {
			p.list.choose(max(slices.IndexFunc(list, func(f companion.MemoryFile) bool { return f.Name == file }), 0))
		}
	})
}

// title is what a file is called by people.
func (p *textsPane) title(f companion.MemoryFile) string {
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Name), ".md"), ".txt")
	switch {
	case p.name == paneSkills:
		return path.Base(path.Dir(f.Name))
	case p.name == paneBank:
		return base
	case p.name == paneDiary && base == "memory_main":
		return p.words.T("pane.diary.main")
	case p.name == paneDiary:
		return p.words.T("pane.diary.archive", "name", strings.TrimPrefix(base, "memory_archived_"))
	case len(base) > len("2026-01-02"):
		return p.words.date(base[:10]) + separator + base[11:]
	}
	return p.words.date(base)
}

func (p *textsPane) choose(i int) {
	if i >= len(p.files) {
		return
	}
	f := p.files[i]
	p.list.put(p.editor.content)
	p.editor.open(memoryModel{file: f.Name, title: p.title(f)})
}

// askSecret warns before it shows what is not meant for the user.
func (p *textsPane) askSecret() {
	w := p.words
	p.calls.Ask(sheetModel{title: w.T("secret.title"), text: w.T("secret.text"), action: w.T("secret.read"), cancel: w.T("cancel")}, nil, func() sheetEnd {
		background(p.border, "pane/secret", func(context.Context) (store.Text, error) { return p.mate.Secret() }, func(t store.Text, err error) {
			if err != nil {
				p.list.fail(p.trouble(err))
				return
			}
			said := t.S
			if said == "" {
				said = w.T("memories.empty")
			}
			p.list.list.UnselectAll()
			title := newCaption(w.T("secret.title"), look.Text, look.SizeTitle).bold()
			p.list.put(container.NewVScroll(inset(rows(look.Between, title, paragraph(said, look.Text, "")), look.Between)))
		})
		return sheetDone
	})
}

// trouble says what went wrong in place of what should stand there.
func (d pageDeps) trouble(err error) fyne.CanvasObject {
	e := d.words.explain(err)
	hooks := &rowHooks{Word: func(key string) string { return d.words.T(key) }}
	card := hooks.troubleCard(troubleModel{what: e.what, next: e.next, details: e.details}, func() {})
	return inset(container.NewVBox(card), look.Between)
}
