package episodic

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
)

// Weights of what makes a line worth telling, fitted on the development half
// of LoCoMo by logistic regression with whole conversations left out, and
// rounded. A line tells much when it brings new words, above all in sentences
// about the one who speaks, when it says when, and when it answers a question.
const (
	newWords   = 0.9  // · ln(1 + words not heard before that day)
	newOwn     = 0.25 // · ln(1 + those in sentences about oneself)
	ownWords   = 0.6  // · ln(1 + words for oneself)
	timeWord   = 0.5  // · words for a time, at most 2
	answered   = 0.85 // the line before asked
	entityWord = 0.3  // · known entities named, at most 2
	starred    = 3.0  // it moved the persona
	weighs     = 3.0  // the user told of a death, or of a grave illness

	// tellingEnough is the least a line needs to be told; fewestLines are told
	// whatever they are.
	tellingEnough = 1.74
	fewestLines   = 3

	// ownSentence is how much more a sentence counts that is about oneself,
	// heardBefore how much a word counts that was told already.
	ownSentence = 1.5
	heardBefore = 0.2

	// plainSentences are told of a line without a star, on a day with stars.
	plainSentences = 2
)

// A sentence that may be told.
type sentence struct {
	line  int // of the day
	at    int // in the line
	text  string
	words []string
	own   bool
}

// A teller chooses sentences by rules.
type teller struct {
	*lexicon
	lines  []Line
	spoken []string // what is said in each line
	worth  []float64
	stars  bool

	left  map[int][]sentence // by line, those that are not told
	heard map[string]bool    // words of what is told
	told  []sentence
	room  int // characters
}

// newTeller weighs the lines of a day.
func newTeller(d Day) *teller {
	t := &teller{lexicon: newLexicon(d.names()...), lines: d.Lines, heard: map[string]bool{}, left: map[int][]sentence{}}
	strip := newStripper()
	entities := folded(d.Entities)
	before, heard := "", map[string]bool{}
	for i, l := range d.Lines {
		text := strip.spokenIn(l.Text)
		t.spoken = append(t.spoken, text)
		t.worth = append(t.worth, t.weigh(i, text, heard)+entityWord*float64(min(2, named(text, entities))))
		if t.asked(before) {
			t.worth[i] += answered
		}
		if l.star() {
			t.worth[i] += starred
			t.stars = true
		}
		if grave(l) {
			t.worth[i] += weighs
		}
		if l.ByRules {
			t.keepWarm(i)
		}
		before = text
	}
	return t
}

// grave reports whether the user tells in a line of a death or of a grave
// illness, in however few words.
func grave(l Line) bool {
	if l.Speaker != User {
		return false
	}
	switch lang.GraveOf(l.Text) {
	case lang.Death, lang.Unborn, lang.Pet, lang.Illness:
		return true
	}
	return false
}

// keepWarm leaves of a line of the built-in rules what meets a moment that
// moved the day: its first sentence. The rest repeats what was told, or is
// said to everybody.
func (t *teller) keepWarm(line int) {
	if !t.lines[line].star() {
		delete(t.left, line)
		return
	}
	if list := t.left[line]; len(list) > 1 {
		t.left[line] = list[:1]
	}
}

// weigh splits a line into sentences and returns how telling they are; heard
// are the words of the lines before, to which its own are added.
func (t *teller) weigh(line int, text string, heard map[string]bool) float64 {
	fresh, own := map[string]bool{}, map[string]bool{}
	selves, times := 0, 0
	for k, s := range sentences(text) {
		if t.question(s) {
			continue
		}
		s = t.strip(s)
		words := t.content(s)
		personal := t.personal(s)
		for _, w := range words {
			if !heard[w] {
				fresh[w] = true
				own[w] = own[w] || personal
			}
		}
		if personal {
			selves += max(1, len(t.self.FindAllString(s, -1)))
		}
		times += len(t.when.FindAllString(s, -1))
		if len(words) > 1 || len(words) == 1 && (t.lines[line].star() || grave(t.lines[line]) || strings.ContainsFunc(s, kana)) {
			t.left[line] = append(t.left[line], sentence{line, k, s, words, personal})
		}
	}
	for _, w := range t.content(text) {
		heard[w] = true
	}
	mine := 0
	for _, is := range own {
		if is {
			mine++
		}
	}
	return newWords*math.Log1p(float64(len(fresh))) + newOwn*math.Log1p(float64(mine)) +
		ownWords*math.Log1p(float64(selves)) + timeWord*float64(min(2, times))
}

