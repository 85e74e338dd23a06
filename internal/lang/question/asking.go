// Package question tells, by rules and in English and Japanese, what is asked:
// whose name, where, when, how many; and whether a text holds what answers it.
package question

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// An AskKind says what a question wants to hear.
type AskKind string

// The kinds of question.
const (
	AskWhat   AskKind = "what"
	AskWho    AskKind = "who"
	AskWhere  AskKind = "where"
	AskWhen   AskKind = "when"
	AskNumber AskKind = "number"
	AskName   AskKind = "name"
	AskWhy    AskKind = "why"
	AskYesNo  AskKind = "yesno"
	AskAbout  AskKind = "about" // what did I tell you about …?
)

// What the sections "wants.x" of asking.txt find asks for x; the first counts.
var (
	askKinds   = []AskKind{AskName, AskWho, AskWhere, AskWhen, AskNumber, AskWhy, AskWhat}
	askKindsJa = []AskKind{AskName, AskWho, AskWhere, AskWhen, AskNumber, AskWhy, AskAbout, AskWhat}
)

// An Asking is what was asked, ready to be looked up.
type Asking struct {
	Kind   AskKind
	Text   string // without what leads to it
	Senses []lang.Sense
	User   bool      // it is about the one who asks
	Days   when.Days // it asks about; zero for any
}

// Marks of senses that only a question has.
const (
	FromSense    = "@from" // where somebody comes from
	HiraganaName = "ひ:"    // before what may be a name in hiragana
)

// Asked returns what a sentence asks on a day of somebody called by a name,
// which is none of its words; ok is false if it asks nothing.
func Asked(s lang.Sentence, of string, now time.Time) (q Asking, ok bool) {
	if s.Japanese {
		s = beforeAsideJa(s)
		s.Text = lang.Questions().Replace("bare-topic", lang.Questions().Replace("inverted", lang.Questions().Replace("calls-first", s.Text)))
		return askedJa(s.Text, of, now), s.Asks || asksUnmarkedJa(lang.Questions().Replace("rather", s.Text))
	}
	s.Text = beforeAside(lang.EnglishSet.Replace("loose", s.Text))
	if lang.Lexicon().Has("remind-me", s.Text) || lang.Questions().Has("tells", s.Text) && !s.Asks {
		return q, false
	}
	rest, wrapped := unwrap(s.Text)
	names := wrapped && !lang.Questions().Has("wh-start", rest) // what is asked for, and no question of its own
	if !s.Asks && (!wrapped && !asksUnmarkedEn(rest) || names && lang.Questions().Has("only-reminds", s.Text)) {
		return q, false
	}
	if names && !lang.Questions().Has("aux-start", rest) && !isClause(rest) {
		return askedEn(rest, AskAbout, now), true
	}
	return askedEn(rest, AskYesNo, now), true
}

// AsksUnmarked reports whether a sentence is a question without its mark.
func AsksUnmarked(s lang.Sentence) bool {
	if s.Japanese {
		if s = beforeAsideJa(s); s.Asks {
			return true
		}
		return asksUnmarkedJa(lang.Questions().Replace("calls-first", s.Text))
	}
	text := lang.Questions().Cut("goes-on", s.Text)
	return lang.Questions().Has("wh-start", text) && asksByOrder(text)
}

func asksUnmarkedEn(text string) bool {
	text = lang.Questions().Cut("goes-on", text)
	switch {
	case lang.Questions().Has("wh-start", text) && asksByOrder(text), didAsked(text), lang.EnglishSet.Has("asks-bare", text), lang.Questions().Has("asks-you", text):
		return true
	case lang.Questions().Has("aux-tells", text):
		return false
	}
	return lang.Questions().Has("aux-start", text) && lang.Lexicon().Has("about-me", text) || lang.Questions().Has("aux-other", text)
}

