package memories

import (
	"context"
	"slices"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Facts are what is held for true.
type Facts interface {
	Facts(facts.Query) ([]facts.Fact, error)
	Fact(id string) (facts.Fact, error)
	OpinionCourse(id string) ([]facts.Step, error)
	ReviseFact(facts.Fact) error
	DropFact(id string) error
}

// A factModel is a fact in words.
type factModel struct {
	foot     string
	evidence []evidenceModel
}

// An evidenceModel is a reason to hold an opinion more, or less, surely, and
// where it comes from.
type evidenceModel struct {
	text    string
	against widget.When
	message transcript.ID    // "" it is none
	place   page.MemoryPlace // among the memories, if it is no message
}

// factView puts a fact into words. It is pure.
func factView(f facts.Fact, w page.Words) factModel {
	var m factModel
	head := headOf(f)
	head.about = strings.Join(f.Entities, ", ")
	foot := head.foot(w)
	if !f.Time.IsZero() {
		foot = append(foot, w.Moment(f.Time.Local()))
	}
	foot = append(foot, kind(w, string(f.Kind)))
	m.foot = strings.Join(slices.DeleteFunc(foot, func(s string) bool { return s == "" }), page.Separator)
	for _, e := range f.Evidence {
		m.evidence = append(m.evidence, evidence(w, e))
	}
	return m
}

// evidence puts a reason into words.
func evidence(w page.Words, e facts.Evidence) evidenceModel {
	text := widget.Beginning(e.Text, page.TitleShown)
	if text == "" {
		text = w.T("fact.unquoted")
	}
	m := evidenceModel{text: w.T("fact.for", "text", text), against: widget.When(e.Stance == facts.Against)}
	switch e.Stance {
	case facts.Against:
		m.text = w.T("fact.against", "text", text)
	case facts.Ended:
		m.text = w.T("fact.ended", "text", text)
	}
	if !e.Time.IsZero() {
		m.text += page.Separator + w.Date(e.Time.Local().Format(time.DateOnly))
	}
	switch {
	case e.Source == "":
	case strings.ContainsAny(e.Source, "#./"):
		m.place = filePlace(memory.ParsePlace(e.Source).File)
	case strings.Contains(e.Source, "_"): // o_…: another fact
		m.place = page.MemoryPlace{Pane: page.PaneFacts, Id: e.Source}
	default:
		m.message = transcript.ID(e.Source)
	}
	return m
}

// filePlace is where a text of the persona's folder is read.
func filePlace(file string) page.MemoryPlace {
	switch {
	case strings.HasPrefix(file, "memory/memory_"):
		return page.MemoryPlace{Pane: page.PaneDiary, Id: file}
	case strings.HasPrefix(file, "memory/"):
		return page.MemoryPlace{Pane: page.PaneDays, Id: file}
	case strings.HasPrefix(file, "bank/"):
		return page.MemoryPlace{Pane: page.PaneBank, Id: file}
	}
	return page.MemoryPlace{Pane: "", Id: file}
}

// kind is how something came to be known.
func kind(w page.Words, name string) string {
	switch name {
	case "lived":
		return w.T("kind.lived")
	case "told":
		return w.T("kind.told")
	case "inferred":
		return w.T("kind.inferred")
	case "dreamed":
		return w.T("kind.dreamed")
	case "imported":
		return w.T("kind.imported")
	}
	return name
}

func factType(w page.Words, t facts.Type) string {
	switch t {
	case facts.World:
		return w.T("fact.world")
	case facts.Experience:
		return w.T("fact.experience")
	case facts.Opinion:
		return w.T("fact.opinion")
	case facts.Summary:
		return w.T("fact.summary")
	}
	return string(t)
}

// A factsPane is what is held for true, and what is thought of it.
type factsPane struct {
	page.Deps
	companion Companion
	heads     []factHead // of those that the filter leaves, the newest first
	chosen    string     // id of the one that is shown, or read
	filter    *widget.Field
	list      *widget.MasterList
	content   fyne.CanvasObject
}

// A factHead is what the list keeps of a fact: there may be ten thousand, and
// only those in sight are put into words.
type factHead struct {
	id, title, about string
	kind             facts.Type
	sure             float64
	ended            bool
}

// headOf is the head of a fact, with strings of its own.
func headOf(f facts.Fact) factHead {
	about := strings.Join(f.Entities, ", ")
	return factHead{strings.Clone(f.ID), strings.Clone(widget.Beginning(f.Text, widget.RowShown)), strings.Clone(widget.Beginning(about, widget.RowShown)), f.Type, f.Confidence, !f.Ended.IsZero()}
}

// row is a fact in the list.
func (h factHead) row(w page.Words) widget.MasterRow {
	return widget.MasterRow{Title: h.title, Text: strings.Join(h.foot(w), page.Separator)}
}

// foot is what is said of every fact: of which type it is, whether it still holds, how
// sure an opinion, and whom it is about.
func (h factHead) foot(w page.Words) []string {
	foot := []string{factType(w, h.kind)}
	if h.ended {
		foot = append(foot, w.T("fact.over"))
	}
	if h.kind == facts.Opinion {
		foot = append(foot, w.Sure(h.sure))
	}
	if h.about != "" {
		foot = append(foot, h.about)
	}
	return foot
}

func newFactsPane(deps page.Deps, c Companion, id string) *factsPane {
	p := &factsPane{Deps: deps, companion: c}
	p.list = widget.NewMasterList(deps.Words.T("pane.facts.none"), p.choose)
	p.filter = widget.NewField(deps.Calls.Key)
	p.filter.SetPlaceHolder(deps.Words.T("fact.filter"))
	p.filter.OnChanged = func(string) { p.read("") }
	left := widget.Under(widget.Inset(p.filter, look.Inside), p.list.Content.Objects[0])
	p.list.Content.Objects[0] = left
	p.content = p.list.Content
	p.read(id)
	return p
}

func (p *factsPane) read(id string) {
	query := facts.Query{Words: strings.TrimSpace(p.filter.Text)}
	type told struct {
		heads  []factHead
		damage string
	}
	page.Background(p.Dispatcher, "pane/facts", func(context.Context) (told, error) {
		list, err := p.companion.Facts.Facts(query)
		slices.SortStableFunc(list, func(a, b facts.Fact) int { return b.Time.Compare(a.Time) })
		t := told{make([]factHead, len(list)), damagedFacts(p.Words, p.companion.Snapshot())}
		for i, f := range list {
			t.heads[i] = headOf(f)
		}
		return t, err
	}, func(t told, err error) {
		if err != nil {
			p.list.Fail(p.Trouble(err))
			return
		}
		p.heads = t.heads
		p.list.Says(p.none(query.Words))
		p.list.Show(len(t.heads), func(i int) widget.MasterRow { return p.heads[i].row(p.Words) })
		p.list.Warn(t.damage)
		p.chosen = "" // one of the list before is not to come any more
		p.list.Put(nil)
		if len(t.heads) > 0 {
			p.list.Choose(max(slices.IndexFunc(t.heads, func(h factHead) bool { return h.id == id }), 0))
		}
	})
}

// none is what an empty list says: of what lives there, or of what was looked
// for.
func (p *factsPane) none(sought string) string {
	if sought == "" {
		return p.Words.T("pane.facts.none")
	}
	return p.Words.T("fact.none", "query", sought)
}

// damagedFacts says which files of facts cannot be used as they are, and where
// they are mended.
func damagedFacts(w page.Words, who companion.Snapshot) string {
	var hurt []string
	for _, t := range who.Troubles {
		if strings.HasPrefix(t.File, "bank/") && !slices.Contains(hurt, t.File) {
			hurt = append(hurt, t.File)
		}
	}
	if len(hurt) == 0 {
		return ""
	}
	return w.T("fact.damaged", "files", strings.Join(hurt, w.T("list.and")), "page", w.T("pane.bank"))
}

// choose reads the fact of a row and shows it.
func (p *factsPane) choose(i int) {
	if i >= len(p.heads) {
		return
	}
	id := p.heads[i].id
	p.chosen = id
	page.Background(p.Dispatcher, "pane/fact", func(context.Context) (facts.Fact, error) { return p.companion.Facts.Fact(id) }, func(f facts.Fact, err error) {
		if id == p.chosen {
			p.show(f, err)
		}
	})
}

// show shows a fact, to be set right.
func (p *factsPane) show(f facts.Fact, err error) {
	if err != nil {
		p.list.Fail(p.Trouble(err))
		return
	}
	w := p.Words
	m := factView(f, w)
	text := p.NewTextBox(f.Text, 3)
	sure := f.Confidence
	box := widget.Rows(look.Between, text.Content, widget.Paragraph(widget.Beginning(m.foot, page.TitleShown), look.Muted, look.SizeHint))
	if f.Type == facts.Opinion {
		box.Add(p.confidence(f, &sure))
		box.Add(p.course(f.ID))
	}
	if len(m.evidence) > 0 {
		list := widget.Rows(look.Half)
		for _, e := range m.evidence {
			list.Add(p.reason(e))
		}
		box.Add(widget.Labelled(w.T("fact.evidence"), list))
	}
	note := widget.Paragraph("", look.Bad, look.SizeHint)
	save := widget.NewButton(w.T("memories.save"), func() {
		changed := f
		changed.Text, changed.Confidence = strings.TrimSpace(text.Text()), sure
		p.run(f.ID, note.SetPlain, func() error { return p.companion.Facts.ReviseFact(changed) })
	})
	save.Importance = fynewidget.HighImportance
	buttons := widget.Flow(p.dropButton(f, note.SetPlain), save)
	if id := page.MessageIn(f.Sources); id != "" {
		buttons.Objects = append([]fyne.CanvasObject{widget.NewButton(w.T("mind.source"), func() { p.Calls.Message(id) })}, buttons.Objects...)
	}
	box.Add(note)
	box.Add(buttons)
	box.Add(p.details(f, box))
	p.list.Put(container.NewVScroll(widget.Inset(box, look.Between)))
}

// details is where a fact stands, for those who want to know.
func (p *factsPane) details(f facts.Fact, in *fyne.Container) fyne.CanvasObject {
	text := widget.Paragraph(strings.Join(append([]string{f.ID, f.Source.String()}, f.Sources...), page.Separator), look.Muted, look.SizeHint)
	text.Hide()
	return widget.Rows(0, widget.FlowLeft(widget.NewFoldButton(p.Words.T("details"), text, in.Refresh)), text)
}

// confidence lets one say how sure the persona is to be.
func (p *factsPane) confidence(f facts.Fact, sure *float64) fyne.CanvasObject {
	w := p.Words
	said := widget.Paragraph(w.T("fact.sure", "n", page.Percent(f.Confidence)), look.Muted, look.SizeHint)
	slider := widget.NewSlider(0, 1)
	slider.Step = 0.05
	slider.SetValue(f.Confidence)
	slider.OnChanged = func(v float64) {
		*sure = v
		widget.SetParagraph(said, w.T("fact.sure", "n", page.Percent(v)))
	}
	return widget.Rows(0, said, slider)
}

// course is how sure the persona was over time, once it is read.
func (p *factsPane) course(id string) fyne.CanvasObject {
	w := p.Words
	says := widget.Paragraph(w.T("memories.reading"), look.Muted, look.SizeHint)
	space := container.NewStack()
	page.Background(p.Dispatcher, "pane/course", func(context.Context) ([]facts.Step, error) {
		return p.companion.Facts.OpinionCourse(id)
	}, func(steps []facts.Step, err error) {
		switch {
		case err != nil:
			widget.SetParagraph(says, w.Explain(err).Sentence())
		case len(steps) < 2:
			widget.SetParagraph(says, w.T("fact.course.none"))
		default:
			widget.SetParagraph(says, step(w, facts.Step{}))
			space.Objects = []fyne.CanvasObject{newCourseLine(steps, func(s facts.Step) { widget.SetParagraph(says, step(w, s)) })}
			space.Refresh()
		}
	})
	return widget.Labelled(w.T("fact.course"), widget.Rows(look.Half, space, says))
}

// reason is an evidence with a way to where it comes from.
func (p *factsPane) reason(e evidenceModel) fyne.CanvasObject {
	token := look.Text
	if e.against {
		token = look.Bad
	}
	text := widget.Paragraph(e.text, token, look.SizeHint)
	if e.message == "" && e.place == (page.MemoryPlace{}) {
		return text
	}
	open := widget.NewIconButton(look.IconLink, p.Words.T("mind.source"), widget.IconSmall).On(func() {
		if e.message != "" {
			p.Calls.Message(e.message)
			return
		}
		p.Calls.Memory(e.place)
	}, p.Calls.Hint)
	return container.NewBorder(nil, nil, nil, container.NewVBox(open), text)
}

// dropButton forgets a fact, after asking.
func (p *factsPane) dropButton(f facts.Fact, tell func(string)) *widget.Button {
	w := p.Words
	return widget.NewButton(w.T("fact.drop"), func() {
		p.Calls.Ask(page.SheetModel{Title: w.T("fact.drop"), Text: widget.Beginning(f.Text, page.TitleShown), Action: w.T("fact.drop"), Cancel: w.T("cancel")}, nil, func() page.SheetEnd {
			p.run("", tell, func() error { return p.companion.Facts.DropFact(f.ID) })
			return page.SheetDone
		})
	})
}

// run does something away from the screen and reads again.
func (p *factsPane) run(id string, tell func(string), do func() error) {
	page.Background(p.Dispatcher, "pane/fact/act", func(context.Context) (struct{}, error) {
		return struct{}{}, do()
	}, func(_ struct{}, err error) {
		if err != nil {
			tell(p.Words.Explain(err).Sentence())
			return
		}
		p.read(id)
	})
}
