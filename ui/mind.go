package ui

import (
	"context"
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/companion"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// A mindReader tells the inner life of a persona.
type mindReader interface {
	Mind() companion.Mind
	Felt(from, to time.Time) ([]motivation.Point, error)
	FeltDays(first, last episodic.Date) []companion.FeltDay
	Questions() []motivation.Question
	Goals() ([]goals.Goal, goals.Statistics)
}

// A mindSetter sets right what the persona wants to know and to reach.
type mindSetter interface {
	questionSetter
	goalSetter
}

type questionSetter interface {
	ReviseQuestion(id string, r motivation.Revision) error
	AnswerQuestion(id, answer string) error
	AskQuestion(ctx context.Context, id string) (companion.Action, error)
	DropQuestion(id string) error
}

type goalSetter interface {
	AddGoal(p goals.Plan) (goals.Goal, error)
	ReviseGoal(id goals.ID, r goals.Revision) error
	NoteGoal(id goals.ID, text string) error
	goalCloser
}

type goalCloser interface {
	CompleteGoal(id goals.ID, how string) error
	AbandonGoal(id goals.ID, why string) error
	ReopenGoal(id goals.ID) error
}

// A mindMate is a persona as the page of its inner life needs it.
type mindMate interface {
	mindReader
	mindSetter
	historian
	exchangeTeller
}

// A mindPage shows the inner life of a persona: drives that move as one looks,
// what it would like to know, what it wants, and what it felt.
type mindPage struct {
	pageDeps
	slug  string
	mate  mindMate
	state mindState

	lead      *prose.Text
	dot       *feelingDot
	feeling   *caption
	drives    []*driveRow
	questions *fyne.Container
	goals     *fyne.Container
	tally     *caption
	moreAsked *button
	more      *button
	graph     *emotionGraph
	heat      *heatMap
	heatSays  *caption
	note      *prose.Text
	page      fyne.CanvasObject // the inner life now
	content   *fyne.Container   // it, or its past
}

// mindTick is how often the drives are drawn again.
const mindTick = 5 * time.Second

func newMindPage(deps pageDeps, slug string, m mindMate) *mindPage {
	p := &mindPage{pageDeps: deps, slug: slug, mate: m, questions: rows(look.Inside), goals: rows(look.Inside)}
	p.note = paragraph("", look.Bad, "")
	p.note.Hide()
	p.page = p.build()
	p.content = container.NewStack(p.page)
	p.read()
	p.tick()
	return p
}

func (p *mindPage) object() fyne.CanvasObject { return p.content }

// receive reads again when the inner life has changed.
func (p *mindPage) receive(topic string, state any) {
	if m, ok := state.(companion.Mind); ok && topic == companion.TopicMind {
		p.state.mind = m
		p.read()
	}
}

func (p *mindPage) close() {
	p.border.drop("mind/tick")
	p.border.drop("mind/read")
	p.graph.close()
}

func (p *mindPage) build() fyne.CanvasObject {
	w := p.words
	page := rows(look.Around, p.note, p.buildDrives(),
		p.section(w.T("mind.questions"), rows(look.Inside, p.questions, p.buildQuestionFoot())),
		p.section(w.T("mind.goals"), rows(look.Inside, p.goals, p.buildGoalFoot())),
		p.section(w.T("mind.emotions"), p.buildEmotions()))
	return container.NewScroll(inset(measured(page, look.MeasurePage), look.Around))
}

// section is a card under a heading.
func (p *mindPage) section(title string, body fyne.CanvasObject) fyne.CanvasObject {
	return rows(look.Inside, newCaption(title, look.Text, look.SizeLead).bold(), card(body))
}

func (p *mindPage) buildDrives() fyne.CanvasObject {
	p.lead = paragraph("", look.Text, look.SizeLead)
	p.dot = newFeelingDot()
	p.feeling = newCaption("", look.Muted, "")
	list := rows(look.Inside + look.Half)
	for _, d := range motivation.AllDrives() {
		r := newDriveRow()
		r.show(driveModel{drive: d, name: p.words.drive(d)}) // until the levels are read
		p.drives = append(p.drives, r)
		list.Add(r)
	}
	hint := paragraph(p.words.T("mind.marks"), look.Muted, look.SizeHint)
	return rows(look.Inside, p.lead, inline(look.Inside, centred(p.dot), whole(p.feeling)), card(rows(look.Between, list, hint)))
}

func (p *mindPage) buildGoalFoot() fyne.CanvasObject {
	p.tally = newCaption("", look.Muted, look.SizeHint)
	p.more = p.moreButton(&p.state.closed)
	add := newButton(p.words.T("goal.add"), p.addGoal)
	return rows(look.Inside, p.tally, flow(p.more, p.pastButton(companion.GoalsFile, p.words.T("past.goals")), add))
}

func (p *mindPage) buildQuestionFoot() fyne.CanvasObject {
	p.moreAsked = p.moreButton(&p.state.answered)
	return flow(p.moreAsked, p.pastButton(companion.InnerFile, p.words.T("past.inner")))
}

// moreButton shows what is closed beside what is open, or hides it again.
func (p *mindPage) moreButton(shown *when) *button {
	b := newButton("", func() {
		*shown = !*shown
		p.show()
	})
	b.Importance = widget.LowImportance
	return b
}

// pastButton leads to what a file held in former days.
func (p *mindPage) pastButton(file, title string) *button {
	b := newButton(p.words.T("past.open"), func() {
		p.content.Objects = []fyne.CanvasObject{p.pastPage(p.mate, file, title, p.leavePast)}
		p.content.Refresh()
	})
	b.Importance = widget.LowImportance
	return b
}

// leavePast comes back to now.
func (p *mindPage) leavePast() {
	p.content.Objects = []fyne.CanvasObject{p.page}
	p.content.Refresh()
	p.read()
}

func (p *mindPage) buildEmotions() fyne.CanvasObject {
	p.graph = newEmotionGraph(p.pageDeps, p.mate)
	p.graph.ask = p.read
	p.heatSays = newCaption(p.words.T("heat.hint"), look.Muted, look.SizeHint)
	p.heat = newHeatMap(p.now(), func(day time.Time, felt companion.FeltDay) {
		p.heatSays.SetText(p.words.feltDay(day, felt))
	})
	title := newCaption(p.words.T("mind.days"), look.Text, "").bold()
	return rows(look.Between, p.graph.content,
		rows(look.Inside, title, container.NewHBox(p.heat, layout.NewSpacer()), p.heatSays))
}

// tick draws the drives again from time to time: they move by themselves.
func (p *mindPage) tick() {
	background(p.border, "mind/tick", func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.border.pause(ctx, mindTick)
	}, func(_ struct{}, err error) {
		if err == nil {
			p.showDrives(mindView(p.at(), p.words))
			p.tick()
		}
	})
}

