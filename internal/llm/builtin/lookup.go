package builtin

import (
	"cmp"
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// A finding is what the prompt holds on a question.
type finding struct {
	best []memory // what answers it, newest first; empty: nothing does
	near *memory  // what is about the same without answering it
}

// answers is the score from which a memory answers a question, about the one
// from which it is worth a mention. Below, the rules do not know.
const (
	answers = 0.62
	about   = 0.5
)

// lookup finds what answers q among all.
func (s *scene) lookup(q lang.Asking, all []memory) finding {
	var f finding
	if len(q.Senses) == 0 {
		if !q.Days.Empty() {
			f.best = s.toldIn(q.Days, all)
		}
		return f
	}
	scores := s.scores(q, all)
	top := slices.Max(append(scores, 0))
	if top < answers {
		f.near = nearest(q, all, scores)
		return f
	}
	for i := range all {
		if scores[i] >= max(answers, top-0.1) {
			f.best = append(f.best, all[i])
		}
	}
	slices.SortStableFunc(f.best, newest)
	if q.Kind == lang.AskNumber {
		without := f.best[0]
		if f.best = slices.DeleteFunc(f.best, func(m memory) bool { return !s.fits(q, &m) && len(kindsOf(q, &m)) == 0 }); len(f.best) == 0 {
			f.near = &without
			return f
		}
	}
	f.best = s.distinct(s.inOwnWords(f.best))
	return f
}

// scores rates every memory that may answer q.
func (s *scene) scores(q lang.Asking, all []memory) []float64 {
	kin := kinOf(all)
	scores := make([]float64, len(all))
	for i := range all {
		m := &all[i]
		if s.isOwn(m) || !q.Days.Empty() && !q.Days.Has(m.when) && !m.when.IsZero() && !namesDay(q.Days, m) {
			continue
		}
		scores[i] = s.score(q, m, kin)
	}
	return scores
}

// nearest returns the newest of the best rated that is worth a mention.
func nearest(q lang.Asking, all []memory, scores []float64) *memory {
	var best *memory
	top := about
	for i, sc := range scores {
		if sc >= top && touches(q, &all[i]) {
			top, best = sc, &all[i]
		}
	}
	return best
}

// touches reports whether a memory shares more with q than a verb.
func touches(q lang.Asking, m *memory) bool {
	for _, t := range q.Senses {
		liking := q.Kind == lang.AskWhat && (t.Key == "@love" || t.Key == "@hate")
		if (liking || !lang.IsWeak(t.Key)) && lang.HasSense(m.termsAt(), t.Key) {
			return true
		}
	}
	return false
}

// newest orders what is newer first.
func newest(a, b memory) int {
	ah, bh := a.source == fromHistory, b.source == fromHistory
	switch {
	case ah != bh && ah:
		return -1
	case ah != bh:
		return 1
	case !a.when.Equal(b.when):
		return b.when.Compare(a.when)
	}
	return b.order - a.order
}

// namesDay reports whether a memory names one of some days.
func namesDay(d when.Days, m *memory) bool {
	for t := d.From; !t.After(d.To); t = t.AddDate(0, 0, 1) {
		if lang.HasSense(m.termsAt(), lang.OnDay(t).Key) {
			return true
		}
	}
	return false
}

// isOwn reports whether a kept sentence is the persona's about itself.
func (s *scene) isOwn(m *memory) bool {
	if m.mine || m.source == fromSelf {
		return false
	}
	return startsWithAny(m.text, "I ", "I'm ", "My ", "わたし", "私", "ぼく", "僕", "俺") || s.persona != "" && strings.HasPrefix(m.text, s.persona)
}

// mineCounts is what it is worth that the user said something themselves.
const mineCounts = 0.12

// score says how well a memory answers q, in [0, 1].
func (s *scene) score(q lang.Asking, m *memory, kin map[string]string) float64 {
	have, sure := offered(q, m, kin)
	sc := sure * lang.Overlap(q.Senses, have)
	if sc < 0.3 || marks.Has("name-fact", m.text) || marks.Has("name-fact-ja", m.text) {
		return 0
	}
	if lex.Has("formerly", m.text) && !lex.Has("formerly", q.Text) {
		sc *= 0.7
	}
	if !s.fits(q, m) && len(kindsOf(q, m)) == 0 {
		sc *= 0.6
	} else if m.mine {
		sc += mineCounts
	}
	if !s.subjectFits(q, m, kin) && len(forbidden(q, m)) == 0 {
		sc *= 0.4
	}
	return sc
}

// fits reports whether a memory holds the kind of thing that q wants.
func (s *scene) fits(q lang.Asking, m *memory) bool {
	switch q.Kind {
	case lang.AskWhere:
		return fitsWhere(m) || m.was != nil && m.was.ended && fitsWhere(m.was)
	case lang.AskWhen:
		return s.fitsWhen(q, m)
	case lang.AskNumber:
		return holdsNumber(q, m)
	case lang.AskWho:
		return isWho(q, m)
	case lang.AskName:
		return m.mine && s.namesAsked(q, m) || s.holdsName(m)
	case lang.AskWhy:
		return containsAny(m.text, "because", "since", " so ", "から", "ので", "ため")
	}
	return true
}

// fitsWhere reports whether a memory says where something is.
func fitsWhere(m *memory) bool {
	if m.lang == japanese {
		return containsAny(m.text, "に", "で", "へ", "から", "まで", "出身", "県", "市", "区", "駅", "の下", "の上", "の中", "の前", "の横", "の隣", "の奥", "の裏") || lex.Has("quit-ja", m.text)
	}
	return lex.Has("where-en", m.text)
}

// fitsWhen reports whether a memory says when something was or is to be.
func (s *scene) fitsWhen(q lang.Asking, m *memory) bool {
	if m.mine && s.momentOf(*m) != "" || lex.Has("when-any", m.text) || lex.Has("when-ja", m.text) {
		return true
	}
	was := lex.Has("did-en", q.Text) || lex.Has("did-ja", q.Text) || strings.HasSuffix(q.Text, "のはいつ")
	return m.mine && !m.when.IsZero() && was || when.AsksSince(q.Text) && (when.Lasted(m.text))
}

// holdsName reports whether a memory holds a name that is not the user's.
func (s *scene) holdsName(m *memory) bool {
	text := strings.ReplaceAll(strings.ReplaceAll(m.text, s.user+"さん", ""), s.user, "")
	if s.user == "" {
		text = strings.NewReplacer(unnamed, "", "ユーザー", "").Replace(m.text)
	}
	return lex.Has("proper-in", " "+when.WithoutDates(text))
}

// isWho reports whether a memory says who somebody is, or who was there.
func isWho(q lang.Asking, m *memory) bool {
	if lex.Has("together", q.Text) && containsAny(m.text, " with ", "と") {
		return true
	}
	if m.open || petTerm(m.termsAt()) || personTerm(m.termsAt()) {
		return true // or what it leans on says who
	}
	return m.lang == english && lex.Has("who-does", q.Text) && aboutNamed(m.text, "") || m.lang == japanese && lex.Has("called-ja", m.text) || lex.Has("kin-name-en", m.text) || lex.Has("kin-name-ja", m.text) || lex.Has("is-named", m.text) || containsAny(m.text, " is a ", " is an ", " is the ")
}

// petTerm reports whether one of the terms is an animal.
func petTerm(ts []lang.Sense) bool {
	return lang.HasSense(ts, "@dog") || lang.HasSense(ts, "@cat") || lang.HasSense(ts, "@pet")
}

func personTerm(ts []lang.Sense) bool {
	for _, t := range ts {
		switch t.Key {
		case "@sister", "@brother", "@mother", "@father", "@child", "@son", "@daughter", "@spouse", "@partner", "@friend", "@family":
			return true
		}
	}
	return false
}

// asksOfAnybody reports whether a question is answered by what is told of
// anybody.
func asksOfAnybody(q lang.Asking, m *memory) bool {
	if q.Kind == lang.AskAbout || onlyDays(q) || !q.User && m.lang == english {
		return true
	}
	return q.Kind == lang.AskWho && m.lang == japanese && (len(q.Senses) == 1 || lex.Has("who-does-ja", q.Text))
}

// subjectFits reports whether a memory is about whom q asks about: what is
// told of somebody's sister answers no question about themselves.
func (s *scene) subjectFits(q lang.Asking, m *memory, names map[string]string) bool {
	if m.source == fromSelf || asksOfAnybody(q, m) {
		return true
	}
	subject := s.subjectOf(m)
	if subject == "" {
		return true
	}
	subjects := lang.Senses(subject)
	if m.mine && q.User && ownMatter(m, subjects) || named(q, subject, names) {
		return true
	}
	called := slices.ContainsFunc(subjects, func(t lang.Sense) bool { return t.Weight > 1 && lang.HasSense(q.Senses, t.Key) })
	return called || coveredBy(q, subjects)
}

// ownMatter reports whether what the user told is of themselves or their
// things rather than of somebody.
func ownMatter(m *memory, subjects []lang.Sense) bool {
	if personTerm(subjects) {
		return false
	}
	named := slices.ContainsFunc(subjects, func(t lang.Sense) bool { return t.Weight > 1 })
	return lex.Has("self-en", m.text) || !named && !petTerm(subjects)
}

// onlyDays reports whether a question names nothing but days: whatever happens
// then answers it.
func onlyDays(q lang.Asking) bool {
	return len(q.Senses) > 0 && !slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		return !strings.HasPrefix(t.Key, "@on") && !strings.HasSuffix(t.Key, "day")
	})
}

