package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"
	"syscall"
	"time"
)

// historyDir holds every version of every file of memory, with time and cause:
// a repository and, beside it, the versions on their way into it. It is a second
// copy. Deleted, it starts anew; damaged, it is set aside.
const historyDir = ".history"

const (
	commitDelay = 2 * time.Second  // commits keep out of the way of a turn
	retryDelay  = time.Minute      // after a commit that failed
	groupSpan   = time.Minute      // writes for one cause within it are one commit
	repoRest    = 30 * time.Second // without use, and what is known of the repository is let go

	damagedInfix = ".damaged-" // between the name of what was set aside and the time

	closeTime = 3 * time.Second // a close waits no longer; what waits is not lost

	historyCursor = "history" // how far edits from outside were looked for
)

// Past is one version of a file in the history.
type Past struct {
	Time    time.Time
	Cause   Cause
	Version Version // "" means that the file was removed
	Size    int64   // bytes
}

// history keeps the versions of one Dir.
//
// A write announces its version in a pending, is done, and confirms it; the
// pendings become commits some seconds later, in order. An edit by hand is found
// either by looking for what changed, or when the program is about to write over
// it, and becomes a pending as well.
//
// Locks are taken in this order: git, Dir.mu, mu.
type history struct {
	d     *Dir
	delay time.Duration
	ctx   context.Context //nolint:containedctx // of the work in the background
	stop  context.CancelFunc

	ledgers ledgers // of what is pending

	git  sync.Mutex  // held while the repository is used
	repo *repo       // nil until it is needed
	idle *time.Timer // makes it nil again; guarded by git; nil until it was used
	// origins is guarded by git too.
	origins origins
	packing packing
	packed  time.Time // when it was last looked for what can be packed; guarded by git

	mu      sync.Mutex // guards what follows
	last    int64      // the highest id given
	waiting []pending  // oldest first
	known   map[string]stamp
	timer   *time.Timer // of the next flush; nil if none is planned
	closed  bool
	runs    sync.WaitGroup // flushes begun by the timer
}

// openHistory takes up what an earlier run left, and plans a look for edits from
// outside. It costs one listing of a folder.
func openHistory(d *Dir) *history {
	h := &history{d: d, delay: commitDelay, packing: usualPacking(), ledgers: ledgers{disk: d.disk}, known: map[string]stamp{}}
	h.ctx, h.stop = context.WithCancel(context.Background())
	h.recover()
	h.plan(h.delay)
	return h
}

// plan lets flush run after a while, once.
func (h *history) plan(after time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.timer != nil {
		return
	}
	h.timer = time.AfterFunc(after, h.tick)
}

func (h *history) tick() {
	h.mu.Lock()
	h.timer = nil
	if h.closed {
		h.mu.Unlock()
		return
	}
	h.runs.Add(1)
	h.mu.Unlock()
	defer h.runs.Done()
	if err := h.flush(h.ctx); err != nil && h.ctx.Err() == nil {
		h.d.log.Warn("store: history waits", "dir", h.d.path, "err", err)
		h.plan(retryDelay)
	}
}

// before announces a version of name that is about to be written, and saves
// what somebody else may have put there. It returns nil for what is not kept.
// Dir.mu is held.
func (h *history) before(name string, data []byte, c Cause) (*pending, error) {
	if !h.d.scope.keeps(name) || len(data) > MaxFile {
		return nil, nil
	}
	if err := h.notice(name, nil); err != nil {
		return nil, err
	}
	return h.announce(h.head(name, data, c), data)
}

// beforeRemove is before for a file that is about to be removed.
func (h *history) beforeRemove(name string, c Cause) (*pending, error) {
	if !h.d.scope.keeps(name) {
		return nil, nil
	}
	if err := h.notice(name, nil); err != nil {
		return nil, err
	}
	return h.announce(h.removal(name, c), nil)
}

func (h *history) head(name string, data []byte, c Cause) pendingHead {
	p := h.removal(name, c)
	p.Version, p.Size = VersionOf(data), int64(len(data))
	return p
}

func (h *history) removal(name string, c Cause) pendingHead {
	return pendingHead{Schema: pendingSchema, Name: name, Time: h.d.now().Round(0), Kind: c.Kind, Ref: c.Ref, Note: c.Note}
}

// done confirms what before announced.
func (h *history) done(p *pending) {
	if p == nil {
		return
	}
	h.confirm(p)
	h.remember(p.Name)
	h.plan(h.delay)
}

