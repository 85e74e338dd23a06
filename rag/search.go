package rag

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/rag/terms"
)

// defaultLimit is how many hits a query without a limit gets.
const defaultLimit = 50

// Search returns what answers the query best. An empty index, a question
// without any word known here and one of only stop words find nothing, or
// what is near the times it names; that is no error. When a source fails, the
// others answer and Found.Notes says so. The error is the context's, or
// ErrClosed.
func (x *Index) Search(ctx context.Context, q Query) (Found, error) {
	if q.Weights == (Weights{}) {
		q.Weights = DefaultWeights()
	}
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed {
		return Found{}, ErrClosed
	}
	ask := x.cols.ask(q, x.meaning)
	s := newScorer(x.cols, x.meaning, &ask)
	if x.spelt != nil {
		s.spelt, ask.spelt = x.spelt, spelt(q.Text)
	}
	g := &candidates{x: x, q: q, ask: &ask, found: map[int32]Origin{}}
	if err := g.gather(ctx, s); err != nil {
		return Found{}, fmt.Errorf("search index %q: %w", x.name, err)
	}
	hits := x.rank(q, g, s)
	found := Found{Considered: len(g.found), Notes: g.notes}
	for _, h := range hits {
		hit, err := x.complete(h)
		if errors.Is(err, errGone) {
			continue
		}
		if err != nil {
			x.report(err)
			found.Notes = append(found.Notes, fmt.Sprintf("%s cannot be read: %v", h.ID, err))
			continue
		}
		found.Hits = append(found.Hits, hit)
	}
	return found, nil
}

// rank scores the candidates and returns the best, without their texts.
func (x *Index) rank(q Query, g *candidates, s *scorer) []Hit {
	w := q.Weights
	if x.vectors != nil {
		w.Vector *= x.vectors.tuned.Trust
	}
	top := newBest(q.Limit)
	hits := make(map[int32]Hit, len(g.found))
	for n, by := range g.found {
		f, chunk := s.features(n)
		if x.vectors != nil && q.Vector != nil && x.vectors.space == q.Space {
			f.Vector = x.vectors.nearness(&x.cols.units[n], q.Vector)
		}
		score := w.Score(f)
		if score <= 0 {
			continue
		}
		u := &x.cols.units[n]
		hits[n] = Hit{Document: Document{ID: u.id}, Chunk: int(chunk - u.chunk), Score: score, Features: f, By: by}
		top.offer(n, score)
	}
	var out []Hit
	for _, r := range top.take() {
		out = append(out, hits[r.n])
	}
	return out
}

// complete fills in a hit's document from its record.
func (x *Index) complete(h Hit) (Hit, error) {
	u := &x.cols.units[x.cols.byID[h.ID]]
	record, err := x.recordOf(u)
	if err != nil {
		return h, err
	}
	var e entry
	if err := json.Unmarshal(record, &e); err != nil || e.Doc.ID != h.ID {
		return h, fmt.Errorf("%w: record of %q: %w", errDamaged, h.ID, err)
	}
	h.Document = e.Doc
	h.Prev, h.Next = x.cols.id(u.prev), x.cols.id(u.next)
	if spans := chunks(e.Doc); h.Chunk < len(spans) {
		h.Span = [2]int{spans[h.Chunk].start, spans[h.Chunk].end}
		h.Line = strings.Count(e.Doc.Text[:h.Span[0]], "\n")
	}
	return h, nil
}

// errGone says that a document is being removed, or replaced, at this moment.
var errGone = errors.New("document is gone")

// recordOf reads a unit's record. One that a batch under way has removed is
// errGone. mu is held.
func (x *Index) recordOf(u *unit) ([]byte, error) {
	record, err := x.keys.record(u.chunk)
	if err == nil && record == nil && x.moving.Load() {
		return nil, errGone
	}
	return record, err
}

// report remembers damage for the next Sync.
func (x *Index) report(err error) { x.damaged.CompareAndSwap(nil, &err) }

// Speakers returns the names of everybody who said something, sorted.
func (x *Index) Speakers() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := slices.Clone(x.cols.speakers[1:])
	slices.Sort(out)
	return out
}

// Knows reports which of the words of a question, once analysed, stand
// anywhere in the index.
func (x *Index) Knows(text string) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []string
	for _, t := range terms.Of(text) {
		if x.cols.stats[termHash(t)].chunks > 0 && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
