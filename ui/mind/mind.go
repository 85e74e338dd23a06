// Package mind is the page of the inner life: the drives, the feelings over
// time, open questions and goals, and how they are set right.
package mind

import (
	"context"
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/companion"
	"yumori/internal/mind"
	"yumori/internal/texts"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Mind tells the inner life of a persona.
type Mind interface {
	Mind() mind.State
	Felt(from, to time.Time) ([]motivation.Point, error)
	FeltDays(first, last episodic.Date) []mind.FeltDay
	Questions() []motivation.Question
	Goals() ([]goals.Goal, goals.Statistics)
}

// Questions are what the persona would like to know.
type Questions interface {
	ReviseQuestion(id string, r motivation.Revision) error
	AnswerQuestion(id, answer string) error
	DropQuestion(id string) error
}

// Goals are what the persona wants.
type Goals interface {
	AddGoal(p goals.Plan) (goals.Goal, error)
	ReviseGoal(id goals.ID, r goals.Revision) error
	NoteGoal(id goals.ID, text string) error
}

// GoalEnds are how the persona's goals end.
type GoalEnds interface {
	CompleteGoal(id goals.ID, how string) error
	AbandonGoal(id goals.ID, why string) error
	ReopenGoal(id goals.ID) error
}

// A Companion is a persona as the page of its inner life needs it, by subject.
type Companion struct {
	Mind      Mind
	Questions Questions
	Goals     Goals
	Ends      GoalEnds
	Past      page.PastReader
	Face      face.Own
	Snapshot  func() companion.Snapshot
	Drives    func() companion.DriveSetter
	Dreaming  func() companion.Dreaming
	Ask       func(ctx context.Context, question string) (companion.Action, error)
	Exchange  func(transcript.ID) (mind.Words, error) // what was said
}

// A Page shows the inner life of a persona: drives that move as one looks,
// what it would like to know, what it wants, and what it felt.
type Page struct {
	page.Deps
	slug      string
	companion Companion
	state     mindState

	lead      *prose.Text
	dot       *widget.FeelingDot
	feeling   *widget.Caption
	face      *face.Portrait
	who       face.Who
	asleep    widget.When
	drives    []*driveRow
	scale     [3]*widget.Caption // times of day beneath the outlook
	trial     *trial
	set       *fyne.Container // what a person has set
	questions *fyne.Container
	goals     *fyne.Container
	tally     *widget.Caption
	moreAsked *widget.Button
	more      *widget.Button
	graph     *emotionGraph
	heat      *heatMap
	heatSays  *prose.Text
	note      *prose.Text
	page      fyne.CanvasObject // the inner life now
	content   *fyne.Container   // it, or its past
}

// mindTick is how often the drives are drawn again.
const mindTick = 5 * time.Second

// New makes the page of a persona's inner life and begins to read it.
func New(deps page.Deps, slug string, c Companion) *Page {
	p := &Page{Deps: deps, slug: slug, companion: c, questions: widget.Rows(look.Inside), goals: widget.Rows(look.Inside)}
	p.note = widget.Paragraph("", look.Bad, "")
	p.note.Hide()
	p.page = p.build()
	p.content = container.NewStack(p.page)
	p.read()
	p.tick()
	return p
}

// Object is the page.
func (p *Page) Object() fyne.CanvasObject { return p.content }

// expression is what the portrait shows.
func (p *Page) expression(feeling string) face.Expression {
	if p.asleep {
		return face.Asleep
	}
	return page.ExpressionOf(feeling)
}

// Receive reads again when the inner life has changed.
func (p *Page) Receive(topic string, state any) {
	if m, ok := state.(mind.State); ok && topic == companion.TopicMind {
		p.state.mind = m
		p.read()
	}
}

// Close ends what the page had begun for itself.
func (p *Page) Close() {
	p.Dispatcher.Drop("mind/tick")
	p.Dispatcher.Drop("mind/read")
	p.graph.close()
}

func (p *Page) build() fyne.CanvasObject {
	w := p.Words
	page := widget.Rows(look.Around, p.note, p.buildDrives(),
		p.section(w.T("mind.questions"), widget.Rows(look.Inside, p.questions, p.buildQuestionFoot())),
		p.section(w.T("mind.goals"), widget.Rows(look.Inside, p.goals, p.buildGoalFoot())),
		p.section(w.T("mind.emotions"), p.buildEmotions()))
	return container.NewScroll(widget.Inset(widget.Measured(page, look.MeasurePage), look.Around))
}

// section is a card under a heading.
func (p *Page) section(title string, body fyne.CanvasObject) fyne.CanvasObject {
	return widget.Rows(look.Inside, widget.Heading(title, look.SizeLead), widget.Card(body))
}

func (p *Page) buildDrives() fyne.CanvasObject {
	p.lead = widget.Paragraph("", look.Text, look.SizeLead)
	p.dot = widget.NewFeelingDot()
	p.feeling = widget.NewCaption("", look.Muted, "")
	list := widget.Rows(look.Inside + look.Half)
	for _, d := range motivation.AllDrives() {
		r := newDriveRow(p.driveHooks())
		r.show(page.DriveModel{Drive: d, Name: p.Words.Drive(d)}) // until the levels are read
		p.drives = append(p.drives, r)
		list.Add(r)
	}
	times := container.New(scaleLayout{})
	for i := range p.scale {
		p.scale[i] = widget.NewCaption("00:00", look.Muted, look.SizeHint)
		times.Add(p.scale[i])
	}
	list.Add(times)
	p.trial, p.set = p.newTrial(), widget.Rows(look.Half)
	hint := widget.Paragraph(p.Words.T("mind.marks"), look.Muted, look.SizeHint)
	past := widget.FlowLeft(p.pastButton(texts.InnerFile, p.Words.T("past.inner")))
	portrait, trouble := p.NewPortrait(mindFaceSide, p.companion.Face)
	p.face = portrait
	drives := widget.Rows(look.Inside, p.lead, widget.Inline(look.Inside, widget.Centred(p.dot), widget.Whole(p.feeling)), trouble, widget.Card(widget.Rows(look.Between, list, p.trial.box, p.set, hint, past)))
	return container.New(companyLayout{}, portrait, drives)
}

// mindFaceSide is how large the portrait on the page of the inner life is.
const mindFaceSide float32 = 220

// companyFrom is how wide a page has to be for the portrait to stand beside
// what it feels, not above.
const companyFrom float32 = 620

// A companyLayout puts a portrait at the left of a thing, or above it where
// there is little room.
type companyLayout struct{}

func (companyLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	face, thing := objects[0].MinSize(), objects[1].MinSize()
	if objects[1].Position().X > 0 {
		return fyne.NewSize(thing.Width, max(face.Height, thing.Height))
	}
	return fyne.NewSize(max(face.Width, thing.Width), face.Height+look.Between+thing.Height)
}

func (companyLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	side := objects[0].MinSize()
	if size.Width >= companyFrom {
		widget.Put(objects[0], widget.Rect{Size: side})
		x := side.Width + look.Around
		widget.Put(objects[1], widget.Rect{At: fyne.NewPos(x, 0), Size: fyne.NewSize(size.Width-x, max(size.Height, objects[1].MinSize().Height))})
		return
	}
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos((size.Width-side.Width)/2, 0), Size: side})
	y := side.Height + look.Between
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(0, y), Size: fyne.NewSize(size.Width, max(size.Height-y, objects[1].MinSize().Height))})
}

