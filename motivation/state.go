package motivation

import (
	"maps"
	"slices"
	"strings"
	"time"

	"yumori/internal/store/jsontree"
)

// stateFile holds what the drives depend on: a JSON object in the shape of
// Nexus Ark. The levels, labels and the narrative in it are of the moment it
// was written, for people who look; they are never read back. "withdrawn" and
// "withdrawn_answer_sources" list sources that were taken back: what has only
// such sources is seen by nobody. A question whose answer was taken back keeps
// it, with its state in "withdrawn_state", and is open; one that was put to the
// user in what was taken back keeps "asked_at" beside
// "withdrawn_asked_sources", and is open and not asked. "afterwards" is the topic
// from the day after "due" on. A drive that a person moved has "moved_by" and
// "moved_at".
//
//	{
//	  "drives": {
//	    "boredom": {"level": 0.48, "last_interaction": "…", "acted_at": "…", "moved_by": 0.3, "moved_at": "…"},
//	    "curiosity": {"level": 0.8, "acted_at": "…", "open_questions": [{"id": "qu_…", "topic": "…",
//	      "context": "…", "priority": 0.8, "source_date": "2026-01-02", "raised_at": "…", "kind": "lived",
//	      "sources": ["01KA…"], "withdrawn": […], "state": "asked", "asked_at": "…",
//	      "asked_sources": ["01KB…"], "due": "2026-01-09", "afterwards": "…"}]},
//	    "goal_achievement": {"level": 0.6, "active_goal_id": "sh_abc123", "acted_at": "…"},
//	    "relatedness": {"level": 0.8, "persona_emotion": "protective", "persona_intensity": 0.9,
//	      "last_emotion_change": "…", "point": "em_…", "acted_at": "…"}
//	  },
//	  "closed_questions": [{…, "state": "resolved", "answer": "…", "evidence": ["…"],
//	    "resolved_at": "…", "answer_sources": ["01KB…"], "converted": "FACT"}],
//	  "satisfaction": {"last_drive": "curiosity", "in_a_row": 2},
//	  "motivation_log": {"dominant_drive": "relatedness", "dominant_drive_label": "…",
//	    "drive_level": 0.8, "narrative": "…"}
//	}
const stateFile = "memory/internal_state.json"

// A page is the content of stateFile.
type page struct {
	root      *jsontree.Node
	flaws     []Problem // what would be lost if it were written back
	problems  []Problem // all, with flaws
	questions []*entry  // open ones, then closed ones, in the order of the file
	ids       map[string]*entry

	spoke   time.Time
	emotion Emotion
	felt    time.Time
	point   string // id of the point of the emotion log that emotion is of
	acted   map[Drive]time.Time
	winner  Drive
	wins    int
	nudged  map[Drive]Nudge

	same bool // what was changed in root was changed here too: no need to read it again
}

// An entry is a question and where in a file it stands.
type entry struct {
	question Question
	node     *jsontree.Node
	gone     bool // is derived from nothing that still counts
}

// A decoder reads questions and points and collects what is wrong with them.
type decoder struct{ jsontree.Decoder }

// readPage reads the content of the file, whatever it is.
func readPage(data []byte, loc *time.Location) *page {
	root, flaws := jsontree.ParseObject(stateFile, data)
	p := &page{root: root, flaws: flaws, acted: map[Drive]time.Time{}, nudged: map[Drive]Nudge{}, ids: map[string]*entry{}}
	d := decoder{jsontree.Decoder{File: stateFile, Zone: loc}}
	p.objects()
	p.readDrives(&d)
	drives := p.root.Member("drives")
	p.readQuestions(&d, drives.Member("curiosity").Member("open_questions"))
	p.readQuestions(&d, p.root.Member("closed_questions"))
	p.problems = slices.Concat(p.flaws, d.Flaws)
	return p
}

// objects makes sure that what has to be an object or a list is one, so that
// the rest can be written. What else is there is a flaw.
func (p *page) objects() {
	object := func(in *jsontree.Node, name string) *jsontree.Node {
		if m := in.Member(name); !m.Absent() && !m.IsObject() {
			p.flaws = append(p.flaws, Problem{File: stateFile, Line: m.Line(), What: name + " is no object"})
		}
		return in.Within(name)
	}
	array := func(in *jsontree.Node, name string) {
		m := in.Member(name)
		if !m.Absent() && !m.IsArray() {
			p.flaws = append(p.flaws, Problem{File: stateFile, Line: m.Line(), What: name + " is no list"})
		}
		if !m.IsArray() {
			in.Set(name, jsontree.Array())
		}
	}
	drives := object(p.root, "drives")
	for _, d := range []Drive{Boredom, Curiosity, Goal, Relatedness} {
		object(drives, string(d))
	}
	array(drives.Member(string(Curiosity)), "open_questions")
	array(p.root, "closed_questions")
	object(p.root, "satisfaction")
	object(p.root, "motivation_log")
}

func (p *page) drive(d Drive) *jsontree.Node { return p.root.Member("drives").Member(string(d)) }

func (p *page) open() *jsontree.Node { return p.drive(Curiosity).Member("open_questions") }

func (p *page) closed() *jsontree.Node { return p.root.Member("closed_questions") }

