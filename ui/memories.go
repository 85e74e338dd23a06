package ui

import (
	"context"
	"errors"

	"yumori/store"
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// An editor reads and writes a persona's texts.
type editor interface {
	Text(name string) (store.Text, error)
	Write(name string, old store.Version, text string) error
}

// A memoriesPage shows a persona's texts, ordered by the question one asks,
// and lets them be edited.
type memoriesPage struct {
	pageDeps
	slug   string
	texts  editor
	state  editState
	old    store.Version // of the text on disk
	drafts unsaved

	list     map[string]*fileRow
	title    *caption
	file     *caption
	hint     *prose.Text
	text     *field
	status   *prose.Text
	save     *widget.Button
	revert   *widget.Button
	conflict *fyne.Container
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

func newMemoriesPage(deps pageDeps, slug string, texts editor, drafts unsaved) *memoriesPage {
	p := &memoriesPage{pageDeps: deps, slug: slug, texts: texts, drafts: drafts, list: map[string]*fileRow{}}
	questions := memoriesView(deps.words)
	p.content = container.New(twoColumns{}, p.buildList(questions), p.buildEditor())
	p.open(questions[0].files[0])
	return p
}

func (p *memoriesPage) object() fyne.CanvasObject { return p.content }

// receive has nothing to do: what the editor shows is what it read.
func (p *memoriesPage) receive(string, any) {}

// close leaves what is not saved in the drafts.
func (p *memoriesPage) close() {}

func (p *memoriesPage) buildList(questions []questionModel) fyne.CanvasObject {
	box := rows(look.Half)
	for _, q := range questions {
		title := newCaption(q.title, look.Muted, look.SizeHint).bold()
		box.Add(container.New(layout.NewCustomPaddedLayout(look.Inside, look.Half, look.Inside, 0), title))
		for _, f := range q.files {
			row := newFileRow(f, func() { p.open(f) })
			p.list[f.file] = row
			box.Add(row)
		}
	}
	return container.NewVScroll(inset(box, look.Inside))
}

func (p *memoriesPage) buildEditor() fyne.CanvasObject {
	w := p.words
	p.title = newCaption("", look.Text, look.SizeTitle).bold()
	p.file = newCaption("", look.Muted, look.SizeHint)
	p.hint = paragraph("", look.Muted, look.SizeHint)
	p.status = paragraph("", look.Muted, look.SizeHint)
	p.text = newTextField(p.calls.Key)
	p.text.OnChanged = p.typed
	p.save = widget.NewButton(w.T("memories.save"), p.write)
	p.save.Importance = widget.HighImportance
	p.revert = widget.NewButton(w.T("memories.revert"), p.undo)
	p.conflict = container.NewStack()
	head := rows(2, p.title, p.file, p.hint)
	buttons := inline(look.Inside, p.save, p.revert)
	foot := rows(look.Inside, p.conflict, container.NewBorder(nil, nil, nil, buttons, p.status))
	space := container.NewBorder(head, foot, nil, nil, p.text)
	return inset(space, look.Between)
}

// twoColumns puts a narrow list beside the rest, which is no wider than a page.
type twoColumns struct{}

const listWidth float32 = 230

func (twoColumns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(2*listWidth, 200) }

func (twoColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	put(objects[0], rect{fyne.Position{}, fyne.NewSize(listWidth, size.Height)})
	put(objects[1], rect{fyne.NewPos(listWidth, 0), fyne.NewSize(min(size.Width-listWidth, 900), size.Height)})
}

// open shows a file; what was written in another stays until it is saved.
func (p *memoriesPage) open(f memoryModel) {
	for name, row := range p.list {
		row.choose(when(name == f.file))
	}
	p.state = editState{file: f}
	p.show()
	p.read()
}

// read reads the open file from disk.
func (p *memoriesPage) read() {
	name := p.state.file.file
	background(p.border, "memories/read", func(context.Context) (store.Text, error) {
		return p.texts.Text(name)
	}, func(t store.Text, err error) {
		if err != nil {
			p.state.err = err
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
func (p *memoriesPage) fill() {
	p.text.SetText(p.state.text)
	p.show()
}

func (p *memoriesPage) typed(text string) {
	if !p.state.read {
		return
	}
	p.state.text, p.state.err = text, nil
	p.remember()
	p.show()
}

// remember keeps what is written and not saved.
func (p *memoriesPage) remember() {
	if p.state.text == p.state.on {
		delete(p.drafts, p.state.file.file)
		return
	}
	p.drafts[p.state.file.file] = textDraft{p.state.text, p.state.on, p.old}
}

func (p *memoriesPage) undo() {
	delete(p.drafts, p.state.file.file)
	p.state.text, p.state.err = p.state.on, nil
	p.read()
}

// write saves what is in the editor, if the file still is what was read.
func (p *memoriesPage) write() {
	name, old, text := p.state.file.file, p.old, p.state.text
	p.state.saving = true
	p.show()
	type written struct {
		now    store.Text
		theirs bool
	}
	background(p.border, "memories/write/"+p.slug+"/"+name, func(context.Context) (written, error) {
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
func (p *memoriesPage) keepMine() {
	p.state.on, p.state.theirs = *p.state.theirs, nil
	p.write()
}

// takeTheirs leaves what the user wrote for what is on disk.
func (p *memoriesPage) takeTheirs() {
	p.state.on, p.state.text, p.state.theirs = *p.state.theirs, *p.state.theirs, nil
	p.remember()
	p.fill()
}

func (p *memoriesPage) show() {
	m := editView(p.state, p.words)
	p.title.SetText(p.state.file.title)
	p.file.SetText(p.state.file.file)
	setParagraph(p.hint, p.state.file.hint)
	token := look.Muted
	if m.bad {
		token = look.Bad
	}
	p.status.SetInk(inkOf(token))
	setParagraph(p.status, m.status)
	enable(p.save, when(m.canSave))
	enable(p.revert, when(m.canRevert))
	enable(p.text, when(p.state.read && !p.state.saving && !m.conflict))
	p.conflict.Objects = nil
	if m.conflict {
		mine := widget.NewButton(p.words.T("memories.mine"), p.keepMine)
		theirs := widget.NewButton(p.words.T("memories.theirs"), p.takeTheirs)
		list := container.NewVScroll(diffBox(m.difference))
		list.SetMinSize(fyne.NewSize(100, 160))
		p.conflict.Objects = []fyne.CanvasObject{rows(look.Inside, list, inline(look.Inside, mine, theirs))}
	}
	p.content.Refresh()
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

// A fileRow is a file in the list: what it is, its name beneath.
type fileRow struct {
	widget.BaseWidget
	tapped func()
	field  *panel
	box    *fyne.Container
	chosen bool
}

func newFileRow(m memoryModel, tapped func()) *fileRow {
	r := &fileRow{tapped: tapped, field: newPanel(look.Bg, "", look.RadiusControl)}
	text := rows(0, newCaption(m.title, look.Text, ""), newCaption(m.file, look.Muted, look.SizeHint))
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
func (r *fileRow) FocusGained() { r.paint(look.Surface) }

// FocusLost is called by the toolkit.
func (r *fileRow) FocusLost() { r.paint(look.Bg) }

// TypedRune is called by the toolkit.
func (r *fileRow) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (r *fileRow) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		r.tapped()
	}
}

// CreateRenderer is called by the toolkit.
func (r *fileRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.box) }
