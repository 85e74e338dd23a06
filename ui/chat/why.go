package chat

import (
	"context"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A WhyPanel answers "why did you say that?" beside the conversation.
type WhyPanel struct {
	page.Deps
	companion Companion
	prompt    func(transcript.ID) // shows the whole prompt of a reply
	Shown     transcript.ID
	note      string // what became of the last act, above the answer
	body      *fyne.Container
	Content   fyne.CanvasObject
}

const whyWidth float32 = 380

func newWhyPanel(deps page.Deps, c Companion, closed func()) *WhyPanel {
	p := &WhyPanel{Deps: deps, companion: c, body: widget.Rows(look.Between)}
	done := widget.NewIconButton(look.IconClose, deps.Words.T("close"), widget.IconSmall).On(closed, deps.Calls.Hint)
	title := widget.NewCaption(deps.Words.T("why.title"), look.Text, look.SizeLead).InBold()
	head := container.NewBorder(nil, nil, nil, done, container.New(layout.NewCustomPaddedLayout(0, 0, look.Inside, 0), container.New(widget.MidHeight{}, title)))
	page := widget.Under(head, container.NewVScroll(widget.Inset(p.body, look.Inside)))
	edge := container.New(widget.EdgeLayout{}, widget.NewPanel(look.Line, "", 0))
	p.Content = container.New(widget.FixedWidth{Width: whyWidth}, container.NewBorder(nil, nil, edge, nil, widget.Inset(page, look.Inside)))
	return p
}

// Open reads why a reply was given and shows it.
func (p *WhyPanel) Open(id transcript.ID) {
	if id != p.Shown {
		p.note = ""
	}
	p.Shown = id
	p.set(widget.Paragraph(p.Words.T("memories.reading"), look.Muted, ""))
	page.Background(p.Dispatcher, "why", func(ctx context.Context) (whyAnswer, error) {
		y, err := p.companion.Replies.Why(ctx, id)
		return whyAnswer{y, p.companion.Trust.Marks(y.Message)}, err
	}, func(y whyAnswer, err error) {
		if err != nil {
			p.set(p.Trouble(err))
			return
		}
		m := WhyView(y.Why, p.Words)
		m.outside = outsideView(y.Message, y.marks, p.Words)
		p.show(m)
	})
}

// A whyAnswer is why a reply was given, and the texts of others it is derived from.
type whyAnswer struct {
	companion.Why
	marks []transcript.Foreign
}

func (p *WhyPanel) set(things ...fyne.CanvasObject) {
	p.body.Objects = things
	p.Content.Refresh()
}

func (p *WhyPanel) show(m WhyModel) {
	w := p.Words
	hint := func(text string) fyne.CanvasObject { return widget.Paragraph(text, look.Muted, look.SizeHint) }
	var list []fyne.CanvasObject
	if p.note != "" {
		list = append(list, widget.Paragraph(p.note, look.OK, look.SizeHint))
	}
	list = append(list, widget.Rows(2, widget.Paragraph(m.who, look.Text, ""), hint(m.cost)))
	for _, n := range m.Notes {
		list = append(list, widget.Paragraph(n, look.Text, look.SizeHint))
	}
	if m.outside.text != "" {
		list = append(list, p.outsideBox(m.outside))
	}
	memories := widget.Rows(look.Inside, widget.NewCaption(w.T("why.memories"), look.Text, "").InBold())
	if len(m.memories) == 0 {
		memories.Add(hint(w.T("why.memories.none")))
	}
	for _, item := range m.memories {
		memories.Add(p.memoryCard(item))
	}
	details := p.details(m)
	details.Hide()
	fold := widget.NewFoldButton(w.T("details"), details, p.Content.Refresh)
	p.set(append(list, memories, widget.FlowLeft(fold), details)...)
}

// details are how the reply was made, for those who want to know: what was looked
// for and left out, the tools, the layers of the prompt.
func (p *WhyPanel) details(m WhyModel) *fyne.Container {
	w := p.Words
	box := widget.Rows(look.Between)
	part := func(title string, lines []string) *fyne.Container {
		rows := widget.Rows(look.Half, widget.NewCaption(title, look.Text, "").InBold())
		for _, l := range lines {
			rows.Add(widget.Paragraph(l, look.Muted, look.SizeHint))
		}
		box.Add(rows)
		return rows
	}
	var sought []string
	if m.plan != "" {
		sought = append(sought, m.plan)
	}
	if sought = append(sought, m.left...); len(sought) > 0 {
		part(w.T("why.sought"), sought)
	}
	if len(m.tools) > 0 {
		part(w.T("why.tools"), m.tools)
	}
	layers := part(w.T("why.layers"), nil)
	for _, l := range m.Layers {
		layers.Add(widget.NewLayerBar(l))
	}
	layers.Add(widget.Paragraph(m.history, look.Muted, look.SizeHint))
	layers.Add(widget.FlowLeft(widget.NewButton(w.T("prompt.open"), func() { p.prompt(p.Shown) })))
	return box
}

// memoryCard is a recalled item with what can be done about it.
func (p *WhyPanel) memoryCard(m whyMemory) fyne.CanvasObject {
	w := p.Words
	box := widget.Rows(2, widget.Paragraph(m.head, look.Muted, look.SizeHint), widget.Paragraph(m.text, look.Text, look.SizeHint))
	if m.terms != "" {
		box.Add(widget.Paragraph(m.terms, look.Muted, look.SizeHint))
	}
	where := widget.Rows(2, widget.Paragraph(m.where, look.Muted, look.SizeHint))
	if m.reply != "" {
		where.Add(widget.Paragraph(m.reply, look.Accent, look.SizeHint))
	}
	where.Hide()
	acts := widget.Inline(0)
	add := func(icon look.IconName, word string, do func()) {
		acts.Add(widget.NewIconButton(icon, word, widget.IconSmall).On(do, p.Calls.Hint))
	}
	switch {
	case m.message != "" && m.content == "":
		add(look.IconHistory, w.T("forgotten.restore"), func() {
			restore(p.Deps, m.message, p.companion.Takeback, func() { p.say(w.T("why.restored")) })
		})
	case m.message != "":
		add(look.IconChat, w.T("recalled.show"), func() { p.Calls.Message(m.message) })
		add(look.IconForget, w.T("why.forget"), func() { p.forget(m.message) })
	case m.content != "":
		add(look.IconEdit, w.T("why.correct"), func() { p.Calls.Memory(m.place) })
	}
	if m.content != "" {
		add(look.IconStar, w.T("why.pin"), func() { p.pin(m.content) })
	}
	add(look.IconInfo, w.T("details"), func() {
		widget.SetVisible(where, widget.When(!where.Visible()))
		p.Content.Refresh()
	})
	box.Add(where)
	box.Add(container.NewHBox(acts))
	return widget.Card(box)
}

// pin puts a memory onto the notepad, after showing what will stand there.
func (p *WhyPanel) pin(text string) {
	w := p.Words
	entry := widget.NewTextField(p.Calls.Key)
	entry.SetMinRowsVisible(3)
	entry.SetText(widget.Shorten(text, 600))
	p.Calls.Ask(page.SheetModel{Title: w.T("why.pin"), Text: w.T("why.pin.text"), Action: w.T("why.pin"), Cancel: w.T("cancel")}, entry, func() page.SheetEnd {
		if entry.Text == "" {
			return page.SheetStays
		}
		said := entry.Text
		page.Background(p.Dispatcher, "why/pin", func(context.Context) (struct{}, error) {
			return struct{}{}, p.companion.Replies.Pin(said)
		}, func(_ struct{}, err error) {
			if err != nil {
				p.set(p.Trouble(err))
				return
			}
			p.say(w.T("why.pinned"))
		})
		return page.SheetDone
	})
}

// forget takes a message back after showing what is withdrawn with it.
func (p *WhyPanel) forget(id transcript.ID) {
	askForget(p.Deps, id, p.companion.Takeback, func() { p.say(p.Words.T("why.forgotten")) })
}

// say says what became of an act, and reads the answer again: it may be derived from
// what was changed.
func (p *WhyPanel) say(note string) {
	p.note = note
	p.Open(p.Shown)
}