// coveredBy reports whether q speaks of all that a subject consists of.
func coveredBy(q lang.Asking, subjects []lang.Sense) bool {
	kin := false
	slices.SortStableFunc(subjects, func(a, b lang.Sense) int { return cmp.Compare(a.Weight, b.Weight) })
	for _, t := range subjects {
		ok := t.Key == "@name" || kin
		for _, w := range q.Senses {
			ok = ok || w.Key == t.Key || lang.Answers(w.Key, t.Key)
			kin = kin || w.Key == t.Key && t.Key[0] == '@'
		}
		if !ok && t.Weight >= 1 {
			return false
		}
	}
	return true
}

// named reports whether a subject holds the name of one whom q calls by kin.
func named(q lang.Asking, subject string, names map[string]string) bool {
	for name, concept := range names {
		if strings.Contains(subject, name) && lang.HasSense(q.Senses, concept) || lang.HasSense(q.Senses, name) && lang.HasSense(lang.Senses(subject), concept) {
			return true
		}
	}
	return false
}

// subjectOf returns the words a memory is about, "" when it is the user.
func (s *scene) subjectOf(m *memory) string {
	if m.corrects && bare(m) {
		return "" // a value, of what was said before
	}
	if m.lang == japanese {
		return s.subjectJapanese(m.text)
	}
	return s.subjectEnglish(m.text)
}

