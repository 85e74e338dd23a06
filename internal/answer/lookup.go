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
)

// A Finding is what the prompt holds on a question.
type Finding struct {
	Best []Memory // what answers it, newest first; empty: nothing does
	Near *Memory  // what is about the same without answering it
}

// answers is the score from which a memory answers a question, about the one
// from which it is worth a mention. Below, the rules do not know.
const (
	answers = 0.62
	about   = 0.5
)

// Lookup finds what answers q among all.
func (rd *Reader) Lookup(q question.Asking, all []Memory) Finding {
	var f Finding
	if len(q.Senses) == 0 {
		if !q.Days.Empty() {
			f.Best = rd.toldIn(q, all)
		}
		return f
	}
	scores := rd.scores(q, all)
	top := slices.Max(append(scores, 0))
	if top < answers {
		f.Near = nearest(q, all, scores)
		return f
	}
	for i := range all {
		if scores[i] >= max(answers, top-0.1) {
			f.Best = append(f.Best, all[i])
		}
	}
	slices.SortStableFunc(f.Best, newest)
	if q.Kind == question.AskNumber {
		without := f.Best[0]
		if f.Best = slices.DeleteFunc(f.Best, func(m Memory) bool { return !rd.Fits(q, &m) && len(q.OfKind(m.Text)) == 0 }); len(f.Best) == 0 {
			f.Near = &without
			return f
		}
	}
	f.Best = rd.distinct(rd.inOwnWords(f.Best))
	return f
}

// scores rates every memory that may answer q.
func (rd *Reader) scores(q question.Asking, all []Memory) []float64 {
	var texts []string
	for _, m := range all {
		texts = append(texts, m.Text)
	}
	kin := question.PeopleIn(texts)
	scores := make([]float64, len(all))
	for i := range all {
		m := &all[i]
		if rd.isOwn(m) || !q.Days.Empty() && !q.Days.Has(m.When) && !m.When.IsZero() && !namesDay(q.Days, m) {
			continue
		}
		scores[i] = rd.score(q, m, kin)
	}
	return scores
}

// nearest returns the newest of the best rated that is worth a mention.
func nearest(q question.Asking, all []Memory, scores []float64) *Memory {
	var best *Memory
	top := about
	for i, sc := range scores {
		if sc >= top && touches(q, &all[i]) {
			top, best = sc, &all[i]
		}
	}
	return best
}

// touches reports whether a memory shares more with q than a verb.
func touches(q question.Asking, m *Memory) bool {
	for _, t := range q.Senses {
		liking := q.Kind == question.AskWhat && (t.Key == "@love" || t.Key == "@hate")
		if (liking || !lang.IsWeak(t.Key)) && lang.HasSense(m.termsAt(), t.Key) {
			return true
		}
	}
	return false
}

// newest orders what is newer first.
func newest(a, b Memory) int {
	ah, bh := a.source == fromHistory, b.source == fromHistory
	switch {
	case ah != bh && ah:
		return -1
	case ah != bh:
		return 1
	case !a.When.Equal(b.When):
		return b.When.Compare(a.When)
	}
	return b.order - a.order
}

// Said orders what was said earlier first.
func Said(a, b Memory) int { return a.order - b.order }

// namesDay reports whether a memory names one of some days.
func namesDay(d when.Days, m *Memory) bool {
	for t := d.From; !t.After(d.To); t = t.AddDate(0, 0, 1) {
		if lang.HasSense(m.termsAt(), question.OnDay(t).Key) {
			return true
		}
	}
	return false
}

// isOwn reports whether a kept sentence is the persona's about itself.
func (k *Talk) isOwn(m *Memory) bool {
	if m.Mine || m.Quoted || m.source == fromSelf {
		return false
	}
	return plain.StartsWithAny(m.Text, "I ", "I'm ", "My ", "わたし", "私", "ぼく", "僕", "俺") || k.Persona != "" && strings.HasPrefix(m.Text, k.Persona)
}

// halfShared is how much of a question a telling has that has every other word of it:
// no answer to whether something is so, "am I allergic to cats?".
const halfShared = 0.55

// mineCounts is what it is worth that the user said something themselves.
const mineCounts = 0.12

