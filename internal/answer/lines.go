package answer

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/encoder"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/wordvec"
)

// A message is one line of the user's as a whole: what its sentences leave out, the
// others of it say.
type message struct {
	Memory          // of the whole
	parts  []string // its sentences
	fancy  bool     // one of them only supposes: "if I won the lottery"
	intro  bool     // one of them gives the user's own name, age, home or work
}

// From which likeness of one word to another on it counts, from which on it is as if the
// word were there, and how many characters a line has that is told whole.
const (
	likelyAlike   = 0.42
	likelyMaximum = 160
)

// addMessage keeps a line of the user's as a whole.
func (ts *tellings) addMessage(list []statement.Statement, like Memory) {
	msg, tells := message{Memory: like}, false
	for _, st := range list {
		if ts.Idle(st.Plain) == "protest" {
			return // it is of the talk: "why did you call that good?"
		}
		switch st.Mode {
		case statement.Withheld, statement.Joke:
			return
		case statement.Asserted, statement.Uttered, statement.Hearsay, statement.Supposed:
			tells = tells || !slices.Contains(fillers, ts.Idle(st.Plain))
			msg.fancy = msg.fancy || st.Mode == statement.Supposed
			msg.intro = msg.intro || slices.ContainsFunc(st.Tells, introduces) && (st.Japanese || saysMore(st.Plain))
			msg.parts = append(msg.parts, st.Sentence.Text)
		case statement.Question:
			msg.parts = withToldClause(msg.parts, st.Sentence.Text)
		}
	}
	if !tells || like.order < 0 || len(ts.messages) >= maxMemories {
		return
	}
	msg.Mine, msg.Lang = true, plain.LanguageOf(strings.Join(msg.parts, " "), ts.Home)
	msg.tell(msg.parts)
	ts.messages = append(ts.messages, msg)
}

// withToldClause adds to what a line tells what a question behind it tells before it asks:
// 「十四歳のおばあちゃん猫ですけど、わかるんやろか」.
func withToldClause(parts []string, asked string) []string {
	if told := lex.Find("told-before-asking", asked)["told"]; told != "" && len(parts) > 0 {
		return append(parts, told)
	}
	return parts
}

// introduces reports whether a telling is of who the user is: their name, age, home or work.
func introduces(t statement.Telling) bool {
	switch t.Topic {
	case statement.TopicName, statement.TopicAge, statement.TopicHome, statement.TopicOrigin, statement.TopicWork:
		return t.Of.Who == statement.Speaker
	}
	return false
}

// Introduced returns the line in which the user said who they are, for a question after
// what stands in such a line and was not read in it: "what am I studying" of "im aoife,
// 20, geography in galway". It is to be shown as no more than near. It reports false for
// any other question.
func Introduced(rd *Reader, q question.Asking) (Memory, bool) {
	if !lex.Has("own-attribute-asked", q.Text) {
		return Memory{}, false
	}
	rd.All()
	age := lex.Has("age-asked", q.Text)
	for i := range slices.Backward(rd.messages) {
		m := &rd.messages[i]
		if m.intro && (!age || strings.ContainsAny(m.Text, digits)) && saysMore(m.Text) && utf8.RuneCountInString(m.Text) <= likelyMaximum && !painful(m.Text) {
			return m.Memory, true
		}
	}
	return Memory{}, false
}

// saysMore reports whether a sentence in which somebody says who they are has more than the
// one thing that was read in it, and a greeting.
func saysMore(text string) bool {
	return len(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" 、。,.", r) })) > 4 || strings.Count(text, ",") > 1 ||
		lang.Japanese(text) && utf8.RuneCountInString(text) > 2*minHeldJa
}

// minHeldJa is of how many characters a thing that is told in Japanese usually is.
const minHeldJa = 6

const digits = "0123456789０１２３４５６７８９"

// tell sets which sentences of its line a memory tells, which are quoted as a whole.
func (m *Memory) tell(parts []string) {
	m.whole, m.Text = parts, strings.Join(parts, stopBetween[m.Lang])
}

// mayBeLike reports whether a line may be like what a question asks for: it holds still,
// and is of its days, and of nobody else than it is about.
func mayBeLike(rd *Reader, q question.Asking, m *Memory) bool {
	if rd.rightedLine(*m) || otherTaste(q, m) || isSomebodyElse(q, m) || lacksKin(q, m) || lacksDated(q, m.lead+m.Text, m.termsAt()) || ownedByAnother(q, rd.subjectOf(m)) {
		return false
	}
	return q.Days.Empty() || q.Days.Has(m.When) || namesDay(q.Days, m)
}

// sought is what lines are looked for by.
type sought struct {
	question.Asking
	words   [][]wordvec.Word   // beside its terms, the words that each stands for
	weights []float64          // beside its terms, by how rare each is among the lines
	share   [][]float64        // of each line, how much of each term it holds, in [0, 1]
	means   wordvec.Vector     // what its words mean together
	known   [][]wordvec.Word   // the words of each line
	asks    *encoder.Vector    // what it means as a whole; nil for one that is not English
	says    []*encoder.Vector  // and each line
	holds   func(*Memory) bool // whether a line has the kind of thing that is asked for; nil for any
}

