package motivation

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// Questions returns all questions: the open ones, the strongest first, then
// the closed ones, the latest first.
func (m *Mind) Questions() []Question {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.state.Refresh() // Problems tells
	now := m.opt.Now()
	var closed []Question
	for _, e := range m.state.Made().questions {
		if !e.gone && !e.question.State.Open() {
			closed = append(closed, e.question.copy().asOf(now))
		}
	}
	slices.SortStableFunc(closed, func(a, b Question) int { return b.Resolved.Compare(a.Resolved) })
	return append(m.state.Made().openQuestions(now), closed...)
}

// Unconverted returns the questions that were resolved and not yet made into
// anything (N18).
func (m *Mind) Unconverted() []Question {
	return slices.DeleteFunc(m.Questions(), func(q Question) bool {
		return q.State != StateResolved || q.Converted != ""
	})
}

// A Query is a question that is to be kept. A priority of 0 is 0.5, a time of
// zero now, no kind Inferred.
type Query struct {
	Topic    string
	Context  string
	Priority float64 // in [0, 1]
	At       time.Time
	Kind     memory.Kind
	Sources  []string

	Due        string // last day of what it is about, "2026-01-02"; "" if it has none
	Afterwards string // the topic once that day is over; "" if it stays as it is
}

func (q Query) clean(now time.Time) (Query, error) {
	if q.Priority == 0 {
		q.Priority = defaultPriority
	}
	if q.At.IsZero() {
		q.At = now
	}
	if q.Kind == "" {
		q.Kind = memory.Inferred
	}
	q.Topic, q.Context = cleanText(q.Topic, MaxTopic), cleanText(q.Context, MaxContext)
	q.Afterwards = cleanText(q.Afterwards, MaxTopic)
	q.Sources = cleanTexts(q.Sources, maxSources)
	switch {
	case q.Topic == "":
		return q, fmt.Errorf("%w: no topic", ErrBadQuestion)
	case !(q.Priority > 0 && q.Priority <= 1):
		return q, fmt.Errorf("%w: priority %v", ErrBadQuestion, q.Priority)
	case !q.Kind.Known():
		return q, fmt.Errorf("%w: kind %q", ErrBadQuestion, q.Kind)
	case q.Due != "":
		if _, err := time.Parse(time.DateOnly, q.Due); err != nil {
			return q, fmt.Errorf("%w: day %q", ErrBadQuestion, q.Due)
		}
	}
	return q, nil
}

// Ask keeps a question and returns it. One of the same topic that is open, or
// was dropped, is not kept twice: it counts as raised again, with the higher
// priority, the context that goes with it and the sources of both. Of more
// than 10 open questions that of the lowest priority is dropped, which may be
// the new one.
func (m *Mind) Ask(q Query, c store.Cause) (Question, error) {
	q, err := q.clean(m.opt.Now())
	if err != nil {
		return Question{}, fmt.Errorf("keep question: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var e *entry
	err = m.change(c, func(p *page) error {
		if e = p.topic(q.Topic); e == nil {
			e = &entry{question: Question{ID: newID("qu_"), Topic: q.Topic, State: StateOpen, Kind: q.Kind}, node: jsontree.Object()}
			p.questions = append(p.questions, e)
		}
		e.merge(q)
		p.put(e)
		p.limit(q.At)
		return nil
	})
	if err != nil {
		return Question{}, fmt.Errorf("keep question: %w", err)
	}
	return e.question.copy().asOf(m.opt.Now()), nil
}

// topic finds a question that a new one of a topic is the same as.
func (p *page) topic(topic string) *entry {
	for _, e := range p.questions {
		if !e.gone && (e.question.State.Open() || e.question.State == StateDropped) && e.question.about(topic) {
			return e
		}
	}
	return nil
}

// merge takes over what a new question has to add.
func (e *entry) merge(n Query) {
	q := &e.question
	if n.Priority > q.Priority {
		q.Priority = n.Priority
		if n.Context != "" {
			q.Context = n.Context
		}
	}
	if q.Context == "" {
		q.Context = n.Context
	}
	fresh := e.node.Member("topic") == nil
	if fresh || len(q.Sources) > 0 { // what is derived from nothing does not become derived from something
		q.Sources = cleanTexts(slices.Concat(q.Sources, n.Sources), maxSources)
	}
	if fresh || n.At.After(q.raised(n.At.Location())) {
		q.Raised, q.SourceDate = n.At, n.At.Format(time.DateOnly)
	}
	if n.Due > q.Due {
		q.Due, q.Afterwards = n.Due, n.Afterwards
	}
	if q.State == StateDropped {
		q.State, q.Resolved = StateOpen, time.Time{}
	}
}

// limit drops open questions beyond 10, the lowest priority first and among
// equals the oldest.
func (p *page) limit(at time.Time) {
	var open []*entry
	for _, e := range p.questions {
		if !e.gone && e.question.State.Open() {
			open = append(open, e)
		}
	}
	slices.SortStableFunc(open, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.question.Priority, b.question.Priority),
			a.question.raised(at.Location()).Compare(b.question.raised(at.Location())))
	})
	for _, e := range open[:max(0, len(open)-maxOpen)] {
		e.question.State, e.question.Resolved = StateDropped, at
		p.put(e)
	}
}

