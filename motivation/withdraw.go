package motivation

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// Derived returns what is derived from a source, alone or with others: questions,
// answers and emotions. Withdrawn ones are left out. Cost: it goes through the
// whole emotion log, some 50 ms for ten years.
func (m *Mind) Derived(source string) ([]memory.Derived, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	_ = m.look() // Problems tells
	var items []memory.Derived
	for _, e := range m.current().questions {
		q := e.question
		if e.gone {
			continue
		}
		if slices.Contains(q.Sources, source) {
			items = append(items, memory.Derived{Store: StoreQuestion, ID: q.ID, Title: q.Topic})
		}
		if slices.Contains(q.AskedIn, source) {
			items = append(items, memory.Derived{Store: StoreAsked, ID: q.ID, Title: q.Topic})
		}
		if slices.Contains(q.Answers, source) {
			items = append(items, memory.Derived{Store: StoreAnswer, ID: q.ID, Title: q.Topic})
		}
	}
	names, err := m.log.names()
	if err != nil {
		return items, err
	}
	for _, name := range names {
		mon, err := m.log.monthWith(name, []string{source})
		if err != nil {
			return items, fmt.Errorf("read emotions: %w", err)
		}
		for _, f := range mon.points {
			if !f.gone && slices.Contains(f.Sources, source) {
				items = append(items, memory.Derived{Store: StoreEmotion, ID: f.ID, Title: f.title()})
			}
		}
	}
	return items, nil
}

// Sources returns everything that a question, an answer or an emotion is derived from,
// each once. Cost: it reads the whole emotion log.
func (m *Mind) Sources() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	_ = m.look() // Problems tells
	all := map[string]bool{}
	for _, e := range m.current().questions {
		if e.gone {
			continue
		}
		for _, s := range slices.Concat(e.question.Sources, e.question.Answers, e.question.AskedIn) {
			all[s] = true
		}
	}
	names, err := m.log.names()
	if err != nil {
		return nil, fmt.Errorf("read emotions: %w", err)
	}
	for _, name := range names {
		mon := m.log.month(name)
		if err := mon.look(); err != nil {
			return nil, fmt.Errorf("read emotions: %w", err)
		}
		for _, f := range mon.points {
			for _, s := range f.Sources {
				all[s] = !f.gone || all[s]
			}
		}
	}
	maps.DeleteFunc(all, func(s string, held bool) bool { return s == "" || !held })
	return slices.Sorted(maps.Keys(all)), nil
}

// Withdraw takes out what is derived from the sources alone and returns it; what has
// other sources loses the link only. A question whose answer is taken out is
// open again, one that was asked in them is not asked, and the last emotion that is left is the present one. That the
// user spoke stays: it is a fact of the clock. What is already out is not
// returned again.
func (m *Mind) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	w := withdrawal{sources: memory.SetOf(sources), from: "sources", to: "withdrawn"}
	items, err := m.log.withdraw(&w, c)
	if err != nil {
		return nil, fmt.Errorf("withdraw emotions: %w", err)
	}
	var taken []memory.Derived
	if err := m.shiftState(c, func(p *page) bool { return p.withdraw(memory.SetOf(sources), &taken) }); err != nil {
		return items, fmt.Errorf("withdraw questions: %w", err)
	}
	return append(taken, items...), nil
}

// Reinstate brings back what Withdraw took out for these sources.
func (m *Mind) Reinstate(sources []string, c store.Cause) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	w := withdrawal{sources: memory.SetOf(sources), from: "withdrawn", to: "sources"}
	if _, err := m.log.withdraw(&w, c); err != nil {
		return fmt.Errorf("reinstate emotions: %w", err)
	}
	if err := m.shiftState(c, func(p *page) bool { return p.reinstate(memory.SetOf(sources)) }); err != nil {
		return fmt.Errorf("reinstate questions: %w", err)
	}
	return nil
}

// shiftState changes the questions and makes the newest emotion the present
// one. m.mu is held.
func (m *Mind) shiftState(c store.Cause, f func(p *page) bool) error {
	last, err := m.log.newest()
	if err != nil {
		return err
	}
	m.last = last
	return m.change(c, func(p *page) error {
		moved := f(p)
		id := ""
		if last != nil {
			id = last.ID
		}
		if id != p.point {
			p.feel(last)
			moved = true
		}
		if !moved {
			return errUnchanged
		}
		return nil
	})
}

// A withdrawal moves links from one member to another.
type withdrawal struct {
	sources  map[string]bool
	from, to string
}

// shift moves the sources among the texts of one member of n to the other. It
// reports whether it moved any and whether it took the last.
func (w withdrawal) shift(n *jsontree.Node) (moved, last bool) {
	moved, last = n.MoveTexts(w.from, w.to, w.sources)
	if last && strings.HasPrefix(w.from, "withdrawn") {
		n.Set(w.from, nil)
	}
	return moved, last
}

