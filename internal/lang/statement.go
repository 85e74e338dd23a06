package lang

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
	Sentence
	Mode     Mode
	Plain    string // one sentence in the speaker's words, without what leads it in or asks to keep it
	Subject  Subject
	Keep     bool      // its speaker asks that it be remembered
	Denies   bool      // it says that something is not so
	Corrects bool      // it puts right, or ends, what was so before: "no, X", "not any more", もう
	Laughs   bool      // it ends in laughter: lol, 笑
	Tells    []Telling // what an Asserted sentence tells, at least one; nil of the others
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

// Statements reads what somebody says in a message, sentence by sentence, as
// Sentences finds them. before is what the same speaker said earlier in the
// talk, the newest last: a pronoun means somebody only if exactly one of those
// spoken of fits. It takes any text; its cost is bounded as that of Sentences
// is, and grows with before. It is pure.
func Statements(text string, before ...string) []Statement {
	sentences := Sentences(text)
	withheld := Withholds(text)
	joked := slices.ContainsFunc(sentences, func(s Sentence) bool { return patternsOf(s).Has("joke", s.Text) })
	t := talk{first: len(before) == 0, early: len(before) < earlyMessages, meets: meets(sentences), before: before[max(0, len(before)-maxBefore):]}
	if len(before) > 0 {
		t.lastLine = before[len(before)-1]
	}
	list := make([]Statement, 0, len(sentences))
	for _, s := range sentences {
		st := t.read(s)
		switch {
		case withheld:
			st.Mode = Withheld
		case joked:
			st.Mode = Joke
		}
		if st.Mode == Asserted {
			st.Tells = t.tellings(&st)
			for i := range st.Tells {
				st.Tells[i].Of = st.Subject
			}
			t.named = len(st.Tells) > 0 && st.Tells[0].About == "name" && st.Subject.Who == Speaker
		}
		list = append(list, st)
		t.first = t.first && st.Mode != Asserted && len(s.Text) <= maxHello
	}
	return list
}

// Withholds reports whether somebody asks in a message that it not be kept.
func Withholds(text string) bool {
	return slices.ContainsFunc(Sentences(text), func(s Sentence) bool { return patternsOf(s).Has("withhold", s.Text) })
}

// Forgets reports whether somebody asks in a message that something be forgotten
// that they said before, and what; about is "" for what they said last. It is pure.
func Forgets(text string) (about string, ok bool) {
	for _, s := range Sentences(text) {
		if m := patternsOf(s).Find("forgets", s.Text); m != nil && !s.Asks && !patternsOf(s).Has("forgets-not", s.Text) {
			return strings.TrimSpace(m["about"]), true
		}
	}
	return "", false
}

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
func (t *talk) read(s Sentence) Statement {
	l := patternsOf(s)
	if !s.Japanese {
		s.Text = spelled(s.Text)
	}
	st := Statement{Sentence: s}
	plain := l.Cut("keep", s.Text)
	st.Keep = plain != s.Text
	corrected := l.Cut("correction", plain)
	st.Corrects = corrected != plain || l.Has("corrects", plain)
	plain = corrected
	if strings.ContainsFunc(plain, isWord) {
		stated := s
		stated.Text = plain
		plain = Stated(stated)
	}
	st.Laughs = l.Has("laughs", plain)
	plain = l.Cut("tail", plain)
	if !s.Japanese {
		plain = lowerI.ReplaceAllString(plain, "I$1")
	}
	st.Plain = capitalised(plain)
	st.Denies = l.Has("denies", st.Plain)
	st.Subject = t.subject(st)
	if l.Has("without-i", st.Plain) && st.Subject.Who == Speaker {
		st.Plain = "I " + strings.ToLower(st.Plain[:1]) + st.Plain[1:]
	}
	st.Mode = t.mode(st)
	return st
}

var lowerI = rx(`\bi('(?:m|ve|ll|d)\b|\b)`)

// mode tells what a sentence is said for, by itself.
func (t *talk) mode(st Statement) Mode {
	l, s := patternsOf(st.Sentence), st.Plain
	switch {
	case st.Keep && l.Has("keep-empty", s):
		return Request // it was nothing but the wish to keep something
	case st.Asks && !st.Keep || l.Has("asks", s):
		return Question
	case l.Has("calls-me", s):
		return Asserted
	case l.Has("requests", s) && !(st.Japanese && l.Has("requests-not", s)):
		return Request
	case st.Corrects && bareValue(st) != "":
		return Asserted
	case (st.Quotes || l.Has("reports", s)) && !l.Has("vouched", st.Text):
		return Hearsay
	case l.Has("supposes", s) && !l.Has("vouched", st.Text):
		return Supposed
	case t.profile(st) != nil:
		return Asserted
	case fragment(st):
		return Uttered
	}
	return Asserted
}

