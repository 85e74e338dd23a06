package builtin

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// asked answers a question.
func (s *scene) asked(r *reply) bool {
	kind := s.talkKind()
	if s.asksOfSpeaker(s.said) {
		kind = ""
	}
	switch {
	case kind == "about":
		return s.sayAll(r)
	case kind == "due":
		return s.sayDue(r)
	case asksPersona(kind), kind == "blame": // "…, are you?"
		return s.sayPersona(kind, r)
	case kind == "listen", kind == "company", s.kind() == "withhold":
		return false // it asks for no fact
	}
	q, ok := s.asksFact(ownWords(s.said))
	if !ok {
		return false
	}
	if s.sayDocument(q, r) || s.sayOfOthers(q, r) || s.sayTold(q, r) {
		return true
	}
	if (s.lang == english && lex.Has("about-you", q.Text) && !q.User || s.asksOfPersona(q.Text)) && s.ownWord(r) {
		return true
	}
	r.say(s, s.reply("unsure"))
	return true
}

// asksFact returns what a text asks, if it asks something.
func (s *scene) asksFact(text string) (lang.Asking, bool) {
	for _, sen := range slices.Backward(lang.Split(text)) {
		if q, ok := lang.Asked(sen, s.persona, s.now); ok {
			return q, true
		}
	}
	return lang.Asking{}, false
}

// How many tellings an answer holds, and how many a list.
const (
	maxAnswer = 3
	maxList   = 8
)

// sayTold answers from what the user told, in their words. It reports false
// when nothing of it answers.
func (s *scene) sayTold(q lang.Asking, r *reply) bool {
	s.refer(&q)
	if q.Kind == lang.AskName && len(q.Senses) == 0 && !lex.Has("he-or-she", q.Text) {
		return s.sayUserName(r)
	}
	best := s.bestTold(&q)
	if len(best) == 0 {
		return false
	}
	n := 1
	switch {
	case q.Kind == lang.AskAbout || len(q.Senses) == 0:
		n = maxList
	case s.asksSeveral(q):
		n = maxAnswer
	}
	best = best[:min(n, len(best))]
	if n == 1 && (s.sayFormer(q, best[0], r) || s.sayBoth(best[0], r)) {
		return true
	}
	if q.Kind == lang.AskWhen {
		if w := s.momentOf(best[0]); w != "" {
			r.say(s, s.worded("found.when", best[0], w))
			r.traces = append(r.traces, best[0].id)
			r.emotion = calm
			return true
		}
		if !s.fits(q, &best[0]) {
			return false
		}
	}
	s.sayListed("found", best, r)
	return true
}

// bestTold returns what answers a question, the best first; it makes less of
// the words of the question that a telling may put otherwise.
func (s *scene) bestTold(q *lang.Asking) []memory {
	if lex.Has("went-to", q.Text) {
		q.Senses = append(q.Senses, lang.Sense{Key: "@go", Weight: 0.7})
	}
	q.Senses = slices.DeleteFunc(softer(*q), func(t lang.Sense) bool { return lang.HasSense(lang.Senses(lex.Text("past-asked", q.Text)), t.Key) })
	best := s.lookup(*q, s.askable(*q)).best
	best = slices.DeleteFunc(best, func(m memory) bool { return isSomebodyElse(*q, &m) || lacksKin(*q, &m) })
	if q.Kind == lang.AskWho {
		s.leadsFor(*q, best)
	}
	if lex.Has("does-asked", q.Text) {
		slices.SortStableFunc(best, func(a, b memory) int { return jobRank(b) - jobRank(a) })
	}
	if i := slices.IndexFunc(best, func(m memory) bool { return s.momentOf(m) != "" }); q.Kind == lang.AskWhen && i > 0 {
		best[0] = best[i]
	}
	return best
}

// askable returns what may answer a question: of a name, only what says one.
func (s *scene) askable(q lang.Asking) []memory {
	return slices.DeleteFunc(s.told(), func(m memory) bool {
		rechosen := m.corrects && m.open && m.was != nil
		return q.Kind == lang.AskName && !rechosen && !s.namesAsked(q, &m)
	})
}

// refer adds to a question of him or her whom of those spoken of last it may mean.
func (s *scene) refer(q *lang.Asking) {
	g := lex.First("he-or-she", q.Text)
	if g == nil || lang.IsPerson(q.Senses) {
		return
	}
	for _, m := range slices.Backward(s.told()) {
		who := lang.Senses(m.subject)
		if h := lex.First("he-is", m.text); m.subject == "" && h != nil && (h[1] != "") == (g[1] != "") {
			q.Senses = append(q.Senses, lang.Senses(m.text)...)
			return
		}
		if m.subject != "" && (lang.IsPerson(who) || lex.Has("proper-in", " "+m.subject)) && !(g[1] != "" && lex.Has("she-kin", m.subject)) && !(g[1] == "" && lex.Has("he-kin", m.subject)) {
			q.Senses = append(q.Senses, who...)
			return
		}
	}
}