// kana reports whether a letter is Japanese, where one word known may be all
// that can be told apart.
func kana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }

// asked reports whether a line holds a question.
func (t *teller) asked(text string) bool { return slices.ContainsFunc(sentences(text), t.question) }

// folded returns names as they are compared.
func folded(names []string) []string {
	var list []string
	for _, n := range names {
		if n = strings.ToLower(strings.TrimSpace(n)); utf8.RuneCountInString(n) > 1 {
			list = append(list, n)
		}
	}
	return list
}

// named counts the names that a text has.
func named(text string, names []string) int {
	n := 0
	text = strings.ToLower(text)
	for _, name := range names {
		if strings.Contains(text, name) {
			n++
		}
	}
	return n
}

// ranked returns the lines worth telling, the most telling first.
func (t *teller) ranked() []int {
	var order []int
	for i := range t.lines {
		if len(t.left[i]) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.worth[b], t.worth[a]) })
	n := 0
	for n < len(order) && (n < fewestLines || t.worth[order[n]] >= tellingEnough) {
		n++
	}
	return order[:n]
}

// choose tells as much as there is room for: of each line its best sentence
// first, the most telling line before the others, then what brings most that
// is new for its length. label is the room that a line's label takes.
func (t *teller) choose(room, label int) []sentence {
	t.room = room
	order := t.ranked()
	for _, i := range order {
		if best := t.best(t.left[i]); best >= 0 {
			t.tell(t.left[i][best], label)
		}
		for t.lines[i].star() && len(t.left[i]) > 0 { // in detail
			t.tell(t.left[i][0], 0)
		}
	}
	for {
		var rest []sentence
		for _, i := range order {
			rest = append(rest, t.left[i]...)
		}
		best := t.best(rest)
		if best < 0 {
			break
		}
		t.tell(rest[best], 0)
	}
	slices.SortFunc(t.told, func(a, b sentence) int { return cmp.Or(a.line-b.line, a.at-b.at) })
	return t.told
}

// best returns the index of the sentence with most that is new for its length,
// of those there is room for; -1 if none.
func (t *teller) best(list []sentence) int {
	best, most := -1, 0.0
	for k, s := range list {
		n := utf8.RuneCountInString(s.text)
		if n+1 > t.room || t.stars && !t.lines[s.line].star() && t.count(s.line) >= plainSentences {
			continue
		}
		if v := t.gain(s) / math.Sqrt(float64(n+10)); v > most {
			best, most = k, v
		}
	}
	return best
}

// gain returns what a sentence adds to what is told: nothing when it brings no
// new word.
func (t *teller) gain(s sentence) float64 {
	fresh := 0
	for _, w := range s.words {
		if !t.heard[w] {
			fresh++
		}
	}
	if fresh == 0 {
		return 0
	}
	v := float64(fresh) + heardBefore*float64(len(s.words)-fresh)
	if s.own {
		v *= ownSentence
	}
	return v
}

// count returns how many sentences of a line are told.
func (t *teller) count(line int) int {
	n := 0
	for _, s := range t.told {
		if s.line == line {
			n++
		}
	}
	return n
}

// tell takes a sentence, if there is room for it.
func (t *teller) tell(s sentence, label int) {
	t.left[s.line] = slices.DeleteFunc(t.left[s.line], func(o sentence) bool { return o.at == s.at })
	cost := utf8.RuneCountInString(s.text) + 1 + label
	if cost > t.room {
		return
	}
	t.room -= cost
	t.told = append(t.told, s)
	for _, w := range s.words {
		t.heard[w] = true
	}
}
