package lang

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang/cache"
)

// A Stance is what a sentence tells of something that is held: of an opinion
// or of a fact.
type Stance int

// The stances.
const (
	// Unrelated says nothing about what is held. It is the answer wherever
	// the rules are not sure: silence costs less than a wrong correction.
	Unrelated Stance = iota
	Supports
	Contradicts
)

// String names the stance, for logs and tests.
func (s Stance) String() string {
	switch s {
	case Supports:
		return "supports"
	case Contradicts:
		return "contradicts"
	}
	return "unrelated"
}

// A Comparison is what a sentence tells of something that is held.
type Comparison struct {
	Stance Stance
	// About is the word of what is held that both are about, or the relation
	// where there is none: "partner" of "we broke up". "" if Unrelated.
	About string
}

// Compare tells what somebody says of something that is held about them. said
// are one or a few sentences in their own words that follow each other, as they
// stand in one message; held is an opinion or a fact as the bank has it, in
// the first or the third person. speaker are the names by which held may call
// the one who says it; "the user" and ユーザー always do. What is asked,
// supposed, hedged, joked or quoted of others is Unrelated, and so is what is
// said of somebody else. It is pure, takes any text, and is safe for concurrent
// use.
func Compare(held, said string, speaker ...string) Comparison {
	return HeldOf(held, speaker...).Compare(SaidOf(said, speaker...))
}

// A Held is an opinion or a fact, read once to be compared with much.
type Held struct{ claims []claim }

// A Said is what somebody says, read once to be compared with much.
type Said struct{ claims []claim }

// HeldOf reads what is held; see Compare.
func HeldOf(text string, speaker ...string) Held {
	return latestHeld.Of(saidBy(text, speaker), func() Held {
		return Held{reader{speaker: speaker, held: true}.claims(OwnWords(text, speaker), object{})}
	})
}

// SaidOf reads what is said; see Compare.
func SaidOf(text string, speaker ...string) Said {
	return latestSaid.Of(saidBy(text, speaker), func() Said { return Said{reader{speaker: speaker}.claims(text, object{})} })
}

// What was held and said of late, read. Each new message of a talk is compared with all before it.
var (
	latestHeld cache.Cache[Held]
	latestSaid cache.Cache[Said]
)

// saidBy is the key of a text that is read as said by somebody with some names.
func saidBy(text string, speaker []string) string {
	return text + "\x00" + strings.Join(speaker, "\x00")
}

// SaidAfter reads what is said right after something else in the same message:
// what "it" is, and "Never again" of "Evening walks?".
func SaidAfter(before, text string, speaker ...string) Said {
	r := reader{speaker: speaker}
	return Said{r.claims(text, r.topic(before))}
}

// HeldOn and SaidOn read what is written on a page of somebody whom names
// name, as HeldOf and SaidOf read what they say of themselves: "she" is them,
// and "I" is not, unless it is among the names.
func HeldOn(text string, names ...string) Held {
	return Held{reader{speaker: names, held: true, page: true}.claims(OwnWords(text, names), object{})}
}

// SaidOn reads what is written on a page; see HeldOn.
func SaidOn(text string, names ...string) Said {
	return Said{reader{speaker: names, page: true}.claims(OwnWords(text, names), object{})}
}

