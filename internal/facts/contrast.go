package facts

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// A contrast is a value that a message says is not so, and the one that is so instead.
type contrast struct {
	was, is  figure
	said     string            // the sentence that has the other value
	evidence string            // all that says so
	who      []string          // whom its clauses name
	matter   []lang.Sense      // of what its clauses are, the values aside
	beside   []figure          // the other values in its clauses
	pronoun  bool              // it speaks of a he or she
	of       statement.Subject // as the sentence has it
}

// contrastsIn returns what an utterance says is not so but otherwise. What is asked,
// supposed or held by others is none.
func contrastsIn(r reading) []contrast {
	chance := likely.Amends(r.text)
	amends := chance >= likely.AmendsFrom
	list := slices.DeleteFunc(slices.Clone(r.said), func(st statement.Statement) bool { return !standsFor(st, chance) })
	var found []contrast
	for i, st := range list {
		figures := figuresIn(st.Text)
		for _, was := range figures {
			c := contrast{was: was, said: st.Text, of: st.Subject}
			ok := false
			switch {
			case denied(st.Text, was), (st.Corrects || amends) && saidBefore(st.Text, was):
				if c.is, ok = insteadIn(st.Text, figures, was); !ok {
					ok = c.insteadBeside(list, i)
				}
			case st.Corrects || amends:
				c.is, ok = becomes(st.Text, figures, was)
			}
			if ok {
				c.read(st.Text)
				c.readBefore(list[:i])
				found = append(found, c)
			}
		}
		if c, ok := ofWords(st); ok && len(found) == 0 && (st.Corrects || amends) {
			c.read(st.Text)
			found = append(found, c)
		}
	}
	return found
}

// ofWords returns what a sentence contrasts that is no number, hour or day: "a fox, not a
// badger".
func ofWords(st statement.Statement) (contrast, bool) {
	for _, e := range lexicon.Of("not-word") {
		m := e.FindStringSubmatchIndex(st.Text)
		if m == nil {
			continue
		}
		groups := groupsOf(e, m)
		word := func(name string) figure {
			at := groups[name]
			said := st.Text[at[0]:at[1]]
			return figure{at: at[0], end: at[1], from: at[0], to: at[1], kind: kindWord, of: strings.ToLower(said), replacement: said}
		}
		c := contrast{was: word("was"), is: word("is"), said: st.Text, of: st.Subject}
		return c, isNoun(c.was.of) && len(figuresIn(c.was.of+" "+c.is.of)) == 0
	}
	return contrast{}, false
}

// isNoun reports whether a word says something by itself and does not say what is done.
func isNoun(word string) bool {
	return lang.Japanese(word) || !lang.Is(lang.StopWord, word) && !lang.IsVerb(word) && !lang.IsWeak(word) && !lang.Is(lang.Adverb, word)
}

// standsFor reports whether the speaker of a statement says for themselves that it is so,
// or hands on what puts something right, which it does by a chance.
func standsFor(st statement.Statement, amends float64) bool {
	if st.Laughs || st.Subject.Who == statement.Listener || lexicon.Has("unsure", st.Text) {
		return false
	}
	told := st.Mode == statement.Hearsay || st.Mode == statement.Uttered
	return st.Mode == statement.Asserted || told && (st.Corrects || amends >= likely.AmendsFrom)
}

// denied reports whether a sentence says of one of its values that it is not so.
func denied(text string, f figure) bool {
	return lexicon.Has("denied-before", text[:f.at]) || lexicon.Has("denied-after", text[f.end:])
}

// saidBefore reports whether a sentence says of one of its values no more than that it was
// said.
func saidBefore(text string, f figure) bool {
	return lexicon.Has("said-before", text[:f.at]) || lexicon.Has("said-after", text[f.end:])
}

// insteadIn returns which of the values of a sentence is so instead of one that is not:
// the one just before "not", else the next behind it, else the last before it.
func insteadIn(text string, figures []figure, was figure) (is figure, ok bool) {
	behind := false
	for _, f := range figures {
		switch {
		case f.at == was.at || !f.fits(was) || f.same(was) && f.n == was.n || denied(text, f):
		case f.at < was.at:
			is, ok = f, true
			if lexicon.Has("and-not", text[f.end:was.at]) {
				return f, true
			}
		case !behind:
			is, ok, behind = f, true, true
		}
	}
	return is, ok
}

