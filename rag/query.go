package rag

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"yumori/internal/lang/when"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/rag/latent"
	"yumori/rag/terms"
	"yumori/rag/vector"
)

// A Query is one question to an index. Only Text or one of the filters has to
// be given.
type Query struct {
	Text     string      // what is looked for, in any language; no syntax is known
	Speakers []string    // who is named as having said or done it
	Spans    []when.Span // times the question names; near them counts more
	AsksWhen bool        // the answer is a time

	Vector []float32 // of Text, of length 1; nil without an embedder
	Space  llm.Space // the space of Vector

	Filter  Filter
	Limit   int     // how many hits; 0 means 50
	Weights Weights // the zero value means DefaultWeights
}

// A Filter says what may be found at all. Empty fields allow everything.
type Filter struct {
	Types    []Type
	Kinds    []memory.Kind
	Entities []string             // at least one of them
	Since    time.Time            // not before
	Until    time.Time            // before this
	Without  func(id string) bool // is asked by several goroutines at once
}

// Weights says how the features of a text make its score:
//
//	(Text·(1 + Cover·c) − Repeats·r + Previous·p + Answers·a + Next·n + Session·s + Sense·l + SessionSense·m + Vector·v + Date·d + When·w)
//	  · (1 + Speaker·[the speaker is named]) · (1 + User·[the user said it]) · (1 + Length·(min(ln(1+terms), 2.7) − 2))
//	  · (1 − Asks·share of questions) / (1 + Long·ln(chunks of a reply))
//
// Text, Repeats, Previous, Answers, Next and Session are BM25 scores, so they grow with
// the question; the rest lies in [0, 1].
type Weights struct {
	Cover, Repeats        float64
	Previous, Next        float64
	Answers               float64
	Session               float64
	Sense, SessionSense   float64
	Vector                float64 // times what the index found the embedder in use to be worth; see Calibration
	Date, When            float64
	Speaker, User, Length float64
	Asks, Long            float64
}

// DefaultWeights returns the weights tuned on conversations of two people,
// of a user with an assistant, and on Japanese paragraphs, together. Vector's
// is that of Sense: an embedder that tells texts apart as well as may be counts
// like the semantic space. They were searched by coordinate ascent for the mean
// over the kinds, in two folds of conversations, and taken between the folds;
// conversations with long replies were among them. Repeats and Long change little
// there beside User, and are small.
func DefaultWeights() Weights {
	return Weights{
		Cover: 0.8, Repeats: 0.4,
		Previous: 0.35, Answers: 0.5, Next: 0.15, Session: 1.5, Sense: 18, SessionSense: 8.4, Vector: 18,
		Date: 9.5, When: 6, Speaker: 0.4, User: 1.0, Length: 0.08, Asks: 0.5, Long: 0.2,
	}
}

// Features are the terms of a text's score, before their weights.
type Features struct {
	Text         float64 `json:"text"`     // BM25 of its best chunk
	Cover        float64 `json:"cover"`    // how much of the question the text holds (of a reply, that chunk), by the rarity of its words, those that stand nowhere counted too
	Repeats      float64 `json:"repeats"`  // of a reply: how much of Text is in words that the user said just before
	Previous     float64 `json:"previous"` // of the text before it, less the longer it is itself
	Answers      float64 `json:"answers"`  // Previous, as far as somebody else asks there: an answer leaves the words of its question out
	Next         float64 `json:"next"`     // of the text after it, likewise
	Session      float64 `json:"session"`  // BM25 of all of its session
	Sense        float64 `json:"sense"`    // cosine in the semantic space, with its neighbours
	SessionSense float64 `json:"session_sense"`
	Vector       float64 `json:"vector"`  // nearness in the embedder's space, as calibrated
	Date         float64 `json:"date"`    // e^(−days/4) to the time the question names
	When         float64 `json:"when"`    // 1: the question asks for a time and the text says one
	Speaker      float64 `json:"speaker"` // 1: a speaker the question names said it
	User         float64 `json:"user"`    // 1: the user said it
	Length       float64 `json:"length"`  // min(ln(1+terms), 2.7) − 2
	Asks         float64 `json:"asks"`    // how much of what was said are questions
	Long         float64 `json:"long"`    // of a reply: ln(chunks)
}

// Score puts features together.
func (w Weights) Score(f Features) float64 {
	sum := f.Text*(1+w.Cover*f.Cover) - w.Repeats*f.Repeats + w.Previous*f.Previous + w.Answers*f.Answers + w.Next*f.Next + w.Session*f.Session +
		w.Sense*f.Sense + w.SessionSense*f.SessionSense + w.Vector*f.Vector + w.Date*f.Date + w.When*f.When
	return sum * (1 + w.Speaker*f.Speaker) * (1 + w.User*f.User) * (1 + w.Length*f.Length) *
		(1 - w.Asks*f.Asks) / (1 + w.Long*f.Long)
}

