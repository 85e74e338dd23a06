package memories

import (
	"context"
	"path"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A textsPane is the texts of a group with an editor for the chosen one.
type textsPane struct {
	page.Deps
	companion Companion
	name      page.PaneName
	editor    *textEditor
	files     []textRow
	list      *widget.MasterList
	content   fyne.CanvasObject
}

func newTextsPane(deps page.Deps, editor *textEditor, c Companion, name page.PaneName) *textsPane {
	p := &textsPane{Deps: deps, companion: c, name: name, editor: editor}
	p.list = widget.NewMasterList(p.emptyWord(), p.choose)
	p.content = p.list.Content
	if name == page.PaneDiary {
		secret := widget.NewButton(deps.Words.T("secret.open"), p.askSecret)
		secret.Importance = fynewidget.LowImportance
		p.list.Foot(secret)
	}
	return p
}

// emptyWord says what will live here.
func (p *textsPane) emptyWord() string {
	switch p.name {
	case page.PaneDiary:
		return p.Words.T("pane.diary.none")
	case page.PaneBank:
		return p.Words.T("pane.bank.none")
	case page.PaneSkills:
		return p.Words.T("pane.skills.none")
	}
	return p.Words.T("pane.days.none")
}

func (p *textsPane) group() texts.Group {
	switch p.name {
	case page.PaneDiary:
		return texts.Diary
	case page.PaneBank:
		return texts.Bank
	}
	return texts.Days
}

// A textRow is a text of the list: its file, and of a skill what it is called
// and what is said of it.
type textRow struct {
	texts.File
	title, text, hint string
}

// texts lists the texts of the pane.
func (p *textsPane) texts(ctx context.Context) ([]textRow, error) {
	if p.name == page.PaneSkills {
		return p.skills(ctx)
	}
	list, err := p.companion.Texts.Texts(p.group())
	shown := make([]textRow, len(list))
	for i, f := range list {
		shown[i] = textRow{File: f}
	}
	return shown, err
}

// row is a text in the list.
func (p *textsPane) row(i int) widget.MasterRow {
	f := p.files[i]
	if p.name == page.PaneSkills {
		return widget.MasterRow{Title: f.title, Text: f.text}
	}
	return widget.MasterRow{Title: p.title(f.File), Text: p.Words.Size(f.Size)} // its name stands above it once it is open
}

// skills lists what the persona was taught.
func (p *textsPane) skills(ctx context.Context) ([]textRow, error) {
	list, err := p.companion.Skills(ctx)
	list = slices.DeleteFunc(list, func(s companion.Skill) bool { return s.Home }) // they are no files of the persona's
	shown := make([]textRow, len(list))
	for i, s := range list {
		hint := p.Words.T("skill.hint")
		if s.About != "" {
			hint = s.About + "\n" + hint
		}
		shown[i] = textRow{File: s.File, title: s.Title, text: s.About, hint: hint}
		if s.About == "" {
			shown[i].text = path.Dir(s.Name)
		}
	}
	return shown, err
}

// read reads the list and opens a file, the first if it is not there.
func (p *textsPane) read(file string) {
	page.Background(p.Dispatcher, "pane/texts", p.texts, func(list []textRow, err error) {
		if err != nil {
			p.list.Fail(p.Trouble(err))
			return
		}
		p.files = list
		p.list.Show(len(list), p.row)
		if len(list) > 0 {
			p.list.Choose(max(slices.IndexFunc(list, func(f textRow) bool { return f.Name == file }), 0))
		}
	})
}

// title is what a file is called by people.
func (p *textsPane) title(f texts.File) string {
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Name), ".md"), ".txt")
	switch {
	case p.name == page.PaneBank:
		return bankTitle(p.Words, base)
	case p.name == page.PaneDiary && base == "memory_main":
		return p.Words.T("pane.diary.main")
	case p.name == page.PaneDiary:
		return p.Words.T("pane.diary.archive", "name", p.Words.Date(strings.TrimPrefix(base, "memory_archived_")))
	case len(base) > len("2026-01-02"):
		return p.Words.Date(base[:10]) + page.Separator + base[11:]
	}
	return p.Words.Date(base)
}

// bankTitle is what a page of the bank is called: its sort, and the year of an
// archive.
func bankTitle(w page.Words, base string) string {
	sort, year, _ := strings.Cut(base, "_archived_")
	title := base
	switch sort {
	case "world":
		title = factType(w, facts.World)
	case "experience":
		title = factType(w, facts.Experience)
	case "opinions":
		title = factType(w, facts.Opinion)
	}
	if year != "" && title != base {
		title += page.Separator + year
	}
	return title
}

func (p *textsPane) choose(i int) {
	if i >= len(p.files) {
		return
	}
	f := p.files[i]
	p.list.Put(p.editor.content)
	p.editor.open(MemoryModel{File: f.Name, title: p.row(i).Title, hint: f.hint})
}

// askSecret warns before it shows what is not meant for the user.
func (p *textsPane) askSecret() {
	w := p.Words
	p.Calls.Ask(page.SheetModel{Title: w.T("secret.title"), Text: w.T("secret.text"), Action: w.T("secret.read"), Cancel: w.T("cancel")}, nil, func() page.SheetEnd {
		page.Background(p.Dispatcher, "pane/secret", func(context.Context) (store.Text, error) { return p.companion.Texts.Secret() }, func(t store.Text, err error) {
			if err != nil {
				p.list.Fail(p.Trouble(err))
				return
			}
			said := t.S
			if said == "" {
				said = w.T("memories.empty")
			}
			p.list.List.UnselectAll()
			title := widget.NewCaption(w.T("secret.title"), look.Text, look.SizeTitle).InBold()
			p.list.Put(container.NewVScroll(widget.Inset(widget.Rows(look.Between, title, widget.Paragraph(said, look.Text, "")), look.Between)))
		})
		return page.SheetDone
	})
}
