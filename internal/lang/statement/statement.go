// Package statement tells, by rules and in English and Japanese, what somebody
// states: of whom, whether it is asserted, which facts are told and with which
// value, and what of that puts right or ends what was told before.
package statement

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
	"yumori/internal/pattern"
)

// A Mode is what a sentence is said for.
type Mode int

// The modes. Only of an Asserted sentence does its speaker stand for what it
// says.
const (
	Uttered  Mode = iota // says nothing that is so or is not: a greeting, a fragment
	Asserted             // says what is so, at first hand
	Question             // asks
	Request              // asks that something be done
	Supposed             // a condition, a wish, a guess, a dream
	Joke                 // takes itself, or what was said with it, back
	Hearsay              // words or guesses of others
	Withheld             // is not to be kept: its speaker asks so, of it or of what was said with it
)

// A Statement is a sentence of a message read as what its speaker tells.
type Statement struct {
	lang.Sentence
	Mode     Mode
	Plain    string // one sentence in the speaker's words, without what leads it in or asks to keep it
	Subject  Subject
	Keep     bool      // its speaker asks that it be remembered
	Denies   bool      // it says that something is not so
	Corrects bool      // it puts right, or ends, what was so before: "no, X", "not any more", もう
	Laughs   bool      // it ends in laughter: lol, 笑
	Tells    []Telling // what an Asserted sentence tells, at least one; nil of the others
	With     string    // it and the sentences of its message that it is understood with, as they were said
}

// A Telling is one thing that a sentence tells.
type Telling struct {
	Text  string  // a sentence by itself, in the speaker's words: "I live in York"
	Topic Topic   // "" if it is of no known sort
	About string  // what of the subject has a value: "name", "home", "favourite colour"; "" if nothing
	Value string  // what it is: "green"; "" if About is
	Was   string  // the telling that a bare value put right: "My hall is green" before "no, sage"; else ""
	Of    Subject // of whom it is told: as its Statement has it
}

// A Who says of whom a sentence tells.
type Who int

// Those a sentence may tell of.
const (
	Nobody    Who = iota // it cannot be told: a pronoun that fits nobody, or more than one
	Speaker              // the one who says it, or what is theirs
	Listener             // the one it is said to
	Someone              // a person or animal with a name, or related to the speaker
	Something            // a thing that is nobody's
)

// A Subject is of whom or what a sentence tells.
type Subject struct {
	Who  Who
	Name string // of Someone and Something, as the speaker would say it: "my sister June", "the flight"
}

// statementsOf is Statements of a message that is not remembered.
func statementsOf(text string, before []string) []Statement {
	sentences := lang.Sentences(text)
	withheld := Withholds(text, before...)
	joked := jokes(sentences) && !TakesBack(text)
	t := talk{message: text, first: !slices.ContainsFunc(before, saysMore), early: len(before) < earlyMessages, meets: meets(sentences), before: before,
		ownName: sync.OnceValues(func() (string, float64) { return ownNameIn(text, before) })}
	if len(before) > 0 {
		t.lastLine = before[len(before)-1]
		t.lately = strings.Join(before[max(0, len(before)-2):], "\n")
		t.opening = before[:min(len(before), earlyMessages)]
	}
	list := make([]Statement, 0, len(sentences))
	for _, s := range ofOneLanguage(sentences) {
		st := t.read(s)
		t.spoken += "\n" + s.Text
		switch {
		case withheld:
			st.Mode = Withheld
		case joked:
			st.Mode = Joke
		default:
			readBehind(&t, &st, list)
		}
		if st.Mode == Asserted {
			st.Tells = t.tellings(&st)
			for i := range st.Tells {
				if st.Tells[i].Of.Who == Nobody {
					st.Tells[i].Of = st.Subject
				}
			}
			t.named = st.Subject.Who == Speaker && (t.named && t.profile(st) != nil || slices.ContainsFunc(st.Tells, func(x Telling) bool { return x.About == "name" }))
		}
		giveWish(&t, &st, list)
		list = append(list, st)
		t.first = t.first && st.Mode != Asserted && len(s.Text) <= maxHello
	}
	giveWith(list)
	return list
}

// ofOneLanguage gives sentences without a letter, "46", the language of those beside them.
func ofOneLanguage(list []lang.Sentence) []lang.Sentence {
	japanese := slices.ContainsFunc(list, func(s lang.Sentence) bool { return s.Japanese })
	for i, s := range list {
		list[i].Japanese = s.Japanese || japanese && !strings.ContainsFunc(s.Text, unicode.IsLetter)
	}
	return list
}

