// Package chat is the page of the conversation with one persona: the column of
// messages and cards, the entry below it, and what opens beside it: the search,
// why a reply came about, what was in front of the model, and the glance at the
// inner life.
//
// A Page is made by New and read by Open; the window hands it the events of its
// persona. What is said and shown is in view.go and the other pure views, what
// the reader does in acts.go, a reply under way in live.go.
package chat

import (
	"context"
	"reflect"
	"strings"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/mind"
	"yumori/internal/prompt"
	"yumori/internal/speech"
	"yumori/internal/transcript"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"yumori/persona"
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

// A decider has what waits for the user's yes.
type decider interface {
	Snapshot() companion.Snapshot
	page.Answerer
	learner
}

// A Companion is whom one talks with on the chat page.
type Companion interface {
	talker
	rememberer
	logReader
	decider
	panelCompanion
}

// A besideCompanion is what stands beside the conversation.
type panelCompanion interface {
	mindTeller
	searchCompanion
	reasoner
	planTeller
	sessionKeeper
}

// A greeter says what it says to somebody it meets, and whether it dreams.
type greeter interface {
	Greeting() persona.Greeting
	Dreaming() companion.Dreaming
}

// A Page is the conversation with one persona.
type Page struct {
	page.Deps
	companion Companion
	slug      string

	State    ChatState
	Model    ChatModel
	index    map[string]int // of rows by key
	drawn    map[string]RowModel
	felt     string                     // the feeling the rail shows
	sending  bool                       // what is in the entry is on its way to the disk
	told     map[companion.Trouble]bool // files that were told of
	toldLeft map[prompt.FileLeft]bool   // those that do not reach the model whole
	Pointed  *MessageRow
	marked   *MessageRow // holds the selection
	Aloud    *Aloud

	messages *messageHooks
	Others   *RowHooks
	Pull     *page.PullBox // on the card of the first run

	Column   *Column
	Composer *Composer
	Pill     *widget.Pill
	Search   *SearchPanel
	Sessions *SessionsPanel
	Side     *fyne.Container
	Glance   *Glance
	beside   *besideLayout
	hello    *face.Portrait // before anything was said; nil until then
	Why      *WhyPanel
	Prompt   *PromptPanel
	below    *fyne.Container // the pill and the entry
	Content  fyne.CanvasObject
}

// New makes the page of a conversation; Open reads it.
func New(deps page.Deps, slug string, c Companion) *Page {
	p := &Page{Deps: deps, companion: c, slug: slug, told: map[companion.Trouble]bool{}, toldLeft: map[prompt.FileLeft]bool{}}
	p.State = ChatState{now: deps.Now()}
	p.Pull = page.NewPullBox(deps.Words, deps.Calls.Pull, func() { p.Column.Remeasure(keyWelcome) })
	p.Aloud = &Aloud{Deps: deps, text: p.text, pitch: speech.PitchOf(slug), changed: p.portray, trouble: func(e page.Explanation) { p.Composer.tell(e.Sentence(), look.Bad) }}
	p.hooks()
	p.Column = newColumn()
	p.Column.Build = p.buildRow
	p.Column.Update = p.updateRow
	p.Column.Guess = p.guessRow
	p.Column.OnMoved = p.moved
	p.Pill = widget.NewPill(deps.Words.T("chat.newest"), p.ToNewest)
	p.Composer = newComposer(deps)
	p.Composer.OnSend = p.send
	p.Composer.OnStop = c.Interrupt
	p.Composer.OnRecall = p.editLast
	p.Composer.OnEscape = p.Escape
	p.Search = newSearchPanel(deps, c, searchHooks{Jump: p.Jump, Place: deps.Calls.Memory, Close: p.CloseSearch})
	p.Sessions = newSessionsPanel(deps, c, sessionHooks{Read: p.Jump, Reopen: p.reopen, New: func() { p.EndTalk(func() {}) }, Close: p.closeSide})
	p.Why = newWhyPanel(deps, c, p.closeSide)
	p.Prompt = newPromptPanel(deps, c, func() { p.OpenWhy(p.Prompt.shown) }, p.closeSide)
	p.Why.prompt = p.OpenPrompt
	p.Side = container.NewStack()
	p.Glance = newGlance(deps, slug, c, glanceHooks{Fold: p.FoldGlance, Mind: deps.Calls.Mind, Told: p.feel})
	p.Content = p.layout()
	p.Aloud.find(p.kind("voice"), func() { p.State.voiced = p.Aloud.offered; p.show() })
	return p
}

// layout puts the conversation above the entry and the search beside both.
func (p *Page) layout() fyne.CanvasObject {
	p.below = widget.Rows(0, container.New(pillLayout{}, p.Pill), container.New(entryLayout{}, p.Composer.content))
	p.beside = &besideLayout{folded: func() bool { return p.Calls.Folded() }}
	handle := widget.NewIconButton(look.IconLeft, p.Words.T("glance.unfold"), widget.IconSmall).On(p.FoldGlance, p.Calls.Hint)
	return container.New(p.beside, container.NewBorder(nil, p.below, nil, nil, p.Column), p.Side, p.Glance.Content, handle)
}

// FoldGlance folds the glance at the inner life away, or opens it again. In a
// narrow window, where it is folded by itself, it is opened for this once.
func (p *Page) FoldGlance() {
	if p.Content.Size().Width < glanceFrom {
		p.beside.peek = !p.beside.peek
	} else {
		p.Calls.Fold()
	}
	p.Content.Refresh()
}

// pillLayout puts the pill in the middle between the conversation and the
// entry, where it covers nothing; hidden it takes no room.
type pillLayout struct{}

func (pillLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if !objects[0].Visible() {
		return fyne.Size{}
	}
	return fyne.NewSize(0, objects[0].MinSize().Height+look.Inside)
}

func (pillLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	s := objects[0].MinSize()
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos((size.Width-s.Width)/2, look.Half), Size: s})
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

