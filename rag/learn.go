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
		frozen = x.corpus.cols.frozen()
	}
	x.mu.RUnlock()
	if closed {
		return ErrClosed
	}
	defer frozen.close()
	return (&lecture{x: x, frozen: frozen, order: frozen.living()}).learn(ctx)
}

// A lecture is what is learned: documents of frozen columns, and the lesson
// they are; nil for all there happen to be.
type lecture struct {
	x      *Index
	frozen *columns
	order  []int32
	lesson *lesson
}

func (l *lecture) learn(ctx context.Context) error {
	space, err := learn(ctx, l.frozen, l.order)
	if err == nil {
		err = l.frozen.stored.mapped.Failure()
	}
	switch {
	case errors.Is(err, latent.ErrTooLittle) && l.lesson == nil:
		return nil
	case errors.Is(err, latent.ErrTooLittle):
		err = l.settleWithout()
	case err == nil:
		err = l.settleIn(space)
	}
	if err != nil {
		return fmt.Errorf("learn index %q: %w", l.x.folder.name, err)
	}
	return nil
}

// settleWithout goes on without a semantic space: there is too little text.
func (l *lecture) settleWithout() error {
	x := l.x
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.stopped() {
		return ErrClosed
	}
	err := errors.Join(x.folder.dir.Discard(x.folder.file(spaceName)), x.folder.dir.Discard(x.folder.file(windowsName)))
	x.mu.Lock()
	if x.corpus.meaning != nil {
		x.corpus.meaning.close()
		x.corpus.meaning, x.corpus.spelt = nil, x.corpus.newSpelling()
	}
	x.mu.Unlock()
	return errors.Join(err, l.learned())
}

// settleIn places all documents in a space and puts it to use.
func (l *lecture) settleIn(space *latent.Space) error {
	x := l.x
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.stopped() {
		return ErrClosed
	}
	saved, err := x.folder.saveSpace(space)
	m := newMeaning(x.corpus.cols, semanticSpace{Space: space}) // only a writer changes cols, and this is the one
	m.space = saved
	x.mu.Lock()
	x.corpus.meaning.close()
	x.corpus.meaning, x.corpus.spelt = m, nil
	x.mu.Unlock()
	if x.corpus.base.seq != 0 || x.corpus.cols.chunkCount() > snapshotDue {
		x.snapshot()
	}
	if l.lesson != nil {
		l.lesson.Mark = space.Mark()
	}
	return errors.Join(err, l.learned())
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
