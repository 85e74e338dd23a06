package ui

import (
	"context"
	"errors"

	"yumori/internal/store"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// An editor reads and writes a persona's texts.
type editor interface {
	Text(name string) (store.Text, error)
	Write(name string, old store.Version, text string) error
}

// A textMate is a persona as the editor of its texts needs it.
type textMate interface {
	editor
	page.PastReader
}

// A textEditor is one of a persona's texts, to be read, changed and saved, and
// to be looked at as it was.
type textEditor struct {
	page.Deps
	slug   string
	texts  textMate
	state  editState
	old    store.Version // of the text on disk
	drafts unsaved

	title    *widget.Caption
	file     *widget.Caption
	hint     *prose.Text
	text     *widget.Field
	status   *prose.Text
	save     *widget.Button
	revert   *widget.Button
	past     *widget.Button
	conflict *fyne.Container
	space    *fyne.Container   // the text, or its past
	page     fyne.CanvasObject // the text: the field, below what says which part is in it
	leaves   []page.Leaf       // the parts of the text
	leaf     int               // the part in the field
	bar      *page.LeafBar
	content  fyne.CanvasObject
}

// unsaved are the texts of a persona that were edited and not saved, by file.
// They outlive the page.
type unsaved map[string]textDraft

// A textDraft is a text that was edited and not saved, and what it was made
// from: a change by somebody else meanwhile is then noticed when it is saved.
type textDraft struct {
	text, on string
	old      store.Version
}

func newTextEditor(deps page.Deps, slug string, m textMate, drafts unsaved) *textEditor {
	p := &textEditor{Deps: deps, slug: slug, texts: m, drafts: drafts}
	p.content = p.build()
	return p
}

func (p *textEditor) build() fyne.CanvasObject {
	w := p.Words
	p.title = widget.NewCaption("", look.Text, look.SizeTitle).InBold()
	p.file = widget.NewCaption("", look.Muted, look.SizeHint)
	p.hint = widget.Paragraph("", look.Muted, look.SizeHint)
	p.status = widget.Paragraph("", look.Muted, look.SizeHint)
	p.text = widget.NewTextField(p.Calls.Key)
	p.text.SetMinRowsVisible(6)
	p.text.OnChanged = p.typed
	p.save = widget.NewButton(w.T("memories.save"), p.write)
	p.save.Importance = fynewidget.HighImportance
	p.revert = widget.NewButton(w.T("memories.revert"), p.undo)
	p.past = widget.NewButton(w.T("past.open"), p.togglePast)
	p.conflict = container.NewStack()
	p.bar = page.NewLeafBar(p.Deps, func(by int) { p.turn(p.leaf + by) })
	p.bar.Content.Hide()
	p.page = widget.Under(p.bar.Content, p.text)
	p.space = container.NewStack(p.page)
	head := widget.Rows(2, p.title, p.file, p.hint)
	foot := widget.Rows(look.Half, p.status, p.conflict, widget.Flow(p.past, p.revert, p.save))
	return widget.Inset(widget.Tall(widget.Under(head, p.space), widget.Inset(foot, look.Half)), look.Between)
}

// open shows a file; what was written in another stays until it is saved.
func (p *textEditor) open(f memoryModel) {
	p.state, p.leaf = editState{file: f}, 0
	p.space.Objects = []fyne.CanvasObject{p.page}
	p.show()
	p.read()
}

// read reads the open file from disk.
func (p *textEditor) read() {
	name := p.state.file.file
	page.Background(p.Border, "memories/read/"+p.slug, func(context.Context) (store.Text, error) {
		return p.texts.Text(name)
	}, func(t store.Text, err error) {
		if err != nil {
			p.state.err = err
			p.leaves, p.leaf = page.Leaves(""), 0 // not the text of the file before
			p.turn(0)
			p.show()
			return
		}
		p.old = t.Version
		p.state.read, p.state.on, p.state.text = true, t.S, t.S
		if d, ok := p.drafts[name]; ok {
			p.old, p.state.on, p.state.text = d.old, d.on, d.text
		}
		p.fill()
	})
}

// fill puts the state's text into the editor.
func (p *textEditor) fill() {
	p.leaves = page.Leaves(p.state.text)
	p.tell() // before the field has something to draw
	p.turn(min(p.leaf, len(p.leaves)-1))
	p.space.Objects = []fyne.CanvasObject{p.page}
	p.content.Refresh()
}

// turn puts a part of the text into the field.
func (p *textEditor) turn(to int) {
	if to < 0 || to >= len(p.leaves) {
		return
	}
	p.leaf = to
	p.text.OnChanged = nil // nobody typed
	p.text.SetText(p.leaves[to].Text)
	p.text.OnChanged = p.typed
	p.text.CursorRow, p.text.CursorColumn = 0, 0
	p.bar.Show(to, len(p.leaves))
}

func (p *textEditor) typed(text string) {
	if !p.state.read {
		return
	}
	p.leaves[p.leaf].Text = text
	p.state.text, p.state.err = page.Bound(p.leaves), nil
	p.remember()
	was := p.status.Source()
	if p.tell(); p.status.Source() != was {
		p.content.Refresh()
	}
}

// remember keeps what is written and not saved.
func (p *textEditor) remember() {
	if p.state.text == p.state.on {
		delete(p.drafts, p.state.file.file)
		return
	}
	p.drafts[p.state.file.file] = textDraft{p.state.text, p.state.on, p.old}
}

func (p *textEditor) undo() {
	delete(p.drafts, p.state.file.file)
	p.state.text, p.state.err = p.state.on, nil
	p.read()
}

// write saves what is in the editor, if the file still is what was read.
func (p *textEditor) write() {
	name, old, text := p.state.file.file, p.old, p.state.text
	p.state.saving = true
	p.show()
	type written struct {
		now    store.Text
		theirs bool
	}
	page.Background(p.Border, "memories/write/"+p.slug+"/"+name, func(context.Context) (written, error) {
		err := p.texts.Write(name, old, text)
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return written{}, err
		}
		now, rerr := p.texts.Text(name)
		return written{now, err != nil}, rerr
	}, func(r written, err error) {
		if p.state.file.file != name {
			if err == nil && !r.theirs && p.drafts[name].text == text {
				delete(p.drafts, name)
			}
			return
		}
		p.state.saving, p.state.err = false, err
		if err == nil {
			p.old = r.now.Version
			if r.theirs {
				p.state.theirs = &r.now.S
			} else {
				p.state.on = r.now.S
			}
			p.remember()
		}
		p.show()
	})
}