// put writes a question into its node, and the node into the list it belongs
// to. Members that cannot be read and were not changed stay as they are.
func (p *page) put(e *entry) {
	q, n := e.question, e.node
	old := (&decoder{jsontree.Decoder{Zone: time.UTC}}).question(n)
	if old == nil {
		old = &entry{}
	}
	set := func(name string, same bool, v any) {
		if !same || n.Member(name) == nil && name == "id" {
			n.Set(name, jsontree.Of(v))
		}
	}
	set("id", q.ID == old.question.ID, q.ID)
	set("topic", q.Topic == old.question.Topic, q.Topic)
	set("context", q.Context == old.question.Context, q.Context)
	set("priority", q.Priority == old.question.Priority && n.Member("priority") != nil, q.Priority)
	set("due", q.Due == old.question.Due, q.Due)
	set("afterwards", q.Afterwards == old.question.Afterwards, q.Afterwards)
	set("source_date", q.SourceDate == old.question.SourceDate, q.SourceDate)
	setTime(n, "raised_at", q.Raised, old.question.Raised)
	set("kind", q.Kind == old.question.Kind && n.Member("kind") != nil, q.Kind)
	set("sources", slices.Equal(q.Sources, old.question.Sources) && n.Member("sources") != nil, nonNil(q.Sources))
	set("state", q.State == old.question.State && n.Member("state") != nil, q.State)
	setTime(n, "asked_at", q.Asked, old.question.Asked)
	set("asked_sources", slices.Equal(q.AskedIn, old.question.AskedIn), nonNil(q.AskedIn))
	set("answer", q.Answer == old.question.Answer, q.Answer)
	set("evidence", slices.Equal(q.Evidence, old.question.Evidence), nonNil(q.Evidence))
	set("answer_sources", slices.Equal(q.Answers, old.question.Answers), nonNil(q.Answers))
	setTime(n, "resolved_at", q.Resolved, old.question.Resolved)
	set("converted", q.Converted == old.question.Converted, q.Converted)
	p.place(e)
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// setTime writes a time that has changed; zero takes it out.
func setTime(n *jsontree.Node, name string, t, old time.Time) {
	switch {
	case t.IsZero() && !old.IsZero():
		n.Set(name, nil)
	case !t.Equal(old):
		n.Set(name, jsontree.Of(t))
	}
}

// place moves a question's node to the list it belongs to.
func (p *page) place(e *entry) {
	in, out := p.open(), p.closed()
	if !e.question.State.Open() {
		in, out = out, in
	}
	out.DeleteFunc(func(n *jsontree.Node) bool { return n == e.node })
	if !slices.Contains(in.Elements(), e.node) {
		in.Add(e.node)
	}
}

// An Answer says what became of a question.
type Answer struct {
	State    QuestionState // StateResolved, StatePartial or StateContradicted
	Text     string
	Evidence []string  // quotations it is derived from
	At       time.Time // zero is now
	Sources  []string
}

// question lets f change a question that is seen.
func (m *Mind) question(id string, c store.Cause, f func(e *entry) error) (Question, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var q Question
	err := m.change(c, func(p *page) error {
		e := p.find(id)
		if e == nil || e.gone {
			return ErrNoQuestion
		}
		err := f(e)
		if err == nil {
			p.put(e)
			p.limit(m.opt.Now())
		}
		q = e.question.copy().asOf(m.opt.Now())
		return err
	})
	return q, err
}

// Resolve notes what became of a question: by a tool or at night, never by
// itself. A question that is answered in part stays open.
func (m *Mind) Resolve(id string, a Answer, c store.Cause) (Question, error) {
	if a.State == "" {
		a.State = StateResolved
	}
	if a.State != StateResolved && a.State != StatePartial && a.State != StateContradicted {
		return Question{}, fmt.Errorf("resolve question %q: %w: state %q", id, ErrBadQuestion, a.State)
	}
	if a.At.IsZero() {
		a.At = m.opt.Now()
	}
	q, err := m.question(id, c, func(e *entry) error {
		q := &e.question
		q.State = a.State
		e.forget()
		if text := cleanText(a.Text, MaxContext); text != "" {
			q.Answer = text
		}
		q.Evidence = cleanTexts(slices.Concat(q.Evidence, a.Evidence), maxEvidence)
		q.Answers = cleanTexts(slices.Concat(q.Answers, a.Sources), maxSources)
		q.Resolved = time.Time{}
		if !q.State.Open() {
			q.Resolved = a.At
		}
		return nil
	})
	if err != nil {
		return Question{}, fmt.Errorf("resolve question %q: %w", id, err)
	}
	return q, nil
}

// forget drops an answer that was taken back: another has come.
func (e *entry) forget() {
	if e.node.Member("withdrawn_state").Absent() {
		return
	}
	for _, name := range []string{"withdrawn_state", "withdrawn_answer_sources", "answer", "evidence", "answer_sources", "resolved_at", "converted"} {
		e.node.Set(name, nil)
	}
}

// Asked notes that a question was put to the user, which halves its pull. It
// is derived from the message that a cause by tool or turn refers to.
func (m *Mind) Asked(id string, at time.Time, c store.Cause) (Question, error) {
	q, err := m.question(id, c, func(e *entry) error {
		q := &e.question
		q.Asked = at
		if c.Kind == store.CauseTool || c.Kind == store.CauseTurn {
			q.AskedIn = cleanTexts(append(q.AskedIn, c.Ref), maxSources)
		}
		if q.State == StateOpen {
			q.State = StateAsked
		}
		return nil
	})
	if err != nil {
		return Question{}, fmt.Errorf("ask question %q: %w", id, err)
	}
	return q, nil
}

// Convert notes what a resolved question was made into.
func (m *Mind) Convert(id string, to Conversion, c store.Cause) (Question, error) {
	q, err := m.question(id, c, func(e *entry) error {
		q := &e.question
		if to != Fact && to != Insight && to != Skip {
			return fmt.Errorf("%w: conversion %q", ErrBadQuestion, to)
		}
		if q.State.Open() {
			return fmt.Errorf("%w: it is open", ErrBadQuestion)
		}
		q.Converted = to
		return nil
	})
	if err != nil {
		return Question{}, fmt.Errorf("convert question %q: %w", id, err)
	}
	return q, nil
}

// A Revision changes a question. Zero members leave it as it is.
type Revision struct {
	Topic    string
	Context  string
	Priority float64
	State    QuestionState // StateOpen opens a closed one again
}

// Edit changes a question by hand.
func (m *Mind) Edit(id string, r Revision, c store.Cause) (Question, error) {
	q, err := m.question(id, c, func(e *entry) error {
		q := &e.question
		n, err := Query{Topic: cmp.Or(r.Topic, q.Topic), Context: cmp.Or(r.Context, q.Context), Priority: cmp.Or(r.Priority, q.Priority)}.clean(m.opt.Now())
		if err != nil {
			return err
		}
		if r.State != "" && !r.State.known() {
			return fmt.Errorf("%w: state %q", ErrBadQuestion, r.State)
		}
		q.Topic, q.Context, q.Priority = n.Topic, n.Context, n.Priority
		if r.Topic != "" { // these words stand, whatever the day
			q.Due, q.Afterwards = "", ""
		}
		was := q.State
		if q.State = cmp.Or(r.State, was); q.State != was {
			e.forget()
		}
		switch {
		case q.State.Open():
			q.Resolved = time.Time{}
		case was.Open():
			q.Resolved = m.opt.Now()
		}
		return nil
	})
	if err != nil {
		return Question{}, fmt.Errorf("edit question %q: %w", id, err)
	}
	return q, nil
}

// Remove takes a question out of the file; the history keeps it.
func (m *Mind) Remove(id string, c store.Cause) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.change(c, func(p *page) error {
		e := p.find(id)
		if e == nil || e.gone {
			return ErrNoQuestion
		}
		for _, l := range []*jsontree.Node{p.open(), p.closed()} {
			l.DeleteFunc(func(n *jsontree.Node) bool { return n == e.node })
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("remove question %q: %w", id, err)
	}
	return nil
}

// Age is done each night: the priority of an open question that came up more
// than 14 days ago falls by half, not below 0.1. It returns those. Of closed
// questions that nothing more will be made of, all but the last 20 leave the
// file; the history keeps them.
func (m *Mind) Age(now time.Time, c store.Cause) ([]Question, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var aged []Question
	err := m.change(c, func(p *page) error {
		aged = nil
		for _, e := range p.questions {
			q := &e.question
			raised := q.raised(now.Location())
			if e.gone || !q.State.Open() || raised.IsZero() || now.Sub(raised) <= ageAfter || q.Priority <= ageFloor {
				continue
			}
			q.Priority = max(ageFloor, ageFactor*q.Priority)
			p.put(e)
			aged = append(aged, q.copy().asOf(now))
		}
		if left := p.leave(); len(aged) == 0 && !left {
			return store.ErrUnchanged
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("age questions: %w", err)
	}
	return aged, nil
}

// leave takes the oldest closed questions out and reports whether there were
// more than stay.
func (p *page) leave() bool {
	var done []*entry
	for _, e := range p.questions {
		if q := e.question; !q.State.Open() && (q.State != StateResolved || q.Converted != "") {
			done = append(done, e)
		}
	}
	slices.SortStableFunc(done, func(a, b *entry) int { return a.question.Resolved.Compare(b.question.Resolved) })
	done = done[:max(0, len(done)-maxClosed)]
	out := make(map[*jsontree.Node]bool, len(done))
	for _, e := range done {
		out[e.node] = true
	}
	for _, l := range []*jsontree.Node{p.open(), p.closed()} {
		l.DeleteFunc(func(n *jsontree.Node) bool { return out[n] })
	}
	return len(done) > 0
}
