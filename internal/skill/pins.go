package skill

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// PinsFile says which skills the user enabled for which persona. It stands in
// the home and not beside the skills, so that a folder brought in from
// elsewhere cannot enable what is in it. What stands in it besides is kept.
//
//	{"luna": [{"name": "tea", "hash": "9f86d0…", "word": "pouring tea", "time": "2026-11-22T10:00:00+09:00"}]}
const PinsFile = "skills.json"

// A pin is a skill that was enabled.
type pin struct {
	name string
	hash store.Version // of the text that was
	word string        // the user's own; "" none
	time time.Time
}

// Pins is PinsFile. It is safe for concurrent use.
type Pins struct {
	now func() time.Time

	mu   sync.Mutex // guards what follows
	page *store.Page[pinned]
}

// A pinned is what PinsFile holds.
type pinned struct {
	root  *jsontree.Node
	flaws []store.Flaw
}

func readPins(text []byte) (p pinned) {
	p.root, p.flaws = jsontree.ParseObject(PinsFile, text)
	return p
}

// OpenPins returns the pins that are kept in a home; now is the clock.
func OpenPins(home *store.Dir, now func() time.Time) *Pins {
	return &Pins{now: now, page: store.PageOf(home, PinsFile, readPins)}
}

// of returns the pins of an owner. While the disk does not answer nothing is
// enabled.
func (p *Pins) of(owner string) []pin {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.page.Refresh() != nil {
		return nil
	}
	return p.page.Made().of(owner)
}

// of decodes the pins of an owner.
func (p pinned) of(owner string) []pin {
	var list []pin
	for _, n := range p.root.Member(owner).Elements() {
		if o, ok := pinOf(n); ok {
			list = append(list, o)
		}
	}
	return list
}

// pinOf reads a pin; one without a name or a hash is none.
func pinOf(n *jsontree.Node) (p pin, ok bool) {
	d := jsontree.Decoder{File: PinsFile, Zone: time.UTC}
	p = pin{d.Text(n, "name"), store.Version(d.Text(n, "hash")), oneLine(d.Text(n, "word"), maxWord), d.Time(n, "time")}
	return p, p.name != "" && p.hash != ""
}

// unusable says what of an owner's pins cannot be used.
func (p pinned) unusable(owner string) []store.Flaw {
	d := jsontree.Decoder{File: PinsFile}
	n := p.root.Member(owner)
	if !n.Absent() && !n.IsArray() {
		d.Flaw(n.Line(), "%q has no list of skills: it is not used", owner)
	}
	for _, e := range n.Elements() {
		if _, ok := pinOf(e); !ok {
			d.Flaw(e.Line(), "is no skill that was enabled, without a name and a hash: it is not used")
		}
	}
	return d.Flaws
}

// Problems returns what of the file of an owner cannot be used.
func (p *Pins) Problems(owner string) []store.Flaw {
	p.of(owner)
	p.mu.Lock()
	defer p.mu.Unlock()
	made := p.page.Made()
	return slices.Concat(p.page.Flaws(), made.flaws, made.unusable(owner))
}

// put pins a skill of an owner, in the place of what was pinned of its name.
func (p *Pins) put(owner string, n pin) error {
	o := jsontree.Object()
	o.Set("name", jsontree.Of(n.name))
	o.Set("hash", jsontree.Of(string(n.hash)))
	if n.word = oneLine(n.word, maxWord); n.word != "" {
		o.Set("word", jsontree.Of(n.word))
	}
	o.Set("time", jsontree.Of(p.now().Truncate(time.Second)))
	return p.change(owner, n.name, o)
}

// drop takes the pin of a name away.
func (p *Pins) drop(owner, name string) error { return p.change(owner, name, nil) }

// change puts a pin in the place of that of a name; nil takes it away. What else
// stands in the file stays, and what cannot be used is there in a copy.
func (p *Pins) change(owner, name string, to *jsontree.Node) error {
	note := "skill enabled"
	if to == nil {
		note = "skill disabled"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.page.Change(store.Cause{Kind: store.CauseUser, Note: note}, func(p pinned) (data []byte, lost []store.Flaw, err error) {
		lost = slices.Concat(p.flaws, p.unusable(owner))
		list, had := p.root.Member(owner), false
		if !list.IsArray() {
			list = jsontree.Array()
		}
		list.DeleteFunc(func(n *jsontree.Node) bool {
			o, ok := pinOf(n)
			same := ok && key(o.name) == key(name)
			had = had || same
			return same || !ok
		})
		if to == nil && !had {
			return nil, nil, store.ErrUnchanged
		}
		if to != nil {
			list.Add(to)
		}
		p.root.Set(owner, list)
		data, err = p.root.Indented()
		return data, lost, err
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", PinsFile, err)
	}
	return nil
}
