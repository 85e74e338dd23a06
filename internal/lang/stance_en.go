package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spelledOut is what short forms stand for.
var spelledOut = strings.NewReplacer("can't", "can not", "cannot", "can not", "won't", "will not", "ain't", "is not", "n't", " not",
	"'m ", " am ", "'re ", " are ", "'ve ", " have ", "'ll ", " will ", "'d ", " would ", "it's ", "it is ", "that's ", "that is ", "he's ", "he is ", "she's ", "she is ", "there's ", "there is ",
	"anymore", "any more", "favourites", "favourite", "favorites", "favorite")

// aToken is a word of a clause, in lower case, and as it stands.
type aToken struct{ low, raw string }

// asserted reports whether a sentence says that something is so, in its
// speaker's own name.
func asserted(s Sentence) bool {
	if s.Asks || strings.Contains(s.Text, "/s") {
		return false
	}
	if s.Japanese {
		return assertedJa(s)
	}
	l := lexiconEn()
	spaced := spacedEn(s.Text)
	if l.has("hedges", spaced) || l.has("irony", spaced) || jokeMark.MatchString(s.Raw) {
		return false
	}
	return !s.Quotes && (!saidOfOthers(spaced) || l.has("authority", spaced))
}

// jokeMark is what takes the earnest out of a sentence.
var jokeMark = rx(`(?i)\b(?:lol|lmao|rofl|haha\w*|hehe|jk)\b|;-?\)|🙄|😏|😜|🤣|😂|\(笑\)|（笑）|笑$|[^a-zA-Z]w+$`)

// saidOfOthers reports whether somebody else is said to say or think.
func saidOfOthers(spaced string) bool {
	words := strings.Fields(spaced)
	for i, w := range words {
		if !lexiconEn().sets["says"][w] {
			continue
		}
		before := words[max(0, i-3):i]
		if !slices.Contains(before, "i") && !slices.Contains(before, "we") && i > 0 {
			return true
		}
	}
	return false
}

// spacedEn makes words between single spaces of English.
func spacedEn(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, t := range tokensEn(text) {
		b.WriteString(t.low + " ")
	}
	return b.String()
}

// tokensEn returns the words of English and the commas between them.
func tokensEn(text string) []aToken {
	lower := strings.ToLower(text)
	long := spelledOut.Replace(lower + " ")
	var list []aToken
	rawWords := map[string]string{}
	for _, w := range strings.FieldsFunc(text, notInWord) {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) && rawWords[strings.ToLower(w)] == "" {
			rawWords[strings.ToLower(w)] = w
		}
	}
	add := func(w string) {
		if w = strings.Trim(w, "'-"); w != "" {
			raw := w
			if r := rawWords[w]; r != "" {
				raw = r
			}
			list = append(list, aToken{w, raw})
		}
	}
	start := 0
	for i, r := range long {
		switch {
		case strings.ContainsRune(",;:()—–", r):
			add(long[start:i])
			list = append(list, aToken{",", ","})
			start = i + utf8.RuneLen(r)
		case notInWord(r):
			add(long[start:i])
			start = i + utf8.RuneLen(r)
		}
	}
	add(long[start:])
	return list
}

func notInWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\'' && r != '-' && r != '/' && !unicode.IsMark(r)
}

// clausesEn cuts a sentence where another subject may begin.
func clausesEn(tokens []aToken) [][]aToken {
	var list [][]aToken
	start := 0
	cut := func(i, next int) {
		if i > start {
			list = append(list, tokens[start:i])
		}
		start = next
	}
	for i, t := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1].low
		}
		switch t.low {
		case ",", "but", "though", "although", "because", "since", "while", "whereas", "until", "which", "cos", "cause":
			if t.low != "since" || next != "then" {
				cut(i, i+1)
			}
		case "and", "so", "then":
			if subjectEn(next) || next == "now" || next == "the" || next == "it" {
				cut(i, i+1)
			}
		}
	}
	cut(len(tokens), len(tokens))
	return list
}

func subjectEn(w string) bool {
	switch w {
	case "i", "we", "he", "she", "they", "you", "it", "my", "that", "this":
		return true
	}
	return false
}

// readEn reads an English sentence.
func (r reader) readEn(text string, topic object) []claim {
	var claims []claim
	spaced := spacedEn(text)
	l := lexiconEn()
	changed, fixes := l.has("changed", spaced), l.has("corrects", spaced)
	for _, clause := range clausesEn(r.unkinned(tokensEn(text))) {
		for _, c := range r.clauseEn(clause, topic) {
			c.ended, c.fixes = c.ended || changed, c.fixes || fixes
			claims = append(claims, c)
			if len(c.thing.head) > 0 {
				topic = c.thing
			}
		}
	}
	return claims
}

// unkinned leaves out what the one who speaks, or of whom a page is, is to
// somebody: "my sister Mika" is Mika.
func (r reader) unkinned(tokens []aToken) []aToken {
	for i := 0; i+2 < len(tokens); i++ {
		if w := tokens[i].low; (w == "my" || w == "our") && kinEn(tokens[i+1].low) && r.isSpeaker(tokens[i+2].low) {
			tokens = slices.Delete(tokens, i, i+2)
		}
	}
	return tokens
}

