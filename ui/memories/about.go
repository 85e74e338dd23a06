package memories

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/mind"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// This file is what the page opens on: what the persona knows about the user,
// the people and things around them, and their last days together.

// How much of each is shown before one asks for all of it.
const (
	toldShown   = 10
	peopleShown = 8
	daysShown   = 7
	dayShown    = 4000 // characters
)

// A known is all that the pane shows.
type known struct {
	told   []companion.Told
	people []mind.EntityView // those of the newest pages
	names  int               // of all
	days   []episodic.Head   // the newest first
}

// readKnown reads what is known; it takes some time.
func readKnown(c Companion) (known, error) {
	var k known
	told, err := c.Facts.Facts(companion.ToldQuery())
	if err != nil {
		return k, err
	}
	k.told = companion.ToldIn(told, c.Snapshot().User)
	names, err := c.Entities.Entities()
	if err != nil {
		return k, err
	}
	k.names = len(names)
	for _, n := range names[:min(len(names), 4*peopleShown)] {
		if v, err := c.Entities.Entity(n); err == nil { // one that cannot be read is told of in its own pane
			k.people = append(k.people, v)
		}
	}
	slices.SortStableFunc(k.people, func(a, b mind.EntityView) int { return b.Changed.Compare(a.Changed) })
	k.people = k.people[:min(len(k.people), peopleShown)]
	k.days = c.Episodes.EpisodeHeads()
	slices.Reverse(k.days)
	return k, nil
}

// newAboutPane makes the pane, empty until all is read.
func newAboutPane(deps page.Deps, c Companion) fyne.CanvasObject {
	w := deps.Words
	box := widget.Rows(look.Around, widget.Paragraph(w.T("memories.reading"), look.Muted, ""))
	page.Background(deps.Dispatcher, "pane/about", func(context.Context) (known, error) { return readKnown(c) }, func(k known, err error) {
		box.Objects = nil
		if err != nil {
			box.Add(widget.Paragraph(w.Explain(err).Sentence(), look.Bad, ""))
			box.Refresh()
			return
		}
		a := about{deps, box}
		a.told(k)
		a.people(k)
		a.days(k)
		if len(box.Objects) == 0 {
			box.Add(widget.Heading(w.T("about.none"), look.SizeTitle))
			box.Add(widget.Paragraph(w.T("about.none.hint"), look.Muted, ""))
		}
		box.Refresh()
	})
	return container.NewVScroll(widget.Inset(box, look.Around))
}

// An about fills the pane.
type about struct {
	page.Deps
	box *fyne.Container
}

// part adds a part of the pane, with a way to all of it if it is not.
func (a about) part(title string, body fyne.CanvasObject, more widget.When, pane page.PaneName) {
	part := widget.Rows(look.Inside, widget.Heading(title, look.SizeTitle), body)
	if more {
		all := widget.NewButton(a.Words.T("about.all"), func() { a.Calls.Memory(page.MemoryPlace{Pane: pane, Id: ""}) })
		all.Importance = fynewidget.LowImportance
		part.Add(widget.FlowLeft(all))
	}
	a.box.Add(part)
}

// told is what the user told, a sentence a line; each leads to where it can be
// put right.
func (a about) told(k known) {
	if len(k.told) == 0 {
		return
	}
	list := widget.Rows(look.Half)
	for _, t := range k.told[:min(len(k.told), toldShown)] {
		says := widget.Paragraph(page.InSentences([]string{widget.Beginning(t.Says, page.TitleShown)}), look.Text, "")
		edit := widget.NewIconButton(look.IconEdit, a.Words.T("about.edit"), widget.IconSmall)
		list.Add(a.leading(says, edit, page.MemoryPlace{Pane: page.PaneFacts, Id: t.Fact}))
	}
	a.part(a.Words.T("about.you"), widget.Card(list), len(k.told) > toldShown, page.PaneFacts)
}

// leading is a text with a button beside it that leads to a place of the memories.
func (a about) leading(text fyne.CanvasObject, button *widget.IconButton, to page.MemoryPlace) fyne.CanvasObject {
	button.On(func() { a.Calls.Memory(to) }, a.Calls.Hint)
	return container.NewBorder(nil, nil, nil, container.NewVBox(button), text)
}