func (p *Page) hooks() {
	p.messages = &messageHooks{
		Hover: p.point, Hint: p.Calls.Hint, Menu: p.menu, Copy: p.copy, Read: p.Aloud.read, Edit: p.edit,
		Regenerate: p.regenerate, Choose: p.choose, Recalled: p.toggleRecalled, Why: p.OpenWhy, Forget: p.forget, Own: p.owned, Link: p.Calls.Link, Stop: p.companion.Interrupt,
		Key: p.Calls.Key, Walk: p.walk, Select: p.selecting, Typed: p.Type, Grew: func(r *MessageRow) { p.Column.Remeasure(RowKey(r.Model.Id)) },
		Picture: newPreviews(p.Dispatcher, p.companion).load,
		Rest:    func(hidden int) string { return p.Words.N("message.rest", hidden) },
		Face:    p.wear,
		Word:    func(key string) string { return p.Words.T(key) },
	}
	p.Others = &RowHooks{
		TroubleHooks: page.TroubleHooks{
			Retry: p.regenerate, Dismiss: p.dismiss, GotLeft: p.dismissLeft, Settings: p.Calls.Settings, Link: p.Calls.Link, GotNewer: p.Calls.GotNewer,
			Prompt: func() { p.OpenPrompt(PromptNow) },
			Word:   func(key string) string { return p.Words.T(key) },
		},
		Asks: page.AskHooks{
			Decide: p.Decide, Grew: func(id string) { p.Column.Remeasure(askKey(id)) }, Word: func(key string) string { return p.Words.T(key) },
		},
		Learn: p.Learn, Recalled: p.toggleRecalled, Jump: p.Jump, Restore: p.restoreMessage,
		Grew:  func(key string) { p.Column.Remeasure(key) },
		Start: p.begin, Portrait: p.portrait, PortraitSide: p.portraitSide,
		Pulling: p.Pull.Content,
		Welcome: page.WelcomeHooks{
			Use: p.Calls.Use, Pull: p.Calls.Pull, Link: p.Calls.Link, Again: p.Calls.Again, Settings: p.Calls.Settings, Welcomed: p.Calls.Welcomed, Connect: p.connect, Tour: p.Calls.Tour,
		},
	}
}

// An opening is what a page reads before it can show anything.
type opening struct {
	log    stretch
	who    companion.Snapshot
	turn   companion.Turn
	said   persona.Greeting
	asleep widget.When
}