// insteadBeside looks for what is so instead in the sentence behind one that denies, or
// before it, where that has one value of the kind.
func (c *contrast) insteadBeside(list []statement.Statement, i int) bool {
	for _, at := range []int{i + 1, i - 1} {
		if at < 0 || at >= len(list) {
			continue
		}
		text := list[at].Text
		fit := slices.DeleteFunc(figuresIn(text), func(f figure) bool { return !f.fits(c.was) || f.same(c.was) || denied(text, f) })
		if len(fit) == 1 {
			c.is, c.said = fit[0], text
			return true
		}
	}
	return false
}

// becomes returns the day or hour to which a sentence says that another one before it has
// moved, where it has one other of the kind.
func becomes(text string, figures []figure, was figure) (is figure, ok bool) {
	if was.kind == kindCount {
		return is, false
	}
	for _, f := range figures {
		switch {
		case f.at == was.at || f.kind != was.kind:
		case ok || f.at < was.at || f.same(was):
			return is, false // which of several is not said
		case lexicon.Has("becomes-before", text[:f.at]) || lexicon.Has("becomes-after", text[f.end:]):
			is, ok = f, true
		}
	}
	return is, ok
}

// read takes in of whom and of what the clauses of a contrast are: those with the values,
// and what says of what it is. Others say how one came to know.
func (c *contrast) read(denies string) {
	c.evidence = denies
	if c.said != denies {
		c.evidence = denies + " " + c.said
	}
	text := c.clauses(denies)
	c.matter = c.matterIn(text)
	c.who = slices.DeleteFunc(lexicon.All("of-another", text), func(w string) bool { return lexicon.Has("he-she", w) })
	c.who = slices.Concat(c.who, lang.PersonsJa(text), namesEnglish(text))
	for _, p := range lang.Persons(text) {
		c.who = append(c.who, p.Name)
	}
	c.who = slices.DeleteFunc(c.who, func(name string) bool { return oneOf("no-name", lang.Capitalised(name)) })
	c.beside = slices.DeleteFunc(figuresIn(text), func(f figure) bool { return f.same(c.was) || f.same(c.is) })
	c.pronoun = lexicon.Has("he-she", text) && !lang.Japanese(text)
}

// readBefore takes what a contrast that names nothing is of from the sentence before, where that is
// no more than its name: "oh, and the exam. it's the 26th, not the 19th".
func (c *contrast) readBefore(list []statement.Statement) {
	if len(c.matter) == 0 && len(list) > 0 && len(strings.Fields(list[len(list)-1].Text)) <= nameWords {
		c.matter = c.matterIn(list[len(list)-1].Text)
	}
}

// nameWords is how many words a sentence has at most that only names something.
const nameWords = 5

// matterIn returns what a text is of, values and what goes with anything aside.
func (c *contrast) matterIn(text string) []lang.Sense {
	return slices.DeleteFunc(lang.Senses(withoutFigures(text)), func(s lang.Sense) bool {
		return s.Key == c.was.of || s.Key == c.is.of || lang.IsWeak(s.Key) || lang.Is(lang.Putting, s.Key) || lexicon.Has("of-time", s.Key) || lexicon.Has("any-matter", s.Key)
	})
}

func weightOf(list []lang.Sense) (sum float64) {
	for _, s := range list {
		sum += s.Weight
	}
	return sum
}

// clauses returns what of the sentence that denies says of whom and of what.
func (c contrast) clauses(denies string) string {
	var of []string
	for _, clause := range clausesOf(denies) {
		said := lexicon.Cut("told-by", denies[clause[0]:clause[1]])
		if c.was.within(clause) || c.said == denies && c.is.within(clause) {
			of = append(of, said)
			continue
		}
		for _, e := range lexicon.Of("about-what") {
			of = append(of, e.FindAllString(said, -1)...)
		}
	}
	text := strings.Join(of, ", ")
	if c.is.kind == kindWord { // what takes the place of a name is nobody else
		text = strings.NewReplacer(c.is.replacement, " ", c.was.replacement, " ").Replace(text)
	}
	return text
}

