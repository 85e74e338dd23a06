package memories

import (
	"context"
	"errors"

	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Texts are those of a persona's folder, and the one that is its own.
type Texts interface {
	Text(name string) (store.Text, error)
	Write(name string, old store.Version, text string) error
	Texts(texts.Group) ([]texts.File, error)
	Secret() (store.Text, error)
}

// A textEditor is one of a persona's texts, to be read, changed and saved, and
// to be looked at as it was.
type textEditor struct {
	page.Deps
	slug   string
	texts  Texts
	before page.PastReader
	State  EditState
	old    store.Version // of the text on disk
	drafts Unsaved

	title    *widget.Caption
	file     *widget.Caption
	hint     *prose.Text
	Text     *widget.Field
	status   *prose.Text
	Save     *widget.Button
	revert   *widget.Button
	past     *widget.Button
	conflict *fyne.Container
	space    *fyne.Container   // the text, or its past
	page     fyne.CanvasObject // the text: the field, below what says which part is in it
	parts    []page.TextPart   // the parts of the text
	part     int               // the part in the field
	bar      *page.PartBar
	content  fyne.CanvasObject
}

// Unsaved are the texts of a persona that were edited and not saved, by file.
// They outlive the page.
type Unsaved map[string]TextDraft

// A TextDraft is a text that was edited and not saved, and what it was made
// from: a change by somebody else meanwhile is then noticed when it is saved.
type TextDraft struct {
	Text, on string
	old      store.Version
}

func newTextEditor(deps page.Deps, slug string, c Companion, drafts Unsaved) *textEditor {
	p := &textEditor{Deps: deps, slug: slug, texts: c.Texts, before: c.Past, drafts: drafts}
	p.content = p.build()
	return p
}

func (p *textEditor) build() fyne.CanvasObject {
	w := p.Words
	p.title = widget.NewCaption("", look.Text, look.SizeTitle).InBold()
	p.file = widget.NewCaption("", look.Muted, look.SizeHint)
	p.hint = widget.Paragraph("", look.Muted, look.SizeHint)
	p.status = widget.Paragraph("", look.Muted, look.SizeHint)
	p.Text = widget.NewTextField(p.Calls.Key)
	p.Text.SetMinRowsVisible(6)
	p.Text.OnChanged = p.typed
	p.Save = widget.NewButton(w.T("memories.save"), p.write)
	p.Save.Importance = fynewidget.HighImportance
	p.revert = widget.NewButton(w.T("memories.revert"), p.undo)
	p.past = widget.NewButton(w.T("past.open"), p.TogglePast)
	folder := widget.NewButton(w.T("folder.open"), func() { p.Calls.Reveal(p.State.File.File) })
	p.conflict = container.NewStack()
	p.bar = page.NewPartBar(p.Deps, func(by int) { p.turn(p.part + by) })
	p.bar.Content.Hide()
	p.page = widget.Under(p.bar.Content, p.Text)
	p.space = container.NewStack(p.page)
	head := widget.Rows(2, p.title, p.file, p.hint)
	foot := widget.Rows(look.Half, p.status, p.conflict, widget.Flow(folder, p.past, p.revert, p.Save))
	return widget.Inset(widget.Tall(widget.Under(head, p.space), widget.Inset(foot, look.Half)), look.Between)
}

// open shows a file; what was written in another stays until it is saved.
func (p *textEditor) open(f MemoryModel) {
	p.State, p.part = EditState{File: f}, 0
	p.space.Objects = []fyne.CanvasObject{p.page}
	p.show()
	p.read()
}

// read reads the open file from disk.
func (p *textEditor) read() {
	name := p.State.File.File
	page.Background(p.Dispatcher, "memories/read/"+p.slug, func(context.Context) (store.Text, error) {
		return p.texts.Text(name)
	}, func(t store.Text, err error) {
		if err != nil {
			p.State.err = err
			p.parts, p.part = page.Parts(""), 0 // not the text of the file before
			p.turn(0)
			p.show()
			return
		}
		p.old = t.Version
		p.State.read, p.State.on, p.State.text = true, t.S, t.S
		if d, ok := p.drafts[name]; ok {
			p.old, p.State.on, p.State.text = d.old, d.on, d.Text
		}
		p.fill()
	})
}

// fill puts the state's text into the editor.
func (p *textEditor) fill() {
	p.parts = page.Parts(p.State.text)
	p.tell() // before the field has something to draw
	p.turn(min(p.part, len(p.parts)-1))
	p.space.Objects = []fyne.CanvasObject{p.page}
	p.content.Refresh()
}

// turn puts a part of the text into the field.
func (p *textEditor) turn(to int) {
	if to < 0 || to >= len(p.parts) {
		return
	}
	p.part = to
	p.Text.OnChanged = nil // nobody typed
	p.Text.SetText(p.parts[to].Text)
	p.Text.OnChanged = p.typed
	p.Text.CursorRow, p.Text.CursorColumn = 0, 0
	p.bar.Show(to, len(p.parts))
}

func (p *textEditor) typed(text string) {
	if !p.State.read {
		return
	}
	p.parts[p.part].Text = text
	p.State.text, p.State.err = page.Joined(p.parts), nil
	p.remember()
	was := p.status.Source()
	if p.tell(); p.status.Source() != was {
		p.content.Refresh()
	}
}

// remember keeps what is written and not saved.
func (p *textEditor) remember() {
	if p.State.text == p.State.on {
		delete(p.drafts, p.State.File.File)
		return
	}
	p.drafts[p.State.File.File] = TextDraft{p.State.text, p.State.on, p.old}
}

func (p *textEditor) undo() {
	delete(p.drafts, p.State.File.File)
	p.State.text, p.State.err = p.State.on, nil
	p.read()
}

// write saves what is in the editor, if the file still is what was read.
func (p *textEditor) write() {
	name, old, text := p.State.File.File, p.old, p.State.text
	p.State.saving = true
	p.show()
	type written struct {
		now    store.Text
		theirs bool
	}
	page.Background(p.Dispatcher, "memories/write/"+p.slug+"/"+name, func(context.Context) (written, error) {
		err := p.texts.Write(name, old, text)
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return written{}, err
		}
		now, rerr := p.texts.Text(name)
		return written{now, err != nil}, rerr
	}, func(r written, err error) {
		if p.State.File.File != name {
			if err == nil && !r.theirs && p.drafts[name].Text == text {
				delete(p.drafts, name)
			}
			return
		}
		p.State.saving, p.State.err = false, err
		if err == nil {
			p.old = r.now.Version
			if r.theirs {
				p.State.Theirs = &r.now.S
			} else {
				p.State.on = r.now.S
			}
			p.remember()
		}
		p.show()
	})
}

