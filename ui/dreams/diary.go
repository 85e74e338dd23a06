package dreams

import (
	"context"

	"yumori/internal/companion"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// This file is a night as one reads it in the morning: the dream as a page of a
// diary, what was learned, what is to be asked.

// sleeperSide is how large the portrait is beside a dream.
const sleeperSide float32 = 132

// diary is the page of a night: what one reads first.
func (p *Page) diary(m companion.Morning) fyne.CanvasObject {
	w := p.Words
	dream := m.Dream
	if dream == "" {
		dream = w.T("morning.no_dream", "name", m.Name)
	}
	portrait := p.sleeper(face.Who{Slug: m.Slug, Name: m.Name, Face: m.Face})
	text := widget.Paragraph(dream, look.Text, look.SizeLead)
	box := widget.Rows(look.Between, container.New(sleeperLayout{}, portrait, widget.Inset(text, look.Inside)))
	if len(m.Learned) > 0 {
		box.Add(p.told("morning.learned", m.Learned))
	}
	if len(m.Asks) > 0 {
		box.Add(p.told("morning.asks", m.Asks))
	}
	if m.Waiting > 0 {
		inbox := widget.NewButton(w.T("morning.inbox"), p.Calls.Inbox)
		box.Add(widget.FlowLeft(widget.Whole(widget.NewCaption(w.N("morning.waiting", m.Waiting), look.Text, "")), inbox))
	}
	return box
}

// A sleeperLayout puts a portrait at the left of a text, or above it where the text
// would have a few words a line.
type sleeperLayout struct{}

// sleeperFrom is how wide a page has to be for both to stand side by side, in ems.
const sleeperFrom float32 = 22

func (sleeperLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	face, text := objects[0].MinSize(), objects[1].MinSize()
	if objects[1].Position().X > 0 {
		return fyne.NewSize(face.Width+look.Half+text.Width, max(face.Height, text.Height))
	}
	return fyne.NewSize(max(face.Width, text.Width), face.Height+text.Height)
}

func (sleeperLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	side := objects[0].MinSize()
	widget.Put(objects[0], widget.Rect{Size: side})
	at := fyne.NewPos(side.Width+look.Half, 0)
	if size.Width < sleeperFrom*theme.TextSize() {
		at = fyne.NewPos(-look.Inside, side.Height) // the text has a margin of its own
	}
	widget.Put(objects[1], widget.Rect{At: at, Size: fyne.NewSize(size.Width-at.X, max(size.Height-at.Y, 0))})
}

// sleeper is the persona asleep.
func (p *Page) sleeper(who face.Who) *face.Portrait {
	portrait, _ := p.NewPortrait(sleeperSide, p.companion.Face) // the page of the mind says what is wrong with a picture
	portrait.Express(who, face.Asleep)
	return portrait
}

// told are sentences below a heading, each in its line.
func (p *Page) told(key string, list []string) fyne.CanvasObject {
	rows := widget.Rows(look.Half, widget.NewCaption(p.Words.T(key), look.Muted, look.SizeHint))
	for _, s := range list {
		rows.Add(widget.Paragraph(page.InSentences([]string{s}), look.Text, ""))
	}
	return rows
}

// A MorningPage is the page one sees first after a night, once.
type MorningPage struct {
	*Page
	content fyne.CanvasObject
}

// NewMorningPage makes the page of a morning; done closes it, more opens the page of
// dreams.
func NewMorningPage(deps page.Deps, c Companion, m companion.Morning) *MorningPage {
	p := &Page{Deps: deps, who: face.Who{Slug: m.Slug, Name: m.Name, Face: m.Face}, companion: c}
	w := deps.Words
	begin := widget.NewButton(w.T("morning.close"), deps.Calls.Chat)
	begin.Importance = fynewidget.HighImportance
	more := widget.NewButton(w.T("morning.more"), deps.Calls.Dreams)
	title := widget.Heading(w.T("morning.night", "day", w.Date(string(m.Date))), look.SizeTitle)
	box := widget.Rows(look.Around, title, p.diary(m), widget.FlowLeft(begin, more))
	return &MorningPage{Page: p, content: container.NewVScroll(widget.Inset(widget.Measured(box, look.MeasureBubble+8), look.Around))}
}

// Object is the page.
func (k *MorningPage) Object() fyne.CanvasObject { return k.content }

// Receive takes an event of the persona that is open: the morning stays as it
// is.
func (k *MorningPage) Receive(string, any) {}

// A MorningReader tells whether there is a night that nobody has spoken since.
type MorningReader interface {
	Woke(context.Context) (companion.Morning, error)
	Shown(id string) error
}

// Wake asks for the morning of a persona and shows it where there is one.
func Wake(deps page.Deps, m MorningReader, show func(companion.Morning)) {
	page.Background(deps.Dispatcher, "morning", func(ctx context.Context) (companion.Morning, error) {
		return m.Woke(ctx)
	}, func(m companion.Morning, err error) {
		if err == nil && m.ID != "" { // else the page of dreams tells
			show(m)
		}
	})
}
