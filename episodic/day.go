package episodic

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/internal/memory"
)

// Rules is who told a summary when no model did.
const Rules = "built-in rules"

// A Speaker is one of the two who talk.
type Speaker string

// The speakers.
const (
	User    Speaker = "user"
	Persona Speaker = "persona"
)

// A Line is one message of a day.
type Line struct {
	ID      string // of the message
	Speaker Speaker
	Name    string // of the speaker, where there are more than two; else ""
	Text    string
	Time    time.Time
	Arousal float64 // of its exchange, in [0, 1]; 0 unknown
	// ByRules says that the built-in rules spoke: what they say is taken from
	// what they were told, or set phrases.
	ByRules bool
}

func (l Line) star() bool { return l.Arousal >= StarArousal }

// A Day is what was said on a day, for a summary.
type Day struct {
	Date     Date
	Language string // of the persona: "ja", else English
	Persona  string // its name
	User     string // the user's name; "" unknown
	Lines    []Line
	Entities []string // names that mean something to the persona
}

// tidy returns d with names that are one line of text.
func (d Day) tidy() Day {
	d.Persona, d.User = cleanName(d.Persona), cleanName(d.User)
	d.Lines = slices.Clone(d.Lines)
	for i := range d.Lines {
		d.Lines[i].Name = cleanName(d.Lines[i].Name)
	}
	d.Entities = slices.Clone(d.Entities)
	for i := range d.Entities {
		d.Entities[i] = cleanName(d.Entities[i])
	}
	return d
}

// cleanName makes s a name: one line of valid text, not too long.
func cleanName(s string) string {
	return cut(strings.Join(strings.Fields(cleanText(s)), " "), 100)
}

// names returns everybody who speaks.
func (d Day) names() []string {
	var list []string
	add := func(name string) {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	add(d.Persona)
	add(d.User)
	for _, l := range d.Lines {
		add(l.Name)
	}
	return list
}

// A Summary is what is left of a day or a week.
type Summary struct {
	Text    string   // at most 1,500 characters for a day, 800 for a week
	By      string   // "provider/name" of the model, or Rules
	Sources []string // what it is derived from
	Said    []Line   // the sentences of a summary by rules, as they were said
	Usage   llm.Usage
	// Problems say what went wrong, in plain words: why the model was not
	// taken, what was left out.
	Problems []string
	// Misquotes are the quotations for which sentences of a model's were
	// dropped.
	Misquotes []Misquote
}

// label returns who said a line, in the persona's own voice.
func (d Day) label(l Line) string { return labelOf(d.Language, d.User, l) }

func labelOf(language, user string, l Line) string {
	switch {
	case l.Name != "":
		return l.Name
	case l.Speaker == Persona && language == "ja":
		return "私"
	case l.Speaker == Persona:
		return "I"
	case user != "":
		return user
	case language == "ja":
		return "相手"
	}
	return "You"
}

// opening returns the first sentence of a day by rules.
func (d Day) opening() string {
	t, err := time.Parse(dayLayout, string(d.Date.First()))
	if err != nil || len(d.Lines) == 0 {
		return ""
	}
	clock := ""
	if first := d.Lines[0].Time; !first.IsZero() {
		clock = first.Format("15:04")
	}
	if d.Language == "ja" {
		if clock != "" {
			clock += "から"
		}
		clock = "、" + clock
		return fmt.Sprintf("%d年%d月%d日%s%s話した。", t.Year(), t.Month(), t.Day(), clock, d.company())
	}
	if clock != "" {
		clock = ", " + d.Lines[0].Time.Format("3:04 pm")
	}
	return t.Format("2 January 2006") + clock + ": " + d.company() + " talked."
}

// company says who talked, as an opening needs it.
func (d Day) company() string {
	var others []string
	mine := false
	for _, l := range d.Lines {
		if l.Speaker == Persona && l.Name == "" {
			mine = true
			continue
		}
		if name := d.label(l); name != "" && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if d.Language == "ja" {
		if mine && len(others) > 0 {
			return strings.Join(others, "、") + "と"
		}
		return strings.Join(append(others, "")[:len(others)], "と") + "が"
	}
	if mine {
		others = append(others, "I")
	}
	if n := len(others); n > 1 {
		return strings.Join(others[:n-1], ", ") + " and " + others[n-1]
	}
	return strings.Join(others, "")
}

// byRules tells a day in the words that were said: the sentences of the most
// telling lines, in the order of the day. The same day gives the same text.
func (d Day) byRules() Summary {
	s := Summary{By: Rules}
	opening := d.opening()
	open, shut := "“", "”"
	if d.Language == "ja" {
		open, shut = "「", "」"
	}
	label := 0
	for _, l := range d.Lines {
		label = max(label, utf8.RuneCountInString(d.label(l)))
	}
	label += utf8.RuneCountInString(": "+open+shut) + 1
	told := newTeller(d).choose(dailyMax-utf8.RuneCountInString(opening)-1, label)
	var b strings.Builder
	b.WriteString(opening)
	for i, t := range told {
		l := d.Lines[t.line]
		switch first := i == 0 || told[i-1].line != t.line; {
		case first && d.Language == "ja":
			b.WriteString(d.label(l) + open)
		case first: // each, for passages are found alone, and weeks made of some
			b.WriteString(" " + d.label(l) + ": " + open)
		case d.Language != "ja":
			b.WriteByte(' ')
		}
		b.WriteString(inner(t.text))
		if i == len(told)-1 || told[i+1].line != t.line {
			b.WriteString(shut)
		}
		s.Sources = append(s.Sources, l.ID)
		l.Text = t.text
		s.Said = append(s.Said, l)
	}
	s.Sources = memory.Unique(s.Sources)
	s.Text = cut(strings.TrimSpace(b.String()), dailyMax)
	return s
}

// inner makes the quotes in a text those of a quote in a quote.
func inner(s string) string {
	return strings.NewReplacer("“", "‘", "”", "’", "「", "『", "」", "』").Replace(s)
}
