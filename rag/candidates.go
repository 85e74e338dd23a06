package rag

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"yumori/rag/segment"
	"yumori/rag/terms"
	"yumori/rag/vector"
)

// How many candidates each source may bring, and how many terms and postings
// a search of the keyword index may cost.
const (
	wordCandidates   = 400
	senseCandidates  = 300
	vectorCandidates = 300
	timeCandidates   = 300
	neighboursOf     = 150 // the best candidates whose neighbours are looked at
	sessionsOf       = 4   // the best sessions of which everything is
	sessionUnits     = 400
	maxWords         = 48
	maxPostings      = 60_000
	scanUnits        = 5_000 // so few allowed documents are all scored
)

// candidates gathers what is worth scoring, with its origin.
type candidates struct {
	corpus *corpus
	q      Query
	ask    *question
	read   *reader    // of ids
	names  [][]uint32 // the terms of each entity that is asked for
	found  map[int32]Origin
	notes  []string
}

func newCandidates(cp *corpus, q Query, ask *question) *candidates {
	g := &candidates{corpus: cp, q: q, ask: ask, read: cp.cols.look(), found: map[int32]Origin{}}
	for _, e := range q.Filter.Entities {
		g.names = append(g.names, bagOf(terms.Of(e)).Terms)
	}
	return g
}

func (g *candidates) put(n int32, by Origin) {
	if _, is := g.found[n]; is || g.allows(n) {
		g.found[n] |= by
	}
}

// allows reports whether a unit is there and the filter lets it through.
func (g *candidates) allows(n int32) bool {
	return !g.corpus.cols.dead(n) && (g.q.Filter.isEmpty() || g.q.Filter.allows(g.read, n) && g.about(n))
}

// gather asks every source.
func (g *candidates) gather(ctx context.Context, s *scorer) error {
	if few := g.few(); few != nil {
		for _, n := range few {
			g.put(n, ByWords)
		}
		return ctx.Err()
	}
	said := g.search(ctx)
	g.sense()
	if err := g.words(ctx, <-said); err != nil {
		return err
	}
	g.vectors()
	g.times()
	g.neighbours(s)
	return ctx.Err()
}

// about reports whether a unit is about one of the entities asked for: it names
// one, or was said to be about it when it was indexed, before some of the names
// were known.
func (g *candidates) about(n int32) bool {
	if len(g.names) == 0 {
		return true
	}
	if _, said := g.read.traits(n); slices.ContainsFunc(g.q.Filter.Entities, func(e string) bool { return slices.Contains(said, e) }) {
		return true
	}
	bag := g.read.unitBag(n)
	return slices.ContainsFunc(g.names, func(name []uint32) bool {
		return len(name) > 0 && !slices.ContainsFunc(name, func(t uint32) bool {
			_, has := slices.BinarySearch(bag.Terms, t)
			return !has
		})
	})
}

// few returns all documents a filter allows when they are so few that
// searching would only miss some; nil otherwise.
func (g *candidates) few() []int32 {
	if g.q.Filter.isEmpty() {
		return nil
	}
	list := []int32{}
	for n := range g.corpus.cols.unitCount() {
		if g.allows(int32(n)) {
			if list = append(list, int32(n)); len(list) > scanUnits {
				return nil
			}
		}
	}
	return list
}

// wordsFound is what the keyword index answers.
type wordsFound struct {
	chunks []int32
	err    error
}

// search asks the keyword index while the other sources are looked through, which
// takes as long. A filter makes it ask for more, because it is applied afterwards.
func (g *candidates) search(ctx context.Context) <-chan wordsFound {
	limit := wordCandidates
	if !g.q.Filter.isEmpty() {
		limit *= 4
	}
	out, keys, words := make(chan wordsFound, 1), g.corpus.keys, g.rareWords()
	go func() {
		list, err := keys.Search(ctx, words, limit)
		out <- wordsFound{list, err}
	}()
	return out
}

// words takes in what the keyword index answered.
func (g *candidates) words(ctx context.Context, said wordsFound) error {
	err := said.err
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, segment.ErrDamaged) {
			g.corpus.report(err)
		}
		g.notes = append(g.notes, "keyword index does not answer, all documents were compared: "+err.Error())
		for n := range g.corpus.cols.unitCount() {
			g.put(int32(n), ByWords)
		}
		return nil
	}
	for _, c := range said.chunks {
		if int(c) < g.corpus.cols.chunkCount() {
			if n := g.read.chunk(c).unit; n >= 0 {
				g.put(n, ByWords)
			}
		}
	}
	return nil
}

// rareWords returns the question's rarest words, as many as may be looked up.
func (g *candidates) rareWords() []string {
	order := make([]int, len(g.ask.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(g.ask.idf[b], g.ask.idf[a]) })
	var out []string
	postings := 0
	for _, i := range order {
		postings += int(g.corpus.cols.words.of(g.ask.terms[i]).chunks)
		if len(out) >= 2 && (len(out) >= maxWords || postings > maxPostings) {
			break
		}
		out = append(out, g.ask.words[i])
	}
	return out
}