// onlyDenies reports whether a sentence behind others of a message says no more than that
// what the one before it put right is not so: "not Tuesday now".
func onlyDenies(st Statement, before []Statement) bool {
	return st.Mode == Asserted && len(before) > 0 && before[len(before)-1].Corrects && lang.PatternsOf(st.Sentence).Has("bare-denial", st.Plain)
}

// saysMore reports whether a line is more than a greeting.
func saysMore(line string) bool {
	line = strings.TrimRight(line, "!！.。 ")
	return !lang.JapaneseSet.Has("utters", line) && lang.EnglishSet.Cut("greeting", line) != ""
}

// jokes reports whether a message says of itself that it is a joke.
func jokes(list []lang.Sentence) bool {
	return slices.ContainsFunc(list, func(s lang.Sentence) bool { return lang.PatternsOf(s).Has("joke", s.Text) })
}

// Forgets reports whether somebody asks in a message that something be forgotten
// that they said before, and what; about is "" for what they said last. It is pure.
func Forgets(text string) (about string, ok bool) {
	for _, s := range lang.Sentences(text) {
		of := lang.PatternsOf(s)
		if m := of.Find("forgets", s.Text); m != nil && (!s.Asks || of.Has("asks-to-forget", s.Text)) && !of.Has("forgets-not", s.Text) && !of.Has("forgets-me", s.Text) {
			return strings.TrimSpace(m["about"]), true
		}
	}
	return "", false
}

// Concerns reports whether a message is of what somebody asks to be forgotten: it
// speaks of most of that. It is pure.
func Concerns(message, about string) bool {
	return lang.Overlap(lang.Senses(about), lang.Senses(message)) >= forgetShare
}

// forgetShare is which share of what is to be forgotten a message has to speak of.
const forgetShare = 0.6

// maxHello is of how many bytes a sentence is at most that only greets, whereupon
// the talk still begins.
const maxHello = 16

// earlyMessages is within how many messages of a talk a word in kana that stands
// alone with です is a name.
const earlyMessages = 4

// maxBefore is how many earlier messages are read, if need be, for whom a pronoun
// means: who was last spoken of longer ago is called by name again, and each
// costs as much as the message itself.
const maxBefore = 8

// read reads a sentence as the talk so far has it.
func (t *talk) read(s lang.Sentence) Statement {
	l := lang.PatternsOf(s)
	if !s.Japanese {
		s.Text = lang.Spelled(s.Text)
	}
	st := Statement{Sentence: s}
	plain := s.Text
	if !s.Japanese {
		plain = l.Replace("remind", plain)
	}
	plain = l.Cut("keep", plain)
	st.Keep = plain != s.Text
	corrected := l.Cut("correction", plain)
	st.Corrects = corrected != plain || (l.Has("corrects", plain) || deniesTime(l, plain)) && !l.Has("corrects-not", plain)
	plain = corrected
	if strings.ContainsFunc(plain, lang.IsWord) {
		stated := s
		stated.Text = plain
		plain = lang.Stated(stated)
	}
	st.Laughs = l.Has("laughs", plain)
	plain = l.Cut("tail", plain)
	if !s.Japanese {
		plain = lowerI.ReplaceAllString(plain, "I$1")
	}
	st.Plain = lang.Capitalised(plain)
	st.Denies = l.Has("denies", st.Plain)
	st.Subject = t.subject(st)
	if l.Has("without-i", st.Plain) && st.Subject.Who == Speaker {
		st.Plain = selfLed(st.Plain)
	}
	st.Mode = likelyMode(t, st, t.mode(st))
	t.dreams = (t.dreams || l.Has("dreams", s.Text)) && !l.Has("wakes", s.Text)
	if t.dreams && st.Mode == Asserted {
		st.Mode = Supposed
	}
	return st
}

var lowerI = pattern.New(`\bi('(?:m|ve|ll|d)\b|\b)`)

// selfLed gives an English sentence the "I" that it leaves out.
func selfLed(text string) string {
	lead := "I "
	if first, _, _ := strings.Cut(text, " "); strings.HasSuffix(first, "ing") {
		lead = "I'm "
	}
	return lead + strings.ToLower(text[:1]) + text[1:]
}

// mode tells what a sentence is said for, by itself.
func (t *talk) mode(st Statement) Mode {
	l, s := lang.PatternsOf(st.Sentence), st.Plain
	switch {
	case st.Keep && l.Has("keep-empty", s):
		return Request // it was nothing but the wish to keep something
	case asks(l, st):
		return Question
	case l.Has("calls-me", s):
		return Asserted
	case requests(l, st):
		return Request
	case asksUnmarked(st):
		return Question
	case st.Corrects && bareValue(st) != "":
		return Asserted
	case notVouched(l, st) != Uttered:
		return notVouched(l, st)
	case t.profile(st) != nil, onlyOwnName(t, st):
		return Asserted
	case fragment(st):
		return Uttered
	}
	return Asserted
}