// A hit is a phrase of the lexicon in a clause.
type hit struct {
	frame
	at, end int
	turned  bool // what is before it turns it round
	over    bool // and says that it was otherwise before
}

// hitsEn finds what a clause says by the phrases of the lexicon.
func hitsEn(clause []aToken) []hit {
	var list []hit
	taken := make([]bool, len(clause)+1)
	for _, f := range lexiconEn().frames {
		for i := 0; i+len(f.words) <= len(clause); i++ {
			if taken[i] || taken[i+len(f.words)-1] || !startsEn(clause[i:], f.words) {
				continue
			}
			h := hit{frame: f, at: i, end: i + len(f.words)}
			h.turned, h.over = turnsEn(clause[:i])
			for k := i; k < h.end; k++ {
				taken[k] = true
			}
			list = append(list, h)
		}
	}
	slices.SortFunc(list, func(a, b hit) int { return a.at - b.at })
	return list
}

func startsEn(tokens []aToken, words []string) bool {
	for k, w := range words {
		if tokens[k].low != w {
			return false
		}
	}
	return true
}

// turnsEn reports whether what stands before a phrase in its clause turns it
// round, and whether it says that it was otherwise before.
func turnsEn(before []aToken) (turned, over bool) {
	before = before[max(0, len(before)-5):]
	for i, t := range before {
		two := t.low
		if i+1 < len(before) {
			two += " " + before[i+1].low
		}
		switch l := lexiconEn(); {
		case l.sets["over"][t.low] || l.sets["over"][two]:
			turned, over = !turned, true
		case l.sets["not"][t.low] && !l.sets["also"][two]:
			turned = !turned
		}
	}
	return turned, over
}

// clauseEn reads one clause.
func (r reader) clauseEn(clause []aToken, topic object) []claim {
	if list, ok := r.favouriteEn(clause); ok {
		return list
	}
	var claims []claim
	for _, h := range hitsEn(clause) {
		if c, ok := r.claimEn(clause, h, topic); ok {
			claims = append(claims, c)
		}
	}
	if len(claims) > 0 {
		return claims
	}
	if c, ok := r.plainEn(clause, topic); ok {
		return []claim{c}
	}
	return nil
}

// favouriteEn reads what somebody likes best of its sort: "my favourite colour
// is blue".
func (r reader) favouriteEn(clause []aToken) ([]claim, bool) {
	at := slices.IndexFunc(clause, func(t aToken) bool { return t.low == "favourite" || t.low == "favorite" })
	is := slices.IndexFunc(clause, func(t aToken) bool { return t.low == "is" || t.low == "was" || t.low == "are" })
	if at < 0 || is <= at+1 || strings.Contains(spacedTokens(clause[:at]), " one of ") {
		return nil, false
	}
	who, ok := r.subjectOf(clause[:at])
	if sort, value := objectEn(clause[at+1:is]), objectEn(clause[is+1:]); ok && len(sort.head) > 0 && len(value.head) > 0 {
		best := claim{who: who, rel: relation(bestOf + strings.Join(sort.head, " ")), thing: value}
		return []claim{best, {who: who, rel: tastes, thing: value}}, true
	}
	return nil, false
}

// claimEn makes a claim of a phrase that was found.
func (r reader) claimEn(clause []aToken, h hit, topic object) (claim, bool) {
	c := claim{rel: h.rel, no: h.no != h.turned, ended: h.over}
	switch h.place {
	case "verb", "alone":
		return r.verbal(clause, h, c, topic)
	case "after": // nut allergy: what goes before it
		who, ok := r.subjectOf(clause[:h.at])
		c.who, c.thing = who, objectEn(clause[max(0, h.at-2):h.at])
		c.loose = len(c.thing.head) == 0
		c.no = c.no != lexiconEn().has("gone", spacedTokens(clause))
		return c, ok
	case "before":
		return r.judgedEn(clause[:h.at], clause[h.end:], c, topic)
	}
	at := h.at - 1
	for at >= max(0, h.at-5) && !lexiconEn().sets["copula"][clause[at].low] {
		at--
	}
	if at < max(0, h.at-5) {
		return c, false
	}
	c.best = h.place == "better"
	subject := clause[:at]
	if len(subject) > 0 && (subject[0].low == "i" || subject[0].low == "we") { // I find walks boring
		subject = clause[at+1 : h.at]
	}
	return r.judgedEn(subject, clause[h.end:], c, topic)
}

// verbal reads what stands behind a verb.
func (r reader) verbal(clause []aToken, h hit, c claim, topic object) (claim, bool) {
	who, ok := r.subjectOf(clause[:h.at])
	c.who, c.loose = who, h.place == "alone"
	c.best = strings.HasPrefix(h.words[0], "prefer")
	c.ended = c.ended || c.loose && h.rel != bears
	if !c.loose {
		rest := clause[h.end:]
		to := slices.IndexFunc(rest, func(t aToken) bool { return t.low == "to" || t.low == "over" || t.low == "than" })
		if h.rel == lives && to > 0 {
			rest = rest[:to] // from York to Leeds
		}
		if c.best && to > 0 {
			c.thing, c.less = objectEn(rest[:to]), objectEn(rest[to+1:])
		} else {
			c.thing = objectEn(rest)
		}
	}
	if len(c.thing.head) > 0 {
		return c, ok
	}
	spoken := len(topic.head) > 0 || c.loose // of something, or of nothing by itself
	c.thing, c.loose = topic, true
	return c, ok && spoken
}

