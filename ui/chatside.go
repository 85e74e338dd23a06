package ui

import (
	"yumori/internal/transcript"

	"fyne.io/fyne/v2"
)

// This file is what stands beside the conversation: the search, why a reply was
// given, the whole prompt.

func (p *chatPage) openSearch() {
	p.side.Objects = []fyne.CanvasObject{p.search.content}
	p.content.Refresh()
	p.Calls.Focus(p.search.entry)
	p.search.entry.Entry.TypedShortcut(&fyne.ShortcutSelectAll{}) // what is typed takes its place
}

// openWhy shows why a reply was given, in place of the search.
func (p *chatPage) openWhy(id transcript.ID) {
	p.side.Objects = []fyne.CanvasObject{p.why.content}
	p.content.Refresh()
	p.why.open(id)
}

// openPrompt shows the whole prompt of a reply, or the one that would be sent
// now.
func (p *chatPage) openPrompt(id transcript.ID) {
	p.side.Objects = []fyne.CanvasObject{p.prompt.content}
	p.content.Refresh()
	p.prompt.read(id)
}

// closeSide closes what stands beside the conversation.
func (p *chatPage) closeSide() {
	p.side.Objects = nil
	p.content.Refresh()
	p.Calls.Focus(p.composer.entry)
}

func (p *chatPage) closeSearch() {
	p.side.Objects = nil
	p.content.Refresh()
	if p.state.found != "" {
		p.state.found = ""
		p.show()
	}
	p.Calls.Focus(p.composer.entry)
}

func (p *chatPage) searching() bool {
	return len(p.side.Objects) > 0 && p.side.Objects[0] == p.search.content
}
