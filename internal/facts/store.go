package facts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// A Bank is the facts of one persona. It is safe for concurrent use. Every call
// looks at the files first and reads those that have changed.
type Bank struct {
	now func() time.Time

	mu      sync.Mutex // held during every call; guards what follows
	files   files
	rev     uint64            // see Revision
	byKey   map[uint64]*entry // by trace.keySum; the first of those that say the same
	byID    map[uint64]*entry // by trace.idSum; nil: to be made anew
	indexed []indexedFact     // all facts
	names   []*entry          // those that may say what the user is called, in the order of the files

	profile []*entry // those that may say something lasting of the user, in the order of the files
}

// indexedFact is a fact and what tells, of most, that another is not the same. They
// lie side by side: a turn looks at all of them.
type indexedFact struct {
	pairs pairs // those of the entry when it was indexed
	*entry
}

// readAgain is no version of a file.
const readAgain = "read again"

// Open returns the bank in a persona's folder and reads its files. What cannot
// be used of them is no error; Problems names it.
func Open(d *store.Dir, opt Options) (*Bank, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	b := &Bank{files: files{dir: d}, now: opt.Now}
	for _, name := range []string{worldFile, experienceFile, opinionsFile} {
		b.files.list = append(b.files.list, &file{name: name, doc: parse(name, "")})
	}
	if _, err := b.Revision(); err != nil {
		return nil, fmt.Errorf("open bank: %w", err)
	}
	return b, nil
}

// look reads the files that have changed. b.mu is held.
func (b *Bank) look() error {
	entries, err := b.files.dir.List(bankDir)
	if err != nil {
		return err
	}
	stamps := map[string]store.Stamp{}
	for _, e := range entries {
		stamps[bankDir+"/"+e.Name] = e.Stamp
	}
	changed := b.byID == nil
	for name := range stamps {
		b.files.discover(name)
	}
	for _, f := range b.files.list {
		s, there := stamps[f.name]
		if f.useless == nil && (s.Same(f.stamp) || !there && f.version == "") {
			continue
		}
		changed = f.read(b.files.dir, s) || changed
	}
	if !changed {
		return nil
	}
	b.rev++
	return b.index()
}

// Revision looks at the files and returns a number that is another one when the
// facts may be others than before: for those who keep what they made of them.
func (b *Bank) Revision() (uint64, error) {
	return answered(b, "read bank", func() (uint64, error) { return b.rev, nil })
}

// index finds the facts of all files by what they say and by their ids.
func (b *Bank) index() error {
	n := len(b.byID)
	b.byKey, b.byID = make(map[uint64]*entry, n), make(map[uint64]*entry, n)
	b.indexed, b.names, b.profile = make([]indexedFact, 0, n), nil, nil
	b.files.number()
	for e := range b.files.all() {
		other := b.byID[e.idSum]
		if other != nil && other.in != e.in && e.lines() == other.lines() {
			e.copy = true // the move to the archive was cut short
			continue
		}
		if other != nil {
			if err := b.rename(e); err != nil {
				b.byID = nil
				return err
			}
		}
		b.byID[e.idSum] = e
		b.indexed = append(b.indexed, indexedFact{e.pairs, e})
		if e.naming {
			b.names = append(b.names, e)
		}
		if e.profile {
			b.profile = append(b.profile, e)
		}
		if b.byKey[e.keySum] == nil {
			b.byKey[e.keySum] = e
		}
	}
	return nil
}

// rename gives an entry an id that no other has.
func (b *Bank) rename(e *entry) error {
	full, err := b.files.whole(e)
	if err != nil {
		return err
	}
	id := b.freeID(full.fact)
	if e.renamed, e.idSum = true, sumOf(id); e.body == nil {
		e.in.cold.ids[e] = id
	} else {
		e.call(id)
	}
	return nil
}

// call gives an entry an id.
func (e *entry) call(id string) { e.id, e.fact.ID, e.idSum = id, id, sumOf(id) }

// from is the line at which the entry begins.
func (e *entry) from() int {
	if e.piece == nil {
		return int(e.line)
	}
	return e.piece.line
}

// source is where the fact stands.
func (e *entry) source() memory.Place {
	line := e.from()
	if !e.visible() {
		line++
	}
	return memory.Place{File: e.in.name, Line: line}
}

// Find returns the fact with an id; ErrNoFact if there is none.
func (b *Bank) Find(id string) (Fact, error) {
	return answered(b, fmt.Sprintf("find fact %q", shortened(id, 60)), func() (f Fact, err error) {
		e, err := b.find(id)
		if err == nil {
			f = e.show()
		}
		return f, err
	})
}

// find returns the visible entry with an id, to be looked at.
func (b *Bank) find(id string) (*entry, error) {
	e := b.byID[sumOf(id)]
	if e == nil || !e.visible() {
		return nil, ErrNoFact
	}
	return b.files.whole(e)
}

