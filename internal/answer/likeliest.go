package answer

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/similar"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// A message is one line of the user's as a whole: what its sentences leave out, the
// others of it say.
type message struct {
	Memory          // of the whole
	parts  []string // its sentences
	fancy  bool     // one of them only supposes: "if I won the lottery"
	intro  bool     // one of them gives the user's own name, age, home or work
}

// What a line has to share with a question to be the likeliest, of the weight of what
// the question speaks of; what the line around it is worth; and what it counts to hold
// the kind of thing that is asked for, or not to.
const (
	likelyEnough  = 0.4
	likelyAlike   = 0.35 // of one word to another, from which it counts
	likelyOnly    = 0.5  // and of one at least
	likelyBeside  = 0.6
	likelyHolds   = 0.2
	likelyLacks   = 0.5
	likelyMaximum = 160 // characters of a line that is told whole
)

// addMessage keeps a line of the user's as a whole.
func (ts *tellings) addMessage(list []statement.Statement, like Memory) {
	msg, tells := message{Memory: like}, false
	for _, st := range list {
		switch st.Mode {
		case statement.Withheld, statement.Joke:
			return
		case statement.Asserted, statement.Uttered, statement.Hearsay, statement.Supposed:
			tells = tells || !slices.Contains(fillers, ts.Idle(st.Plain))
			msg.fancy = msg.fancy || st.Mode == statement.Supposed
			msg.intro = msg.intro || slices.ContainsFunc(st.Tells, introduces) && (st.Japanese || saysMore(st.Plain))
			msg.parts = append(msg.parts, st.Sentence.Text)
		}
	}
	if !tells || like.order < 0 || len(ts.messages) >= maxMemories {
		return
	}
	msg.Mine, msg.Lang = true, plain.LanguageOf(strings.Join(msg.parts, " "), ts.Home)
	msg.tell(msg.parts)
	ts.messages = append(ts.messages, msg)
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

// Likeliest returns of the user's lines the one that shares most with a question that
// nothing answers, the newest of several: whole, or its sentences around what is shared.
// What is said of one thing is often told in several sentences, and of a line without
// verbs none tells anything by itself. It reports false where no line shares enough, and
// for a question whether something is so, to which a likeness is no answer. It is to be
// shown as no more than near. Cost: one comparison for each line.
func Likeliest(rd *Reader, q question.Asking) (Memory, bool) {
	if q.Kind == question.AskYesNo || q.Kind == question.AskWhy || len(q.Senses) == 0 {
		return Memory{}, false
	}
	rd.All()
	of := seek(rd, q)
	weighs := painful(q.Text)
	at, top := -1, likelyEnough
	for i := range rd.messages {
		m := &rd.messages[i].Memory
		if !mayBeLike(rd, q, m) {
			continue
		}
		sc := of.likeness(rd, i)
		if rd.messages[i].fancy {
			sc -= likelyHolds // what is so comes first
		}
		if sc >= top && (weighs || !painful(m.Text)) {
			at, top = i, sc
		}
	}
	if at < 0 {
		return Memory{}, false
	}
	return of.around(&rd.messages[at]), true
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
	words   [][]string         // beside its terms, the English words that each stands for
	weights []float64          // beside its terms, by how rare each is among the lines
	share   [][]float64        // of each line, how much of each term it holds, in [0, 1]
	holds   func(*Memory) bool // whether a line has the kind of thing that is asked for; nil for any
}

// seek makes a question ready for the lines of a talk.
func seek(rd *Reader, q question.Asking) *sought {
	of := &sought{Asking: q, words: make([][]string, len(q.Senses)), holds: holdsAsked(rd, q)}
	for _, w := range contentWords(q.Text) {
		for k, t := range q.Senses {
			if q.Kind != question.AskName && !ofSomebody(t) && !lang.IsWeak(t.Key) && lang.HasSense(lang.Senses(w), t.Key) {
				of.words[k] = append(of.words[k], w) // a name, kin, an animal and a verb that goes with anything have to be the very same
			}
		}
	}
	for i := range rd.messages {
		of.share = append(of.share, of.shares(rd.messages[i].Text, rd.messages[i].termsAt()))
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

// shares returns how much of each term a text holds: 1 for the term, less for a word that
// is like it.
func (q *sought) shares(text string, have []lang.Sense) []float64 {
	out := make([]float64, len(q.Senses))
	words := contentWords(text)
	for k, t := range q.Senses {
		if lang.Overlap(q.Senses[k:k+1], have) > 0 || cutShort(t.Key, text) {
			out[k] = 1
			continue
		}
		for _, w := range q.words[k] {
			for _, o := range words {
				if like := similar.Words(w, o); like >= likelyAlike {
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

// likeness says how much of a question the line at i holds, by itself or with the lines
// beside it, about in [0, 1]; 0 where somebody whom the question names is in none of them.
func (q *sought) likeness(rd *Reader, i int) float64 {
	m := &rd.messages[i].Memory
	if q.lacksName(rd, m) {
		return 0
	}
	total, shared, firm := 0.0, 0.0, 0
	for k, t := range q.Senses {
		total += q.weights[k]
		own, near := q.share[i][k], q.beside(rd, i, k)
		switch {
		case own > 0:
			shared += own * q.weights[k]
			if !lang.IsWeak(t.Key) && own >= likelyOnly {
				firm++
			}
		case near > 0:
			shared += likelyBeside * near * q.weights[k]
		case ofSomebody(t):
			return 0
		}
	}
	switch held := q.holds != nil && q.holds(m); {
	case shared > 0 && held:
		return shared/total + likelyHolds
	case firm == 0, q.holds != nil && len(q.Senses) < 2:
		return 0
	case q.holds != nil:
		return likelyLacks * shared / total
	}
	return shared / total
}

// beside says how much the lines next to the one at i, of the same day, hold of the term
// at k.
func (q *sought) beside(rd *Reader, i, k int) float64 {
	best := 0.0
	for _, j := range [...]int{i - 1, i + 1} {
		if j >= 0 && j < len(rd.messages) && when.Between(rd.messages[i].When, rd.messages[j].When) == 0 {
			best = max(best, q.share[j][k])
		}
	}
	return best
}

// contentWords returns the words of an English text in lower case without those that
// stand in any, and without what shows whose something is; nothing of a Japanese one.
func contentWords(text string) []string {
	var out []string
	for _, w := range plain.Words(strings.ToLower(text)) {
		w = strings.TrimSuffix(w, "'s")
		if !lang.Is(lang.StopWord, w) && !lang.Is(lang.Filler, w) && !lang.IsWeak(lang.SenseStem(w)) {
			out = append(out, w)
		}
	}
	return out
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
		for k, share := range q.shares(part, lang.Senses(part)) {
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
