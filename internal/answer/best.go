package answer

import (
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
	"yumori/internal/lang/wordvec"
)

// Best returns what answers a question, the best first; it makes less of
// the words of the question that a telling may put otherwise.
func (rd *Reader) Best(q *question.Asking) []Memory {
	if lex.Has("went-to", q.Text) {
		q.Senses = append(q.Senses, lang.Sense{Key: "@go", Weight: 0.7})
	}
	if cannotBear(q.Text) {
		q.Senses = append(q.Senses, lang.Sense{Key: "@hate", Weight: 1})
	}
	q.Senses = slices.DeleteFunc(softer(*q), func(t lang.Sense) bool { return lang.HasSense(lang.Senses(lex.Text("past-asked", q.Text)), t.Key) })
	best := rd.Lookup(*q, rd.askable(*q)).Best
	best = slices.DeleteFunc(best, func(m Memory) bool { return isSomebodyElse(*q, &m) || lacksKin(*q, &m) || hasElse(*q, &m) })
	best = withoutPain(*q, withoutLeaning(rd, *q, best))
	if q.Kind == question.AskWho {
		rd.leadsFor(*q, best)
	}
	best = ordered(*q, best)
	if q.Kind == question.AskWho && len(best) > 0 {
		best[0].namesNobody = saysNobody(&best[0])
		best[0].Open = best[0].Open || best[0].namesNobody
	}
	datedFirst(rd, *q, best)
	switch {
	case q.Kind != question.AskName || len(best) == 0:
	case namesWho(*q, &best[0]):
		best[0] = Whole(rd, best[0]) // who was told of as "she" stands there by name
	default:
		best[0].giveName(*q)
	}
	return best
}

// datedFirst puts first of what answers when something was what says that: the first of it,
// or else the newest telling that shares as much with the question.
func datedFirst(rd *Reader, q question.Asking, best []Memory) {
	says := func(m Memory) bool { return rd.Moment(q, m) != "" }
	if q.Kind != question.AskWhen || len(best) == 0 || says(best[0]) {
		return
	}
	if i := slices.IndexFunc(best, says); i > 0 {
		best[0] = best[i]
		return
	}
	shared := slices.DeleteFunc(slices.Clone(q.Senses), func(t lang.Sense) bool { return !lang.HasSense(best[0].termsAt(), t.Key) })
	for _, m := range slices.Backward(rd.Told()) {
		if m.Mine && !m.Ended && says(m) && touches(q, &m) && lang.Overlap(shared, m.termsAt()) == 1 && !isSomebodyElse(q, &m) && (painful(q.Text) || !painful(m.Text)) {
			best[0] = m
			return
		}
	}
}

// askable returns what may answer a question: of a name, only what says one.
func (rd *Reader) askable(q question.Asking) []Memory {
	return slices.DeleteFunc(rd.Told(), func(m Memory) bool {
		rechosen := m.Corrects && m.Open && m.Was != nil
		return q.Kind == question.AskName && !rechosen && !rd.namesAsked(q, &m)
	})
}

// Refer adds to a question of him or her whom of those spoken of last it may mean.
func (rd *Reader) Refer(q *question.Asking) {
	g := lex.First("he-or-she", q.Text)
	switch {
	case question.IsPerson(q.Senses):
		return
	case g == nil:
		referJa(rd, q)
		return
	}
	kin := []string{"she-kin", "he-kin"}
	if g[1] != "" {
		slices.Reverse(kin)
	}
	for _, m := range slices.Backward(rd.Told()) {
		who := lang.Senses(m.subject)
		if h := lex.First("he-is", m.Text); m.subject == "" && h != nil && (h[1] != "") == (g[1] != "") {
			q.Senses = append(q.Senses, lang.Senses(m.Text)...)
			return
		}
		if m.subject != "" && (question.IsPerson(who) || lex.Has("proper-in", " "+m.subject) || lex.Has(kin[0], m.subject)) && !lex.Has(kin[1], m.subject) {
			q.Senses = append(q.Senses, who...)
			return
		}
	}
}

// referJa adds to a Japanese question whose name it has, and to 名前は？ whom the line before
// speaks of.
func referJa(rd *Reader, q *question.Asking) {
	for _, m := range rd.Told() { // もなかは何歳, of the cat of that name
		if m.Lang == plain.Japanese && m.about == "name" && m.of == statement.Someone && m.Value != "" && strings.Contains(q.Text, m.Value) {
			q.Senses = append(q.Senses, lang.Senses(m.subject)...)
			return
		}
	}
	if who := SpokenOf(rd); who != "" && lex.Has("of-them-ja", q.Text) {
		q.Text, q.Senses = who+"の"+q.Text, append(q.Senses, lang.Senses(who)...)
	}
}

