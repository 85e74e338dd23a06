package statement

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// A newcomer is an animal or a person that was spoken of, whose name may be
// told next.
type newcomer struct {
	who string // "my kitten", 子猫; "" if nobody was
	ago int    // sentences since
}

// newFor is for how many sentences a name that is told may be a newcomer's.
const newFor = 2

// meetNew takes in whether a sentence speaks of somebody whose name is not told.
func (t *talk) meetNew(st Statement) {
	t.new.ago++
	l := lang.PatternsOf(st.Sentence)
	m := l.Find("newcomer", st.Plain)
	name := l.Find("newcomer-called", st.Plain)["name"]
	switch {
	case m != nil && name != "" && !st.Japanese:
		t.new = newcomer{}
		t.meet(lang.Somebody{Name: st.newcomer(m["who"]) + " " + lang.Capitalised(name), She: true, He: true})
	case m != nil:
		t.new = newcomer{who: st.newcomer(m["who"])}
		if !st.Japanese {
			t.meet(lang.Somebody{Name: t.new.who, She: true, He: true})
		}
	case st.Japanese && st.Subject.Who == Someone && lang.JapaneseSet.Has("unnamed", st.Subject.Name):
		t.new = newcomer{who: st.Subject.Name}
	}
}

// newcomer is how the speaker would say whose kitten or baby a sentence speaks of: that of
// whom it tells of, and the speaker's own where that is they, or one they live with.
func (st Statement) newcomer(who string) string {
	whose := st.Subject.Name
	if st.Subject.Who == Someone && (strings.HasSuffix(whose, "の"+who) || strings.HasSuffix(whose, " "+strings.ToLower(who))) {
		return whose // that is the one: my sister's baby
	}
	own := st.Subject.Who != Someone || strings.Contains(strings.ToLower(whose), strings.ToLower(who)) || lang.PatternsOf(st.Sentence).Has("shares-home", whose)
	switch {
	case own && st.Japanese:
		return who
	case own:
		return "my " + strings.ToLower(who)
	case st.Japanese:
		return lang.JapaneseSet.Cut("place-of", whose) + "の" + who
	}
	return whose + "'s " + strings.ToLower(who)
}

// naming returns what a sentence tells that gives the name of one who was just
// spoken of, "got a kitten! shes called mochi", or answers the speaker's own question for
// it: "what was my dad's name again" - "it was alec". Without a newcomer the name is
// the speaker's own, or that of nobody who is known.
func (t *talk) naming(st *Statement) []Telling {
	l := lang.PatternsOf(st.Sentence)
	if m := l.Find("names-which", st.Plain); m != nil {
		st.Subject = Subject{Someone, "the " + strings.ToLower(m["who"])}
		name := lang.Capitalised(m["value"])
		return []Telling{{Text: "The " + strings.ToLower(m["who"]) + " is called " + name, Topic: TopicPerson, About: "name", Value: name}}
	}
	if of, said := l.Find("asks-name-of", t.lastLine), l.Find("name-answered", st.Plain); of != nil && said != nil && !isNoName(l, said["value"]) {
		name := lang.Capitalised(said["value"])
		st.Subject = Subject{Someone, of["whose"]}
		text := lang.Capitalised(of["whose"]) + "'s name is " + name
		if st.Japanese {
			text = of["whose"] + "の名前は" + name + "です"
		}
		return []Telling{{Text: text, Topic: TopicPerson, About: "name", Value: name}}
	}
	if list := t.namesBoth(st); list != nil {
		return list
	}
	m := l.Find("names-it", st.Plain)
	if m == nil {
		return nil
	}
	t.catchUp()
	meetKin(t, *st)
	if t.new.who == "" || t.new.ago >= newFor || isNoName(l, m["value"]) && !strings.HasSuffix(m["value"], "y") {
		return nil
	}
	name := lang.Capitalised(m["value"])
	text := lang.Capitalised(t.new.who) + " is called " + name
	if st.Japanese {
		text = t.new.who + "の名前は" + name + "です"
	}
	st.Subject = Subject{Someone, t.new.who}
	return []Telling{{Text: text, Topic: TopicPerson, About: "name", Value: name}}
}

// meetKin takes the one relative or animal that the line before a Japanese sentence speaks
// of for a newcomer where there is none, and the sentence says no more than a name:
// 名前は颯太.
func meetKin(t *talk, st Statement) {
	if t.new.who != "" && t.new.ago < newFor || !lang.JapaneseSet.Has("bare-name", st.Plain) {
		return
	}
	kin := lang.JapaneseSet.All("kin-said", t.lastLine)
	if len(kin) > 0 && !slices.ContainsFunc(kin, func(k string) bool { return k != kin[0] }) {
		t.new = newcomer{who: kin[0]}
	}
}

// hasIntroduced reports whether the speaker gave their own name before.
func hasIntroduced(t *talk) bool {
	gives := func(said Telling) bool { return said.About == "name" && said.Of.Who == Speaker }
	return slices.ContainsFunc(t.told, func(h heard) bool { return h.About == "name" && h.of.Who == Speaker }) ||
		slices.ContainsFunc(t.opening, func(line string) bool {
			return slices.ContainsFunc(Statements(line), func(st Statement) bool { return slices.ContainsFunc(st.Tells, gives) })
		})
}

// namesBoth returns what a Japanese sentence tells that names two children who were just
// spoken of, the elder and the younger: 娘が二人います。上が由美、下が沙織といいます. Without
// a word for names, 上が大学生, it may be anything.
func (t *talk) namesBoth(st *Statement) []Telling {
	m := lang.JapaneseSet.Find("names-both", st.Plain)
	if m == nil || !st.Japanese || len(t.told) == 0 || isNoName(lang.JapaneseSet, m["elder"]) || isNoName(lang.JapaneseSet, m["younger"]) {
		return nil
	}
	who := lang.JapaneseSet.Find("has-two", t.told[len(t.told)-1].Text)["who"]
	if who == "" {
		return nil
	}
	var list []Telling
	for _, child := range [][2]string{{"上の" + who, m["elder"]}, {"下の" + who, m["younger"]}} {
		list = append(list, Telling{Text: child[0] + "の名前は" + child[1] + "です", Topic: TopicPerson, About: "name", Value: child[1], Of: Subject{Someone, child[0]}})
	}
	st.Subject = Subject{Someone, who}
	return list
}
