package goals

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/store/jsontree"
)

// goalsFile holds the goals: a JSON object with four lists and what is known
// of the last reflections, in the shape of Nexus Ark. A goal of ours has more
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
	gone  bool   // is derived from nothing that still counts
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
	root, flaws := jsontree.ParseObject(name, data)
	p := &page{name: name, root: root, flaws: flaws, ids: map[ID]*entry{}}
	d := decoder{jsontree.Decoder{File: name, Zone: loc}, p}
	for _, l := range lists() {
		n := p.root.Member(string(l))
		if n.Absent() {
			continue
		}
		if !slices.Contains(p.lists(), l) {
			d.Flaw(n.Line(), "has %s: goals that are active are only in %s", l, goalsFile)
			continue
		}
		if !n.IsArray() {
			p.flaw(n.Line(), "%s is no list", l)
			continue
		}
		for _, e := range n.Elements() {
			d.take(e, l)
		}
	}
	if m := p.root.Member("meta"); !m.Absent() && !m.IsObject() {
		p.flaw(m.Line(), "meta is no object")
	}
	p.problems = slices.Concat(p.flaws, d.Flaws)
	return p
}

func (p *page) flaw(line int, format string, args ...any) {
	p.flaws = append(p.flaws, Problem{File: p.name, Line: line, What: fmt.Sprintf(format, args...)})
}

// find returns the goal of an id as it was read; nil if there is none.
func (p *page) find(id ID) *entry { return p.ids[id] }

// A decoder reads the goals of a page and collects what is wrong with them.
type decoder struct {
	jsontree.Decoder
	page *page
}

// take adds the goal that n holds, or names what is wrong with it.
func (d *decoder) take(n *jsontree.Node, l list) {
	e, p := d.goal(n, l), d.page
	if e == nil {
		return
	}
	if other := p.find(e.goal.ID); other != nil {
		d.Flaw(n.Line(), "has the id %q of the goal of line %d: it is not used", e.goal.ID, other.node.Line())
		return
	}
	p.entries, p.ids[e.goal.ID] = append(p.entries, e), e
}

// goal returns nil for what cannot be used at all. A member that cannot be
// used is named, and left as it is: the rest of the goal is used.
func (d *decoder) goal(n *jsontree.Node, l list) *entry {
	if !n.IsObject() {
		d.Flaw(n.Line(), "is no goal: an element of %s that is no object", l)
		return nil
	}
	id, _ := n.Member("id").Text()
	text, _ := n.Member("goal").Text()
	switch {
	case strings.TrimSpace(id) == "":
		d.Flaw(n.Line(), "has a goal without id: it is not used")
		return nil
	case strings.TrimSpace(text) == "":
		d.Flaw(n.Line(), "has a goal without text (id %q): it is not used", id)
		return nil
	}
	g := Goal{ID: ID(id), Goal: text, Term: d.term(n, l), Status: StatusActive, Priority: d.priority(n), Kind: d.Kind(n)}
	switch l {
	case completedList:
		g.Status = StatusCompleted
	case abandonedList:
		g.Status = StatusAbandoned
	}
	g.CreatedAt = d.Time(n, "created_at")
	g.CompletedAt = d.Time(n, "completed_at")
	g.AbandonedAt = d.Time(n, "abandoned_at")
	g.Reason, _ = n.Member("reason").Text()
	g.Sources = d.Texts(n, "sources")
	g.ClosedBy = d.Texts(n, "closed_by")
	for _, m := range n.Member("progress_notes").Elements() {
		if note, ok := d.note(m); ok {
			g.Notes = append(g.Notes, note)
		}
	}
	if m := n.Member("progress_notes"); !m.Absent() && !m.IsArray() {
		d.Flaw(m.Line(), "progress_notes is no list (goal %q)", id)
	}
	if l == shortList || l == longList {
		g.CompletedAt, g.AbandonedAt, g.Reason, g.ClosedBy = time.Time{}, time.Time{}, "", nil
	}
	return &entry{goal: g, node: n, on: d.page, list: l, gone: d.Gone(n)}
}

// note reads a note; ok is false for one that cannot be used or is withdrawn.
func (d *decoder) note(n *jsontree.Node) (Note, bool) {
	if text, ok := n.Text(); ok {
		return Note{Text: text}, true
	}
	text, ok := n.Member("note").Text()
	if !ok {
		d.Flaw(n.Line(), "has a note without text: it is not used")
		return Note{}, false
	}
	if d.Gone(n) {
		return Note{}, false
	}
	return Note{Time: d.Time(n, "time"), Text: text, Sources: d.Texts(n, "sources")}, true
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
	d.Flaw(m.Line(), "has a priority that is no number from %d to %d: %d is used", HighestPriority, LowestPriority, defaultPriority)
	return defaultPriority
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
