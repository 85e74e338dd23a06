package rag

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"yumori/rag/segment"
	"yumori/rag/vector"
)

// defaultLimit is how many hits a query without a limit gets.
const defaultLimit = 50

// Search returns what answers the query best. An empty index, a question
// without any word known here and one of only stop words find nothing, or
// what is near the times it names; that is no error. When a source fails, the
// others answer and Found.Notes says so. The error is the context's, or
// ErrClosed.
func (x *Index) Search(ctx context.Context, q Query) (found Found, err error) {
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
	if x.lost != nil {
		return Found{Notes: []string{fmt.Sprintf("the index %q could not be written and is not searched: %v", x.folder.name, x.lost)}}, nil
	}
	defer x.corpus.guard(func(fault error) {
		x.corpus.report(fault)
		found, err = Found{Notes: []string{fault.Error()}}, nil
	})()
	return x.corpus.search(ctx, q)
}

// guard makes a panic of a fault in a map, instead of the program's end, and
// tells it: a file was cut short, or the disk does not give it. What it returns
// has to be deferred; until then the maps may be looked at.
func (cp *corpus) guard(tell func(error)) (end func()) {
	mappedFiles, was := cp.mappedFiles(), debug.SetPanicOnFault(true)
	for _, s := range mappedFiles {
		s.View()
	}
	return func() {
		debug.SetPanicOnFault(was)
		for _, s := range mappedFiles {
			s.Rest()
		}
		switch p := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			tell(fmt.Errorf("%w: a file of it cannot be read", segment.ErrDamaged))
		default:
			panic(p)
		}
	}
}

// search is Search of an open index. mu is held.
func (cp *corpus) search(ctx context.Context, q Query) (Found, error) {
	ask := cp.cols.ask(q, cp.meaning)
	s := newScorer(cp.cols, cp.meaning, &ask)
	if v := cp.answering(q); v != nil {
		s.vectors, ask.vector = v.Look(), vector.NewProbe(q.Vector)
	}
	if cp.spelt != nil {
		s.spelt, ask.spelt = cp.spelt, spelt(q.Text)
	}
	g := newCandidates(cp, q, &ask)
	if err := g.gather(ctx, s); err != nil {
		return Found{}, fmt.Errorf("search index %q: %w", cp.folder.name, err)
	}
	hits := cp.rank(q, g, s)
	found := Found{Considered: len(g.found), Notes: g.notes}
	records := cp.recordsOf(hits, g.read)
	for i, h := range hits {
		hit, err := cp.complete(h, g.read, records[i])
		if errors.Is(err, errGone) {
			continue
		}
		if err != nil {
			cp.report(err)
			found.Notes = append(found.Notes, fmt.Sprintf("%s cannot be read: %v", g.read.id(h.unit), err))
			continue
		}
		found.Hits = append(found.Hits, hit)
	}
	if err := cp.unread(); err != nil {
		cp.report(err)
		found.Notes = append(found.Notes, "part of the index cannot be read: "+err.Error())
	}
	return found, nil
}

// unread is what could not be read of the snapshot. mu is held.
func (cp *corpus) unread() error {
	for _, s := range cp.mappedFiles() {
		if err := s.Failure(); err != nil {
			return err
		}
	}
	return nil
}

// mappedFiles are those of which something is read; nil is among them for what is in
// memory. mu is held.
func (cp *corpus) mappedFiles() [5]*segment.MappedFile {
	list := [5]*segment.MappedFile{cp.cols.stored.mapped}
	if cp.meaning != nil {
		list[1], list[2] = cp.meaning.mapped, cp.meaning.space.mapped
	}
	if cp.vectors != nil {
		list[3] = cp.vectors.File
	}
	if cp.filling != nil {
		list[4] = cp.filling.File
	}
	return list
}

// A rated is a hit of which there is no more yet than its unit.
type rated struct {
	Hit
	unit int32
}

