package retrieval

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"slices"
	"sync"

	"yumori/internal/store"
	"yumori/retrieval/background"
	"yumori/retrieval/source"
)

// A freshness knows how far the indexes are behind what there is. A turn does
// not wait for its own message, nor for what the turn before it booked, to be
// indexed: the one is in the prompt anyway, and the other was said a moment
// ago. It waits for what anybody else wrote. It is safe for concurrent use.
type freshness struct {
	dir     *store.Dir
	indexed source.Files // of what does not change any more or seldom

	mu     sync.Mutex // guards what follows
	seen   uint64     // print of the files when the newest pass that did its work began
	own    uint64     // print of the files at the end of the newest turn
	behind bool       // a turn was not followed by a pass
	failed bool       // the newest pass did not do its work
	anew   []string   // indexes that were damaged, told with the next recall
}

// indexedDirs hold what the indexes of memories are made of, beside the
// running log.
var indexedDirs = [...]string{"", "memory", "bank", "episodic_memory", source.LogArchive}

// print tells the files that are indexed, but for the running log, from what
// they are after somebody wrote one of them. Cost: a look at each.
func (f *freshness) print() uint64 {
	h := fnv.New64a()
	for _, dir := range indexedDirs {
		list, err := f.dir.List(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(h, "%s: %v\n", dir, err)
		}
		for _, e := range list {
			name := path.Join(dir, e.Name)
			if !e.IsDir && f.indexed.Reads(name) {
				fmt.Fprintf(h, "%s %d %d\n", name, e.Size, e.ModTime.UnixNano())
			}
		}
	}
	return h.Sum64()
}

// passed notes that a pass did its work on the files with a print.
func (f *freshness) passed(print uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = print
}

// ran notes how a pass went.
func (f *freshness) ran(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failed = err != nil
}

// turnEnded notes how a turn left the files; p is the pass that follows it, nil if
// none does.
func (f *freshness) turnEnded(p *background.Pass) {
	print := f.print()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.own, f.behind = print, p == nil
}

// asked notes that a pass was asked for that finds what turns wrote, too.
func (f *freshness) asked() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.behind = false
}

// current reports whether nobody but the newest turn wrote a file since the
// newest pass began, and that it did its work.
func (f *freshness) current() bool {
	print := f.print()
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.behind && !f.failed && (print == f.seen || print == f.own)
}

// Ended notes how a turn left the files; p is the pass that follows it, nil if
// none does.
func (r *Service) Ended(p *background.Pass) {
	r.fresh.turnEnded(p)
	r.Hidden.turnEnded()
}

// UpToDate reports whether the indexes are open and hold all that a turn has to
// find.
func (r *Service) UpToDate() bool {
	return len(r.indexes.all()) > 0 && len(r.mending(Memories)) == 0 && r.fresh.current()
}

// Ready waits until UpToDate, as long as a turn may, and says why it is not.
func (r *Service) Ready(ctx context.Context) (note string) {
	ctx, cancel := context.WithTimeout(ctx, r.opt.Limits.usual().Ready)
	defer cancel()
	defer r.taught(ctx)
	if r.UpToDate() {
		return ""
	}
	p := r.Request(background.Changes)
	r.fresh.asked()
	switch err := p.Wait(ctx); {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return "indexes were still being brought up to date"
	default:
		return "indexes are not up to date: " + err.Error()
	}
}

// taught waits for a lesson under way where an index has no semantic space at
// all, as when it has just been made anew. One of before answers meanwhile.
func (r *Service) taught(ctx context.Context) {
	if slices.ContainsFunc(r.indexes.all(), func(x *indexed) bool { return !x.index.Status().Learned }) {
		r.lessons.Wait(ctx)
	}
}

// mending says of the indexes that a question is put to which of them are being
// made anew and do not hold everything. One that a search found damaged is taken
// up at once.
func (r *Service) mending(scope Scope) []string {
	var list []string
	for _, x := range r.indexes.all() {
		if why := x.index.Mending(); why != "" && (x.name == indexKnowledge) == (scope == Knowledge) {
			list = append(list, fmt.Sprintf("the index %q is damaged and is being made anew, this is from what is left of it: %s", x.name, why))
		}
	}
	if len(list) > 0 && scope == Knowledge {
		r.Library.Request(background.Changes)
	} else if len(list) > 0 {
		r.Request(background.Changes)
	}
	return list
}

// madeAnew notes that an index was damaged.
func (f *freshness) madeAnew(name string, damage error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.anew = append(f.anew, fmt.Sprintf("the index %q was damaged and has been made anew: %v", name, damage))
}

// told returns what is to be told with a recall, once.
func (f *freshness) told() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.anew
	f.anew = nil
	return list
}
