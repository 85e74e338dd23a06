package retrieval

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"

	"yumori/internal/store"
	"yumori/internal/watch"
	"yumori/retrieval/background"
)

// unwatched are the folders of which no index is made.
var unwatched = [...]string{"attachments", "expressions", "dreams"}

// WatchFiles begins to watch the persona's files, once: what is written in an
// editor is indexed without anybody asking, some two seconds later.
func (r *Service) WatchFiles() {
	r.files.watch(r.ctx, func() { r.changedOnDisk() })
}

// A fileWatch watches a persona's files. It is safe for concurrent use.
type fileWatch struct {
	dir     *store.Dir
	logger  *slog.Logger
	working sync.WaitGroup

	mu      sync.Mutex // guards what follows
	watched bool       // the files are or were, or are not to be any more
}

// stop has nothing begin to be watched any more.
func (fw *fileWatch) stop() {
	fw.mu.Lock()
	defer fw.mu.Unlock()
	fw.watched = true
}

// watch begins to watch, once. changed is called when something was written.
// Where the system watches nothing, or no more, changes are found when something
// is asked, as without a watch.
func (fw *fileWatch) watch(ctx context.Context, changed func()) {
	fw.mu.Lock()
	defer fw.mu.Unlock()
	if fw.watched {
		return
	}
	fw.watched = true
	fw.working.Go(func() {
		err := background.Guarded(func() error { return fw.until(ctx, changed) })
		if err != nil && ctx.Err() == nil {
			fw.logger.Warn("files are not watched, changes are found when something is asked", "error", err)
		}
	})
}

// until watches until ctx is done.
func (fw *fileWatch) until(ctx context.Context, changed func()) error {
	place, err := fw.dir.Derived(".index/files")
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
