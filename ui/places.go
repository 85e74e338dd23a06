package ui

import (
	"yumori/ui/dreams"
	"yumori/ui/inbox"
	"yumori/ui/knowledge"
	"yumori/ui/look"
	"yumori/ui/memories"
	"yumori/ui/mind"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
)

// A pageName names a page of the window.
type pageName string

const (
	pageChat      pageName = "chat"
	pageMorning   pageName = "morning"
	pageInbox     pageName = "inbox"
	pageMind      pageName = "mind"
	pageDreams    pageName = "dreams"
	pageMemories  pageName = "memories"
	pageKnowledge pageName = "knowledge"
	pageSettings  pageName = "settings"
)

// A sidePage is a page beside the chat, from its opening until another is opened.
type sidePage interface {
	Object() fyne.CanvasObject
	// receive takes an event of the persona that is open.
	Receive(topic string, state any)
	// close ends what the page had begun for itself.
	Close()
}

// A place is where a page stands in the rail, and the key that opens it.
type place struct {
	name pageName
	icon look.IconName
	word string
	key  fyne.KeyName // with Ctrl
	tour string       // what one finds there
}

// places are the pages, in the order of the rail.
func places(w page.Words) []place {
	return []place{
		{pageChat, look.IconChat, w.T("page.chat"), fyne.KeyE, w.T("tour.chat")},
		{pageInbox, look.IconInbox, w.T("page.inbox"), fyne.KeyO, w.T("tour.inbox")},
		{pageMind, look.IconMind, w.T("page.mind"), fyne.KeyI, w.T("tour.mind")},
		{pageDreams, look.IconDreams, w.T("page.dreams"), fyne.KeyD, w.T("tour.dreams")},
		{pageMemories, look.IconMemories, w.T("page.memories"), fyne.KeyM, w.T("tour.memories")},
		{pageKnowledge, look.IconKnowledge, w.T("page.knowledge"), fyne.KeyK, w.T("tour.knowledge")},
		{pageSettings, look.IconSettings, w.T("page.settings"), fyne.KeyComma, w.T("tour.settings")},
	}
}

// placeTitle is what the title line says over a page of a persona.
func placeTitle(w page.Words, name pageName, persona string) string {
	switch name {
	case pageMorning:
		return w.T("morning.title")
	case pageInbox:
		return w.T("inbox.title", "name", persona)
	case pageMind:
		return w.T("mind.title", "name", persona)
	case pageDreams:
		return w.T("dreams.title", "name", persona)
	case pageMemories:
		return w.T("memories.title", "name", persona)
	case pageKnowledge:
		return w.T("knowledge.title", "name", persona)
	case pageSettings:
		return w.T("page.settings")
	}
	return persona
}

// newPage makes a page; nil is the chat, which is there all the time.
func (s *shell) newPage(name pageName, m *openPersona) sidePage {
	switch name {
	case pageMorning:
		return dreams.NewMorningPage(s.deps(), m.dreams, s.mornings.last)
	case pageInbox:
		return inbox.New(s.deps(), s.cast.who(s.slug), m.face, m.inbox)
	case pageMind:
		return mind.New(s.deps(), s.slug, m.mind)
	case pageDreams:
		return dreams.New(s.deps(), s.cast.who(s.slug), m.dreams)
	case pageMemories:
		return memories.New(s.deps(), s.slug, m.memories, s.drafts.of(s.slug))
	case pageKnowledge:
		return knowledge.New(s.deps(), s.slug, s.cast.persona(s.slug).Name, m.knowledge)
	}
	return nil
}
