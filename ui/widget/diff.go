package widget

import (
	"slices"
	"strings"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A DiffLine is a line of a small difference.
type DiffLine struct {
	Kind DiffKind
	Text string
}

// A DiffKind is what became of a line.
type DiffKind int

// What became of a line.
const (
	DiffSame DiffKind = iota
	DiffRemoved
	DiffAdded
	diffGap // lines left out
)

// Bounds of a difference as it is shown.
const (
	diffContext = 1   // unchanged lines around a change
	diffMost    = 400 // lines compared one by one; beyond it all of before and after is shown
	diffShown   = 40  // lines shown
)

// Diff is the difference of two texts by lines, with a line of context and
// gaps for the rest.
func Diff(before, after string) []DiffLine {
	a, b := SplitLines(before), SplitLines(after)
	if len(a)*len(b) > diffMost*diffMost {
		return ClipDiff(append(marked(a, DiffRemoved), marked(b, DiffAdded)...))
	}
	return ClipDiff(FoldDiff(AlignLines(a, b)))
}

// SplitLines are the lines of a text, whatever ends them.
func SplitLines(s string) []string {
	s = strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

func marked(lines []string, kind DiffKind) []DiffLine {
	out := make([]DiffLine, len(lines))
	for i, l := range lines {
		out[i] = DiffLine{kind, l}
	}
	return out
}

// AlignLines finds the longest common subsequence of lines: time and memory are
// the product of the lengths.
func AlignLines(a, b []string) []DiffLine {
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
	var out []DiffLine
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			out = append(out, DiffLine{DiffSame, a[i]})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			out = append(out, DiffLine{DiffRemoved, a[i]})
			i++
		default:
			out = append(out, DiffLine{DiffAdded, b[j]})
			j++
		}
	}
	return slices.Concat(out, marked(a[i:], DiffRemoved), marked(b[j:], DiffAdded))
}

// FoldDiff leaves out unchanged lines that are far from any change.
func FoldDiff(lines []DiffLine) []DiffLine {
	near := func(i int) bool {
		for k := max(0, i-diffContext); k <= min(len(lines)-1, i+diffContext); k++ {
			if lines[k].Kind != DiffSame {
				return true
			}
		}
		return false
	}
	var out []DiffLine
	for i, l := range lines {
		switch {
		case near(i):
			out = append(out, l)
		case len(out) == 0 || out[len(out)-1].Kind != diffGap:
			out = append(out, DiffLine{Kind: diffGap, Text: "…"})
		}
	}
	return out
}

// ClipDiff keeps as many lines as are shown, with a gap for the rest.
func ClipDiff(lines []DiffLine) []DiffLine {
	if len(lines) <= diffShown {
		return lines
	}
	return append(slices.Clone(lines[:diffShown]), DiffLine{Kind: diffGap, Text: "…"})
}

// NewDiffBox shows a difference quietly: what goes is marked −, what comes +.
func NewDiffBox(lines []DiffLine) fyne.CanvasObject {
	box := Rows(0)
	for _, l := range lines {
		sign, token := "  ", look.Muted
		switch l.Kind {
		case DiffRemoved:
			sign, token = "− ", look.Bad
		case DiffAdded:
			sign, token = "+ ", look.OK
		}
		text := Paragraph(sign+Shorten(l.Text, 600), token, look.SizeHint)
		box.Add(text)
	}
	return container.NewStack(NewPanel(look.Raised, "", look.RadiusControl), Inset(box, look.Inside))
}
