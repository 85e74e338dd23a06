package tools

import (
	"strings"
)

// A Line is one memory as a model reads it.
type Line struct {
	ID      string
	Date    string // YYYY-MM-DD; "" if unknown
	Kind    string
	Source  string // path#Lnn; "" for what stands beside another memory
	Sure    string // how surely an opinion is held, "0.8"; "" for what is none
	Speaker string // who said it; "" if nobody did
	Text    string // any text; it is put on one line
}

// maxSpeaker is how many characters of a speaker's name stand in a line.
const maxSpeaker = 24

// String returns the line, such as
//
//   - [id=01KA… date=2026-11-21 kind=told source=log.jsonl#L12] Alex: I like tea.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString("- [id=" + inHead(l.ID))
	for _, f := range [][2]string{{"date", l.Date}, {"kind", l.Kind}, {"source", l.Source}, {"sure", l.Sure}} {
		if f[1] != "" {
			b.WriteString(" " + f[0] + "=" + inHead(f[1]))
		}
	}
	b.WriteString("] ")
	if l.Speaker != "" {
		name, _ := cutText(oneLine(l.Speaker), maxSpeaker)
		b.WriteString(name + ": ")
	}
	b.WriteString(oneLine(l.Text))
	return b.String()
}

// Fence marks memories as data, a line each. The mark holds the id of the
// message that is answered, which nobody who wrote one of the texts before can
// have known, and the texts cannot hold the mark.
func Fence(message string, lines []Line) string {
	said := make([]string, len(lines))
	for i, l := range lines {
		said[i] = l.String()
	}
	return fence(message, said)
}

// fence marks lines of any form.
func fence(message string, lines []string) string {
	mark := "recalled-" + strings.ToLower(message)
	var b strings.Builder
	b.WriteString("<" + mark + ">\n")
	for _, l := range lines {
		b.WriteString(strings.ReplaceAll(l, mark, "recalled-…") + "\n")
	}
	b.WriteString("</" + mark + ">")
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// inHead keeps a value from ending the head of its line.
func inHead(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\r', '　':
			return '_'
		case '[', ']', '<', '>', '"', '\'':
			return '-'
		}
		return r
	}, s)
}
