package goals

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/store"
)

// A Book is the goals in a persona's folder. It is safe for concurrent use.
// Its answers are copies. A file that cannot be read at the moment is answered
// from what was read last.
type Book struct {
	dir  *store.Dir
	now  func() time.Time
	lang string

	mu      sync.Mutex    // held over looking at the file, changing and writing it
	page    *page         // nil after a change, until the next look
	text    []byte        // of which page was read
	version store.Version // of the file; "" there is none
	stamp   store.Stamp   // of the file when it was read last
	bad     error         // an ErrUnreadable: there is a file that is no text
	aside   []Problem     // files that were set aside since Open
	reading error         // why the file could not be looked at last time
}

// Open opens the goals in a folder. A file that cannot be used does not keep
// it from opening; Problems names it.
func Open(d *store.Dir, opt Options) (*Book, error) {
	b := &Book{dir: d, now: opt.Now, lang: opt.Language, page: readPage(nil, time.Local)}
	if b.now == nil {
		b.now = time.Now
	}
	_ = b.look() // in b.reading, for Problems
	return b, nil
}

// look reads the file again if it has changed. b.mu is held, or b is new.
func (b *Book) look() error {
	defer b.parse()
	now := b.dir.Stamp(goalsFile)
	if b.stamp.Same(now) {
		b.reading = nil
		return nil
	}
	text, err := b.dir.ReadText(goalsFile)
	b.stamp = store.Stamp{}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if b.version != "" || b.bad != nil {
			b.use(nil, "")
		}
	case errors.Is(err, store.ErrUnreadable):
		b.use(nil, "")
		b.bad = err
	case err != nil:
		b.reading = err
		return err
	case text.Version != b.version || b.bad != nil:
		b.use([]byte(text.S), text.Version)
	}
	if err == nil {
		b.stamp = now
	}
	b.reading = nil
	return nil
}

func (b *Book) use(text []byte, v store.Version) {
	b.page, b.text, b.version, b.bad = nil, text, v, nil
	b.stamp = store.Stamp{}
}

// parse reads the page where it is not known: once for all that happened to
// the text since.
func (b *Book) parse() {
	if b.page == nil {
		b.page = readPage(b.text, b.now().Location())
	}
}

// errUnchanged is returned by a change that found nothing to do.
var errUnchanged = errors.New("unchanged")

// tries is how often a change is made anew because the file was changed by
// somebody else at the same moment.
const tries = 5

