package statement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/pattern"
)

// A talk is who was spoken of so far.
type talk struct {
	people []lang.Somebody
	last   *Subject // of the sentence before; nil before the first
	told   []heard  // of late, the newest last
	first  bool     // nothing was said before
	early  bool     // little was said before
	meets  bool     // they meet for the first time
	named  bool     // the sentence before gave the speaker's name
	dreams bool     // the message tells a dream
	new    newcomer
	before []string // earlier messages, not yet read

	opening  []string                 // the first messages of the talk
	lastLine string                   // what the speaker said last before this message; "" unknown
	lately   string                   // what the speaker said in the last two messages before this one
	message  string                   // what is read, whole
	ownName  func() (string, float64) // the name that it may give its speaker, and how likely; read once
	spoken   string                   // the sentences of this message that were read
	owner    string                   // whose the one is that the sentence begins with, "her son Luuk"; "" unknown
}

// catchUp reads the earlier messages, which most messages need not: they speak
// of nobody and leave nothing out. It has to come before anybody is met.
func (t *talk) catchUp() {
	if len(t.before) == 0 {
		return
	}
	var e talk
	for _, b := range t.before {
		e.heard(b)
	}
	t.before, t.people = nil, e.people
	if t.last == nil {
		t.last = e.last
	}
	t.told = append(e.told, t.told...)
	if t.new.who == "" {
		e.new.ago += t.new.ago
		t.new = e.new
	}
}

// sameKind returns the day or the hour in a text that another day or hour puts
// right; "" if there is none, or more than one.
func sameKind(l *pattern.Set, text, value string) string {
	for _, kind := range []string{"a-day", "an-hour"} {
		found := withoutParts(l.All(kind, text))
		if len(found) == 1 && len(withoutParts(l.All(kind, value))) == 1 {
			return found[0]
		}
	}
	return ""
}

// heard takes in whom an earlier message speaks of.
func (t *talk) heard(text string) {
	t.dreams, t.message = false, text
	for _, s := range lang.Sentences(text) {
		if st := t.read(s); st.Mode == Asserted {
			t.tellings(&st)
		}
	}
	if name, chance := likely.Called(text); chance >= calledFrom {
		t.people = slices.DeleteFunc(t.people, func(p lang.Somebody) bool { return strings.EqualFold(p.Name, name) })
	}
}

// meet adds one who was spoken of.
func (t *talk) meet(p lang.Somebody) {
	t.catchUp()
	if p.Name != "" && !slices.ContainsFunc(t.people, func(o lang.Somebody) bool { return strings.EqualFold(o.Name, p.Name) }) {
		t.people = append(t.people, p)
	}
}

// meant returns the one whom a pronoun means; "" if nobody, or more than one,
// fits.
func (t *talk) meant(pronoun string) string {
	t.catchUp()
	return t.meantOf(t.people, pronoun)
}

// meantIn is meant for the pronoun that a sentence begins with. One that gives a name is of
// somebody who has none yet.
func (t *talk) meantIn(s, pronoun string) string {
	t.catchUp()
	if l := lang.EnglishSet; l.Has("names-them", s) && !l.Has("corrects", s) {
		return t.meantOf(slices.DeleteFunc(slices.Clone(t.people), hasName), pronoun)
	}
	return t.meantOf(t.people, pronoun)
}

// hasName reports whether one who was spoken of has been named: "Theo", "my sister June".
func hasName(p lang.Somebody) bool {
	last := p.Name[strings.LastIndex(p.Name, " ")+1:]
	return last != strings.ToLower(last)
}

// withAnother is what says that somebody beside those who are named is meant by a pronoun.
var withAnother = map[string]string{"she": "with-another-she", "her": "with-another-she", "he": "with-another-he", "his": "with-another-he"}

// meantOf is meant for some of those who were spoken of.
func (t *talk) meantOf(people []lang.Somebody, pronoun string) string {
	fit := couldBe(people, pronoun)
	another := lang.EnglishSet.Has("of-somebody", t.lastLine)
	before := t.lastLine
	if t.spoken != "" {
		before = t.lately // "do you think she'll come round? She's eighty-one" goes on from elsewhere
	}
	for i, near := range []string{t.spoken, before} { // who was spoken of just before is meant first
		if lang.EnglishSet.Has(withAnother[pronoun], near) {
			return "" // "Mum's with her": there are two
		}
		of := slices.DeleteFunc(slices.Clone(fit), func(p lang.Somebody) bool { return !names(near, p.Name) })
		if i > 0 && len(of) > 0 && !slices.ContainsFunc(of, isSurely) && slices.ContainsFunc(fit, isSurely) {
			return "" // "I'll send the card with Dilys", and then "his operation" of a husband
		}
		if len(of) > 0 {
			fit, another = of, false
			break
		}
	}
	if another {
		return "" // "my aaji is in hospital, mum rang": a manager long before is not meant
	}
	if len(fit) != 1 || strings.HasPrefix(fit[0].Name, "the ") { // "the waitress" comes and goes: who is at home may be meant
		return ""
	}
	return fit[0].Name
}

