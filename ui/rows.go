package ui

import (
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A boxRow is a row made of ordinary widgets. Its content is made anew when
// the row looks different.
type boxRow struct {
	widget.BaseWidget
	content fyne.CanvasObject
	stack   *fyne.Container
}

func newBoxRow(content fyne.CanvasObject) *boxRow {
	r := &boxRow{content: content, stack: container.NewStack(content)}
	r.ExtendBaseWidget(r)
	return r
}

func (r *boxRow) set(content fyne.CanvasObject) {
	r.content = content
	r.stack.Objects = []fyne.CanvasObject{content}
	r.stack.Refresh()
}

// HeightFor is the row's height at a width. Wrapped text knows its height
// only once it has its width, and its neighbours only then theirs.
func (r *boxRow) HeightFor(width float32) float32 {
	for range 2 {
		r.content.Resize(fyne.NewSize(width, r.content.MinSize().Height))
	}
	return r.content.MinSize().Height
}

// MinSize is small: the column sets the size.
func (r *boxRow) MinSize() fyne.Size { return fyne.NewSize(100, 20) }

// CreateRenderer is called by the toolkit.
func (r *boxRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.stack) }

// rowHooks are what rows other than messages ask of their page.
type rowHooks struct {
	Decide   func(id string, d persona.Decision)
	Retry    func(id transcript.ID)
	Dismiss  func(damage int)
	Recalled func(id transcript.ID) // folds what was recalled away
	Jump     func(id transcript.ID)
	Restore  func(id transcript.ID) // gives a message back
	Grew     func(key string)       // a row changed its height by itself
	Welcome  welcomeHooks
	Prompt   func()            // shows what would be sent now
	GotLeft  func()            // takes the word about files that are left out away
	Pulling  fyne.CanvasObject // the download, on the card of the first run
	Settings func()
	Word     func(key string) string
}

// build makes the content of a row that is not a message.
func (h *rowHooks) build(m rowModel) fyne.CanvasObject {
	switch m.kind {
	case rowDay:
		return dayRow(m.text)
	case rowNote:
		return noteRow(m.text)
	case rowEmpty:
		return emptyRow(m.empty)
	case rowHeld:
		return beside(h.heldCard(m.held))
	case rowTrouble:
		return beside(h.troubleCard(m.trouble, func() { h.Grew(m.key) }))
	case rowForgotten:
		return h.forgottenRow(m.forgotten)
	case rowRecalled:
		return beside(h.recalledCard(m.recalled))
	case rowWelcome:
		return framed(h.welcomeCard(*m.welcome))
	}
	return layout.NewSpacer() // unreachable: every kind but messages is above
}

// beside puts a card where the persona's bubbles are.
func beside(o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(bubbleLayout{}, o)
}

// bubbleLayout gives its one thing the place and the measure of a bubble.
type bubbleLayout struct{}

func (bubbleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(avatarSide+look.Inside+2*look.Between, look.Half+look.Between)
}

func (bubbleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	column := min(size.Width-2*look.Between, look.MeasurePage*theme.TextSize())
	width := min(look.MeasureBubble*theme.TextSize(), column-avatarSide-look.Inside)
	left := (size.Width-column)/2 + avatarSide + look.Inside
	put(objects[0], rect{fyne.NewPos(left, look.Half), fyne.NewSize(width, size.Height-look.Half-look.Between)})
}

// framed puts a card in the middle.
func framed(o fyne.CanvasObject) fyne.CanvasObject {
	space := layout.NewCustomPaddedLayout(look.Half, look.Between, look.Between, look.Between)
	return container.New(space, measured(o, look.MeasureBubble+8))
}

func dayRow(text string) fyne.CanvasObject {
	label := newCaption(text, look.Muted, look.SizeHint)
	line := func() fyne.CanvasObject {
		r := newPanel(look.Line, "", 0)
		return container.New(layout.NewGridWrapLayout(fyne.NewSize(40, 1)), r)
	}
	row := container.NewHBox(layout.NewSpacer(), centred(line()), whole(label), centred(line()), layout.NewSpacer())
	return container.New(layout.NewCustomPaddedLayout(look.Inside, look.Between, 0, 0), row)
}

func noteRow(text string) fyne.CanvasObject {
	note := container.New(snugLayout{look.MeasureBubble}, paragraph(text, look.Muted, look.SizeHint))
	return container.New(layout.NewCustomPaddedLayout(0, look.Between, look.Around, look.Around), note)
}

