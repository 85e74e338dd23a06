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
	Sources  []string // what the rules' line rests on, until it is looked up
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
	if f.Type != facts.World && f.Type != facts.Opinion || !StandsAlone(f.Text) {
		return l, false
	}
	switch f.Category {
	case facts.Plain, facts.Other:
		return l.ofUser(f, days, user)
	case facts.Entity:
		return l, f.Importance >= mattersClose
	case facts.Preference:
		return l, f.Importance >= mattersTaste && (days >= againDays || always.MatchString(f.Text))
	}
	return l, false
}

// ofUser is LastingFact of what says who somebody is: core memory is of the
// user alone, and has a move or new work as it holds from then on.
func (l Lasting) ofUser(f facts.Fact, days int, user string) (Lasting, bool) {
	if lang.OfAnother(f.Text, user) {
		return l, false
	}
	l.File = persona.Core
	standing, ok := lang.StandingOf(f.Text, user)
	if ok {
		l.Text = facts.Attributed(standing, user)
		return l, f.Importance >= mattersSelf
	}
	return l, f.Importance >= mattersSelf && (f.Category == facts.Plain || f.Importance >= 0.9) ||
		f.Category == facts.Plain && f.Importance >= mattersClose && days >= againDays
}

var (
	// always is what makes a taste one for life.
	always = regexp.MustCompile(`(?i)\b(?:always|since (?:I|they) was|all (?:my|their) life|favou?rite|can't stand|allergic)\b|昔から|子供のころから|子どものころから|ずっと|一番好き|いちばん好き|大好き|大嫌い`)
	// passingBy is what makes a sentence one of its day, or lean on others.
	passingBy = regexp.MustCompile(`(?i)\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|this (?:morning|afternoon|evening|week|weekend|month|year)|(?:last|next) (?:\w+day|night|week|weekend|month|year)|just now|(?:on|by|until) \w+day|here|there|it|this|that|these|those|one|ones|she|he|her|him|they|them|maybe|perhaps)\b|今日|今夜|今朝|昨日|明日|あさって|さっき|今週|来週|先週|今月|来月|[月火水木金土日]曜|それ|これ|あれ|そこ|ここ|あそこ|この|その|あの|そんな|こんな|彼[はがをにの]|彼女[はがをにの]|かも|って$|って」$|(?:とき|時|ころ|頃)(?:$|[、はにのも])|[歳才]|[でて]$|けど$|(?:呼ん|言っ)でい?た$|(?i)\b(?:when I was|years old|turned \d+|used to|was|were)\b`)
	bracketed = regexp.MustCompile(`^(?:[^“「]{1,60})(?:: )?[“「](.*)[”」]$`)
)

// StandsAlone reports whether a line can be read in a year: it says whom and
// what it is about, and is true beyond its day.
func StandsAlone(line string) bool {
	text := line
	if m := bracketed.FindStringSubmatch(line); m != nil {
		text = m[1]
	}
	n := utf8Len(line)
	return n >= minLine && n <= MaxLine && !Passes(text) && !strings.ContainsAny(text, "?？\n") &&
		slices.ContainsFunc(lang.Terms(text), lang.Noun)
}

// A slot is something of which there is one: a new one takes the place of the
// old.
type slot struct {
	name string
	re   *regexp.Regexp
}

var slots = []slot{
	{"home", regexp.MustCompile(`(?i)\b(?:lives?|living) (?:in|near|at|on) |\bmoved to |(?:に|で)(?:住|暮ら)|に引っ越し(?:た|まし)`)},
	{"job", regexp.MustCompile(`(?i)\bworks? (?:as|at|for|in) |\bmy job is\b|'s job is\b|(?:で|に)(?:働|勤め)|(?:として|の仕事をし|をしてい?(?:る|ます)$)`)},
	{"name", regexp.MustCompile(`(?i)\b(?:name(?:'s| is)|calls? me|is called|goes by) |名前は|と呼んで|って呼んで`)},
	{"birthday", regexp.MustCompile(`(?i)\bbirthday is\b|誕生日は`)},
}