// people are tiles of whom and what the persona has pages on.
func (a about) people(k known) {
	if len(k.people) == 0 {
		return
	}
	var tiles []widget.Tile
	for _, v := range k.people {
		tiles = append(tiles, widget.Tile{Title: widget.Shorten(string(v.Name), 24), Note: widget.Beginning(lastLine(v), 42)})
	}
	grid := widget.NewTileLinks(tiles, func(i int) {
		a.Calls.Memory(page.MemoryPlace{Pane: page.PaneEntities, Id: string(k.people[i].Name)})
	})
	a.part(a.Words.T("pane.entities"), grid, k.names > len(k.people), page.PaneEntities)
}

// saidBy is what stands before the words of somebody on a page: who said them, and
// when.
var saidBy = regexp.MustCompile(`^[^“「]{0,80}[:：]\s*([“「])`)

// began is what the text of a day begins with, which stands above it already.
var began = regexp.MustCompile(`^()(?:\d{1,2} \p{L}+ \d{4}, \d{1,2}:\d{2} [ap]m: |\d{4}年\d{1,2}月\d{1,2}日、\d{1,2}:\d{2}から)`)

// unnamed is how a Japanese day calls a user whose name is not known; on a card it is
// said to them. What they said stands in 「」 and stays.
var unnamed = regexp.MustCompile(`(^|[。」])相手(と|「)`)

// talked is the first sentence of a day that is told without a model, when nobody but
// the two was there.
var talked = regexp.MustCompile(`^(?:([^“”,.]{1,80}) and I talked\. |([^「」、。]{1,80})と話した。)`)

// dayText is what a card shows of the text of a day. Where that is nothing but what
// was said, the words of the one who reads it stand by themselves.
func dayText(text string) string {
	text = began.ReplaceAllString(text, "")
	if m := talked.FindStringSubmatch(text); m != nil {
		text = text[len(m[0]):]
		for _, said := range []struct{ by, open, shut string }{{m[1] + ": ", "“", "” "}, {m[2], "「", "」"}} {
			if said.by == "" || said.by == ": " {
				continue
			}
			text = strings.ReplaceAll(strings.TrimPrefix(text, said.by), said.shut+said.by+said.open, said.shut+said.open)
			if rest, cut := strings.CutSuffix(text, said.shut+strings.TrimSpace(said.by)+"…"); cut {
				text = rest + said.shut + "…" // who says what is no more shown
			}
		}
		return text
	}
	return unnamed.ReplaceAllString(text, "${1}あなた$2")
}

// lastLine is the newest that a page says.
func lastLine(v mind.EntityView) string {
	if n := len(v.Paragraphs); n > 0 {
		line := widget.Beginning(v.Paragraphs[n-1].Text, page.TitleShown)
		return prose.Bare(saidBy.ReplaceAllString(line, "$1"))
	}
	return ""
}

// days is a time line, the newest day first.
func (a about) days(k known) {
	if len(k.days) == 0 {
		return
	}
	list := widget.Rows(look.Between)
	for _, h := range k.days[:min(len(k.days), daysShown)] {
		open := widget.NewIconButton(look.IconRight, a.Words.T("about.day"), widget.IconSmall)
		mark := ""
		if h.Star {
			mark = " ★"
		}
		begins := widget.Paragraph("", look.Text, "")
		begins.SetMarkdown(prose.Mended(dayText(widget.Beginning(h.Text, dayShown))))
		text := widget.Rows(2, widget.NewCaption(a.Words.Days(h.Date)+mark, look.Accent, look.SizeHint), begins)
		list.Add(a.leading(text, open, page.MemoryPlace{Pane: page.PaneEpisodes, Id: h.ID}))
	}
	a.part(a.Words.T("about.days"), widget.Card(list), len(k.days) > daysShown, page.PaneEpisodes)
}

// plainPage is a page on somebody or something as people read it, a paragraph
// below the other.
func plainPage(p entity.Page) fyne.CanvasObject {
	box := widget.Rows(look.Inside)
	for _, each := range p.Paragraphs {
		text := widget.Paragraph("", look.Text, "")
		text.SetMarkdown(widget.Beginning(each.Text, page.MostShown))
		box.Add(text)
	}
	return box
}