// score says how well a memory answers q, in [0, 1].
func (rd *Reader) score(q question.Asking, m *Memory, kin question.People) float64 {
	have, sure := offered(q, m, kin)
	sc := sure * lang.Overlap(q.Senses, have)
	if sc < 0.3 || marks.Has("name-fact", m.Text) || marks.Has("name-fact-ja", m.Text) {
		return 0
	}
	sc *= ofNow(q, m)
	if !rd.Fits(q, m) && len(q.OfKind(m.Text)) == 0 {
		sc *= 0.6
	} else if m.Mine && (q.Kind != question.AskYesNo || sc > halfShared) {
		sc += mineCounts
	}
	if callsIt(q, m.Text) {
		sc += mineCounts
	}
	if lacksAsked(q, m, have) || ofAnother(q, m, kin) || ofOtherNamed(q, m, kin) {
		sc *= 0.4
	}
	if !rd.subjectFits(q, m, kin) && len(q.Forbidden(m.Text, m.termsAt())) == 0 {
		sc *= 0.4
	}
	return sc
}

// ofNow is what a memory is worth that may be of another time, or of another family, than
// a question.
func ofNow(q question.Asking, m *Memory) float64 {
	if saysOnly("formerly", m, q) || saysOnly("in-law", m, q) {
		return 0.7
	}
	return 1
}

// callsIt reports whether a text has the very word that a Japanese question asks by for a
// name, バンド名.
func callsIt(q question.Asking, text string) bool {
	g := lex.First("noun-name-ja", q.Text)
	return g != nil && strings.Contains(text, g[1])
}

// lacksAsked reports whether a memory is of somebody or something that a question is
// about, and not of what it asks.
func lacksAsked(q question.Asking, m *Memory, have []lang.Sense) bool {
	return lacksAttribute(q, m, have) || lacksDated(q, m.Text, have) || lacksMatter(q, have) || ofTheirKin(q, m) || ownAttribute(q, m, have) || notSo(q, m) || ofNoSuchKin(q, m, have) || ofTheirs(q, m) || saysNothingOf(q, m)
}

// notSo reports whether a memory says that what a Japanese question asks of is not so,
// and the question asks who does it, or tells of what is made up or of a namesake, and the
// question asks whether it is so.
func notSo(q question.Asking, m *Memory) bool {
	switch q.Kind {
	case question.AskWho:
		return lang.Japanese(q.Text) && saysOnly("denial", m, q)
	case question.AskYesNo:
		return saysOnly("of-fiction-ja", m, q) || ofNamesake(q, m)
	}
	return false
}

// ofNamesake reports whether a memory is of another with a name that was told before,
// "there is also a Chidi in my lab", of whom a question need not be: it speaks of what
// that memory has not.
func ofNamesake(q question.Asking, m *Memory) bool {
	return saysOnly("other-one", m, q) && slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		return !lang.IsWeak(t.Key) && !lang.HasSense(lang.Senses(m.Text), t.Key)
	})
}

// ofTheirKin reports whether a memory is of the kin of whom it speaks, for whom a
// question does not ask: "her mum's turning 90" is not of her.
func ofTheirKin(q question.Asking, m *Memory) bool {
	if g := lex.First("of-their-kin-ja", m.Text); g != nil && lang.Overlap(lang.Senses(g[1]), q.Senses) > 0 {
		return lang.Overlap(lang.Senses(g[2]), q.Senses) == 0
	}
	g := lex.First("of-their-kin", m.Text)
	named := !strings.Contains(m.subject, "'s") && lang.Overlap(lang.Senses(m.subject), q.Senses) > 0
	return g != nil && !named && lang.Overlap(lang.Senses(g[1]), q.Senses) == 0
}

// usersOwn are what a question may ask of the user, what a memory says of another, and
// what says the same of the user.
var usersOwn = [][3]string{
	{"own-age-asked", "age-of-another", "own-age"},
	{"own-live-asked", "lives-another", "own-live"},
	{"own-born-asked", "born-another", "own-born"},
	{"how-old-asked", "pregnant-for", "own-age"},
}