// keepMine saves over what somebody else wrote; the history has theirs.
func (p *textEditor) keepMine() {
	p.State.on, p.State.Theirs = *p.State.Theirs, nil
	p.write()
}

// TakeTheirs leaves what the user wrote for what is on disk.
func (p *textEditor) TakeTheirs() {
	p.State.on, p.State.text, p.State.Theirs = *p.State.Theirs, *p.State.Theirs, nil
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
	m := editView(p.State, p.Words)
	p.title.SetText(p.State.File.title)
	p.file.SetText(p.State.File.File)
	widget.SetParagraph(p.hint, p.State.File.hint)
	token := look.Muted
	if m.bad {
		token = look.Bad
	}
	p.status.SetInk(widget.InkOf(token))
	widget.SetParagraph(p.status, m.status)
	widget.SetEnabled(p.Save, widget.When(m.canSave))
	widget.SetEnabled(p.revert, widget.When(m.canRevert))
	p.past.SetText(p.Words.T("past.open"))
	if p.inPast() {
		p.past.SetText(p.Words.T("past.close"))
	}
	widget.SetEnabled(p.Text, widget.When(p.State.read && !p.State.saving && !m.conflict))
	p.conflict.Objects = nil
	if m.conflict {
		mine := widget.NewButton(p.Words.T("memories.mine"), p.keepMine)
		theirs := widget.NewButton(p.Words.T("memories.theirs"), p.TakeTheirs)
		list := container.NewVScroll(widget.NewDiffBox(m.difference))
		list.SetMinSize(fyne.NewSize(100, 160))
		p.conflict.Objects = []fyne.CanvasObject{widget.Rows(look.Inside, list, widget.Inline(look.Inside, mine, theirs))}
	}
}