// sense brings up what is near in meaning, or in spelling while there is no
// space.
func (g *candidates) sense() {
	best := vector.NewBest(senseCandidates)
	switch {
	case g.ask.spelt != nil:
		for n := range g.corpus.cols.unitCount() {
			if near := g.corpus.spelt.nearness(g.ask.spelt, int32(n)); near > 0 && g.allows(int32(n)) {
				best.Offer(int32(n), near)
			}
		}
	case g.corpus.meaning != nil && g.ask.sense != nil:
		g.corpus.meaning.nearest(g.corpus.cols, g.ask.sense, best, g.allows)
	}
	for _, b := range best.Take() {
		g.put(b.N, BySense)
	}
}

func (g *candidates) vectors() {
	v := g.corpus.answering(g.q)
	if v == nil || g.ask.vector == nil {
		if g.corpus.vectors != nil && g.q.Vector != nil {
			g.notes = append(g.notes, "the question's vector is of another space than the index's")
		}
		return
	}
	some, best, read := vector.NewBest(2*vectorCandidates), vector.NewBest(vectorCandidates), v.Look()
	v.Nearest(g.ask.vector, func(chunk int32, cosine float32) {
		if c := float64(cosine); c > some.Floor() {
			some.Offer(chunk, c)
		}
	})
	for _, b := range some.Take() { // in more bits
		if r, ok := v.Of(b.N); ok {
			if c := g.ask.vector.Cosine(read.Row(r)); c > v.Calibration.Floor {
				best.Offer(b.N, c)
			}
		}
	}
	for _, b := range best.Take() {
		if n := g.read.chunk(b.N).unit; n >= 0 {
			g.put(n, ByVector)
		}
	}
}

// times brings up documents near the times the question names, those nearest
// in meaning first.
func (g *candidates) times() {
	if len(g.ask.spans) == 0 {
		return
	}
	best := vector.NewBest(timeCandidates)
	var sense *senseReader
	if g.corpus.meaning != nil && g.ask.sense != nil {
		sense = g.corpus.meaning.look()
	}
	all := g.corpus.cols.look()
	all.units.Window = segment.WideWindow
	for n := range g.corpus.cols.unitCount() {
		near := g.ask.nearness(all.when(int32(n)))
		if near < 0.1 || !g.allows(int32(n)) {
			continue
		}
		if sense != nil {
			near += sense.cosine(g.ask.sense, int32(n))
		}
		best.Offer(int32(n), near)
	}
	for _, b := range best.Take() {
		g.put(b.N, ByTime)
	}
}

// neighbours brings up what stands beside the best candidates by words, and
// the rest of the best sessions.
func (g *candidates) neighbours(s *scorer) {
	best := vector.NewBest(neighboursOf)
	sessions := map[int32]float64{}
	for _, n := range slices.Sorted(maps.Keys(g.found)) { // in the order they are read in
		if t := s.text(n).text; t > 0 {
			best.Offer(n, t)
			in := g.read.unit(n).session
			sessions[in] = s.session(in).words
		}
	}
	for _, b := range best.Take() {
		u := g.read.unit(b.N)
		for _, m := range [...]int32{u.prev, u.next} {
			if m >= 0 {
				g.put(m, ByNeighbour)
			}
		}
	}
	top := vector.NewBest(sessionsOf)
	for n, score := range sessions {
		top.Offer(n, score)
	}
	for _, b := range top.Take() {
		left := sessionUnits
		for m := range g.read.unitsIn(b.N) {
			if left--; left < 0 {
				break
			}
			g.put(m, ByNeighbour)
		}
	}
}

// allows reports whether a filter lets a unit through. Of a unit no more is
// read than the filter asks for.
func (f Filter) allows(read *reader, n int32) bool {
	return f.allowsTime(read, n) && f.allowsTraits(read, n) && (f.Without == nil || !f.Without(read.id(n)))
}

func (f Filter) allowsTime(read *reader, n int32) bool {
	if f.Since.IsZero() && f.Until.IsZero() {
		return true
	}
	when := read.when(n)
	return (f.Since.IsZero() || when >= f.Since.Unix()) && (f.Until.IsZero() || when != noTime && when < f.Until.Unix())
}

func (f Filter) allowsTraits(read *reader, n int32) bool {
	if len(f.Types) == 0 && len(f.Kinds) == 0 {
		return true
	}
	is, _ := read.traits(n)
	return (len(f.Types) == 0 || slices.Contains(f.Types, is.docType)) && (len(f.Kinds) == 0 || slices.Contains(f.Kinds, is.kind))
}

func (f Filter) isEmpty() bool {
	return len(f.Types) == 0 && len(f.Kinds) == 0 && len(f.Entities) == 0 && f.Since.IsZero() && f.Until.IsZero() && f.Without == nil
}
