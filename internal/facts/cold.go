package facts

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"iter"
	"slices"

	"yumori/internal/store"
)

// This file leaves the facts on the disk, most being seldom asked for: once a
// file was read, a fact of it is its trace. The text is read again for whoever
// wants it, a fact at a time to be looked at, the whole file to be changed, and
// again let go at the end of the call.

// A trace is what is known of a fact without its text.
type trace struct {
	idSum, keySum uint64 // of its id, and of what it is compared by
	pairs         pairs
	place
	naming  bool // it may say what the user is called
	profile bool // it may say something lasting of the user
	hidden  bool // not visible, while the text is not at hand
	copy    bool // of a fact that stands in an archive: it goes with the next change
	renamed bool // its id is another than in the file, where two have one
}

// A place is where a fact stood in its file when the text was let go.
type place struct {
	at, size, line int32  // bytes, without the last end of line; from 1
	sum            uint64 // of its lines
}

// A cold is what is left of a file at rest.
type cold struct {
	entries []*entry
	sources []uint64          // sums of all that its facts rest or rested on, in order
	ids     map[*entry]string // of those that were renamed
	page    []byte            // the file, during a call that asks for its facts
}

// sumSeed makes the sums of this process.
var sumSeed = maphash.MakeSeed()

func sumOf(s string) uint64 { return maphash.String(sumSeed, s) }

// sumOfLines sums bare lines.
func sumOfLines(lines []string) uint64 {
	var h maphash.Hash
	h.SetSeed(sumSeed)
	for _, l := range lines {
		_, _ = h.WriteString(l) // never fails
		_ = h.WriteByte('\n')
	}
	return h.Sum64()
}

// lines is the sum of the lines of the entry.
func (e *entry) lines() uint64 {
	if e.piece == nil {
		return e.sum
	}
	return sumOfLines(bareLines(e.piece.raw))
}

// all goes through the facts of the file.
func (f *file) all() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		if f.cold != nil {
			for _, e := range f.cold.entries {
				if !e.copy && !yield(e) {
					return
				}
			}
			return
		}
		for _, p := range f.doc.pieces {
			if p.entry != nil && !p.entry.copy && !yield(p.entry) {
				return
			}
		}
	}
}

// cool lets go of the text of a file.
func (f *file) cool() {
	if f.cold != nil || f.doc.changed {
		return
	}
	c := &cold{ids: map[*entry]string{}}
	at, line := 0, 1
	for _, p := range f.doc.pieces {
		if e := p.entry; e != nil {
			e.place = place{at: int32(at), size: int32(p.size() - 1), line: int32(line), sum: sumOfLines(bareLines(p.raw))}
			e.hidden = !e.visible()
			if e.renamed {
				c.ids[e] = e.id
			}
			c.entries = append(c.entries, e)
			c.sources = e.sourceSums(c.sources)
			e.body, e.piece = nil, nil
		}
		at += p.size()
		line += len(p.raw)
	}
	slices.Sort(c.sources)
	c.entries, c.sources = slices.Clip(c.entries), slices.Clone(slices.Compact(c.sources))
	f.cold, f.doc.pieces = c, nil
}

// sourceSums adds what the entry rests or rested on.
func (e *entry) sourceSums(list []uint64) []uint64 {
	for _, s := range e.fact.Sources {
		list = append(list, sumOf(s))
	}
	for _, s := range e.withdrawn {
		list = append(list, sumOf(s))
	}
	for _, pr := range e.proofs {
		list = append(list, sumOf(pr.Source))
	}
	return list
}

// load returns the file as it is on the disk.
func (f *file) load(d *store.Dir) ([]byte, error) {
	if f.cold.page == nil {
		data, err := d.Read(f.name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read %s: %w", f.name, err)
		}
		f.cold.page = data
	}
	return f.cold.page, nil
}

// thaw makes a file one that can be changed. It returns store.ErrConflict when
// the file is not what it was.
func (f *file) thaw(d *store.Dir) error {
	switch {
	case f.cold == nil:
		return nil
	case f.useless != nil:
		return f.useless
	}
	data, err := f.load(d)
	if err != nil {
		return err
	}
	if data == nil && f.version != "" || data != nil && store.VersionOf(data) != f.version {
		return f.lost()
	}
	doc, list := parse(f.name, string(data)), f.cold.entries // as many as the document has
	for _, p := range doc.pieces {
		if p.entry == nil {
			continue
		}
		e := list[0]
		e.body, e.piece, p.entry, list = p.entry.body, p, e, list[1:]
		if id := f.cold.ids[e]; id != "" {
			e.call(id)
		}
	}
	f.doc, f.cold = doc, nil
	return nil
}

// lost is what a file is that changed since it was looked at: it is read again.
func (f *file) lost() error {
	f.stamp, f.version = store.Stamp{}, readAgain
	return fmt.Errorf("read %s: %w", f.name, store.ErrConflict)
}

// parseAlone reads the lines of a fact, as parse did with the whole file.
func parseAlone(name string, lines, bare []string) *entry {
	d := &document{name: name}
	if isBullet(bare[0]) {
		return d.parseEntry(1, bare)
	}
	p := &piece{}
	d.parseHidden(p, lines, 0)
	return p.entry
}

// restsOn reports whether something in the file may be derived from one of the sources.
func (f *file) restsOn(sources map[string]bool) bool {
	if f.cold == nil {
		return true
	}
	for s := range sources {
		if _, ok := slices.BinarySearch(f.cold.sources, sumOf(s)); ok {
			return true
		}
	}
	return false
}

// ask answers from the files as they are: again if one changes meanwhile.
func (b *Bank) ask(answer func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.files.rest()
	return store.Retry(func() error {
		if err := b.look(); err != nil {
			return err
		}
		return answer()
	})
}

// answered returns the answer of ask; an error, with which there is none, says what
// was to be done.
func answered[T any](b *Bank, doing string, answer func() (T, error)) (T, error) {
	var is, none T
	err := b.ask(func() (err error) {
		is, err = answer()
		return err
	})
	if err != nil {
		return none, fmt.Errorf("%s: %w", doing, err)
	}
	return is, nil
}
