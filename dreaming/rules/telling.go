package rules

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"yumori/internal/lang"
	"yumori/internal/lang/pending"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

//go:embed words/telling_en.txt
var tellingText string

// Kinds of what tells nothing, or little, of a life.
const (
	kindTalk  = "talk"
	kindVow   = "vow"
	kindMaxim = "maxim"
)

var tellingTable = lang.NewTable(tellingText)

// parted is where one sentence is put behind another without a full stop.
var parted = regexp.MustCompile(`\s*[-–—]+\s+|;\s+`)

// parts returns what a remark tells, each by itself and with what it is worth:
// the whole of it, or, where the whole asks or only speaks of the talk, what of
// it does not.
func (ff factFinder) parts(r Remark, st statement.Statement) (list []Remark, worth []float64) {
	r = meaning(r, st, ff.day.ByLine[r.line])
	r.Text = upperFirst(lexicon.Replace("announced", lexicon.Replace("leading", r.Text)))
	whole := worthOf(r, st)
	pieces := piecesOf(r.Raw)
	if whole == 0 && mayBeParted(r, st) {
		pieces = unspliced(pieces)
	}
	pasted := slices.ContainsFunc(pieces, pastesOn)
	if whole > 0 && (len(pieces) == 1 || !pasted && !r.leans) {
		return []Remark{r}, []float64{whole}
	}
	if len(pieces) == 1 || r.Japanese {
		return nil, nil
	}
	own := r.leans && whole > 0 || !asserted(st)
	list, worth = ff.partsOf(r, pieces, func(said statement.Statement) bool { return !own || said.Subject.Who == statement.Speaker })
	if len(list) == 0 && whole > 0 && !pasted {
		return []Remark{r}, []float64{whole}
	}
	return list, worth
}

// mayBeParted reports whether a part of a remark may be so by itself: not of
// what hangs on an "if".
func mayBeParted(r Remark, st statement.Statement) bool {
	return asserted(st) || st.Mode == statement.Supposed && !lexicon.Has("conditional", r.Text)
}

// partsOf returns which of the pieces of a remark, among those that take may
// be, tell something by themselves.
func (ff factFinder) partsOf(r Remark, pieces []string, take func(statement.Statement) bool) (list []Remark, worth []float64) {
	for _, p := range pieces {
		if strings.Count(p, `"`)%2 != 0 || strings.HasSuffix(p, "?") {
			continue
		}
		for _, said := range statement.Statements(p) {
			one := ff.part(r, said)
			if one.Text == "" || !take(said) {
				continue
			}
			if v := worthOf(one, said); v > 0 {
				list, worth = append(list, one), append(worth, v)
			}
		}
	}
	return list, worth
}

// piecesOf takes a sentence apart where another is put behind it without a full
// stop, and leaves out a clause that turns to the other.
func piecesOf(raw string) []string {
	pieces := parted.Split(raw, -1)
	if at := lexicon.Expr("to-other").FindStringIndex(raw); at != nil && len(pieces) == 1 {
		return []string{raw[:at[0]], ""}
	}
	return pieces
}

// unspliced takes a sentence that is of one piece apart at a comma behind which
// another begins.
func unspliced(pieces []string) []string {
	if at := lexicon.Expr("spliced").FindStringSubmatchIndex(pieces[0]); at != nil && len(pieces) == 1 {
		return []string{pieces[0][:at[0]], pieces[0][at[2]:]}
	}
	return pieces
}

// part is a statement of a remark as a remark by itself.
func (ff factFinder) part(r Remark, said statement.Statement) Remark {
	s := lang.Sentences(said.Raw)
	if len(s) != 1 {
		return Remark{}
	}
	r.Sentence = s[0]
	r.terms = Without(lang.Terms(r.Text), ff.day.Names)
	r.leans, r.supposes = lang.Leans(r.Sentence), lang.Supposes(r.Sentence)
	r.news = r.news && pending.News(r.Sentence)
	return r
}

// pastesOn reports whether a piece of a sentence only asks or is polite.
func pastesOn(piece string) bool {
	return strings.HasSuffix(piece, "?") || tellingTable.Kind(piece) == kindTalk
}

// tellsOfThem reports whether an English remark, read as a statement, says
// something of its speaker or of somebody of theirs that stands by itself.
func tellsOfThem(r Remark, st statement.Statement) bool {
	if n := len([]rune(r.Text)); n < 15 || n > 220 || st.Laughs || len(r.terms) < 2 && !r.dated(st) {
		return false
	}
	if lexicon.Has("you", r.Text) && !lexicon.Has("together", r.Text) {
		return false
	}
	if r.long && !lexicon.Has("me", st.Plain) || !r.user && !ofOneself(st) {
		return false // a text that was pasted, a lecture
	}
	return ofTheirs(st) && standsByItself(r.Text) && !tellingTable.Has(kindTalk, r.Text) && !tellingTable.Has(kindVow, r.Text)
}

// dated reports whether somebody tells what they did, and when: that needs no
// more words.
func (r Remark) dated(st statement.Statement) bool {
	return st.Subject.Who == statement.Speaker && lexicon.Has("past", st.Plain) && len(lang.Times(r.Text, r.time)) > 0
}