// change lets f change a fresh copy of the page and writes it. Nothing is kept
// of a change that fails.
func (b *Book) change(c store.Cause, f func(p *page) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range tries {
		if err := b.look(); err != nil {
			return err
		}
		p := b.page
		b.page = nil // what f makes of it holds once it is written
		err := f(p)
		if errors.Is(err, errUnchanged) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.write(p, c); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return store.ErrConflict
}

// write replaces the file, after setting it aside if it would lose something.
func (b *Book) write(p *page, c store.Cause) error {
	data, err := p.encode()
	if err != nil {
		return err
	}
	old := b.version
	switch {
	case b.bad != nil:
		set, err := b.dir.Quarantine(goalsFile, b.bad.Error())
		if err != nil {
			return fmt.Errorf("set %s aside: %w", goalsFile, err)
		}
		b.aside = append(b.aside, Problem{File: goalsFile, What: b.bad.Error(), Aside: set.Path})
		b.use(nil, "")
	case p.broken:
		name, err := b.copyAside()
		if err != nil {
			return fmt.Errorf("set %s aside: %w", goalsFile, err)
		}
		for _, pr := range p.problems {
			pr.Aside = name
			b.aside = append(b.aside, pr)
		}
	}
	if err := b.dir.Replace(goalsFile, old, data, c); err != nil {
		return err
	}
	b.use(data, store.VersionOf(data))
	return nil
}

// copyAside copies the file, byte by byte, so that it can be written over, and
// returns the copy's name, of which each content has its own.
func (b *Book) copyAside() (string, error) {
	raw, err := b.dir.Read(goalsFile)
	if err != nil {
		return "", err
	}
	ext := path.Ext(goalsFile)
	name := fmt.Sprintf("%s-broken-%s-%.8s%s", strings.TrimSuffix(goalsFile, ext), b.now().Format("2006-01-02"), store.VersionOf(raw), ext)
	return name, b.dir.Write(name, raw, store.Cause{Kind: store.CauseSetup, Note: "set aside: " + goalsFile})
}

// Problems returns what of the file could not be used, and what was set aside
// since Open.
func (b *Book) Problems() []Problem {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.look() // in b.reading
	list := slices.Concat(b.aside, b.page.problems)
	if b.bad != nil {
		list = append(list, Problem{File: goalsFile, What: b.bad.Error()})
	}
	if b.reading != nil {
		list = append(list, Problem{File: goalsFile, What: b.reading.Error()})
	}
	return list
}

// Goals returns all goals: the active ones first, those of each term by
// priority and age, then the completed and the abandoned, the newest first.
func (b *Book) Goals() []Goal {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.look() // in b.reading; the last that could be read is answered
	var all []Goal
	for _, t := range []Term{Short, Long} {
		all = append(all, b.page.active(t)...)
	}
	for _, l := range []list{completedList, abandonedList} {
		var closed []Goal
		for _, e := range b.page.entries {
			if e.list == l && !e.gone {
				closed = append(closed, e.goal.copy())
			}
		}
		slices.SortStableFunc(closed, func(a, b Goal) int { return b.Closed().Compare(a.Closed()) })
		all = append(all, closed...)
	}
	return all
}

// active returns the active goals of a term by priority, the oldest first
// among equals.
func (p *page) active(t Term) []Goal {
	var found []Goal
	for _, e := range p.entries {
		if e.list == listOf(t) && !e.gone {
			found = append(found, e.goal.copy())
		}
	}
	slices.SortStableFunc(found, func(a, b Goal) int {
		if a.Priority != b.Priority {
			return a.Priority - b.Priority
		}
		return a.CreatedAt.Compare(b.CreatedAt)
	})
	return found
}

// Active returns the n most important active goals of a term, fewer if there
// are fewer; all for an n below zero. The first short-term one is that which
// presses (§4).
func (b *Book) Active(t Term, n int) []Goal {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.look() // in b.reading
	return b.page.top(t, n)
}

func (p *page) top(t Term, n int) []Goal {
	found := p.active(t)
	if n >= 0 && n < len(found) {
		found = found[:n]
	}
	return found
}

// Prompt returns the goals that the prompt shows: PromptShort short-term ones,
// then PromptLong long-term ones.
func (b *Book) Prompt() []Goal {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.look() // in b.reading
	return append(b.page.top(Short, PromptShort), b.page.top(Long, PromptLong)...)
}

// Find returns a goal, or ErrNoGoal.
func (b *Book) Find(id ID) (Goal, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.look() // in b.reading
	if e := b.page.find(id); e != nil && !e.gone {
		return e.goal.copy(), nil
	}
	return Goal{}, fmt.Errorf("find goal %q: %w", id, ErrNoGoal)
}

func (g Goal) copy() Goal {
	g.Sources, g.ClosedBy, g.Notes = slices.Clone(g.Sources), slices.Clone(g.ClosedBy), slices.Clone(g.Notes)
	for i := range g.Notes {
		g.Notes[i].Sources = slices.Clone(g.Notes[i].Sources)
	}
	return g
}

// The beginnings of ids, as in seed 003.
const (
	shortPrefix = "sh_"
	longPrefix  = "lo_"
)

// newID returns an id that no goal of the page has.
func (p *page) newID(t Term) ID {
	prefix := shortPrefix
	if t == Long {
		prefix = longPrefix
	}
	for {
		id := ID(prefix + strings.ToLower(rand.Text()[:10]))
		if p.find(id) == nil {
			return id
		}
	}
}
