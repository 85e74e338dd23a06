package builtin

import (
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
		if f.best = slices.DeleteFunc(f.best, func(m memory) bool { return !s.fits(q, &m) && len(q.OfKind(m.text)) == 0 }); len(f.best) == 0 {
			f.near = &without
			return f
		}
	}
	f.best = s.distinct(s.inOwnWords(f.best))
	return f
}

// scores rates every memory that may answer q.
func (s *scene) scores(q lang.Asking, all []memory) []float64 {
	var texts []string
	for _, m := range all {
		texts = append(texts, m.text)
	}
	kin := lang.PeopleIn(texts)
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
	if m.mine || m.quoted || m.source == fromSelf {
		return false
	}
	return startsWithAny(m.text, "I ", "I'm ", "My ", "わたし", "私", "ぼく", "僕", "俺") || s.persona != "" && strings.HasPrefix(m.text, s.persona)
}

// mineCounts is what it is worth that the user said something themselves.
const mineCounts = 0.12

// score says how well a memory answers q, in [0, 1].
func (s *scene) score(q lang.Asking, m *memory, kin lang.People) float64 {
	have, sure := offered(q, m, kin)
	sc := sure * lang.Overlap(q.Senses, have)
	if sc < 0.3 || marks.Has("name-fact", m.text) || marks.Has("name-fact-ja", m.text) {
		return 0
	}
	if lex.Has("formerly", m.text) && !lex.Has("formerly", q.Text) {
		sc *= 0.7
	}
	if !s.fits(q, m) && len(q.OfKind(m.text)) == 0 {
		sc *= 0.6
	} else if m.mine {
		sc += mineCounts
	}
	if !s.subjectFits(q, m, kin) && len(q.Forbidden(m.text, m.termsAt())) == 0 {
		sc *= 0.4
	}
	return sc
}

// fits reports whether a memory holds the kind of thing that q wants.
func (s *scene) fits(q lang.Asking, m *memory) bool {
	switch q.Kind {
	case lang.AskWhere:
		return lang.HoldsPlace(m.text) || m.was != nil && m.was.ended && lang.HoldsPlace(m.was.text)
	case lang.AskWhen:
		return s.fitsWhen(q, m)
	case lang.AskNumber:
		return q.HoldsNumber(m.text)
	case lang.AskWho:
		return m.open || q.HoldsSomebody(m.text, m.termsAt()) // or what it leans on says who
	case lang.AskName:
		return m.mine && s.namesAsked(q, m) || s.holdsName(m)
	case lang.AskWhy:
		return containsAny(m.text, "because", "since", " so ", "から", "ので", "ため")
	}
	return true
}

// fitsWhen reports whether a memory says when something was or is to be.
func (s *scene) fitsWhen(q lang.Asking, m *memory) bool {
	if m.mine && s.momentOf(*m) != "" || lang.HoldsTime(m.text) {
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

// asksOfAnybody reports whether a question is answered by what is told of
// anybody.
func asksOfAnybody(q lang.Asking, m *memory) bool {
	if q.Kind == lang.AskAbout || q.OfDays() || !q.User && m.lang == english {
		return true
	}
	return q.Kind == lang.AskWho && m.lang == japanese && (len(q.Senses) == 1 || lex.Has("who-does-ja", q.Text))
}

// subjectFits reports whether a memory is about whom q asks about: what is
// told of somebody's sister answers no question about themselves.
func (s *scene) subjectFits(q lang.Asking, m *memory, names lang.People) bool {
	if m.source == fromSelf || asksOfAnybody(q, m) {
		return true
	}
	subject := s.subjectOf(m)
	if subject == "" {
		return true
	}
	return m.mine && q.User && ownMatter(m, lang.Senses(subject)) || q.Covers(subject, names)
}

// ownMatter reports whether what the user told is of themselves or their
// things rather than of somebody.
func ownMatter(m *memory, subjects []lang.Sense) bool {
	if lang.IsPerson(subjects) {
		return false
	}
	named := slices.ContainsFunc(subjects, func(t lang.Sense) bool { return t.Weight > 1 })
	return lex.Has("self-en", m.text) || !named && !lang.IsPet(subjects)
}

// subjectOf returns the words a memory is about, "" when it is the user.
func (s *scene) subjectOf(m *memory) string {
	if m.corrects && bare(m) {
		return "" // a value, of what was said before
	}
	return lang.About(m.text, []string{s.user, unnamed})
}