// seek makes a question ready for the lines of a talk.
func seek(rd *Reader, q question.Asking) *sought {
	of := &sought{Asking: q, words: make([][]wordvec.Word, len(q.Senses)), holds: holdsAsked(rd, q)}
	for _, w := range contentWords(q.Text) {
		for k, t := range q.Senses {
			if q.Kind != question.AskName && !ofSomebody(t) && !lang.IsWeak(t.Key) && lang.HasSense(lang.Senses(w.Text), t.Key) {
				of.words[k] = append(of.words[k], w) // a name, kin, an animal and a verb that goes with anything have to be the very same
			}
		}
	}
	of.means = wordvec.Mean(contentWords(withoutAsking(q.Text)))
	for i := range rd.messages {
		of.known = append(of.known, contentWords(rd.messages[i].Text))
		of.share = append(of.share, of.shares(rd.messages[i].Text, of.known[i], rd.messages[i].termsAt()))
	}
	if rd.Lang == plain.English {
		of.encode(rd)
	}
	for k, t := range q.Senses {
		n := 0.5
		for _, share := range of.share {
			n += math.Floor(share[k])
		}
		w := t.Weight * math.Log(1+float64(len(of.share)+1)/n)
		if lang.IsWeak(t.Key) || n < 1 {
			w *= weakCounts
		}
		of.weights = append(of.weights, w)
	}
	return of
}

// encode adds what the question and the lines mean.
func (q *sought) encode(rd *Reader) {
	texts := []string{q.Text}
	for i := range rd.messages {
		texts = append(texts, rd.messages[i].Text)
	}
	list := encoder.Of(texts...)
	q.asks, q.says = list[0], list[1:]
}

// same is how much the line at i says what the one at j does, 0 where that is not known.
func (q *sought) same(i, j int) float64 {
	if q.says == nil {
		return 0
	}
	return q.says[i].Dot(q.says[j])
}

// shares returns how much of each term a text holds: 1 for the term, less for a word that
// is like it.
func (q *sought) shares(text string, words []wordvec.Word, have []lang.Sense) []float64 {
	out := make([]float64, len(q.Senses))
	for k, t := range q.Senses {
		if lang.Overlap(q.Senses[k:k+1], have) > 0 || cutShort(t.Key, text) {
			out[k] = 1
			continue
		}
		for _, w := range q.words[k] {
			for _, o := range words {
				if like := w.Vector.Dot(&o.Vector); like >= likelyAlike {
					out[k] = max(out[k], like)
				}
			}
		}
	}
	return out
}

// lacksName reports whether a line is not so of what is asked, or has not the name that is
// asked for.
func (q *sought) lacksName(rd *Reader, m *Memory) bool {
	if q.Kind != question.AskName {
		return notSo(q.Asking, m)
	}
	return namesTheirs(q.Asking, m) || !rd.namesAsked(q.Asking, m) && !rd.holdsName(m)
}

// contentWords returns the words of a text that are known to mean something, without those
// that stand in any.
func contentWords(text string) []wordvec.Word {
	return slices.DeleteFunc(wordvec.Words(text), func(w wordvec.Word) bool {
		return lang.Is(lang.StopWord, w.Text) || lang.Is(lang.Filler, w.Text) || lang.IsWeak(lang.SenseStem(w.Text)) || w.Weight < tellsLittle
	})
}

// tellsLittle is below which weight a word stands in any text.
const tellsLittle = 0.3

// withoutAsking returns a question without the words that only ask, where they are known.
func withoutAsking(text string) string {
	if lang.Japanese(text) {
		return lex.Cut("question-words-ja", text)
	}
	return text
}

// around returns a line whole where it is short, else its sentence that shares most with
// the question, with as many of those beside it as there is room for.
func (q *sought) around(msg *message) Memory {
	m := msg.Memory
	if utf8.RuneCountInString(m.Text) <= likelyMaximum {
		return m
	}
	best, top := 0, -1.0
	for i, part := range msg.parts {
		sc := 0.0
		for k, share := range q.shares(part, contentWords(part), lang.Senses(part)) {
			sc += share * q.weights[k]
		}
		if sc > top {
			best, top = i, sc
		}
	}
	from, to := best, best+1
	for room := likelyMaximum - utf8.RuneCountInString(msg.parts[best]); ; {
		switch {
		case to < len(msg.parts) && utf8.RuneCountInString(msg.parts[to]) <= room:
			room -= utf8.RuneCountInString(msg.parts[to])
			to++
		case from > 0 && utf8.RuneCountInString(msg.parts[from-1]) <= room:
			from--
			room -= utf8.RuneCountInString(msg.parts[from])
		default:
			m.tell(msg.parts[from:to])
			return m
		}
	}
}
