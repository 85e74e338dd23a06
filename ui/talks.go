package ui

import (
	"yumori/internal/transcript"
	"yumori/internal/updates"
	"yumori/ui/chat"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// Conversations are the pages of the conversations with each persona, from when
// they are first shown.
type conversations struct {
	*window
	settings *preferences
	pages    map[string]*chat.Page
	newer    updates.Release // what they tell of
	deps     func() page.Deps
	shown    func() string // the persona whose conversation is in sight; "" another page is
	visit    func()        // goes to that of the persona that is open
}

// of is the conversation with a persona, made when it is first asked for.
func (t *conversations) of(slug string, m *openPersona) *chat.Page {
	if c := t.pages[slug]; c != nil {
		return c
	}
	c := chat.New(t.deps(), slug, m.chat)
	t.set(c)
	if len(t.pages) == 0 {
		c.Notices.Damage = t.home.Settings.Troubles()
	}
	c.Notices.Newer = t.newer
	t.pages[slug] = c
	c.Open()
	return c
}

// set has a conversation keep to the settings.
func (t *conversations) set(c *chat.Page) {
	c.Composer.SendWith(t.settings.UI.Send)
	c.Aloud.Each(widget.When(t.settings.UI.ReadAloud))
	c.Aloud.Blip(widget.When(t.settings.UI.Blips))
}

// open is the conversation in sight, nil where another page is.
func (t *conversations) open() *chat.Page { return t.pages[t.shown()] }

// there goes to the conversation and returns it.
func (t *conversations) there() *chat.Page {
	if t.shown() == "" {
		t.visit()
	}
	return t.open()
}

// foldGlance folds the glance beside the conversation, or opens it.
func (t *conversations) foldGlance() {
	if c := t.open(); c != nil {
		c.FoldGlance()
	}
}

// showPrompt shows what would be sent to the model now.
func (t *conversations) showPrompt() {
	if c := t.there(); c != nil {
		c.Side.OpenPrompt(chat.PromptNow)
	}
}

// end ends the talk with the persona that is shown.
func (t *conversations) end() {
	if c := t.there(); c != nil {
		c.EndTalk(func() {})
	}
}

// search opens the search in the conversation.
func (t *conversations) search() {
	if c := t.there(); c != nil {
		c.Side.OpenSearch()
	}
}

// toggleSearch opens the search, or closes it.
func (t *conversations) toggleSearch() {
	if c := t.open(); c != nil && c.Side.Searching() {
		c.Side.CloseSearch()
		return
	}
	t.search()
}

// toggleEnded opens the list of the conversations that ended, or closes it.
func (t *conversations) toggleEnded() {
	switch c := t.open(); {
	case c == nil:
	case c.Side.ListsSessions():
		c.Side.Close()
	default:
		c.Side.OpenSessions()
	}
}

// jump shows a message of the conversation in sight.
func (t *conversations) jump(id transcript.ID) {
	if c := t.open(); c != nil {
		c.Transcript.Jump(id)
	}
}

// begin puts the focus where one talks once there is a model to talk with: the
// button that had it is gone with the card.
func (t *conversations) begin() {
	c, focus := t.open(), t.win.Canvas().Focused()
	if c == nil || t.sheets.Open() != nil {
		return
	}
	if _, pressed := focus.(*widget.Button); pressed || focus == nil {
		t.win.Canvas().Focus(c.Composer.Entry)
	}
}

// prefNewer is the key of the newer version whose line was read.
const prefNewer = "newer"

// tellNewer has every conversation say that a newer version is there, until
// that was read in one of them.
func (t *conversations) tellNewer(r updates.Release) {
	if r.Version == t.opt.App.Preferences().String(prefNewer) {
		return
	}
	t.newer = r
	for _, c := range t.pages {
		c.TellNewer(r)
	}
}

// gotNewer takes that line away, for this version for good.
func (t *conversations) gotNewer() {
	t.opt.App.Preferences().SetString(prefNewer, t.newer.Version)
	t.newer = updates.Release{}
	for _, c := range t.pages {
		c.TellNewer(t.newer)
	}
}
