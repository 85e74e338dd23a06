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
	words  []string // that say something, English ones in lower case; read by contentWords
}

// What a line has to share with a question to be the likeliest, of the weight of what
// the question speaks of; what the line around it is worth; and what it counts to hold
// the kind of thing that is asked for, or not to.
const (
	likelyEnough  = 0.4
	likelyAlike   = 0.35 // of one word to another, from which it counts
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

// tell sets which sentences of its line a memory tells, which are quoted as a whole.
func (m *Memory) tell(parts []string) {
	m.whole, m.Text = parts, strings.Join(parts, stopBetween[m.Lang])
}

// Likeliest returns of the user's lines the one that shares most with a question that
// nothing answers, the newest of several: whole, or its sentences around what is shared. What is said of one thing is often told in
// several sentences, and of a line without verbs none tells anything by itself. It
// reports false where no line shares enough, and for a question whether something is
// so, to which a likeness is no answer. It is to be shown as no more than near.
// Cost: one comparison for each line.
func Likeliest(rd *Reader, q question.Asking) (Memory, bool) {
	if q.Kind == question.AskYesNo || q.Kind == question.AskWhy || len(q.Senses) == 0 {
		return Memory{}, false
	}
	rd.All()
	of := sought{q, rarities(rd, q), holdsAsked(rd, q)}
	weighs := sensitive(q.Text)
	at, top := -1, likelyEnough
	for i := range rd.messages {
		m := &rd.messages[i].Memory
		if !mayBeLike(rd, q, m) || !weighs && sensitive(m.Text) {
			continue
		}
		if sc := likeness(rd, of, i); sc >= top {
			at, top = i, sc
		}
	}
	if at < 0 {
		return Memory{}, false
	}
	return rd.messages[at].around(q), true
}

// mayBeLike reports whether a line may be like what a question asks for: it holds still,
// and is of its days, and of nobody else than it is about.
func mayBeLike(rd *Reader, q question.Asking, m *Memory) bool {
	if rd.rightedLine(*m) || isSomebodyElse(q, m) || lacksKin(q, m) || ownedByAnother(q, rd.subjectOf(m)) {
		return false
	}
	return q.Days.Empty() || q.Days.Has(m.When) || namesDay(q.Days, m)
}

// sought is what a line is looked for by.
type sought struct {
	question.Asking
	weights []float64          // beside its terms
	holds   func(*Memory) bool // whether a line has the kind of thing that is asked for; nil for any
}

// rarities returns beside the terms of a question how much each tells among the lines.
func rarities(rd *Reader, q question.Asking) []float64 {
	out := make([]float64, len(q.Senses))
	for i, t := range q.Senses {
		n := 0
		for j := range rd.messages {
			if lang.HasSense(rd.messages[j].termsAt(), t.Key) {
				n++
			}
		}
		out[i] = t.Weight * math.Log(1+float64(len(rd.messages)+1)/(float64(n)+0.5))
		if lang.IsWeak(t.Key) {
			out[i] *= weakCounts
		}
	}
	return out
}

// likeness says how much of a question the line at i holds, by itself or with the lines
// beside it, about in [0, 1]; 0 where somebody whom the question names is in none of them.
func likeness(rd *Reader, q sought, i int) float64 {
	m := &rd.messages[i].Memory
	total, shared, firm := 0.0, 0.0, 0.0
	alike := rd.messages[i].alike(q.Asking)
	for k, t := range q.Senses {
		total += q.weights[k]
		near := beside(rd, q.Asking, k, i)
		switch {
		case lang.Overlap(q.Senses[k:k+1], m.termsAt()) > 0, cutShort(t.Key, m.Text):
			shared += q.weights[k]
			firm += firmly(t)
		case q.Kind != question.AskName && !ofSomebody(t) && alike[k] >= likelyAlike:
			shared += alike[k] * q.weights[k]
			firm++
		case near > 0:
			shared += likelyBeside * near * q.weights[k]
		case ofSomebody(t):
			return 0
		}
	}
	if total == 0 || q.Kind == question.AskName && !rd.namesAsked(q.Asking, m) && !rd.holdsName(m) {
		return 0
	}
	return q.counts(m, shared/total, firm)
}

// counts is what the share of a question that a line holds counts, by whether the line
// has the kind of thing that is asked for; firm is how many terms are shared that are
// more than a verb.
func (q *sought) counts(m *Memory, share, firm float64) float64 {
	switch held := q.holds != nil && q.holds(m); {
	case share > 0 && held:
		return share + likelyHolds
	case firm == 0, q.holds != nil && len(q.Senses) < 2:
		return 0
	case q.holds != nil:
		return likelyLacks * share
	}
	return share
}

// firmly is 1 for a term that tells something by itself, 0 for a verb of any sentence.
func firmly(t lang.Sense) float64 {
	if lang.IsWeak(t.Key) {
		return 0
	}
	return 1
}

// alike returns beside the terms of an English question how alike the likest word of a
// line is to the word that each stands for.
func (msg *message) alike(q question.Asking) []float64 {
	out := make([]float64, len(q.Senses))
	if msg.words == nil {
		msg.words = contentWords(msg.Text)
	}
	for _, w := range contentWords(q.Text) {
		for k, t := range q.Senses {
			if !lang.HasSense(lang.Senses(w), t.Key) {
				continue
			}
			for _, o := range msg.words {
				out[k] = max(out[k], similar.Words(w, o))
			}
		}
	}
	return out
}

// contentWords returns the words of an English text in lower case without those that
// stand in any, and without what shows whose something is; nothing of a Japanese one.
func contentWords(text string) []string {
	out := []string{}
	for _, w := range plain.Words(strings.ToLower(text)) {
		w = strings.TrimSuffix(w, "'s")
		if !lang.Is(lang.StopWord, w) && !lang.Is(lang.Filler, w) && !lang.IsWeak(lang.SenseStem(w)) {
			out = append(out, w)
		}
	}
	return out
}

// beside says how much the lines next to the one at i, of the same day, hold of a term
// of a question, the one at k.
func beside(rd *Reader, q question.Asking, k, i int) float64 {
	best := 0.0
	for _, j := range [...]int{i - 1, i + 1} {
		if j < 0 || j >= len(rd.messages) || when.Between(rd.messages[i].When, rd.messages[j].When) != 0 {
			continue
		}
		if lang.Overlap(q.Senses[k:k+1], rd.messages[j].termsAt()) > 0 {
			return 1
		}
		if like := rd.messages[j].alike(q)[k]; !ofSomebody(q.Senses[k]) && like >= likelyAlike {
			best = max(best, like)
		}
	}
	return best
}

// around returns a line whole where it is short, else its sentence that shares most with
// a question, with as many of those beside it as there is room for.
func (msg *message) around(q question.Asking) Memory {
	m := msg.Memory
	if utf8.RuneCountInString(m.Text) <= likelyMaximum {
		return m
	}
	best, top := 0, -1.0
	for i, part := range msg.parts {
		if sc := lang.Overlap(q.Senses, lang.Senses(part)); sc > top {
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
