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

	"yumori/dreaming"
	"yumori/entity"
	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/mind"
	"yumori/internal/prompt"
	"yumori/internal/speech"
	"yumori/internal/transcript"
	"yumori/internal/updates"
	"yumori/persona"
	"yumori/retrieval"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// A Companion is whom one talks with on the chat page, by subject.
type Companion struct {
	Talk     Talker
	Self     Self
	Log      Log
	Replies  Replies
	Takeback Retractor
	Trust    Truster
	Learning Learner
	Asks     page.Answerer
	Sessions SessionKeeper
	Recall   func(context.Context, retrieval.Question) (retrieval.Recollection, error)
	Dreaming func() companion.Dreaming
	Night    func(context.Context) (dreaming.Outlook, error) // when the next dream comes
}

// A Talker answers what is said to it.
type Talker interface {
	Say(context.Context, companion.Utterance) (companion.Turn, error)
	Regenerate(context.Context, transcript.ID) (companion.Turn, error)
	Edit(context.Context, transcript.ID, string) (companion.Turn, error)
	Interrupt()
	Turn() companion.Turn
}

// A Self tells of itself: who it is, how it feels, and whom it knows.
type Self interface {
	Snapshot() companion.Snapshot
	Greeting() persona.Greeting
	Mind() mind.State
	Entities() ([]entity.Name, error)
	face.Own
}

// A Log is the conversation on disk, read backward.
type Log interface {
	Page(transcript.Cursor, int) (transcript.Page, error)
	At(transcript.ID) (transcript.Cursor, error)
	Choose(transcript.ID) error
	Search(context.Context, string, int) ([]transcript.Hit, error)
	attachmentReader
}

// Replies know how the replies came about.
type Replies interface {
	Why(context.Context, transcript.ID) (companion.Why, error)
	Remembered(context.Context, transcript.ID) ([]retrieval.Memory, error)
	Planned(context.Context, transcript.ID) (prompt.Plan, error)
	PlanNow(context.Context) (prompt.Plan, error)
	Pin(text string) error
}

// A part is what each part of the page has in common: what it is made of, and
// whom it tells that there is something to show, or that something went wrong.
type part struct {
	page.Deps
	slug    string
	show    func()
	trouble func(error)
}

// kind names a task of this persona's.
func (p *part) kind(what string) string { return p.slug + "/" + what }

// A Page is the conversation with one persona. Its parts each have what they show;
// state puts it together.
type Page struct {
	*part
	companion Companion
	who       companion.Snapshot
	asks      page.Asks
	said      persona.Greeting
	spoken    page.Words // of the language that the persona speaks
	notYet    error      // why the conversation could not be read
	started   bool       // it has been read
	asleep    widget.When
	felt      string // the feeling the rail shows

	Notices    Notices
	Transcript *Transcript
	Cursor     *Cursor
	Composer   *Composer
	Side       *Side
	Glance     *Glance
	Aloud      *Aloud
	First      *FirstRun
	turn       *liveTurn
	learnt     *learning
	recalled   *recollections
	portraits  *portraits

	beside  *besideLayout
	Content fyne.CanvasObject
}

// New makes the page of a conversation; Open reads it.
func New(deps page.Deps, slug string, c Companion) *Page {
	p := &Page{companion: c, Notices: newNotices()}
	p.part = &part{Deps: deps, slug: slug, show: p.draw, trouble: func(err error) { p.Composer.complain(p.Words.Explain(err)) }}
	resized := func() { p.Content.Refresh() }
	p.Transcript = newTranscript(p.part, markedLog{c.Log, c.Trust}, resized)
	p.First = newFirstRun(p.part, p.Transcript)
	p.Composer = newComposer(deps)
	p.Composer.OnSend, p.Composer.OnStop, p.Composer.OnRecall, p.Composer.OnEscape = p.send, c.Talk.Interrupt, p.editLast, p.Escape
	p.Cursor = &Cursor{calls: deps.Calls, rows: p.Transcript, entry: p.Composer.Entry}
	p.turn = &liveTurn{part: p.part}
	p.learnt = &learning{part: p.part, keeper: c.Learning, of: map[transcript.ID]companion.Learned{}}
	p.recalled = &recollections{part: p.part, replies: c.Replies, open: map[transcript.ID]recalledState{}, reveal: p.Transcript.Column.To}
	p.Side = newSide(deps, c, sideHooks{
		Resized: resized, Jump: p.Transcript.Jump, Reopen: p.reopen, EndTalk: func() { p.EndTalk(func() {}) }, Unsought: p.unsought, Entry: p.Composer.Entry,
	})
	p.Glance = newGlance(deps, slug, c, glanceHooks{Fold: p.FoldGlance, Mind: deps.Calls.Mind, Told: p.feel})
	p.portraits = &portraits{part: p.part, own: c.Self, beside: p.Glance.face}
	p.Aloud = &Aloud{Deps: deps, text: p.Transcript.text, ended: c.Talk.Turn().Reply.ID, pitch: speech.PitchOf(slug), changed: p.portray, trouble: func(e page.Explanation) { p.Composer.tell(e.Sentence(), look.Bad) }}
	p.hooks()
	p.Content = p.layout()
	p.Aloud.find(p.kind("voice"), p.draw)
	return p
}