// asks reports whether a sentence asks, with a mark or without one.
func asks(l *pattern.Set, st Statement) bool {
	return st.Asks && !st.Keep || l.Has("asks", st.Plain) || !st.Japanese && lang.Questions().Has("aux-other", st.Plain)
}

// asksUnmarked is asks of a sentence that only a word in it tells, or its order: "so when am i at the
// hospital now" puts nothing right.
func asksUnmarked(st Statement) bool {
	rights := st.Corrects && (st.Japanese || strings.Contains(st.Text, ",")) // "what am I saying, it's 8, not 6"
	return !st.Keep && !rights && question.AsksUnmarked(st.Sentence)
}

// notVouched returns what a sentence is whose speaker hands on the words of others,
// or supposes, without standing for it; Uttered for none of these.
func notVouched(l *pattern.Set, st Statement) Mode {
	switch {
	case l.Has("vouched", st.Text):
		return Uttered
	case l.Has("story", st.Plain):
		return Supposed
	case st.Quotes || l.Has("reports", st.Plain):
		return Hearsay
	case l.Has("supposes", lang.EnglishSet.Cut("asks-pardon", st.Plain)):
		return Supposed
	}
	return Uttered
}

// requests reports whether a sentence asks that something be done.
func requests(l *pattern.Set, st Statement) bool {
	if l.Has("forgets", st.Text) && !l.Has("forgets-not", st.Text) {
		return true
	}
	return l.Has("requests", st.Plain) && (!st.Japanese || !l.Has("requests-not", st.Plain))
}

// fragment reports whether a sentence says nothing that is so or not.
func fragment(st Statement) bool {
	if st.Corrects || st.Keep || lang.PatternsOf(st.Sentence).Has("introduces", st.Text) {
		return false
	}
	if st.Japanese {
		return utf8.RuneCountInString(st.Plain) < 3 || lang.JapaneseSet.Has("utters", st.Plain)
	}
	return len(strings.Fields(st.Plain)) < 2 || lang.EnglishSet.Has("utters", st.Plain)
}

// tellings returns what an asserted sentence tells. A pronoun that means
// somebody is replaced by whom it means, and the value that alone is put right,
// "no, blue", by what was said of it.
func (t *talk) tellings(st *Statement) []Telling {
	if list := t.naming(st); list != nil {
		return list
	}
	t.meetNew(*st)
	if list := t.ofSelf(*st); list != nil {
		st.Subject = Subject{Who: Speaker}
		for _, said := range list {
			t.keepTold(said, st.Subject)
		}
		return list
	}
	said := Telling{Text: withSubject(*st, t.owner)}
	said.Topic, said.About, said.Value = topicOf(st.Sentence, said.Text)
	t.nowIs(&said)
	t.inMonth(&said)
	if t.livesNow(&said); said.Of.Who == Someone {
		st.Subject = said.Of
	}
	if right, ok := t.amended(*st); ok && !onlyRewrites(right.Was, right.Text) {
		said, st.Subject, st.Corrects = right.Telling, right.of, true
	}
	t.keepTold(said, st.Subject)
	return []Telling{said}
}

// inMonth gives the day to which something was moved the month that it had: the concert
// of 12月13日, 20日に延びました, is on 12月20日.
func (t *talk) inMonth(said *Telling) {
	l := said.patterns()
	days := l.All("a-day", said.Text)
	if len(days) != 1 || !l.Has("moved", said.Text) {
		return
	}
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		was := sameKind(l, h.Text, days[0])
		if was == "" || lang.Overlap(lang.Senses(h.Text), lang.Senses(said.Text)) < sameMatter {
			continue
		}
		if now := ofMonth(l, days[0], was); now != days[0] {
			said.Text, _ = exchanged(said.Text, days[0], now)
		}
		return
	}
}

// sameMatter is which share of what two tellings speak of is the same where they are of
// one thing.
const sameMatter = 0.3

// livesNow gives a telling that says where one is now of whose home another told that topic:
// 息子はいま盛岡なんです.
func (t *talk) livesNow(said *Telling) {
	in := lang.JapaneseSet.Find("now-in", said.Text)
	if in == nil {
		return
	}
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		if h.Topic == TopicHome && h.of.Who == Someone && strings.HasSuffix(h.of.Name, in["who"]) {
			said.Topic, said.About, said.Value, said.Of = TopicHome, string(TopicHome), in["value"], h.of
			return
		}
	}
}