// fragment reports whether a sentence says nothing that is so or not.
func fragment(st Statement) bool {
	if st.Corrects || st.Keep || patternsOf(st.Sentence).Has("introduces", st.Text) {
		return false
	}
	if st.Japanese {
		return utf8.RuneCountInString(st.Plain) < 3 || japanese.Has("utters", st.Plain)
	}
	return len(strings.Fields(st.Plain)) < 2 || english.Has("utters", st.Plain)
}

// tellings returns what an asserted sentence tells. A pronoun that means
// somebody is replaced by whom it means, and the value that alone is put right,
// "no, blue", by what was said of it.
func (t *talk) tellings(st *Statement) []Telling {
	if list := t.naming(st); list != nil {
		return list
	}
	t.meetNew(*st)
	list := t.introduction(*st)
	if list == nil {
		list = t.profile(*st)
	}
	if list != nil {
		st.Subject = Subject{Who: Speaker}
		for _, said := range list {
			t.keepTold(said, st.Subject)
		}
		return list
	}
	text := st.Plain
	if st.Subject.Who == Someone && !st.Japanese && english.Has("of-pronoun", text) {
		if !hasShort.MatchString(text) {
			text = isShort.ReplaceAllString(text, "$1 is ")
		}
		text = capitalised(Named(text, st.Subject.Name))
	}
	if st.Subject.Who == Someone && !st.Japanese {
		text = nameWritten(text, st.Subject.Name)
	}
	said := Telling{Text: text}
	said.Topic, said.About, said.Value = topicOf(st.Sentence, text)
	if n := len(t.told); st.Japanese && said.Topic == "" && n > 0 && t.told[n-1].GivesUp() && japanese.Has("now-is", text) {
		said.Topic, said.About = TopicWork, string(TopicWork)
	}
	if right, ok := t.amended(*st); ok {
		said, st.Subject, st.Corrects = right.Telling, right.of, true
	}
	t.keepTold(said, st.Subject)
	return []Telling{said}
}

// nameWritten writes the name that a text begins with, behind what its bearer is
// to the speaker, with a capital: "my sister june is".
func nameWritten(text, who string) string {
	n := len(who)
	if len(text) > n && strings.EqualFold(text[:n], who) && text[n] == ' ' {
		return capitalised(who) + text[n:]
	}
	return text
}

// isShort is "he's" and hasShort is it where it stands for "he has".
var (
	isShort  = rx(`(?i)^(he|she)'s `)
	hasShort = rx(`(?i)^(he|she)'s (?:also |just |already |only |never |really )*(?:been|got|had|gone|\w+ed) `)
)

// bareValue returns the value that a correction is nothing but: "blue",
// 青だった; "" if it says more.
func bareValue(st Statement) string {
	l := patternsOf(st.Sentence)
	value := strings.TrimSpace(l.Find("bare-value", strings.ToLower(st.Plain))["value"])
	if l.Has("bare-value-not", value) {
		return ""
	}
	return value
}

// introduction returns what a sentence tells in which its speaker gives their
// name, their age or both: "im sam, 29, teacher in york", "29f from york".
func (t *talk) introduction(st Statement) []Telling {
	l := patternsOf(st.Sentence)
	for _, text := range []string{strings.TrimSpace(tailMarks.ReplaceAllString(st.Text, "")), st.Plain} {
		for _, section := range t.introductions() {
			m := l.Find(section, text)
			if m == nil || m["name"] != "" && (isNoName(l, m["name"]) || asksNameOfOther(t.lastLine)) {
				continue
			}
			if st.Japanese {
				return introductionJa(strings.TrimSpace(m["name"]), m)
			}
			return introductionEn(m)
		}
	}
	return nil
}

// asksNameOfOther reports whether a line asks what somebody else is called: a
// name behind it is theirs.
func asksNameOfOther(line string) bool {
	list := Sentences(line)
	if len(list) == 0 {
		return false
	}
	q, ok := Asked(list[len(list)-1], "", time.Time{})
	return ok && q.Kind == AskName && len(q.Senses) > 0
}

// profile returns what a sentence tells that says no more than the age, the home
// and the work of who has just given their name: "tariq here. bus driver".
func (t *talk) profile(st Statement) []Telling {
	switch {
	case !t.named || st.Asks:
		return nil
	case st.Japanese:
		return profileJa(st.Plain)
	case english.Has("intro-work", st.Plain) && len(strings.Fields(st.Plain)) <= maxProfile:
		return introPart(st.Plain)
	}
	return nil
}

// profileJa is profile of a Japanese sentence.
func profileJa(text string) []Telling {
	m := japanese.Find("intro-rest", text)
	if m == nil {
		return nil
	}
	var list []Telling
	if m["age"] != "" {
		list = append(list, Telling{Text: m["age"] + "歳です", Topic: TopicAge, About: "age", Value: m["age"]})
	}
	if m["place"] != "" {
		list = append(list, Telling{Text: m["place"] + "に住んでいます", Topic: TopicHome, About: "home", Value: m["place"]})
	}
	if m["work"] != "" {
		list = append(list, Telling{Text: m["work"] + "です", Topic: TopicWork, About: "work"})
	}
	return list
}