// withdraw applies w to every month and returns the points that went.
func (l *emotionLog) withdraw(w *withdrawal, c store.Cause) ([]memory.Derived, error) {
	names, err := l.names()
	if err != nil {
		return nil, err
	}
	var items []memory.Derived
	for _, name := range names {
		m, err := l.monthWith(name, slices.Collect(maps.Keys(w.sources)))
		if err != nil {
			return items, err
		}
		if !m.touched(w) {
			continue
		}
		err = m.edit(c, func(l *leaf) error {
			touched := false
			for i, f := range l.points {
				moved, last := w.shift(l.of[i])
				touched = touched || moved
				if last && !f.gone && w.to == "withdrawn" {
					items = append(items, memory.Derived{Store: StoreEmotion, ID: f.ID, Title: f.title()})
				}
			}
			if !touched {
				return errUnchanged
			}
			return nil
		})
		if err != nil {
			return items, err
		}
	}
	return items, nil
}

// monthWith is month with a look at the file, unless it was not read before and
// none of the sources is in it: that one is left unread, which saves most of
// the time.
func (l *emotionLog) monthWith(name string, sources []string) (*month, error) {
	m := l.month(name)
	if !m.known {
		if found, err := l.dir.Mentions(name, marksOf(sources)...); err == nil && !found {
			return m, nil
		}
	}
	return m, m.look()
}

// marksOf is what a file holds that names one of the sources.
func marksOf(sources []string) []string {
	marks := []string{`\`} // an id may be written in another way
	for _, s := range sources {
		marks = append(marks, string(jsontree.Of(s).AppendTo(nil)))
	}
	return marks
}

// touched reports whether w may change the month.
func (m *month) touched(w *withdrawal) bool {
	return slices.ContainsFunc(m.points, func(f felt) bool {
		links := f.Sources
		if w.from == "withdrawn" {
			links = f.back
		}
		return slices.ContainsFunc(links, func(s string) bool { return w.sources[s] })
	})
}

func (p *page) withdraw(sources map[string]bool, taken *[]memory.Derived) (moved bool) {
	*taken = nil
	of := withdrawal{sources, "sources", "withdrawn"}
	answers := withdrawal{sources, "answer_sources", "withdrawn_answer_sources"}
	asking := withdrawal{sources, "asked_sources", "withdrawn_asked_sources"}
	for _, e := range p.questions {
		q := e.question
		shifted, last := of.shift(e.node)
		gone := e.gone || last
		if last && !e.gone {
			*taken = append(*taken, memory.Derived{Store: StoreQuestion, ID: q.ID, Title: q.Topic})
		}
		unset, unasked := asking.shift(e.node)
		if unasked {
			e.unask()
			if !gone {
				*taken = append(*taken, memory.Derived{Store: StoreAsked, ID: q.ID, Title: q.Topic})
			}
		}
		again, unanswered := answers.shift(e.node)
		if unanswered && (!q.State.Open() || q.State == StatePartial) {
			e.unanswer()
			p.place(e)
			if !gone {
				*taken = append(*taken, memory.Derived{Store: StoreAnswer, ID: q.ID, Title: q.Topic})
			}
		}
		moved = moved || shifted || unset || again
	}
	return moved
}

// unask makes a question one that was not put to the user.
func (e *entry) unask() {
	q := &e.question
	q.Asked, q.AskedIn = time.Time{}, nil
	if q.State == StateAsked {
		q.State = StateOpen
		e.node.Set("state", jsontree.Of(q.State))
	}
}

// unanswer opens a question whose answer was taken back.
func (e *entry) unanswer() {
	q := &e.question
	e.node.Set("withdrawn_state", jsontree.Of(q.State))
	q.State = StateOpen
	if !q.Asked.IsZero() {
		q.State = StateAsked
	}
	e.node.Set("state", jsontree.Of(q.State))
}

func (p *page) reinstate(sources map[string]bool) (moved bool) {
	of := withdrawal{sources, "withdrawn", "sources"}
	answers := withdrawal{sources, "withdrawn_answer_sources", "answer_sources"}
	asking := withdrawal{sources, "withdrawn_asked_sources", "asked_sources"}
	for _, e := range p.questions {
		shifted, _ := of.shift(e.node)
		set, _ := asking.shift(e.node)
		if set && e.question.State == StateOpen {
			e.question.State = StateAsked
			e.node.Set("state", jsontree.Of(StateAsked))
		}
		again, _ := answers.shift(e.node)
		moved = moved || shifted || set || again
		was, _ := e.node.Member("withdrawn_state").Text()
		if s := QuestionState(was); again && s.known() && e.question.State.Open() {
			e.question.State = s
			e.node.Set("state", jsontree.Of(s))
			e.node.Set("withdrawn_state", nil)
			p.place(e)
		}
	}
	return moved
}

// Check reports what is not as it should be in the files: what Problems names,
// in every month of the emotion log, and an emotion that is not the last of
// the log.
func (m *Mind) Check(ctx context.Context) []store.Problem {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	_ = m.look() // the error is among the flaws, as the next two are
	names, _ := m.log.names()
	for _, name := range names {
		if ctx.Err() != nil {
			return nil
		}
		_ = m.log.month(name).look()
	}
	found := store.ProblemsOf(slices.Concat(m.state.Flaws(), m.current().problems, m.log.problems()))
	if l, err := m.log.newest(); err == nil && l != nil && l.ID != m.current().point && l.Time.After(m.current().felt) {
		found = append(found, store.Problem{Name: stateFile, What: fmt.Sprintf("its emotion is older than the last of %s", emotionFile)})
	}
	return found
}
