package rag

import (
	"context"
	"errors"
	"slices"

	"yumori/internal/store"
	"yumori/rag/segment"
)

// lose closes the keyword index after a batch that could not be written. What
// was committed before is on disk; searches say what is wrong until the index is
// open again. The caller holds writing.
func (x *Index) lose(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lost = err
	if err := x.corpus.keys.Close(); err != nil {
		x.folder.log.Debug("close an index that could not be written", "index", x.folder.name, "error", err)
	}
}

// settle opens again what a failed write closed, so that searches go on with
// what was committed before, and returns why it failed. The caller holds writing.
func (x *Index) settle(ctx context.Context, failed error) error {
	if failed == nil || x.lost == nil {
		return failed
	}
	return errors.Join(failed, x.reopen(ctx))
}

// reopen opens the keyword index again if a failed write closed it. What is
// damaged is noted to be made anew. The caller holds writing.
func (x *Index) reopen(ctx context.Context) error {
	if x.lost == nil || x.stopped() {
		return nil
	}
	if err := x.folder.inPlace(); err != nil {
		return err
	}
	m, err := x.folder.manifest()
	if err != nil {
		return err
	}
	again := &corpus{folder: x.folder}
	switch err := again.load(ctx, m); {
	case err == nil:
	case ctx.Err() != nil || sound(err):
		return err
	default:
		x.corpus.report(err)
		return nil
	}
	at := again.base
	x.swap(again)
	again.meaning.close()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.corpus.base = at
	return nil
}

// mend opens an index that a failed write closed, and replaces a damaged one by
// an empty one. When it cannot, the index stays as it is, and the next writer
// tries again. The caller holds writing.
func (x *Index) mend(ctx context.Context, r *Report) error {
	if err := x.reopen(ctx); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	damaged := x.corpus.damaged.Load()
	switch {
	case x.closed:
		return ErrClosed
	case damaged == nil:
		return nil
	}
	x.folder.log.Warn("index is damaged, made anew", "index", x.folder.name, "error", *damaged)
	m, err := x.folder.manifest()
	if err != nil {
		m = manifest{}
	}
	if err := x.corpus.anew(m.Generation + 1); err != nil {
		return err
	}
	r.Rebuilt, x.lost, x.remade = true, nil, (*damaged).Error()
	return nil
}

// anew puts an empty generation in the place of a damaged one.
func (cp *corpus) anew(generation int) error {
	keys, cols, space := cp.keys, cp.cols, cp.meaning
	if err := cp.begin(generation); err != nil {
		return err
	}
	if err := keys.Close(); err != nil {
		cp.folder.log.Debug("close damaged index", "index", cp.folder.name, "error", err)
	}
	cols.close()
	space.close()
	cp.vectors.Close()
	cp.filling.Close()
	cp.meaning, cp.vectors, cp.filling = nil, nil, nil
	cp.damaged.Store(nil)
	return nil
}

// Mending says why the index does not hold all that it should: it was found
// damaged and is being made anew, or will be by the next Sync. "" is a sound one.
func (x *Index) Mending() string {
	if damaged := x.corpus.damaged.Load(); damaged != nil {
		return (*damaged).Error()
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.remade
}

// inPlace returns store.ErrMoved unless the index's folder is where bleve, which
// goes by its path, would look for it.
func (fd *folder) inPlace() error {
	_, err := fd.dir.Derived(fd.file(manifestName))
	return err
}

// sound reports whether an index that cannot be opened may be whole all the
// same: what is in the way is not in it.
func sound(err error) bool {
	return slices.ContainsFunc([]error{segment.ErrBusy, store.ErrMoved, store.ErrFull, store.ErrReadOnly}, func(way error) bool { return errors.Is(err, way) })
}