// leadsFor puts in place of what only leans on an answer the answer itself.
func (s *scene) leadsFor(q lang.Asking, best []memory) {
	for i, m := range best {
		if m.lang == japanese && m.open && m.order > 0 && s.leadOf(m) != "" && lang.Overlap(q.Senses, lang.Senses(m.text)) == 0 {
			best[i] = s.memories[m.order-1]
		}
	}
}

// softer returns the terms of a question with less weight on the words that a
// telling may well put otherwise.
func softer(q lang.Asking) []lang.Sense {
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

// jobRank is 1 for what tells what somebody does for a living, else 0.
func jobRank(m memory) int {
	if lex.Has("job-text", m.text) {
		return 1
	}
	return 0
}

// isSomebodyElse reports whether a telling is of another of the same name
// than the one asked about.
func isSomebodyElse(q lang.Asking, m *memory) bool {
	if g := lex.First("honorific-ja", q.Text); g != nil && m.lang == japanese {
		if all := lex.Expr("honorific-ja").FindAllStringSubmatch(m.text, 3); len(all) > 0 && !strings.Contains(m.text, g[0]) && all[0][1] == g[1] {
			return true
		}
	}
	return lex.Has("other-one", m.text) && slices.ContainsFunc(q.Senses, func(t lang.Sense) bool { return lang.IsPerson([]lang.Sense{t}) && !lang.HasSense(m.termsAt(), t.Key) })
}

// lacksKin reports whether a question is about the kin of somebody it names,
// Kofi's father, and a telling speaks of no such kin.
func lacksKin(q lang.Asking, m *memory) bool {
	g := lex.First("kin-of-named", q.Text)
	return g != nil && slices.ContainsFunc(lang.Senses(strings.Join(g[1:], "")), func(t lang.Sense) bool { return !lang.HasSense(m.termsAt(), t.Key) })
}

// sayFormer tells, where it is asked for, what was so before as well, and until
// when: the day that the later telling names, else the one it was told on.
func (s *scene) sayFormer(q lang.Asking, m memory, r *reply) bool {
	if m.was == nil || !m.was.ended || !lex.Has("past-asked", q.Text) && !lex.Has("was-asked", q.Text) {
		return false
	}
	m.open = false
	r.say(s, s.worded("found", m, ""))
	until, day := "was", s.untilDay(m.when)
	if changed := s.momentOf(m); changed != "" {
		until, day = "was.from", strings.TrimPrefix(strings.TrimPrefix(changed, "On "), "In ")
	} else if when.Between(m.was.when, m.when) == 0 {
		until = "was.sameday"
	}
	r.say(s, s.worded(until, memory{text: m.was.text, when: m.when}, day))
	r.traces = append(r.traces, m.id, m.was.id)
	r.emotion = calm
	return true
}

// untilDay names the day up to which something was so.
func (s *scene) untilDay(t time.Time) string {
	if s.lang == japanese {
		return when.NameJapanese(t, s.now)
	}
	return when.NameEnglish(t, s.now)
}

// worded puts a telling into a reply, w being the time it speaks of.
func (s *scene) worded(key string, m memory, w string) string {
	d := s.onDay(m.when)
	return strings.NewReplacer("{d}", d, "{x}", s.quoted(m), "{w}", w).Replace(s.reply(key))
}

// sayListed says some tellings, each with its day.
func (s *scene) sayListed(key string, list []memory, r *reply) {
	day := list[0].when
	if key == "found" && !list[0].mine {
		key = "found.noted"
	}
	var parts []string
	for _, m := range list {
		m.open = m.open && len(list) == 1 // in a list, what was said before it stands for itself
		part := s.quoted(m)
		if slices.Contains(parts, part) {
			continue
		}
		if when.Between(m.when, day) != 0 && !m.when.IsZero() {
			d := strings.Trim(s.onDay(m.when), " 、")
			if s.lang == japanese {
				part += "（" + when.NameJapanese(m.when, s.now) + "）"
			} else if d != "" {
				part += " (" + strings.TrimPrefix(d, "on ") + ")"
			}
		}
		parts = append(parts, part)
		r.traces = append(r.traces, m.id)
	}
	sep := map[language]string{english: " "}[s.lang]
	text := strings.Join(parts, sep)
	r.say(s, strings.NewReplacer("{d}", s.onDay(day), "{x}", text).Replace(s.reply(key)))
	r.emotion = calm
}

// momentOf returns the time that a telling names, as one says it on any day.
func (s *scene) momentOf(m memory) string {
	c := &claim{text: m.text, lang: m.lang, of: &utterance{day: m.when}}
	c.dated = s.settledText(m)
	if asksSinceText := c.since(); asksSinceText != "" && when.AsksSince(s.said) {
		return asksSinceText
	}
	return c.moment()
}

// namesAsked reports whether a telling says how the one asked about is called.
func (s *scene) namesAsked(q lang.Asking, m *memory) bool {
	return renames(q, m) || s.saysName(q, m)
}

// renames reports whether a telling puts right, in the fewest words, who the
// one asked about is.
func renames(q lang.Asking, m *memory) bool {
	return m.corrects && lex.Has("kin-is", m.text) && (m.lang == japanese || lang.Overlap(q.Senses, lang.Senses(m.text)) > 0)
}

// saysName reports whether a telling says a name for the one asked about.
func (s *scene) saysName(q lang.Asking, m *memory) bool {
	if m.lang == japanese {
		if m.about == "name" && m.value != "" || lex.Has("called-on-ja", m.text) {
			return true
		}
		return lex.Has("kin-name-ja", m.text)
	}
	ws := words(m.text)
	for i, w := range ws {
		low := strings.ToLower(w)
		if low == "called" || low == "named" || low == "name" || low == "name's" {
			return true
		}
		if i+1 < len(ws) && slices.ContainsFunc(lang.Senses(low), func(t lang.Sense) bool { return lang.HasSense(q.Senses, t.Key) }) && couldName(ws[i+1]) {
			return true
		}
	}
	return m.about == "name" && m.value != ""
}

// couldName reports whether the word behind "my brother" may be his name.
func couldName(w string) bool {
	low := strings.ToLower(w)
	return len(low) > 1 && !lang.Is(lang.StopWord, low) && !lang.IsVerb(low) && !lang.DoesVerb(low) && !lang.Is(lang.Adverb, low) && !strings.HasSuffix(low, "ing") && !strings.HasSuffix(low, "'s") && lang.Concept(lang.SenseStem(low)) == ""
}

// asksSeveral reports whether a question asks for a list.
func (s *scene) asksSeveral(q lang.Asking) bool {
	return q.Kind == lang.AskAbout || lex.Has("several-en", q.Text) || lex.Has("several-ja", q.Text)
}

func (s *scene) sayUserName(r *reply) bool {
	if s.user == "" {
		r.say(s, s.reply("unsure"))
		return true
	}
	r.say(s, strings.ReplaceAll(s.reply("name.user"), "{x}", strings.TrimSuffix(s.user, "さん")))
	r.emotion = emotion{"joy", 0.4}
	return true
}

// sayAll tells what is known of the user, of what tells most the newest.
func (s *scene) sayAll(r *reply) bool {
	r.emotion = calm
	mine := s.known()
	if len(mine) == 0 {
		if s.user != "" {
			r.say(s, strings.ReplaceAll(s.reply("name.user"), "{x}", strings.TrimSuffix(s.user, "さん")))
		}
		r.say(s, s.reply("about.none"))
		return true
	}
	mine = mine[:min(maxList, len(mine))]
	slices.Reverse(mine)
	s.sayListed("about", mine, r)
	return true
}

// known returns what may stand in a list of what is known of the user: facts of
// theirs first, then of their people and animals, then the rest, the newest of
// each first.
func (s *scene) known() []memory {
	var mine, kin, rest []memory
	seen, heavy := map[string]bool{}, s.heavy()
	for _, m := range slices.Backward(s.told()) {
		text := strings.ToLower(m.text)
		if seen[text] || !s.listable(&m) {
			continue
		}
		seen[text] = true
		switch ts := lang.Senses(m.text); {
		case m.topic != "":
			m.open = false // in a list, what was said before it stands for itself
			mine = append(mine, m)
		case m.open && (m.lang == english || lex.Has("lean-start-ja", m.text)), heavy[m.order], len(ts) < 2:
		case lang.IsPerson(ts) || lang.IsPet(ts):
			kin = append(kin, m)
		default:
			rest = append(rest, m)
		}
	}
	return append(append(mine, kin...), rest...)
}

// listable reports whether a telling is the user's own, and fit for a list.
func (s *scene) listable(m *memory) bool {
	switch {
	case m.lang != s.lang, m.noted, s.isOwn(m), m.source == fromSelf, m.source == fromPast:
		return false
	case m.source == fromKept && !m.mine && m.topic == "" && !s.tellsOfUser(m.text):
		return false
	}
	return utf8.RuneCountInString(m.text) <= 200 && !marks.Has("nobody-yet", m.text)
}

// heavy are the tellings that are grave, or were said right after one that is:
// a list is no place for them.
func (s *scene) heavy() map[int]bool {
	out, left, day := map[int]bool{}, 0, time.Time{}
	for _, m := range s.recollect() {
		if lang.GraveOf(m.text) != lang.NotGrave {
			left, day = graveLines, m.when
		}
		if left > 0 && when.Between(day, m.when) == 0 {
			out[m.order] = true
			left--
		}
	}
	return out
}