// rank scores the candidates and returns the best, without their texts.
func (cp *corpus) rank(q Query, g *candidates, s *scorer) []rated {
	w := q.Weights
	if v := cmp.Or(cp.answering(q), cp.vectors); v != nil {
		w.Vector *= v.Calibration.Trust
	}
	rate := func(n int32) rated {
		u := s.read.unit(n)
		f, chunk := s.features(n)
		if s.vectors != nil {
			f.Vector = s.vectors.Nearness(u.chunk, u.chunk+u.chunks, s.q.vector)
		}
		return rated{Hit{Chunk: int(chunk - u.chunk), Score: w.Score(f), Features: f, By: g.found[n]}, n}
	}
	top := vector.NewBest(q.Limit)
	for _, n := range slices.Sorted(maps.Keys(g.found)) { // in the order they are read in
		if score := rate(n).Score; score > 0 {
			top.Offer(n, score)
		}
	}
	var out []rated
	for _, r := range top.Take() { // rated once more: to keep all of them costs a collection of garbage
		out = append(out, rate(r.N))
	}
	return out
}

// recordsOf reads the records of hits, beside them; nil for one that could not be
// read with the others. mu is held.
func (cp *corpus) recordsOf(hits []rated, read *reader) [][]byte {
	first := make([]int32, len(hits))
	for i, h := range hits {
		first[i] = read.unit(h.unit).chunk
	}
	list, err := cp.keys.RecordsOf(first)
	if err != nil {
		return make([][]byte, len(hits))
	}
	return list
}

// complete fills in a hit's document from its record; from a nil one it tries to
// read it, and tells why it cannot.
func (cp *corpus) complete(r rated, read *reader, record []byte) (Hit, error) {
	u, h, id := read.unit(r.unit), r.Hit, read.id(r.unit)
	if record == nil {
		var err error
		if record, err = cp.recordOf(u); err != nil {
			return h, err
		}
	}
	var e entry
	if err := json.Unmarshal(record, &e); err != nil || e.Doc.ID != id {
		return h, fmt.Errorf("%w: record of %q: %w", segment.ErrDamaged, id, err)
	}
	h.Document = e.document()
	h.Prev, h.Next = read.id(u.prev), read.id(u.next)
	if spans := chunks(e.Doc); h.Chunk < len(spans) {
		h.Span = [2]int{spans[h.Chunk].start, spans[h.Chunk].end}
	}
	return h, nil
}

// errGone says that a document is being removed, or replaced, at this moment.
var errGone = errors.New("document is gone")

// recordOf reads a unit's record. One that a batch under way has removed is
// errGone. mu is held.
func (cp *corpus) recordOf(u unit) ([]byte, error) {
	record, err := cp.keys.Record(u.chunk)
	if err == nil && record == nil && cp.moving.Load() {
		return nil, errGone
	}
	return record, err
}

// report remembers damage for the next Sync.
func (cp *corpus) report(err error) { cp.damaged.CompareAndSwap(nil, &err) }

// Speakers returns the names of everybody who said something, sorted.
func (x *Index) Speakers() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := slices.Clone(x.corpus.cols.speakers[1:])
	slices.Sort(out)
	return out
}

// Find returns the document of an id as it was indexed; ok is false if the
// index has none. Cost: one record read.
func (x *Index) Find(id string) (d Document, ok bool, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed {
		return d, false, ErrClosed
	}
	if x.lost != nil {
		return d, false, fmt.Errorf("find %q in index %q, which could not be written: %w", id, x.folder.name, x.lost)
	}
	read := x.corpus.cols.reader(0)
	n, ok := read.find(id)
	u := unit{}
	if ok {
		u = read.unit(n)
	}
	if err := x.corpus.unread(); err != nil {
		x.corpus.report(err)
		return d, false, fmt.Errorf("find %q in index %q: %w", id, x.folder.name, err)
	}
	if !ok {
		return d, false, nil
	}
	record, err := x.corpus.recordOf(u)
	if errors.Is(err, errGone) {
		return d, false, nil
	}
	if err != nil {
		x.corpus.report(err)
		return d, false, fmt.Errorf("find %q in index %q: %w", id, x.folder.name, err)
	}
	var e entry
	if err := json.Unmarshal(record, &e); err != nil || e.Doc.ID != id {
		err = fmt.Errorf("%w: record of %q: %w", segment.ErrDamaged, id, err)
		x.corpus.report(err)
		return d, false, fmt.Errorf("find in index %q: %w", x.folder.name, err)
	}
	return e.document(), true, nil
}

// Has reports whether the index has a document of an id.
func (x *Index) Has(id string) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	_, ok := x.corpus.cols.reader(0).find(id)
	return ok
}