// ofTheirs reports whether a question asks how old the user is, where they live or were
// born, and a memory says it only of whom they told of, "a daughter, Zosia, who is 12"; or
// asks for what another has, "Rui's passport", and the memory is of the user's own.
func ofTheirs(q question.Asking, m *Memory) bool {
	if slices.ContainsFunc(usersOwn, func(of [3]string) bool {
		return lex.Has(of[0], q.Text) && lex.Has(of[1], m.Text) && !lex.Has(of[2], m.Text)
	}) {
		return true
	}
	asked := lex.Find("thing-of", q.Text)
	named := asked != nil && !lang.Is(lang.StopWord, strings.ToLower(asked["who"])) && (unicode.IsUpper(firstRune(asked["who"])) || lang.IsGivenName(asked["who"]))
	return named && !holdsWord(m.Text, asked["who"]) && holdsWord(m.Text, "my "+asked["thing"])
}

// saysNothingOf reports whether a question asks what somebody said, and a memory is of them
// and of nothing that they said.
func saysNothingOf(q question.Asking, m *Memory) bool {
	asked := lex.Find("asks-said", q.Text)
	return asked != nil && !lang.Is(lang.StopWord, strings.ToLower(asked["who"])) && !lex.Has("said-so", m.Text)
}

// ofNoSuchKin reports whether a Japanese question asks of one of the kin, and a memory, in
// which nobody need be named, speaks of none such.
func ofNoSuchKin(q question.Asking, m *Memory, have []lang.Sense) bool {
	g := lex.First("kin-asked-ja", q.Text)
	return g != nil && m.Mine && lang.Overlap(lang.Senses(g[1]), append(lang.Senses(m.lead), have...)) == 0
}

// ofAnother reports whether a Japanese question asks for what somebody has, 由香の好きな食べ物,
// and a memory tells the same of another.
func ofAnother(q question.Asking, m *Memory, kin question.People) bool {
	asked, told := lex.First("has-ja", q.Text), lex.First("has-ja", m.Text)
	if asked == nil || told == nil || strings.Contains(told[1], asked[1]) || strings.Contains(asked[1], told[1]) {
		return false
	}
	is := func(name, who string) bool { return kin[name] != "" && lang.HasSense(lang.Senses(who), kin[name]) }
	return !is(asked[1], told[1]) && !is(told[1], asked[1])
}

// ofOtherNamed reports whether a Japanese question is of one of those whom the user named by what
// they are, 蓮の習い事, and a memory names others of them and not that one. A name in kana may be what
// one is called whose name has none: さゆ of 小百合.
func ofOtherNamed(q question.Asking, m *Memory, kin question.People) bool {
	if !lang.Japanese(q.Text) {
		return false
	}
	asked, others := "", ""
	for name := range kin {
		told := strings.Contains(m.lead+m.Text, name)
		if slices.ContainsFunc([]string{"の", "は", "が", "って"}, func(mark string) bool { return strings.Contains(q.Text, name+mark) }) {
			asked += name
			if told {
				return false
			}
		} else if told {
			others += name
		}
	}
	return asked != "" && others != "" && lex.Has("kana-only", asked) == lex.Has("kana-only", others)
}

// ownAttribute reports whether a question asks for what somebody's kin has, 妹の誕生日,
// and a memory tells the same of its speaker, who need not be named: 誕生日は8月3日.
func ownAttribute(q question.Asking, m *Memory, have []lang.Sense) bool {
	g := lex.First("kin-has-ja", q.Text)
	return g != nil && lex.Has("own-has-ja", m.Text) && lang.Overlap(lang.Senses(g[1]), append(lang.Senses(m.lead), have...)) == 0
}

// saysOnly reports whether a memory says something of a sort and a question does not.
func saysOnly(sort string, m *Memory, q question.Asking) bool {
	return lex.Has(sort, m.Text) && !lex.Has(sort, q.Text)
}

// lacksAttribute reports whether a question asks for something of somebody's of which
// a memory says nothing: it is of Phil, and not of his number.
func lacksAttribute(q question.Asking, m *Memory, have []lang.Sense) bool {
	for _, key := range []string{"attribute-asked", "doing-asked"} {
		if g := lex.First(key, q.Text); g != nil && q.Kind == question.AskWhat {
			return lang.Overlap(lang.Senses(g[1]), have) == 0 && len(q.OfKind(m.Text)) == 0
		}
	}
	return false
}

