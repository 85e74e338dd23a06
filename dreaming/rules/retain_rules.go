package rules

import (
	"cmp"
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/pending"
	"yumori/internal/lang/statement"
)

// How much what is retained by these rules matters, in [0, 1]; bank's own rules
// say it of theirs. No study stands behind the figures.
const (
	mattersNews    = 0.8
	mattersLasting = 0.7
	mattersTrouble = 0.6
	mattersEvent   = 0.5
	MattersTold    = 0.4
	mattersBeside  = 0.3 // said of oneself, with nothing that happened
	MattersOpinion = 0.3

	FirstHeld = 0.55 // the confidence of an opinion heard once: one support of 0.5
)

// Extract finds what the day taught, in the user's words alone.
func (in Material) Extract() Extraction {
	d := in.Read()
	var x Extraction
	found := factFinder{d}
	x.Facts = found.facts()
	x.Opinions, x.Facts = found.opinions(x.Facts)
	x.Facts = weightiest(x.Facts, maxByRules)
	x.Candidates = (&candidateFinder{day: d}).candidates()
	return x
}

// Of what the rules retain of a day, the user's come first.
const (
	maxByRules = 12 // facts of a day
	minLived   = 6  // of them, of what the persona told of itself, if it did
	maxLived   = 8  // of the same, where the user told little
)

// A factFinder finds what the two told of themselves and theirs.
type factFinder struct{ day *Digest }

// facts returns what the two told of themselves and theirs and is news: what
// bank's rules capture, then what happened to them.
func (ff factFinder) facts() []Learned {
	lived := slices.DeleteFunc(ff.told(episodic.Persona), ff.kept)
	list := weightiest(slices.DeleteFunc(ff.told(episodic.User), ff.kept), maxByRules-min(len(lived), minLived))
	return append(list, weightiest(lived, min(maxLived, maxByRules-len(list)))...)
}

// kept reports whether a fact is one that was kept when it was said, perhaps before it
// was known what the user is called.
func (ff factFinder) kept(f Learned) bool {
	toUser := func(text string) string { return lang.Fold(facts.Addressed(text, ff.day.User)) }
	text := toUser(f.Text)
	return slices.ContainsFunc(ff.day.Facts, func(o facts.Fact) bool {
		return toUser(o.Text) == text && slices.Contains(o.Sources, f.Evidence[0].Message)
	})
}

// told returns what one of the two told. The built-in rules tell nothing of
// themselves.
func (ff factFinder) told(by episodic.Speaker) []Learned {
	var known, had, before []string
	for _, f := range ff.day.Facts {
		known = append(known, f.Text)
	}
	var list []Learned
	for i, rs := range ff.day.ByLine {
		l := ff.day.Lines[i]
		if len(rs) == 0 || l.Speaker != by || l.ByRules {
			continue
		}
		if by == episodic.User {
			for _, f := range ff.captured(i, slices.Concat(known, had), before) {
				list = ff.with(list, f.Learned)
				had = append(had, f.of.Text)
			}
		}
		said := statement.Statements(l.Text, before...)
		for _, r := range ff.beside(ff.putRight(list, said, rs), l) {
			parts, worth := ff.happened(r, said[r.at])
			for k, p := range parts {
				if passing(p) || ff.known(p, known) || repeats(p, had) {
					continue
				}
				list = ff.with(list, ff.learned(p, facts.Captured{Category: facts.Other, Importance: worth[k] + detail(p), Text: ff.understood(p, said[r.at])}))
				had = append(had, p.Text)
			}
		}
		if before = append(before, l.Text); len(list) > 4*MaxFacts {
			break // a day of which not half can be kept
		}
	}
	return list
}

