package ui

import (
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A heldModel is a change of memory that waits for the user's yes, or the
// answer it got.
type heldModel struct {
	id      string
	title   string
	file    string
	lines   []widget.DiffLine
	state   string // what became of it, "" waiting
	trouble string // why it was not written though the user said yes
	waiting bool
}

func heldView(h persona.Held, w page.Words) heldModel {
	m := heldModel{
		id: h.ID, file: h.File, title: w.T("held.title", "what", w.FileTitle(h.File)),
		lines: widget.Diff(h.Before, h.After), waiting: h.State == persona.StateHeld,
	}
	switch h.State {
	case persona.StateAccepted:
		m.state = w.T("held.accepted")
	case persona.StateRefused:
		m.state = w.T("held.refused")
	}
	return m
}
