package entity

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Merge brings the page from into the page into and removes it; the history
// keeps both as they were. The name and the aliases of from become aliases.
// After a crash halfway both pages are there, and to merge again finishes it.
func (s *Store) Merge(into, from Name, c store.Cause) error {
	err := s.retry(func() error { return s.merge(into, from, c) })
	if err != nil {
		return fmt.Errorf("merge entity %q into %q: %w", shortened(string(from), 60), shortened(string(into), 60), err)
	}
	return nil
}

func (s *Store) merge(into, from Name, c store.Cause) error {
	a, err := s.usable(into)
	if err != nil {
		return err
	}
	b, err := s.exactly(from)
	if err != nil {
		return err
	}
	if a == b {
		return fmt.Errorf("%w: both names are of %s", ErrNameTaken, a.file)
	}
	da, err := s.draft(a)
	if err != nil {
		return err
	}
	db, err := s.draft(b)
	if err != nil {
		return err
	}
	da.entitle(a.name, s.now())
	da.absorb(db)
	if n := utf8.RuneCountInString(da.text()); n > MaxPage {
		return fmt.Errorf("%w: page of %d characters, at most %d", ErrTooLong, n, MaxPage)
	}
	aliases := slices.Concat(da.aliases, []string{string(b.name)}, db.aliases)
	if err := da.setAliases(a.name, aliases); err != nil {
		return err
	}
	if err := s.save(a, da, c); err != nil {
		return err
	}
	return s.remove(b, c)
}

// exactly is usable for a name that is not an alias: a page that was merged
// halfway is another's alias already.
func (s *Store) exactly(name Name) (*page, error) {
	p := s.byName[name]
	if p == nil {
		p = s.byKey[keyOf(string(name))]
	}
	if p == nil {
		return s.usable(name)
	}
	return p, p.bad
}

// absorb adds the pieces of another page that this one does not have.
func (d *document) absorb(other *document) {
	for _, p := range other.pieces {
		if p.form != prose && p.form != hidden {
			continue
		}
		sources, withdrawn := other.sourcesOf(p)
		if len(sources) > 0 {
			withdrawn = slices.DeleteFunc(slices.Clone(withdrawn), func(s string) bool { return slices.Contains(sources, s) })
		}
		q := &piece{form: p.form, text: p.text, mark: mark{sources, withdrawn, p.mark.kind, p.mark.extra}}
		if !d.has(q) {
			q.write(d.eol)
			d.append(q)
		}
	}
}

// has reports whether the page has a paragraph, and gives that one the sources
// of p too.
func (d *document) has(p *piece) bool {
	for _, q := range d.pieces {
		if q.form != prose && q.form != hidden || textKey(q.text) != textKey(p.text) {
			continue
		}
		if len(q.mark.sources)+len(q.mark.withdrawn) == 0 {
			return true
		}
		if len(p.mark.sources)+len(p.mark.withdrawn) == 0 {
			q.mark = mark{kind: q.mark.kind, extra: q.mark.extra}
		} else {
			q.mark.sources = memory.Unique(slices.Concat(q.mark.sources, p.mark.sources))
			q.mark.withdrawn = slices.DeleteFunc(memory.Unique(slices.Concat(q.mark.withdrawn, p.mark.withdrawn)),
				func(s string) bool { return slices.Contains(q.mark.sources, s) })
		}
		q.write(d.eol)
		return true
	}
	return false
}

// Alias gives a page a further name. It returns ErrBadName, or ErrNameTaken
// when another page goes by it.
func (s *Store) Alias(name, alias Name, c store.Cause) error {
	clean, err := CleanName(alias)
	if err == nil {
		err = s.edit(name, c, func(p *page, d *document) error {
			if other, err := s.find(clean); err == nil && other != p {
				return fmt.Errorf("%w: %q", ErrNameTaken, other.name)
			}
			return d.setAliases(p.name, append(slices.Clone(d.aliases), string(clean)))
		})
	}
	if err != nil {
		return fmt.Errorf("alias of entity %q: %w", shortened(string(name), 60), err)
	}
	return nil
}

// edit changes the head of a page.
func (s *Store) edit(name Name, c store.Cause, change func(*page, *document) error) error {
	return s.retry(func() error {
		p, err := s.usable(name)
		if err != nil {
			return err
		}
		d, err := s.draft(p)
		if err != nil {
			return err
		}
		before := d.render()
		d.entitle(p.name, s.now())
		if err := change(p, d); err != nil {
			return err
		}
		if d.render() == before {
			return nil
		}
		return s.save(p, d, c)
	})
}