// beside returns remarks of a line without those that put right what was told before, where that
// was kept anew when it was said.
func (ff factFinder) beside(rs []Remark, l Line) []Remark {
	return slices.DeleteFunc(rs, func(r Remark) bool {
		said := lang.Fold(r.Text)
		says := func(text string) bool { return strings.Contains(lang.Fold(text), said) }
		anew := func(f facts.Fact) bool {
			return slices.Equal(f.Sources, []string{l.ID}) && f.Ended.IsZero() && !says(f.Text)
		}
		return slices.ContainsFunc(ff.day.Facts, anew) && slices.ContainsFunc(ff.day.Facts, func(f facts.Fact) bool {
			return slices.ContainsFunc(f.Evidence, func(e facts.Evidence) bool {
				return e.Stance == facts.Ended && e.Source == l.ID && (says(e.Text) || strings.Contains(said, lang.Fold(e.Text)))
			})
		})
	})
}

// with returns a list with one more fact: as part of what has its words already, if any.
func (ff factFinder) with(list []Learned, f Learned) []Learned {
	i := slices.IndexFunc(list, func(o Learned) bool { return o.Text == f.Text && o.Evidence[0].Message == f.Evidence[0].Message })
	if i < 0 {
		return append(list, f)
	}
	had := &list[i]
	if f.Importance > had.Importance {
		had.Importance, had.Category = f.Importance, f.Category
	}
	had.Evidence = append(had.Evidence, f.Evidence...)
	for _, name := range f.Entities {
		if !slices.Contains(had.Entities, name) {
			had.Entities = append(had.Entities, name)
		}
	}
	return list
}

// understood returns a remark of the user's as a fact: as it was said, with those of its message
// that it is understood with, unless it says of whom it is where there stood a pronoun.
func (ff factFinder) understood(r Remark, st statement.Statement) string {
	if !r.user || len(lang.Split(st.With)) < 2 || len(st.Tells) > 0 && st.Tells[0].Text != st.Plain {
		return ff.stated(r)
	}
	return st.With
}

// happened returns what of a remark is kept beside what is captured, and how much
// it matters: of what somebody introduces themselves with, each fact is captured, and so is what
// they ask to keep, without the request.
func (ff factFinder) happened(r Remark, st statement.Statement) ([]Remark, []float64) {
	if introduces(st) || st.Keep && ff.keptOf(ff.day.Lines[r.line].ID) {
		return nil, nil
	}
	return ff.parts(r, st)
}

// keptOf reports whether a fact of a message was kept when it was said.
func (ff factFinder) keptOf(message string) bool {
	return slices.ContainsFunc(ff.day.Facts, func(f facts.Fact) bool { return slices.Contains(f.Sources, message) })
}

// putRight gives what was told its right value where the user named it just
// afterwards: "starts on Monday", "Tuesday, sorry". It is derived from both. It returns the
// remarks that put nothing right.
func (ff factFinder) putRight(list []Learned, said []statement.Statement, rs []Remark) (others []Remark) {
	for _, r := range rs {
		if r.at >= len(said) {
			continue
		}
		rights := false
		for _, t := range said[r.at].Tells {
			i := slices.IndexFunc(list, func(f Learned) bool {
				holds := func(text string) bool { return strings.Contains(lang.Fold(f.Text), lang.Fold(text)) }
				return t.Was != "" && (holds(t.Was) || holds(strings.TrimRight(ff.attributed(r, upperFirst(t.Was)), ".")))
			})
			if !r.user || i < 0 {
				continue
			}
			rights = true
			f := &list[i]
			f.Text = lang.MarkPutRight(ff.attributed(r, upperFirst(t.Text)))
			f.Evidence = append(f.Evidence, ff.day.evidence(r))
		}
		if !rights {
			others = append(others, r)
		}
	}
	return others
}

// detail is how much more a remark matters than one of its kind that says less:
// fewer things and names, and not when.
func detail(r Remark) float64 {
	things := slices.DeleteFunc(slices.Clone(r.terms), func(t string) bool { return vagueTerms()[t] })
	v := 0.01*float64(min(len(things), 6)) + 0.01*float64(min(len(lang.ProperNames(r.Raw)), 2))
	if len(lang.Times(r.Text, r.time)) > 0 {
		v += 0.02
	}
	return min(v, mostDetail)
}

