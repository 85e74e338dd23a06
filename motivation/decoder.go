package motivation

import (
	"fmt"
	"time"

	"yumori/origin"
	"yumori/store/jsontree"
)

// problemsOf names the flaws of a file.
func problemsOf(name string, flaws []jsontree.Flaw) []Problem {
	list := make([]Problem, 0, len(flaws))
	for _, f := range flaws {
		list = append(list, Problem{File: name, Line: f.Line, What: f.What})
	}
	return list
}

// A decoder reads members of a file and collects what is wrong with them.
type decoder struct {
	file  string
	loc   *time.Location // of times without a zone
	found []Problem
}

func (d *decoder) problem(line int, format string, args ...any) {
	d.found = append(d.found, Problem{File: d.file, Line: line, What: fmt.Sprintf(format, args...)})
}

func (d *decoder) time(n *jsontree.Node, name string) time.Time {
	m := n.Member(name)
	if m.Absent() {
		return time.Time{}
	}
	t, ok := m.Time(d.loc)
	if !ok {
		d.problem(m.Line(), "%s is no time that exists: it is not used", name)
		return time.Time{}
	}
	return t
}

func (d *decoder) text(n *jsontree.Node, name string) string {
	m := n.Member(name)
	s, ok := m.Text()
	if !ok && !m.Absent() {
		d.problem(m.Line(), "%s is no text: it is not used", name)
	}
	return s
}

func (d *decoder) texts(n *jsontree.Node, name string) []string {
	m := n.Member(name)
	list, ok := m.Texts()
	if !ok {
		d.problem(m.Line(), "%s is no list of texts: it is not used", name)
	}
	return list
}

// unit reads a number from 0 to 1; ok is false for anything else, which is
// named unless there is nothing.
func (d *decoder) unit(n *jsontree.Node, name string) (f float64, ok bool) {
	m := n.Member(name)
	if m.Absent() {
		return 0, false
	}
	f, ok = m.Number()
	if !ok || !(f >= 0 && f <= 1) {
		d.problem(m.Line(), "%s is no number from 0 to 1: it is not used", name)
		return 0, false
	}
	return f, true
}

func (d *decoder) kind(n *jsontree.Node) origin.Kind {
	m := n.Member("kind")
	if m.Absent() {
		return origin.Lived
	}
	s, _ := m.Text()
	if k := origin.Kind(s); k.Known() {
		return k
	}
	d.problem(m.Line(), "has an unknown kind: %q is used", origin.Lived)
	return origin.Lived
}

// gone reports whether n had sources and all were taken back.
func (d *decoder) gone(n *jsontree.Node) bool {
	return len(d.texts(n, "withdrawn")) > 0 && len(d.texts(n, "sources")) == 0
}
