package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
	"yumori/persona"
)

// A Lasting is a line that is proposed for a text which always is before the
// persona: who the user is for core_memory.txt, what else will always hold for
// MEMORY.md, the persona itself for SOUL.md. It is held for the user.
type Lasting struct {
	File     persona.File
	Text     string // one sentence
	Replaces string // the line that it corrects; "" it is added
	Reason   string // "" of the rules: the evidence is the reason
	Evidence []record.Evidence
	Weight   float64
	Sources  []string // what the rules' line is derived from, until it is looked up
}

// Bounds of what is proposed: a person who is asked too often answers without
// looking.
const (
	MaxLasting    = 3 // of an answer of the model
	ProposedNight = 2
	ProposedWeek  = 4
	MaxLine       = 200 // characters of a line
	minLine       = 8
	MaxStanding   = 4_000 // characters of each text that a model is shown
)

// From which importance on a fact says who somebody is; below it, what they
// like and whom they know.
const (
	mattersSelf  = 0.75
	mattersClose = 0.7
	mattersTaste = 0.6
)

// A theme lasts when it came up on so many days, a taste and a friend when on
// so many.
const (
	ThemeDays = 3
	againDays = 2
)

// LastingFact returns a fact as a line to propose, if by its sort it lasts:
// who the user is, by what they told of themselves; theirs with their names;
// what they like when it came up again, days being the days on which the bank
// heard of the same, and user what it calls them.
func LastingFact(f facts.Fact, days int, user string) (Lasting, bool) {
	l := Lasting{File: persona.Evergreen, Text: f.Text, Weight: f.Importance + 0.05*float64(min(days, 6))}
	standing, stands := statement.StandingOf(f.Text, user)
	if f.Type != facts.World && f.Type != facts.Opinion || !stands && !StandsAlone(f.Text) {
		return l, false
	}
	switch f.Category {
	case facts.Plain, facts.Other:
		if stands {
			l.Text = facts.Attributed(standing, user)
		}
		return l.ofUser(f, days, user)
	case facts.Entity:
		return l, f.Importance >= mattersClose
	case facts.Preference:
		return l, f.Importance >= mattersTaste && (days >= againDays || lexicon.Has("always", f.Text))
	}
	return l, false
}

// ofUser is LastingFact of what says who somebody is: core memory is of the
// user alone, and has a move or new work as it holds from then on.
func (l Lasting) ofUser(f facts.Fact, days int, user string) (Lasting, bool) {
	if statement.OfAnother(f.Text, user) {
		return l, false
	}
	if slotOf(l.Text) != "" && lexicon.Has("negation", l.Text) || lexicon.Has("just-happened", l.Text) {
		return l, false // where they do not work says nothing of who they are
	}
	l.File = persona.Core
	if l.Text != f.Text {
		return l, f.Importance >= mattersSelf
	}
	return l, f.Importance >= mattersSelf && (f.Category == facts.Plain || f.Importance >= 0.9) ||
		f.Category == facts.Plain && f.Importance >= mattersClose && days >= againDays
}

// bracketed is a fact that says whose words it quotes.
var bracketed = regexp.MustCompile(`^(?:[^“「]{1,60})(?:: )?[“「](.*)[”」]$`)

// StandsAlone reports whether a line can be read in a year: it says whom and
// what it is about, and is true beyond its day.
func StandsAlone(line string) bool {
	text := line
	said, _ := lang.CutPutRight(line)
	if m := bracketed.FindStringSubmatch(said); m != nil {
		text = m[1]
	}
	n := utf8Len(line)
	return n >= minLine && n <= MaxLine && !Passes(text) && !strings.ContainsAny(text, "?？\n") &&
		slices.ContainsFunc(lang.Terms(text), lang.Noun)
}

// slots are what there is one of: a new one takes the place of the old.
var slots = []string{"home", "job", "name", "birthday"}

// Passes reports whether a sentence is one of its day, or leans on others.
func Passes(text string) bool { return lexicon.Has("passes", text) }