// WithoutAside returns an English question without what is said behind it, and whether there was
// any: "and how old is the dog, I've to put it on the form". It is pure.
func WithoutAside(text string) (string, bool) {
	asked := lang.Questions().Cut("goes-on", text)
	head := beforeAside(asked)
	return head, head != asked && asksByOrder(head)
}

// beforeAside returns a question without what is said behind it, "which plot am I on, I
// need it for the form"; what is short may be whom it asks about.
func beforeAside(text string) string {
	head, aside, _ := strings.Cut(text, ",")
	if lang.Questions().Has("wh-start", head) && len(strings.Fields(head)) > 2 && len(strings.Fields(aside)) > 3 {
		return head
	}
	return text
}

// beforeAsideJa is beforeAside of a Japanese sentence: 電話は何時でしたか、ちょっと頭が回らなくて.
func beforeAsideJa(s lang.Sentence) lang.Sentence {
	if m := lang.Questions().Find("before-aside-ja", s.Text); m != nil && !lang.Questions().Has("asks-surely", m["aside"]) {
		s.Text, s.Asks = m["asks"], true
	}
	return s
}

// didAsked reports whether a text asks whether somebody did or does something: "did
// rob like football". Who leaves "I" out says what, "did laundry".
func didAsked(text string) bool {
	ws := lang.LatinWords(strings.ToLower(lang.Questions().Cut("adverb", text)))
	return len(ws) > 2 && (ws[0] == "did" || ws[0] == "does") && lang.Is(lang.BaseVerb, ws[2]) && !lang.Is(lang.BaseVerb, ws[1]) && !lang.Is(lang.StopWord, ws[1])
}

// asksByOrder reports whether the order of the words makes a question of a
// sentence that begins with "what", "when" …
func asksByOrder(text string) bool {
	text = beforeAside(lang.Questions().Cut("told-tail", text))
	ws := lang.LatinWords(strings.ToLower(text))
	if len(ws) < 2 {
		return false
	}
	if strings.Contains(ws[0], "'s") || asksWhoDoes(ws) || strings.HasSuffix(ws[1], "'s") && (ws[0] == "what" || ws[0] == "which" || ws[0] == "how") || ws[0] == "who" && doesOrDid(ws[1]) {
		return true
	}
	at := slices.IndexFunc(ws[1:min(len(ws), 4)], func(w string) bool { w = affirmed(w); return lang.Is(lang.Auxiliary, w) || lang.Is(lang.ModalVerb, w) })
	return at == 0 || at > 0 && ws[0] != "when" || asksOfLong(ws)
}

// affirmed is a verb without its not: "can't" is "can".
func affirmed(w string) string {
	switch w {
	case "can't", "cannot":
		return "can"
	case "won't":
		return "will"
	}
	return strings.TrimSuffix(w, "n't")
}

// longestAsked is of how many words what is asked for is at most: "how many nights a week".
const longestAsked = 7

// asksOfLong reports whether what some words ask for is long, and then comes who does it:
// "how many nights a week do I work".
func asksOfLong(ws []string) bool {
	if ws[0] != "how" && ws[0] != "which" && ws[0] != "what" {
		return false
	}
	for i, w := range ws[:max(0, min(len(ws)-1, longestAsked))] {
		if (lang.Is(lang.Auxiliary, w) || lang.Is(lang.ModalVerb, w)) && lang.Questions().Has("asked-of", ws[i+1]) {
			return true
		}
	}
	return false
}

// doesOrDid reports whether a word tells what somebody does or did.
func doesOrDid(word string) bool {
	return lang.IsPast(word) || lang.Is(lang.ThirdVerb, word) || strings.HasSuffix(word, "s") && lang.DoesVerb(word)
}

// asksWhoDoes reports whether some words ask which of several does something, or how many
// there are, without a word before the verb: "which aunt lives in Leeds", "how many eggs".
func asksWhoDoes(ws []string) bool {
	return ws[0] == "how" && ws[1] == "many" && len(ws) < 6 || (ws[0] == "which" || ws[0] == "whose") && len(ws) > 2 && lang.Is(lang.ThirdVerb, ws[2]) && !lang.IsVerb(ws[1])
}

