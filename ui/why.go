package ui

import (
	"context"
	"image/color"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A reasoner knows why a reply was given, and can set right what it rests on.
type reasoner interface {
	Why(context.Context, transcript.ID) (companion.Why, error)
	Pin(text string) error
	forgetter
	truster
}

// A whyPanel answers "why did you say that?" beside the conversation.
type whyPanel struct {
	pageDeps
	mate    reasoner
	prompt  func(transcript.ID) // shows the whole prompt of a reply
	shown   transcript.ID
	note    string // what became of the last act, above the answer
	body    *fyne.Container
	content fyne.CanvasObject
}

const whyWidth float32 = 380

func newWhyPanel(deps pageDeps, m reasoner, closed func()) *whyPanel {
	p := &whyPanel{pageDeps: deps, mate: m, body: rows(look.Between)}
	done := newIconButton(look.IconClose, deps.words.T("close"), iconSmall).on(closed, deps.calls.Hint)
	title := newCaption(deps.words.T("why.title"), look.Text, look.SizeLead).bold()
	head := container.NewBorder(nil, nil, nil, done, container.New(layout.NewCustomPaddedLayout(0, 0, look.Inside, 0), container.New(midHeight{}, title)))
	page := under(head, container.NewVScroll(inset(p.body, look.Inside)))
	edge := container.New(edgeLayout{}, newPanel(look.Line, "", 0))
	p.content = container.New(fixedWidth{whyWidth}, container.NewBorder(nil, nil, edge, nil, inset(page, look.Inside)))
	return p
}

// open reads why a reply was given and shows it.
func (p *whyPanel) open(id transcript.ID) {
	if id != p.shown {
		p.note = ""
	}
	p.shown = id
	p.set(paragraph(p.words.T("memories.reading"), look.Muted, ""))
	background(p.border, "why", func(ctx context.Context) (whyAnswer, error) {
		y, err := p.mate.Why(ctx, id)
		return whyAnswer{y, p.mate.Marks(y.Message)}, err
	}, func(y whyAnswer, err error) {
		if err != nil {
			p.set(p.trouble(err))
			return
		}
		m := whyView(y.Why, p.words)
		m.outside = outsideView(y.Message, y.marks, p.words)
		p.show(m)
	})
}

// A whyAnswer is why a reply was given, and the texts of others it rests on.
type whyAnswer struct {
	companion.Why
	marks []transcript.Foreign
}

func (p *whyPanel) set(things ...fyne.CanvasObject) {
	p.body.Objects = things
	p.content.Refresh()
}

func (p *whyPanel) show(m whyModel) {
	w := p.words
	hint := func(text string) fyne.CanvasObject { return paragraph(text, look.Muted, look.SizeHint) }
	var list []fyne.CanvasObject
	if p.note != "" {
		list = append(list, paragraph(p.note, look.OK, look.SizeHint))
	}
	list = append(list, rows(2, paragraph(m.who, look.Text, ""), hint(m.cost)))
	for _, n := range m.notes {
		list = append(list, paragraph(n, look.Text, look.SizeHint))
	}
	if m.outside.text != "" {
		list = append(list, p.outsideBox(m.outside))
	}
	memories := rows(look.Inside, newCaption(w.T("why.memories"), look.Text, "").bold())
	if m.plan != "" {
		memories.Add(hint(m.plan))
	}
	if len(m.memories) == 0 {
		memories.Add(hint(w.T("why.memories.none")))
	}
	for _, item := range m.memories {
		memories.Add(p.memoryCard(item))
	}
	for _, l := range m.left {
		memories.Add(hint(l))
	}
	list = append(list, memories)
	if len(m.tools) > 0 {
		box := rows(look.Half, newCaption(w.T("why.tools"), look.Text, "").bold())
		for _, t := range m.tools {
			box.Add(hint(t))
		}
		list = append(list, box)
	}
	layers := rows(look.Half, newCaption(w.T("why.layers"), look.Text, "").bold())
	for _, l := range m.layers {
		layers.Add(newLayerBar(l))
	}
	layers.Add(hint(m.history))
	layers.Add(flowLeft(newButton(w.T("prompt.open"), func() { p.prompt(p.shown) })))
	p.set(append(list, layers)...)
}

// memoryCard is a recalled item with what can be done about it.
func (p *whyPanel) memoryCard(m whyMemory) fyne.CanvasObject {
	w := p.words
	box := rows(2, paragraph(m.head, look.Muted, look.SizeHint), paragraph(m.text, look.Text, look.SizeHint), paragraph(m.terms, look.Muted, look.SizeHint))
	if m.reply != "" {
		box.Add(paragraph(m.reply, look.Accent, look.SizeHint))
	}
	acts := inline(0)
	add := func(icon look.IconName, word string, do func()) {
		acts.Add(newIconButton(icon, word, iconSmall).on(do, p.calls.Hint))
	}
	switch {
	case m.message != "" && m.content == "":
		add(look.IconHistory, w.T("forgotten.restore"), func() {
			p.restore(m.message, p.mate, func() { p.say(w.T("why.restored")) })
		})
	case m.message != "":
		add(look.IconChat, w.T("recalled.show"), func() { p.calls.Message(m.message) })
		add(look.IconForget, w.T("why.forget"), func() { p.forget(m.message) })
	case m.content != "":
		add(look.IconEdit, w.T("why.correct"), func() { p.calls.Memory(m.place) })
	}
	if m.content != "" {
		add(look.IconStar, w.T("why.pin"), func() { p.pin(m.content) })
	}
	box.Add(container.NewHBox(acts))
	return card(box)
}

// pin puts a memory onto the notepad, after showing what will stand there.
func (p *whyPanel) pin(text string) {
	w := p.words
	entry := newTextField(p.calls.Key)
	entry.SetMinRowsVisible(3)
	entry.SetText(shorten(text, 600))
	p.calls.Ask(sheetModel{title: w.T("why.pin"), text: w.T("why.pin.text"), action: w.T("why.pin"), cancel: w.T("cancel")}, entry, func() sheetEnd {
		if entry.Text == "" {
			return sheetStays
		}
		said := entry.Text
		background(p.border, "why/pin", func(context.Context) (struct{}, error) {
			return struct{}{}, p.mate.Pin(said)
		}, func(_ struct{}, err error) {
			if err != nil {
				p.set(p.trouble(err))
				return
			}
			p.say(w.T("why.pinned"))
		})
		return sheetDone
	})
}

// forget takes a message back after showing what falls with it.
func (p *whyPanel) forget(id transcript.ID) {
	p.askForget(id, p.mate, func() { p.say(p.words.T("why.forgotten")) })
}

// say says what became of an act, and reads the answer again: it may rest on
// what was changed.
func (p *whyPanel) say(note string) {
	p.note = note
	p.open(p.shown)
}

// layerGap is what is between a layer's words and its bar, or the bar would
// underline them.
const layerGap float32 = 3

// A layerBar is a layer of the prompt and how long it is.
type layerBar struct {
	widget.BaseWidget
	model      barModel
	name, size *caption
	track      *canvas.Rectangle
}

func newLayerBar(m barModel) *layerBar {
	b := &layerBar{}
	b.make(m)
	b.ExtendBaseWidget(b)
	return b
}

func (b *layerBar) make(m barModel) {
	b.model, b.name, b.size = m, newCaption(m.name, look.Text, look.SizeHint), newCaption(m.size, look.Muted, look.SizeHint)
	b.track = canvas.NewRectangle(color.Transparent)
	b.track.CornerRadius = 2
	b.size.Align = fyne.TextAlignTrailing
}

// A foldBar is a layerBar that is pressed to fold what is below it.
type foldBar struct {
	layerBar
	tap func()
}

func newFoldBar(m barModel, tap func()) *foldBar {
	b := &foldBar{tap: tap}
	b.make(m)
	b.ExtendBaseWidget(b)
	return b
}

// Tapped is called by the toolkit.
func (b *foldBar) Tapped(*fyne.PointEvent) { b.tap() }

// Cursor is asked by the toolkit.
func (b *foldBar) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is called by the toolkit.
func (b *layerBar) CreateRenderer() fyne.WidgetRenderer {
	r := &layerBarRenderer{b}
	r.Refresh()
	return r
}

type layerBarRenderer struct{ bar *layerBar }

func (r *layerBarRenderer) Destroy() {}

func (r *layerBarRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.bar.name, r.bar.size, r.bar.track}
}

func (r *layerBarRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, r.lines()*r.bar.name.Natural().Height+layerGap+3)
}

// lines are the lines of text above the bar.
func (r *layerBarRenderer) lines() float32 {
	if r.bar.model.apart {
		return 2
	}
	return 1
}

func (r *layerBarRenderer) Layout(size fyne.Size) {
	line := r.bar.name.Natural().Height
	named, told := rect{fyne.Position{}, fyne.NewSize(size.Width/2, line)}, rect{fyne.NewPos(size.Width/2, 0), fyne.NewSize(size.Width/2, line)}
	if r.bar.model.apart {
		named.size.Width, told = size.Width, rect{fyne.NewPos(0, line), fyne.NewSize(size.Width, line)}
	}
	put(r.bar.name, named)
	put(r.bar.size, told)
	put(r.bar.track, rect{fyne.NewPos(0, r.lines()*line+layerGap), fyne.NewSize(max(2, size.Width*r.bar.model.share), 3)})
}

func (r *layerBarRenderer) Refresh() {
	token := look.Link
	if r.bar.model.full {
		token = look.Bad
	}
	r.bar.track.FillColor = theme.Color(token)
	r.bar.track.Refresh()
	r.bar.name.Refresh()
	r.bar.size.Refresh()
}
