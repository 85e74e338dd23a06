// Package pending tells, by rules and in English and Japanese, what a sentence
// leaves open: an event that is announced, a choice, a worry, an effort. It puts a
// question about it, and knows which later sentence answers that.
package pending

import (
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// An Kind says what sort of thing a sentence leaves open.
type Kind string

// The kinds.
const (
	Event   Kind = "event"   // announced, and not over
	Awaited Kind = "awaited" // a result, an answer
	Choice  Kind = "choice"  // not decided yet
	Worry   Kind = "worry"
	Trouble Kind = "trouble" // illness, quarrel, loss, something broken
	Promise Kind = "promise" // to tell later
	Effort  Kind = "effort"  // begun, going on
	Duty    Kind = "duty"    // has to be done
	Wish    Kind = "wish"
	Reason  Kind = "reason" // decided, and not said why
)

// An Opening is what a sentence leaves open.
type Opening struct {
	Kind     Kind
	Question string    // to the one who spoke, in the words of the sentence
	Terms    []string  // by which an answer is known
	When     lang.When // it is due; zero without a time
	Dated    bool      // When is told
	Priority float64   // in [0, 1]
}

// Generic reports whether the question does not say by itself what it is
// about: "how did the result come out?".
func (o Opening) Generic() bool {
	return o.Kind == Promise && len(lang.Shared(o.Terms, []string{"結果", "返事", "連絡", "続き", "答え", "result", "new"})) == len(o.Terms)
}

// An openRule reads one way of leaving something open. It works on a sentence
// in which times are replaced by gap.
type openRule struct {
	kind     Kind
	priority float64
	re       *pattern.Expr
	not      *pattern.Expr // what must not be there too; may be nil
	needs    need
	// ask makes the question of the groups; "" declines. about is what an
	// answer is known by; "" is the question.
	ask func(g []string, o opener) (question, about string)
}

// A need is what a rule asks of the sentence beside its words.
type need int

const (
	nothing need = iota
	ahead        // a time that is not over
	noTime       // none at all
)

// An opener is a sentence as the rules see it.
type opener struct {
	text     string        // times replaced by gaps
	look     *pattern.Text // the same as expressions look at it first
	whole    string        // as it was said
	times    []lang.When   // in the order of the gaps
	when     lang.When     // the first that is ahead
	dated    bool
	said     time.Time
	language string
}

// label says when, with a space or a particle where it needs one.
func (o opener) label() string {
	if !o.dated {
		return ""
	}
	l := o.when.Label(o.language)
	if l != "" && o.language != "ja" {
		l = " " + l
	}
	return l
}

// today reports whether what is due is due on the day it was said.
func (o opener) today() bool {
	return o.dated && o.when.Unit == lang.Day && o.when.From.Equal(lang.DayOf(o.said))
}

// mostOpen is how many things one sentence leaves open at most.
const mostOpen = 2

// othersView is what others advise, behind what somebody says themselves: "…, Kofi thinks I
// should".
var othersView = fold(`,? (?:and |but |though )?(?:(?:my|our) )?[\p{L}'-]+ (?:thinks?|says?|said|reckons?) (?:that )?(?:I|we) (?:should|could|must|ought|shouldn't)\b.*$`)

// Open finds what a sentence leaves open, said at said by one who speaks of
// themselves. The questions are in the language of the sentence. A sentence
// may announce two things, or leave one of weight open; a wish beside them is
// none.
func Open(s lang.Sentence, said time.Time) []Opening {
	s.Text = othersView.ReplaceAllString(s.Text, "")
	if !readable(s) || s.Reports() && !askedOfMe(s) && !hurts(s) || lang.Jokes(s) {
		return nil
	}
	o, rules := openerOf(s, said)
	var list []Opening
	for _, r := range rules {
		if len(list) == mostOpen || len(list) > 0 && r.priority < weighty {
			break
		}
		if s.Asks && r.kind != Choice {
			continue
		}
		found, ok := r.opening(o)
		if ok && (len(list) == 0 || len(lang.Shared(found.Terms, list[0].Terms)) == 0) {
			list = append(list, found)
		}
	}
	return list
}

// openerOf makes what rules see of a sentence, and returns those for it; none
// if it says nothing of how things are.
func openerOf(s lang.Sentence, said time.Time) (opener, []openRule) {
	o := opener{whole: s.Text, said: said, language: "en"}
	rules, never := rulesEn, neverOpenEn
	if s.Japanese {
		o.language, rules, never = "ja", rulesJa, neverOpenJa
	}
	if never.MatchString(s.Text) {
		return o, nil
	}
	o.times = lang.Times(s.Text, said)
	o.when, o.dated = lang.FirstAhead(o.times, said)
	o.text = withoutTimes(s.Text, o.times)
	o.look = pattern.Look(o.text)
	return o, rules
}

// askedOfMe reports whether a sentence hands on what others want of the one who
// speaks: "先生に水曜までに出せって言われた".
func askedOfMe(s lang.Sentence) bool {
	return s.Japanese && !s.Quotes && wantedOfMe.MatchString(s.Text)
}

// hurts reports whether a sentence tells of somebody near who was hurt, as it
// was heard.
func hurts(s lang.Sentence) bool { return s.Japanese && s.Seems() && kinHurtJa.MatchString(s.Text) }

var wantedOfMe = pattern.New(`(?:[せけれてえめ]|ろ|ないか|ませんか|たい|てほしい|てくれ)(?:と|って)言われ|(?:母|父|姉|妹|兄|弟|娘|息子|夫|妻|友達|彼女|彼氏|さん|ちゃん|くん)(?:が|は)[^。]*(?:来る|帰ってくる|帰る|泊まる|引っ越す)(?:と|って)言っ`)

// readable reports whether a sentence is neither a mere word nor a text.
func readable(s lang.Sentence) bool {
	n := utf8.RuneCountInString(s.Text)
	return n >= 4 && n <= 400
}

// opening tries a rule.
func (r openRule) opening(o opener) (Opening, bool) {
	g := r.finds(&o)
	if g == nil {
		return Opening{}, false
	}
	q, about := r.ask(g, o)
	if q = tidyQuestion(q); q == "" || utf8.RuneCountInString(q) > 180 {
		return Opening{}, false
	}
	if about == "" {
		about = q
	}
	terms := lang.Terms(strings.ReplaceAll(about, lang.Gap, " "))
	if len(terms) == 0 && (r.kind == Choice || r.kind == Event) {
		terms = []string{lang.Fold(about)} // "hearing": words that alone say little
	}
	return Opening{Kind: r.kind, Question: q, Terms: terms, When: o.when, Dated: o.dated, Priority: r.priority}, len(terms) > 0
}

// finds returns what the groups of a rule find; nil if it does not apply. Of
// several times the opener is given the one that goes with it.
func (r openRule) finds(o *opener) []string {
	if r.needs == ahead && !o.dated || r.needs == noTime && o.dated || !r.re.May(o.look) {
		return nil
	}
	at := r.re.FindStringSubmatchIndex(o.text)
	if at == nil || r.not != nil && r.not.MatchString(o.text) {
		return nil
	}
	g := groupsOf(o.text, at)
	if k := strings.Count(o.text[:at[0]], lang.Gap); r.needs == ahead && k < len(o.times) && strings.Contains(g[0], lang.Gap) && o.times[k].Ahead(o.said) {
		o.when = o.times[k]
	}
	return g
}

// groupsOf returns what the groups of an expression found.
func groupsOf(text string, at []int) []string {
	g := make([]string, len(at)/2)
	for i := range g {
		if at[2*i] >= 0 {
			g[i] = text[at[2*i]:at[2*i+1]]
		}
	}
	return g
}

// weighty is the priority from which something is open beside something else.
const weighty = 0.55

// withoutTimes replaces the times in a text by gaps.
func withoutTimes(text string, times []lang.When) string {
	japanese := lang.Japanese(text)
	var b strings.Builder
	at := 0
	for _, w := range times {
		b.WriteString(strings.TrimRight(text[at:w.Begin], " "))
		if japanese {
			b.WriteString(lang.Gap)
		} else {
			b.WriteString(" " + lang.Gap)
		}
		at = w.End
	}
	return strings.TrimSpace(b.String() + text[at:])
}

// lostEn is what an English question must not lean on: it stands alone.
var lostEn = fold(`\b(?:them|like this|like that|something like)\b`)

// lostHead is a particle that a question begins with when what it went with
// was taken off.
var lostHead = pattern.New(`^[はにがをでも、]+([\p{Han}\p{Katakana}])`)

// tidyQuestion makes one line of a question; one with a gap inside lost words
// that it needs.
func tidyQuestion(q string) string {
	q = strings.Join(strings.Fields(strings.ReplaceAll(q, lang.Gap, " ")), " ")
	q = strings.NewReplacer(" ?", "?", " ,", ",", "の の", "の", "のの", "の").Replace(q)
	q = lostHead.ReplaceAllString(q, "$1") // a time stood before it
	if q == "" || !strings.ContainsFunc(q, lang.IsWord) || lostEn.MatchString(q) {
		return ""
	}
	return q
}