func (p *Page) buildGoalFoot() fyne.CanvasObject {
	p.tally = widget.NewCaption("", look.Muted, look.SizeHint)
	p.more = p.moreButton(&p.state.closed)
	add := widget.NewButton(p.Words.T("goal.add"), p.addGoal)
	return widget.Rows(look.Inside, p.tally, widget.Flow(p.more, p.pastButton(texts.GoalsFile, p.Words.T("past.goals")), add))
}

func (p *Page) buildQuestionFoot() fyne.CanvasObject {
	p.moreAsked = p.moreButton(&p.state.answered)
	return widget.Flow(p.moreAsked)
}

// moreButton shows what is closed beside what is open, or hides it again.
func (p *Page) moreButton(shown *widget.When) *widget.Button {
	b := widget.NewButton("", func() {
		*shown = !*shown
		p.show()
	})
	b.Importance = fynewidget.LowImportance
	return b
}

// pastButton leads to what a file held in former days.
func (p *Page) pastButton(file, title string) *widget.Button {
	b := widget.NewButton(p.Words.T("past.open"), func() {
		p.content.Objects = []fyne.CanvasObject{p.PastPage(p.companion.Past, file, title, p.leavePast)}
		p.content.Refresh()
	})
	b.Importance = fynewidget.LowImportance
	return b
}

// leavePast comes back to now.
func (p *Page) leavePast() {
	p.content.Objects = []fyne.CanvasObject{p.page}
	p.content.Refresh()
	p.read()
}