func emptyRow(m emptyModel) fyne.CanvasObject {
	face := container.NewCenter(newAvatar(m.name, 88))
	title := newCaption(m.title, look.Text, look.SizeTitle).bold()
	title.Align = fyne.TextAlignCenter
	hint := container.New(snugLayout{30}, paragraph(m.hint, look.Muted, theme.SizeNameText))
	box := rows(look.Between, face, title, hint)
	return container.New(layout.NewCustomPaddedLayout(72, look.Around, look.Around, look.Around), box)
}

// snugLayout puts a text in the middle, in the narrowest box it fits.
type snugLayout struct{ ems float32 }

func (l snugLayout) fit(o fyne.CanvasObject, width float32) fyne.Size {
	width = min(width, l.ems*theme.TextSize())
	if t, ok := o.(*prose.Text); ok && width > 0 {
		return t.Fit(width)
	}
	return o.MinSize()
}

func (l snugLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.fit(objects[0], l.ems*theme.TextSize()).Height)
}

func (l snugLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	fit := l.fit(objects[0], size.Width)
	put(objects[0], rect{fyne.NewPos((size.Width-fit.Width)/2, 0), fit})
}

// heldCard asks about a change of memory.
func (h *rowHooks) heldCard(m heldModel) fyne.CanvasObject {
	title := newCaption(m.title, look.Text, "").bold()
	file := newCaption(m.file, look.Muted, look.SizeHint)
	box := rows(look.Inside, title, file, diffBox(m.lines))
	if !m.waiting {
		box.Add(newCaption(m.state, look.Muted, look.SizeHint))
		return card(box)
	}
	if m.trouble != "" {
		box.Add(paragraph(m.trouble, look.Bad, look.SizeHint))
	}
	accept := newButton(h.Word("held.accept"), func() { h.Decide(m.id, persona.Accept) })
	accept.Importance = widget.HighImportance
	refuse := newButton(h.Word("held.refuse"), func() { h.Decide(m.id, persona.Refuse) })
	box.Add(flowLeft(accept, refuse))
	return card(box)
}

// diffBox shows a difference quietly: what goes is marked −, what comes +.
func diffBox(lines []diffLine) fyne.CanvasObject {
	box := rows(0)
	for _, l := range lines {
		sign, token := "  ", look.Muted
		switch l.kind {
		case diffRemoved:
			sign, token = "− ", look.Bad
		case diffAdded:
			sign, token = "+ ", look.OK
		}
		text := paragraph(sign+shorten(l.text, 600), token, look.SizeHint)
		box.Add(text)
	}
	return container.NewStack(newPanel(look.Raised, "", look.RadiusControl), inset(box, look.Inside))
}

// troubleCard says what went wrong where it happened.
func (h *rowHooks) troubleCard(m troubleModel, grew func()) fyne.CanvasObject {
	icon := canvas.NewImageFromResource(look.IconIn(look.IconWarning, look.Bad))
	if m.left { // nothing went wrong
		icon.Resource = look.IconIn(look.IconInfo, look.Muted)
	}
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSquareSize(20))
	box := rows(look.Half, paragraph(m.what, look.Text, ""))
	if m.next != "" {
		box.Add(paragraph(m.next, look.Muted, ""))
	}
	buttons := flowLeft()
	if m.retry != "" {
		buttons.Add(newButton(h.Word("message.retry"), func() { h.Retry(m.retry) }))
	}
	if m.models {
		buttons.Add(newButton(h.Word("chat.models"), h.Settings))
	}
	if m.left {
		buttons.Add(newButton(h.Word("prompt.now"), h.Prompt))
		buttons.Add(newButton(h.Word("dismiss"), h.GotLeft))
	}
	if m.dismiss > 0 {
		buttons.Add(newButton(h.Word("dismiss"), func() { h.Dismiss(m.dismiss - 1) }))
	}
	if m.details != "" {
		body := paragraph(m.details, look.Muted, look.SizeHint)
		body.Hide()
		buttons.Add(foldButton(h.Word("details"), body, grew))
		box.Add(buttons)
		box.Add(body)
	} else if len(buttons.Objects) > 0 {
		box.Add(buttons)
	}
	top := container.NewVBox(icon)
	return card(container.NewBorder(nil, nil, inset(top, 0), nil, container.New(layout.NewCustomPaddedLayout(0, 0, look.Between, 0), box)))
}

// foldButton shows a text that is folded away, for those who want to know.
func foldButton(word string, body fyne.CanvasObject, grew func()) *button {
	var fold *button
	fold = newButton(word, func() {
		body.Show()
		fold.Hide()
		grew()
	})
	fold.Importance = widget.LowImportance
	return fold
}
