package builtin

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// sayOfOthers answers a question about people who speak in what was recalled
// and are not the user, in their own words, or says that it does not know. It
// reports false when the question is about nobody of them.
func (s *scene) sayOfOthers(q question, r *reply) bool {
	lines := s.utterances()
	in := s.inquire(q, lines)
	named := slices.ContainsFunc(in.people, func(p string) bool { return s.isUser(p) == "" })
	alone := len(lines) > 0 && !q.asksOfUser() && !slices.ContainsFunc(lines, func(u *utterance) bool { return u.speaker == "" || s.isUser(u.speaker) != "" || s.isPersona(u.speaker) })
	if !named && !alone {
		return false
	}
	ranked := in.rank(s, &defaultWeights)
	lead, shape := "", "{x}"
	switch {
	case len(ranked) == 0:
		r.say(s, s.phrase("unsure"))
		return true
	case in.doubts(s, ranked):
		lead, shape = s.phrase("unsure"), s.line("nearSaid")
	case (s.seed+uint32(s.turn))%3 == 0:
		lead = s.phrase("found")
	}
	if named && shape == "{x}" {
		ranked = in.relevant(ranked)
	}
	text, chosen := s.answerOfOthers(in, ranked, answerLimit-utf8.RuneCountInString(lead+shape))
	if len(chosen) == 0 {
		r.say(s, s.phrase("unsure"))
		return true
	}
	r.say(s, lead)
	r.say(s, strings.ReplaceAll(shape, "{x}", text))
	r.trace(chosen)
	return true
}

// relevant leaves out what people say of themselves of whom nothing is asked,
// where those who are asked about have spoken.
func (in *inquiry) relevant(ranked []evidence) []evidence {
	if !slices.Contains(in.people, ranked[0].of.speaker) {
		return ranked
	}
	return slices.DeleteFunc(ranked, func(e evidence) bool {
		return speaksOfSelf(e.claim) && !youIn.MatchString(e.text) && e.of.speaker != "" && !slices.Contains(in.people, e.of.speaker) &&
			!slices.ContainsFunc(in.people, func(p string) bool { return holdsWord(e.text, p) })
	})
}

// asksOfSpeaker reports whether a text names somebody who is neither the user
// nor the persona and speaks in what was recalled: then it is about them,
// whatever else its words may mean.
func (s *scene) asksOfSpeaker(text string) bool {
	return slices.ContainsFunc(s.utterances(), func(u *utterance) bool {
		return u.speaker != "" && s.isUser(u.speaker) == "" && !s.isPersona(u.speaker) && holdsWord(text, u.speaker)
	})
}

// newQuestionIn reads a question in the language of the message.
func (s *scene) newQuestionIn(text string) question {
	if s.lang == japanese {
		return s.newQuestionJapanese(text)
	}
	return s.newQuestion(text, askYesNo)
}

// asksOfUser reports whether a question says "I" or "my". In Japanese nothing
// need say it.
func (q question) asksOfUser() bool {
	return aboutMe.MatchString(q.text) || anySelf.MatchString(q.text)
}

// trace notes the memories that an answer was taken from.
func (r *reply) trace(claims []*claim) {
	for _, c := range claims {
		r.traces = append(r.traces, c.of.id)
	}
}

// What it takes for evidence of the user's own life to be told: so much of
// the question held by a claim, or by its utterance and the question before.
const (
	heldByClaim     = 0.5
	heldByUtterance = 0.75
	heldAtAll       = 0.3
)

// sayEvidence answers a question about the user from the sentences that were
// recalled, where the lookup of single facts has found none. It reports false
// when they do not answer it.
func (s *scene) sayEvidence(q question, most int, r *reply) bool {
	in, chosen := s.evidenceFor(q, most)
	if len(chosen) == 0 {
		return false
	}
	if most > 1 && len(chosen) == 1 && q.kind == askWhat {
		return false // no list: the lookup knows better which one
	}
	r.say(s, s.retold(in, chosen))
	r.trace(chosen)
	r.emotion = r.emotion.or(emotion{"contentment", 0.4})
	return true
}