// show returns a copy of the fact for readers.
func (e *entry) show() Fact {
	f := e.fact
	f.Source = e.source()
	f.Entities, f.Sources = slices.Clone(f.Entities), slices.Clone(f.Sources)
	f.Evidence, f.Ended = nil, e.ended()
	for _, pr := range e.proofs {
		if !pr.withdrawn {
			f.Evidence = append(f.Evidence, pr.Evidence)
		}
	}
	if len(f.Sources) == 0 {
		f.Sources = []string{f.Source.String()} // a line written by hand tells it itself
	}
	return f
}

// Facts returns the facts that a query asks for, in the order of the files:
// newest last. Cost: it looks at every fact, and reads those that may be
// meant, all of them if it asks for no words and no entity.
func (b *Bank) Facts(q Query) ([]Fact, error) {
	words, entity := strings.Fields(fold(q.Words)), fold(strings.TrimLeft(q.Entity, "@＠"))
	least := pairsOf(entity)
	for _, w := range words {
		least |= pairsOf(w)
	}
	return answered(b, "read bank", func() (list []Fact, err error) {
		for e := range b.files.all() {
			if e.pairs&least != least || !e.visible() {
				continue
			}
			full, err := b.files.whole(e)
			if err != nil {
				return nil, err
			}
			if !full.matches(q, words, entity) {
				continue
			}
			if list = append(list, full.show()); len(list) == q.Limit {
				break
			}
		}
		return list, nil
	})
}

// matches reports whether a query asks for the fact.
func (e *entry) matches(q Query, words []string, entity string) bool {
	f := e.fact
	if len(q.Types) > 0 && !slices.Contains(q.Types, f.Type) || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, f.Kind) ||
		len(q.Categories) > 0 && !slices.Contains(q.Categories, f.Category) {
		return false
	}
	if q.Holding && !e.ended().IsZero() || f.Confidence < q.MinConfidence || !inSpan(f.Time, q) {
		return false
	}
	if entity != "" && !slices.ContainsFunc(f.Entities, func(n string) bool { return fold(n) == entity }) {
		return false
	}
	if len(words) == 0 {
		return true
	}
	all := e.words()
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
}

func inSpan(t time.Time, q Query) bool {
	if t.IsZero() {
		return q.Since.IsZero() && q.Until.IsZero()
	}
	return !t.Before(q.Since) && (q.Until.IsZero() || t.Before(q.Until))
}

// Problems returns what could not be used of the files, by file and line.
func (b *Bank) Problems() []Problem {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.files.rest()
	var list []Problem
	if err := b.look(); err != nil {
		list = append(list, Problem{File: bankDir, What: err.Error()})
	}
	for _, f := range b.files.list {
		if f.useless != nil {
			list = append(list, Problem{File: f.name, What: f.useless.Error()})
		}
		list = append(list, f.doc.problems...)
	}
	return list
}

// change changes files until nobody else writes to them meanwhile. do sees the
// facts as they are and marks what it changes; if it fails nothing is written.
func (b *Bank) change(c store.Cause, do func() error) error { return b.write(c, do, b.index) }

// write is change; after brings what is known of the facts up to date.
func (b *Bank) write(c store.Cause, do, after func() error) error {
	changes := func() error {
		if err := do(); err != nil {
			return err
		}
		return b.save(c)
	}
	return b.ask(func() error {
		err := changes()
		if err == nil {
			if after() != nil {
				b.byID = nil // what was to be done is done
			}
			return nil
		}
		for _, f := range b.files.list { // what was changed in memory is not what is on disk
			f.stamp, f.version = store.Stamp{}, readAgain
		}
		b.byID = nil
		return err
	})
}

// save writes the files that differ from what they were read as.
func (b *Bank) save(c store.Cause) error {
	b.files.spill()
	for _, f := range b.files.list { // archives first: nothing is nowhere in between
		if !f.doc.changed {
			continue
		}
		f.doc.pieces = slices.DeleteFunc(f.doc.pieces, func(p *piece) bool { return p.entry != nil && p.entry.copy })
		if f.useless != nil {
			return f.useless
		}
		if f.doc.unsafe {
			return &store.BadFileError{Name: f.name, Reason: store.Damaged, Err: errors.New(f.doc.problems[len(f.doc.problems)-1].What)}
		}
		data := []byte(f.doc.render())
		if len(data) > store.MaxFile {
			return fmt.Errorf("%s: %w", f.name, ErrTooLarge)
		}
		if err := b.files.dir.Replace(f.name, f.version, data, c); err != nil {
			return err
		}
		f.version = store.VersionOf(data)
		f.stamp = store.Stamp{} // looked at again
		f.doc.changed = false
		b.rev++
	}
	return nil
}

// checkSource returns ErrBadFact unless a source can be written down.
func checkSource(s string) error {
	if s == "" || len(s) > maxSource || strings.Contains(s, "--") || strings.ContainsAny(s, ",;<>|") ||
		strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError }) {
		return fmt.Errorf("%w: source %q", ErrBadFact, shortened(s, 60))
	}
	return nil
}