// sure reports whether a pronoun that begins a remark means somebody: the
// remark does not name them again, and the sentence before it nobody else.
func sure(r Remark, name string, message []Remark) bool {
	if words := strings.Fields(name); len(words) > 0 && lang.Mentions(r.Text, words[len(words)-1]) {
		return false
	}
	for _, o := range message {
		if o.at < r.at && lexicon.Has("bare-kin", o.Text) && !lang.Mentions(o.Text, name) {
			return false // "mam had a stroke. Saturday night. She's in hospital" of no Tunde before it
		}
		if o.at == r.at-1 && lexicon.Has("kin-of", o.Text) {
			return lang.Mentions(o.Text, name) || len(lang.Persons(o.Text)) == 1 && strings.Contains(strings.ToLower(name), strings.TrimPrefix(lang.Persons(o.Text)[0].Name, "my "))
		}
	}
	return true
}

// standsByItself reports whether an English sentence is one, and understood
// without those before it.
func standsByItself(text string) bool {
	return !verbless(text) && (!dangles(text) || lexicon.Has("expletive", text))
}

// ofTheirs reports whether a statement is about who makes it: they are its
// subject, somebody of theirs is, or it has them in it.
func ofTheirs(st statement.Statement) bool {
	switch st.Subject.Who {
	case statement.Speaker:
		return true
	case statement.Someone:
		return lexicon.Has("me", st.Plain) || lexicon.Has("pronoun-first", st.Plain) || strings.Contains(st.Plain, st.Subject.Name)
	case statement.Listener:
		return false
	}
	if lexicon.Has("past", st.Plain) && (lexicon.Has("we", st.Plain) || strings.HasPrefix(st.Plain, "The ") && len(lang.Terms(st.Plain)) > 3) {
		return true // what happened is told by who was there
	}
	return ofOneself(st)
}

// ofOneself reports whether a statement has its speaker in it, or leaves them
// out as one does: "Just booked a flight".
func ofOneself(st statement.Statement) bool {
	s := st.Plain
	return st.Subject.Who == statement.Speaker || lexicon.Has("me", s) || lexicon.Has("subjectless", s) || lexicon.Has("expletive", s) ||
		lexicon.Has("doing", s) && lexicon.Has("was-so", s) || lexicon.Has("we", s) && lexicon.Has("past", s)
}

// general reports whether a remark says in English how things are for everybody:
// a maxim, in which neither its speaker nor anybody by name has a part.
func (r Remark) general() bool {
	return !r.Japanese && tellingTable.Has(kindMaxim, r.Text) && !lexicon.Has("me", r.Text) && len(lang.ProperNames(r.Raw)) == 0
}

// needsNothing reports whether a remark leans on nothing that was said before
// it.
func needsNothing(r Remark) bool {
	return !r.leans || !r.Japanese && (lexicon.Has("expletive", r.Text) || !dangles(r.Text))
}

// asserted reports whether a statement says that something is so: a wish that is
// somebody's own, and what they would do once, "I used to swim, we'd race", are.
func asserted(st statement.Statement) bool {
	return st.Mode == statement.Asserted || st.Mode == statement.Supposed && !st.Japanese && (lexicon.Has("wishes", st.Plain) || lexicon.Has("used-to", st.Plain))
}

// meaning returns a remark that begins with a pronoun as the statement has it,
// with whom it means in its place.
func meaning(r Remark, st statement.Statement, message []Remark) Remark {
	if r.Japanese || st.Subject.Who != statement.Someone || len(st.Tells) != 1 || !lexicon.Has("pronoun-first", st.Plain) {
		return r
	}
	if text := st.Tells[0].Text; !lexicon.Has("pronoun-first", text) && sure(r, st.Subject.Name, message) {
		r.Text, r.leans = text, false
	}
	return r
}

// namesNothing reports whether an English remark has no word but such as name
// nothing that one could point at.
func (r Remark) namesNothing() bool {
	if r.Japanese {
		return false
	}
	if judged := lexicon.First("judged", r.Text); judged != nil && allVague(lang.Terms(judged[1])) {
		return true
	}
	judges := lexicon.First("judges", r.Text) // "Ghent is great"
	return allVague(r.terms) || judges != nil && allVague(lang.Terms(judges[1])) && !lexicon.Has("me", r.Text) && !lexicon.Has("we", r.Text)
}

func allVague(terms []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool { return !vagueTerms()[t] })
}

// withoutComment takes off an English sentence what it begins or ends with and
// what only says how that was: "Last week was wild - I saw the play - it was
// amazing".
func withoutComment(text string) string {
	lead := lexicon.Text("remark-ahead", text)
	if rest := text[len(lead):]; allVague(lang.Terms(lead)) && !allVague(lang.Terms(rest)) && (!question.HoldsTime(lead) || question.HoldsTime(rest)) {
		text = upperFirst(rest)
	}
	tail := lexicon.First("comment", text)
	if tail == nil || !allVague(lang.Terms(tail[0])) {
		return text
	}
	head := strings.TrimRight(strings.TrimSuffix(text, tail[0]), " ,;-–—")
	judged := lexicon.First("judges", head)
	if allVague(lang.Terms(head)) || judged != nil && allVague(lang.Terms(judged[1])) || strings.Count(head, `"`)%2 != 0 {
		return text
	}
	return head
}