// evidenceFor chooses what to tell of the user's own life, nothing when it
// does not answer the question.
func (s *scene) evidenceFor(q question, most int) (*inquiry, []*claim) {
	lines := slices.DeleteFunc(slices.Clone(s.utterances()), func(u *utterance) bool {
		return u.speaker != "" && s.isUser(u.speaker) == "" && !s.isPersona(u.speaker)
	})
	in := s.inquire(q, lines)
	if len(in.terms) == 0 {
		return in, nil
	}
	in.soften()
	ranked := slices.DeleteFunc(in.rank(s, &defaultWeights), func(e evidence) bool {
		held := in.covers(e.claim)
		return s.otherDayThan(q.span, e.claim) || !s.ofUser(e.claim) || !s.evidenceOf(q, e.claim) || held < heldByClaim && !in.answersAsked(e.claim) &&
			(held < heldAtAll || in.covers(append(in.before(e.of), e.of.claims...)...) < heldByUtterance)
	})
	w := defaultWeights
	w.enough = 0.8
	return in, in.choose(ranked, &w, most, func(chosen []*claim) bool {
		return !s.tellsAgain(chosen) && utf8.RuneCountInString(s.retold(in, chosen)) <= answerLimit
	})
}

// otherDayThan reports whether a claim is of another day than the one that a
// question names.
func (s *scene) otherDayThan(sp span, c *claim) bool {
	if sp.empty() || !sp.from.Equal(sp.to) || c.of.day.IsZero() || sp.has(c.of.day) {
		return false
	}
	m := s.memoryOf(c)
	return !sp.dated(&m)
}

// tellsAgain reports whether the last of some claims says what one before it
// says, as a message and the entry made of it do.
func (s *scene) tellsAgain(chosen []*claim) bool {
	last := len(chosen) - 1
	terms := s.comparable(s.memoryOf(chosen[last]).text)
	return slices.ContainsFunc(chosen[:last], func(c *claim) bool {
		had := s.comparable(s.memoryOf(c).text)
		return overlap(terms, had) > 0.8 || overlap(had, terms) > 0.8
	})
}

// ofUser reports whether a claim may be told as something of the user's life.
func (s *scene) ofUser(c *claim) bool {
	return !c.caption && c.lang == s.lang && (c.of.speaker != "" || !s.isOwn(&memory{text: c.text, source: fromRecall}))
}

// answersAsked reports whether a claim is the first word on a question like
// this one, asked just before.
func (in *inquiry) answersAsked(c *claim) bool {
	return c.at == 0 && in.covers(in.before(c.of)...) >= heldByUtterance
}

var (
	// doneEn finds what somebody did or does, doing what else, and of which
	// class of things: the words that a memory is most likely to have others
	// for.
	doneEn  = re(`\b(?:do|does|did|have|has) (?:i|we|my \w+|he|she|they|\w+) (?:\w+ly )?(\w+)`)
	doingEn = re(`\b(\w+ing)\b`)
	classEn = re(`^(?:what|which) (?:kinds? of |sorts? of |types? of )?(\w+)\b`)
)

// soften lets the words of a question that a memory may well put otherwise
// count less, and all by what they are rather than how rare.
func (in *inquiry) soften() {
	soft := map[string]float64{}
	for _, r := range []struct {
		re    *expr
		share float64
	}{{doneEn, 0.5}, {doingEn, 0.5}, {classEn, 0.25}} {
		for _, m := range r.re.FindAllStringSubmatch(in.text, 4) {
			for _, t := range termsOf(strings.ToLower(m[1])) {
				soft[t.key] = r.share
			}
		}
	}
	in.rarity = in.rarity[:0]
	for _, t := range in.terms {
		w := t.weight
		if share := soft[t.key]; share > 0 && w <= 1 {
			w *= share
		}
		in.rarity = append(in.rarity, w)
	}
}

// evidenceOf reports whether a claim can answer a question at all: it is of
// the right kind, and holds the names and numbers that the question names.
func (s *scene) evidenceOf(q question, c *claim) bool {
	for _, t := range q.terms {
		held := slices.ContainsFunc(c.of.claims, func(o *claim) bool { return o.holds(t) })
		if t.weight >= 1.5 && !held && !strings.HasPrefix(t.key, "@on") {
			return false
		}
	}
	told := s.memoryOf(c)
	subject := termsOf(s.subjectOf(&told))
	asked := slices.ContainsFunc(subject, func(t term) bool {
		return slices.ContainsFunc(q.terms, func(a term) bool { return a.key == t.key || related(a.key, t.key) })
	})
	if personTerm(subject) && !asked {
		return false // of somebody else in the family
	}
	m := &memory{text: c.text, lang: c.lang, terms: c.terms}
	if q.kind == askWhen && !c.of.day.IsZero() {
		return true
	}
	return s.fits(q, m)
}

