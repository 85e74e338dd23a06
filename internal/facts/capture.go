package facts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/statement"
	"yumori/internal/memory"
)

// An Utterance is what the user said in one message.
type Utterance struct {
	Text      string
	Time      time.Time
	MessageID string
	Speaker   string   // what the user is called; "" unknown
	Persona   string   // what the persona is called, of whom nothing is captured; "" unknown
	Language  string   // "en", "ja"; "" is told from each sentence
	Known     []string // texts that are known already
	Before    []string // what the user said before it in the talk, the newest last
	BeforeID  string   // the message of the newest of them; "" unknown
	Reply     string   // what the persona said just before it; "" unknown
}

// A Captured is something in an utterance that is worth keeping.
type Captured struct {
	Category   Category
	Importance float64 // in [0, 1]
	Text       string  // as it was said, without what leads it in: a sentence, with those that it is understood with
	Entities   []string
	Telling    statement.Telling
	MessageID  string // in which it was said, where that is the message before; else ""
}

// Bounds of capture.
const (
	maxSentence = 300 // characters; longer ones were hardly said
	minSentence = 4   // characters
	maxCaptured = 8   // of one utterance
)

// How much the kinds of things matter, in [0, 1]. No study stands behind these:
// they put a name before a taste and a taste before a plan.
const (
	mattersName    = 0.95
	mattersHealth  = 0.9
	mattersAsked   = 0.9 // "remember that …"
	mattersDecided = 0.8
	mattersLife    = 0.75 // where, with whom, from what one lives
	mattersPerson  = 0.7
	mattersTaste   = 0.6
	mattersPlan    = 0.5
)

// worth is what the topics of what is told are kept as.
var worth = map[statement.Topic]struct {
	category Category
	matters  float64
}{
	statement.TopicName:     {Plain, mattersName},
	statement.TopicHealth:   {Plain, mattersHealth},
	statement.TopicDecision: {Decision, mattersDecided},
	statement.TopicTaste:    {Preference, mattersTaste},
	statement.TopicPerson:   {Plain, mattersPerson},
	statement.TopicHome:     {Plain, mattersLife},
	statement.TopicOrigin:   {Plain, mattersLife},
	statement.TopicWork:     {Plain, mattersLife},
	statement.TopicAge:      {Plain, mattersLife},
	statement.TopicLife:     {Plain, mattersLife},
	statement.TopicPlan:     {Other, mattersPlan},
}

// Capture finds, by rules, what in an utterance is worth keeping: what the user
// says of themselves and theirs, in English and Japanese, as statement.Statements
// reads it. Kept is only what is asserted at first hand of somebody who is
// known; what is asked, supposed, joked, asked for, quoted, or not to be kept
// is left out, and so is what Known has already. It would rather miss something
// than keep what was not meant. It is pure; its cost is bounded, however long
// the text.
func Capture(u Utterance) []Captured {
	var list []Captured
	said, in := statement.Statements(u.Text, u.Before...), ""
	if !slices.ContainsFunc(said, func(st statement.Statement) bool { return st.Mode == statement.Asserted }) {
		said, in = statement.ToKeep(u.Text, u.Before...), u.BeforeID
	}
	for _, st := range said {
		for _, t := range st.Tells {
			c, ok := captured(st, t)
			if !ok || u.isOfPersona(st, t) || renames(st, t, u.Speaker) || u.Language == "ja" && !st.Japanese && !startsLatin(st.Plain) {
				continue
			}
			if !st.Corrects && known(c.Text, u.Known) || slices.ContainsFunc(list, func(o Captured) bool { return sameNews(o.Text, c.Text) }) {
				continue
			}
			c.MessageID = in
			if list = c.joins(list); len(list) == maxCaptured {
				return list
			}
		}
	}
	return list
}

// isOfPersona reports whether a telling is of the persona, whom the user called by its name: "how are
// you, Luna" is no reason for "she never cries" to be of it, and "Evening, Luna" gives no name, as
// "I'm Luna too" does.
func (u Utterance) isOfPersona(st statement.Statement, t statement.Telling) bool {
	is := func(of statement.Subject) bool {
		return of.Who == statement.Someone && strings.EqualFold(of.Name, u.Persona)
	}
	called := t.Topic == statement.TopicName && strings.EqualFold(t.Value, u.Persona) && !st.Japanese && !lexicon.Has("speaker", st.Text)
	return u.Persona != "" && (called || is(st.Subject) || is(t.Of))
}

// joins returns a list with what was captured: as part of what has its words already, if any.
func (c Captured) joins(list []Captured) []Captured {
	i := slices.IndexFunc(list, func(o Captured) bool { return o.Text == c.Text })
	if i < 0 {
		return append(list, c)
	}
	names := uniqueNames(slices.Concat(list[i].Entities, c.Entities))
	if c.Importance > list[i].Importance {
		list[i] = c
	}
	list[i].Entities = names
	return list
}

// renames reports whether a telling gives another name to a user who has one, and does not
// even say that it is a name.
func renames(st statement.Statement, t statement.Telling, user string) bool {
	return user != "" && t.About == "name" && t.Of.Who == statement.Speaker && !strings.EqualFold(t.Value, user) && !statement.SaysName(st)
}

// captured makes what is kept of one thing that was told.
func captured(st statement.Statement, t statement.Telling) (Captured, bool) {
	if n := utf8.RuneCountInString(t.Text); n < minSentence || n > maxSentence || len(st.Tells) == 1 && tooLittle(st, t) || lexicon.Has("bare-vow", t.Text) || !st.Keep && saysNothing(st, t) {
		return Captured{}, false
	}
	c := Captured{Category: Other, Text: asUnderstood(st, t), Telling: t, Entities: namesIn(t)}
	w, ok := worth[t.Topic]
	if ok {
		c.Category, c.Importance = w.category, w.matters
	}
	if t.Topic == statement.TopicPerson && len(c.Entities) > 0 && named(st, t) {
		c.Category = Entity
	}
	c.Importance = weighed(st, t, c.Importance)
	return c, st.Keep || ok && !st.Laughs && isOfSomebody(st, t)
}