// layout puts the conversation above the entry and the search beside both.
func (p *Page) layout() fyne.CanvasObject {
	below := widget.Rows(0, container.New(pillLayout{}, p.Transcript.Pill), container.New(entryLayout{}, p.Composer.content))
	p.beside = &besideLayout{folded: func() bool { return p.Calls.Folded() }}
	handle := widget.NewIconButton(look.IconLeft, p.Words.T("glance.unfold"), widget.IconSmall).On(p.FoldGlance, p.Calls.Hint)
	return container.New(p.beside, container.NewBorder(nil, below, nil, nil, p.Transcript.Column), p.Side.Content, p.Glance.Content, handle)
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
	word := func(key string) string { return p.Words.T(key) }
	rows := p.Transcript
	rows.messages = &messageHooks{
		Hover: p.Cursor.point, Hint: p.Calls.Hint, Menu: p.menu, Copy: p.copy, Read: p.Aloud.read, Edit: p.edit,
		Regenerate: p.regenerate, Choose: p.choose, Recalled: p.recalled.toggle, Why: p.Side.OpenWhy, Forget: p.forget, Own: p.owned, Link: p.Calls.Link, Stop: p.companion.Talk.Interrupt,
		Key: p.Calls.Key, Walk: p.Cursor.walk, Select: p.Cursor.selecting, Typed: p.Type, Grew: func(r *MessageRow) { rows.Column.Remeasure(RowKey(r.Model.Id)) },
		Picture: newPreviews(p.Dispatcher, p.companion.Log).load,
		Rest:    func(hidden int) string { return p.Words.N("message.rest", hidden) },
		Face:    p.portraits.wear,
		Word:    word,
	}
	rows.Others = &RowHooks{
		TroubleHooks: page.TroubleHooks{
			Retry: p.regenerate, Settings: p.Calls.Settings, Link: p.Calls.Link, GotNewer: p.Calls.GotNewer,
			Dismiss: func(i int) { p.Notices.dismiss(i); p.draw() },
			GotLeft: func() { p.Notices.left = nil; p.draw() },
			Prompt:  func() { p.Side.OpenPrompt(PromptNow) },
			Word:    word,
		},
		Asks: page.AskHooks{
			Decide: p.Decide, Grew: func(id string) { rows.Column.Remeasure(askKey(id)) }, Word: word,
		},
		Learn: p.learnt.turn, Recalled: p.recalled.toggle, Jump: rows.Jump, Restore: p.restoreMessage,
		Grew:  func(key string) { rows.Column.Remeasure(key) },
		Start: p.begin, Portrait: p.portraits.greeting, PortraitSide: func() float32 { return helloSideIn(rows.Column.Size().Height) },
		Pulling: p.First.Pull.Content,
		Welcome: page.WelcomeHooks{
			Use: p.Calls.Use, Pull: p.Calls.Pull, Link: p.Calls.Link, Again: p.Calls.Again, Settings: p.Calls.Settings, Welcomed: p.Calls.Welcomed, Connect: p.First.connect, Tour: p.Calls.Tour,
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
		o := opening{who: p.companion.Self.Snapshot(), turn: p.companion.Talk.Turn()}
		o.said, o.asleep = p.companion.Self.Greeting(), widget.When(p.companion.Dreaming().Running)
		var err error
		o.log, err = readNewest(p.Transcript.pages)
		return o, err
	}, func(o opening, err error) {
		p.Transcript.log = o.log
		p.turn.take(o.turn)
		p.notYet, p.started = err, true
		p.said, p.asleep = o.said, o.asleep
		p.Notices.noteDamage(o.who.Troubles)
		p.snapshot(o.who)
		p.draw()
		p.learnt.read(o.log.lines)
		p.First.lead()
		p.Glance.open()
		if p.Calls.Opened != nil {
			p.Calls.Opened()
		}
	})
}

