package chat

import (
	"yumori/internal/transcript"

	"fyne.io/fyne/v2"
)

// This file is what stands beside the conversation: the search, why a reply was
// given, the whole prompt.

// OpenSearch shows the search beside the conversation.
func (p *Page) OpenSearch() {
	p.Side.Objects = []fyne.CanvasObject{p.Search.Content}
	p.Content.Refresh()
	p.Calls.Focus(p.Search.Entry)
	p.Search.Entry.Entry.TypedShortcut(&fyne.ShortcutSelectAll{}) // what is typed takes its place
}

// OpenWhy shows why a reply was given, in place of the search.
func (p *Page) OpenWhy(id transcript.ID) {
	p.Side.Objects = []fyne.CanvasObject{p.Why.Content}
	p.Content.Refresh()
	p.Why.Open(id)
}

// OpenPrompt shows the whole prompt of a reply, or the one that would be sent
// now.
func (p *Page) OpenPrompt(id transcript.ID) {
	p.Side.Objects = []fyne.CanvasObject{p.Prompt.Content}
	p.Content.Refresh()
	p.Prompt.read(id)
}

// closeSide closes what stands beside the conversation.
func (p *Page) closeSide() {
	p.Side.Objects = nil
	p.Content.Refresh()
	p.Calls.Focus(p.Composer.Entry)
}

// CloseSearch takes the search away, and what it had found.
func (p *Page) CloseSearch() {
	p.Side.Objects = nil
	p.Content.Refresh()
	if p.State.Found != "" {
		p.State.Found = ""
		p.show()
	}
	p.Calls.Focus(p.Composer.Entry)
}

// Searching reports whether the search is open.
func (p *Page) Searching() bool {
	return len(p.Side.Objects) > 0 && p.Side.Objects[0] == p.Search.Content
}
