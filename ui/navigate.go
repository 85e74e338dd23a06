package ui

import (
	"context"

	"yumori/internal/companion"
	"yumori/ui/dreams"
	"yumori/ui/knowledge"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// This file is going from place to place in the window.

// goPersona opens a persona on the page that is open.
func (s *shell) goPersona(slug string) { s.goPersonaThen(slug, func() {}) }

// goPersonaThen is goPersona, and calls then when the page is there.
func (s *shell) goPersonaThen(slug string, then func()) {
	s.slug = slug
	if s.page == pageSettings || s.page == pageMorning { // a night is somebody else's
		s.page = pageChat
	}
	s.showRail()
	if s.companions[slug] != nil {
		s.goPage(s.page)
		then()
		return
	}
	type arrival struct {
		persona *openPersona
		who     companion.Snapshot
	}
	page.Background(s.dispatcher, "persona", func(ctx context.Context) (arrival, error) {
		m, err := s.home.open(ctx, slug)
		if err != nil {
			return arrival{}, err
		}
		return arrival{m, m.chat.Self.Snapshot()}, nil
	}, func(a arrival, err error) {
		if err != nil {
			s.fail(err)
			return
		}
		s.companions[slug] = a.persona
		s.rail.wear(slug)
		s.snapshot(a.who) // whatever page is open
		s.goPage(s.page)
		s.offer()
		s.wake()
		then()
	})
}

// mayWake reports whether a night that ends now may be shown: nobody looks at the
// window, or is there, or has begun to talk in it. One that was missed is dreamt
// right after the start.
func (s *shell) mayWake() bool {
	return !s.dispatcher.InFront() || s.there.isAlone() || !s.mornings.talked[s.slug]
}

// wake shows the night that nobody has spoken since, once, where somebody would
// begin to talk.
func (s *shell) wake() {
	m := s.companions[s.slug]
	if m == nil || s.page != pageChat {
		return
	}
	slug := s.slug
	dreams.Wake(s.deps(), m.mornings, func(night companion.Morning) {
		c := s.talks.pages[slug]
		busy := c != nil && !c.Composer.Draft().Empty()
		if s.slug != slug || s.page != pageChat || busy || s.mornings.told(night) {
			return
		}
		s.mornings.last = night
		s.goPage(pageMorning)
		s.mornings.shown(slug, night.ID)
	})
}

// Mornings are those after the nights that were dreamt.
type mornings struct {
	*window
	of     func(slug string) dreams.MorningReader // of a persona that is open; else nil
	last   companion.Morning                      // that was told of
	talked map[string]bool                        // the personas that somebody has talked with in this window
}

// heed notes a turn: whoever talks is not to be shown a night in the middle of it.
func (m *mornings) heed(slug string, t companion.Turn) {
	if t.User.ID == "" {
		return // the persona spoke first
	}
	if m.talked == nil {
		m.talked = map[string]bool{}
	}
	m.talked[slug] = true
}

// told reports whether a morning was told of last.
func (m *mornings) told(night companion.Morning) bool {
	return m.last.Slug == night.Slug && m.last.ID == night.ID
}

// shown notes that a dream was read.
func (m *mornings) shown(slug, id string) {
	of := m.of(slug)
	if of == nil {
		return
	}
	page.Background(m.dispatcher, "dreamt/"+slug, func(context.Context) (struct{}, error) {
		return struct{}{}, of.Shown(id)
	}, func(_ struct{}, err error) {
		if err != nil {
			m.opt.Logger.Error("note that a dream was read", "error", err)
		}
	})
}

func (s *shell) deps() page.Deps {
	return page.Deps{Dispatcher: s.dispatcher, Words: s.words, Calls: s.calls, Faces: s.faces, Now: s.opt.Now, Voice: s.opt.Voice, VoiceOf: s.opt.VoiceOf, Sounds: s.opt.Sounds}
}

// goPage opens a page for the persona that is open.
func (s *shell) goPage(name pageName) {
	s.page = name
	s.closePage()
	s.memory.rest()
	s.hints.hint(widget.Spot{})
	m := s.companions[s.slug]
	switch {
	case name == pageSettings:
		var of *settings.Companion
		if m != nil {
			of = m.settings
		}
		s.prefs = settings.New(s.deps(), s.home.Home, s.settings.Settings, of)
		s.prefs.Offer(s.welcome())
		s.prefs.ShowPull(s.pull.state)
		s.place(s.prefs.Content)
	case m == nil:
		s.place()
	case name != pageChat:
		s.open = s.newPage(name, m)
		s.place(s.open.Object())
	default:
		c := s.talks.of(s.slug, m)
		s.place(c.Content)
		c.Transcript.Column.Remeasure()
		s.win.Canvas().Focus(c.Composer.Entry)
	}
	letGo(s.win.Canvas())
	s.showRail()
	s.showTitle()
	s.faces.Wake()
}

// letGo takes the focus from what is not on the screen any more: its caret would
// go on blinking, and the whole window with it, and letters would go there.
func letGo(c fyne.Canvas) {
	if o, ok := c.Focused().(fyne.CanvasObject); ok && widget.PathTo(c.Content(), o) == nil {
		c.Unfocus()
	}
}

func (s *shell) showRail() {
	s.rail.show(railView(s.cast.people, s.states, s.slug, s.page))
}

func (s *shell) showTitle() {
	emotion := ""
	if c := s.talks.pages[s.slug]; c != nil {
		emotion = c.Emotion()
	}
	s.title.show(titleView(titleState{page: s.page, name: s.cast.persona(s.slug).Name, who: s.states[s.slug], emotion: emotion}, s.words))
}

// snapshot takes the state of a persona.
func (s *shell) snapshot(who companion.Snapshot) {
	s.states[who.Slug] = who
	s.showRail()
	s.showTitle()
}

// goMemory shows a place among the memories.
func (s *shell) goMemory(at page.MemoryPlace) {
	s.goPage(pageMemories)
	if p, ok := s.open.(*memories.Page); ok {
		p.GoTo(at)
	}
}

// takeFiles is what is done with files that are nothing to bring in: what was
// dropped on the conversation is said with the next message, elsewhere the
// persona is given it to read, after asking where that is not what the page is for.
func (s *shell) takeFiles(files []fyne.URI) {
	if p, ok := s.open.(*knowledge.Page); ok {
		p.Dropped(files)
		return
	}
	if s.page == pageChat {
		if c := s.talks.open(); c != nil {
			c.Composer.Dropped(files)
		}
		return
	}
	if len(files) == 0 || s.companions[s.slug] == nil {
		return
	}
	name := s.cast.persona(s.slug).Name
	s.sheets.Ask(page.SheetModel{
		Title: s.words.T("drop.title", "name", widget.Shorten(name, page.LongestName)), Text: s.words.N("drop.text", len(files), "file", widget.Shorten(files[0].Name(), 60), "rest", page.Thousands(len(files)-1)),
		Action: s.words.T("drop.do"), Cancel: s.words.T("cancel"),
	}, nil, func() page.SheetEnd {
		s.goPage(pageKnowledge)
		if p, ok := s.open.(*knowledge.Page); ok {
			p.Dropped(files)
		}
		return page.SheetDone
	})
}
