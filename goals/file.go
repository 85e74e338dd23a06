package goals

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
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
// it was.
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
	goal Goal
	node *node
	list list
	gone bool // rests on nothing that still counts
}

// A page is the content of goalsFile.
type page struct {
	root     *node
	entries  []*entry // in the order of the file
	ids      map[ID]*entry
	problems []Problem
	broken   bool // its form cannot be written back as it is
}

// readPage reads the content of the file, whatever it is. Times without a zone
// are of the zone loc.
func readPage(data []byte, loc *time.Location) *page {
	root, flaws := parse(data)
	p := &page{root: root, ids: map[ID]*entry{}, broken: len(flaws) > 0}
	for _, f := range flaws {
		p.problem(f.line, "%s", f.what)
	}
	if root == nil || root.kind != '{' {
		if root != nil {
			p.broken = true
			p.problem(root.line, "is no JSON object")
		}
		p.root = newObject()
	}
	for _, l := range lists() {
		n := p.root.member(string(l))
		if n.absent() {
			continue
		}
		if n.kind != '[' {
			p.broken = true
			p.problem(n.line, "%s is no list", l)
			continue
		}
		for _, e := range n.nodes {
			p.take(e, l, loc)
		}
	}
	if m := p.root.member("meta"); !m.absent() && m.kind != '{' {
		p.broken = true
		p.problem(m.line, "meta is no object")
	}
	return p
}

func (p *page) problem(line int, format string, args ...any) {
	p.problems = append(p.problems, Problem{File: goalsFile, Line: line, What: fmt.Sprintf(format, args...)})
}

// take adds the goal that n holds, or names what is wrong with it.
func (p *page) take(n *node, l list, loc *time.Location) {
	d := decoder{page: p, loc: loc}
	e := d.goal(n, l)
	if e == nil {
		return
	}
	if other := p.find(e.goal.ID); other != nil {
		p.problem(n.line, "has the id %q of the goal of line %d: it is not used", e.goal.ID, other.node.line)
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
func (d *decoder) goal(n *node, l list) *entry {
	if n.kind != '{' {
		d.page.problem(n.line, "is no goal: an element of %s that is no object", l)
		return nil
	}
	id, _ := n.member("id").text()
	text, _ := n.member("goal").text()
	switch {
	case strings.TrimSpace(id) == "":
		d.page.problem(n.line, "has a goal without id: it is not used")
		return nil
	case strings.TrimSpace(text) == "":
		d.page.problem(n.line, "has a goal without text (id %q): it is not used", id)
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
	g.Reason, _ = n.member("reason").text()
	g.Sources = d.texts(n, "sources")
	g.ClosedBy = d.texts(n, "closed_by")
	for _, m := range n.member("progress_notes").elements() {
		if note, ok := d.note(m); ok {
			g.Notes = append(g.Notes, note)
		}
	}
	if m := n.member("progress_notes"); !m.absent() && m.kind != '[' {
		d.page.problem(m.line, "progress_notes is no list (goal %q)", id)
	}
	if l == shortList || l == longList {
		g.CompletedAt, g.AbandonedAt, g.Reason, g.ClosedBy = time.Time{}, time.Time{}, "", nil
	}
	return &entry{goal: g, node: n, list: l, gone: d.gone(n)}
}

// note reads a note; ok is false for one that cannot be used or is withdrawn.
func (d *decoder) note(n *node) (Note, bool) {
	if text, ok := n.text(); ok {
		return Note{Text: text}, true
	}
	text, ok := n.member("note").text()
	if !ok {
		d.page.problem(n.line, "has a note without text: it is not used")
		return Note{}, false
	}
	if d.gone(n) {
		return Note{}, false
	}
	return Note{Time: d.time(n, "time"), Text: text, Sources: d.texts(n, "sources")}, true
}

// gone reports whether n had sources and all were taken back.
func (d *decoder) gone(n *node) bool {
	return len(d.texts(n, "withdrawn")) > 0 && len(d.texts(n, "sources")) == 0
}

func (d *decoder) term(n *node, l list) Term {
	switch l {
	case shortList:
		return Short
	case longList:
		return Long
	}
	id, _ := n.member("id").text()
	if term, _ := n.member("term").text(); term == string(Long) || term != string(Short) && strings.HasPrefix(id, longPrefix) {
		return Long
	}
	return Short
}

func (d *decoder) priority(n *node) int {
	m := n.member("priority")
	if m.absent() {
		return defaultPriority
	}
	f, ok := m.number()
	if ok && f == float64(int(f)) && f >= HighestPriority && f <= LowestPriority {
		return int(f)
	}
	d.page.problem(m.line, "has a priority that is no number from %d to %d: %d is used", HighestPriority, LowestPriority, defaultPriority)
	return defaultPriority
}

func (d *decoder) kind(n *node) Kind {
	m := n.member("kind")
	if m.absent() {
		return Lived
	}
	s, _ := m.text()
	if k := Kind(s); k.known() {
		return k
	}
	d.page.problem(m.line, "has an unknown kind: %q is used", Lived)
	return Lived
}

func (d *decoder) time(n *node, name string) time.Time {
	m := n.member(name)
	if m.absent() {
		return time.Time{}
	}
	t, ok := m.time(d.loc)
	if !ok {
		d.page.problem(m.line, "%s is no time that exists: it is not used", name)
		return time.Time{}
	}
	return t
}

func (d *decoder) texts(n *node, name string) []string {
	m := n.member(name)
	s, ok := m.texts()
	if !ok {
		d.page.problem(m.line, "%s is no list of texts: it is not used", name)
	}
	return s
}

// encode returns the file's new content.
func (p *page) encode() ([]byte, error) {
	for _, l := range lists() {
		if n := p.root.member(string(l)); n == nil || n.kind != '[' {
			p.root.set(string(l), newArray())
		}
	}
	p.root.within("meta")
	return p.root.indented()
}

// move puts an entry at the end of another list.
func (p *page) move(e *entry, to list) {
	if from := p.root.member(string(e.list)); from != nil {
		from.nodes = slices.DeleteFunc(from.nodes, func(n *node) bool { return n == e.node })
	}
	n := p.root.member(string(to))
	if n == nil || n.kind != '[' {
		n = newArray()
		p.root.set(string(to), n)
	}
	n.nodes = append(n.nodes, e.node)
	e.list = to
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
