package chat

import (
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A HeldModel is a change of memory that waits for the user's yes, or the
// answer it got.
type HeldModel struct {
	id      string
	title   string
	file    string
	lines   []widget.DiffLine
	State   string // what became of it, "" waiting
	Trouble string // why it was not written though the user said yes
	Waiting bool
}

func heldView(h persona.Held, w page.Words) HeldModel {
	m := HeldModel{
		id: h.ID, file: h.File, title: w.T("held.title", "what", w.FileTitle(h.File)),
		lines: widget.Diff(h.Before, h.After), Waiting: h.State == persona.StateHeld,
	}
	switch h.State {
	case persona.StateAccepted:
		m.State = w.T("held.accepted")
	case persona.StateRefused:
		m.State = w.T("held.refused")
	}
	return m
}
