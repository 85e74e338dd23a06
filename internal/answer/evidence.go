package answer

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
)

// An inquiry is a question put to what was recalled.
type inquiry struct {
	question.Asking
	text   string
	terms  []lang.Sense // without the names of whom it asks about
	rarity []float64    // beside terms
	people []string     // of the speakers, whom it names; the user for "I"
	lines  []*utterance
	days   when.Days // that it names; zero for any
}

// inquire makes a question ready for what was recalled.
func (rd *Reader) inquire(q question.Asking, lines []*utterance) *inquiry {
	in := &inquiry{Asking: q, text: q.Text, lines: lines}
	var speakers []string
	for _, u := range lines {
		if u.speaker != "" && !slices.Contains(speakers, u.speaker) {
			speakers = append(speakers, u.speaker)
		}
	}
	in.askAbout(rd, speakers)
	for _, u := range lines {
		u.claims = slices.DeleteFunc(u.claims, func(c *claim) bool {
			return !slices.ContainsFunc(c.terms, func(t lang.Sense) bool { return !isNameOf(t, speakers) })
		})
	}
	in.readTerms(rd)
	in.weigh()
	return in
}

// question.AskAbout finds whom of the speakers a question is about.
func (in *inquiry) askAbout(rd *Reader, speakers []string) {
	for _, name := range speakers {
		if rd.names(in.Asking, name) {
			in.people = append(in.people, name)
		}
	}
	if rd.Lang == plain.Japanese && len(in.people) > 1 && !lex.Has("any-self", in.text) {
		// Every Japanese question may be about the user, but this one names another.
		in.people = slices.DeleteFunc(in.people, func(p string) bool { return rd.isUser(p) != "" && !strings.Contains(in.text, p) })
	}
	if in.User && rd.isUser(speakers...) == "" && len(in.people) == 0 {
		in.people = append(in.people, rd.SubjectName())
	}
}

// readTerms takes the terms of a question without the names of whom it asks
// about, and the days it names.
func (in *inquiry) readTerms(rd *Reader) {
	var bare string
	if in.days, bare = when.OnCalendar(in.text, rd.Now); in.days.Empty() {
		in.days = in.Days
	}
	all := in.Senses
	if rd.Lang == plain.English {
		for _, name := range in.people {
			bare = replaceWord(replaceWord(bare, name+"'s", " "), name, " ")
		}
		all = lang.Senses(bare)
		if lex.Has("went-to", bare) {
			all = append(all, lang.Sense{Key: "@go", Weight: 0.7})
		}
	}
	in.terms = slices.DeleteFunc(slices.Clone(all), func(t lang.Sense) bool {
		if rd.Lang == plain.Japanese {
			return slices.ContainsFunc(in.people, func(p string) bool { return strings.Contains(p, strings.TrimPrefix(t.Key, question.HiraganaName)) })
		}
		return question.AskedFor(in.Kind, t.Key) || lang.Is(lang.Filler, t.Key)
	})
}

// isNameOf reports whether a term is one of the names.
func isNameOf(t lang.Sense, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return t.Key == lang.SenseStem(strings.ToLower(n)) })
}

// names reports whether a question is about a speaker.
func (k *Talk) names(q question.Asking, speaker string) bool {
	switch {
	case k.IsPersona(speaker):
		return false
	case k.isUser(speaker) != "" && q.User:
		return true
	}
	return holdsWord(q.Text, speaker) || k.Lang == plain.Japanese && strings.Contains(q.Text, speaker)
}

// isUser returns the first of the names that is the user's.
func (k *Talk) isUser(names ...string) string {
	for _, n := range names {
		if n == "User" || n != "" && (n == k.User || n == k.Profile || n == k.SubjectName()) {
			return n
		}
	}
	return ""
}

// weigh says how much each term of the question tells among what was
// recalled: what is everywhere tells nothing.
func (in *inquiry) weigh() {
	n := 0
	df := make([]int, len(in.terms))
	for _, u := range in.lines {
		for _, c := range u.claims {
			n++
			for i, t := range in.terms {
				if c.holds(t) {
					df[i]++
				}
			}
		}
	}
	for i, t := range in.terms {
		in.rarity = append(in.rarity, t.Weight*math.Log(1+float64(n+1)/(float64(df[i])+0.5)))
	}
}

// holds reports whether a claim has a term.
func (c *claim) holds(t lang.Sense) bool {
	for _, h := range c.terms {
		if h.Key == t.Key || lang.Answers(t.Key, h.Key) || derived(h.Key, t.Key) || derived(t.Key, h.Key) {
			return true
		}
	}
	return strings.HasPrefix(t.Key, question.HiraganaName) && strings.Contains(c.text, t.Key[len(question.HiraganaName):])
}

// derived reports whether a word is made from a verb: a teacher teaches.
func derived(word, verb string) bool {
	rest, ok := strings.CutPrefix(word, verb)
	return ok && len(verb) > 3 && (rest == "er" || rest == "or" || rest == "ment" || rest == "ion")
}