func (p *Page) buildEmotions() fyne.CanvasObject {
	p.graph = newEmotionGraph(p.Deps, p.companion.Exchange)
	p.graph.ask = p.read
	p.heatSays = widget.Paragraph(p.Words.T("heat.hint"), look.Muted, look.SizeHint)
	p.heat = newHeatMap(p.Now(), p.Words.ShortMonth, func(day time.Time, felt mind.FeltDay) {
		widget.SetParagraph(p.heatSays, feltDay(p.Words, day, felt))
	})
	title := widget.Heading(p.Words.T("mind.days"), "")
	return widget.Rows(look.Between, p.graph.content,
		widget.Rows(look.Inside, title, container.NewHBox(p.heat, layout.NewSpacer()), p.heatSays))
}

// tick draws the drives again from time to time: they move by themselves.
func (p *Page) tick() {
	p.Dispatcher.Schedule("mind/tick", mindTick, func() {
		p.showDrives(mindView(p.at(), p.Words))
		p.tick()
	})
}

// at is the state at the present time, with a drive as it is held.
func (p *Page) at() mindState {
	p.state.now = p.Now()
	s := p.state
	if p.trial.held {
		s.mind.Motives = s.mind.Motives.With(p.trial.drive, p.trial.level, s.now)
	}
	return s
}

// read reads everything away from the screen.
func (p *Page) read() {
	first, last := p.heat.span()
	reach := p.graph.reach()
	type told struct {
		state  mindState
		felt   []motivation.Point
		days   []mind.FeltDay
		damage string
		who    face.Who
		asleep widget.When
	}
	page.Background(p.Dispatcher, "mind/read", func(context.Context) (told, error) {
		t := told{state: mindState{mind: p.companion.Mind.Mind(), questions: p.companion.Mind.Questions()}}
		who := p.companion.Snapshot()
		t.who, t.asleep = face.Who{Slug: p.slug, Name: who.Name, Face: who.Face}, widget.When(p.companion.Dreaming().Running)
		t.state.goals, t.state.stats = p.companion.Mind.Goals()
		t.days = p.companion.Mind.FeltDays(first, last)
		t.damage = p.Words.Damage(p.companion.Snapshot(), texts.GoalsFile, texts.InnerFile, "memory/emotion_log.json")
		var err error
		t.felt, err = p.companion.Mind.Felt(reach.from, t.state.mind.Time.Add(aheadMost))
		return t, err
	}, func(t told, err error) {
		t.state.closed, t.state.answered = p.state.closed, p.state.answered
		p.state, p.who, p.asleep = t.state, t.who, t.asleep
		p.failed(err)
		if err == nil && t.damage != "" {
			p.note.SetInk(widget.InkOf(look.Bad))
			widget.SetParagraph(p.note, t.damage)
			p.note.Show()
		}
		p.show()
		if err == nil || len(t.felt) > 0 { // what is known stays in sight
			reach.torn = err != nil
			p.graph.show(reach, t.felt)
		}
		p.heat.show(t.days)
	})
}

// failed tells what went wrong, or that nothing did.
func (p *Page) failed(err error) {
	widget.SetVisible(p.note, widget.When(err != nil))
	if err != nil {
		p.note.SetInk(widget.InkOf(look.Bad))
		widget.SetParagraph(p.note, p.Words.Explain(err).Sentence())
	}
}

func (p *Page) show() {
	m := mindView(p.at(), p.Words)
	p.showDrives(m)
	p.questions.Objects = nil
	if len(m.questions) == 0 {
		p.questions.Add(widget.Paragraph(p.Words.T("mind.questions.none"), look.Muted, ""))
	}
	for _, q := range m.questions {
		p.questions.Add(p.thoughtRow(q, p.questionActs(q)))
	}
	p.goals.Objects = nil
	if len(m.goals) == 0 {
		p.goals.Add(widget.Paragraph(p.Words.T("mind.goals.none", "name", p.who.Name), look.Muted, ""))
	}
	for _, g := range m.goals {
		p.goals.Add(p.thoughtRow(g, p.goalActs(g)))
	}
	p.showSet()
	p.tally.SetText(m.tally)
	for b, word := range map[*widget.Button]string{p.moreAsked: m.moreAsked, p.more: m.more} {
		b.SetText(word)
		widget.SetVisible(b, widget.When(word != ""))
	}
	p.content.Refresh()
}

func (p *Page) showDrives(m mindModel) {
	widget.SetParagraph(p.lead, m.Lead)
	p.dot.Set(m.Emotion)
	p.feeling.SetText(m.Feeling)
	if p.who.Slug != "" {
		p.face.Express(p.who, p.expression(m.Emotion))
	}
	for i, d := range m.Drives {
		p.drives[i].show(d)
	}
	for i, c := range p.scale {
		c.SetText(page.Clock(p.state.now.Local().Add(time.Duration(i) * 12 * time.Hour)))
	}
}
