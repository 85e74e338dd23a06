package rag

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"yumori/internal/lang/when"
	"yumori/rag/latent"
	"yumori/rag/terms"
	"yumori/rag/vector"
)

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