func (p *page) readDrives(d *decoder) {
	p.spoke = d.Time(p.drive(Boredom), "last_interaction")
	rel := p.drive(Relatedness)
	p.felt, p.point = d.Time(rel, "last_emotion_change"), d.Text(rel, "point")
	p.emotion = Emotion{Category: Neutral}
	if name := d.Text(rel, "persona_emotion"); name != "" {
		i, ok := d.Unit(rel, "persona_intensity")
		e := Emotion{Category(name), i}
		switch {
		case e.Category.weight() == 0:
			d.Flaw(rel.Member("persona_emotion").Line(), "%q is no emotion: neutral is used", name)
		case ok:
			p.emotion = e
		}
	}
	for _, dr := range AllDrives() {
		if at := d.Time(p.drive(dr), "acted_at"); !at.IsZero() {
			p.acted[dr] = at
		}
		p.readNudge(d, dr)
	}
	s := p.root.Member("satisfaction")
	if w := Drive(d.Text(s, "last_drive")); w.known() {
		n, _ := s.Member("in_a_row").Number()
		p.winner, p.wins = w, max(1, int(min(max(n, 1), 1e6)))
	}
}

func (p *page) readQuestions(d *decoder, list *jsontree.Node) {
	for _, n := range list.Elements() {
		e := d.question(n)
		if e == nil {
			continue
		}
		if other := p.find(e.question.ID); other != nil {
			d.Flaw(n.Line(), "has the id %q of the question of line %d: it is not used", e.question.ID, other.node.Line())
			continue
		}
		p.questions, p.ids[e.question.ID] = append(p.questions, e), e
	}
}

// find returns the question of an id as it was read; nil if there is none.
func (p *page) find(id string) *entry { return p.ids[id] }

// question returns nil for what cannot be used at all. A question without an
// id, as Nexus Ark has them, is known by its topic until it is written next.
func (d *decoder) question(n *jsontree.Node) *entry {
	if !n.IsObject() {
		d.Flaw(n.Line(), "is no question: an element that is no object")
		return nil
	}
	q := Question{ID: d.Text(n, "id"), Topic: strings.TrimSpace(d.Text(n, "topic")), Context: d.Text(n, "context")}
	if q.Topic == "" {
		d.Flaw(n.Line(), "has a question without topic: it is not used")
		return nil
	}
	if q.ID == "" {
		q.ID = q.Topic
	}
	var ok bool
	if q.Priority, ok = d.Unit(n, "priority"); !ok {
		q.Priority = defaultPriority
	}
	q.Raised, q.SourceDate = d.Time(n, "raised_at"), d.date(n, "source_date")
	q.Due, q.Afterwards = d.date(n, "due"), strings.TrimSpace(d.Text(n, "afterwards"))
	q.Kind, q.Sources = d.Kind(n), d.Texts(n, "sources")
	q.State = d.state(n)
	q.Asked, q.Resolved = d.Time(n, "asked_at"), d.Time(n, "resolved_at")
	if q.AskedIn = d.Texts(n, "asked_sources"); len(q.AskedIn) == 0 && len(d.Texts(n, "withdrawn_asked_sources")) > 0 {
		q.Asked = time.Time{}
	}
	q.Answer, q.Evidence, q.Answers = d.Text(n, "answer"), d.Texts(n, "evidence"), d.Texts(n, "answer_sources")
	switch c := Conversion(d.Text(n, "converted")); c {
	case Fact, Insight, Skip:
		q.Converted = c
	}
	if !n.Member("withdrawn_state").Absent() { // its answer was taken back
		q.Answer, q.Evidence, q.Answers, q.Resolved, q.Converted = "", nil, nil, time.Time{}, ""
	}
	return &entry{question: q, node: n, gone: d.Gone(n)}
}

func (d *decoder) date(n *jsontree.Node, name string) string {
	s := strings.TrimSpace(d.Text(n, name))
	if s == "" {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		d.Flaw(n.Member(name).Line(), "%s is no day that exists: it is not used", name)
		return ""
	}
	return s
}

func (d *decoder) state(n *jsontree.Node) QuestionState {
	m := n.Member("state")
	if m.Absent() {
		return StateOpen
	}
	s, _ := m.Text()
	if st := QuestionState(s); st.known() {
		return st
	}
	d.Flaw(m.Line(), "has an unknown state: %q is used", StateOpen)
	return StateOpen
}

// openQuestions returns the open questions as they are put at now, the
// strongest first.
func (p *page) openQuestions(now time.Time) []Question {
	var list []Question
	for _, e := range p.questions {
		if !e.gone && e.question.State.Open() {
			list = append(list, e.question.copy().asOf(now))
		}
	}
	strongest(list)
	return list
}

func (p *page) snapshot(now time.Time, goal GoalPressure, t Thresholds) Snapshot {
	open := p.openQuestions(now) // a user may have written more than count
	return Snapshot{
		Spoke: p.spoke, Questions: open[:min(len(open), maxOpen)], Goal: goal, Emotion: p.emotion, Felt: p.felt,
		Acted: maps.Clone(p.acted), Winner: p.winner, Wins: p.wins, Nudged: maps.Clone(p.nudged), Thresholds: t,
	}
}

// encode returns the file's new content, with the levels of now.
func (p *page) encode(now time.Time, goal GoalPressure, lang string) ([]byte, error) {
	s := p.snapshot(now, goal, Thresholds{}.filled())
	levels := s.At(now)
	for _, d := range AllDrives() {
		p.drive(d).Set("level", jsontree.Of(rounded(levels.Of(d).Value)))
	}
	var id *jsontree.Node
	if goal.ID != "" {
		id = jsontree.Of(goal.ID)
	}
	p.drive(Goal).Set("active_goal_id", id)
	log := p.root.Member("motivation_log")
	dominant := levels.Dominant()
	log.Set("dominant_drive", jsontree.Of(dominant))
	log.Set("dominant_drive_label", jsontree.Of(dominant.Label(lang)))
	log.Set("drive_level", jsontree.Of(rounded(levels.Of(dominant).Value)))
	log.Set("narrative", jsontree.Of(s.Narrative(now, lang)))
	return p.root.Indented()
}

// rounded returns a level as it is shown.
func rounded(x float64) float64 { return float64(int(x*1000+0.5)) / 1000 }