// mostDetail is less than what lies between the kinds of what matters.
const mostDetail = 0.09

// A recounted is a fact and the remark it is of.
type recounted struct {
	Learned
	of Remark
}

// captured returns what bank's rules capture of a line of the user's.
func (ff factFinder) captured(line int, known, before []string) []recounted {
	l := ff.day.Lines[line]
	u := facts.Utterance{Text: l.Text, Time: l.Time, MessageID: l.ID, Speaker: ff.day.User, Persona: ff.day.Persona, Language: ff.day.Language, Known: known, Before: before}
	var list []recounted
	for _, c := range facts.Capture(u) {
		r, ok := locate(ff.day.ByLine[line], c.Telling.Text)
		if rs, said := ff.day.ByLine[line], statement.Statements(l.Text, before...); !ok && len(rs) == 1 && len(said) == 1 && introduces(said[0]) {
			r, ok = rs[0], true // "rosa, 34, nurse" holds none of its facts as a sentence
		}
		if ok && worthKeeping(r, c) {
			list = append(list, recounted{ff.learned(r, c), r})
		}
	}
	return list
}

// introduces reports whether a statement tells several things of its speaker in
// one breath, each of which is a fact for itself: "I'm Rosa, 34, nurse in Leeds".
func introduces(st statement.Statement) bool {
	return len(st.Tells) > 1 && !slices.ContainsFunc(st.Tells, func(t statement.Telling) bool { return t.Topic == "" })
}

// learned is what was captured of a remark as a fact.
func (ff factFinder) learned(r Remark, c facts.Captured) Learned {
	text := ff.attributed(r, upperFirst(c.Text))
	if c.Telling.Was != "" {
		text = lang.MarkPutRight(text)
	}
	return Learned{
		Type: typeOf(r), Text: text, Entities: ff.concerned(r, c.Entities), Confidence: 1,
		Category: c.Category, Importance: c.Importance, Evidence: []record.Evidence{ff.day.evidence(r)},
	}
}

// weightiest keeps the most facts that may be, those that matter most, in the
// order they were told.
func weightiest(list []Learned, most int) []Learned {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].Importance, list[a].Importance) })
	order = order[:min(len(order), most)]
	slices.Sort(order)
	kept := make([]Learned, 0, len(order))
	for _, i := range order {
		kept = append(kept, list[i])
	}
	return kept
}

// mattering returns how much it matters what happened to the user: what will
// still be so more than what is being gone through, and that more than the
// rest.
func mattering(r Remark) float64 {
	switch {
	case r.news:
		return mattersNews
	case pending.Lasting(r.Sentence):
		return mattersLasting
	case len(r.opens) > 0 && r.opens[0].Priority >= mattersTrouble:
		return mattersTrouble
	}
	return mattersEvent
}

// worthKeeping reports whether what bank captured says by itself what it is
// about: not "I started learning it".
func worthKeeping(r Remark, c facts.Captured) bool {
	if kind := tellingTable.Kind(c.Text); !r.Japanese && c.Importance < mattersLasting && (dangles(c.Text) || kind == kindTalk || kind == kindVow) {
		return false
	}
	if c.Importance < mattersLasting && (r.namesNothing() || likely.Untold(r.Text) || passing(r)) {
		return false
	}
	return c.Importance >= 0.8 || len(c.Entities) > 0 || slices.ContainsFunc(r.terms, lang.Noun)
}

// keepFrom is the chance to say something by itself, months later, below which a remark is not
// kept. Of 2,217 sentences in no example 12 of the 1,092 that are worth it fall below, and 872 of
// the others.
const keepFrom = 0.1

// passing reports whether a remark of the user's says nothing by itself months later, "I laughed
// till I had to sit down", and names no day.
func passing(r Remark) bool {
	return r.user && len(lang.Times(r.Text, r.time)) == 0 && likely.WorthKeeping(r.Text) < keepFrom
}