// covers returns how much of the question's weight some claims hold together.
func (in *inquiry) covers(cs ...*claim) float64 {
	hit, all := 0.0, 0.0
	for i, t := range in.terms {
		all += in.rarity[i]
		if slices.ContainsFunc(cs, func(c *claim) bool { return c.holds(t) }) {
			hit += in.rarity[i]
		}
	}
	if all == 0 {
		return 0
	}
	return hit / all
}

// The features of a claim as evidence.
const (
	fCover   = iota // share of the question in the claim
	fAround         // share of it in the whole utterance, beyond the claim
	fAsked          // share of it in the question said just before
	fRank           // of the Memory
	fOwn            // said by whom the question asks about, of themselves
	fOther          // said by somebody else of themselves
	fNamed          // names whom the question asks about
	fCaption        // of a picture
	fKind           // holds the kind of thing that is asked for
	fFresh          // log of the words that the question has not
	fShort          // says next to nothing
	fNames          // new names and numbers
	fFirst          // the first of its utterance
	fNext           // follows a claim that covers the question
	fPairs          // holds the question's pairs of words
	fDays           // said on, or soon after, the days that the question names
	features
)

// vector returns the features of a claim.
func (in *inquiry) vector(rd *Reader, c *claim) [features]float64 {
	var f [features]float64
	u := c.of
	f[fCover] = in.covers(c)
	f[fAround] = in.covers(u.claims...) - f[fCover]
	f[fAsked] = in.covers(in.before(u)...)
	f[fRank] = 1 / (1 + float64(u.item))
	f[fCaption] = one[c.caption]
	f[fKind] = one[rd.Fits(in.Asking, &Memory{Text: c.text, Lang: c.lang, terms: c.terms})]
	fresh, names := in.fresh(c)
	f[fFresh] = math.Log1p(float64(fresh))
	f[fShort] = one[fresh < 2]
	f[fNames] = math.Log1p(float64(names))
	f[fFirst] = one[c.at == 0]
	if i := slices.Index(u.claims, c); i > 0 {
		f[fNext] = in.covers(u.claims[i-1])
	}
	f[fPairs] = in.pairs(c)
	if !in.days.Empty() && !u.day.IsZero() {
		f[fDays] = math.Exp(-float64(in.days.Off(u.day)) / 4)
	}
	in.whose(c, &f)
	return f
}

// whose sets the features that say who speaks of whom.
func (in *inquiry) whose(c *claim, f *[features]float64) {
	own := slices.Contains(in.people, c.of.speaker)
	share := 0.5
	if speaksOfSelf(c) {
		share = 1
	}
	switch {
	case own:
		f[fOwn] = share
	case len(in.people) > 0 && c.of.speaker != "":
		f[fOther] = share
	}
	f[fNamed] = one[!own && slices.ContainsFunc(in.people, func(p string) bool { return holdsWord(c.text, p) })]
}

// speaksOfSelf reports whether a claim is in the first person.
func speaksOfSelf(c *claim) bool {
	if c.lang == plain.Japanese {
		return lex.Has("any-self", c.text) || !lex.Has("other-topic", lex.Expr("time-topic").ReplaceAllString(c.text, "")) // who is not named is oneself
	}
	return lex.Has("self-en", c.text)
}

// one is 1 for what is so and 0 for what is not.
var one = map[bool]float64{true: 1}

// before returns the claims said just before u by somebody else.
func (in *inquiry) before(u *utterance) []*claim {
	i := slices.Index(in.lines, u)
	if i <= 0 || in.lines[i-1].speaker == u.speaker || !in.lines[i-1].day.Equal(u.day) {
		return nil
	}
	var out []*claim
	for _, c := range in.lines[i-1].claims {
		if c.asks {
			out = append(out, c)
		}
	}
	return out
}

// fresh counts the terms of a claim that the question has not, and how many
// of them are names or numbers.
func (in *inquiry) fresh(c *claim) (n, names int) {
	for _, t := range c.terms {
		if !lang.HasSense(in.terms, t.Key) {
			n++
			if t.Weight >= 1.5 {
				names++
			}
		}
	}
	if unicode.IsUpper(firstRune(c.text)) && names > 0 && len(c.terms) > 0 && c.terms[0].Weight >= 1.5 {
		names-- // it only begins the sentence
	}
	return n, names
}

// pairs returns the share of the question's pairs of neighbouring terms that
// stand side by side in a claim too.
func (in *inquiry) pairs(c *claim) float64 {
	if len(in.terms) < 2 {
		return 0
	}
	n := 0
	for i := 1; i < len(in.terms); i++ {
		a := slices.IndexFunc(c.terms, func(t lang.Sense) bool { return t.Key == in.terms[i-1].Key })
		b := slices.IndexFunc(c.terms, func(t lang.Sense) bool { return t.Key == in.terms[i].Key })
		if a >= 0 && b >= 0 && b-a <= 2 && a-b <= 2 {
			n++
		}
	}
	return float64(n) / float64(len(in.terms)-1)
}
