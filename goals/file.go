package goals

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/origin"
	"yumori/store/jsontree"
)

// goalsFile holds the goals: a JSON object with four lists and what is known
// of the last reflections, in the shape of seed 003. A goal of ours has more
// members than the seed's; those that begin with "withdrawn" list sources that
// were taken back. What has only such sources is seen by nobody.
//
//	{
//	  "short_term": [{"id": "sh_k3v9q2m7xa", "goal": "…", "created_at": "…", "status": "active",
//	    "progress_notes": [{"time": "…", "note": "…", "sources": ["01KA…"]}],
//	    "priority": 1, "kind": "lived", "sources": ["01KA…"], "withdrawn": ["01KB…"]}],
//	  "long_term": […],
//	  "completed": [{…, "term": "short", "completed_at": "…", "reason": "…", "closed_by": ["01KC…"]}],
//	  "abandoned": [{…, "term": "long", "abandoned_at": "…", "reason": "…"}],
//	  "meta": {"last_reflection_level": 3, "last_reflection_date": "2026-01-02",
//	    "last_level2_date": "2026-01-02", "last_level3_date": "2026-01-02"}
//	}
//
// A goal whose end was taken back stands in its term's list, with "closed_by"
// empty, "withdrawn_closed_by" full, and "withdrawn_status" saying which end
// it was. Most of the goals that ended are elsewhere: see goalsYear.
const goalsFile = "goals.json"

// A list is one of the four of goalsFile.
type list string

const (
	shortList     list = "short_term"
	longList      list = "long_term"
	completedList list = "completed"
	abandonedList list = "abandoned"
)

func lists() []list { return []list{shortList, longList, completedList, abandonedList} }

func listOf(t Term) list {
	if t == Long {
		return longList
	}
	return shortList
}

// An entry is a goal and where in the file it stands.
type entry struct {
	goal  Goal
	node  *jsontree.Node
	on    *page // nil: taken out
	list  list
	gone  bool   // rests on nothing that still counts
	under *entry // of the same id on an upper page of a stack, which counts
}

// A page is the content of goalsFile, or of an archive.
type page struct {
	name     string
	root     *jsontree.Node
	entries  []*entry // in the order of the file
	ids      map[ID]*entry
	flaws    []Problem // what would be lost if it were written back
	problems []Problem // all, with flaws
	dirty    bool      // changed
	gained   bool      // has a goal from another page
}

// lists returns the lists that are read: an archive has no active goals.
func (p *page) lists() []list {
	if p.name != goalsFile {
		return []list{completedList, abandonedList}
	}
	return lists()
}

// readPage reads the content of a file, whatever it is. Times without a zone
// are of the zone loc.
func readPage(name string, data []byte, loc *time.Location) *page {
	root, flaws := jsontree.Parse(data)
	p := &page{name: name, root: root, ids: map[ID]*entry{}}
	for _, f := range flaws {
		p.flaw(f.Line, "%s", f.What)
	}
	if !root.IsObject() {
		if root != nil {
			p.flaw(root.Line(), "is no JSON object")
		}
		p.root = jsontree.Object()
	}
	for _, l := range lists() {
		n := p.root.Member(string(l))
		if n.Absent() {
			continue
		}
		if !slices.Contains(p.lists(), l) {
			p.problem(n.Line(), "has %s: goals that are active are only in %s", l, goalsFile)
			continue
		}
		if !n.IsArray() {
			p.flaw(n.Line(), "%s is no list", l)
			continue
		}
		for _, e := range n.Elements() {
			p.take(e, l, loc)
		}
	}
	if m := p.root.Member("meta"); !m.Absent() && !m.IsObject() {
		p.flaw(m.Line(), "meta is no object")
	}
	return p
}

func (p *page) problem(line int, format string, args ...any) {
	p.problems = append(p.problems, Problem{File: p.name, Line: line, What: fmt.Sprintf(format, args...)})
}

// flaw is problem for what the file's form cannot hold.
func (p *page) flaw(line int, format string, args ...any) {
	p.problem(line, format, args...)
	p.flaws = append(p.flaws, p.problems[len(p.problems)-1])
}

// take adds the goal that n holds, or names what is wrong with it.
func (p *page) take(n *jsontree.Node, l list, loc *time.Location) {
	d := decoder{page: p, loc: loc}
	e := d.goal(n, l)
	if e == nil {
		return
	}
	if other := p.find(e.goal.ID); other != nil {
		p.problem(n.Line(), "has the id %q of the goal of line %d: it is not used", e.goal.ID, other.node.Line())
		return
	}
	p.entries, p.ids[e.goal.ID] = append(p.entries, e), e
}

// find returns the goal of an id as it was read; nil if there is none.
func (p *page) find(id ID) *entry { return p.ids[id] }

// A decoder reads goals and collects what is wrong with them.
type decoder struct {
	page *page
	loc  *time.Location
}