// SpokenOf returns the word for somebody or an animal of whom the user's last line but
// the message speaks in Japanese, "" where that is nobody, or more than one.
func SpokenOf(rd *Reader) string {
	said := ""
	for _, t := range rd.Past {
		if t.User {
			said = t.Text
		}
	}
	who := append(lex.All("any-kin", said), lex.All("any-pet-ja", said)...)
	if len(who) == 0 {
		who = lang.ProperNames(said)
	}
	if len(who) != 1 || !lang.Japanese(said) {
		return ""
	}
	return who[0]
}

// withoutLeaning leaves out what shares with a question only by what was said before it,
// where that answers as well: "she laughed".
func withoutLeaning(rd *Reader, q question.Asking, best []Memory) []Memory {
	return slices.DeleteFunc(slices.Clone(best), func(m Memory) bool {
		return m.lead != "" && !m.Corrects && lang.Overlap(q.Senses, lang.Senses(m.Text)) == 0 && slices.ContainsFunc(best, func(o Memory) bool {
			return o.Text == m.lead && (rd.Fits(q, &o) || !rd.Fits(q, &m))
		})
	})
}

// leadsFor puts in place of what only leans on an answer the answer itself.
func (rd *Reader) leadsFor(q question.Asking, best []Memory) {
	for i, m := range best {
		if m.Lang == plain.Japanese && m.Open && m.order > 0 && rd.leadOf(m) != "" && lang.Overlap(q.Senses, lang.Senses(m.Text)) == 0 {
			best[i] = rd.memories[m.order-1]
		}
	}
}

// softer returns the terms of a question with less weight on the words that a
// telling may well put otherwise.
func softer(q question.Asking) []lang.Sense {
	soft := map[string]float64{}
	for _, r := range []struct {
		re    *expr
		share float64
	}{{lex.Expr("done-en"), 0.5}, {lex.Expr("doing-en"), 0.5}, {lex.Expr("class-en"), 0.25}} {
		for _, m := range r.re.FindAllStringSubmatch(q.Text, 4) {
			for _, t := range lang.Senses(strings.ToLower(m[1])) {
				soft[t.Key] = r.share
			}
		}
	}
	out := slices.Clone(q.Senses)
	if len(out) < 2 {
		return out
	}
	for i := range out {
		if share := soft[out[i].Key]; share > 0 && out[i].Weight <= 1 {
			out[i].Weight *= share
		}
	}
	return out
}

// isSomebodyElse reports whether a telling is of another of the same name
// than the one asked about.
func isSomebodyElse(q question.Asking, m *Memory) bool {
	if g := lex.First("honorific-ja", q.Text); g != nil && m.Lang == plain.Japanese {
		if all := lex.Expr("honorific-ja").FindAllStringSubmatch(m.Text, 3); len(all) > 0 && !strings.Contains(m.Text, g[0]) && all[0][1] == g[1] {
			return true
		}
	}
	for _, ofOther := range []func(question.Asking, *Memory) bool{ofAnotherName, ofOthers, tellsOtherKin, tellsTheirKin, namesOtherKin, asksNotKin, asksKin} {
		if ofOther(q, m) {
			return true
		}
	}
	for _, ages := range [][2]string{{"elder-ja", "younger-ja"}, {"younger-ja", "elder-ja"}} {
		if lex.Has(ages[0], q.Text) && lex.Has(ages[1], m.Text) && !lex.Has(ages[0], m.Text+m.lead) {
			return true
		}
	}
	return lex.Has("other-one", m.Text) && slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		return question.IsPerson([]lang.Sense{t}) && !lang.HasSense(m.termsAt(), t.Key)
	})
}

// ofAnotherName reports whether a question names somebody, and a telling is of somebody of
// another name alone: "Kofi is an electrician" of Abena's work.
func ofAnotherName(q question.Asking, m *Memory) bool {
	named := slices.DeleteFunc(slices.Clone(q.Senses), func(t lang.Sense) bool { return t.Weight <= nameWeighs || isWhen(t) })
	who := lang.ProperNames(subjectBefore(m.Text))
	low := strings.ToLower(m.lead + " " + m.Text)
	return m.Lang == plain.English && len(named) > 0 && len(who) > 0 && !slices.ContainsFunc(named, func(t lang.Sense) bool { return strings.Contains(low, t.Key) })
}

