package entity

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// A Store is the pages of one persona. It is safe for concurrent use. Every
// call looks at the folder first and reads the pages that have changed.
type Store struct {
	dir *store.Dir
	now func() time.Time

	mu       sync.Mutex // held during every call; guards what follows
	pages    map[string]*page
	sorted   []*page          // by name
	byName   map[Name]*page   // as shown
	byKey    map[string]*page // of names
	byAlias  map[string]*page // keys of aliases and of file names
	problems []Problem
}

// A page is one file of the store.
type page struct {
	file    string   // below pageDir
	base    string   // file without its ending
	name    Name     // as shown; unique in the store
	text    string   // as in the file; parsed for whoever needs more than its top
	top     document // without lines and pieces
	version store.Version
	bad     error // why the file cannot be used; text is then empty
	emptied bool  // all that it said was taken back

	// What names are compared by: of the title, or the file if there is none;
	// of the file; of the aliases.
	shown     string
	shownKey  string
	baseKey   string
	aliasKeys []string

	changed time.Time
	stamp   store.Stamp
	folded  string // what readers see as searches compare it, by lines; "" until asked for
}

// Open returns the store in a persona's folder and reads its pages. Pages that
// cannot be used are no error; Problems names them.
func Open(d *store.Dir, opt Options) (*Store, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	s := &Store{dir: d, now: opt.Now, pages: map[string]*page{}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.look(); err != nil {
		return nil, fmt.Errorf("open entities: %w", err)
	}
	return s, nil
}

// look reads what has changed in the folder. s.mu is held.
func (s *Store) look() error {
	entries, err := s.dir.List(pageDir)
	if err != nil {
		return err
	}
	changed := s.byName == nil
	there := make(map[string]bool, len(entries))
	for _, e := range entries {
		if e.IsDir || !strings.EqualFold(path.Ext(e.Name), fileExt) {
			continue
		}
		there[e.Name] = true
		if p := s.pages[e.Name]; p != nil && p.bad == nil && p.stamp.Same(e.Stamp) {
			continue
		}
		changed = s.read(e) || changed
	}
	for file := range s.pages {
		if !there[file] {
			delete(s.pages, file)
			changed = true
		}
	}
	if changed {
		s.index()
	}
	return nil
}

// read reads a page and reports whether it is another than before.
func (s *Store) read(e store.Entry) bool {
	p := &page{file: e.Name, base: strings.TrimSuffix(e.Name, path.Ext(e.Name)), changed: e.ModTime, stamp: e.Stamp}
	data, err := s.dir.Read(pageDir + "/" + e.Name)
	if err == nil && (!utf8.Valid(data) || slices.Contains(data, 0)) {
		err = &store.BadFileError{Name: pageDir + "/" + e.Name, Reason: store.NotText}
	}
	old := s.pages[e.Name]
	if err != nil {
		p.bad = err
		p.take("")
		s.pages[e.Name] = p
		return old == nil || old.bad == nil
	}
	p.version = store.VersionOf(data)
	if old != nil && old.bad == nil && old.version == p.version {
		old.changed, old.stamp = p.changed, p.stamp
		return false
	}
	p.take(string(data))
	s.pages[e.Name] = p
	return true
}

// take makes text what the page holds. Pieces are many small things: they are
// not kept.
func (p *page) take(text string) {
	p.text, p.top = text, *parse(text)
	p.emptied = p.top.emptied()
	p.top.head, p.top.pieces = nil, nil
	p.keys()
}

// doc returns the page as it stands in its file.
func (p *page) doc() *document { return parse(p.text) }

// keys makes what the names of the page are compared by.
func (p *page) keys() {
	p.shown = p.top.title
	if p.shown == "" {
		p.shown = cleanName(p.base)
	}
	if p.shownKey = keyOf(p.shown); p.shownKey == "" {
		p.shown = p.file
		p.shownKey = keyOf(p.shown)
	}
	p.baseKey = keyOf(p.base)
	for _, a := range p.top.aliases {
		p.aliasKeys = append(p.aliasKeys, keyOf(a))
	}
}

// index makes the names of the pages again.
func (s *Store) index() {
	files := make([]*page, 0, len(s.pages))
	for _, p := range s.pages {
		files = append(files, p)
	}
	slices.SortFunc(files, func(a, b *page) int { return strings.Compare(a.file, b.file) })
	s.byName = make(map[Name]*page, len(files))
	s.byKey = make(map[string]*page, len(files))
	s.byAlias = make(map[string]*page, len(files))
	s.problems = nil
	for _, p := range files {
		s.nameOf(p)
		s.report(p)
	}
	for _, p := range files {
		for _, key := range p.aliasKeys {
			s.claim(key, p)
		}
		s.claim(p.baseKey, p)
	}
	slices.SortFunc(files, func(a, b *page) int { return strings.Compare(string(a.name), string(b.name)) })
	s.sorted = files
}

func (s *Store) claim(key string, p *page) {
	if key != "" && s.byAlias[key] == nil {
		s.byAlias[key] = p
	}
}

// nameOf gives a page the name it is shown by: that of its title, or of its
// file. One that another page has gets the file's name beside it.
func (s *Store) nameOf(p *page) {
	name, key := p.shown, p.shownKey
	if other := s.byKey[key]; other != nil {
		s.problems = append(s.problems, Problem{File: pageDir + "/" + p.file, What: fmt.Sprintf("is of the same name as %s", other.file)})
		for n := 1; s.byKey[key] != nil; n++ {
			p.name = Name(name + " (" + strings.Repeat("·", n-1) + p.file + ")")
			key = keyOf(string(p.name))
		}
		name = string(p.name)
	}
	p.name = Name(name)
	s.byName[p.name] = p
	s.byKey[key] = p
}

// report notes what is wrong with a page.
func (s *Store) report(p *page) {
	add := func(line int, what string) {
		s.problems = append(s.problems, Problem{File: pageDir + "/" + p.file, Line: line, What: what})
	}
	if p.bad != nil {
		add(0, p.bad.Error())
	}
	for _, f := range p.top.flaws {
		add(f.line, f.what)
	}
	if p.bad == nil && p.top.titled < 0 {
		add(1, "has no title: it goes by the name of its file")
	}
}

// find returns the page that has a name or, if none has, an alias.
func (s *Store) find(name Name) (*page, error) {
	if p := s.byName[name]; p != nil {
		return p, nil
	}
	key := keyOf(string(name))
	for _, m := range []map[string]*page{s.byKey, s.byAlias} {
		if p := m[key]; p != nil && key != "" {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w: %q", ErrNoPage, shortened(string(name), 60))
}

// usable is find for a page that has to be read.
func (s *Store) usable(name Name) (*page, error) {
	p, err := s.find(name)
	if err != nil {
		return nil, err
	}
	return p, p.bad
}

// Names returns the names of the pages, sorted, at most limit of them (0 is no
// limit), and how many are left out: those that were not written to for
// longest. A page of which all was taken back is not there for a reader.
func (s *Store) Names(limit int) (names []Name, more int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.look(); err != nil {
		return nil, 0, fmt.Errorf("list entities: %w", err)
	}
	list := s.standing()
	if limit > 0 && len(list) > limit {
		more = len(list) - limit
		slices.SortStableFunc(list, func(a, b *page) int { return b.changed.Compare(a.changed) })
		list = list[:limit]
		slices.SortFunc(list, func(a, b *page) int { return strings.Compare(string(a.name), string(b.name)) })
	}
	for _, p := range list {
		names = append(names, p.name)
	}
	return names, more, nil
}

// Read returns the page with a name or an alias; ErrNoPage if there is none,
// store.ErrUnreadable if its file cannot be used.
func (s *Store) Read(name Name) (Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.present(name)
	if err != nil {
		return Page{}, fmt.Errorf("read entity %q: %w", shortened(string(name), 60), err)
	}
	return p.show(), nil
}

// Pages returns the pages that can be used, in the order of their names, as
// they are after one look at the folder: to Read them one by one would look at
// all files for each. The store may be used meanwhile. Pages of which all was
// taken back are left out.
func (s *Store) Pages() (iter.Seq[Page], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.look(); err != nil {
		return nil, fmt.Errorf("read entities: %w", err)
	}
	list := s.standing()
	return func(yield func(Page) bool) {
		for _, p := range list {
			if v, ok := s.shown(p); ok && !yield(v) {
				return
			}
		}
	}, nil
}

// standing returns the pages that were not emptied, by name. s.mu is held.
func (s *Store) standing() []*page {
	return slices.DeleteFunc(slices.Clone(s.sorted), func(p *page) bool { return p.emptied })
}

// shown is a page for readers; false for one that cannot be used.
func (s *Store) shown(p *page) (Page, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.bad != nil {
		return Page{}, false
	}
	return p.show(), true
}

// present looks at the files and returns the page with a name, as usable does.
// s.mu is held.
func (s *Store) present(name Name) (*page, error) {
	if err := s.look(); err != nil {
		return nil, err
	}
	return s.usable(name)
}

// show returns a copy of the page for readers.
func (p *page) show() Page {
	d := p.doc()
	v := Page{Name: p.name, File: pageDir + "/" + p.file, Version: p.version, Created: d.created, Changed: p.changed, Text: d.text()}
	for _, a := range d.aliases {
		v.Aliases = append(v.Aliases, Name(a))
	}
	for _, q := range d.pieces {
		if !q.shows() {
			continue
		}
		sources, withdrawn := d.sourcesOf(q)
		kind := q.mark.kind
		if !kind.Known() {
			kind = memory.Told
		}
		v.Paragraphs = append(v.Paragraphs, Paragraph{
			Line: q.line, Text: q.plain(), Kind: kind,
			Sources: slices.Clone(sources), Withdrawn: slices.Clone(withdrawn),
		})
	}
	return v
}

// Problems returns what could not be used of the pages, by file.
func (s *Store) Problems() []Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.look(); err != nil {
		return append(slices.Clone(s.problems), Problem{File: pageDir, What: err.Error()})
	}
	return slices.Clone(s.problems)
}

// retry runs change until nobody else writes to the same page meanwhile. change
// sees the pages as they are.
func (s *Store) retry(change func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return store.Retry(func() error {
		if err := s.look(); err != nil {
			return err
		}
		err := change()
		if errors.Is(err, store.ErrConflict) {
			for _, p := range s.pages { // whoever wrote may have left no other stamp
				p.stamp = store.Stamp{}
			}
		}
		return err
	})
}

// save writes a changed document over the page it was made of. It stands on
// the store from then on.
func (s *Store) save(p *page, d *document, c store.Cause) error {
	data := []byte(d.render())
	if err := s.dir.Replace(pageDir+"/"+p.file, p.version, data, c); err != nil {
		return err
	}
	q := &page{file: p.file, base: p.base, version: store.VersionOf(data), changed: time.Now()}
	q.take(string(data))
	s.pages[p.file] = q
	s.index()
	return nil
}

// draft returns a document that may be changed, as the page stands on disk.
// One that could be read two ways is ErrDamaged.
func (s *Store) draft(p *page) (*document, error) {
	if p.bad != nil {
		return nil, p.bad
	}
	for _, f := range p.top.flaws {
		if f.unsafe {
			return nil, fmt.Errorf("%s/%s:%d: %w: %s", pageDir, p.file, f.line, ErrDamaged, f.what)
		}
	}
	data, err := s.dir.Read(pageDir + "/" + p.file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && store.VersionOf(data) != p.version {
		return nil, store.ErrConflict
	}
	if err != nil {
		return nil, err
	}
	return parse(string(data)), nil
}
