package ui

import (
	"context"
	"reflect"
	"strings"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// A talker answers what is said to it.
type talker interface {
	Say(context.Context, companion.Utterance) (companion.Turn, error)
	Regenerate(context.Context, transcript.ID) (companion.Turn, error)
	Edit(context.Context, transcript.ID, string) (companion.Turn, error)
	Interrupt()
	Turn() companion.Turn
}

// A logReader reads and searches the conversation.
type logReader interface {
	pager
	Choose(transcript.ID) error
	Search(context.Context, string, int) ([]transcript.Hit, error)
	attachmentReader
}

// A decider has changes that wait for the user's yes.
type decider interface {
	Snapshot() companion.Snapshot
	Held() ([]persona.Held, error)
	Decide(string, persona.Decision) (persona.Held, error)
}

// A chatMate is whom one talks with on the chat page.
type chatMate interface {
	talker
	rememberer
	logReader
	decider
	besideMate
}

// A talkEnder ends the talk, so that the next message begins a new one.
type talkEnder interface {
	EndSession(context.Context) (companion.Session, error)
}

// A besideMate is what stands beside the conversation.
type besideMate interface {
	mindTeller
	searchMate
	reasoner
	planTeller
	talkEnder
}

// A chatPage is the conversation with one persona.
type chatPage struct {
	page.Deps
	mate chatMate
	slug string

	state    chatState
	model    chatModel
	index    map[string]int // of rows by key
	drawn    map[string]rowModel
	felt     string                      // the feeling the rail shows
	sending  bool                        // what is in the entry is on its way to the disk
	told     map[companion.Trouble]bool  // files that were told of
	toldLeft map[companion.FileLeft]bool // those that do not reach the model whole
	pointed  *messageRow
	marked   *messageRow // holds the selection

	messages *messageHooks
	others   *rowHooks
	pull     *page.PullBox // on the card of the first run

	column   *column
	composer *composer
	pill     *widget.Pill
	search   *searchPanel
	side     *fyne.Container
	glance   *glance
	why      *whyPanel
	prompt   *promptPanel
	content  fyne.CanvasObject
}

func newChatPage(deps page.Deps, slug string, mate chatMate) *chatPage {
	p := &chatPage{Deps: deps, mate: mate, slug: slug, told: map[companion.Trouble]bool{}, toldLeft: map[companion.FileLeft]bool{}}
	p.state = chatState{now: deps.Now(), decided: map[string]persona.Held{}, stuck: map[string]string{}}
	p.pull = page.NewPullBox(deps.Words, deps.Calls.Pull, func() { p.column.Remeasure(keyWelcome) })
	p.hooks()
	p.column = newColumn()
	p.column.Build = p.buildRow
	p.column.Update = p.updateRow
	p.column.Guess = p.guessRow
	p.column.OnMoved = p.moved
	p.pill = widget.NewPill(deps.Words.T("chat.newest"), p.toNewest)
	p.composer = newComposer(deps)
	p.composer.OnSend = p.send
	p.composer.OnStop = mate.Interrupt
	p.composer.OnRecall = p.editLast
	p.composer.OnEscape = p.escape
	p.search = newSearchPanel(deps, mate, searchHooks{Jump: p.jump, Place: deps.Calls.Memory, Close: p.closeSearch})
	p.why = newWhyPanel(deps, mate, p.closeSide)
	p.prompt = newPromptPanel(deps, mate, func() { p.openWhy(p.prompt.shown) }, p.closeSide)
	p.why.prompt = p.openPrompt
	p.side = container.NewStack()
	p.glance = newGlance(deps, slug, mate, glanceHooks{Fold: p.foldGlance, Mind: deps.Calls.Mind, Told: p.feel})
	p.content = p.layout()
	return p
}

// layout puts the conversation above the entry and the search beside both.
func (p *chatPage) layout() fyne.CanvasObject {
	talk := container.NewStack(p.column, container.New(cornerLayout{}, p.pill))
	entry := container.New(entryLayout{}, p.composer.content)
	folded := func() bool { return p.Calls.Folded() }
	return container.New(besideLayout{folded}, container.NewBorder(nil, entry, nil, nil, talk), p.side, p.glance.content)
}

// foldGlance folds the glance at the inner life away, or opens it again.
func (p *chatPage) foldGlance() {
	p.Calls.Fold()
	p.content.Refresh()
}

// cornerLayout puts the pill in the middle of the lower edge.
type cornerLayout struct{}

func (cornerLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (cornerLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	s := objects[0].MinSize()
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos((size.Width-s.Width)/2, size.Height-s.Height-look.Inside), Size: s})
}

// entryLayout keeps the entry as wide as the conversation.
type entryLayout struct{}

func (entryLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2*look.Between, look.Between)
}