// Found is what an index answers.
type Found struct {
	Hits       []Hit    // best first
	Considered int      // candidates scored
	Notes      []string // what did not work or was left out, for the trace
}

// A Hit is one document found.
type Hit struct {
	Document
	Chunk    int      // the best of its chunks
	Span     [2]int   // that chunk's bytes in Text
	Score    float64  // by the query's weights; only comparable within one answer
	Features Features // the terms of Score
	By       Origin   // which sources brought it up
	Prev     string   // id of the document before it in its session, "" if none
	Next     string   // of the one after it
}

// Origin is a set of candidate sources.
type Origin uint8

// The candidate sources.
const (
	ByWords     Origin = 1 << iota // the keyword index
	BySense                        // the semantic space
	ByVector                       // the embedder
	ByTime                         // a time the question names
	ByNeighbour                    // next to, or in one session with, another candidate
)

// Names returns the sources in a set, for a trace.
func (o Origin) Names() []string {
	var out []string
	for i, name := range [...]string{"words", "sense", "vector", "time", "neighbour"} {
		if o&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// maxQuestionTerms bounds the terms of a question that are scored: the rarest
// ones. A question of a page is asked by its rare words.
const maxQuestionTerms = 256

// A question is a query made ready for scoring.
type question struct {
	terms    []uint32   // ascending
	words    []string   // beside terms
	places   []standing // of those that stand in the snapshot's vocabulary, ascending
	count    []float64
	idf      []float64     // among chunks
	idfSess  []float64     // among sessions
	weight   float64       // of all its words by idf, those that stand nowhere too
	sense    *vector.Probe // nil without a space
	vector   *vector.Probe // nil without one of the embedder in use
	spelt    []float32     // nil beside a space
	speakers []bool        // by speaker number
	named    bool          // some speaker is
	spans    []when.Span
	asksWhen bool
}

// A standing is where one of a question's terms stands in the vocabulary of the
// snapshot.
type standing struct {
	at   int
	term int // which one it is
}

// ask prepares q. Terms of the named speakers are left out: who speaks is a
// feature of its own.
func (c *columns) ask(q Query, m *meaning) question {
	out := question{spans: q.Spans, asksWhen: q.AsksWhen, speakers: make([]bool, len(c.speakers))}
	drop := map[string]bool{}
	for _, name := range q.Speakers {
		if i := slices.Index(c.speakers, name); i > 0 {
			out.speakers[i], out.named = true, true
			for _, t := range terms.Of(name) {
				drop[t] = true
			}
		}
	}
	counts := map[string]float64{}
	for _, t := range terms.Of(q.Text) {
		if !drop[t] {
			counts[t]++
		}
	}
	if len(counts) == 0 { // nothing but names: then they are what is looked for
		for t := range drop {
			counts[t]++
		}
	}
	out.take(c, counts)
	if m != nil {
		out.sense = m.question(out)
	}
	return out
}

// take fills the term columns from counted terms, the rarest first when there
// are too many. Terms that stand nowhere are left out.
func (q *question) take(c *columns, counts map[string]float64) {
	type entry struct {
		word string
		hash uint32
		n    float64
	}
	var list []entry
	for _, w := range slices.Sorted(maps.Keys(counts)) { // so that sums come out the same every time
		h := termHash(w)
		q.weight += idf(int64(c.words.of(h).chunks), c.live.n)
		if c.words.of(h).chunks > 0 {
			list = append(list, entry{w, h, counts[w]})
		}
	}
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(c.words.of(a.hash).chunks, c.words.of(b.hash).chunks), cmp.Compare(a.word, b.word))
	})
	list = list[:min(len(list), maxQuestionTerms)]
	slices.SortFunc(list, func(a, b entry) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.word, b.word)) })
	for _, e := range list {
		if n := len(q.terms); n > 0 && q.terms[n-1] == e.hash { // a collision of hashes
			continue
		}
		if at, stored := slices.BinarySearch(c.words.words, e.hash); stored {
			q.places = append(q.places, standing{at: at, term: len(q.terms)})
		}
		s := c.words.of(e.hash)
		q.terms, q.words, q.count = append(q.terms, e.hash), append(q.words, e.word), append(q.count, e.n)
		q.idf = append(q.idf, idf(int64(s.chunks), c.live.n))
		q.idfSess = append(q.idfSess, idf(int64(s.sessions), c.liveSess.n))
	}
}

// idf is the weight of a term in df of n texts.
func idf(df, n int64) float64 {
	return math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5))
}

// bag returns the question's terms as the semantic space takes them.
func (q question) bag() latent.Bag {
	bag := latent.Bag{Terms: q.terms, Counts: make([]uint16, len(q.terms))}
	for i, n := range q.count {
		bag.Counts[i] = uint16(min(n, 1<<16-1))
	}
	return bag
}
