package memories

import (
	"context"
	"slices"
	"strings"

	"yumori/episodic"
	"yumori/internal/texts"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Episodes are what the persona remembers of its days.
type Episodes interface {
	EpisodeHeads() []episodic.Head
	Episode(id string) (episodic.Episode, error)
	ReviseEpisode(e episodic.Episode) error
	DropEpisode(id string) error
}

// Insights are what the persona understood at night.
type Insights interface {
	InsightHeads() []episodic.InsightHead
	Insight(id string) (episodic.Insight, error)
}

// An episodeModel is an episode in words.
type episodeModel struct {
	title string
	foot  string
}

// episodeView puts an episode into words. It is pure.
func episodeView(e episodic.Episode, w page.Words) episodeModel {
	var foot []string
	if kind := episodeType(w, e); kind != "" {
		foot = append(foot, kind)
	}
	foot = append(foot, w.T("episode.felt", "n", page.Decimals(e.Arousal)))
	if e.Merged > 1 {
		foot = append(foot, w.N("episode.merged", e.Merged))
	}
	if e.By != "" {
		foot = append(foot, w.T("episode.by", "who", w.Teller(e.By)))
	}
	if e.Stale() {
		foot = append(foot, w.T("episode.stale"))
	}
	return episodeModel{title: w.Days(e.Date), foot: strings.Join(foot, page.Separator)}
}

// episodeRow is an episode in a list. It is pure.
func episodeRow(h episodic.Head, w page.Words) widget.MasterRow {
	r := widget.MasterRow{Title: w.Days(h.Date), Text: prose.Bare(h.Text)}
	if h.Star {
		r.Mark = "★"
	}
	return r
}

func episodeType(w page.Words, e episodic.Episode) string {
	switch e.Type {
	case episodic.Achievement:
		return w.T("episode.achievement")
	case episodic.Discovery:
		return w.T("episode.discovery")
	case episodic.Bonding:
		return w.T("episode.bonding")
	}
	return ""
}

// An episodesPane is the time line of what happened.
type episodesPane struct {
	page.Deps
	companion Companion
	heads     []episodic.Head // the newest first
	chosen    string          // id of the one that is shown, or read
	list      *widget.MasterList
	content   fyne.CanvasObject
}

func newEpisodesPane(deps page.Deps, c Companion, id string) *episodesPane {
	p := &episodesPane{Deps: deps, companion: c}
	p.list = widget.NewMasterList(deps.Words.T("pane.episodes.none"), p.choose)
	pastBelow(deps, p.list, pastLink{past: c.Past, file: MemoryModel{File: texts.EpisodesFile, title: deps.Words.T("pane.episodes")}, back: func() { p.read("") }})
	p.content = p.list.Content
	p.read(id)
	return p
}

// read reads the episodes and chooses the one of an id, the newest if there is
// none.
func (p *episodesPane) read(id string) {
	type told struct {
		list   []episodic.Head
		damage string
	}
	page.Background(p.Dispatcher, "pane/episodes", func(context.Context) (told, error) {
		list := p.companion.Episodes.EpisodeHeads()
		slices.Reverse(list)
		return told{list, p.Words.Damage(p.companion.Snapshot(), texts.EpisodesFile)}, nil
	}, func(t told, _ error) {
		list := t.list
		p.heads = list
		p.list.Show(len(list), func(i int) widget.MasterRow { return episodeRow(p.heads[i], p.Words) })
		p.chosen = "" // one of the list before is not to come any more
		p.list.Put(nil)
		if len(list) > 0 {
			p.list.Choose(max(slices.IndexFunc(list, func(h episodic.Head) bool { return h.ID == id }), 0))
		}
		p.list.Warn(t.damage)
	})
}

// choose reads the episode of a row and shows it.
func (p *episodesPane) choose(i int) {
	if i >= len(p.heads) {
		return
	}
	id := p.heads[i].ID
	p.chosen = id
	page.Background(p.Dispatcher, "pane/episode", func(context.Context) (episodic.Episode, error) { return p.companion.Episodes.Episode(id) }, func(e episodic.Episode, err error) {
		if id == p.chosen {
			p.show(e, err)
		}
	})
}

// show shows an episode, to be set right.
func (p *episodesPane) show(e episodic.Episode, err error) {
	if err != nil {
		p.list.Fail(p.Trouble(err))
		return
	}
	w := p.Words
	m := episodeView(e, w)
	text := p.NewTextBox(e.Summary, 6)
	felt := widget.NewSlider(0, 1)
	felt.Step = 0.05
	felt.SetValue(e.Arousal)
	said := widget.Paragraph(w.T("episode.arousal", "n", page.Decimals(e.Arousal)), look.Muted, look.SizeHint)
	felt.OnChanged = func(v float64) { widget.SetParagraph(said, w.T("episode.arousal", "n", page.Decimals(v))) }
	note := widget.Paragraph("", look.Bad, look.SizeHint)
	save := widget.NewButton(w.T("memories.save"), func() {
		changed := e
		changed.Summary, changed.Arousal, changed.Max = text.Text(), felt.Value, max(e.Max, felt.Value)
		p.run(e.ID, func(err error) { widget.SetParagraph(note, w.Explain(err).Sentence()) }, func() error { return p.companion.Episodes.ReviseEpisode(changed) })
	})
	save.Importance = fynewidget.HighImportance
	buttons := widget.Flow(widget.NewButton(w.T("episode.drop"), func() { p.drop(e, note.SetPlain) }), save)
	if id := page.MessageIn(e.Sources); id != "" {
		buttons.Objects = append([]fyne.CanvasObject{widget.NewButton(w.T("mind.source"), func() { p.Calls.Message(id) })}, buttons.Objects...)
	}
	head := widget.Rows(2, widget.Heading(m.title, look.SizeTitle), widget.Paragraph(m.foot, look.Muted, look.SizeHint))
	foot := widget.Rows(look.Inside, said, felt, note, buttons)
	p.list.Put(widget.Inset(widget.Tall(widget.Under(head, text.Content), foot), look.Between))
}

// drop asks before it removes an episode.
func (p *episodesPane) drop(e episodic.Episode, tell func(string)) {
	w := p.Words
	p.Calls.Ask(page.SheetModel{Title: w.T("episode.drop"), Text: w.T("episode.drop.text", "day", w.Days(e.Date)), Action: w.T("episode.drop"), Cancel: w.T("cancel")}, nil, func() page.SheetEnd {
		p.run("", func(err error) { tell(w.Explain(err).Sentence()) }, func() error { return p.companion.Episodes.DropEpisode(e.ID) })
		return page.SheetDone
	})
}

// run does something away from the screen and reads again.
func (p *episodesPane) run(id string, failed func(error), do func() error) {
	page.Background(p.Dispatcher, "pane/episode/act", func(context.Context) (struct{}, error) {
		return struct{}{}, do()
	}, func(_ struct{}, err error) {
		if err != nil {
			failed(err)
			return
		}
		p.read(id)
	})
}

// An insightsPane is the dream diary.
type insightsPane struct {
	page.Deps
	companion Companion
	heads     []episodic.InsightHead // the newest first
	list      *widget.MasterList
	content   fyne.CanvasObject
}

func newInsightsPane(deps page.Deps, c Companion, id string) *insightsPane {
	p := &insightsPane{Deps: deps, companion: c}
	p.list = widget.NewMasterList(deps.Words.T("pane.insights.none"), p.choose)
	pastBelow(deps, p.list, pastLink{past: c.Past, file: MemoryModel{File: texts.InsightsFile, title: deps.Words.T("pane.insights")}, back: func() { p.read("") }})
	p.content = p.list.Content
	p.read(id)
	return p
}

// read reads the diary and chooses the entry of an id, the newest if there is
// none.
func (p *insightsPane) read(id string) {
	c, deps := p.companion, p.Deps
	type told struct {
		list   []episodic.InsightHead
		damage string
	}
	page.Background(p.Dispatcher, "pane/insights", func(context.Context) (told, error) {
		list := c.Insights.InsightHeads()
		slices.Reverse(list)
		return told{list, deps.Words.Damage(c.Snapshot(), texts.InsightsFile)}, nil
	}, func(t told, _ error) {
		list := t.list
		p.heads = list
		p.list.Show(len(list), func(i int) widget.MasterRow {
			return widget.MasterRow{Title: p.heads[i].Topic, Text: deps.Words.Moment(p.heads[i].CreatedAt.Local())}
		})
		if len(list) > 0 {
			p.list.Choose(max(slices.IndexFunc(list, func(h episodic.InsightHead) bool { return h.ID == id }), 0))
		}
		p.list.Warn(t.damage)
	})
}

// choose reads the entry of a row and shows it.
func (p *insightsPane) choose(i int) {
	if i >= len(p.heads) {
		return
	}
	id := p.heads[i].ID
	page.Background(p.Dispatcher, "pane/insight", func(context.Context) (episodic.Insight, error) { return p.companion.Insights.Insight(id) }, p.show)
}

// show shows an entry like a page of a diary.
func (p *insightsPane) show(n episodic.Insight, err error) {
	if err != nil {
		p.list.Fail(p.Trouble(err))
		return
	}
	w := p.Words
	box := widget.Rows(look.Between, widget.Rows(2, widget.Heading(n.Topic, look.SizeTitle),
		widget.Paragraph(w.Moment(n.CreatedAt.Local())+page.Separator+w.Teller(n.By), look.Muted, look.SizeHint)))
	if n.Dream != "" {
		box.Add(widget.Paragraph(widget.Beginning(n.Dream, page.MostShown), look.Text, look.SizeLead))
	}
	for _, part := range []struct{ label, text string }{{"insight.insight", n.Insight}, {"insight.strategy", n.Strategy}} {
		if part.text != "" { // not every night has one
			box.Add(widget.Labelled(w.T(part.label), widget.Paragraph(widget.Beginning(part.text, page.MostShown), look.Text, "")))
		}
	}
	if id := page.MessageIn(n.Sources); id != "" {
		box.Add(widget.Flow(widget.NewButton(w.T("mind.source"), func() { p.Calls.Message(id) })))
	}
	p.list.Put(container.NewVScroll(widget.Inset(box, look.Between)))
}