// retitle puts a name into the title, which is made if there is none.
func (d *document) retitle(name Name) {
	end := strings.TrimSuffix(d.eol, "\n")
	line := "# Entity Memory: " + memory.EscapeComments(string(name)) + end
	d.title = string(name)
	if d.titled >= 0 {
		d.head[d.titled] = line
		return
	}
	d.titled = 0
	d.head = append([]string{line}, d.head...)
	if len(d.pieces) > 0 && d.pieces[0].form != blank {
		d.pieces = append([]*piece{d.blankLine()}, d.pieces...)
	}
}

// setAliases writes the aliases into the head, each once, without the name
// itself. A page without a title gets the name for one.
func (d *document) setAliases(name Name, aliases []string) error {
	seen := map[string]bool{"": true, keyOf(string(name)): true}
	var list []string
	for _, a := range aliases {
		if key := keyOf(a); !seen[key] {
			seen[key] = true
			list = append(list, a)
		}
	}
	if len(list) > maxAliases {
		return fmt.Errorf("%w: more than %d aliases", ErrTooLong, maxAliases)
	}
	if slices.Equal(list, d.aliases) {
		return nil
	}
	if d.titled < 0 {
		d.retitle(name)
	}
	d.aliases = list
	end := strings.TrimSuffix(d.eol, "\n")
	var head []string
	for _, l := range d.head {
		if m := headerLine.FindStringSubmatch(bare(l)); m == nil || strings.EqualFold(m[1], "created") || m[1] == "作成" {
			head = append(head, l)
		}
	}
	var plain []string
	for _, a := range list {
		if strings.ContainsAny(a, aliasEnds) {
			head = append(head, "Alias: "+a+end)
		} else {
			plain = append(plain, a)
		}
	}
	if len(plain) > 0 {
		head = append(head, "Aliases: "+strings.Join(plain, ", ")+end)
	}
	d.head = head
	if len(d.pieces) == 0 {
		d.pieces = append(d.pieces, &piece{form: blank, raw: []string{""}})
	}
	return nil
}

// Remove deletes a page; the history keeps it. A page that cannot be read can
// be removed.
func (s *Store) Remove(name Name, c store.Cause) error {
	err := s.retry(func() error {
		p, err := s.find(name)
		if err != nil {
			return err
		}
		return s.remove(p, c)
	})
	if err != nil {
		return fmt.Errorf("remove entity %q: %w", shortened(string(name), 60), err)
	}
	return nil
}

func (s *Store) remove(p *page, c store.Cause) error {
	err := s.dir.Remove(pageDir+"/"+p.file, c)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	delete(s.pages, p.file)
	s.index()
	return nil
}

// Links returns the pages that a page speaks of by name or alias, and those
// that speak of it. Cost: it looks for every name in the page, and for this name
// in every page.
func (s *Store) Links(name Name) (Links, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.present(name)
	if err != nil {
		return Links{}, fmt.Errorf("links of entity %q: %w", shortened(string(name), 60), err)
	}
	var l Links
	for _, other := range s.sorted {
		if other == p {
			continue
		}
		if p.mentions(other) {
			l.To = append(l.To, other.name)
		}
		if other.mentions(p) {
			l.From = append(l.From, other.name)
		}
	}
	return l, nil
}

// mentions reports whether the page has a name of the other in its text.
func (p *page) mentions(other *page) bool {
	for _, key := range append([]string{other.shownKey}, other.aliasKeys...) {
		if utf8.RuneCountInString(key) < 2 {
			continue
		}
		if hasWord(p.fold(), key) {
			return true
		}
	}
	return false
}

// hasWord reports whether word is in text; where it begins or ends with a
// letter of a script that puts spaces between words, no such letter may go
// before or after it.
func hasWord(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		at := from + i
		end := at + len(word)
		if apart(text[:at], word) && apart(word, text[end:]) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[at:])
		from = at + n
	}
}

// apart reports whether two texts side by side are not one word.
func apart(left, right string) bool {
	l, _ := utf8.DecodeLastRuneInString(left)
	r, _ := utf8.DecodeRuneInString(right)
	return left == "" || right == "" || !spaced(l) || !spaced(r)
}

func spaced(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) && r != 'ー'
}