// retold tells claims of the user's own life to the user.
func (s *scene) retold(in *inquiry, chosen []*claim) string {
	if len(chosen) == 1 {
		m := s.memoryOf(chosen[0])
		if asked := in.askedBefore(chosen[0]); asked != nil && in.covers(chosen[0]) < heldAtAll {
			return s.tellExchange(asked, chosen[0])
		}
		if in.kind == askWhen {
			return s.tellWhen(m)
		}
		return s.tell(m)
	}
	var parts []string
	for _, c := range chosen {
		m := s.memoryOf(c)
		parts = append(parts, s.tellOneOf(m))
	}
	return strings.Join(parts, map[language]string{english: " "}[s.lang])
}

// askedBefore returns the question that a claim answered, nil if none was
// asked.
func (in *inquiry) askedBefore(c *claim) *claim {
	if asked := in.before(c.of); len(asked) > 0 {
		return asked[len(asked)-1]
	}
	return nil
}

// tellExchange tells a question of the persona and what the user said to it.
func (s *scene) tellExchange(asked, answer *claim) string {
	day := ""
	switch {
	case answer.of.day.IsZero():
	case s.lang == japanese:
		day = dayJapanese(answer.of.day, s.now) + "に"
	default:
		day = dayEnglish(answer.of.day, s.now)
		if strings.Contains(day, " ") {
			day = "on " + day
		}
		day = " " + day
	}
	return strings.NewReplacer("{d}", day, "{q}", strings.TrimRight(asked.text, "?？"), "{x}", strings.TrimRight(answer.text, ".。")).Replace(s.line("exchange"))
}

// memoryOf is a claim as the lookup knows it: written down on its day.
func (s *scene) memoryOf(c *claim) memory {
	m := memory{text: c.text, lang: c.lang, when: c.of.day, id: c.of.id, source: fromRecall, noted: c.of.noted}
	if c.of.speaker != "" {
		m.text = s.keptSettled(m)
	} else if c.lang == english {
		m.text = settledEnglish(c.text, c.of.day)
	}
	m.text = stopped(m.text, m.lang)
	return m
}

// keptSettled is how a recalled message would have been written down, with
// all its days named.
func (s *scene) keptSettled(m memory) string {
	day := m.when
	if day.IsZero() {
		day = s.now
	}
	if m.lang == japanese {
		return s.thirdJapaneseOn(settledJapanese(m.text, m.when), day)
	}
	return thirdFromFirst(settledEnglish(m.text, day), s.subjectName())
}

// tellOneOf tells one memory of several, with the day it was told where it
// names none itself.
func (s *scene) tellOneOf(m memory) string {
	text := s.spoken(m)
	named := momentIn(m) != "" || m.when.IsZero() || daysBetween(m.when, s.now) == 0
	if s.lang == japanese {
		if !named {
			text += "（" + dayJapanese(m.when, s.now) + "）"
		}
		return strings.TrimRight(text, "。") + "。"
	}
	if !named {
		text = strings.TrimRight(text, ".") + " (" + dayEnglish(m.when, s.now) + ")"
	}
	return stopped(upperFirst(text), english)
}

// momentIn returns the time that a memory names, as it stands in its text.
func momentIn(m memory) string {
	if m.lang == japanese {
		return timeInJa.FindString(m.text)
	}
	return timeIn.FindString(m.text)
}

// onlyTopic is what is left of a sentence that says nothing but a time.
var onlyTopic = ja(`[はがも](?:だ|です|でした|だった)?(?:よ|ね)?。?$`)

