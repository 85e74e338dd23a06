package rag

import (
	"context"
	"errors"
	"fmt"
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
	if err := x.keys.Close(); err != nil {
		x.log.Debug("close an index that could not be written", "index", x.name, "error", err)
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
	if err := x.inPlace(); err != nil {
		return err
	}
	m, err := x.manifest()
	if err != nil {
		return err
	}
	again := &Index{dir: x.dir, name: x.name, root: x.root, log: x.log}
	switch err := again.load(ctx, m); {
	case err == nil:
	case ctx.Err() != nil || sound(err):
		return err
	default:
		x.report(err)
		return nil
	}
	at := again.base
	x.swap(again)
	again.meaning.close()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.base = at
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
	damaged := x.damaged.Load()
	switch {
	case x.closed:
		return ErrClosed
	case damaged == nil:
		return nil
	}
	x.log.Warn("index is damaged, made anew", "index", x.name, "error", *damaged)
	m, err := x.manifest()
	if err != nil {
		m = manifest{}
	}
	keys, cols, space := x.keys, x.cols, x.meaning
	if err := x.begin(m.Generation + 1); err != nil {
		return err
	}
	if err := keys.Close(); err != nil {
		x.log.Debug("close damaged index", "index", x.name, "error", err)
	}
	cols.close()
	space.close()
	x.vectors.Close()
	x.filling.Close()
	r.Rebuilt, x.meaning, x.vectors, x.filling, x.lost = true, nil, nil, nil, nil
	x.remade = (*damaged).Error()
	x.damaged.Store(nil)
	return nil
}

// Mending says why the index does not hold all that it should: it was found
// damaged and is being made anew, or will be by the next Sync. "" is a sound one.
func (x *Index) Mending() string {
	if damaged := x.damaged.Load(); damaged != nil {
		return (*damaged).Error()
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.remade
}

// inPlace returns store.ErrMoved unless the index's folder is where bleve, which
// goes by its path, would look for it.
func (x *Index) inPlace() error {
	_, err := x.dir.Derived(x.file(manifestName))
	return err
}

// sound reports whether an index that cannot be opened may be whole all the
// same: what is in the way is not in it.
func sound(err error) bool {
	return slices.ContainsFunc([]error{segment.ErrBusy, store.ErrMoved, store.ErrFull, store.ErrReadOnly}, func(way error) bool { return errors.Is(err, way) })
}

// unwritten is what a search says of an index that is not open; "" if it is. mu
// is held.
func (x *Index) unwritten() string {
	if x.lost == nil {
		return ""
	}
	return fmt.Sprintf("the index %q could not be written and is not searched: %v", x.name, x.lost)
}
