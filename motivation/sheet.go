package motivation

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"yumori/origin"
	"yumori/store"
	"yumori/store/jsontree"
)

// A sheet is one JSON file of a persona's folder, read again when it has
// changed and never written over when that would lose something. It is not
// safe for concurrent use.
type sheet struct {
	dir  *store.Dir
	name string
	now  func() time.Time

	stamp   store.Stamp   // of the file when it was read last, and is not a bad one
	version store.Version // of the file; "" there is none
	bad     error         // an ErrUnreadable: there is a file that is no text
	reading error         // why the file could not be looked at last time
	aside   []Problem     // what was set aside since the sheet was opened
}

// read returns the file's text if it is not that which was read or written
// last. What is no text, and a file that is not there, are nothing.
func (s *sheet) read() (text []byte, changed bool, err error) {
	now := s.dir.Stamp(s.name)
	if s.stamp.Same(now) {
		s.reading = nil
		return nil, false, nil
	}
	t, err := s.dir.ReadText(s.name)
	s.reading, s.stamp = nil, store.Stamp{}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		changed = s.version != "" || s.bad != nil
		s.version, s.bad = "", nil
		return nil, changed, nil
	case errors.Is(err, store.ErrUnreadable):
		changed = s.version != "" || s.bad == nil
		s.version, s.bad = "", err
		return nil, changed, nil
	case err != nil:
		s.reading = err
		return nil, false, err
	}
	changed = s.version != t.Version || s.bad != nil
	s.version, s.bad, s.stamp = t.Version, nil, now
	return []byte(t.S), changed, nil
}

// write replaces the file that was read last by data; store.ErrConflict if it
// is another by now. A file that is no text is quarantined first; one with
// flaws, which are what is not written back, is copied beside itself.
func (s *sheet) write(data []byte, flaws []Problem, c store.Cause) error {
	switch {
	case s.bad != nil:
		set, err := s.dir.Quarantine(s.name, s.bad.Error())
		if err != nil {
			return fmt.Errorf("set %s aside: %w", s.name, err)
		}
		s.aside = append(s.aside, Problem{File: s.name, What: s.bad.Error(), Aside: set.Path})
		s.bad = nil
	case len(flaws) > 0:
		name, err := s.copyAside()
		if err != nil {
			return fmt.Errorf("set %s aside: %w", s.name, err)
		}
		for _, p := range flaws {
			p.Aside = name
			s.aside = append(s.aside, p)
		}
	}
	if err := s.dir.Replace(s.name, s.version, data, c); err != nil {
		return err
	}
	s.version, s.stamp = store.VersionOf(data), store.Stamp{}
	return nil
}

// copyAside copies the file, byte by byte, and returns the copy's name, of
// which each content has its own.
func (s *sheet) copyAside() (string, error) {
	raw, err := s.dir.Read(s.name)
	if err != nil {
		return "", err
	}
	ext := path.Ext(s.name)
	name := fmt.Sprintf("%s-broken-%s-%.8s%s", strings.TrimSuffix(s.name, ext), s.now().Format("2006-01-02"), store.VersionOf(raw), ext)
	return name, s.dir.Write(name, raw, store.Cause{Kind: store.CauseSetup, Note: "set aside: " + s.name})
}

// problems returns what is wrong with the file as a whole, and what was.
func (s *sheet) problems() []Problem {
	list := slices.Clone(s.aside)
	if s.bad != nil {
		list = append(list, Problem{File: s.name, What: s.bad.Error()})
	}
	if s.reading != nil {
		list = append(list, Problem{File: s.name, What: s.reading.Error()})
	}
	return list
}

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
