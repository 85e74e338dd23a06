package rules

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"yumori/internal/lang"
)

//go:embed words/telling_en.txt
var tellingText string

// Kinds of what tells nothing, or little, of a life.
const (
	kindTalk    = "talk"
	kindVow     = "vow"
	kindMaxim   = "maxim"
	kindFeeling = "feeling"
)

var tellingTable = lang.NewTable(tellingText)

// parted is where one sentence is put behind another without a full stop.
var parted = regexp.MustCompile(`\s*[-–—]+\s+|;\s+`)

// parts returns what a remark tells, each by itself and with what it is worth:
// the whole of it, or, where the whole asks or only speaks of the talk, what of
// it does not.
func (d *Digest) parts(r Remark, st lang.Statement) (list []Remark, worth []float64) {
	r = d.meaning(r, st)
	r.Text = upperFirst(lexicon.Replace("announced", lexicon.Replace("leading", r.Text)))
	whole := worthOf(r, st)
	pieces := piecesOf(r.Raw)
	if whole == 0 && (asserted(st) || st.Mode == lang.Supposed && !lexicon.Has("conditional", r.Text)) {
		pieces = unspliced(pieces)
	}
	pasted := slices.ContainsFunc(pieces, pastesOn)
	if whole > 0 && (len(pieces) == 1 || !pasted && !r.leans) {
		return []Remark{r}, []float64{whole}
	}
	if len(pieces) == 1 || r.Japanese {
		return nil, nil
	}
	defer func() {
		if len(list) == 0 && whole > 0 && !pasted {
			list, worth = []Remark{r}, []float64{whole}
		}
	}()
	for _, p := range pieces {
		if strings.Count(p, `"`)%2 != 0 || strings.HasSuffix(p, "?") {
			continue
		}
		for _, said := range lang.Statements(p) {
			if (r.leans && whole > 0 || !asserted(st)) && said.Subject.Who != lang.Speaker {
				continue
			}
			if one := d.part(r, said); one.Text != "" {
				if v := worthOf(one, said); v > 0 {
					list, worth = append(list, one), append(worth, v)
				}
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
func (d *Digest) part(r Remark, said lang.Statement) Remark {
	s := lang.Sentences(said.Raw)
	if len(s) != 1 {
		return Remark{}
	}
	r.Sentence = s[0]
	r.terms = Without(lang.Terms(r.Text), d.Names)
	r.leans, r.supposes = lang.Leans(r.Sentence), lang.Supposes(r.Sentence)
	r.news = r.news && lang.News(r.Sentence)
	return r
}

// pastesOn reports whether a piece of a sentence only asks or is polite.
func pastesOn(piece string) bool {
	return strings.HasSuffix(piece, "?") || tellingTable.Kind(piece) == kindTalk
}

// tellsOfThem reports whether an English remark, read as a statement, says
// something of its speaker or of somebody of theirs that stands by itself.
func tellsOfThem(r Remark, st lang.Statement) bool {
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
func (r Remark) dated(st lang.Statement) bool {
	return st.Subject.Who == lang.Speaker && lexicon.Has("past", st.Plain) && len(lang.Times(r.Text, r.time)) > 0
}

// sure reports whether a pronoun that begins a remark means somebody: the
// remark does not name them again, and the sentence before it nobody else.
func (d *Digest) sure(r Remark, name string) bool {
	if words := strings.Fields(name); len(words) > 0 && lang.Mentions(r.Text, words[len(words)-1]) {
		return false
	}
	for _, o := range d.ByLine[r.line] {
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
func ofTheirs(st lang.Statement) bool {
	switch st.Subject.Who {
	case lang.Speaker:
		return true
	case lang.Someone:
		return lexicon.Has("me", st.Plain) || lexicon.Has("pronoun-first", st.Plain) || strings.Contains(st.Plain, st.Subject.Name)
	case lang.Listener:
		return false
	}
	if lexicon.Has("past", st.Plain) && (lexicon.Has("we", st.Plain) || strings.HasPrefix(st.Plain, "The ") && len(lang.Terms(st.Plain)) > 3) {
		return true // what happened is told by who was there
	}
	return ofOneself(st)
}

// ofOneself reports whether a statement has its speaker in it, or leaves them
// out as one does: "Just booked a flight".
func ofOneself(st lang.Statement) bool {
	s := st.Plain
	return st.Subject.Who == lang.Speaker || lexicon.Has("me", s) || lexicon.Has("subjectless", s) || lexicon.Has("expletive", s) ||
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
func asserted(st lang.Statement) bool {
	return st.Mode == lang.Asserted || st.Mode == lang.Supposed && !st.Japanese && (lexicon.Has("wishes", st.Plain) || lexicon.Has("used-to", st.Plain))
}

// meaning returns a remark that begins with a pronoun as the statement has it,
// with whom it means in its place.
func (d *Digest) meaning(r Remark, st lang.Statement) Remark {
	if r.Japanese || st.Subject.Who != lang.Someone || len(st.Tells) != 1 || !lexicon.Has("pronoun-first", st.Plain) {
		return r
	}
	if text := st.Tells[0].Text; !lexicon.Has("pronoun-first", text) && d.sure(r, st.Subject.Name) {
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
	judged := lexicon.First("judged", r.Text)
	return allVague(r.terms) || judged != nil && allVague(lang.Terms(judged[1]))
}

func allVague(terms []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool { return !vagueTerms()[t] })
}

// withoutComment takes off an English sentence what it begins or ends with and
// what only says how that was: "Last week was wild - I saw the play - it was
// amazing".
func withoutComment(text string) string {
	lead := lexicon.Text("remark-ahead", text)
	if rest := text[len(lead):]; allVague(lang.Terms(lead)) && !allVague(lang.Terms(rest)) && (!lang.HoldsTime(lead) || lang.HoldsTime(rest)) {
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
	named := false // in a clause before
	for _, part := range lexicon.Expr("parts").Split(text, -1) {
		var words []string
		for _, clause := range lexicon.Expr("begins-clause").Split(part, -1) {
			words = wordsOf(clause)
			here, away := pointsIn(words, named)
			if away {
				return true
			}
			named = named || here && len(words) > 1 // "Plus, it …"
		}
		if showsLast(words) {
			return true
		}
	}
	return false
}

// pointsIn tells of the words of a clause whether one of them could be meant
// later, and whether one means what is not there. named says that there was one
// before.
func pointsIn(words []string, named bool) (here, away bool) {
	for i, w := range words {
		switch {
		case someWord("pronoun", w) && !named && (!here || endsIn(words, i) || w == "it" || w == "them" || w == "him"),
			someWord("pointing", w) && pointsAway(words, i) && (!named && (!here || w != "there") || endsLike(words, i)),
			someWord("pointing", w) && w != "such" && w != "one" && i+1 < len(words) && lexicon.Values("vague")[words[i+1]] == "thing" && !someWord("calendar", words[i+1]):
			return here, true
		case couldBeMeant(w):
			here = true
		}
	}
	return here, false
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("'-", r)
	})
}

// endsIn reports whether words end at i, or go on with when only.
func endsIn(words []string, i int) bool {
	return i+1 == len(words) || i+2 == len(words) && (someWord("calendar", words[i+1]) || lang.Is(lang.Adverb, words[i+1]))
}

// showsLast reports whether the last two words point at something that is not
// said, "this app".
func showsLast(words []string) bool {
	n := len(words)
	return n > 1 && words[n-2] != "one" && someWord("pointing", words[n-2]) && !someWord("calendar", words[n-1]) && !linksOrIs(words[n-1])
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
	return !lexicon.Has("subject", text) && !slices.ContainsFunc(wordsOf(strings.ToLower(text)), lang.IsPast) && !lexicon.Has("past", text) && !lexicon.Has("third-person", text) && !lexicon.Has("subjectless", text) && !lexicon.Has("underway", text) ||
		lexicon.Has("doing", text) && !lexicon.Has("underway", text)
}