// asksUnmarkedJa reports whether a Japanese sentence without a question mark
// asks something. What ends in かな without a question word only muses.
func asksUnmarkedJa(text string) bool {
	word := lang.Lexicon().Has("ask-word-ja", text)
	switch {
	case lang.Questions().Has("muses-of-some", text):
		return false
	case lang.Questions().Has("asks-surely", text):
		return true
	case lang.Questions().Has("asks-with-word", text) && (word || lang.Lexicon().Has("recall-ja", text)):
		return true
	case lang.Questions().Has("muses", text):
		return word && !lang.Questions().Has("anything", text)
	case lang.Lexicon().Has("recall-ja", text) && word && !lang.Questions().Has("anything", text):
		return true
	}
	if lang.Questions().Has("asks-fact", text) && !lang.Questions().Has("asks-no-fact", text) {
		return true
	}
	return lang.Questions().Has("asks-by-end", text) && !lang.Questions().Has("no-question", text)
}

// unwrap takes "do you remember", "can you tell me" and the like off, and
// reports whether anything of that kind was there.
func unwrap(text string) (string, bool) {
	wrapped := false
	for range 4 {
		lead := lang.Questions().Text("unwraps", text)
		if lead == "" || lead == text || lang.Questions().Has("tells-lead", lead) && !lang.Questions().Has("wh-start", text[len(lead):]) {
			break
		}
		text = text[len(lead):]
		wrapped = wrapped || !lang.Questions().Has("mere-lead", lead)
	}
	return strings.TrimSpace(text), wrapped
}

// isClause reports whether text is a clause on its own rather than the first
// half of a subject ("my sister and").
func isClause(text string) bool {
	if lang.Questions().Has("half", text) {
		return false
	}
	for i, w := range lang.LatinWords(strings.ToLower(text)) {
		if i == 0 && (strings.HasPrefix(w, "i'") || w == "call") || i == 1 && w == "name's" {
			return true
		}
		if i > 0 && (lang.IsVerb(w) || lang.Is(lang.BaseVerb, w) || strings.HasSuffix(w, "'s") && i > 1) {
			return true
		}
	}
	return false
}

// wants returns the first kind that a text asks for, else otherwise.
func wants(kinds []AskKind, language, text string, otherwise AskKind) AskKind {
	for _, k := range kinds {
		if lang.Questions().Has("wants."+string(k)+language, text) {
			return k
		}
	}
	return otherwise
}

func askedEn(text string, otherwise AskKind, now time.Time) Asking {
	q := Asking{Kind: AskAbout, Text: text, User: lang.Lexicon().Has("about-me", text), Days: when.Near(text, now)}
	plainer := lang.Questions().Replace("plainer", text)
	body := plainer
	if m := lang.Questions().First("about", body); m != nil {
		body = m[1]
	} else {
		q.Kind = wants(askKinds, "", body, otherwise)
	}
	if lang.Questions().Has("tomorrow", text) {
		q.Senses = append(q.Senses, firstDay(when.AbsoluteEnglish(text, now, lang.ToldAsPast))...)
	}
	for _, key := range []string{FromSense, "@age", "@work"} {
		if lang.Questions().Has("of-"+key[1:], plainer) {
			q.Senses = append(q.Senses, lang.Sense{Key: key, Weight: 1})
		}
	}
	if q.Kind == AskYesNo && lang.Lexicon().Has("asks-trade", plainer) {
		q.Senses = append(q.Senses, lang.Sense{Key: "@work", Weight: 1})
	}
	if (q.User && q.Kind != AskYesNo || q.Kind == AskAbout) && lang.Questions().Has("my-name", body) && len(lang.Senses(lang.Questions().Replace("my-name-off", body))) == 0 {
		q.Kind = AskName
		return q
	}
	if m := lang.Questions().First("class-verb", body); m != nil {
		body = strings.Replace(body, m[1], "", 1) // the verb tells it
	}
	for _, s := range lang.Senses(when.WithoutDayWords(body)) {
		if !AskedFor(q.Kind, s.Key) {
			q.Senses = append(q.Senses, s)
		}
	}
	return q.whoNamed(body).softened()
}

