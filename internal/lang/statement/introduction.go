package statement

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/question"
	"yumori/internal/pattern"
)

// introduction returns what a sentence tells in which its speaker gives their
// name, their age or both: "im sam, 29, teacher in york", "29f from york".
func (t *talk) introduction(st Statement) []Telling {
	l := lang.PatternsOf(st.Sentence)
	whole := strings.TrimSpace(tailMarks.ReplaceAllString(l.Cut("tail", st.Text), ""))
	for _, text := range []string{whole, st.Plain, lang.EnglishSet.Find("name-and-age-first", whole)["intro"]} {
		if text == "" {
			continue
		}
		if !st.Japanese && (l.Has("introduces-nobody", text) || namesOther(t, l, text)) {
			return nil
		}
		if list := listOfSelf(t, st, text); list != nil {
			return list
		}
		for _, section := range t.introductions() {
			m := l.Find(section, text)
			if m == nil || notOwnWork(l, section, text) || m["name"] != "" && (isNoName(l, m["name"]) || asksNameOfOther(t.lastLine)) {
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

// listOfSelf returns what a text tells that is a list of who the speaker of a sentence is.
func listOfSelf(t *talk, st Statement, text string) []Telling {
	switch {
	case st.Corrects:
	case st.Japanese && t.early:
		return ownListJa(text)
	case !st.Japanese && !lang.EnglishSet.Has("two-names", text):
		return t.ownList(text)
	}
	return nil
}

// namesOther reports whether an English sentence gives a name without saying whose, behind one
// of the same message that is not of its speaker.
func namesOther(t *talk, l *pattern.Set, text string) bool {
	return l.Has("bare-name", text) && l.Has("of-another", strings.TrimSpace(t.spoken))
}

// calledFrom is the chance from which on what was learned to be a name of the speaker's own is
// taken for one.
const calledFrom = 0.5

// calledSurely is the chance from which on one of several sentences of a first message tells the
// name, which the message as a whole does not: "夜勤明け。美咲です".
const calledSurely = 0.9

// ownNameIn returns the name that a message behind some others most likely gives its speaker, and
// how likely that is.
func ownNameIn(text string, before []string) (string, float64) {
	name, sure := likely.Called(text)
	if sure < calledFrom && len(before) == 0 {
		for _, s := range lang.Sentences(text) { // こんばんは〜！恵美です。やっと終わった
			if m := lang.JapaneseSet.Find("name-given", s.Text); m != nil && likely.IsName(m["name"]) {
				return m["name"], calledSurely
			}
		}
	}
	if senses := lang.Senses(text); name != "" || len(before) > 0 || question.IsPerson(senses) || question.IsPet(senses) {
		return name, sure
	}
	for _, s := range lang.Sentences(text) {
		if name, sure := likely.Called(s.Text); sure >= calledSurely {
			return name, sure
		}
	}
	return "", 0
}

// longestIntroduction is of how many bytes a message is at most in which somebody says who they
// are without words that plainly tell it.
const longestIntroduction = 400

// called returns the name by which the speaker of a sentence early in a talk wants to be called,
// where no pattern tells it: "hey, sofia again lol".
func called(t *talk, st Statement) []Telling {
	if !t.early || len(t.message) > longestIntroduction || st.Asks || st.Corrects || !ofNobodyElse(st) || hasIntroduced(t) || asksNameOfOther(t.lastLine) {
		return nil
	}
	name, sure := t.ownName()
	l := lang.PatternsOf(st.Sentence)
	_, after, ok := strings.Cut(st.Text, name)
	if sure < calledFrom || !ok || isNoName(l, name) || l.Has("no-name-before", after) || l.Has("of-listener", st.Text) {
		return nil
	}
	if st.Japanese {
		return introductionJa(name, nil)
	}
	return introductionEn(map[string]string{"name": name})
}

// onlyOwnName reports whether a Japanese sentence is no more than the name of its speaker, at the
// beginning of a first message that goes on: 誠司。45。川崎でラーメン屋, 聡だ。47.
func onlyOwnName(t *talk, st Statement) bool {
	if !st.Japanese || !t.first || t.spoken != "" || !strings.HasPrefix(t.message, st.Raw) || len(t.message) <= len(st.Raw)+len("。") {
		return false
	}
	name, sure := t.ownName()
	return sure >= calledFrom && strings.HasPrefix(st.Plain, name) && lang.JapaneseSet.Has("is-all", st.Plain[len(name):])
}

// ofNobodyElse reports whether a sentence is of no person, animal or thing beside its speaker.
func ofNobodyElse(st Statement) bool {
	senses := lang.Senses(st.Text)
	return (st.Subject.Who == Nobody || st.Subject.Who == Speaker) && !question.IsPerson(senses) && !question.IsPet(senses)
}

// asksNameOfOther reports whether a line asks what somebody else is called: a
// name behind it is theirs.
func asksNameOfOther(line string) bool {
	list := lang.Sentences(line)
	if len(list) == 0 {
		return false
	}
	q, ok := question.Asked(list[len(list)-1], "", time.Time{})
	return ok && q.Kind == question.AskName && len(q.Senses) > 0
}

// profile returns what a sentence tells that says no more than the age, the home
// and the work of who has just given their name: "tariq here. bus driver".
func (t *talk) profile(st Statement) []Telling {
	switch {
	case !t.named || st.Asks:
		return nil
	case st.Japanese:
		return profileJa(st.Plain)
	case len(strings.Fields(st.Plain)) <= maxProfile:
		return t.entries(st.Plain)
	}
	return nil
}

// profileJa is profile of a Japanese sentence.
func profileJa(text string) []Telling {
	m := lang.JapaneseSet.Find("intro-rest", text)
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
const maxProfile = 9

// introductions are the sections of patterns for them; at the beginning of a
// talk it takes less.
func (t *talk) introductions() []string {
	if t.first {
		list := []string{"introduces", "introduces-first", "introduces-age", "introduces-age-first", "introduces-work"}
		if t.meets || t.early {
			list = append(list, "introduces-met")
		}
		return list
	}
	if t.early {
		return []string{"introduces", "introduces-age", "introduces-met", "introduces-work"}
	}
	return []string{"introduces", "introduces-age"}
}

// notOwnWork reports whether a text that begins with work by its name says whom its
// speaker goes to see, or what another works as.
func notOwnWork(l *pattern.Set, section, text string) bool {
	return section == "introduces-work" && (l.Has("visited", text) || l.Has("others-work", text))
}

// meets reports whether somebody says that they meet for the first time.
func meets(list []lang.Sentence) bool {
	return slices.ContainsFunc(list, func(s lang.Sentence) bool { return s.Japanese && lang.JapaneseSet.Has("meets", s.Text) })
}

// NameGiven returns the name in the answer to a question after it; "" is none.
func NameGiven(answer string) string {
	list := lang.Sentences(answer)
	if len(list) == 0 {
		return ""
	}
	text := strings.TrimSpace(tailMarks.ReplaceAllString(list[0].Text, ""))
	l := lang.PatternsOf(list[0])
	m := l.Find("name-given", text)
	if m == nil || l.Has("name-given-not", m["name"]) || isNoName(l, m["name"]) && !l.Has("surname-place", m["name"]) {
		return ""
	}
	return lang.Capitalised(m["name"])
}

// isNoName reports whether a word that stands where a name does is none.
func isNoName(l *pattern.Set, word string) bool {
	named := word == "" || l.Has("no-name-not", word)
	return !named && (l.Has("no-name", word) || lang.NoName(word) && !lang.IsGivenName(word))
}

// introductionEn is introduction of an English sentence.
func introductionEn(m map[string]string) []Telling {
	var list []Telling
	if name := lang.Capitalised(strings.TrimSpace(m["name"])); name != "" {
		list = append(list, Telling{Text: "My name is " + name, Topic: TopicName, About: "name", Value: name})
	}
	if m["age"] != "" {
		list = append(list, introPart(m["age"])...)
	}
	for _, part := range strings.Split(introParts.ReplaceAllString(introBefore.ReplaceAllString(m["rest"], "$1\n$2"), "\n"), "\n") {
		part = strings.TrimSpace(part)
		told := introPart(part)
		switch n := len(list); {
		case introLead.ReplaceAllString(part+" ", "") == "": // "i am", what it was of stands in the next
		case told != nil || n == 0:
			list = append(list, told...)
		case strings.HasPrefix(list[n-1].Text, "I'm doing ") || strings.HasPrefix(list[n-1].Text, "I'm studying "):
			list[n-1].Text += ", " + part // what else they study
		case lang.EnglishSet.Has("intro-place", part) && !lang.IsGivenName(part):
			list = append(list, introPart("in "+part)...) // "Margaret, 81, Kilkenny"
		}
	}
	return list
}

// introductionJa is introduction of a Japanese sentence.
func introductionJa(name string, m map[string]string) []Telling {
	name = lang.JapaneseSet.Cut("self-lead", name)
	list := []Telling{{Text: "名前は" + name + "です", Topic: TopicName, About: "name", Value: name}}
	if age := m["age"]; age != "" {
		list = append(list, Telling{Text: age + "歳です", Topic: TopicAge, About: "age", Value: age})
	}
	for _, part := range strings.FieldsFunc(m["rest"], func(r rune) bool { return strings.ContainsRune("、。 　", r) }) {
		list = append(list, introPartJa(part)...)
	}
	return list
}

// introPartJa reads one part of a list that somebody gives of themselves in Japanese.
func introPartJa(part string) []Telling {
	if part == "" || lang.JapaneseSet.Has("utters", part) {
		return nil
	}
	list := profileJa(part)
	livesThere := slices.ContainsFunc(list, func(t Telling) bool { return t.Topic == TopicHome && lang.JapaneseSet.Has("intro-place", t.Value) })
	if livesThere || list != nil && lang.JapaneseSet.Has("intro-age", part) {
		return list
	}
	if m := lang.JapaneseSet.Find("intro-place", part); m != nil {
		return []Telling{{Text: m["place"] + "に住んでいます", Topic: TopicHome, About: "home", Value: m["place"]}}
	}
	works := lang.JapaneseSet.Has("intro-work", part)
	if works {
		part += "です"
	}
	t := Telling{Text: part}
	t.Topic, t.About, t.Value = topicOf(lang.Sentence{Japanese: true}, part)
	if t.Topic == "" && (works || lang.JapaneseSet.Has("intro-doing", part) && !lang.JapaneseSet.Has("intro-doing-not", part)) {
		t.Topic, t.About = TopicWork, "work"
	}
	return []Telling{t}
}

var tailMarks = pattern.New(`[!。！、 ~〜…]+$`)

// introBefore is where a part begins that needs no comma: "17 from croydon doing maths".
var introBefore = pattern.New(`(?i)(^|[\s\d]) ?\b((?:from|based|living|doing|studying) )`)

var introParts = pattern.New(`(?i)\s*(?:,\s*(?:and\s+)?|\s+and\s+|\s+(?:i'm|i am)\s+)`)

// introPart reads one part of a list that somebody gives of themselves.
func introPart(part string) []Telling {
	part = lowerI.ReplaceAllString(introLead.ReplaceAllString(part, ""), "I$1")
	var list []Telling
	add := func(text string) {
		t := Telling{Text: text}
		t.Topic, t.About, t.Value = topicOf(lang.Sentence{Text: text}, text)
		list = append(list, t)
	}
	if m := lang.EnglishSet.Find("intro-age", part); m != nil {
		add("I'm " + m["age"] + " years old")
		return list
	}
	if lang.EnglishSet.Has("intro-clause", part) { // with a verb of its own: "I work in Leeds" is not where one lives
		add(lang.Capitalised(part))
		return list
	}
	if m := lang.EnglishSet.Find("intro-doing", part); m != nil {
		add("I'm " + m["doing"])
		if m["place"] != "" {
			add("I live in " + properly(m["place"]))
		}
		return list
	}
	if m := lang.EnglishSet.Find("intro-work", part); m != nil {
		add("I'm " + articleFor(m["work"]) + m["work"])
		part = m["rest"]
	}
	if m := lang.EnglishSet.Find("intro-home", part); m != nil {
		add("I live in " + properly(m["place"]))
	} else if m := lang.EnglishSet.Find("intro-from", part); m != nil {
		add("I'm from " + properly(m["place"]))
	}
	return list
}

var introLead = pattern.New(`(?i)^(?:and |i'm |im |i am )+`)

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
		words[i] = lang.Capitalised(w)
	}
	return strings.Join(words, " ")
}
