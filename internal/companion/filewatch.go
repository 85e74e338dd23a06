package companion

import (
	"context"
	"path/filepath"
	"strings"

	"yumori/internal/watch"
	"yumori/retrieval/background"
)

// unwatched are the folders of which no index is made.
var unwatched = [...]string{"attachments", "expressions", "dreams"}

// watchFiles begins to watch the persona's files, once: what is written in an
// editor is indexed without anybody asking. changed is called when something
// was. Where the system watches nothing, or no more, changes are found when
// something is asked, as without a watch.
func (r *recaller) watchFiles(changed func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watched {
		return
	}
	r.watched = true
	r.watching.Go(func() {
		err := background.Guarded(func() error { return r.watchUntil(r.ctx, changed) })
		if err != nil && r.ctx.Err() == nil {
			r.c.logger.Warn("files are not watched, changes are found when something is asked", "error", err)
		}
	})
}

func (r *recaller) watchUntil(ctx context.Context, changed func()) error {
	place, err := r.c.dir.Derived(".index/files")
	if err != nil {
		return err
	}
	f, err := watch.Open(filepath.Dir(filepath.Dir(place)), func(name string) bool {
		for _, folder := range unwatched {
			if name == folder || strings.HasPrefix(name, folder+"/") {
				return true
			}
		}
		return false
	})
	if err != nil {
		return err
	}
	return f.Run(ctx, changed)
}

// changedOnDisk asks for a pass after files changed; nil if nothing is indexed.
func (r *recaller) changedOnDisk() *background.Pass {
	if !r.c.house.Settings().Recall.Enabled() {
		return nil
	}
	return r.request(background.Changes)
}

// WatchFiles watches the files of the personas that are open, and of those that
// are opened from now on, until Close: what is written in an editor is indexed
// without anybody asking, some two seconds later. A second call does nothing.
func (h *House) WatchFiles() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchesFiles = true
	for _, c := range h.open {
		c.watchFiles()
	}
}

// watchFiles watches the files of a persona as long as it is open.
func (c *Companion) watchFiles() { c.recall.watchFiles(func() { c.recall.changedOnDisk() }) }