// locate returns the remark that a captured text is from.
func locate(rs []Remark, text string) (Remark, bool) {
	f := lang.Fold(text)
	for _, r := range rs {
		if strings.Contains(lang.Fold(r.Raw), f) {
			return r, true
		}
	}
	return Remark{}, false
}

// typeOf tells what the persona had a part in from what is so without it.
func typeOf(r Remark) facts.Type {
	if !r.user || lexicon.Has("together", r.Text) {
		return facts.Experience
	}
	return facts.World
}

// worthOf returns how much it matters what a remark, read as a statement,
// tells of the life of who makes it; 0 if one would not want to know it later.
func worthOf(r Remark, st statement.Statement) float64 {
	n := len([]rune(r.Text))
	if r.passes() {
		return 0
	}
	if weighty(r, n) && st.Subject.Who != statement.Listener && tellingTable.Kind(r.Text) != kindVow {
		return mattering(r)
	}
	if r.namesNothing() || !asserted(st) || !needsNothing(r) || n < 5 || n > 280 || n < 8 && !pending.Lasting(r.Sentence) && !troubled(r) {
		return 0
	}
	if worth := worthByLanguage(r, st, n); worth > 0 || !saysByItself(r, st) {
		return worth
	}
	return mattersBeside
}

// saysByItself reports whether a remark of the user's that no rule takes for a fact surely says
// something by itself.
func saysByItself(r Remark, st statement.Statement) bool {
	kind := tellingTable.Kind(r.Text)
	return r.user && st.Subject.Who != statement.Listener && !st.Laughs && kind != kindTalk && kind != kindVow && (r.Japanese || standsByItself(r.Text) || lexicon.Has("him-or-her", r.Text) && len(lang.Times(r.Text, r.time)) > 0) &&
		likely.WorthKeeping(r.Text) >= keepSurely
}

// keepSurely is the chance to say something by itself from which on a remark is kept that no rule
// takes for such.
const keepSurely = 0.2

// passes reports whether a remark says nothing that lasts, whatever it says: a
// question, a joke, a maxim, what is of its moment, or a lecture or promise of the
// persona.
func (r Remark) passes() bool {
	return r.Asks || r.joke || r.user && likely.Untold(r.Text) || r.general() || lexicon.Has("of-moment", r.Text) || lexicon.Has("cut-short", r.Text) || r.ofNobody() || !r.user && (r.long || lexicon.Has("promises", r.Text))
}

// briefly is up to how many characters a remark says too little beside a pronoun to tell of
// whom it is.
const briefly = 60

// ofNobody reports whether an English remark of the user's is brief and speaks of a person
// by a pronoun alone: "I didn't know whether to hug him".
func (r Remark) ofNobody() bool {
	return r.user && !r.Japanese && len(r.Text) <= briefly && lexicon.Has("him-or-her", r.Text) && dangles(r.Text)
}

// worthByLanguage is worthOf of what is asserted in n characters.
func worthByLanguage(r Remark, st statement.Statement, n int) float64 {
	switch {
	case r.Japanese && tellingJa(r, n):
		return mattering(r)
	case r.Japanese || !tellsOfThem(r, st):
		return 0
	case lexicon.Has("happened", r.Text) && tellingTable.Kind(r.Text) == "":
		return mattering(r)
	}
	return mattersBeside
}

// weighty reports whether a remark of n characters tells of something that
// changed or troubles somebody, however it is put.
func weighty(r Remark, n int) bool {
	if n > 200 || n < 5 {
		return false
	}
	ill := len(r.opens) > 0 && r.opens[0].Kind == pending.Trouble && r.opens[0].Priority >= 0.7
	return r.news && slices.ContainsFunc(r.terms, lang.Noun) || ill && !r.leans && !r.supposes && !r.Reports()
}