// goal returns nil for what cannot be used at all. A member that cannot be
// used is named, and left as it is: the rest of the goal is used.
func (d *decoder) goal(n *jsontree.Node, l list) *entry {
	if !n.IsObject() {
		d.page.problem(n.Line(), "is no goal: an element of %s that is no object", l)
		return nil
	}
	id, _ := n.Member("id").Text()
	text, _ := n.Member("goal").Text()
	switch {
	case strings.TrimSpace(id) == "":
		d.page.problem(n.Line(), "has a goal without id: it is not used")
		return nil
	case strings.TrimSpace(text) == "":
		d.page.problem(n.Line(), "has a goal without text (id %q): it is not used", id)
		return nil
	}
	g := Goal{ID: ID(id), Goal: text, Term: d.term(n, l), Status: StatusActive, Priority: d.priority(n), Kind: d.kind(n)}
	switch l {
	case completedList:
		g.Status = StatusCompleted
	case abandonedList:
		g.Status = StatusAbandoned
	}
	g.CreatedAt = d.time(n, "created_at")
	g.CompletedAt = d.time(n, "completed_at")
	g.AbandonedAt = d.time(n, "abandoned_at")
	g.Reason, _ = n.Member("reason").Text()
	g.Sources = d.texts(n, "sources")
	g.ClosedBy = d.texts(n, "closed_by")
	for _, m := range n.Member("progress_notes").Elements() {
		if note, ok := d.note(m); ok {
			g.Notes = append(g.Notes, note)
		}
	}
	if m := n.Member("progress_notes"); !m.Absent() && !m.IsArray() {
		d.page.problem(m.Line(), "progress_notes is no list (goal %q)", id)
	}
	if l == shortList || l == longList {
		g.CompletedAt, g.AbandonedAt, g.Reason, g.ClosedBy = time.Time{}, time.Time{}, "", nil
	}
	return &entry{goal: g, node: n, on: d.page, list: l, gone: d.gone(n)}
}

// note reads a note; ok is false for one that cannot be used or is withdrawn.
func (d *decoder) note(n *jsontree.Node) (Note, bool) {
	if text, ok := n.Text(); ok {
		return Note{Text: text}, true
	}
	text, ok := n.Member("note").Text()
	if !ok {
		d.page.problem(n.Line(), "has a note without text: it is not used")
		return Note{}, false
	}
	if d.gone(n) {
		return Note{}, false
	}
	return Note{Time: d.time(n, "time"), Text: text, Sources: d.texts(n, "sources")}, true
}

// gone reports whether n had sources and all were taken back.
func (d *decoder) gone(n *jsontree.Node) bool {
	return len(d.texts(n, "withdrawn")) > 0 && len(d.texts(n, "sources")) == 0
}

func (d *decoder) term(n *jsontree.Node, l list) Term {
	switch l {
	case shortList:
		return Short
	case longList:
		return Long
	}
	id, _ := n.Member("id").Text()
	if term, _ := n.Member("term").Text(); term == string(Long) || term != string(Short) && strings.HasPrefix(id, longPrefix) {
		return Long
	}
	return Short
}

func (d *decoder) priority(n *jsontree.Node) int {
	m := n.Member("priority")
	if m.Absent() {
		return defaultPriority
	}
	f, ok := m.Number()
	if ok && f == float64(int(f)) && f >= HighestPriority && f <= LowestPriority {
		return int(f)
	}
	d.page.problem(m.Line(), "has a priority that is no number from %d to %d: %d is used", HighestPriority, LowestPriority, defaultPriority)
	return defaultPriority
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
	d.page.problem(m.Line(), "has an unknown kind: %q is used", origin.Lived)
	return origin.Lived
}

func (d *decoder) time(n *jsontree.Node, name string) time.Time {
	m := n.Member(name)
	if m.Absent() {
		return time.Time{}
	}
	t, ok := m.Time(d.loc)
	if !ok {
		d.page.problem(m.Line(), "%s is no time that exists: it is not used", name)
		return time.Time{}
	}
	return t
}

func (d *decoder) texts(n *jsontree.Node, name string) []string {
	m := n.Member(name)
	s, ok := m.Texts()
	if !ok {
		d.page.problem(m.Line(), "%s is no list of texts: it is not used", name)
	}
	return s
}

// encode returns the file's new content.
func (p *page) encode() ([]byte, error) {
	for _, l := range p.lists() {
		if !p.root.Member(string(l)).IsArray() {
			p.root.Set(string(l), jsontree.Array())
		}
	}
	if p.name == goalsFile {
		p.root.Within("meta")
	}
	return p.root.Indented()
}

// move puts an entry at the end of a list of the page, from wherever it was.
func (p *page) move(e *entry, to list) {
	p.gained = p.gained || e.on != nil && e.on != p
	e.on.remove(e)
	n := p.root.Member(string(to))
	if !n.IsArray() {
		n = jsontree.Array()
		p.root.Set(string(to), n)
	}
	n.Add(e.node)
	e.on, e.list, p.dirty = p, to, true
}

// remove takes an entry out of the page; nil is the page of one that is new.
func (p *page) remove(e *entry) {
	if p == nil {
		return
	}
	p.root.Member(string(e.list)).DeleteFunc(func(n *jsontree.Node) bool { return n == e.node })
	e.on, p.dirty = nil, true
}

// cleanText returns s as valid text on one line and whether it is neither
// empty nor longer than limit characters.
func cleanText(s string, limit int) (string, bool) {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	return s, s != "" && utf8.RuneCountInString(s) <= limit
}