func (entryLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := min(size.Width-2*look.Between, look.MeasurePage*theme.TextSize())
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos((size.Width-w)/2, 0), Size: fyne.NewSize(w, size.Height-look.Between)})
}

func (p *chatPage) hooks() {
	p.messages = &messageHooks{
		Hover: p.point, Hint: p.Calls.Hint, Menu: p.menu, Copy: p.copy, Edit: p.edit,
		Regenerate: p.regenerate, Choose: p.choose, Recalled: p.toggleRecalled, Why: p.openWhy, Forget: p.forget, Own: p.owned, Link: p.Calls.Link, Stop: p.mate.Interrupt,
		Key: p.Calls.Key, Walk: p.walk, Select: p.selecting, Typed: p.typed, Grew: func(r *messageRow) { p.column.Remeasure(rowKey(r.model.id)) },
		Picture: newPreviews(p.Border, p.mate).load,
		Rest:    func(hidden int) string { return p.Words.N("message.rest", hidden) },
		Word:    func(key string) string { return p.Words.T(key) },
	}
	p.others = &rowHooks{
		TroubleHooks: page.TroubleHooks{
			Retry: p.regenerate, Dismiss: p.dismiss, GotLeft: p.dismissLeft, Settings: p.Calls.Settings,
			Prompt: func() { p.openPrompt(promptNow) },
			Word:   func(key string) string { return p.Words.T(key) },
		},
		Decide: p.decide, Recalled: p.toggleRecalled, Jump: p.jump, Restore: p.restoreMessage,
		Grew:    func(key string) { p.column.Remeasure(key) },
		Pulling: p.pull.Content,
		Welcome: page.WelcomeHooks{
			Use: p.Calls.Use, Pull: p.Calls.Pull, Link: p.Calls.Link, Again: p.Calls.Again, Settings: p.Calls.Settings, Welcomed: p.Calls.Welcomed,
		},
	}
}

// An opening is what a page reads before it can show anything.
type opening struct {
	log  stretch
	who  companion.Snapshot
	held []persona.Held
	turn companion.Turn
}

// open reads the newest page and shows it.
func (p *chatPage) open() {
	page.Background(p.Border, p.kind("open"), func(context.Context) (opening, error) {
		o := opening{who: p.mate.Snapshot(), turn: p.mate.Turn()}
		var err error
		if o.log, err = readNewest(p.mate); err != nil {
			return o, err
		}
		o.held, err = p.mate.Held()
		return o, err
	}, func(o opening, err error) {
		p.state.log, p.state.held = o.log, o.held
		p.heard(o.turn)
		p.state.notYet, p.state.started = err, true
		p.noteDamage(o.who.Troubles)
		p.snapshot(o.who)
		p.show()
		p.toCard()
		p.glance.open()
		if p.Calls.Opened != nil {
			p.Calls.Opened()
		}
	})
}

// noteDamage tells of files that cannot be used, each once: what was dismissed
// stays away.
func (p *chatPage) noteDamage(found []companion.Trouble) {
	for _, t := range found {
		if !p.told[t] {
			p.told[t] = true
			p.state.damage = append(p.state.damage, t)
		}
	}
}

func (p *chatPage) kind(what string) string { return p.slug + "/" + what }

func (p *chatPage) snapshot(s companion.Snapshot) {
	p.state.who = s
	p.composer.setMate(s)
	p.search.name = s.Name
	p.Calls.Snapshot(s)
}

// receive takes an event of this page's companion.
func (p *chatPage) receive(e event.Event) {
	switch state := e.State.(type) {
	case companion.Turn:
		p.turned(state)
	case companion.Snapshot:
		p.noteDamage(state.Troubles)
		p.snapshot(state)
		p.show()
	case []persona.Held:
		p.state.held = state
		p.show()
	case dreaming.Outlook:
		p.glance.expect(state)
	case companion.Mind:
		p.glance.receive(state)
	case transcript.ID:
		p.reload()
	}
}

// reload reads the newest page again after the conversation went on.
func (p *chatPage) reload() {
	t := p.state.turn
	switch {
	case p.state.log.hasNewer:
		p.movePill()
		return
	case t.Running() && p.state.log.holds(t.User.ID):
		return // its reply is shown from the turn, and the log tells of it later
	}
	old := p.state.log
	p.load(func(context.Context) (stretch, error) { return old.readChanged(p.mate) })
}

// load replaces what is loaded of the conversation. The newest load wins: what
// is read is always a whole stretch.
func (p *chatPage) load(read func(context.Context) (stretch, error)) {
	page.Background(p.Border, p.kind("log"), read, func(s stretch, err error) {
		if err != nil {
			p.composer.complain(p.Words.Explain(err))
			return
		}
		p.state.log = s
		p.show()
		p.moved()
	})
}

