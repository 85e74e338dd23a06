package rules

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
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
	r = meaning(r, st)
	r.Text = upperFirst(announced.ReplaceAllString(leading.ReplaceAllString(r.Text, ""), "$1"))
	whole := worthOf(r, st)
	pieces := piecesOf(r.Raw)
	if whole == 0 && asserted(st) {
		pieces = unspliced(pieces)
	}
	if whole > 0 && (len(pieces) == 1 || !slices.ContainsFunc(pieces, pastesOn)) {
		return []Remark{r}, []float64{whole}
	}
	if len(pieces) == 1 || r.Japanese {
		return nil, nil
	}
	for _, p := range pieces {
		if strings.Count(p, `"`)%2 != 0 || strings.HasSuffix(p, "?") {
			continue
		}
		for _, said := range lang.Statements(p) {
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
	if at := toOther.FindStringIndex(raw); at != nil && len(pieces) == 1 {
		return []string{raw[:at[0]], ""}
	}
	return pieces
}

// unspliced takes a sentence that is of one piece apart at a comma behind which
// another begins.
func unspliced(pieces []string) []string {
	if at := spliced.FindStringSubmatchIndex(pieces[0]); at != nil && len(pieces) == 1 {
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

// toOther begins a clause that turns to the other.
var toOther = regexp.MustCompile(`(?i),\s+(?:(?:and|but|so)\s+)?(?:(?:I'll|I’ll|I will|I can|I hope|I'm glad|what|how)\b[^,]*\byou|thanks|thank you|you|let me)\b`)

// spliced begins another sentence behind a comma.
var spliced = regexp.MustCompile(`(?i),\s+(?:and |but |so )?((?:I|we|my|it|that|maybe|hope|hopefully|can't)\b)`)

// leading is what leads from one matter to another.
var leading = regexp.MustCompile(`(?i)^(?:(?:and |so )?as for me|speaking of(?: \w+){0,2}|(?:i )?appreciate [^,]{1,30}|on another note|on top of that|besides(?: that)?|in other news|some (?:big |good )?news|by the way|oh|apart from that)(?:[,:]|, but) +`)

// announced is what leads up to news: "I wanted to let you know that I".
var announced = regexp.MustCompile(`(?i)^(?:and |but )?(?:I(?:'m| am) (?:so |really )*(?:excited|happy|glad|pleased|proud|thrilled) to|(?:I )?(?:just )?want(?:ed)? to) (?:tell you|let you know|share|say|announce)(?: that)? (I|we)\b`)

// pastesOn reports whether a piece of a sentence only asks or is polite.
func pastesOn(piece string) bool {
	return strings.HasSuffix(piece, "?") || tellingTable.Kind(piece) == kindTalk
}

// tellsOfThem reports whether an English remark, read as a statement, says
// something of its speaker or of somebody of theirs that stands by itself.
func tellsOfThem(r Remark, st lang.Statement) bool {
	if n := len([]rune(r.Text)); n < 15 || n > 220 || st.Laughs || len(r.terms) < 2 {
		return false
	}
	if toYou.MatchString(r.Text) && !togetherEn.MatchString(r.Text) {
		return false
	}
	if r.long && !firstPerson.MatchString(st.Plain) || !r.user && !ofOneself(st) {
		return false // a text that was pasted, a lecture
	}
	return ofTheirs(st) && standsByItself(r.Text) && !tellingTable.Has(kindTalk, r.Text) && !tellingTable.Has(kindVow, r.Text)
}

// standsByItself reports whether an English sentence is one, and understood
// without those before it.
func standsByItself(text string) bool {
	return !verbless(text) && (!dangles(text) || expletive.MatchString(text))
}

// ofTheirs reports whether a statement is about who makes it: they are its
// subject, somebody of theirs is, or it has them in it.
func ofTheirs(st lang.Statement) bool {
	switch st.Subject.Who {
	case lang.Speaker:
		return true
	case lang.Someone:
		return firstPerson.MatchString(st.Plain) || pronounFirst.MatchString(st.Plain) || strings.Contains(st.Plain, st.Subject.Name)
	case lang.Listener:
		return false
	}
	if past.MatchString(st.Plain) && (withOthers.MatchString(st.Plain) || strings.HasPrefix(st.Plain, "The ") && len(lang.Terms(st.Plain)) > 3) {
		return true // what happened is told by who was there
	}
	return ofOneself(st)
}

// ofOneself reports whether a statement has its speaker in it, or leaves them
// out as one does: "Just booked a flight".
func ofOneself(st lang.Statement) bool {
	s := st.Plain
	return st.Subject.Who == lang.Speaker || firstPerson.MatchString(s) || subjectless.MatchString(s) || expletive.MatchString(s) ||
		doing.MatchString(s) && wasSo.MatchString(s) || withOthers.MatchString(s) && past.MatchString(s)
}

// general reports whether a remark says in English how things are for everybody:
// a maxim, in which neither its speaker nor anybody by name has a part.
func (r Remark) general() bool {
	return !r.Japanese && tellingTable.Has(kindMaxim, r.Text) && !firstPerson.MatchString(r.Text) && len(lang.ProperNames(r.Raw)) == 0
}

// needsNothing reports whether a remark leans on nothing
// that was said before it.
func needsNothing(r Remark) bool {
	return !r.leans || !r.Japanese && expletive.MatchString(r.Text)
}

// asserted reports whether a statement says that something is so; a wish that
// is somebody's own is.
func asserted(st lang.Statement) bool {
	return st.Mode == lang.Asserted || st.Mode == lang.Supposed && !st.Japanese && wishes.MatchString(st.Plain)
}

// meaning returns a remark that begins with a pronoun as the statement has it,
// with whom it means in its place.
func meaning(r Remark, st lang.Statement) Remark {
	if r.Japanese || st.Subject.Who != lang.Someone || len(st.Tells) != 1 || !pronounFirst.MatchString(st.Plain) {
		return r
	}
	if text := st.Tells[0].Text; !pronounFirst.MatchString(text) {
		r.Text, r.leans = text, false
	}
	return r
}

var (
	firstPerson  = regexp.MustCompile(`\bI\b|(?i)\b(?:my|me|mine|myself)\b`)
	withOthers   = regexp.MustCompile(`(?i)\b(?:we|us|our|ours|ourselves)\b`)
	past         = regexp.MustCompile(`(?i)'ve\b|\b(?:was|were|had|did|got|went|hit|came|made|took|gave|won|lost|ran|fell|broke|rang|left|stole|told|said|saw|met|[a-z]+[^e]ed)\b`)
	wishes       = regexp.MustCompile(`(?i)^(?:one day |someday |also )*(?:I|we)(?:'d| would) (?:really |also |just )*(?:love|like) to [a-z]+ [^?]{6,}$`)
	expletive    = regexp.MustCompile(`(?i)^it(?: was|'s been| has been) (?:so |such |really |very |an? )*[\w-]+ (?:to (?:[a-z]{4,}|go|be|hang)|having|being|[a-z]{3,}ing) `)
	pronounFirst = regexp.MustCompile(`(?i)^(?:he|she|his|her)\b`)
	subjectless  = regexp.MustCompile(`(?i)^(?:just |finally |also |recently |only )*(?:finished|signed|got back|left my|quit|moved to|bought|helped|researching|spent|started|joined|booked|watched|visited|took|tried|gonna|going to|planning|thinking (?:of|about)) `)
	theirOwn     = regexp.MustCompile(`(?i)^(?:my|our) `)
	thirdPerson  = regexp.MustCompile(`(?i)\b[a-z]{2,}[^s'’ ]s\b|\b(?:does|do|am|'re|'m|say|go|live|work|like|love|want|need|play|get|come)\b|'(?:re|ve|s|m) [a-z]+(?:ing|ed|en)\b`)
	wasSo        = regexp.MustCompile(`(?i)\b(?:was|were|has been)\b`)
	doing        = regexp.MustCompile(`(?i)^(?:just |still |now |always )*[a-z]+ing\b`)
	underway     = regexp.MustCompile(`(?i)^(?:just |still |now )*(?:planning|thinking (?:of|about)|going to|hoping to|trying to|dealing with|looking for|saving|working (?:on|at|as|in)|living|studying|training) `)
	finite       = regexp.MustCompile(`(?i)\b(?:is|are|was|were|has|had|have|can|will|makes?|made|helps?|helped|gives?|gave|keeps?|kept|takes?|took|means?|meant|feels?|felt|brings?|brought|got|went)\b|(?:n't|ing's)\b`)
)

// wordsOf is a set of words.
func wordsOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// Words that mean something by what was said before them, that stand behind one
// of these which stands alone, and that no later one of these means.
var (
	pronoun  = wordsOf(`it it's it'll it'd he he's him she she's her hers they they're they've them`)
	pointing = wordsOf(`this that these those such there one ones`)
	being    = wordsOf(`is are was were has had will`)
	calendar = wordsOf(`year month week weekend day night morning afternoon evening spring summer autumn fall winter days weeks months
monday tuesday wednesday thursday friday saturday sunday time`)
	linking = wordsOf(`is are was were for to at in on with by and but or so as after before because when while if since has had
can will would could out up too now again yet all really just also from into`)
	nameless = wordsOf(`doing going trying making having getting being using taking playing thinking talking looking reading hearing
seeing recommend guiding supporting forward keen gonna lot lots way bit back here stress kind sort touch`)
	bending = regexp.MustCompile(`[a-z]{2}(?:ed|ly)$`)
)

// dangles reports whether an English sentence speaks of something or somebody
// by a word that means nothing without what was said before it: a pronoun ahead
// of the first noun that it could mean.
func dangles(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("'-", r)
	})
	named := false
	for i, w := range words {
		switch {
		case !named && showsLast(words[i:]):
			return true
		case pronoun[w] && !named || pointing[w] && pointsAway(words, i) && (!named || endsLike(words, i)):
			return true
		case i > 0 && couldBeMeant(w):
			named = true
		}
	}
	return false
}

// showsLast reports whether words are the last two and point at something that
// is not said, "this app".
func showsLast(words []string) bool {
	return len(words) == 2 && pointing[words[0]] && !calendar[words[1]]
}

// pointsAway reports whether the word at i, "this", stands alone.
func pointsAway(words []string, i int) bool {
	if i+1 == len(words) {
		return true
	}
	next := words[i+1]
	return linking[next] && (words[i] != "there" || !being[next])
}

// endsLike reports whether a sentence ends at i with "like this".
func endsLike(words []string, i int) bool {
	return i > 0 && i+1 == len(words) && words[i-1] == "like"
}

// couldBeMeant reports whether a word may be what a later pronoun means.
func couldBeMeant(word string) bool {
	list := lang.Terms(word)
	return len(list) > 0 && lang.Noun(list[0]) && !bending.MatchString(word) && !nameless[word]
}

// verbless reports whether an English sentence begins with what somebody does,
// or with somebody or something, and goes on without saying that it is so:
// "Working to motivate others".
func verbless(text string) bool {
	if theirOwn.MatchString(text) && !finite.MatchString(text) && !past.MatchString(text) && !thirdPerson.MatchString(text) {
		return true // "My roommate's lentil thing"
	}
	return doing.MatchString(text) && !underway.MatchString(text) && !finite.MatchString(text)
}