// lacksDated reports whether a Japanese question asks when something is, 蓮の誕生日はいつ, of
// which a memory says nothing: it is of a photograph.
func lacksDated(q question.Asking, text string, have []lang.Sense) bool {
	g := lex.First("noun-when-ja", q.Text)
	return g != nil && !strings.Contains(text, g[1]) && lang.Overlap(lang.Senses(g[1]), have) == 0
}

// lacksMatter reports whether a question speaks of more than somebody, and a memory
// of nothing else that it speaks of.
func lacksMatter(q question.Asking, have []lang.Sense) bool {
	if lang.Japanese(q.Text) { // a noun there weighs what a name does
		return lacksSaid(q, have) || slices.ContainsFunc([]string{"@die", "@love", "@hate"}, func(key string) bool { return lang.HasSense(q.Senses, key) && !lang.HasSense(have, key) })
	}
	firm := slices.DeleteFunc(slices.Clone(q.Senses), func(t lang.Sense) bool {
		return t.Weight > 1 || lang.IsWeak(t.Key) || question.IsPerson([]lang.Sense{t}) || question.IsPet([]lang.Sense{t}) || t.Key == "@name"
	})
	of := slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		return t.Weight > 1 || question.IsPerson([]lang.Sense{t}) || question.IsPet([]lang.Sense{t})
	})
	return len(firm) > 0 && of && !slices.ContainsFunc(firm, func(t lang.Sense) bool { return lang.HasSense(have, t.Key) })
}

// lacksSaid reports whether a Japanese question asks whether something is so of somebody,
// and a memory says nothing of it: ソフィアさんもアレルギーあるの.
func lacksSaid(q question.Asking, have []lang.Sense) bool {
	g := lex.Find("of-whom-ja", q.Text)
	if g == nil || q.Kind != question.AskYesNo {
		return false
	}
	what := slices.DeleteFunc(lang.Senses(g["what"]), func(t lang.Sense) bool { return lang.IsWeak(t.Key) || !lang.HasSense(q.Senses, t.Key) })
	return len(what) > 0 && lang.Overlap(what, have) == 0
}

// Fits reports whether a memory holds the kind of thing that q wants.
func (rd *Reader) Fits(q question.Asking, m *Memory) bool {
	switch q.Kind {
	case question.AskWhere:
		return fitsWhere(q, m)
	case question.AskWhen:
		return rd.fitsWhen(q, m)
	case question.AskNumber:
		return q.HoldsNumber(m.Text)
	case question.AskWho:
		pet := question.IsPet(q.Senses) && question.IsPet(lang.Senses(m.subject))
		return m.Open || m.of == statement.Someone && !pet || q.HoldsSomebody(m.Text, m.termsAt()) // or what it leans on says who
	case question.AskName:
		return m.Mine && rd.namesAsked(q, m) || rd.holdsName(m)
	case question.AskWhy:
		return plain.HoldsAny(m.Text, "because", "since", " so ", "から", "ので", "ため")
	}
	return true
}

// fitsWhere reports whether a memory says where something is, or was until lately.
func fitsWhere(q question.Asking, m *Memory) bool {
	if m.Topic == statement.TopicName {
		return false // 名前はゆづきです
	}
	return question.HoldsPlace(m.Text) || m.Topic == statement.TopicWork && lang.HasSense(q.Senses, "@work") || m.Was != nil && m.Was.Ended && question.HoldsPlace(m.Was.Text)
}

// fitsWhen reports whether a memory says when something was or is to be.
func (rd *Reader) fitsWhen(q question.Asking, m *Memory) bool {
	if m.Mine && rd.Moment(q, *m) != "" || question.HoldsTime(m.Text) {
		return true
	}
	was := lex.Has("did-en", q.Text) || lex.Has("did-ja", q.Text) || strings.HasSuffix(q.Text, "のはいつ")
	return m.Mine && !m.When.IsZero() && was || when.AsksSince(q.Text) && (when.Lasted(m.Text))
}