// clausesOf returns where the clauses of a sentence stand.
func clausesOf(text string) [][2]int {
	var list [][2]int
	from := 0
	for _, m := range lexicon.Expr("clause-break").FindAllStringIndex(text, -1) {
		list, from = append(list, [2]int{from, m[0]}), m[1]
	}
	return append(list, [2]int{from, len(text)})
}

// within reports whether a value stands in a clause.
func (f figure) within(clause [2]int) bool { return clause[0] <= f.from && f.to <= clause[1] }

// withoutFigures is a text without its values.
func withoutFigures(text string) string {
	for _, f := range slices.Backward(figuresIn(text)) {
		text = text[:f.at] + " " + text[f.end:]
	}
	return text
}

// How much of what a contrast is of a fact has to be of: less if it was told just before.
const (
	matterShare     = 0.5
	matterShareNext = 0.3
	justBefore      = 10.0 // how much that it was told just before counts among several
)

// near returns how near a fact is to what a contrast is of, 0 if it is of something else:
// of another person, of another day, or of what the contrast does not name.
func (c contrast) near(f Fact, u Utterance) float64 {
	before := u.BeforeID != "" && slices.Contains(f.Sources, u.BeforeID)
	date := c.was.kind == kindDate && c.was.of+c.is.of != "" && c.was.n > 0 // hardly two things are of one
	if c.ofAnother(f) || c.pronoun && !before && !date && c.of.Who != statement.Someone {
		return 0
	}
	share := lang.Overlap(c.matter, lang.Senses(f.Text))
	sum := weightOf(c.matter) * share
	switch {
	case before && (len(c.matter) == 0 || share >= matterShareNext), c.ofGivenBack(u.Reply, f):
		return justBefore + sum
	case share >= matterShare && sum >= 1, date && share+c.written(f) > 0:
		return sum + c.written(f)
	}
	return 0
}

// ofGivenBack reports whether a contrast names nothing that it is of, and a reply gives back what a
// fact quotes.
func (c contrast) ofGivenBack(reply string, f Fact) bool {
	said := quotationRe.FindString(f.Text)
	return weightOf(c.matter) < 1 && len(said) > minGivenBack && strings.Contains(reply, strings.Trim(said, `“”"「」。.`))
}

// minGivenBack is more than how many bytes a quotation has that is found in a reply again.
const minGivenBack = 16

// written is how much of what a Japanese contrast is of stands in a fact as part of a word: 式 of
// 結婚式.
func (c contrast) written(f Fact) (sum float64) {
	for _, s := range c.matter {
		if r, _ := utf8.DecodeRuneInString(s.Key); unicode.Is(unicode.Han, r) && strings.Contains(f.Text, s.Key) {
			sum += s.Weight
		}
	}
	return sum
}

// ofAnother reports whether a contrast names somebody, or a day, that a fact is not of.
func (c contrast) ofAnother(f Fact) bool {
	own := lang.Senses(f.Text)
	if c.ofAnotherDay(f) || c.pronoun && len(f.Entities) == 0 && !ofAnother(f.Text) {
		return true
	}
	strangers := slices.DeleteFunc(slices.Clone(c.who), func(name string) bool { return mentionsAny(f.Text, name) || lang.Overlap(lang.Senses(name), own) > 0 })
	beside := lang.Overlap(c.matter, own) >= matterShare && c.aside(strangers) // "in 1986, the year Erik was born, not in 1988"
	return len(strangers) > 0 && !beside
}

// aside reports whether all of some people are named in clauses of their own, behind that which has
// the value.
func (c contrast) aside(people []string) bool {
	return !slices.ContainsFunc(people, func(name string) bool {
		return slices.ContainsFunc(clausesOf(c.said), func(at [2]int) bool {
			return (c.is.within(at) || c.was.within(at)) && lang.Mentions(c.said[at[0]:at[1]], name)
		})
	})
}

// spares reports whether contrasts say the value of a fact is not so of somebody else, or on
// another day, so that nothing else they say is of it.
func spares(list []contrast, f Fact) bool {
	return slices.ContainsFunc(list, func(c contrast) bool {
		_, ok := c.only(f)
		return ok && c.ofAnother(f)
	})
}