// tellsTheirKin reports whether a question is of the user's own kin, and a telling of the
// same of another: her brother is not the user's.
func tellsTheirKin(q question.Asking, m *Memory) bool {
	asked, told := lex.First("own-kin-asked", q.Text), lex.First("of-their-kin", m.Text)
	if told == nil && m.lead != "" && lex.Has("he-or-she", m.Text) {
		told = lex.First("of-their-kin", m.lead) // "his wife is expecting. her name is Aoife"
	}
	return asked != nil && told != nil && lang.Overlap(lang.Senses(told[1]), lang.Senses(asked[1])) > 0
}

// asksNotKin reports whether a Japanese question is of somebody by name, 黒木の仕事, and a
// telling begins with their kin, 黒木の娘.
func asksNotKin(q question.Asking, m *Memory) bool {
	told := lex.First("kin-first-ja", m.Text)
	return told != nil && strings.HasPrefix(q.Text, told[1]) && !strings.Contains(q.Text, told[2]) && len(lang.Senses(told[1])) > 0
}

// asksKin reports whether a Japanese question is of the kin of somebody by name,
// 西野くんの奥さん, of whom a telling says nothing.
func asksKin(q question.Asking, m *Memory) bool {
	asked := lex.First("kin-first-ja", q.Text)
	if asked == nil || lex.Has("any-self", asked[1]) || !strings.Contains(m.Text, asked[1]) {
		return false
	}
	return !slices.ContainsFunc(lang.Senses(asked[2]), func(t lang.Sense) bool { return lang.HasSense(m.termsAt(), t.Key) })
}

// namesOtherKin reports whether a question is for a name, and all to whom or which a
// telling gives one are others; or for the one that is not the family's, where it has only
// that.
func namesOtherKin(q question.Asking, m *Memory) bool {
	switch {
	case q.Kind != question.AskName:
		return false
	case len(lang.ProperNames(m.Text)) < 2 && len(lex.All("gives-a-name", m.Text)) == 1 && namesOther(q, m):
		return true // "my flatmate has a hamster called Biscuit"
	case !question.IsPerson(q.Senses):
		return false
	case lex.Has("given-asked", q.Text):
		return !lex.Has("given-asked", m.Text)
	}
	named := lex.Expr("named-kin-ja").FindAllStringSubmatch(m.Text, -1)
	return len(named) > 0 && !slices.ContainsFunc(named, func(g []string) bool { return lang.Overlap(lang.Senses(g[1]), q.Senses) > 0 })
}

// tellsOtherKin reports whether a Japanese question is of somebody's kin, 妹, and a telling
// only of others, 弟; 義父 is another than 父.
func tellsOtherKin(q question.Asking, m *Memory) bool {
	asked, told := lex.All("any-kin", q.Text), lex.All("any-kin", m.Text+m.lead)
	if !lang.Japanese(q.Text) || len(asked) == 0 || len(told) == 0 {
		return false
	}
	return !slices.ContainsFunc(told, func(kin string) bool {
		return slices.ContainsFunc(asked, func(of string) bool {
			a, b := lang.Senses(of), lang.Senses(kin)
			inLaw := strings.HasPrefix(of, "義") == strings.HasPrefix(kin, "義")
			return len(a) == 0 || len(b) == 0 || inLaw && lang.Overlap(a, b) > 0
		})
	})
}

// ofOthers reports whether a Japanese question asks for one's own, and a telling gives
// what somebody's kin has, 父の誕生日, or what somebody else does, 隣の人が弾く.
func ofOthers(q question.Asking, m *Memory) bool {
	if !lex.Has("own-asked", q.Text) {
		return false
	}
	said := m.Text
	if lang.Overlap(q.Senses, lang.Senses(said)) == 0 {
		said = m.lead // by which it answers
	}
	if g := lex.First("kin-has-ja", said); g != nil && lang.Overlap(lang.Senses(g[1]), q.Senses) == 0 {
		return true
	}
	others := lex.Has("someone-does-ja", said) || lex.Has("handed-on-ja", said)
	return q.Kind != question.AskWho && others && !lex.Has("any-self", said) && !lex.Has("any-kin", q.Text)
}

// hasElse reports whether a question is of what the one who asks has, and a telling of
// what somebody else has: "have i got a husband", "my boss left her husband".
func hasElse(q question.Asking, m *Memory) bool {
	return lex.Has("have-asked", q.Text) && m.of == statement.Someone && lang.Overlap(lang.Senses(m.subject), q.Senses) == 0
}

// lacksKin reports whether a question is about the kin of somebody it names,
// Kofi's father, and a telling speaks of no such kin.
func lacksKin(q question.Asking, m *Memory) bool {
	g := lex.First("kin-of-named", q.Text)
	return g != nil && slices.ContainsFunc(lang.Senses(strings.Join(g[1:], "")), func(t lang.Sense) bool { return !lang.HasSense(m.termsAt(), t.Key) })
}