// judgedEn reads what is judged: the subject, and what it is better than, or
// better for.
func (r reader) judgedEn(subject, rest []aToken, c claim, topic object) (claim, bool) {
	if possessedEn(subject, r.speaker) {
		return c, false
	}
	nothing := len(subject) == 1 && (subject[0].low == "nothing" || subject[0].low == "nobody")
	if pronounEnd(subject) && !nothing {
		c.thing, c.loose = topic, true
		return c, len(topic.head) > 0
	}
	c.thing = objectEn(subject)
	if len(rest) > 1 && c.best {
		switch o := objectEn(rest[1:]); rest[0].low {
		case "than":
			if c.less = o; nothing {
				c.thing, c.less = o, object{}
			}
		case "for":
			o.mods = append(o.mods, c.thing.all()...)
			c.thing = o
		}
	}
	return c, len(c.thing.head) > 0
}

// plainEn reads a clause without a phrase of the lexicon: what somebody does,
// quit or never does.
func (r reader) plainEn(clause []aToken, topic object) (claim, bool) {
	l := lexiconEn()
	low := spacedTokens(clause)
	if l.has("one", low) && !r.held {
		return claim{}, false
	}
	c, verb := deniedEn(clause)
	who, ok := r.subjectOf(clause[:verb])
	if verb == 0 {
		verb, who, ok = r.verbEn(clause)
	}
	if !ok {
		return c, false
	}
	c.who = who
	c.thing = objectEn(clause[verb:])
	if l.sets["jobs"][c.thing.last()] && jobEn.MatchString(low) {
		c.rel, c.ended = works, c.ended || c.no
	}
	if len(c.thing.head) == 0 {
		c.thing, c.loose = topic, true
		return c, c.no && c.ended
	}
	return c, true
}

// deniedEn reads whether a clause denies or ends what somebody does, and where
// what it denies begins; 0 if it does neither.
func deniedEn(clause []aToken) (claim, int) {
	c, verb := claim{rel: does}, 0
	ends := lexiconEn().sets["ends"]
	for i, t := range clause {
		two := ""
		if i+1 < len(clause) {
			two = t.low + " " + clause[i+1].low
		}
		switch {
		case ends[two]:
			c.no, c.ended, verb = true, true, i+2
		case ends[t.low] && !c.ended:
			c.no, c.ended, verb = true, true, i+1
		case t.low == "not" || t.low == "never":
			c.no, verb = !c.no, max(verb, i+1)
		}
	}
	return c, verb
}

// jobEn says what somebody is, by a word for what one is.
var jobEn = rx(`^ (?:[a-z'-]+ ){1,4}?(?:am|is|are|be|been|become|became|was|not) (?:now |again |currently )?(?:an?|the|any|longer) `)

// verbEn finds where the verb of a clause begins, and whose it is. Of a clause
// that is about a thing all of it is read.
func (r reader) verbEn(clause []aToken) (int, string, bool) {
	i := slices.IndexFunc(clause, func(t aToken) bool { return t.low == "i" || t.low == "we" })
	switch {
	case i >= 0:
		who, ok := r.subjectOf(clause[:i+1])
		return i + 1, who, ok
	case len(clause) < 2:
		return 0, "", false
	case ofThing(clause):
		return 0, "", true
	case strings.Contains(" it that they ", " "+clause[0].low+" ") && lexiconEn().has("corrects", spacedTokens(clause)):
		return 2, "", true
	}
	if owner, owns := strings.CutSuffix(clause[0].low, "'s"); owns && r.isSpeaker(owner) && !kinEn(clause[1].low) {
		return 1, "", true
	}
	who, ok := r.subjectOf(clause[:2])
	return 1, who, ok && !subjectEn(who)
}

// ofThing reports whether a clause begins with a thing, the speaker's or not.
func ofThing(clause []aToken) bool {
	w := clause[0].low
	return w == "the" || (w == "my" || w == "our") && !kinEn(clause[1].low)
}

func spacedTokens(tokens []aToken) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, t := range tokens {
		b.WriteString(t.low + " ")
	}
	return b.String()
}

// topicEn returns what a question of a noun alone is about.
func topicEn(text string) (object, bool) {
	tokens := tokensEn(text)
	if len(tokens) == 0 || len(tokens) > 5 || askWordEn.MatchString(text) {
		return object{}, false
	}
	o := objectEn(tokens)
	return o, len(o.head) > 0
}

var askWordEn = rx(`(?i)^(?:so |and |but )?(?:who|what|when|where|why|how|which|do|does|did|is|are|was|were|am|can|could|will|would|shall|should|have|has|had|may|might|really|right)\b`)