func tellingJa(r Remark, n int) bool {
	if len(r.terms) == 0 || !lexicon.Has("happened", r.Text) || lexicon.Has("empty-tell", r.Text) {
		return false
	}
	return len(r.terms) > 1 || n >= 10 || troubled(r)
}

// troubled reports whether a remark tells of an illness, a loss, a quarrel.
func troubled(r Remark) bool {
	return len(r.opens) > 0 && r.opens[0].Kind == pending.Trouble
}

// stated returns a remark as a fact: without what leads it in.
func (ff factFinder) stated(r Remark) string {
	s := upperFirst(withoutComment(lang.Stated(r.Sentence)))
	for _, name := range strings.Fields(ff.day.Persona) {
		if rest, ok := strings.CutPrefix(s, name+", "); ok {
			s = upperFirst(rest)
		}
	}
	return s
}

// attributing is how many characters it takes to say whose a sentence is and that it was put
// right, beside the name.
const attributing = 28

// attributed returns what a remark tells as a fact that says whose it is.
func (ff factFinder) attributed(r Remark, text string) string {
	who := cmp.Or(ff.day.Lines[r.line].Name, ff.day.User)
	if !r.user {
		who = cmp.Or(ff.day.Lines[r.line].Name, ff.day.Persona)
	}
	room := MaxFact - len([]rune(who)) - attributing
	return facts.Attributed(lang.Cut(text, max(room, 1)), who)
}

// known reports whether what a remark tells is known already: a fact or a page
// has its words.
func (ff factFinder) known(r Remark, held []string) bool {
	covered := func(text string) bool {
		return 6*len(lang.Shared(r.terms, ff.day.termsOf(text))) >= 5*len(r.terms)
	}
	return slices.ContainsFunc(held, covered) || slices.ContainsFunc(ff.day.Entities, func(e Known) bool { return e.Text != "" && covered(e.Text) })
}

// termsOf returns the terms of a text that is compared with every remark.
func (d *Digest) termsOf(text string) []string {
	list, ok := d.terms[text]
	if !ok {
		list = lang.Terms(text)
		if d.terms == nil {
			d.terms = map[string][]string{}
		}
		d.terms[text] = list
	}
	return list
}

// repeats reports whether a remark says what one before it said.
func repeats(r Remark, had []string) bool {
	return slices.ContainsFunc(had, func(h string) bool {
		terms := lang.Terms(h)
		n := len(lang.Shared(r.terms, terms))
		return strings.Contains(lang.Fold(h), lang.Fold(r.Text)) || 6*n >= 5*len(r.terms) && len(r.terms) > 0
	})
}

// onlyLooksNamed reports whether what is taken for a name in a remark is none: a
// single kanji, or a capital that begins the sentence, "These days".
func (r Remark) onlyLooksNamed(name string) bool {
	return lang.Japanese(name) && len([]rune(name)) == 1 || strings.HasPrefix(r.Text, name+" ") && len(lang.Terms(name)) == 0
}

// concerned returns whom and what a remark is about: who said it, and the
// names in it.
func (ff factFinder) concerned(r Remark, more []string) []string {
	var list []string
	add := func(n string) {
		if n = strings.TrimSpace(n); n != "" && len([]rune(n)) <= MaxName && !slices.ContainsFunc(list, func(o string) bool { return lang.Fold(o) == lang.Fold(n) }) {
			list = append(list, n)
		}
	}
	speaker := ff.day.Lines[r.line].Name
	if speaker == "" && r.user {
		speaker = ff.day.User
	}
	add(speaker)
	for _, e := range ff.day.Entities {
		if len([]rune(e.Name)) > 1 && lang.Mentions(r.Text, string(e.Name)) {
			add(string(e.Name))
		}
	}
	marked := lang.ProperNames(r.Raw)
	more = slices.DeleteFunc(slices.Clone(more), r.onlyLooksNamed)
	for _, n := range append(more, marked...) {
		if n != ff.day.Persona {
			add(n)
		}
	}
	return list[:min(len(list), 6)]
}
