package llm

import (
	"strings"
	"unicode"
	"yumori/internal/memory"
)

// maxSpeaker is how many characters of a speaker's name stand in a line.
const maxSpeaker = 24

// MemoryLine returns the line in which a model reads a memory, such as
//
//   - [id=01KA… date=2026-11-21 kind=told source=log.jsonl#L12] Alex: I like tea.
func MemoryLine(m memory.Item) string {
	var b strings.Builder
	b.WriteString("- [id=" + OneWord(m.ID))
	for _, f := range [][2]string{{"date", m.Day()}, {"kind", string(m.Kind)}, {"source", m.At.String()}, {"sure", m.Sure}} {
		if f[1] != "" {
			b.WriteString(" " + f[0] + "=" + OneWord(f[1]))
		}
	}
	b.WriteString("] ")
	if m.Speaker != "" {
		name := []rune(OneLine(m.Speaker))
		b.WriteString(string(name[:min(len(name), maxSpeaker)]) + ": ")
	}
	b.WriteString(OneLine(m.Text + m.Rest))
	return b.String()
}

// Fence marks lines as data. The mark holds the id of the message that is
// answered, which nobody who wrote one of the texts before can have known, and
// the lines cannot hold the mark.
func Fence(message string, lines []string) string {
	mark := "recalled-" + strings.ToLower(message)
	var b strings.Builder
	b.WriteString("<" + mark + ">\n")
	for _, l := range lines {
		b.WriteString(strings.ReplaceAll(l, mark, "recalled-…") + "\n")
	}
	b.WriteString("</" + mark + ">")
	return b.String()
}

// String returns the section as a model reads it. It is the only place where
// memories become the text of a prompt.
func (s Section) String() string {
	if s.Mark == "" {
		return s.Text
	}
	lines := make([]string, len(s.Memories))
	for i, m := range s.Memories {
		lines[i] = MemoryLine(m)
	}
	return strings.TrimSpace(s.Text + "\n" + Fence(s.Mark, lines))
}

// OneLine returns a text on one line, with single spaces.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// OneWord keeps a value from ending the head of a memory's line.
func OneWord(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return '_'
		case strings.ContainsRune("[]<>\"'", r):
			return '-'
		}
		return r
	}, s)
}