// couldBe returns those of some people whom a pronoun may mean, by what they are.
func couldBe(people []lang.Somebody, pronoun string) []lang.Somebody {
	she := pronoun == "she" || pronoun == "her" || pronoun == "彼女"
	return slices.DeleteFunc(slices.Clone(people), func(p lang.Somebody) bool { return she && !p.She || !she && !p.He })
}

// isSurely reports whether it is known that one is a he, or a she.
func isSurely(p lang.Somebody) bool { return p.She != p.He }

// names reports whether a text names somebody, by any word of the name that they are met by:
// "Mrs Abernathy" is "Mrs. Abernathy", and "Mum" may be "my mum Rosalind". "a nurse" is not "the nurse".
func names(text, name string) bool {
	if strings.HasPrefix(name, "the ") {
		return lang.Mentions(text, name)
	}
	return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		return !lang.EnglishSet.Has("no-part-of-name", word) && lang.Mentions(text, word)
	})
}

// subject tells of whom a sentence tells, and remembers whom it speaks of.
func (t *talk) subject(st Statement) Subject {
	var sub Subject
	if st.Japanese {
		sub = t.subjectJa(st.Plain)
	} else {
		t.owner = ""
		sub = t.subjectEn(st.Plain)
		for _, p := range lang.Persons(st.Plain) {
			if !t.isNamed(p.Name) && !isMadeLarge(p.Name, st.Text) && !isFamily(p.Name, st.Text) {
				t.meet(p)
			}
		}
	}
	t.last = &sub
	return sub
}

// isMadeLarge reports whether a name has its capital from us alone: "lunch's ready"
// speaks of nobody called Lunch.
func isMadeLarge(name, text string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && !strings.Contains(text, name)
}

// isFamily reports whether a name stands for several, "the Lindqvists", whom neither he
// nor she means.
func isFamily(name, text string) bool {
	return strings.HasSuffix(name, "s") && lang.Mentions(text, "the "+name)
}

// isNamed reports whether somebody is met already, by a longer name.
func (t *talk) isNamed(name string) bool {
	t.catchUp()
	return slices.ContainsFunc(t.people, func(o lang.Somebody) bool {
		return strings.HasPrefix(strings.ToLower(o.Name), strings.ToLower(name)) || strings.HasSuffix(o.Name, " "+name)
	})
}

func (t *talk) subjectEn(s string) Subject {
	l := lang.EnglishSet
	if m := l.Find("of-kin", s); m != nil {
		return t.kinEn(m, s)
	}
	if m := l.Find("of-pronoun", s); m != nil {
		if name := t.meantIn(s, strings.ToLower(m["who"])); name != "" {
			return Subject{Someone, name}
		}
		return Subject{}
	}
	switch {
	case l.Has("of-speaker", s):
		return Subject{Who: Speaker}
	case l.Has("of-listener", s):
		return Subject{Who: Listener}
	case l.Has("of-nobody", s):
		return Subject{}
	}
	if name := givenSubject(s); name != "" {
		return t.someone(name, s)
	}
	if m := l.Find("of-name", s); m != nil && t.person(m["name"]) {
		return t.someone(m["name"], s)
	}
	if m := l.Find("of-small-name", s); m != nil && !l.Has("of-small-name-not", m["name"]) {
		return t.someone(m["name"], s)
	}
	if m := l.Find("of-thing", s); m != nil {
		return Subject{Something, strings.ToLower(m["thing"])}
	}
	return Subject{}
}

// givenSubject returns the given name that a sentence begins with and tells of: "Ailsa
// lost a tooth"; "" where it begins with none, or with several.
func givenSubject(s string) string {
	name, rest, _ := strings.Cut(s, " ")
	name = strings.TrimSuffix(name, "'s")
	if rest == "" || !lang.IsGivenName(name) || lang.EnglishSet.Has("no-verb", rest) {
		return ""
	}
	return name
}

// someone is the subject of a sentence that begins with a name, "joe's got a girlfriend":
// who bears it, and, to be meant by a pronoun as well, of whom of theirs it tells.
func (t *talk) someone(name, s string) Subject {
	name = lang.Capitalised(strings.TrimSuffix(name, "'s"))
	she, he := lang.KinOf(strings.ToLower(name))
	t.meet(lang.Somebody{Name: name, She: she || !he, He: he || !she})
	if kin := lang.EnglishSet.Find("has-kin", s)["kin"]; kin != "" {
		she, he := lang.KinOf(kin)
		t.meet(lang.Somebody{Name: name + "'s " + kin, She: she && !he, He: he && !she})
	}
	return Subject{Someone, name}
}

