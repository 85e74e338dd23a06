package facts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Retain keeps facts, each once: one that says the same as a fact of the same
// type and entities only gives it its sources, and makes it hold again if it was
// said after it ended. A source that was withdrawn from it stays so until
// Reinstate. One without sources stands by itself and is never withdrawn. It returns the facts as they stand, in the
// order given. If one of them is ErrBadFact nothing is written.
func (b *Bank) Retain(facts []Fact, c store.Cause) ([]Fact, error) {
	clean := make([]*entry, len(facts))
	for i, f := range facts {
		e, err := newEntry(f)
		if err != nil {
			return nil, fmt.Errorf("retain %q: %w", shortened(oneLine(f.Text), 60), err)
		}
		clean[i] = e
	}
	kept, list := make([]*entry, len(clean)), make([]Fact, len(clean))
	err := b.write(c, func() (err error) {
		for i, e := range clean {
			if kept[i], err = b.keep(e); err != nil {
				return err
			}
		}
		return nil
	}, func() error {
		b.files.number()
		for i, e := range kept {
			list[i] = e.show()
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("retain: %w", err)
	}
	return list, nil
}

// newEntry returns a fact as it will stand, or ErrBadFact.
func newEntry(f Fact) (*entry, error) {
	f.Type, f.Kind = cmp.Or(f.Type, World), cmp.Or(f.Kind, memory.Told)
	switch {
	case !slices.Contains([]Type{World, Experience, Opinion, Summary}, f.Type):
		return nil, fmt.Errorf("%w: no type of facts %q", ErrBadFact, shortened(string(f.Type), 40))
	case !f.Kind.Known():
		return nil, fmt.Errorf("%w: no kind of memory %q", ErrBadFact, shortened(string(f.Kind), 40))
	case !f.Category.known():
		return nil, fmt.Errorf("%w: no category %q", ErrBadFact, shortened(string(f.Category), 40))
	case !(f.Confidence >= 0 && f.Confidence <= 1) || !(f.Importance >= 0 && f.Importance <= 1):
		return nil, fmt.Errorf("%w: confidence %v, importance %v", ErrBadFact, f.Confidence, f.Importance)
	}
	if f.Type != Opinion {
		f.Confidence = 1
	}
	for _, s := range f.Sources {
		if err := checkSource(s); err != nil {
			return nil, err
		}
	}
	e := &entry{body: &body{fact: Fact{
		Type: f.Type, Confidence: rounded(f.Confidence), Kind: f.Kind, Category: f.Category,
		Importance: rounded(f.Importance), Time: f.Time, Sources: memory.Unique(f.Sources),
	}}}
	if err := e.say(f.Entities, f.Text); err != nil {
		return nil, err
	}
	if f.Type == Opinion {
		e.base, e.based = e.fact.Confidence, true
	}
	return e, nil
}

func (c Category) known() bool {
	switch c {
	case "", Preference, Plain, Decision, Entity, Other:
		return true
	}
	return false
}

// say makes text with entities what the entry says, in the form in which it
// will be read again.
func (e *entry) say(entities []string, text string) error {
	var names []string
	for _, n := range entities {
		if n = nameClean(n); n != "" && characters(n) <= maxName && len(strings.Fields(n)) <= maxEntityWords {
			names = append(names, n)
		}
	}
	leadingNames, text := leadingEntities(oneLine(text))
	e.fact.Entities, e.fact.Text = uniqueNames(append(names, leadingNames...)), text
	again := entry{body: &body{fact: e.fact}}
	line := e.said()
	if e.fact.Type == Opinion {
		line = "O(c=1) " + line
	}
	if err := again.parseText(memory.UnescapeComments(line)); err != nil {
		return fmt.Errorf("%w: it %w", ErrBadFact, err)
	}
	e.fact.Entities, e.fact.Text = again.fact.Entities, again.fact.Text
	e.index()
	return nil
}

// keep adds an entry, or its sources to the one that says the same.
func (b *Bank) keep(e *entry) (*entry, error) {
	old := b.byKey[e.keySum]
	if old == nil {
		said := *e.body
		n := &entry{trace: e.trace, body: &said}
		n.call(b.freeID(n.fact))
		f := b.files.named(fileOf(n.fact.Type))
		if err := f.thaw(b.files.dir); err != nil {
			return nil, err
		}
		n.in, n.piece = f, f.doc.add(n)
		b.byKey[n.keySum], b.byID[n.idSum] = n, n
		b.indexed = append(b.indexed, indexedFact{n.pairs, n})
		if n.naming {
			b.names = append(b.names, n)
		}
		if n.profile {
			b.profile = append(b.profile, n)
		}
		return n, nil
	}
	f := old.in
	if err := f.thaw(b.files.dir); err != nil {
		return nil, err
	}
	if end := old.ended(); !end.IsZero() && e.fact.Time.After(end) {
		old.hold()
		f.doc.write(old.piece)
	}
	fresh := slices.DeleteFunc(slices.Clone(e.fact.Sources), func(s string) bool { return slices.Contains(old.withdrawn, s) })
	switch sources := gathered(old.fact.Sources, fresh); {
	case len(old.fact.Sources)+len(old.withdrawn) == 0: // stands by itself
	case len(e.fact.Sources) == 0: // and from now on does
		old.fact.Sources, old.withdrawn = nil, nil
		f.doc.write(old.piece)
	case len(sources) > len(old.fact.Sources):
		old.fact.Sources = sources
		f.doc.write(old.piece)
	}
	return old, nil
}

// gathered adds sources to those of a fact, as far as it takes more.
func gathered(old, more []string) []string {
	all := memory.Unique(slices.Concat(old, more))
	return all[:min(len(all), max(len(old), MaxSources))]
}

// freeID returns an id that no other fact has: one whose text was edited keeps
// its own.
func (b *Bank) freeID(f Fact) string {
	id := idOf(f)
	for n := 2; b.byID[sumOf(id)] != nil; n++ {
		id = fmt.Sprintf("%s-%d", idOf(f), n)
	}
	return id
}

// one changes a visible fact.
func (b *Bank) one(id string, c store.Cause, change func(*entry, *file) error) (Fact, error) {
	var f Fact
	err := b.change(c, func() error {
		e := b.byID[sumOf(id)]
		if e == nil || !e.visible() {
			return ErrNoFact
		}
		if err := e.in.thaw(b.files.dir); err != nil {
			return err
		}
		if err := change(e, e.in); err != nil {
			return err
		}
		f = e.show()
		return nil
	})
	return f, err
}

// Weigh adds evidence to an opinion and moves its confidence as Confidence
// says. Evidence of the same stance and source counts once. Evidence without
// a time is of now; give all of one night the same date. It returns the
// opinion; ErrNotOpinion, ErrNoFact, or ErrBadFact for a source or a stance
// that cannot be written.
func (b *Bank) Weigh(id string, list []Evidence, c store.Cause) (Fact, error) {
	f, err := b.weigh(id, list, c)
	if err != nil {
		return Fact{}, fmt.Errorf("weigh opinion %q: %w", shortened(id, 60), err)
	}
	return f, nil
}

func (b *Bank) weigh(id string, list []Evidence, c store.Cause) (Fact, error) {
	list = slices.Clone(list)
	for i, ev := range list {
		if err := checkSource(ev.Source); err != nil {
			return Fact{}, err
		}
		if ev.Stance != For && ev.Stance != Against {
			return Fact{}, fmt.Errorf("%w: no stance %q", ErrBadFact, shortened(string(ev.Stance), 40))
		}
		if ev.Time.IsZero() {
			list[i].Time = b.now()
		}
		list[i].Text = strings.TrimLeft(strings.ReplaceAll(shortened(oneLine(ev.Text), maxEvidence), "|", "/"), "— ")
	}
	return b.one(id, c, func(e *entry, file *file) error {
		if e.fact.Type != Opinion {
			return ErrNotOpinion
		}
		e.settle()
		changed := false
		for _, ev := range list {
			changed = e.prove(ev) || changed
		}
		if changed {
			e.weigh()
			file.doc.write(e.piece)
		}
		return nil
	})
}

// prove adds an evidence unless it is there.
func (e *entry) prove(ev Evidence) bool {
	for i, pr := range e.proofs {
		if pr.Source == ev.Source && pr.Stance == ev.Stance {
			e.proofs[i].withdrawn = false
			return pr.withdrawn
		}
	}
	e.proofs = append(e.proofs, proof{Evidence: ev})
	return true
}

// Edit gives the fact with f.ID the text, entities, confidence, kind, category,
// importance and time of f. What is said the same way already, by another
// fact, is ErrBadFact; so is another type. The evidence of an opinion whose
// confidence is set this way counts no more.
func (b *Bank) Edit(f Fact, c store.Cause) (Fact, error) {
	n, err := newEntry(f)
	var done Fact
	if err == nil {
		done, err = b.one(f.ID, c, func(e *entry, file *file) error {
			if n.fact.Type != e.fact.Type {
				return fmt.Errorf("%w: it is of type %s", ErrBadFact, e.fact.Type)
			}
			if other := b.byKey[n.keySum]; other != nil && other != e {
				return b.saidBy(other)
			}
			sources := e.fact.Sources
			e.fact.Entities, e.fact.Text = n.fact.Entities, n.fact.Text
			e.fact.Kind, e.fact.Category, e.fact.Importance, e.fact.Time = n.fact.Kind, n.fact.Category, n.fact.Importance, n.fact.Time
			e.fact.Confidence, e.fact.Sources = n.fact.Confidence, sources
			if e.fact.Type == Opinion {
				e.settle()
			}
			e.index()
			file.doc.write(e.piece)
			return nil
		})
	}
	if err != nil {
		return Fact{}, fmt.Errorf("edit fact %q: %w", shortened(f.ID, 60), err)
	}
	return done, nil
}

// saidBy is the error that a fact says already what another is to say.
func (b *Bank) saidBy(e *entry) error {
	full, err := b.files.whole(e)
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: %s says so already", ErrBadFact, full.id)
}

// Remove takes a fact out of its file; the history keeps it.
func (b *Bank) Remove(id string, c store.Cause) error {
	_, err := b.one(id, c, func(e *entry, file *file) error {
		file.doc.pieces = slices.DeleteFunc(file.doc.pieces, func(p *piece) bool { return p == e.piece })
		file.doc.changed = true
		return nil
	})
	if err != nil {
		return fmt.Errorf("remove fact %q: %w", shortened(id, 60), err)
	}
	return nil
}