// ofOthers is a line about somebody else.
var ofOthers = regexp.MustCompile(`(?i)\b(?:my|our|'s) (?:\w+ ){0,2}?(?:sister|brother|mother|father|mum|mom|dad|wife|husband|partner|girlfriend|boyfriend|friend|daughter|son|kids?|child|children|twins?|boss|colleague|aunt|uncle|cousin|niece|nephew|grand\w+|neighbou?r|roommate|cat|dog)\b|(?:姉|妹|兄|弟|母|父|妻|夫|娘|息子|友達|親友|上司|同僚|祖母|祖父|猫|犬|彼氏|彼女)(?:は|が|の|も)`)

// Passes reports whether a sentence is one of its day, or leans on others.
func Passes(text string) bool { return passingBy.MatchString(text) }

func utf8Len(s string) int { return utf8.RuneCountInString(s) }

// slotOf returns what a line of a text says one of; "" nothing.
func slotOf(line string) string {
	if ofOthers.MatchString(line) {
		return ""
	}
	for _, s := range slots {
		if s.re.MatchString(line) {
			return s.name
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
		was, now := toldName.FindStringSubmatch(stands), toldName.FindStringSubmatch(line)
		return was != nil && now != nil && lang.Fold(bareName(was)) == lang.Fold(bareName(now))
	}
	values := func(text string) []string {
		return slices.DeleteFunc(lang.Terms(text), func(t string) bool {
			return !lang.Noun(t) || anyUser.MatchString(t) || slices.ContainsFunc(names, func(n string) bool { return slices.Contains(lang.Terms(n), t) })
		})
	}
	want := values(line)
	return len(want) > 0 && len(lang.Shared(want, values(stands))) == len(want)
}

// anyUser is a term that is the user, or names what a slot is of.
var anyUser = regexp.MustCompile(`^(?:user|home|job|work|birthday|ユーザー|仕事|誕生日|相手)$`)

// bareName is the name that toldName found.
func bareName(m []string) string { return strings.TrimSuffix(m[1]+m[2], "さん") }

// toldName is a name as one is told it.
var toldName = regexp.MustCompile(`名前は、?「?([^」、。\s「]{1,20}?)」?(?:さん)?(?:です|だ|といいます|という|と申します)?(?:[。」]|$)|(?i:\bname is|\bname's|\bcalled|\bgoes by) (\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)`)

// Renamed returns a line that says what somebody is called in the words of the
// line that it takes the place of, which are the persona's or the user's own;
// any other as it is.
func Renamed(old, line string) string {
	was, is := toldName.FindStringSubmatch(old), toldName.FindStringSubmatch(line)
	if was == nil || is == nil {
		return line
	}
	return strings.TrimPrefix(strings.Replace(old, was[1]+was[2], is[1]+is[2], 1), "- ")
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

var (
	// themedLine is a line about what came up on several days.
	themedLine = regexp.MustCompile(`^(?:- )?(.{1,60}?)(?:, spoken of on \d+ days |（\d{4}年\d{1,2}月\d{1,2}日から\d+日、話に出た）)`)
	// placedJa are Japanese places, by what is done there.
	placedJa = regexp.MustCompile(`([\p{Han}\p{Katakana}ー]{2,6})(?:に|へ)(?:引っ越|移住|転勤|旅行|出張|留学|帰省|住)|([\p{Han}\p{Katakana}ー]{2,6}?)の?(?:出身|生まれ|育ち)`)
	// someplace is where nobody knows where it is.
	someplace = regexp.MustCompile(`^(?:実家|田舎|海外|都会|地元|一緒|一人|二人|近く|郊外|今度|最近|本当|会社|病院|学校|大学|家族|両親)$`)
)

// ThemeOf returns the name that a line of a theme is about; "" of another.
func ThemeOf(line string) string {
	if m := themedLine.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// PlacesIn returns the Japanese places that somebody moves to, or is from.
func PlacesIn(text string) []string {
	var list []string
	for _, m := range placedJa.FindAllStringSubmatch(text, -1) {
		if name := m[1] + m[2]; !someplace.MatchString(name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
