package retrieval

import (
	"context"
	"path/filepath"
	"strings"

	"yumori/internal/watch"
	"yumori/retrieval/background"
)

// unwatched are the folders of which no index is made.
var unwatched = [...]string{"attachments", "expressions", "dreams"}

// WatchFiles begins to watch the persona's files, once: what is written in an
// editor is indexed without anybody asking, some two seconds later.
func (r *Service) WatchFiles() { r.watchFiles(func() { r.changedOnDisk() }) }

// watchFiles begins to watch the persona's files, once: what is written in an
// editor is indexed without anybody asking. changed is called when something
// was. Where the system watches nothing, or no more, changes are found when
// something is asked, as without a watch.
func (r *Service) watchFiles(changed func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.watched {
		return
	}
	r.watched = true
	r.watching.Go(func() {
		err := background.Guarded(func() error { return r.watchUntil(r.ctx, changed) })
		if err != nil && r.ctx.Err() == nil {
			r.logger.Warn("files are not watched, changes are found when something is asked", "error", err)
		}
	})
}

func (r *Service) watchUntil(ctx context.Context, changed func()) error {
	place, err := r.dir.Derived(".index/files")
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
func (r *Service) changedOnDisk() *background.Pass {
	if !r.opt.Settings().Auto {
		return nil
	}
	return r.Request(background.Changes)
}