// nowIs gives a telling that says only what is so now, 今は奈良だ, the topic of the one
// before it, that something of the kind is over.
func (t *talk) nowIs(said *Telling) {
	if said.Topic != "" || len(t.told) == 0 {
		return
	}
	now, over := lang.JapaneseSet.Find("now-is", said.Text), t.told[len(t.told)-1]
	switch {
	case now == nil:
	case over.Topic == TopicHome && lang.JapaneseSet.Has("value-over", over.Text), lang.JapaneseSet.Has("just-moved", over.Text):
		said.Topic, said.About, said.Value = TopicHome, string(TopicHome), now["value"]
	case over.GivesUp():
		said.Topic, said.About = TopicWork, string(TopicWork)
	}
}

// SaysName reports whether a statement that gives its speaker's name says that it is one,
// "call me Max", or puts one right: who is called something already is not renamed by less.
// It is pure.
func SaysName(st Statement) bool {
	return st.Corrects || lang.PatternsOf(st.Sentence).Has("says-name", st.Text)
}

// ofSelf returns what a sentence tells in which its speaker introduces themselves.
func (t *talk) ofSelf(st Statement) []Telling {
	if lang.JapaneseSet.Has("bare-name", st.Plain) && !st.Corrects && hasIntroduced(t) {
		return nil // that of somebody else: 名前は颯太っていうの
	}
	list := t.introduction(st)
	if len(list) > 0 && list[0].About == "name" && (lang.JapaneseSet.Has("honored-name", list[0].Value) || lang.JapaneseSet.Has("name-given-not", list[0].Value)) {
		return nil // nobody calls themselves 真田君, nor has their own name from hearsay: 柚葉だそう
	}
	if len(list) > 0 && list[0].About == "name" && !SaysName(st) && hasIntroduced(t) {
		return nil // "I'm starved", けんただよ of 健太
	}
	if list == nil {
		list = t.profile(st)
	}
	if list == nil {
		list = called(t, st)
	}
	return list
}

// withSubject returns an English sentence with whom it tells of in place of a
// pronoun, or with the one whose he or she is, if that is known: of Petra, "her son luuk
// is" is "Petra's son luuk is". It returns any other as it is.
func withSubject(st Statement, owner string) string {
	text := st.Plain
	if st.Japanese || st.Subject.Who != Someone {
		return text
	}
	if lang.EnglishSet.Has("of-pronoun", text) && !lang.EnglishSet.Has("no-clause", text) {
		if !hasShort.MatchString(text) {
			text = isShort.ReplaceAllString(text, "$1 is ")
		}
		switch named := lang.Mentions(text, st.Subject.Name); {
		case !named:
			text = lang.Capitalised(lang.Named(text, ownerOf(text, st.Subject.Name)))
		case owner != "": // "His daughter Anju" of whose daughter it is, where that is known
			text = lang.Capitalised(lang.Named(text, owner))
		}
	}
	return nameWritten(text, st.Subject.Name)
}

// ownerOf returns for a name, "Harold's sister", in a text that says "his sister" whose
// sister that is; the name in any other.
func ownerOf(text, name string) string {
	i := strings.LastIndex(name, "'s ")
	if i < 0 {
		return name
	}
	_, behind, _ := strings.Cut(text, " ")
	behind = lang.EnglishSet.Cut("which-one", behind) // "her best friend" of my daughter's friend
	if kin := name[i+len("'s "):]; behind == kin || strings.HasPrefix(behind, kin+" ") {
		return name[:i]
	}
	return name
}

// nameWritten writes the name that a text begins with, behind what its bearer is
// to the speaker, with a capital: "my sister june is".
func nameWritten(text, who string) string {
	n := len(who)
	if len(text) > n && strings.EqualFold(text[:n], who) && text[n] == ' ' {
		return lang.Capitalised(who) + text[n:]
	}
	return text
}

// isShort is "he's" and hasShort is it where it stands for "he has".
var (
	isShort  = pattern.New(`(?i)^(he|she)'s `)
	hasShort = pattern.New(`(?i)^(he|she)'s (?:also |just |already |only |never |really )*(?:been|got|had|gone|\w+ed) `)
)

// bareValue returns the value that a correction is nothing but: "blue",
// 青だった; "" if it says more.
func bareValue(st Statement) string {
	l := lang.PatternsOf(st.Sentence)
	said := strings.ToLower(st.Plain)
	clauses := []string{said, l.Cut("value-tail", l.Cut("says-lead", said))}
	if list := strings.Split(said, ", "); len(list) > 1 && !st.Japanese {
		for _, clause := range []string{list[len(list)-1], list[0]} {
			if l.Has("clause-value", clause) {
				clauses = append(clauses, clause)
			}
		}
	}
	for _, text := range clauses {
		if value := strings.TrimSpace(l.Find("bare-value", text)["value"]); value != "" {
			if l.Has("bare-value-not", value) {
				return ""
			}
			return value
		}
	}
	return ""
}
