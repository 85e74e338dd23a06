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
