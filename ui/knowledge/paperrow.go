package knowledge

import (
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A PaperRow is a file that was given to read: its name, what it is, how far
// it is, and what can be done with it.
type PaperRow struct {
	fynewidget.BaseWidget
	Model PaperModel
	name  *prose.Text
	about *prose.Text
	state *prose.Text
	next  *prose.Text
	Bar   *fyne.Container
	fill  *canvas.Rectangle
	Stop  *widget.IconButton
	Again *widget.IconButton
	own   *widget.IconButton
	words func(key string, pairs ...string) string
	box   *fyne.Container
}

// paperHooks are what a PaperRow asks of its page.
type paperHooks struct {
	Word                func(key string, pairs ...string) string
	Hint                func(widget.Spot)
	Remove, Stop, Again func(name string)
	Own                 func(name string) // declares it to be the user's own, or takes that back
}

func newPaperRow(m PaperModel, hooks paperHooks) *PaperRow {
	r := &PaperRow{
		name: widget.Heading("", ""), about: widget.Paragraph("", look.Muted, look.SizeHint),
		state: widget.Paragraph("", look.Muted, look.SizeHint), next: widget.Paragraph("", look.Muted, look.SizeHint),
		fill: widget.RoundedRect(widget.BarHeight / 4), words: hooks.Word,
	}
	button := func(icon look.IconName, word string, act func(string)) *widget.IconButton {
		return widget.NewIconButton(icon, word, widget.IconSmall+6).On(func() { act(r.Model.name) }, hooks.Hint)
	}
	r.Stop = button(look.IconStop, hooks.Word("knowledge.stop"), hooks.Stop)
	r.Again = button(look.IconRegenerate, hooks.Word("knowledge.again"), hooks.Again)
	r.own = button(look.IconPerson, hooks.Word("own.mine"), hooks.Own)
	remove := button(look.IconForget, hooks.Word("knowledge.remove"), hooks.Remove)
	icon := canvas.NewImageFromResource(look.IconIn(look.IconFile, look.Muted))
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSquareSize(22))
	r.Bar = container.New(fillLayout{&r.Model}, widget.NewPanel(look.Line, "", widget.BarHeight/4), r.fill)
	text := widget.Rows(2, r.name, r.about, r.Bar, r.state, r.next)
	acts := container.NewVBox(widget.Inline(0, r.Stop, r.Again, r.own, remove))
	r.box = widget.Card(container.NewBorder(nil, nil, container.NewVBox(icon), acts, container.New(widget.SideSpace{}, text)))
	r.ExtendBaseWidget(r)
	r.set(m)
	return r
}

// fillLayout fills a bar as far as a file is read.
type fillLayout struct{ model *PaperModel }

func (fillLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, widget.BarHeight/2) }

func (l fillLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	objects[1].Resize(fyne.NewSize(size.Width*max(0, min(1, l.model.Part)), size.Height))
}

// set shows the file's present state.
func (r *PaperRow) set(m PaperModel) {
	if r.Model == m {
		return
	}
	r.Model = m
	widget.SetHeading(r.name, m.name)
	widget.SetParagraph(r.about, m.about)
	ink := look.Muted
	if m.bad {
		ink = look.Bad
	}
	r.state.SetInk(widget.InkOf(ink))
	widget.SetParagraph(r.state, m.state)
	widget.SetParagraph(r.next, m.next)
	widget.SetVisible(r.state, widget.When(m.state != ""))
	widget.SetVisible(r.next, widget.When(m.next != ""))
	widget.SetVisible(r.Bar, widget.When(m.Part >= 0))
	widget.SetVisible(r.Stop, widget.When(m.stop))
	widget.SetVisible(r.Again, widget.When(m.again))
	word := r.words("own.mine")
	if m.own {
		word = r.words("own.not")
	}
	r.own.Active = m.own
	r.own.SetIcon(look.IconPerson, word)
	r.Refresh()
}

// Refresh takes the colours of the theme.
func (r *PaperRow) Refresh() {
	r.fill.FillColor = theme.Color(look.Accent)
	r.box.Refresh()
	r.BaseWidget.Refresh()
}

// CreateRenderer is called by the toolkit.
func (r *PaperRow) CreateRenderer() fyne.WidgetRenderer {
	r.fill.FillColor = theme.Color(look.Accent)
	return fynewidget.NewSimpleRenderer(r.box)
}

// Inside is the container of the row's own.
func (r *PaperRow) Inside() fyne.CanvasObject { return r.box }
