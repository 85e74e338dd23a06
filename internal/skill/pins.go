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

	mu    sync.Mutex // guards what follows
	sheet *store.Sheet
	root  *jsontree.Node
	flaws []store.Flaw
}

// OpenPins returns the pins that are kept in a home; now is the clock.
func OpenPins(home *store.Dir, now func() time.Time) *Pins {
	return &Pins{now: now, sheet: home.Sheet(PinsFile), root: jsontree.Object()}
}

// of returns the pins of an owner. While the disk does not answer nothing is
// enabled.
func (p *Pins) of(owner string) []pin {
	p.mu.Lock()
	defer p.mu.Unlock()
	text, changed, err := p.sheet.Look()
	if err != nil {
		return nil
	}
	if changed {
		p.take(text)
	}
	return p.list(owner)
}

// take reads the file. p.mu is held.
func (p *Pins) take(text []byte) {
	p.root, p.flaws = jsontree.Parse(PinsFile, text)
	if !p.root.IsObject() {
		if p.root != nil {
			p.flaws = append(p.flaws, store.Flaw{File: PinsFile, Line: p.root.Line(), What: "is no JSON object"})
		}
		p.root = jsontree.Object()
	}
}

// list decodes the pins of an owner. p.mu is held.
func (p *Pins) list(owner string) []pin {
	d := jsontree.Decoder{File: PinsFile, Zone: time.UTC}
	var list []pin
	for _, n := range p.root.Member(owner).Elements() {
		list = append(list, pin{
			d.Text(n, "name"), store.Version(d.Text(n, "hash")), oneLine(d.Text(n, "word"), maxWord), d.Time(n, "time"),
		})
	}
	return list
}

// put pins a skill of an owner, in the place of what was pinned of its name.
func (p *Pins) put(owner string, n pin) error {
	n.word, n.time = oneLine(n.word, maxWord), p.now().Truncate(time.Second)
	return p.change(owner, "skill enabled", func(list []pin) []pin {
		list = slices.DeleteFunc(list, func(o pin) bool { return key(o.name) == key(n.name) })
		return append(list, n)
	})
}

// drop takes the pin of a name away.
func (p *Pins) drop(owner, name string) error {
	return p.change(owner, "skill disabled", func(list []pin) []pin {
		return slices.DeleteFunc(list, func(o pin) bool { return key(o.name) == key(name) })
	})
}

// change writes what becomes of the pins of an owner.
func (p *Pins) change(owner, note string, change func([]pin) []pin) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := store.Retry(func() error {
		text, _, err := p.sheet.Read()
		if err != nil {
			return err
		}
		p.take(text)
		had := p.list(owner)
		list := change(slices.Clone(had))
		if slices.Equal(list, had) {
			return nil
		}
		nodes := jsontree.Array()
		for _, n := range list {
			o := jsontree.Object()
			o.Set("name", jsontree.Of(n.name))
			o.Set("hash", jsontree.Of(string(n.hash)))
			if n.word != "" {
				o.Set("word", jsontree.Of(n.word))
			}
			o.Set("time", jsontree.Of(n.time))
			nodes.Add(o)
		}
		p.root.Set(owner, nodes)
		data, err := p.root.Indented()
		if err != nil {
			return err
		}
		return p.sheet.Write(data, p.flaws, store.Cause{Kind: store.CauseUser, Note: note})
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", PinsFile, err)
	}
	p.flaws = nil
	return nil
}
