package chat

import (
	"yumori/internal/transcript"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Side is what stands beside the conversation, one thing at a time: the search,
// the conversations that ended, why a reply was given, the whole prompt.
type Side struct {
	calls    *page.Calls
	hooks    sideHooks
	Search   *SearchPanel
	Sessions *SessionsPanel
	Why      *WhyPanel
	Prompt   *PromptPanel
	Content  *fyne.Container // holds the one that is open
}

// sideHooks are what the side asks of the page.
type sideHooks struct {
	Resized  func()
	Jump     func(transcript.ID)
	Reopen   func(session string)
	EndTalk  func()
	Unsought func()         // the search was closed
	Entry    fyne.Focusable // has the focus when nothing is open
}

func newSide(deps page.Deps, c Companion, hooks sideHooks) *Side {
	s := &Side{calls: deps.Calls, hooks: hooks, Content: container.NewStack()}
	s.Search = newSearchPanel(deps, c, searchHooks{Jump: hooks.Jump, Place: deps.Calls.Memory, Close: s.CloseSearch})
	s.Sessions = newSessionsPanel(deps, c.Sessions, sessionHooks{Read: hooks.Jump, Reopen: hooks.Reopen, New: hooks.EndTalk, Close: s.Close})
	s.Why = newWhyPanel(deps, c, s.Close)
	s.Prompt = newPromptPanel(deps, c.Replies, func() { s.OpenWhy(s.Prompt.shown) }, s.Close)
	s.Why.prompt = s.OpenPrompt
	return s
}

// open shows a panel, none closes the side.
func (s *Side) open(panel ...fyne.CanvasObject) {
	s.Content.Objects = panel
	s.hooks.Resized()
}

func (s *Side) isOpen() bool { return len(s.Content.Objects) > 0 }

func (s *Side) shows(panel fyne.CanvasObject) bool {
	return s.isOpen() && s.Content.Objects[0] == panel
}

// OpenSearch shows the search.
func (s *Side) OpenSearch() {
	s.open(s.Search.Content)
	s.calls.Focus(s.Search.Entry)
	s.Search.Entry.Entry.TypedShortcut(&fyne.ShortcutSelectAll{}) // what is typed takes its place
}

// OpenWhy shows why a reply was given.
func (s *Side) OpenWhy(id transcript.ID) {
	s.open(s.Why.Content)
	s.Why.Open(id)
}

// OpenPrompt shows the whole prompt of a reply, or the one that would be sent
// now.
func (s *Side) OpenPrompt(id transcript.ID) {
	s.open(s.Prompt.Content)
	s.Prompt.read(id)
}

// OpenSessions shows the conversations that ended.
func (s *Side) OpenSessions() {
	s.open(s.Sessions.Content)
	s.Sessions.read()
	s.calls.Focus(s.Sessions.Entry)
}

// Close closes what is open.
func (s *Side) Close() {
	s.open()
	s.calls.Focus(s.hooks.Entry)
}

// CloseSearch takes the search away, and what it had found.
func (s *Side) CloseSearch() {
	s.open()
	s.hooks.Unsought()
	s.calls.Focus(s.hooks.Entry)
}

// Searching reports whether the search is open.
func (s *Side) Searching() bool { return s.shows(s.Search.Content) }

// ListsSessions reports whether the conversations that ended are in sight.
func (s *Side) ListsSessions() bool { return s.shows(s.Sessions.Content) }

// sessionsChanged lists them anew, if they are in sight.
func (s *Side) sessionsChanged() {
	if s.ListsSessions() {
		s.Sessions.read()
	}
}