// holdsName reports whether a memory holds a name that is not the user's.
func (k *Talk) holdsName(m *Memory) bool {
	text := strings.ReplaceAll(strings.ReplaceAll(m.Text, k.User+"さん", ""), k.User, "")
	if k.User == "" {
		text = strings.NewReplacer(unnamed, "", "ユーザー", "").Replace(m.Text)
	}
	return lex.Has("proper-in", " "+when.WithoutDates(text))
}

// asksOfAnybody reports whether a question is answered by what is told of
// anybody.
func asksOfAnybody(q question.Asking, m *Memory) bool {
	if q.Kind == question.AskAbout || q.OfDays() || !q.User && m.Lang == plain.English {
		return true
	}
	if q.Kind == question.AskWho && m.Lang == plain.English && (lex.Has("toward-me", m.Text) || lex.Has("who-does", q.Text)) {
		return true
	}
	if q.Kind == question.AskWhen && m.Lang == plain.Japanese && !lex.Has("own-asked", q.Text) {
		return true // nobody is named: it may be anybody's
	}
	return q.Kind == question.AskWho && m.Lang == plain.Japanese && (len(q.Senses) == 1 || lex.Has("who-does-ja", q.Text))
}

// subjectFits reports whether a memory is about whom q asks about: what is
// told of somebody's sister answers no question about themselves.
func (rd *Reader) subjectFits(q question.Asking, m *Memory, names question.People) bool {
	subject := rd.subjectOf(m)
	if m.source != fromSelf && ownedByAnother(q, subject) {
		return false
	}
	if m.source == fromSelf || subject == "" || asksOfAnybody(q, m) {
		return true
	}
	return m.Mine && q.User && ownMatter(m, lang.Senses(subject)) || q.Covers(subject, names) || namesInKana(q, subject)
}

// namesInKana reports whether a question has a name in hiragana that a subject holds.
func namesInKana(q question.Asking, subject string) bool {
	return slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		name, ok := strings.CutPrefix(t.Key, question.HiraganaName)
		return ok && strings.Contains(subject, name)
	})
}

// ownedByAnother reports whether what a telling is about is somebody's of whom the
// question, which asks for the user's own, says nothing: Marie's dog is not theirs.
func ownedByAnother(q question.Asking, subject string) bool {
	g := lex.First("owned", subject)
	if g == nil || !lex.Has("own-asked", q.Text) {
		return false
	}
	owner := lang.Senses(g[1])
	return !lang.Is(lang.StopWord, strings.ToLower(g[1])) && !slices.ContainsFunc(owner, func(t lang.Sense) bool { return lang.HasSense(q.Senses, t.Key) }) && !strings.Contains(q.Text, g[1])
}

// ownMatter reports whether what the user told is of themselves or their
// things rather than of somebody.
func ownMatter(m *Memory, subjects []lang.Sense) bool {
	if question.IsPerson(subjects) {
		return false
	}
	named := slices.ContainsFunc(subjects, func(t lang.Sense) bool { return t.Weight > 1 })
	return lex.Has("self-en", m.Text) || !named && !question.IsPet(subjects)
}

// subjectOf returns the words a memory is about, "" when it is the user.
func (rd *Reader) subjectOf(m *Memory) string {
	if m.Corrects && bare(m) {
		return "" // a value, of what was said before
	}
	if m.Topic == statement.TopicTaste && lex.Has("likes-it-ja", m.Text) {
		return "" // パクチー is no name
	}
	if m.lead != "" && m.Lang == plain.Japanese && !m.leansBack() { // who is left out is whom it leans on
		about, kin := question.About(m.lead, []string{rd.User, unnamed}), lex.All("any-kin", m.lead)
		if len(kin) == 1 && !question.IsPerson(lang.Senses(about)) {
			return kin[0] // 「気がかりなのが母でさ」
		}
		return about
	}
	if about := question.About(m.Text, []string{rd.User, unnamed}); about != "" || m.Lang == plain.English || !question.IsPerson(lang.Senses(m.subject)) {
		return about
	}
	return m.subject
}