// keepMine saves over what somebody else wrote; the history has theirs.
func (p *textEditor) keepMine() {
	p.state.on, p.state.theirs = *p.state.theirs, nil
	p.write()
}

// takeTheirs leaves what the user wrote for what is on disk.
func (p *textEditor) takeTheirs() {
	p.state.on, p.state.text, p.state.theirs = *p.state.theirs, *p.state.theirs, nil
	p.remember()
	p.fill()
}

func (p *textEditor) show() {
	p.tell()
	p.content.Refresh()
}

// tell says how the state is. It leaves the field alone, which takes long to
// draw.
func (p *textEditor) tell() {
	m := editView(p.state, p.Words)
	p.title.SetText(p.state.file.title)
	p.file.SetText(p.state.file.file)
	widget.SetParagraph(p.hint, p.state.file.hint)
	token := look.Muted
	if m.bad {
		token = look.Bad
	}
	p.status.SetInk(widget.InkOf(token))
	widget.SetParagraph(p.status, m.status)
	widget.SetEnabled(p.save, widget.When(m.canSave))
	widget.SetEnabled(p.revert, widget.When(m.canRevert))
	p.past.SetText(p.Words.T("past.open"))
	if p.inPast() {
		p.past.SetText(p.Words.T("past.close"))
	}
	widget.SetEnabled(p.text, widget.When(p.state.read && !p.state.saving && !m.conflict))
	p.conflict.Objects = nil
	if m.conflict {
		mine := widget.NewButton(p.Words.T("memories.mine"), p.keepMine)
		theirs := widget.NewButton(p.Words.T("memories.theirs"), p.takeTheirs)
		list := container.NewVScroll(widget.NewDiffBox(m.difference))
		list.SetMinSize(fyne.NewSize(100, 160))
		p.conflict.Objects = []fyne.CanvasObject{widget.Rows(look.Inside, list, widget.Inline(look.Inside, mine, theirs))}
	}
}