func (p *Page) snapshot(s companion.Snapshot) {
	if p.spoken.Lang == "" || p.who.Language != s.Language {
		p.spoken = p.Words.In(s.Language)
	}
	p.who, p.asks.Waiting = s, s.Inbox
	p.Composer.setCompanion(s)
	p.Aloud.speak(speech.Language(s.Language))
	p.Side.Search.name = s.Name
	p.Calls.Snapshot(s)
}

// Receive takes an event of this page's companion.
func (p *Page) Receive(e event.Event) {
	switch state := e.State.(type) {
	case companion.Turn:
		p.turned(state)
	case companion.Snapshot:
		p.Notices.noteDamage(state.Troubles)
		p.snapshot(state)
		p.draw()
	case []companion.Learned:
		p.learnt.take(state)
	case dreaming.Outlook:
		p.Glance.expect(state)
	case mind.State:
		p.Glance.receive(state)
	case companion.Dreaming:
		p.asleep = widget.When(state.Running)
		p.feel()
	case transcript.ID:
		p.reload()
	}
}

// TellNewer tells that a newer version is there; the zero Release takes the
// line away.
func (p *Page) TellNewer(r updates.Release) {
	p.Notices.Newer = r
	p.draw()
}

func (p *Page) reload() { p.Transcript.reload(p.turn.Turn) }

// state is everything the conversation shows.
func (p *Page) state() ChatState {
	return ChatState{
		Notices: p.Notices, voiced: p.Aloud.offered, who: p.who, log: p.Transcript.log, turn: p.turn.Turn, heard: p.turn.heard, now: p.Now(),
		asks: p.asks, learned: p.learnt.of, recalled: p.recalled.open, notYet: p.notYet, started: p.started,
		Found: p.Transcript.Found, editing: p.Composer.edits, Welcome: p.First.Model, connect: p.First.connected,
		greeting: p.said.Words, replies: p.said.Replies, spoken: p.spoken, asleep: p.asleep,
	}
}

// draw shows the state.
func (p *Page) draw() {
	p.portraits.who, p.portraits.shows = face.Who{Slug: p.slug, Name: p.who.Name, Face: p.who.Face}, p.expression()
	p.Transcript.draw(chatView(p.state(), p.Words))
	p.feel()
	p.Transcript.movePill()
}

// feel shows what the persona feels in the rail and the title.
func (p *Page) feel() {
	if e := p.Emotion(); e != p.felt {
		p.felt = e
		p.Calls.Felt(p.slug, e)
	}
	p.portray()
}

// portray shows it, where the persona stands.
func (p *Page) portray() {
	p.portraits.express(p.expression(), widget.When(p.Transcript.Model.empty && p.notYet == nil))
}

// expression is what the portrait of the persona shows: what it does, else
// what it feels.
func (p *Page) expression() face.Expression {
	switch t := p.turn.Turn; {
	case bool(p.asleep):
		return face.Asleep
	case t.Running() && (t.Text == "" || t.Phase == companion.PhaseActing):
		return face.Thinking
	case t.Running(), bool(p.Aloud.speaks):
		return face.Speaking
	case p.learnt.corrected(t.User.ID):
		return face.Surprised // what it took for true was put right just now
	default:
		return page.ExpressionOf(p.Emotion())
	}
}

// Emotion is what the persona reported last: with the reply that is on its way
// to the disk, else as the glance at the mind was told.
func (p *Page) Emotion() string {
	if t := p.turn; t.Reply.ID != "" && !p.Transcript.log.holds(t.Reply.ID) {
		if e := spokenOf(t.Reply).emotion; e != "" {
			return e
		}
	}
	if e := p.Glance.mind.Emotion; e.Intensity > 0 {
		return e.Category
	}
	return "" // nothing was reported yet, or it was taken back
}

// Escape ends what goes on: the reply, else the edit, else the search.
func (p *Page) Escape() {
	switch {
	case p.Aloud.isReading() && !p.turn.Running():
		p.Aloud.Hush()
	case p.turn.Running():
		p.companion.Talk.Interrupt()
	case p.Composer.edits != "":
		p.edit("")
	case p.Side.Searching():
		p.Side.CloseSearch()
	case p.Side.isOpen():
		p.Side.Close()
	}
}