// Moment returns the time that a telling names, as one says it on any day, or
// the one since when it is so, where a question asks for that.
func (rd *Reader) Moment(q question.Asking, m Memory) string {
	m.Text = lex.Replace("moved-from", m.Text)
	c := &claim{text: m.Text, lang: m.Lang, of: &utterance{day: m.When}}
	c.dated = rd.Settled(m)
	if asksSinceText := c.since(); asksSinceText != "" && when.AsksSince(q.Text) {
		return asksSinceText
	}
	return c.moment()
}

// namesAsked reports whether a telling says how the one asked about is called.
func (rd *Reader) namesAsked(q question.Asking, m *Memory) bool {
	if namesTheirs(q, m) {
		return false
	}
	return renames(q, m) || namesWho(q, m) || rd.saysName(q, m) || question.IsPet(q.Senses) && lex.Has("is-named", m.Text) && !namesOther(q, m)
}

// saysNobody reports whether a Japanese telling leaves out whom it is of, who stands in the line before it:
// 春に二号店出すんだど.
func saysNobody(m *Memory) bool {
	return m.Lang == plain.Japanese && m.Mine && len(lang.Persons(m.Text)) == 0 && !lex.Has("any-kin", m.Text) && !lex.Has("any-self", m.Text) && !lex.Has("other-topic", lex.Expr("time-topic").ReplaceAllString(m.Text, ""))
}

// namesWho reports whether a telling says of somebody by name who they are: "Moira is my instructor".
func namesWho(q question.Asking, m *Memory) bool {
	return lex.Has("who-they-are", m.Text) && len(lang.ProperNames(subjectBefore(m.Text))) == 1 && lang.Overlap(q.Senses, lang.Senses(m.Text)) > 0
}

// namesOther reports whether a telling gives the name of another than a question asks for.
func namesOther(q question.Asking, m *Memory) bool {
	named := namedIn(m.Text)
	return len(named) > 0 && lang.Overlap(q.Senses, named) == 0
}

// namesTheirs reports whether a telling gives the name of somebody of the one asked about,
// "my daughter's best friend is called April" of the daughter, or says that another has
// the name it gives: じいちゃんの名前 of the sister.
func namesTheirs(q question.Asking, m *Memory) bool {
	if m.Lang == plain.Japanese {
		if of := lex.Find("owner-ja", m.Text)["whose"]; of != "" && !strings.Contains(q.Text, of) {
			return true
		}
		owners := lex.All("name-of-ja", m.Text)
		return len(owners) > 0 && !slices.ContainsFunc(owners, func(of string) bool {
			of = strings.TrimSuffix(of, "の名前")
			return strings.Contains(q.Text, of) || lang.Overlap(q.Senses, lang.Senses(of)) > 0
		})
	}
	_, whose, ok := cutLast(lex.Find("gets-name", m.Text)["what"], "'s ")
	return ok && lang.Overlap(q.Senses, lang.Senses(whose)) == 0
}

// cutLast is strings.Cut around the last instance of a separator.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// namedIn returns the terms of what an English text gives a name to: "my dog is called
// Friday"; none where a pronoun stands for it, or nothing gets a name.
func namedIn(text string) []lang.Sense { return lang.Senses(lex.Find("gets-name", text)["what"]) }

// renames reports whether a telling puts right, in the fewest words, who the
// one asked about is.
func renames(q question.Asking, m *Memory) bool {
	return m.Corrects && lex.Has("kin-is", m.Text) && (m.Lang == plain.Japanese || lang.Overlap(q.Senses, lang.Senses(m.Text)) > 0)
}

// saysName reports whether a telling says a name for the one asked about.
func (rd *Reader) saysName(q question.Asking, m *Memory) bool {
	if given := *m; m.Lang == plain.Japanese {
		if given.giveName(q); strings.Contains(m.Text, strings.TrimRight(given.Text, "。")+"じゃな") {
			return false // 娘はピアノじゃなくて…
		}
	}
	if m.Lang == plain.Japanese {
		return saysNameJa(q, m)
	}
	ws := plain.Words(m.Text)
	for i, w := range ws {
		low := strings.ToLower(w)
		if slices.Contains([]string{"called", "named", "name", "name's"}, low) {
			return true
		}
		if lang.Overlap(lang.Senses(low), q.Senses) > 0 && namedBehind(q, low, ws[i+1:]) {
			return true
		}
	}
	return m.about == "name" && m.Value != ""
}

