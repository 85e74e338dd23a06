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

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/rag/segment"
	"yumori/retrieval/background"
	"yumori/retrieval/source"
)

// A freshness knows how far the indexes are behind what there is. A turn does
// not wait for its own message, nor for what the turn before it booked, to be
// indexed: the one is in the prompt anyway, and the other was said a moment
// ago. It waits for what anybody else wrote. It is safe for concurrent use.
type freshness struct {
	mu     sync.Mutex                  // guards what follows
	seen   uint64                      // print of the files when the newest pass that did its work began
	own    uint64                      // print of the files at the end of the newest turn
	behind bool                        // a turn was not followed by a pass
	failed bool                        // the newest pass did not do its work
	away   map[string]*background.Pass // what was taken out of sight → the pass that takes it out of the indexes
	anew   []string                    // indexes that were damaged, told with the next recall
	aside  []string                    // what this turn says otherwise: out of its sight, whatever is indexed
}

// indexedDirs hold what the indexes of memories are made of, beside the
// running log.
var indexedDirs = [...]string{"", "memory", "bank", "episodic_memory", source.LogArchive}

// print tells the files that are indexed, but for the running log, from what
// they are after somebody wrote one of them. Cost: a look at each.
func (r *Service) print() uint64 {
	h := fnv.New64a()
	for _, dir := range indexedDirs {
		list, err := r.dir.List(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(h, "%s: %v\n", dir, err)
		}
		for _, e := range list {
			name := path.Join(dir, e.Name)
			if !e.IsDir && r.static.Reads(name) {
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

// Ended notes how a turn left the files; p is the pass that follows it, nil if
// none does.
func (r *Service) Ended(p *background.Pass) {
	print := r.print()
	r.fresh.mu.Lock()
	aside := r.fresh.aside
	r.fresh.own, r.fresh.behind, r.fresh.aside = print, p == nil, nil
	r.fresh.mu.Unlock()
	r.Leave(aside...)
}

// UpToDate reports whether the indexes are open and hold all that a turn has to
// find.
func (r *Service) UpToDate() bool {
	if len(r.all()) == 0 || len(r.mending(Memories)) > 0 {
		return false
	}
	print := r.print()
	r.fresh.mu.Lock()
	defer r.fresh.mu.Unlock()
	return !r.fresh.behind && !r.fresh.failed && (print == r.fresh.seen || print == r.fresh.own)
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
	r.fresh.mu.Lock()
	r.fresh.behind = false
	r.fresh.mu.Unlock()
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
	if slices.ContainsFunc(r.all(), func(x *indexed) bool { return !x.index.Status().Learned }) {
		r.lessons.Wait(ctx)
	}
}

// Leave takes memories out of sight at once: what is derived from a branch that was
// left, or on what was taken back. The indexes follow.
func (r *Service) Leave(ids ...string) {
	if len(ids) == 0 {
		return
	}
	p := r.Request(background.Changes)
	r.fresh.mu.Lock()
	defer r.fresh.mu.Unlock()
	if r.fresh.away == nil {
		r.fresh.away = map[string]*background.Pass{}
	}
	for _, id := range ids {
		r.fresh.away[id] = p
	}
}

// Enter brings memories back into sight, once they are indexed again.
func (r *Service) Enter(ids ...string) {
	if len(ids) == 0 {
		return
	}
	r.Request(background.Changes)
	r.fresh.mu.Lock()
	defer r.fresh.mu.Unlock()
	for _, id := range ids {
		delete(r.fresh.away, id)
	}
}

// left returns what is out of sight and may still be indexed.
func (r *Service) left() map[string]bool {
	list := map[string]bool{}
	var again []string
	r.fresh.mu.Lock()
	for _, id := range r.fresh.aside {
		list[id] = true
	}
	for id, p := range r.fresh.away {
		switch done, err := p.Ended(); {
		case done && err == nil:
			delete(r.fresh.away, id)
			continue
		case done:
			again = append(again, id)
		}
		list[id] = true
	}
	r.fresh.mu.Unlock()
	r.Leave(again...)
	return list
}

// Turned notes that the branch shown ends with another message now: what was
// said on the other branch is out of sight, with what is derived from it.
func (r *Service) Turned(from, to transcript.ID) {
	left, entered, err := r.branch(from, to)
	if err != nil {
		r.logger.Error("compare branches", "error", err)
		return
	}
	r.Leave(left...)
	r.Enter(entered...)
}

// Instead keeps out of the sight of the turn that begins what it says
// otherwise: the message that was edited, or the reply that is given again,
// all that follows them, and what is derived from it. The turn answers user, head
// Ended the branch shown before it.
func (r *Service) Instead(head transcript.ID, user transcript.Message) {
	if user.Parent == head || user.ID == head {
		return
	}
	left, _, err := r.branch(head, user.ID)
	if err != nil {
		r.logger.Error("compare branches", "error", err)
	}
	r.fresh.mu.Lock()
	defer r.fresh.mu.Unlock()
	r.fresh.aside = left
}

// branch is transcript.Log.Branch, with what would be withdrawn with the messages that
// are left.
func (r *Service) branch(from, to transcript.ID) (left, entered []string, err error) {
	out, in, err := r.log.Branch(from, to)
	if err != nil {
		return nil, nil, err
	}
	left = stringsOf(out)
	for _, id := range out {
		resting, err := r.host.Falls(string(id))
		if err != nil {
			r.logger.Error("look at what rests on a message", "error", err)
		}
		for _, d := range resting {
			left = append(left, d.ID)
		}
	}
	return left, stringsOf(in), nil
}

// Fell takes out of sight what was withdrawn, and asks for a pass.
func (r *Service) Fell(list []memory.Item) {
	r.Request(background.Changes)
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	r.Leave(ids...)
}

// openOne opens an index. One that cannot be mended where it stands is thrown
// away: it is derived.
func (r *Service) openOne(at rag.Place) (*rag.Index, error) {
	opt := rag.Options{Logger: r.logger}
	x, err := rag.Open(r.ctx, at, opt)
	damage := err
	switch {
	case err == nil:
		damage = x.Remade()
	case r.ctx.Err() != nil, errors.Is(err, segment.ErrBusy), errors.Is(err, store.ErrMoved), errors.Is(err, store.ErrFull), errors.Is(err, store.ErrReadOnly):
		return nil, err
	default:
		r.logger.Warn("index cannot be opened, thrown away", "index", at.Name, "error", err)
		if derr := r.dir.Discard(".index/" + at.Name); derr != nil {
			return nil, errors.Join(err, derr)
		}
		if x, err = rag.Open(r.ctx, at, opt); err != nil {
			return nil, err
		}
	}
	if damage != nil {
		r.madeAnew(at.Name, damage)
	}
	return x, nil
}

// madeAnew notes that an index was damaged.
func (r *Service) madeAnew(name string, damage error) {
	r.fresh.mu.Lock()
	defer r.fresh.mu.Unlock()
	r.fresh.anew = append(r.fresh.anew, fmt.Sprintf("the index %q was damaged and has been made anew: %v", name, damage))
}

// mending says of the indexes that a question is put to which of them are being
// made anew and do not hold everything. One that a search found damaged is taken
// up at once.
func (r *Service) mending(scope Scope) []string {
	var list []string
	for _, x := range r.all() {
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

// told returns what is to be told with a recall, once.
func (f *freshness) told() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.anew
	f.anew = nil
	return list
}

func stringsOf(ids []transcript.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}