// Open reads the newest page and shows it.
func (p *Page) Open() {
	page.Background(p.Dispatcher, p.kind("open"), func(context.Context) (opening, error) {
		o := opening{who: p.companion.Snapshot(), turn: p.companion.Turn()}
		o.said, o.asleep = p.companion.Greeting(), widget.When(p.companion.Dreaming().Running)
		var err error
		o.log, err = readNewest(p.companion)
		return o, err
	}, func(o opening, err error) {
		p.State.log = o.log
		p.heard(o.turn)
		p.State.notYet, p.State.started = err, true
		p.State.greeting, p.State.replies, p.State.asleep = o.said.Words, o.said.Replies, o.asleep
		p.noteDamage(o.who.Troubles)
		p.snapshot(o.who)
		p.show()
		p.readLearned()
		p.toCard()
		p.Glance.open()
		if p.Calls.Opened != nil {
			p.Calls.Opened()
		}
	})
}

// noteDamage tells of files that cannot be used, each once: what was dismissed
// stays away.
func (p *Page) noteDamage(found []companion.Trouble) {
	for _, t := range found {
		if !p.told[t] {
			p.told[t] = true
			p.State.Damage = append(p.State.Damage, t)
		}
	}
}

func (p *Page) kind(what string) string { return p.slug + "/" + what }

func (p *Page) snapshot(s companion.Snapshot) {
	if p.State.spoken.Lang == "" || p.State.who.Language != s.Language {
		p.State.spoken = p.Words.In(s.Language)
	}
	p.State.who, p.State.asks.Waiting = s, s.Inbox
	p.Composer.setCompanion(s)
	p.Search.name = s.Name
	p.Calls.Snapshot(s)
}

// Receive takes an event of this page's companion.
func (p *Page) Receive(e event.Event) {
	switch state := e.State.(type) {
	case companion.Turn:
		p.turned(state)
	case companion.Snapshot:
		p.noteDamage(state.Troubles)
		p.snapshot(state)
		p.show()
	case []companion.Learned:
		p.learned(state)
	case dreaming.Outlook:
		p.Glance.expect(state)
	case mind.State:
		p.Glance.receive(state)
	case companion.Dreaming:
		p.State.asleep = widget.When(state.Running)
		p.feel()
	case transcript.ID:
		p.reload()
	}
}

// reload reads the newest page again after the conversation went on.
func (p *Page) reload() {
	t := p.State.turn
	switch {
	case p.State.log.hasNewer:
		p.movePill()
		return
	case t.Running() && p.State.log.holds(t.User.ID):
		return // its reply is shown from the turn, and the log tells of it later
	}
	old := p.State.log
	p.load(func(context.Context) (stretch, error) { return old.readChanged(p.companion) })
}

// load replaces what is loaded of the conversation. The newest load wins: what
// is read is always a whole stretch.
func (p *Page) load(read func(context.Context) (stretch, error)) {
	page.Background(p.Dispatcher, p.kind("log"), read, func(s stretch, err error) {
		if err != nil {
			p.Composer.complain(p.Words.Explain(err))
			return
		}
		p.State.log = s
		p.show()
		p.moved()
	})
}

// show draws the state.
func (p *Page) show() {
	p.State.now = p.Now()
	p.Model = chatView(p.State, p.Words)
	p.index = make(map[string]int, len(p.Model.Rows))
	keys := make([]string, len(p.Model.Rows))
	changed := map[string]bool{}
	drawn := make(map[string]RowModel, len(p.Model.Rows))
	for i, r := range p.Model.Rows {
		p.index[r.key], keys[i], drawn[r.key] = i, r.key, r
		if old, ok := p.drawn[r.key]; ok && !reflect.DeepEqual(old, r) {
			changed[r.key] = true
		}
	}
	p.drawn = drawn
	p.Column.Sunk = !p.State.empty()
	p.Column.SetRows(keys, changed)
	p.feel()
	p.movePill()
}

// feel shows what the persona feels in the rail and the title.
func (p *Page) feel() {
	if e := p.Emotion(); e != p.felt {
		p.felt = e
		p.Calls.Felt(p.slug, e)
	}
	p.portray()
}