// mentionsAny reports whether a text has one of the words of a name.
func mentionsAny(text, name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(w string) bool {
		return len(w) > 2 && !oneOf("no-name", lang.Capitalised(w)) && lang.Mentions(text, strings.TrimSuffix(w, "'s"))
	})
}

// ofAnotherDay reports whether a contrast names a day beside its values, and a fact has
// only others of the kind.
func (c contrast) ofAnotherDay(f Fact) bool {
	figures := figuresIn(f.Text)
	return slices.ContainsFunc(c.beside, func(b figure) bool {
		ofKind := func(o figure) bool { return o.kind == b.kind }
		return (b.kind == kindDay || b.kind == kindDate) && slices.ContainsFunc(figures, ofKind) &&
			!slices.ContainsFunc(figures, func(o figure) bool { return o.same(b) })
	})
}

// only returns the one value of a fact that a contrast says is not so.
func (c contrast) only(f Fact) (was figure, ok bool) {
	if c.was.kind == kindWord {
		return c.onlyWord(f.Text)
	}
	for _, o := range figuresIn(f.Text) {
		switch {
		case !o.same(c.was) && o.same(c.is) && o.kind == c.is.kind:
			return figure{}, false // it has it right
		case !o.same(c.was) || !o.fits(c.is):
		case ok:
			return figure{}, false
		default:
			was, ok = o, true
		}
	}
	return was, ok
}

// onlyWord is only of a word, which the text has to have once, by itself.
func (c contrast) onlyWord(text string) (was figure, ok bool) {
	low := strings.ToLower(text)
	at := strings.Index(low, c.was.of)
	if len(low) != len(text) || strings.Count(low, c.was.of) != 1 || !lang.Mentions(text, c.was.of) {
		return figure{}, false
	}
	was = figure{at: at, end: at + len(c.was.of), from: at, to: at + len(c.was.of), kind: kindWord, of: c.was.of}
	return was, true
}

// instead returns what stands in the place of a value of a text: of the words that are so
// those that the text does not have already, "fox" of "a dead fox" in "a dead badger".
func (c contrast) instead(text string) figure {
	if c.is.kind != kindWord {
		return c.is
	}
	is := c.is
	words := slices.DeleteFunc(strings.Fields(is.replacement), func(w string) bool {
		return lang.Mentions(text, w) || !isNoun(strings.ToLower(w))
	})
	is.replacement = strings.Join(words, " ")
	return is
}

// overtaken returns the one fact that a contrast is of, and how it reads as that has it;
// false where it may be several, or none.
func (c contrast) overtaken(held []Fact, u Utterance) (of Fact, now string, ok bool) {
	most := 0.0
	for _, f := range held {
		was, one := c.only(f)
		if !one || c.instead(f.Text).replacement == "" || slices.Contains(f.Sources, u.MessageID) || f.Time.After(u.Time) {
			continue
		}
		switch near := c.near(f, u); {
		case near == 0 || near < most:
		case near == most:
			ok = false
		default:
			of, now, most, ok = f, was.put(f.Text, c.instead(f.Text), c.said), near, true
		}
	}
	if ok && !sameDate(of.Time, u.Time) {
		now = settled(of, c, u)
	}
	return of, now, ok
}

func sameDate(a, b time.Time) bool { return when.Between(a, b.In(a.Location())) == 0 }

// settled is a fact as a contrast has it that is told on another day: what it names as
// tomorrow is no more so.
func settled(f Fact, c contrast, u Utterance) string {
	was, _ := c.only(f)
	settle := when.SettleJapanese
	if !lang.Japanese(f.Text) {
		settle = func(text string, day time.Time) string { return when.SettleEnglish(text, day, lang.ToldAsPast) }
	}
	now := was.put(f.Text, c.instead(f.Text), c.said)
	head, tail := f.Text[:was.at], f.Text[was.end:]
	is := settle(strings.TrimSuffix(now[len(head):], tail), u.Time)
	if head != "" && isLatin(is) {
		is = strings.ToLower(is[:1]) + is[1:] // "on 6 March 2026"
	}
	if strings.HasSuffix(head, " on ") {
		is = strings.TrimPrefix(is, "on ")
	}
	return settle(head, f.Time) + is + settle(tail, f.Time)
}