func utf8Len(s string) int { return utf8.RuneCountInString(s) }

// slotOf returns what a line of a text says one of; "" nothing.
func slotOf(line string) string {
	if lexicon.Has("of-others", line) {
		return ""
	}
	for _, s := range slots {
		if lexicon.Has("slot."+s, line) {
			return s
		}
	}
	return ""
}

// Corrects returns the line of a text that a new one takes the place of, "" if
// none: it says the same of the user, and another thing.
func Corrects(text, line string) string {
	is := slotOf(line)
	if is == "" {
		return ""
	}
	found := ""
	for old := range strings.Lines(text) {
		old = strings.TrimRight(old, "\r\n")
		if strings.TrimSpace(old) == "" || strings.HasPrefix(old, "#") || strings.HasPrefix(old, "<!--") || slotOf(old) != is {
			continue
		}
		if found != "" {
			return "" // nobody can tell which
		}
		found = old
	}
	return found
}

// SaysAgain reports whether a line that stands or waits says of the user what
// another says, in whatever words: "The user's name is Ana" and "I talk with
// somebody called Ana". names are those of the two who talk.
func SaysAgain(stands, line string, names ...string) bool {
	is := slotOf(line)
	if is == "" || slotOf(stands) != is {
		return false
	}
	if is == "name" {
		was, now := lexicon.First("told-name", stands), lexicon.First("told-name", line)
		return was != nil && now != nil && lang.Fold(bareName(was)) == lang.Fold(bareName(now))
	}
	values := func(text string) []string {
		return slices.DeleteFunc(lang.Terms(text), func(t string) bool {
			return !lang.Noun(t) || lexicon.Has("any-user", t) || slices.ContainsFunc(names, func(n string) bool { return slices.Contains(lang.Terms(n), t) })
		})
	}
	want := values(line)
	return len(want) > 0 && len(lang.Shared(want, values(stands))) == len(want)
}

// bareName is the name that toldName found.
func bareName(m []string) string { return strings.TrimSuffix(m[1], "さん") }

// Renamed returns a line that says what somebody is called in the words of the
// line that it takes the place of, which are the persona's or the user's own;
// any other as it is.
func Renamed(old, line string) string {
	was, is := lexicon.First("told-name", old), lexicon.First("told-name", line)
	if was == nil || is == nil {
		return line
	}
	return strings.TrimPrefix(strings.Replace(old, was[1], is[1], 1), "- ")
}

// Covered reports whether a text says a line already: one of its lines has
// nearly all of its words.
func Covered(text, line string) bool {
	terms := lang.Terms(line)
	if len(terms) == 0 {
		return true
	}
	for old := range strings.Lines(text) {
		if 5*len(lang.Shared(terms, lang.Terms(old))) >= 4*len(terms) {
			return true
		}
	}
	return false
}

// Heaviest puts first what weighs most.
func Heaviest(list []Lasting) {
	slices.SortStableFunc(list, func(a, b Lasting) int { return cmp.Compare(b.Weight, a.Weight) })
}

// themedLine is a line about what came up on several days.
var themedLine = regexp.MustCompile(`^(?:- )?(.{1,60}?)(?:, spoken of on \d+ days (?:since \d{1,2} \w+ \d{4}\. )?|（\d{4}年\d{1,2}月\d{1,2}日から\d+日、話に出た）(?:: )?)`)

// ThemeOf returns the name that a line of a theme is about; "" of another.
func ThemeOf(line string) string {
	if m := themedLine.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// WithoutTheme returns what a line of a theme tells, without the name, how often it came
// up and since when; another line as it is.
func WithoutTheme(line string) string { return themedLine.ReplaceAllString(line, "") }

// PlacesIn returns the Japanese places that somebody moves to, or is from.
func PlacesIn(text string) []string {
	var list []string
	for _, m := range lexicon.Expr("placed").FindAllStringSubmatch(text, -1) {
		if name := m[1] + m[2]; !lexicon.Has("placed-nowhere", name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