// show draws the state.
func (p *chatPage) show() {
	p.state.now = p.Now()
	p.model = chatView(p.state, p.Words)
	p.index = make(map[string]int, len(p.model.rows))
	keys := make([]string, len(p.model.rows))
	changed := map[string]bool{}
	drawn := make(map[string]rowModel, len(p.model.rows))
	for i, r := range p.model.rows {
		p.index[r.key], keys[i], drawn[r.key] = i, r.key, r
		if old, ok := p.drawn[r.key]; ok && !reflect.DeepEqual(old, r) {
			changed[r.key] = true
		}
	}
	p.drawn = drawn
	p.column.Sunk = !p.state.empty()
	p.column.SetRows(keys, changed)
	p.feel()
	p.movePill()
}

// feel shows what the persona feels in the rail and the title.
func (p *chatPage) feel() {
	if e := p.emotion(); e != p.felt {
		p.felt = e
		p.Calls.Felt(p.slug, e)
	}
}

func (p *chatPage) buildRow(i int) columnRow {
	r := p.model.rows[i]
	if r.kind == rowMessage {
		return newMessageRow(r.message, p.messages)
	}
	return newBoxRow(p.others.build(r))
}

func (p *chatPage) updateRow(i int, row columnRow) {
	r := p.model.rows[i]
	switch row := row.(type) {
	case *messageRow:
		row.set(r.message)
	case *boxRow:
		row.set(p.others.build(r))
	}
}

// guessRow is about how high a row will be: good enough for the scroll bar.
func (p *chatPage) guessRow(i int, width float32) float32 {
	r := p.model.rows[i]
	if r.kind != rowMessage {
		return 60
	}
	em := theme.TextSize()
	perLine := min(look.MeasureBubble*em, width-80) / (em * 0.62)
	lines := float32(strings.Count(r.message.text, "\n")+1) + float32(len(r.message.text))/max(perLine, 10)/1.4
	return lines*em*look.LineHeight + 2*bubblePadY + footGap + footHeight + messageGap
}

// moved loads what comes next in the direction the reader goes.
func (p *chatPage) moved() {
	p.movePill()
	if p.Border.Busy(p.kind("log")) {
		return // it looks again when it is done
	}
	const near = 10 // rows
	first, end := p.column.Span()
	log := p.state.log
	switch {
	case first < near && log.hasOlder:
		p.load(func(context.Context) (stretch, error) { return log.readOlder(p.mate) })
	case end > len(p.model.rows)-near && log.hasNewer:
		p.load(func(ctx context.Context) (stretch, error) { return log.readNewer(ctx, p.mate) })
	}
}

// pillReach is how much has to be out of sight below for a way there to be
// offered: the offer would lie on the newest message's own foot.
const pillReach float32 = 64

func (p *chatPage) movePill() {
	if p.column.Below() < pillReach && !p.state.log.hasNewer || p.state.empty() {
		p.pill.Hide()
	} else {
		p.pill.Show()
	}
}

// toNewest goes to the end of the conversation.
func (p *chatPage) toNewest() {
	p.state.found = ""
	p.column.ToBottom()
	if p.state.log.hasNewer {
		p.load(func(context.Context) (stretch, error) { return readNewest(p.mate) })
		return
	}
	p.show()
}

// jump shows a message that a search found.
func (p *chatPage) jump(id transcript.ID) {
	p.state.found = id
	if p.state.log.holds(id) {
		p.show()
		p.column.To(rowKey(id))
		p.moved()
		return
	}
	page.Background(p.Border, p.kind("log"), func(ctx context.Context) (stretch, error) {
		return readAround(ctx, p.mate, id)
	}, func(s stretch, err error) {
		if err != nil {
			p.composer.complain(p.Words.Explain(err))
			return
		}
		p.state.log = s
		p.show()
		p.column.To(rowKey(id))
		p.moved()
	})
}

// escape ends what goes on: the reply, else the edit, else the search.
func (p *chatPage) escape() {
	switch {
	case p.state.turn.Running():
		p.mate.Interrupt()
	case p.state.editing != "":
		p.edit("")
	case p.searching():
		p.closeSearch()
	case len(p.side.Objects) > 0:
		p.closeSide()
	}
}

// emotion is what the persona reported last: with the reply that is on its way
// to the disk, else as the glance at the mind was told.
func (p *chatPage) emotion() string {
	if t := p.state.turn; t.Reply.ID != "" && !p.state.log.holds(t.Reply.ID) {
		if e := spokenOf(t.Reply).emotion; e != "" {
			return e
		}
	}
	if e := p.glance.mind.Emotion; e.Intensity > 0 {
		return e.Category
	}
	return "" // nothing was reported yet, or it was taken back
}