// asUnderstood returns what was told with the sentences that it is understood with. A name, what
// is one of several things told in a breath, what says of whom it is where there stood a
// pronoun, and how its speaker lives, say enough by themselves.
func asUnderstood(st statement.Statement, t statement.Telling) string {
	own := t.Of.Who == statement.Speaker && worth[t.Topic].matters >= mattersLife && t.Topic != statement.TopicHealth
	if own || len(st.Tells) > 1 || t.About == "name" || t.Text != st.Plain || len(lang.Split(st.With)) < 2 {
		return t.Text
	}
	return st.With
}

// saysNothing reports whether what was told leans on what is not in it, or is by all that was
// learned none of a telling, a question, a greeting, or of the moment: "I've just got in".
func saysNothing(st statement.Statement, t statement.Telling) bool {
	passes := t.Topic != statement.TopicName && t.Topic != statement.TopicPlan && likely.WorthKeeping(st.Plain) < passing
	return lexicon.Has("dangling", t.Text) || !st.Corrects && (passes || likely.Untold(st.Plain))
}

// passing is the chance to be worth keeping below which what was told is of the moment.
const passing = 0.05

// weighed is how much something that was told matters, given how much its topic does: an
// illness of whom it cannot be told no more than what is told of others, and what
// was asked to be kept at least so much as that.
func weighed(st statement.Statement, t statement.Telling, matters float64) float64 {
	if t.Topic == statement.TopicHealth && st.Subject.Who == statement.Nobody {
		matters = min(matters, mattersPerson)
	}
	if st.Keep {
		matters = max(matters, mattersAsked)
	}
	return matters
}

// isOfSomebody reports whether it is known of whom something is told. What
// puts right tells it of whom it was told before. An illness or an allergy is kept as it
// was said, whoever has it.
func isOfSomebody(st statement.Statement, t statement.Telling) bool {
	if t.Topic == statement.TopicHealth && st.Subject.Who == statement.Nobody {
		return true
	}
	return t.Topic == statement.TopicName || st.Corrects || st.Subject.Who != statement.Nobody && st.Subject.Who != statement.Listener
}

// namesIn returns whom and what is named in what was told.
func namesIn(t statement.Telling) []string {
	names := namesEnglish(t.Text)
	if hasJapanese(t.Text) {
		names = namesJapanese(t.Text)
	}
	if t.About == "name" {
		names = uniqueNames(append(eachNamed(t.Value), names...))
	}
	return names
}

// eachNamed returns the names in what one or two are called, ソラとムギ.
func eachNamed(value string) []string {
	if both := lexicon.First("both-named", value); both != nil {
		return both[1:]
	}
	return []string{value}
}

// tooLittle reports whether a sentence says too little to be sure of it.
func tooLittle(st statement.Statement, t statement.Telling) bool {
	return !st.Japanese && !st.Keep && t.Topic != statement.TopicName && len(strings.Fields(t.Text)) < 3
}

// named reports whether a sentence names somebody.
func named(st statement.Statement, t statement.Telling) bool {
	return t.About == "name" || st.Subject.Who == statement.Someone &&
		(strings.ContainsFunc(st.Subject.Name, unicode.IsUpper) || strings.Contains(st.Subject.Name, "の") || len(honored(st.Subject.Name+"は")) > 0)
}

// Fact returns what was captured as a fact to Retain, which says whose it is.
func (c Captured) Fact(u Utterance) Fact {
	f := Fact{
		Type: World, Kind: memory.Told, Category: c.Category, Importance: c.Importance, Confidence: 1,
		Text: Attributed(c.Text, u.Speaker), Entities: slices.Clone(c.Entities), Time: u.Time,
	}
	if c.Telling.Was != "" {
		f.Text = lang.MarkPutRight(f.Text)
	}
	if source := cmp.Or(c.MessageID, u.MessageID); source != "" {
		f.Sources = []string{source}
	}
	return f
}

// News returns those of the captured that the bank has not, as told or in other
// words. With an error it returns all that it cannot tell of.
func (b *Bank) News(list []Captured) ([]Captured, error) {
	if len(list) == 0 {
		return nil, nil
	}
	news := list
	err := b.ask(func() error {
		var failed error
		news = slices.DeleteFunc(slices.Clone(list), func(c Captured) bool {
			had, err := b.has(c)
			failed = cmp.Or(failed, err)
			return had
		})
		return failed
	})
	if err != nil {
		return news, fmt.Errorf("look for what was captured: %w", err)
	}
	return news, nil
}

// has reports whether a fact says what was captured.
func (b *Bank) has(c Captured) (bool, error) {
	tokens := tokensOf(c.Text)
	filter := filterOf(tokens)
	for _, s := range b.indexed {
		if !filter.passes(s.pairs) || !s.visible() {
			continue
		}
		e, err := b.files.whole(s.entry)
		if err != nil {
			return false, err
		}
		if e.ended().IsZero() && covers(e.words(), tokens, c.Text) {
			return true, nil
		}
	}
	return false, nil
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// hasJapanese reports whether text is Japanese: kana decide.
func hasJapanese(s string) bool { return lang.Japanese(s) }

func startsLatin(s string) bool { return unicode.Is(unicode.Latin, firstRune(s)) }