// undo takes back what before announced: it was not written.
func (h *history) undo(p *pending) {
	if p == nil {
		return
	}
	_ = h.forget(*p) // recover does it at the next start otherwise
}

// remember notes that the history has the file as it is now.
func (h *history) remember(name string) {
	fi, err := h.d.disk.lstat(name)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		delete(h.known, name)
		return
	}
	h.known[name] = stampOf(fi)
}

// notice makes a pending of what somebody else did to a file. With a repository
// it compares; without one it takes what it does not know, to be compared later.
// Dir.mu is held. A file that is there and cannot be kept is an error: it must
// not be written over.
func (h *history) notice(name string, r *repo) error {
	fi, err := h.d.disk.lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return h.noticeRemoval(name, r)
	}
	if err != nil {
		return err
	}
	h.mu.Lock()
	was, ok := h.known[name]
	h.mu.Unlock()
	if ok && was == stampOf(fi) {
		return nil
	}
	data, err := h.d.disk.readRegular(name, MaxFile)
	if err != nil {
		return err
	}
	same, err := h.holds(name, data, r)
	if err != nil {
		return err
	}
	if !same {
		p, err := h.announce(h.head(name, data, Cause{Kind: CauseOutside}), data)
		if err != nil {
			return err
		}
		p.Time = fi.ModTime()
		h.confirm(p)
		if err := h.ledgers.sync(); err != nil { // it is nowhere else once it is written over
			return err
		}
	}
	h.mu.Lock()
	h.known[name] = stampOf(fi)
	h.mu.Unlock()
	return nil
}

func (h *history) noticeRemoval(name string, r *repo) error {
	last, ok := h.newest(name)
	if !ok && r != nil {
		e, err := r.entry(name)
		if err != nil {
			return err
		}
		ok = e != nil
	} else if ok {
		ok = last.Version != ""
	}
	if !ok {
		return nil
	}
	p, err := h.announce(h.removal(name, Cause{Kind: CauseOutside}), nil)
	if err != nil {
		return err
	}
	h.confirm(p)
	h.remember(name)
	return nil
}

// holds reports whether data is the newest version of name. Without a
// repository only what is pending counts.
func (h *history) holds(name string, data []byte, r *repo) (bool, error) {
	if p, ok := h.newest(name); ok {
		return p.Version == VersionOf(data), nil
	}
	if r == nil {
		return false, nil
	}
	return r.holds(name, data)
}

// newest returns the newest pending of a file.
func (h *history) newest(name string) (pending, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range slices.Backward(h.waiting) {
		if p.Name == name {
			return p, true
		}
	}
	return pending{}, false
}

// flush looks for edits from outside and commits everything that waits.
func (h *history) flush(ctx context.Context) error {
	h.git.Lock()
	defer h.git.Unlock()
	err := h.use(func(r *repo) error { return h.scan(ctx, r) })
	if err != nil {
		err = fmt.Errorf("look for edits from outside: %w", err)
	}
	for ctx.Err() == nil {
		batch := h.batch()
		if len(batch) == 0 {
			return classify(errors.Join(err, h.pack(ctx)))
		}
		if cerr := h.commit(batch); cerr != nil {
			return classify(errors.Join(err, cerr))
		}
	}
	return ctx.Err()
}

// batch returns the pendings at the front that make one commit: one cause, each
// file once, and close in time.
func (h *history) batch() []pending {
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := map[string]bool{}
	for i, p := range h.waiting {
		first := h.waiting[0]
		if p.cause() != first.cause() || seen[p.Name] || p.Time.Sub(first.Time).Abs() > groupSpan {
			return slices.Clone(h.waiting[:i])
		}
		seen[p.Name] = true
	}
	return slices.Clone(h.waiting)
}

// commit makes a commit of pendings and removes them.
func (h *history) commit(batch []pending) error {
	var adds []addition
	for _, p := range batch {
		data, err := h.read(p)
		if errors.Is(err, ErrUnreadable) || errors.Is(err, fs.ErrNotExist) {
			h.d.log.Warn("store: pending version is lost", "dir", h.d.path, "pending", p.in.name, "err", err)
			continue
		}
		if err != nil {
			return err
		}
		adds = append(adds, addition{pending: p, data: data})
	}
	err := h.use(func(r *repo) error {
		rest, err := dropCommitted(r, adds)
		if err != nil {
			return err
		}
		return r.commit(rest)
	})
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	h.mu.Lock()
	h.waiting = slices.Clone(h.waiting[len(batch):])
	h.mu.Unlock()
	for _, p := range batch {
		if err := h.forget(p); err != nil {
			return fmt.Errorf("remove what was committed: %w", err)
		}
	}
	return nil
}