// at is the state at the present time.
func (p *mindPage) at() mindState {
	p.state.now = p.now()
	return p.state
}

// read reads everything away from the screen.
func (p *mindPage) read() {
	first, last := p.heat.span()
	reach := p.graph.reach()
	type told struct {
		state  mindState
		felt   []motivation.Point
		days   []companion.FeltDay
		damage string
	}
	background(p.border, "mind/read", func(context.Context) (told, error) {
		t := told{state: mindState{mind: p.mate.Mind(), questions: p.mate.Questions()}}
		t.state.goals, t.state.stats = p.mate.Goals()
		t.days = p.mate.FeltDays(first, last)
		t.damage = p.words.damage(p.mate.Snapshot(), companion.GoalsFile, companion.InnerFile, "memory/emotion_log.json")
		var err error
		t.felt, err = p.mate.Felt(reach.from, t.state.mind.Time.Add(time.Minute))
		return t, err
	}, func(t told, err error) {
		t.state.closed, t.state.answered = p.state.closed, p.state.answered
		p.state = t.state
		p.failed(err)
		if err == nil && t.damage != "" {
			p.note.SetInk(inkOf(look.Bad))
			setParagraph(p.note, t.damage)
			p.note.Show()
		}
		p.show()
		p.graph.show(reach, t.felt)
		p.heat.show(t.days)
	})
}

// failed tells what went wrong, or that nothing did.
func (p *mindPage) failed(err error) {
	visible(p.note, when(err != nil))
	if err != nil {
		p.note.SetInk(inkOf(look.Bad))
		setParagraph(p.note, p.words.explain(err).sentence())
	}
}

func (p *mindPage) show() {
	m := mindView(p.at(), p.words)
	p.showDrives(m)
	p.questions.Objects = nil
	if len(m.questions) == 0 {
		p.questions.Add(paragraph(p.words.T("mind.questions.none"), look.Muted, ""))
	}
	for _, q := range m.questions {
		p.questions.Add(p.thoughtRow(q, p.questionActs(q)))
	}
	p.goals.Objects = nil
	if len(m.goals) == 0 {
		p.goals.Add(paragraph(p.words.T("mind.goals.none"), look.Muted, ""))
	}
	for _, g := range m.goals {
		p.goals.Add(p.thoughtRow(g, p.goalActs(g)))
	}
	p.tally.SetText(m.tally)
	for b, word := range map[*button]string{p.moreAsked: m.moreAsked, p.more: m.more} {
		b.SetText(word)
		visible(b, when(word != ""))
	}
	p.content.Refresh()
}

func (p *mindPage) showDrives(m mindModel) {
	setParagraph(p.lead, m.lead)
	p.dot.set(m.emotion)
	p.feeling.SetText(m.feeling)
	for i, d := range m.drives {
		p.drives[i].show(d)
	}
}