// maxProfile is of how many words what somebody gives of themselves without a
// verb is at most.
const maxProfile = 6

// introductions are the sections of patterns for them; at the beginning of a
// talk it takes less.
func (t *talk) introductions() []string {
	if t.first {
		list := []string{"introduces", "introduces-first", "introduces-age", "introduces-age-first"}
		if t.meets || t.early {
			list = append(list, "introduces-met")
		}
		return list
	}
	if t.early {
		return []string{"introduces", "introduces-age", "introduces-met"}
	}
	return []string{"introduces", "introduces-age"}
}

// meets reports whether somebody says that they meet for the first time.
func meets(list []Sentence) bool {
	return slices.ContainsFunc(list, func(s Sentence) bool { return s.Japanese && japanese.Has("meets", s.Text) })
}

// NameGiven returns the name in the answer to a question after it; "" is none.
func NameGiven(answer string) string {
	list := Sentences(answer)
	if len(list) == 0 {
		return ""
	}
	text := strings.TrimSpace(tailMarks.ReplaceAllString(list[0].Text, ""))
	l := patternsOf(list[0])
	m := l.Find("name-given", text)
	if m == nil || isNoName(l, m["name"]) {
		return ""
	}
	return capitalised(m["name"])
}

// isNoName reports whether a word that stands where a name does is none.
func isNoName(l *pattern.Set, word string) bool {
	return l.Has("no-name", word) && !l.Has("no-name-not", word)
}

// introductionEn is introduction of an English sentence.
func introductionEn(m map[string]string) []Telling {
	var list []Telling
	if name := capitalised(strings.TrimSpace(m["name"])); name != "" {
		list = append(list, Telling{Text: "My name is " + name, Topic: TopicName, About: "name", Value: name})
	}
	if m["age"] != "" {
		list = append(list, introPart(m["age"])...)
	}
	for _, part := range strings.Split(introParts.ReplaceAllString(m["rest"], "\n"), "\n") {
		list = append(list, introPart(strings.TrimSpace(part))...)
	}
	return list
}

// introductionJa is introduction of a Japanese sentence.
func introductionJa(name string, m map[string]string) []Telling {
	list := []Telling{{Text: "名前は" + name + "です", Topic: TopicName, About: "name", Value: name}}
	if age := m["age"]; age != "" {
		list = append(list, Telling{Text: age + "歳です", Topic: TopicAge, About: "age", Value: age})
	}
	if rest := m["rest"]; rest != "" && !japanese.Has("utters", rest) {
		if japanese.Has("intro-work", rest) {
			rest += "です"
		}
		t := Telling{Text: rest}
		t.Topic, t.About, t.Value = topicOf(Sentence{Japanese: true}, rest)
		list = append(list, t)
	}
	return list
}

var tailMarks = rx(`[!。！、 ~〜…]+$`)

var introParts = rx(`(?i)\s*(?:,\s*(?:and\s+)?|\s+and\s+|\s+(?:i'm|i am)\s+)`)

// introPart reads one part of a list that somebody gives of themselves.
func introPart(part string) []Telling {
	part = lowerI.ReplaceAllString(introLead.ReplaceAllString(part, ""), "I$1")
	var list []Telling
	add := func(text string) {
		t := Telling{Text: text}
		t.Topic, t.About, t.Value = topicOf(Sentence{Text: text}, text)
		list = append(list, t)
	}
	if m := english.Find("intro-age", part); m != nil {
		add("I'm " + m["age"] + " years old")
		return list
	}
	if english.Has("intro-clause", part) { // with a verb of its own: "I work in Leeds" is not where one lives
		add(capitalised(part))
		return list
	}
	if m := english.Find("intro-doing", part); m != nil {
		add("I'm " + m["doing"])
		if m["place"] != "" {
			add("I live in " + properly(m["place"]))
		}
		return list
	}
	if m := english.Find("intro-work", part); m != nil {
		add("I'm " + articleFor(m["work"]) + m["work"])
		part = m["rest"]
	}
	if m := english.Find("intro-home", part); m != nil {
		add("I live in " + properly(m["place"]))
	} else if m := english.Find("intro-from", part); m != nil {
		add("I'm from " + properly(m["place"]))
	}
	return list
}

var introLead = rx(`(?i)^(?:and |i'm |i am )+`)

// articleFor is what stands before a noun.
func articleFor(noun string) string {
	if strings.ContainsRune("aeiouAEIOU", rune(noun[0])) {
		return "an "
	}
	return "a "
}

// properly writes a place as one does.
func properly(place string) string {
	words := strings.Fields(place)
	for i, w := range words {
		words[i] = capitalised(w)
	}
	return strings.Join(words, " ")
}

// capitalised begins a text with a capital.
func capitalised(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