// kinEn is the subject of a sentence that begins with somebody's relation.
func (t *talk) kinEn(m map[string]string, s string) Subject {
	kin := strings.ToLower(m["kin"])
	name := kinName(m["name"], s)
	she, he := lang.KinOf(kin)
	p := lang.Somebody{Name: strings.TrimSpace("my " + kin + " " + name), She: she, He: he}
	if owner := strings.ToLower(m["owner"]); owner != "my" && owner != "our" {
		p.Name, t.owner = name, t.meant(owner)
		if name == "" && t.owner != "" {
			p.Name = t.owner + "'s " + kin
		}
	}
	if p.Name == "" {
		return Subject{}
	}
	if theirs := lang.EnglishSet.Find("kin-of-kin", s)["kin"]; theirs != "" {
		p = kinOf(t, p, strings.ToLower(theirs))
	}
	if !p.She && !p.He {
		p.She, p.He = true, true
	}
	t.meet(p)
	if m["thing"] != "" {
		return Subject{Something, p.Name + "'s " + m["thing"]}
	}
	return Subject{Someone, p.Name}
}

// kinOf is the relation of somebody related to the speaker, "my flatmate Declan's mum": a
// pronoun means her, and him only where it cannot mean her.
func kinOf(t *talk, p lang.Somebody, kin string) lang.Somebody {
	she, he := lang.KinOf(kin)
	p.Name = strings.TrimSuffix(p.Name, "'s")
	if (p.She || p.He) && p.She != she && p.He != he {
		t.meet(p)
	}
	return lang.Somebody{Name: p.Name + "'s " + kin, She: she, He: he}
}

// person reports whether a word with a capital names somebody.
func (t *talk) person(word string) bool {
	return !lang.IsCommonCap(word) || t.isNamed(word)
}

// kinName writes the name that stands behind what somebody is to the speaker;
// "" if the word is no name. One that is written small has a verb behind it.
func kinName(word, s string) string {
	if word == "" || lang.EnglishSet.Has("no-kin-name", word) {
		return ""
	}
	_, rest, _ := strings.Cut(s, word)
	next, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	if word == strings.ToLower(word) && !strings.HasPrefix(rest, ",") && !lang.EnglishSet.Has("kin-verb", next) {
		return ""
	}
	return lang.Capitalised(word)
}

func (t *talk) subjectJa(s string) Subject {
	l := lang.JapaneseSet
	if m := l.Find("of-kin", s); m != nil {
		name := m["kin"]
		if m["name"] != "" {
			name = m["kin"] + "の" + m["name"]
		}
		t.meet(lang.Somebody{Name: name, She: true, He: true})
		if m["thing"] != "" {
			return Subject{Something, name + "の" + m["thing"]}
		}
		return Subject{Someone, name}
	}
	if m := l.Find("of-pronoun", s); m != nil {
		if name := t.meant(m["who"]); name != "" {
			return Subject{Someone, name}
		}
		return Subject{}
	}
	switch {
	case l.Has("of-speaker", s):
		return Subject{Who: Speaker}
	case l.Has("of-listener", s):
		return Subject{Who: Listener}
	case l.Has("of-nobody", s):
		return Subject{}
	}
	if m := namedJa(l, s); m != nil {
		t.meet(lang.Somebody{Name: m["name"], She: true, He: true})
		return Subject{Someone, m["name"]}
	}
	if m := l.Find("of-thing", s); m != nil {
		return Subject{Something, m["thing"]}
	}
	return t.leftOutJa(s)
}

// leftOutJa is the subject of a sentence that names none.
func (t *talk) leftOutJa(s string) Subject {
	l, here := lang.JapaneseSet, t.last != nil // somebody was spoken of in this very message
	if !here {
		t.catchUp()
	}
	of := t.last != nil && (t.last.Who == Someone || t.last.Who == Something && strings.HasSuffix(t.last.Name, "の名前"))
	if of && (!l.Has("own-end", s) || here && l.Has("state-end", s)) {
		return Subject{} // who is left out may be either
	}
	return Subject{Who: Speaker}
}

// namedJa finds whom a sentence tells of by name; a time or a place stands
// before は as well.
func namedJa(l *pattern.Set, s string) map[string]string {
	if m := l.Find("of-name", s); m != nil && !l.Has("of-name-not", m["name"]) {
		return m
	}
	return nil
}