// vagueTerms are the terms of the words that name nothing.
var vagueTerms = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range lexicon.Values("vague") {
		for _, t := range lang.Terms(word) {
			set[t] = true
		}
	}
	return set
})

// dangles reports whether an English sentence speaks of something or somebody
// by a word that means nothing without what was said before it: a pronoun with
// no noun ahead of it that it could mean. What a clause is about is not what a
// pronoun at its end means: "the strike was the reason behind it".
func dangles(text string) bool {
	text = strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(text, "’", "'"), "IT", "computing"))
	var c clauseRead
	for _, part := range lexicon.Expr("parts").Split(text, -1) {
		for _, clause := range lexicon.Expr("begins-clause").Split(part, -1) {
			if c = c.then(lang.LatinWords(clause)); c.away() {
				return true
			}
		}
		if showsLast(c.words) {
			return true
		}
	}
	return false
}

// A clauseRead is a clause, and what was read before it.
type clauseRead struct {
	words []string
	named bool // a clause before it has a noun that a pronoun could mean
	here  int  // the first such in this; len(words) none
}

// then reads the next clause.
func (c clauseRead) then(words []string) clauseRead {
	c.named = c.named || c.here < len(c.words) && len(c.words) > 1 // "Plus, it …" has none
	c.words, c.here = words, slices.IndexFunc(words, couldBeMeant)
	if c.here < 0 {
		c.here = len(words)
	}
	return c
}

// away reports whether a word of the clause means what is not there.
func (c clauseRead) away() bool {
	for i, w := range c.words {
		if someWord("pronoun", w) && c.misses(i) || someWord("pointing", w) && (c.pointsAlone(i) || c.pointsVaguely(i)) {
			return true
		}
	}
	return false
}

// misses reports whether there is nothing that the pronoun at i could mean. What
// a clause is about is not what is done to it there.
func (c clauseRead) misses(i int) bool {
	w := c.words[i]
	return !c.named && (i <= c.here || endsIn(c.words, i) || w == "it" || w == "them" || w == "him")
}

// pointsAlone reports whether the word at i, "this", stands alone and means
// nothing that was named.
func (c clauseRead) pointsAlone(i int) bool {
	return pointsAway(c.words, i) && (!c.named && (i <= c.here || c.words[i] != "there") || endsLike(c.words, i))
}

// pointsVaguely reports whether the word at i points at what names nothing,
// "that situation".
func (c clauseRead) pointsVaguely(i int) bool {
	if w := c.words[i]; w == "such" || w == "one" || i+1 == len(c.words) {
		return false
	}
	next := c.words[i+1]
	return lexicon.Values("vague")[next] == "thing" && !someWord("calendar", next)
}

// endsIn reports whether words end at i, or go on with when only.
func endsIn(words []string, i int) bool {
	return i+1 == len(words) || i+2 == len(words) && (someWord("calendar", words[i+1]) || lang.Is(lang.Adverb, words[i+1]))
}

// showsLast reports whether the last two words point at something that is not
// said, "this app".
func showsLast(words []string) bool {
	n := len(words)
	return n > 1 && words[n-2] != "one" && words[n-2] != "such" && someWord("pointing", words[n-2]) && !someWord("calendar", words[n-1]) && !linksOrIs(words[n-1])
}

// linksOrIs reports whether a word is no thing that could be pointed at.
func linksOrIs(word string) bool { return someWord("linking", word) || someWord("being", word) }

// pointsAway reports whether the word at i, "this", stands alone.
func pointsAway(words []string, i int) bool {
	if i+1 == len(words) {
		return true
	}
	next := words[i+1]
	return someWord("linking", next) && (words[i] != "there" || !someWord("being", next))
}

// endsLike reports whether a sentence ends at i with "like this".
func endsLike(words []string, i int) bool {
	return i > 0 && i+1 == len(words) && words[i-1] == "like"
}

// couldBeMeant reports whether a word may be what a later pronoun means.
func couldBeMeant(word string) bool {
	list := lang.Terms(word)
	return len(list) > 0 && lang.Noun(list[0]) && !lexicon.Has("bending", word) && !someWord("nameless", word) && !someWord("vague", word)
}

// verbless reports whether an English sentence begins with what somebody does,
// or with somebody or something, and goes on without saying that it is so:
// "Working to motivate others", "My roommate's lentil thing".
func verbless(text string) bool {
	if lexicon.Has("finite", text) {
		return false
	}
	return !lexicon.Has("subject", text) && !slices.ContainsFunc(lang.LatinWords(strings.ToLower(text)), lang.IsPast) && !lexicon.Has("past", text) && !lexicon.Has("third-person", text) && !lexicon.Has("subjectless", text) && !lexicon.Has("underway", text) ||
		lexicon.Has("doing", text) && !lexicon.Has("underway", text)
}
