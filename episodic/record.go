package episodic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/memory"
)

// maxLine is how much of one line a model is given, in characters.
const maxLine = 2000

// record writes a day for a model, at most n characters of it: the least
// telling lines are left out and counted. Sources are those of the lines in it.
func (d Day) record(n int) (text string, sources []string, left int) {
	worth := newTeller(d).worth
	order := make([]int, len(d.Lines))
	rows := make([]string, len(d.Lines))
	for i := range d.Lines {
		order[i], rows[i] = i, d.row(d.Lines[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	in := make([]bool, len(rows))
	for _, i := range order {
		if c := utf8.RuneCountInString(rows[i]); c <= n {
			n -= c
			in[i] = true
		} else {
			left++
		}
	}
	var b strings.Builder
	for i, row := range rows {
		if in[i] {
			b.WriteString(row)
			sources = append(sources, d.Lines[i].ID)
		}
	}
	return b.String(), memory.Unique(sources), left
}

// row writes a line for a model: its time, a star if it moved the persona, who
// spoke and what.
func (d Day) row(l Line) string {
	clock := ""
	if !l.Time.IsZero() {
		clock = l.Time.Format("15:04 ")
	}
	return clock + mark(d.Language, l.Arousal) + d.speaker(l) + ": " + cut(strings.Join(strings.Fields(cleanText(l.Text)), " "), maxLine) + "\n"
}

// speaker is a label that does not say "I", for a record about the persona.
func (d Day) speaker(l Line) string {
	if l.Speaker == Persona && l.Name == "" && d.Persona != "" {
		return d.Persona
	}
	return d.label(l)
}

// mark returns the star of what moved the persona; "" for the rest.
func mark(language string, arousal float64) string {
	if arousal < StarArousal {
		return ""
	}
	return starOf(language, arousal)
}

// starOf returns a star with the arousal it stands for.
func starOf(language string, arousal float64) string {
	if language == "ja" {
		return fmt.Sprintf("[★重要 Arousal:%.2f] ", arousal)
	}
	return fmt.Sprintf("[★ important, arousal %.2f] ", arousal)
}