// saysNameJa is saysName of a Japanese telling.
func saysNameJa(q question.Asking, m *Memory) bool {
	return m.lead != "" && lex.Has("explains-ja", m.Text) || m.about == "name" && m.Value != "" ||
		lex.Has("called-on-ja", m.Text) && !calledInRole(q, m.Text) || lex.Has("kin-called-ja", m.Text) || namesKinJa(m.Text) || namesBarelyJa(m.Text)
}

// namesBarelyJa reports whether a Japanese text says of somebody's kin a word that is no usual one,
// and so their name: 「息子は陽向です」.
func namesBarelyJa(text string) bool {
	name := lex.Find("kin-is-word", text)["name"]
	return name != "" && !wordvec.Known(name) && !lex.Has("no-bare-name", name)
}

// calledInRole reports whether a Japanese text names somebody by what they are to another, and the
// kin that a question asks for not: 「担任は堀内先生」 of the brother.
func calledInRole(q question.Asking, text string) bool {
	return lex.Has("any-kin", q.Text) && lex.Has("called-in-role-ja", text) && !lex.Has("role-asked-ja", q.Text)
}

// namedBehind reports whether a name stands behind a word for somebody: "my wife is
// Lakshmi", "my brother Sam", and not "dad's chair".
func namedBehind(q question.Asking, word string, behind []string) bool {
	isA := func(i int) bool { return i < len(behind) && couldName(behind[i]) }
	capital := func(i int) bool { return unicode.IsUpper(firstRune(behind[i])) }
	if isA(1) && (behind[0] == "is" || behind[0] == "was") && capital(1) && !lang.Kinds().Has("of.origin", "is "+behind[1]) {
		return true
	}
	return isA(0) && !holdsWord(q.Text, behind[0]) && (!strings.HasSuffix(word, "'s") || capital(0))
}

// namesKinJa reports whether a Japanese text names somebody's kin or animal.
func namesKinJa(text string) bool {
	return slices.ContainsFunc(lex.Of("kin-name-ja"), func(e *expr) bool {
		g := e.FindStringSubmatch(text)
		return g != nil && !lex.Has("no-kin-name-ja", g[e.SubexpIndex("name")])
	})
}

// couldName reports whether the word behind "my brother" may be his name.
func couldName(w string) bool {
	low := strings.ToLower(w)
	low = strings.TrimSuffix(low, "'s")
	return len(low) > 1 && !lang.Is(lang.StopWord, low) && !lex.Has("no-name-behind", low) && !lang.IsVerb(low) && !lang.DoesVerb(low) && !lang.Is(lang.Adverb, low) && !strings.HasSuffix(low, "ing") && !strings.HasSuffix(low, "'s") && lang.Concept(lang.SenseStem(low)) == ""
}

// AsksSeveral reports whether a question asks for a list.
func AsksSeveral(q question.Asking) bool {
	return q.Kind == question.AskAbout || lex.Has("several-en", q.Text) || lex.Has("several-ja", q.Text)
}

// FollowUp returns what a question is asked of that says too little by itself,
// "with whom?", "which hospital was it?": what the persona quoted last, where it
// holds what is asked for.
func (rd *Reader) FollowUp(q question.Asking) []Memory {
	if !lex.Has("follow-up", q.Text) {
		return nil
	}
	rd.All()
	last := ""
	if list := slices.DeleteFunc(slices.Clone(rd.Past), func(t Turn) bool { return t.User }); len(list) > 0 {
		last = list[len(list)-1].Text
	}
	for _, m := range slices.Backward(append(slices.Clone(rd.givenBack), rd.Told()...)) {
		text := strings.Trim(m.Text, ".。")
		if text == "" || !strings.Contains(last, text) && !strings.Contains(last, rd.typed(text)) {
			continue
		}
		if q.Kind == question.AskWhat || q.Kind == question.AskYesNo || rd.Fits(q, &m) || q.Kind == question.AskWho && len(lang.ProperNames(m.Text)) > 0 {
			return []Memory{m}
		}
	}
	return lastTimed(rd, q)
}

// Former returns what answers a question of how something was before: what was
// told of it and has ended since, the newest first.
func (rd *Reader) Former(q question.Asking) []Memory {
	if !lex.Has("past-asked", q.Text) && !lex.Has("was-asked", q.Text) {
		return nil
	}
	ended := slices.DeleteFunc(slices.Clone(rd.All()), func(m Memory) bool { return !m.Ended || m.Then == nil || m.noted })
	return slices.DeleteFunc(rd.Lookup(q, ended).Best, func(m Memory) bool { return lacksKin(q, &m) })
}
