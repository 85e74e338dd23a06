package chat

import (
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A boxRow is a row made of ordinary widgets. Its content is made anew when
// the row looks different.
type boxRow struct {
	fynewidget.BaseWidget
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
func (r *boxRow) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(r.stack) }

// RowHooks are what rows other than messages ask of their page.
type RowHooks struct {
	page.TroubleHooks
	Asks         page.AskHooks
	Learn        func(LearnedModel)
	Recalled     func(id transcript.ID) // folds what was recalled away
	Jump         func(id transcript.ID)
	Restore      func(id transcript.ID) // gives a message back
	Grew         func(key string)       // a row changed its height by itself
	Welcome      page.WelcomeHooks
	Pulling      fyne.CanvasObject        // the download, on the card of the first run
	Start        func(starterModel)       // begins the conversation
	Portrait     func() fyne.CanvasObject // the persona in its place; may be nil
	PortraitSide func() float32
}

// build makes the content of a row that is not a message.
func (h *RowHooks) build(m RowModel) fyne.CanvasObject {
	switch m.Kind {
	case rowDay:
		return dayRow(m.text)
	case rowNote:
		return noteRow(m.text)
	case rowEmpty:
		return h.emptyRow(m.empty)
	case RowAsk:
		return beside(h.Asks.Card(m.Ask))
	case RowLearned:
		return beside(h.learnedRow(m.Learned))
	case rowTrouble:
		return beside(h.Card(m.trouble, func() { h.Grew(m.key) }))
	case rowForgotten:
		return h.forgottenRow(m.forgotten)
	case rowRecalled:
		return beside(h.recalledCard(m.recalled))
	case rowWelcome:
		return h.welcomeRow(*m.welcome)
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
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos(left, look.Half), Size: fyne.NewSize(width, size.Height-look.Half-look.Between)})
}

// framed puts a card in the middle.
func framed(o fyne.CanvasObject) fyne.CanvasObject {
	space := layout.NewCustomPaddedLayout(look.Half, look.Between, look.Between, look.Between)
	return container.New(space, widget.Measured(o, look.MeasureBubble+8))
}

func dayRow(text string) fyne.CanvasObject {
	label := widget.NewCaption(text, look.Muted, look.SizeHint)
	line := func() fyne.CanvasObject {
		r := widget.NewPanel(look.Line, "", 0)
		return container.New(layout.NewGridWrapLayout(fyne.NewSize(40, 1)), r)
	}
	row := container.NewHBox(layout.NewSpacer(), widget.Centred(line()), widget.Whole(label), widget.Centred(line()), layout.NewSpacer())
	return container.New(layout.NewCustomPaddedLayout(look.Inside, look.Between, 0, 0), row)
}

func noteRow(text string) fyne.CanvasObject {
	note := container.New(&widget.SnugLayout{Ems: look.MeasureBubble}, widget.Paragraph(text, look.Muted, look.SizeHint))
	return container.New(layout.NewCustomPaddedLayout(0, look.Between, look.Around, look.Around), note)
}