// Judged returns the words of what is liked or disliked, in order and each
// once; none where nothing is.
func (s Said) Judged() []string {
	var list []string
	for _, c := range s.claims {
		if c.rel != tastes || c.who != "" {
			continue
		}
		for _, t := range c.thing.all() {
			if !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	return list
}

// Compare tells what is said of what is held. Where one part supports it and
// another contradicts it, it is Unrelated.
func (h Held) Compare(s Said) Comparison {
	var c Comparison
	for _, a := range h.claims {
		for _, b := range s.claims {
			switch stance, about := compare(a, b); {
			case stance == Unrelated || stance == c.Stance:
			case c.Stance != Unrelated:
				return Comparison{}
			default:
				c = Comparison{stance, cmp.Or(about, string(a.rel))}
			}
		}
	}
	return c
}

// topicMost is how many characters a sentence has at most that only names what
// one goes on to speak of.
const topicMost = 24

// maxCompared is how many bytes of a text are read to be compared.
const maxCompared = 1_000

// A relation is what a claim says of its object.
type relation string

// The relations. Those with one value at a time are lives, works and partner.
const (
	tastes  relation = "tastes"  // likes it, or judges it well
	bears   relation = "bears"   // can have it: no allergy, no diet
	lives   relation = "lives"   // has a home there
	works   relation = "works"   // earns a living there, or as that
	partner relation = "partner" // is together with somebody
	does    relation = "does"    // any other verb

	bestOf = "favourite " // with a sort: likes it best of that
)

// A claim is one thing that a sentence says.
type claim struct {
	who   string // "" is the one who speaks; else somebody named, in lower case
	rel   relation
	no    bool   // it is not so: dislikes, cannot have, lives there no more
	thing object // what it is about
	less  object // what the thing is set above
	ended bool   // it says that it changed: no more, now, quit
	fixes bool   // it sets right what was said: turns out, after all
	loose bool   // it names no object of its own: "never again", "not allergic after all"
	best  bool   // it is liked best, or better
}

// An object is what a claim is about.
type object struct {
	head  []string // the terms of the noun, the noun itself the last
	mods  []string // what is said of it beside that
	one   bool     // one certain thing, or one occasion: "the walk"
	value []string // numbers, dates
	none  bool     // nothing of it is there: "a cake w no eggs"
}

func (o object) all() []string { return slices.Concat(o.head, o.mods) }

// compare compares two claims.
func compare(held, said claim) (Stance, string) {
	if held.who != said.who {
		return Unrelated, ""
	}
	if about, ok := turnedRound(held, said); ok {
		return Contradicts, about
	}
	if leftState(held, said) || narrows(held, said) {
		return Contradicts, held.thing.last()
	}
	about, same := sameThing(held.thing, said.thing)
	switch {
	case held.rel != said.rel:
		return acrossRelations(held, said, about)
	case held.no != said.no:
		return opposed(held, said, about)
	case same && !said.loose:
		return changedValue(held, said, about)
	case !same && !held.no:
		return replacedValue(held, said)
	}
	return Unrelated, ""
}

// opposed compares claims of which one denies what the other says. about is
// the thing they share; "" is none.
func opposed(held, said claim, about string) (Stance, string) {
	// "I quit my job" needs no object; "I don't want to quit" would be of anything
	named := about != "" || len(said.thing.head) == 0 && said.rel != does
	if said.loose && (said.fixes || said.ended) && named || about != "" && denies(held, said) {
		return Contradicts, held.thing.last()
	}
	return Unrelated, ""
}

// denies reports whether what is said of a thing that both are about turns
// round what is held of it. What is liked is not disliked because one of its
// kind is, or on one occasion; what is disliked is liked if one of its kind is.
func denies(held, said claim) bool {
	if held.no {
		return true
	}
	return within(said.thing.all(), held.thing.all()) && (!said.thing.one || held.thing.one)
}

// turnedRound reports whether one claim sets above what the other sets below.
func turnedRound(held, said claim) (string, bool) {
	if held.rel != tastes || said.rel != tastes {
		return "", false
	}
	if last := held.thing.last(); held.best && said.best && held.no == said.no && last != "" && last == said.thing.last() && apart(held.thing.all(), said.thing.all()) {
		return last, true
	}
	if about, ok := sameThing(held.less, said.thing); ok && !said.no && len(said.less.head) > 0 {
		return about, true
	}
	if about, ok := sameThing(held.thing, said.less); ok && !held.no {
		return about, true
	}
	return "", false
}

// acrossRelations compares claims of different relations about one thing: what
// one drinks and has given up, what one likes and wants never again.
func acrossRelations(held, said claim, about string) (Stance, string) {
	if about == "" || held.no == said.no || !denies(held, said) {
		return Unrelated, ""
	}
	contradicts := false
	switch over := said.no && said.ended; held.rel {
	case tastes:
		contradicts = over && said.rel == does && said.loose
	case does, bears:
		contradicts = said.rel == tastes && over || (said.rel == does || said.rel == bears) && !said.loose
	}
	if contradicts {
		return Contradicts, about
	}
	return Unrelated, ""
}

// leftState reports whether somebody has what is not had in a state that they
// are held to be in: meat in that of a vegetarian.
func leftState(held, said claim) bool {
	if held.no || said.no || said.thing.none || said.rel != bears && said.rel != does {
		return false
	}
	return slices.Contains(stanceWords().state[held.thing.last()], said.thing.last())
}

// changedValue compares what two claims say of the same thing and in the same
// sense: numbers and days that differ are a change, if it is called one.
func changedValue(held, said claim, about string) (Stance, string) {
	if len(held.thing.value) > 0 && len(said.thing.value) > 0 {
		if slices.Equal(held.thing.value, said.thing.value) {
			return Supports, about
		}
		if said.ended || said.fixes {
			return Contradicts, about
		}
		return Unrelated, ""
	}
	if said.rel == does && !within(said.thing.all(), held.thing.all()) {
		return Unrelated, "" // that it has the same word is not that it is the same
	}
	return Supports, about
}

// replacedValue compares claims with other objects where there is one at a
// time, and what a correction narrows: "it was just cashews".
func replacedValue(held, said claim) (Stance, string) {
	switch {
	case strings.HasPrefix(string(held.rel), bestOf) && len(said.thing.head) > 0:
		return Contradicts, held.thing.last()
	case held.rel == lives, held.rel == works, held.rel == partner:
		if said.ended && len(said.thing.head) > 0 && len(held.thing.head) > 0 && !stanceWords().places[held.thing.last()] {
			return Contradicts, held.thing.last()
		}
	}
	return Unrelated, ""
}

func (o object) last() string {
	if len(o.head) == 0 {
		return ""
	}
	return o.head[len(o.head)-1]
}

// sameThing reports whether two objects are the same, or one a kind of the
// other, and its word in the first.
func sameThing(held, said object) (string, bool) {
	last := held.last()
	if last == "" || len(said.head) == 0 {
		return "", false
	}
	if !slices.ContainsFunc(said.head, func(t string) bool { return sameOrKind(last, t) }) {
		return "", false
	}
	if apart(held.all(), said.all()) || !within(held.all(), said.all()) && !within(said.all(), held.all()) {
		return "", false
	}
	return last, true
}

// within reports whether all terms are among others.
func within(terms, others []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool {
		return !slices.ContainsFunc(others, func(o string) bool { return sameOrKind(o, t) || sameOrKind(t, o) })
	})
}

// apart reports whether two lists have words of which only one can be so:
// morning and evening.
func apart(a, b []string) bool {
	for _, group := range stanceWords().apart {
		x := slices.IndexFunc(a, func(t string) bool { return slices.Contains(group, t) })
		y := slices.IndexFunc(b, func(t string) bool { return slices.Contains(group, t) })
		if x >= 0 && y >= 0 && a[x] != b[y] {
			return true
		}
	}
	return false
}

// narrows reports whether a correction leaves only a part of what is held:
// "it was just cashews" of nuts.
func narrows(held, said claim) bool {
	return said.fixes && !said.no && said.rel == does && slices.Contains(stanceWords().kinds[held.thing.last()], said.thing.last())
}

// sameOrKind reports whether a term is another, or a kind of it.
func sameOrKind(held, said string) bool {
	return sameTerm(held, said) || slices.Contains(stanceWords().kinds[held], said)
}

// A reader reads claims out of texts.
type reader struct {
	speaker []string
	held    bool // what is held is asserted, however it is put
	page    bool // it is written of the one who is called speaker
}

// OwnWords returns what is held in the words of the one it is of: without the
// name before a quotation.
func OwnWords(text string, speaker []string) string {
	text, _ = CutPutRight(text)
	for _, name := range append(slices.Clone(speaker), SomeUser...) {
		if n := len(name); n > 0 && len(text) > n && strings.EqualFold(text[:n], name) {
			rest := strings.TrimSpace(text[n:])
			for _, marks := range [][2]string{{": “", "”"}, {"「", "」"}} {
				if body, ok := strings.CutPrefix(rest, marks[0]); ok && strings.HasSuffix(rest, marks[1]) {
					return strings.TrimSuffix(body, marks[1])
				}
			}
		}
	}
	return text
}

// claims reads what a text claims. topic is what was spoken of before.
func (r reader) claims(text string, topic object) []claim {
	list := Sentences(bounded(text))
	if slices.ContainsFunc(list, Jokes) && !r.held {
		return nil
	}
	var claims []claim
	for i, s := range list {
		switch {
		case s.Asks && i+1 < len(list) && !r.held:
			if t, ok := r.topicOf(s); ok {
				topic = t
			}
		case r.held || asserted(s):
			found := r.read(s, topic)
			if t, ok := r.topicOf(s); ok && len(found) == 0 && utf8.RuneCountInString(s.Text) < topicMost {
				topic = t // "Ugh, walks."
			}
			topic = topicAfter(found, topic)
			claims = append(claims, found...)
		}
	}
	return claims
}

// topic returns what a text leaves one speaking of.
func (r reader) topic(text string) object {
	var topic object
	for _, s := range Sentences(bounded(text)) {
		if t, ok := r.topicOf(s); s.Asks && ok {
			topic = t
		} else if !s.Asks {
			topic = topicAfter(r.read(s, topic), topic)
		}
	}
	return topic
}

// topicAfter returns the last object of claims, or what was spoken of before.
func topicAfter(claims []claim, topic object) object {
	for _, c := range claims {
		if len(c.thing.head) > 0 {
			topic = c.thing
		}
	}
	return topic
}

func bounded(text string) string {
	if len(text) > maxCompared {
		return strings.ToValidUTF8(text[:maxCompared], "")
	}
	return text
}

// read reads one sentence. topic is what was spoken of before.
func (r reader) read(s Sentence, topic object) []claim {
	if s.Japanese {
		return r.readJa(s.Text, topic)
	}
	return r.readEn(s.Text, topic)
}

// topicOf returns what a question of a noun alone is about: "Evening walks?"
func (r reader) topicOf(s Sentence) (object, bool) {
	if s.Japanese {
		return topicJa(s.Text)
	}
	return topicEn(s.Text)
}
