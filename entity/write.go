package entity

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Written says what a Write did.
type Written struct {
	Name   Name
	File   string // in the persona's folder
	Line   int    // of what was added, from 1; 0 when nothing was
	New    bool   // the page did not exist
	Change int    // in characters of the page's text
	// Changes are the lines of the paragraphs that were written, or given sources.
	Changes []memory.Change
}

// Source returns where the text stands.
func (w Written) Source() memory.Place { return memory.Place{File: w.File, Line: max(1, w.Line)} }

// Write writes a note into the page with a name or an alias, which is made if
// there is none. What is in the page stays as it is, byte for byte, unless the
// note consolidates it. It returns ErrBadName, ErrEmpty, ErrTooLong,
// ErrBadSource, ErrDamaged, or store.ErrUnreadable for a page that cannot be
// used.
func (s *Store) Write(name Name, n Note, c store.Cause) (Written, error) {
	var w Written
	clean, err := CleanName(name)
	if err == nil {
		n, err = cleanNote(n)
	}
	if err == nil {
		err = s.retry(func() (err error) {
			w, err = s.write(clean, n, c)
			return err
		})
	}
	if err != nil {
		return Written{}, fmt.Errorf("write entity %q: %w", shortened(string(name), 60), err)
	}
	return w, nil
}

func cleanNote(n Note) (Note, error) {
	n.Text = strings.Trim(cleanText(n.Text), "\n")
	if strings.TrimSpace(n.Text) == "" {
		return n, ErrEmpty
	}
	if k := utf8.RuneCountInString(n.Text); k > MaxNote {
		return n, fmt.Errorf("%w: %d characters, at most %d", ErrTooLong, k, MaxNote)
	}
	if n.Mode == "" {
		n.Mode = Append
	}
	if n.Mode != Append && n.Mode != Consolidate {
		return n, fmt.Errorf("no mode of writing %q", shortened(string(n.Mode), 40))
	}
	if n.Kind == "" {
		n.Kind = memory.Told
	}
	if !n.Kind.Known() {
		return n, fmt.Errorf("no kind of memory %q", shortened(string(n.Kind), 40))
	}
	n.Sources = memory.Unique(n.Sources)
	return n, checkSources(n.Sources)
}

// cleanText makes s text: bytes that are not UTF-8 become U+FFFD, NUL its
// symbol, line breaks "\n". Comments in it stay text.
func cleanText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return memory.EscapeComments(strings.NewReplacer("\x00", "\u2400", "\r\n", "\n", "\r", "\n").Replace(s))
}

// write writes a clean note. s.mu is held.
func (s *Store) write(name Name, n Note, c store.Cause) (Written, error) {
	p, err := s.find(name)
	isNew := errors.Is(err, ErrNoPage)
	if isNew {
		p, err = s.blankPage(name)
	}
	if err != nil {
		return Written{}, err
	}
	d := p.doc()
	if !isNew {
		if d, err = s.draft(p); err != nil {
			return Written{}, err
		}
		d.entitle(p.name, time.Time{})
	}
	before := utf8.RuneCountInString(d.text())
	var touched []*piece
	if n.Mode == Consolidate {
		touched = d.consolidate(n)
	} else {
		touched = d.add(paragraphs(n.Text), mark{sources: n.Sources, kind: n.Kind})
	}
	w := Written{Name: p.name, File: pageDir + "/" + p.file, New: isNew}
	text := utf8.RuneCountInString(d.text())
	w.Change = text - before
	if text > MaxPage && w.Change > 0 {
		return w, fmt.Errorf("%w: page of %d characters, at most %d", ErrTooLong, text, MaxPage)
	}
	if len(touched) == 0 {
		return w, nil
	}
	w.Changes = d.changes(w.File, touched)
	w.Line = w.Changes[0].At.Line
	return w, s.save(p, d, c)
}

// blankPage returns a page for a new name, with a file name nobody has.
func (s *Store) blankPage(name Name) (*page, error) {
	taken := make(map[string]bool, len(s.pages))
	for file := range s.pages {
		taken[fileKey(file)] = true
	}
	file := FileName(name)
	for n := 1; n < maxNumbering; n++ {
		if f := numbered(file, n); !taken[fileKey(f)] {
			d := parse("")
			d.entitle(name, s.now())
			return &page{file: f, base: strings.TrimSuffix(f, fileExt), name: name, text: d.render()}, nil
		}
	}
	return nil, fmt.Errorf("%w: no file name is left", ErrNameTaken)
}

// fileKey is what file systems may compare names by.
func fileKey(file string) string { return strings.ToLower(keyOf(file)) }

// entitle gives an empty page its title and the date of its making.
func (d *document) entitle(name Name, created time.Time) {
	if strings.TrimSpace(d.render()) != "" && strings.TrimSpace(d.render()) != d.bom {
		return
	}
	d.title, d.titled, d.created = string(name), 0, created
	d.head = []string{"# Entity Memory: " + memory.EscapeComments(string(name))}
	if !created.IsZero() {
		d.head = append(d.head, "Created: "+created.Format(dateLayout))
	}
	d.pieces = []*piece{{form: blank, raw: []string{""}}}
}

// paragraphs cuts text at blank lines that are not in a block of code. A block
// that is left open is closed.
func paragraphs(text string) [][]string {
	lines := strings.Split(text, "\n")
	open, fence := false, ""
	for _, l := range lines {
		m := fenceLine.FindStringSubmatch(l)
		switch {
		case m == nil:
		case !open:
			open, fence = true, m[1]
		case m[1][0] == fence[0] && len(m[1]) >= len(fence) && strings.TrimSpace(m[2]) == "":
			open = false
		}
	}
	if open {
		lines = append(lines, fence)
	}
	fences := closedFences(lines, 0)
	var list [][]string
	var current []string
	inFence := 0
	for i, l := range lines {
		if end, ok := fences[i]; ok && i >= inFence {
			inFence = end
		}
		if strings.TrimSpace(l) != "" || i < inFence {
			current = append(current, strings.TrimRight(l, " \t"))
			continue
		}
		if current != nil {
			list, current = append(list, current), nil
		}
	}
	if current != nil {
		list = append(list, current)
	}
	return list
}