func (p *Page) buildRow(i int) ColumnRow {
	r := p.Model.Rows[i]
	if r.Kind == rowMessage {
		return newMessageRow(r.message, p.messages)
	}
	return newBoxRow(p.Others.build(r))
}

func (p *Page) updateRow(i int, row ColumnRow) {
	r := p.Model.Rows[i]
	switch row := row.(type) {
	case *MessageRow:
		row.set(r.message)
	case *boxRow:
		row.set(p.Others.build(r))
	}
}

// guessRow is about how high a row will be: good enough for the scroll bar.
func (p *Page) guessRow(i int, width float32) float32 {
	r := p.Model.Rows[i]
	if r.Kind != rowMessage {
		return 60
	}
	em := theme.TextSize()
	perLine := min(look.MeasureBubble*em, width-80) / (em * 0.62)
	lines := float32(strings.Count(r.message.text, "\n")+1) + float32(len(r.message.text))/max(perLine, 10)/1.4
	return lines*em*look.LineHeight + 2*bubblePadY + footGap + footHeight + messageGap
}

// moved loads what comes next in the direction the reader goes.
func (p *Page) moved() {
	p.movePill()
	if p.Dispatcher.Busy(p.kind("log")) {
		return // it looks again when it is done
	}
	const near = 10 // rows
	first, end := p.Column.Span()
	log := p.State.log
	switch {
	case first < near && log.hasOlder:
		p.load(func(context.Context) (stretch, error) { return log.readOlder(p.companion) })
	case end > len(p.Model.Rows)-near && log.hasNewer:
		p.load(func(ctx context.Context) (stretch, error) { return log.readNewer(ctx, p.companion) })
	}
}

// pillReach is how much has to be out of sight below for a way there to be
// offered. It is more than the pill is high: with it the conversation is that
// much lower, and would be at its end again without.
const pillReach float32 = 64

func (p *Page) movePill() {
	was := p.Pill.Visible()
	widget.SetVisible(p.Pill, widget.When((p.Column.Below() >= pillReach || p.State.log.hasNewer) && !p.State.empty()))
	if p.Pill.Visible() != was {
		p.Content.Refresh()
	}
}

// ToNewest goes to the end of the conversation.
func (p *Page) ToNewest() {
	p.State.Found = ""
	p.Column.ToBottom()
	if p.State.log.hasNewer {
		p.load(func(context.Context) (stretch, error) { return readNewest(p.companion) })
		return
	}
	p.show()
}

// Jump shows a message that a search found.
func (p *Page) Jump(id transcript.ID) {
	p.State.Found = id
	if p.State.log.holds(id) {
		p.show()
		p.Column.To(RowKey(id))
		p.moved()
		return
	}
	page.Background(p.Dispatcher, p.kind("log"), func(ctx context.Context) (stretch, error) {
		return readAround(ctx, p.companion, id)
	}, func(s stretch, err error) {
		if err != nil {
			p.Composer.complain(p.Words.Explain(err))
			return
		}
		p.State.log = s
		p.show()
		p.Column.To(RowKey(id))
		p.moved()
	})
}

// Escape ends what goes on: the reply, else the edit, else the search.
func (p *Page) Escape() {
	switch {
	case p.Aloud.isReading() && !p.State.turn.Running():
		p.Aloud.Hush()
	case p.State.turn.Running():
		p.companion.Interrupt()
	case p.State.editing != "":
		p.edit("")
	case p.Searching():
		p.CloseSearch()
	case len(p.Side.Objects) > 0:
		p.closeSide()
	}
}

// Emotion is what the persona reported last: with the reply that is on its way
// to the disk, else as the glance at the mind was told.
func (p *Page) Emotion() string {
	if t := p.State.turn; t.Reply.ID != "" && !p.State.log.holds(t.Reply.ID) {
		if e := spokenOf(t.Reply).emotion; e != "" {
			return e
		}
	}
	if e := p.Glance.mind.Emotion; e.Intensity > 0 {
		return e.Category
	}
	return "" // nothing was reported yet, or it was taken back
}