// dropCommitted leaves out what the newest commit was made of: a crash came
// between the commit and the removal of its pendings.
func dropCommitted(r *repo, adds []addition) ([]addition, error) {
	for rec, err := range r.records() {
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(slices.Clone(adds), func(a addition) bool {
			return slices.Contains(rec.pending, a.id) && rec.files[a.Name].Version == a.Version
		}), nil
	}
	return adds, nil
}

// use calls f with the repository, and once more where indexes of packs were damaged and
// are mended. One that is damaged otherwise is set aside, and f is called with a new one.
// h.git is held.
func (h *history) use(f func(*repo) error) error {
	err := h.try(f)
	if err == nil || !isDamage(err) {
		return err
	}
	if reindexed(h) {
		if err = h.try(f); err == nil || !isDamage(err) {
			return err
		}
	}
	if aerr := h.setAside(err); aerr != nil {
		return errors.Join(err, aerr)
	}
	return h.try(f)
}

// try calls f with the repository. A panic of go-git on a damaged one is an error.
func (h *history) try(f func(*repo) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("history: panic: %v", p)
		}
	}()
	if h.repo == nil {
		h.repo = openRepo(h.d.disk, h.d.path)
	}
	defer h.retire()
	r := h.repo
	*r.fsys.bad = nil
	if err = f(r); err != nil {
		err = errors.Join(err, *r.fsys.bad)
		h.repo = nil // go-git goes on with the half of an object, or of the list of packs, that it could read
	}
	return err
}

// retire lets the repository go, with the table of what is in it, unless it is
// used again soon. h.git is held.
func (h *history) retire() {
	if h.idle == nil {
		h.idle = time.AfterFunc(repoRest, func() {
			if h.git.TryLock() { // else it is in use, and rests later
				h.repo = nil
				h.git.Unlock()
			}
		})
		return
	}
	h.idle.Reset(repoRest)
}

// setAside moves a damaged repository out of the way.
func (h *history) setAside(why error) error {
	h.repo = nil
	disk := h.d.disk
	to, err := disk.moveAside(repoDir, repoDir+damagedInfix+h.d.now().Format(timeInName))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // the folder itself is not one
		to, err = disk.moveAside(historyDir, historyDir+damagedInfix+h.d.now().Format(timeInName))
	}
	if err != nil {
		return fmt.Errorf("set a damaged history aside: %w", err)
	}
	h.d.log.Error("store: damaged history set aside, a new one begins", "dir", h.d.path, "aside", to, "err", why)
	h.mu.Lock()
	clear(h.known)
	h.mu.Unlock()
	if err := h.d.SaveCursor(historyCursor, Cursor{}); err != nil { // everything is new to it
		return err
	}
	return disk.ops.syncDir(disk.root, path.Dir(to))
}

// scan makes pendings of what changed from outside. h.git is held.
func (h *history) scan(ctx context.Context, r *repo) error {
	since, err := h.d.LoadCursor(historyCursor)
	if err != nil {
		return err
	}
	changes, next, err := h.d.Changes(ctx, since)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range changes {
		names = append(names, c.Name)
	}
	if next.Epoch != since.Epoch { // a list of what is there: what went is not in it
		more, err := r.names()
		if err != nil {
			return err
		}
		names = append(names, more...)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if !h.d.scope.keeps(name) {
			continue
		}
		h.d.mu.Lock()
		err := h.notice(name, r)
		h.d.mu.Unlock()
		if err != nil && !errors.Is(err, ErrUnreadable) { // what cannot be kept, the owner will set aside
			return err
		}
	}
	if next == since || next.Seq == 0 { // nothing new, or nothing at all yet
		return nil
	}
	return h.d.SaveCursor(historyCursor, next)
}

// close commits what waits, as far as there is time. Nothing may be written
// meanwhile.
func (h *history) close() error {
	h.mu.Lock()
	h.closed = true
	if h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
	h.mu.Unlock()
	h.stop()
	h.runs.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	err := h.flush(ctx)
	h.git.Lock()
	if h.idle != nil {
		h.idle.Stop()
	}
	h.ledgers.close()
	h.git.Unlock()
	if errors.Is(err, ErrReadOnly) || errors.Is(err, ErrFull) || errors.Is(err, context.DeadlineExceeded) {
		h.d.log.Warn("store: history waits", "dir", h.d.path, "err", err)
		return nil
	}
	return err
}
