package rag

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/rag/latent"
)

// learnMost is how many documents a space is learned from, evenly chosen where
// there are more: it does not become better for it.
const learnMost = 100_000

// Learn learns the semantic space anew from the documents there are and places
// all of them in it. Searches go on in the old one meanwhile, and so do writers
// until the documents are placed. With too little text there is no space, and
// that is no error. It takes some 7 seconds of one processor for 50,000 chunks.
// Relearn is what an index that answers somebody is kept with.
func (x *Index) Learn(ctx context.Context) error {
	x.mu.RLock()
	closed := x.closed
	var frozen *columns
	if !closed {
		frozen = x.cols.frozen()
	}
	x.mu.RUnlock()
	if closed {
		return ErrClosed
	}
	defer frozen.close()
	return x.learnFrom(ctx, frozen, lecture{order: frozen.living()})
}

// A lecture is what is learned: documents of frozen columns, and the lesson
// they are; nil for all there happen to be.
type lecture struct {
	order  []int32
	lesson *lesson
}

func (x *Index) learnFrom(ctx context.Context, frozen *columns, from lecture) error {
	space, err := learn(ctx, frozen, from.order)
	if err == nil {
		err = frozen.stored.mapped.Failure()
	}
	switch {
	case errors.Is(err, latent.ErrTooLittle) && from.lesson == nil:
		return nil
	case errors.Is(err, latent.ErrTooLittle):
		err = x.settleWithout(from.lesson)
	case err == nil:
		err = x.settleIn(space, from.lesson)
	}
	if err != nil {
		return fmt.Errorf("learn index %q: %w", x.name, err)
	}
	return nil
}

// settleWithout goes on without a semantic space: there is too little text.
func (x *Index) settleWithout(from *lesson) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.stopped() {
		return ErrClosed
	}
	err := errors.Join(x.dir.Discard(x.file(spaceName)), x.dir.Discard(x.file(windowsName)))
	x.mu.Lock()
	if x.meaning != nil {
		x.meaning.close()
		x.meaning, x.spelt = nil, x.newSpelling()
	}
	x.mu.Unlock()
	return errors.Join(err, x.learned(from))
}

// settleIn places all documents in a space and puts it to use.
func (x *Index) settleIn(space *latent.Space, from *lesson) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.stopped() {
		return ErrClosed
	}
	saved, err := x.saveSpace(space)
	m := newMeaning(x.cols, semanticSpace{Space: space}) // only a writer changes cols, and this is the one
	m.space = saved
	x.mu.Lock()
	x.meaning.close()
	x.meaning, x.spelt = m, nil
	x.mu.Unlock()
	if x.base.seq != 0 || x.cols.chunkCount() > snapshotDue {
		x.snapshot()
	}
	if from != nil {
		from.Mark = space.Mark()
	}
	return errors.Join(err, x.learned(from))
}

// frozen returns columns that stay as they are now, enough to learn from, and
// to be closed. Terms and chunks are only ever appended, so they are shared.
func (c *columns) frozen() *columns {
	out := &columns{
		stored: c.stored, changed: slices.Clone(c.changed), edits: make(map[int32]*unit, len(c.edits)),
		units: slices.Clone(c.units), chunks: c.chunks, bags: c.bags, terms: c.terms, counts: c.counts,
		sessions: c.sessions, files: c.files, sorts: c.sorts, groups: c.groups, speakers: c.speakers,
		words: vocabulary{words: c.words.words}, live: c.live,
	}
	for n, u := range c.edits {
		edit := *u
		out.edits[n] = &edit
	}
	out.stored.mapped.Hold()
	return out
}

// close lets go of the file.
func (c *columns) close() {
	if c != nil {
		c.stored.mapped.Release()
	}
}

// skipTo makes n the number of the next chunk. Numbers between belong to
// removed documents.
func (c *columns) skipTo(n int32) {
	c.chunks = slices.Grow(c.chunks, max(0, int(n)-c.chunkCount()))
	for c.chunkCount() < int(n) {
		c.chunks = append(c.chunks, chunk{unit: -1})
		c.bags = append(c.bags, run{})
	}
}