// whoNamed adds to a question of who somebody is the name that it asks for, where that
// is a word that says nothing else: "who's will?".
func (q Asking) whoNamed(body string) Asking {
	if m := lang.Questions().Find("who-named", body); m != nil && q.Kind == AskWho && len(q.Senses) == 0 {
		q.Senses = append(q.Senses, lang.Sense{Key: lang.SenseStem(strings.ToLower(m["name"])), Weight: 1.5})
	}
	return q
}

func askedJa(text, of string, now time.Time) Asking {
	otherwise := AskYesNo
	if lang.Questions().Has("remembers", text) {
		otherwise = AskAbout
	}
	q := Asking{Text: text, Kind: wants(askKindsJa, "-ja", text, otherwise), User: true, Days: when.Near(text, now)}
	body := text
	if of != "" {
		body = strings.ReplaceAll(strings.ReplaceAll(text, of+"さん", ""), of, "")
	}
	ofAge, ofGrade := lang.Questions().Has("of-age-ja", body), lang.Questions().Has("of-grade-ja", body)
	body = lang.Questions().Replace("named-topic", lang.Questions().Replace("self-asked", lang.Questions().Replace("question-tail", body)))
	if m := lang.Questions().First("hiragana-topic", body); m != nil && !lang.Questions().Has("not-name", m[1]) && len(lang.Senses(m[1])) == 0 {
		q.Senses = append(q.Senses, lang.Sense{Key: HiraganaName + m[1], Weight: 1.5})
	}
	if ofAge {
		q.Senses = append(q.Senses, lang.Sense{Key: "@age", Weight: 1})
	}
	if ofGrade {
		q.Senses = append(q.Senses, lang.Sense{Key: "@grade", Weight: 1})
	}
	if lang.Questions().Has("tomorrow-ja", text) {
		q.Senses = append(q.Senses, firstDay(when.AbsoluteJapanese(text, now))...)
	}
	for _, s := range lang.Senses(lang.Questions().Replace("ask-noise", body)) {
		if q.Kind != AskName || s.Key != "@name" {
			q.Senses = append(q.Senses, s)
		}
	}
	return q.softened()
}

// softened makes less of the word for food in a question of what one likes:
// that is told without saying that it is food.
func (q Asking) softened() Asking {
	if !lang.Lexicon().Has("liked-food", q.Text) {
		return q
	}
	q.Senses = slices.DeleteFunc(q.Senses, func(s lang.Sense) bool { return s.Key == "物" || s.Key == "料理" })
	for i, s := range q.Senses {
		if s.Key == "@eat" || s.Key == "@drink" {
			q.Senses[i].Weight = 0.8
		}
	}
	return q
}

// AskedFor reports whether a sense is what a kind of question asks for, so
// that it need not be in what answers.
func AskedFor(k AskKind, key string) bool {
	return slices.ContainsFunc(lang.Questions().Lines("asked"), func(line []string) bool { return line[0] == string(k) && slices.Contains(line[1:], key) })
}

// Days returns a sense for each date written in a text, and one for its
// weekday, so that a question about a day finds what happens on it.
func Days(text string) []lang.Sense {
	var out []lang.Sense
	for _, t := range when.Written(text) {
		out = append(out, OnDay(t), lang.Sense{Key: lang.SenseStem(strings.ToLower(t.Weekday().String())), Weight: 1})
	}
	return out
}

// firstDay is the date of the first of Days.
func firstDay(text string) []lang.Sense {
	days := Days(text)
	return days[:min(1, len(days))]
}

// OnDay is the sense of a date.
func OnDay(t time.Time) lang.Sense {
	return lang.Sense{Key: "@on" + t.Format(time.DateOnly), Weight: 1.5}
}