// add adds the paragraphs that the page does not have, and to those that it has
// the sources of m. It returns those that were touched.
func (d *document) add(list [][]string, m mark) (touched []*piece) {
	for _, text := range list {
		if p, ok := d.addOne(text, m); ok {
			touched = append(touched, p)
		}
	}
	return touched
}

func (d *document) addOne(text []string, m mark) (*piece, bool) {
	key := textKey(text)
	for _, p := range d.pieces {
		if p.form != prose && p.form != hidden || textKey(p.text) != key {
			continue
		}
		if len(p.mark.sources)+len(p.mark.withdrawn) == 0 {
			return p, false // it stands there by itself
		}
		if len(m.sources) == 0 { // and from now on does
			p.mark.sources, p.mark.withdrawn = nil, nil
			p.write(d.eol)
			return p, true
		}
		fresh := memory.Unique(slices.Concat(p.mark.sources, m.sources))
		fresh = fresh[:min(len(fresh), max(len(p.mark.sources), MaxSources))]
		if len(fresh) == len(p.mark.sources) {
			return p, false
		}
		p.mark.sources = fresh
		p.mark.withdrawn = slices.DeleteFunc(slices.Clone(p.mark.withdrawn), func(s string) bool { return slices.Contains(fresh, s) })
		p.write(d.eol)
		return p, true
	}
	p := &piece{form: prose, text: text, mark: mark{sources: m.sources, kind: m.kind}}
	p.write(d.eol)
	d.append(p)
	return p, true
}

// textKey is what paragraphs are compared by.
func textKey(lines []string) string {
	return keyOf(memory.UnescapeComments(strings.Join(lines, " ")))
}

// append adds a piece at the end, before the line of merged sources, with a
// blank line on either side.
func (d *document) append(p *piece) {
	tail := len(d.pieces)
	for tail > 0 && (d.pieces[tail-1].form == blank || d.pieces[tail-1].form == merged) {
		tail--
	}
	var rest []*piece // what was merged
	for _, q := range d.pieces[tail:] {
		if q.form == merged {
			rest = append(rest, q)
		}
	}
	d.pieces = d.pieces[:tail:tail]
	for _, q := range append([]*piece{p}, rest...) {
		if len(d.head) > 0 || len(d.pieces) > 0 {
			d.endLine()
			d.pieces = append(d.pieces, d.blankLine())
		}
		d.pieces = append(d.pieces, q)
	}
	d.endLine()
	d.pieces = append(d.pieces, &piece{form: blank, raw: []string{""}})
}

// endLine makes the last line end as the others do.
func (d *document) endLine() {
	if d.eol != "\r\n" {
		return
	}
	last := d.head
	if len(d.pieces) > 0 {
		last = d.pieces[len(d.pieces)-1].raw
	}
	if n := len(last); n > 0 && !strings.HasSuffix(last[n-1], "\r") {
		last[n-1] += "\r"
	}
}

func (d *document) blankLine() *piece {
	return &piece{form: blank, raw: []string{strings.TrimSuffix(d.eol, "\n")}}
}

// consolidate replaces what readers see by a note that is derived from its own sources
// and on those of all it replaces. It returns its paragraphs.
func (d *document) consolidate(n Note) (written []*piece) {
	all := mark{sources: slices.Clone(n.Sources)}
	var kept []*piece
	for _, p := range d.pieces {
		switch {
		case p.form == hidden || p.form == prose && !p.shows():
			kept = append(kept, p)
		case p.form == merged:
			all.sources = append(all.sources, p.mark.sources...)
			all.withdrawn = append(all.withdrawn, p.mark.withdrawn...)
			all.extra = append(all.extra, p.mark.extra...)
		case p.form == prose && len(p.mark.sources) == 0:
			all.sources = append(all.sources, sourceHand)
		case p.form == prose:
			all.sources = append(all.sources, p.mark.sources...)
			all.withdrawn = append(all.withdrawn, p.mark.withdrawn...)
		}
	}
	all.sources = memory.Unique(slices.DeleteFunc(all.sources, func(s string) bool { return s == sourceMerged }))
	all.withdrawn = slices.DeleteFunc(memory.Unique(all.withdrawn), func(s string) bool { return slices.Contains(all.sources, s) })
	d.pieces = nil
	own := mark{kind: n.Kind}
	if len(all.sources) > 0 {
		own.sources = []string{sourceMerged}
	}
	for _, text := range paragraphs(n.Text) {
		p := &piece{form: prose, text: text, mark: own}
		p.write(d.eol)
		d.append(p)
		written = append(written, p)
	}
	for _, p := range kept {
		d.append(p)
	}
	if len(all.sources)+len(all.withdrawn) > 0 {
		p := &piece{form: merged, mark: all}
		p.write(d.eol)
		d.append(p)
	}
	return written
}

// changes returns the lines of pieces that were written, in the order given.
func (d *document) changes(file string, written []*piece) (list []memory.Change) {
	for _, p := range written {
		line := len(d.head) + 1
		for _, q := range d.pieces[:slices.Index(d.pieces, p)] {
			line += len(q.raw)
		}
		for i, l := range p.raw {
			list = append(list, memory.Change{At: memory.Place{File: file, Line: line + i, Sum: memory.SumOf(l)}})
		}
	}
	return list
}
