package retrieval

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"

	"yumori/internal/store"
	"yumori/rag"
	"yumori/rag/segment"
	"yumori/retrieval/source"
)

// An indexed is one index with what it is made of.
type indexed struct {
	name   string
	source rag.Source
	index  *rag.Index
	report rag.Report
}

// An indexSet is the indexes of a persona that are open. It is safe for concurrent
// use.
type indexSet struct {
	dir    *store.Dir
	logger *slog.Logger

	mu   sync.Mutex // guards what follows
	list []*indexed
}

// open opens an index if it is not open. One that cannot be mended where it stands
// is thrown away: it is derived. damage says what was wrong with one that was made
// anew.
func (is *indexSet) open(ctx context.Context, w indexed) (damage, err error) {
	if is.named(w.name) != nil {
		return nil, nil
	}
	place, err := is.dir.Derived(".index/" + w.name)
	if err != nil {
		return nil, fmt.Errorf("open index %q: %w", w.name, err)
	}
	at := rag.Place{Dir: is.dir, Root: filepath.Dir(filepath.Dir(place)), Name: w.name}
	opt := rag.Options{Logger: is.logger}
	w.index, err = rag.Open(ctx, at, opt)
	damage = err
	switch {
	case err == nil:
		damage = w.index.Remade()
	case ctx.Err() != nil, errors.Is(err, segment.ErrBusy), errors.Is(err, store.ErrMoved), errors.Is(err, store.ErrFull), errors.Is(err, store.ErrReadOnly):
		return nil, err
	default:
		is.logger.Warn("index cannot be opened, thrown away", "index", at.Name, "error", err)
		if derr := is.dir.Discard(".index/" + at.Name); derr != nil {
			return nil, errors.Join(err, derr)
		}
		if w.index, err = rag.Open(ctx, at, opt); err != nil {
			return nil, err
		}
	}
	is.mu.Lock()
	defer is.mu.Unlock()
	is.list = append(is.list, &w)
	return damage, nil
}

// named returns an open index, nil if it is not open.
func (is *indexSet) named(name string) *indexed {
	for _, x := range is.all() {
		if x.name == name {
			return x
		}
	}
	return nil
}

// account notes what was done to an index.
func (is *indexSet) account(x *indexed, report rag.Report) {
	is.mu.Lock()
	defer is.mu.Unlock()
	x.report = report
}

func (is *indexSet) all() []*indexed {
	is.mu.Lock()
	defer is.mu.Unlock()
	return slices.Clone(is.list)
}

// reportOf returns what was done to an index last.
func (is *indexSet) reportOf(x *indexed) rag.Report {
	is.mu.Lock()
	defer is.mu.Unlock()
	return x.report
}

// searched returns the open indexes that a question is put to: those of the
// knowledge only when it is asked for.
func (is *indexSet) searched(knowledge Scope) []Searcher {
	var list []Searcher
	for _, x := range is.all() {
		if (x.name == indexKnowledge) == (knowledge == Knowledge) {
			list = append(list, onceEach{x.index})
		}
	}
	return list
}

// document returns the document of an id, whichever index has it; ok is false
// if none has.
func (is *indexSet) document(id string) (d rag.Document, ok bool, err error) {
	for _, x := range is.all() {
		if d, ok, err = x.index.Find(id); ok || err != nil {
			return d, ok, err
		}
	}
	return d, false, nil
}

// learn learns the semantic spaces again for which enough is new.
func (is *indexSet) learn(ctx context.Context) {
	for _, x := range is.all() {
		if err := x.index.Relearn(ctx); err != nil && ctx.Err() == nil {
			is.logger.Warn("learn the semantic space", "index", x.name, "error", err)
		}
	}
}

// onceEach is an index that does not answer twice with one fact; see source.Once.
type onceEach struct{ Searcher }

// Search is Searcher.
func (x onceEach) Search(ctx context.Context, q rag.Query) (rag.Found, error) {
	found, err := x.Searcher.Search(ctx, q)
	found.Hits = source.Once(found.Hits)
	return found, err
}
