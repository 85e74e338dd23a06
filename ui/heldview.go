package ui

import (
	"slices"
	"strings"

	"yumori/persona"
)

// A heldModel is a change of memory that waits for the user's yes, or the
// answer it got.
type heldModel struct {
	id      string
	title   string
	file    string
	lines   []diffLine
	state   string // what became of it, "" waiting
	trouble string // why it was not written though the user said yes
	waiting bool
}

// A diffLine is a line of a small difference.
type diffLine struct {
	kind diffKind
	text string
}

// A diffKind is what became of a line.
type diffKind int

// What became of a line.
const (
	diffSame diffKind = iota
	diffRemoved
	diffAdded
	diffGap // lines left out
)

func heldView(h persona.Held, w words) heldModel {
	m := heldModel{
		id: h.ID, file: h.File, title: w.T("held.title", "what", w.fileTitle(h.File)),
		lines: diff(h.Before, h.After), waiting: h.State == persona.StateHeld,
	}
	switch h.State {
	case persona.StateAccepted:
		m.state = w.T("held.accepted")
	case persona.StateRefused:
		m.state = w.T("held.refused")
	}
	return m
}

// Bounds of a difference as it is shown.
const (
	diffContext = 1   // unchanged lines around a change
	diffMost    = 400 // lines compared one by one; beyond it all of before and after is shown
	diffShown   = 40  // lines shown
)

// diff is the difference of two texts by lines, with a line of context and
// gaps for the rest.
func diff(before, after string) []diffLine {
	a, b := splitLines(before), splitLines(after)
	if len(a)*len(b) > diffMost*diffMost {
		return clipDiff(append(marked(a, diffRemoved), marked(b, diffAdded)...))
	}
	return clipDiff(fold(align(a, b)))
}

func splitLines(s string) []string {
	s = strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

func marked(lines []string, kind diffKind) []diffLine {
	out := make([]diffLine, len(lines))
	for i, l := range lines {
		out[i] = diffLine{kind, l}
	}
	return out
}

// align finds the longest common subsequence of lines: time and memory are
// the product of the lengths.
func align(a, b []string) []diffLine {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []diffLine
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			out = append(out, diffLine{diffSame, a[i]})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			out = append(out, diffLine{diffRemoved, a[i]})
			i++
		default:
			out = append(out, diffLine{diffAdded, b[j]})
			j++
		}
	}
	return slices.Concat(out, marked(a[i:], diffRemoved), marked(b[j:], diffAdded))
}

// fold leaves out unchanged lines that are far from any change.
func fold(lines []diffLine) []diffLine {
	near := func(i int) bool {
		for k := max(0, i-diffContext); k <= min(len(lines)-1, i+diffContext); k++ {
			if lines[k].kind != diffSame {
				return true
			}
		}
		return false
	}
	var out []diffLine
	for i, l := range lines {
		switch {
		case near(i):
			out = append(out, l)
		case len(out) == 0 || out[len(out)-1].kind != diffGap:
			out = append(out, diffLine{kind: diffGap, text: "…"})
		}
	}
	return out
}

func clipDiff(lines []diffLine) []diffLine {
	if len(lines) <= diffShown {
		return lines
	}
	return append(slices.Clone(lines[:diffShown]), diffLine{kind: diffGap, text: "…"})
}
