package jsontree

import (
	"fmt"
	"slices"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// A Decoder reads members of objects. One that is not what it should be is a
// flaw and reads as one that is absent, which is none.
type Decoder struct {
	File  string
	Zone  *time.Location // of times without one
	Flaws []store.Flaw
}

// Flaw notes what is wrong with a line.
func (d *Decoder) Flaw(line int, format string, args ...any) {
	d.Flaws = append(d.Flaws, store.Flaw{File: d.File, Line: line, What: fmt.Sprintf(format, args...)})
}

// Time reads a time, see Node.Time.
func (d *Decoder) Time(n *Node, name string) time.Time {
	m := n.Member(name)
	if m.Absent() {
		return time.Time{}
	}
	t, ok := m.Time(d.Zone)
	if !ok {
		d.Flaw(m.Line(), "%s is no time that exists: it is not used", name)
		return time.Time{}
	}
	return t
}

// Text reads a text.
func (d *Decoder) Text(n *Node, name string) string {
	m := n.Member(name)
	s, ok := m.Text()
	if !ok && !m.Absent() {
		d.Flaw(m.Line(), "%s is no text: it is not used", name)
	}
	return s
}

// Texts reads a list of texts.
func (d *Decoder) Texts(n *Node, name string) []string {
	m := n.Member(name)
	list, ok := m.Texts()
	if !ok {
		d.Flaw(m.Line(), "%s is no list of texts: it is not used", name)
	}
	return list
}

// Unit reads a number from 0 to 1; ok is false for one that is absent too.
func (d *Decoder) Unit(n *Node, name string) (f float64, ok bool) {
	m := n.Member(name)
	if m.Absent() {
		return 0, false
	}
	f, ok = m.Number()
	if !ok || !(f >= 0 && f <= 1) {
		d.Flaw(m.Line(), "%s is no number from 0 to 1: it is not used", name)
		return 0, false
	}
	return f, true
}

// Kind reads how an item came to be known; what does not say so was lived.
func (d *Decoder) Kind(n *Node) memory.Kind {
	m := n.Member("kind")
	if m.Absent() {
		return memory.Lived
	}
	s, _ := m.Text()
	if k := memory.Kind(s); k.Known() {
		return k
	}
	d.Flaw(m.Line(), "has an unknown kind: %q is used", memory.Lived)
	return memory.Lived
}

// Gone reports whether an item had sources and all were taken back.
func (d *Decoder) Gone(n *Node) bool {
	return memory.Hidden(d.Texts(n, "sources"), d.Texts(n, "withdrawn"))
}

// MoveTexts moves texts of one list of an object to the end of another, but
// for those that are there, and reports whether it moved any and whether it
// took the last. A list of the second that is absent is made. Where one of the
// two is no list of texts, both stay as they are. n may be no object.
func (n *Node) MoveTexts(from, to string, which map[string]bool) (moved, last bool) {
	a, okA := n.Member(from).Texts()
	b, okB := n.Member(to).Texts()
	if !okA || !okB || !slices.ContainsFunc(a, func(s string) bool { return which[s] }) {
		return false, false
	}
	var stay []string
	for _, s := range a {
		switch {
		case !which[s]:
			stay = append(stay, s)
		case !slices.Contains(b, s):
			b = append(b, s)
		}
	}
	n.Set(from, Texts(stay))
	n.Set(to, Texts(b))
	return true, len(stay) == 0
}

// Retract moves sources between the member of that name, which lists them, and that
// of those withdrawn from it: "withdrawn" beside "sources", "withdrawn_closed_by"
// beside "closed_by". It reports what MoveTexts does. A list of withdrawn ones
// that t has emptied goes.
func (n *Node) Retract(name string, t memory.Retraction) (moved, last bool) {
	withdrawn := "withdrawn"
	if name != "sources" {
		withdrawn += "_" + name
	}
	if !t.Back {
		return n.MoveTexts(name, withdrawn, t.Sources)
	}
	moved, last = n.MoveTexts(withdrawn, name, t.Sources)
	if last {
		n.Set(withdrawn, nil)
	}
	return moved, last
}
