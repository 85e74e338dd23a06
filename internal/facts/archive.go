package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// spillAt is the size from which a file gives facts away, so that to keep one
// more costs the same after ten years: a change writes a whole file, and the
// history keeps it. spillTo is what is left in it.
const (
	spillAt = 96 << 10 // bytes
	spillTo = 48 << 10
)

var (
	archiveRe = re(`^(.+/(?:world|experience|opinions))_archived_(\d{4})\.md$`)
	titleRe   = re(`^\x{FEFF}?#[ \t]`)
	partRe    = re(`^#{1,6}[ \t]`)
)

// mainOf returns the file that facts of a file were given away by, itself for
// one that is no archive, and the year of an archive.
func mainOf(name string) (main, year string) {
	if m := archiveRe.FindStringSubmatch(name); m != nil {
		return m[1] + ".md", m[2]
	}
	return name, ""
}

func archiveOf(name string, year int) string {
	n := "000" + strconv.Itoa(year)
	return strings.TrimSuffix(name, ".md") + "_archived_" + n[len(n)-4:] + ".md"
}

// discover takes an archive among the files.
func (b *Bank) discover(name string) {
	if _, year := mainOf(name); year != "" {
		b.archive(name)
	}
}

// archive returns the file of that name, which is new if there is none.
// Archives stand before the file they come from, the oldest first.
func (b *Bank) archive(name string) *file {
	for _, f := range b.files {
		if f.name == name {
			return f
		}
	}
	main, year := mainOf(name)
	n := &file{name: name, year: year, doc: parse(name, "")}
	at := slices.IndexFunc(b.files, func(f *file) bool {
		m, y := mainOf(f.name)
		return m == main && (y == "" || y > year)
	})
	b.files = slices.Insert(b.files, max(at, 0), n)
	return n
}

// spill moves facts out of the files that are to be written and have grown too
// large: the oldest, as they stand, to the files of their years. A person's own
// lines stay, and so do facts that a person wrote or put under a heading.
func (b *Bank) spill() {
	for _, f := range slices.Clone(b.files) {
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
			to := b.archive(archiveOf(f.name, p.entry.fact.Time.Year()))
			if size <= spillTo || to.useless != nil || to.doc.unsafe || to.version == "" && to.stamp != (stamp{}) || to.thaw(b.dir) != nil {
				continue // those of an archive that cannot be read wait
			}
			size -= p.size()
			moved[p] = true
			p.entry.in, p.entry.piece = to, to.doc.take(p)
		}
		f.doc.pieces = slices.DeleteFunc(f.doc.pieces, func(p *piece) bool { return moved[p] })
	}
}

// movable returns the pieces that may move to an archive, in order: those that
// a Bank wrote, under no heading but the title.
func (d *document) movable() []*piece {
	var list []*piece
	titled := false
	for _, p := range d.pieces {
		if p.entry == nil && partRe.MatchString(p.raw[0]) && (titled || !titleRe.MatchString(p.raw[0])) {
			break
		}
		titled = titled || titleRe.MatchString(p.raw[0])
		if e := p.entry; e != nil && !e.copy && !e.fact.Time.IsZero() && strings.Contains(p.raw[0], "id: "+e.id) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *piece) int {
		return cmp.Compare(a.entry.fact.Time.Year(), b.entry.fact.Time.Year())
	})
	return list
}

// take puts a piece of another document at the end, as it stands.
func (d *document) take(p *piece) *piece {
	n := &piece{entry: p.entry, raw: bareLines(p.raw)}
	if d.eol == "\r\n" {
		for i := range n.raw {
			n.raw[i] += "\r"
		}
	}
	d.put(n)
	return n
}

func (p *piece) size() int {
	n := 0
	for _, l := range p.raw {
		n += len(l) + 1
	}
	return n
}