func (s *scene) subjectJapanese(text string) string {
	before, _, ok := strings.Cut(lex.Expr("time-topic").ReplaceAllString(text, ""), "は")
	if m := lex.Text("kin-subject", text); !ok && m != "" {
		before = strings.TrimSuffix(m, "が")
	} else if !ok {
		return ""
	}
	if i := strings.LastIndex(before, "、"); i >= 0 && strings.HasPrefix(before, "もう") && lex.Has("time-topic", before[i+len("、"):]+"は") {
		return ""
	}
	before = lex.Expr("self-possessive").ReplaceAllString(before, "")
	for _, u := range []string{s.user + "さん", "ユーザー", s.user} {
		if u != "" && u != "さん" {
			before = strings.TrimPrefix(strings.TrimPrefix(before, u), "の")
		}
	}
	if lex.Has("only-self", before) || len(before) > 60 {
		return ""
	}
	return before
}

func (s *scene) subjectEnglish(text string) string {
	text = strings.TrimSpace(when.WithoutDates(text))
	if lex.Has("first-person", text) {
		return ""
	}
	for _, u := range []string{s.user, unnamed, "User", "You"} {
		if rest, ok := strings.CutPrefix(text, u); ok && u != "" && !strings.HasPrefix(rest, "'s") {
			return ""
		}
	}
	ws := words(replaceWord(text, s.user, ""))
	var subject []string
	for i, w := range ws {
		low := strings.ToLower(w)
		if i > 0 && lang.IsVerb(low) || i > 4 {
			break
		}
		subject = append(subject, w)
	}
	return strings.Join(subject, " ")
}

// kinOf maps the names in all to who they are: "Mika" → "@sister".
func kinOf(all []memory) map[string]string {
	kin := map[string]string{}
	for _, m := range all {
		re := lex.Expr("kin-name-en")
		if m.lang == japanese {
			re = lex.Expr("kin-name-ja")
		}
		for _, g := range re.FindAllStringSubmatch(m.text, 2) {
			word, name := g[1], g[2]
			if g[3] != "" {
				word, name = g[4], g[3]
				if m.lang == japanese {
					word, name = g[3], g[4]
				}
			}
			if ts := lang.Senses(word); len(ts) == 1 && !isOrigin(name) {
				kin[name] = ts[0].Key
			}
		}
	}
	return kin
}
