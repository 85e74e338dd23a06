package facts

import (
	"errors"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/store"
)

// files are those of a bank, the archives before what they come from.
type files struct {
	dir  *store.Dir
	list []*file
}

// A file is one file of the bank as it was read.
type file struct {
	name    string
	year    string    // of an archive
	doc     *document // without pieces while cold is there
	cold    *cold     // of a file at rest; else nil
	version store.Version
	useless error // why it could not be read
	stamp   store.Stamp
}

// read reads a file and reports whether it is another than before.
func (f *file) read(d *store.Dir, s store.Stamp) bool {
	if f.useless == nil && f.version != "" {
		if v, err := d.Version(f.name); err == nil && v == f.version {
			f.stamp = s
			return false
		}
	}
	data, err := d.Read(f.name)
	version := store.VersionOf(data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		version, err = "", nil
	case err == nil && (!utf8.Valid(data) || slices.Contains(data, 0)):
		err = &store.BadFileError{Name: f.name, Reason: store.NotText}
	}
	f.stamp = s
	if err != nil {
		was := f.useless
		f.useless, f.version = err, ""
		f.take(nil)
		return was == nil
	}
	if f.useless == nil && version == f.version {
		return false
	}
	f.useless, f.version = nil, version
	f.take(data)
	return true
}

// take makes data what the file holds.
func (f *file) take(data []byte) {
	f.doc, f.cold = parse(f.name, string(data)), nil
	for _, p := range f.doc.pieces {
		if p.entry != nil {
			p.entry.in, p.entry.piece = f, p
			p.entry.index()
		}
	}
	f.cool()
}

// discover takes an archive among the files.
func (l *files) discover(name string) {
	if _, year := mainOf(name); year != "" {
		l.archive(name)
	}
}

// archive returns the file of that name, which is new if there is none.
// Archives stand before the file they come from, the oldest first.
func (l *files) archive(name string) *file {
	for _, f := range l.list {
		if f.name == name {
			return f
		}
	}
	main, year := mainOf(name)
	n := &file{name: name, year: year, doc: parse(name, "")}
	at := slices.IndexFunc(l.list, func(f *file) bool {
		m, y := mainOf(f.name)
		return m == main && (y == "" || y > year)
	})
	l.list = slices.Insert(l.list, max(at, 0), n)
	return n
}

func (l *files) named(name string) *file {
	for _, f := range l.list {
		if f.name == name {
			return f
		}
	}
	return l.list[0] // unreachable: fileOf names those that there are
}

// spill moves facts out of the files that are to be written and have grown too
// large: the oldest, as they stand, to the files of their years. A person's own
// lines stay, and so do facts that a person wrote or put under a heading.
func (l *files) spill() {
	for _, f := range slices.Clone(l.list) {
		if f.year != "" || !f.doc.changed || f.doc.unsafe || f.useless != nil {
			continue
		}
		size := 0
		for _, p := range f.doc.pieces {
			size += p.size()
		}
		if size < spillAt {
			continue
		}
		moved := map[*piece]bool{}
		for _, p := range f.doc.movable() {
			to := l.archive(archiveOf(f.name, p.entry.fact.Time.Year()))
			if size <= spillTo || to.useless != nil || to.doc.unsafe || to.thaw(l.dir) != nil {
				continue // those of an archive that cannot be read wait
			}
			size -= p.size()
			moved[p] = true
			p.entry.in, p.entry.piece = to, to.doc.take(p)
		}
		f.doc.pieces = slices.DeleteFunc(f.doc.pieces, func(p *piece) bool { return moved[p] })
	}
}

// number counts the lines anew; for facts that were added it is all that index
// would do.
func (l *files) number() {
	for _, f := range l.list {
		line := 1
		for _, p := range f.doc.pieces { // none of a file at rest, whose lines stand
			p.line = line
			line += len(p.raw)
		}
	}
}

// all goes through the facts of all files.
func (l *files) all() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, f := range l.list {
			for e := range f.all() {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// reach calls do with the facts, those that are withdrawn too, of the files in
// which something may be derived from one of the sources, to which do may add. It may
// change the facts. The bank is locked.
func (l *files) reach(sources map[string]bool, do func(*file, *entry)) error {
	for _, f := range l.list {
		if !f.restsOn(sources) {
			continue
		}
		if err := f.thaw(l.dir); err != nil {
			return err
		}
		for e := range f.all() {
			do(f, e)
		}
	}
	return nil
}

// whole returns an entry with its text, to be looked at: of one at rest it is a
// copy. It returns store.ErrConflict when the file is not what it was.
func (l *files) whole(e *entry) (*entry, error) {
	if e.body != nil {
		return e, nil
	}
	page, err := e.in.load(l.dir)
	if err != nil {
		return nil, err
	}
	end := int(e.at) + int(e.size)
	if end > len(page) {
		return nil, e.in.lost()
	}
	lines := strings.Split(string(page[e.at:end]), "\n")
	bare := bareLines(lines)
	if sumOfLines(bare) != e.sum {
		return nil, e.in.lost()
	}
	full := parseAlone(e.in.name, lines, bare)
	full.trace, full.in = e.trace, e.in
	if id := e.in.cold.ids[e]; id != "" {
		full.call(id)
	}
	return full, nil
}

// rest lets go of what a call read of the files.
func (l *files) rest() {
	for _, f := range l.list {
		f.cool()
		if f.cold != nil {
			f.cold.page = nil
		}
	}
}