// tellWhen tells a memory with the time first: the one it names, else that of
// its telling.
func (s *scene) tellWhen(m memory) string {
	m.text = strings.TrimSpace(supersede.ReplaceAllString(m.text, ""))
	at := momentIn(m)
	if at == "" || m.lang != s.lang {
		return s.toldFirst(m)
	}
	if m.lang == japanese {
		for _, p := range []string{"から", "まで"} {
			if strings.Contains(m.text, at+p) {
				at += p
			}
		}
		if strings.Contains(m.text, at+"の") {
			return s.tell(m)
		}
		rest := strings.TrimPrefix(strings.Replace(strings.NewReplacer(at+"に", at, at+"は、", at, at+"は", at).Replace(m.text), at, "", 1), "に")
		rest = strings.NewReplacer("は、に", "は", "はに", "は", "は、", "は").Replace(rest)
		if onlyTopic.MatchString(rest) || rest == "" {
			return s.tell(m) // the time is all it says
		}
		when := strings.TrimRight(relativeJapanese(at, s.now), "に")
		m.text = rest
		return strings.NewReplacer("{d}", when, "{x}", strings.TrimRight(s.spoken(m), "。")).Replace(s.line("whenFirst"))
	}
	rest, ok := withoutTime(strings.TrimRight(m.text, " .\""), at)
	if !ok {
		return s.tell(m)
	}
	m.text = rest
	when := strings.TrimSpace(relativeEnglish(strings.TrimLeft(at, ", "), s.now))
	return upperFirst(when) + ": " + stopped(lowerArticle(s.spoken(m)), english)
}

// withoutTime takes a time off a sentence that stands without it.
func withoutTime(text, at string) (string, bool) {
	before, after, _ := strings.Cut(text, at)
	before, after = strings.TrimRight(before, " ,"), strings.TrimLeft(after, " ")
	inside := before != "" && after != ""
	if inside && !leadsTime.MatchString(at) || endsWithAny(before, " is", " was", " are", " were", " be", " and", " or", " the") || beFirst.MatchString(after) {
		return "", false
	}
	sep := " "
	if before == "" || after == "" || strings.HasPrefix(after, ",") {
		sep = ""
	}
	rest := strings.Trim(before+sep+after, " ,")
	return rest, len(words(rest)) >= 3
}

var (
	leadsTime = re(`^,? ?(?:on|in|around|back|last|next|a few|a couple|\w+ \w+ (?:before|after))\b`)
	beFirst   = re(`^(?:is|was|were|are|will|at \d)\b`)
)

// lowerArticle takes the capital off a sentence that goes on behind a colon,
// where its first word is no name.
func lowerArticle(text string) string {
	if w, _, _ := strings.Cut(text, " "); articles[strings.ToLower(w)] {
		return strings.ToLower(w) + text[len(w):]
	}
	return text
}

// toldFirst tells a memory that names no time with the day it was told first.
func (s *scene) toldFirst(m memory) string {
	if m.when.IsZero() || m.lang != s.lang || s.fits(question{kind: askWhen}, &m) || m.source != fromRecall && m.source != fromLog {
		return s.tell(m)
	}
	if s.lang == japanese {
		return strings.NewReplacer("{d}", dayJapanese(m.when, s.now), "{x}", strings.TrimRight(s.spoken(m), "。")).Replace(s.line(m.toldIn("toldFirst")))
	}
	day := dayEnglish(m.when, s.now)
	if strings.Contains(day, " ") {
		day = "on " + day
	}
	return strings.NewReplacer("{d}", day, "{x}", stopped(s.spoken(m), english)).Replace(s.line(m.toldIn("toldFirst")))
}

// several are questions that ask for all there is rather than for one thing.
var (
	severalEn = re(`^(?:what|which|where)\b.*\b(?:have|has) (?:i|we|my)\b|^(?:what|which) (?:else|all|other|kinds? of|sorts? of)\b|^(?:what|which) (?:\w+ ){0,2}\w+[^s\W]s (?:do|did|have|am|are|were|was) (?:i|we|my)\b|^(?:where all|list|who (?:are|were) (?:all )?my)\b|^(?:what|who) (?:are|were) (?:some|all|the \w+s)\b`)
	severalJa = ja(`(?:全部|ぜんぶ|すべて|ほかに|他に|いろいろ)|(?:どんな|どこ|何|なに|誰|だれ)(?:と|へ|に|を|の)?[^、。]{0,12}(?:てきた|たこと|んだことが|あったっけ)`)
)

// asksSeveral reports whether a question asks for a list.
func asksSeveral(q question) bool {
	return q.kind == askAbout || severalEn.MatchString(q.text) || severalJa.MatchString(q.text)
}
