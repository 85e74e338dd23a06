package motivation

import (
	"context"
	"fmt"
	"maps"
	"slices"
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
	_ = m.state.Refresh() // Problems tells
	var items []memory.Derived
	for _, e := range m.state.Made().questions {
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
	_ = m.state.Refresh() // Problems tells
	var all []string
	for _, e := range m.state.Made().questions {
		if q := e.question; !e.gone {
			all = append(append(append(all, q.Sources...), q.Answers...), q.AskedIn...)
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
			all = append(all, f.Sources...) // none of one that is gone
		}
	}
	return slices.Sorted(maps.Keys(memory.SetOf(all))), nil
}

// Withdraw takes out what is derived from the sources alone and returns it; what has
// other sources loses the link only. A question whose answer is taken out is
// open again, one that was asked in them is not asked, and the last emotion that is left is the present one. That the
// user spoke stays: it is a fact of the clock. What is already out is not
// returned again.
func (m *Mind) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return m.retract(memory.Withdrawal(sources), c)
}

// Reinstate brings back what Withdraw took out for these sources.
func (m *Mind) Reinstate(sources []string, c store.Cause) error {
	_, err := m.retract(memory.Reinstatement(sources), c)
	return err
}

// retract returns what came to be hidden, or to be seen.
func (m *Mind) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	items, err := m.log.retract(t, c)
	if err != nil {
		return nil, fmt.Errorf("%s emotions: %w", t, err)
	}
	last, err := m.log.newest()
	if err != nil {
		return items, fmt.Errorf("%s questions: %w", t, err)
	}
	m.last = last // the newest emotion is the present one
	var turned []memory.Derived
	err = m.change(c, func(p *page) error {
		var moved bool
		turned, moved = p.retract(t)
		id := ""
		if last != nil {
			id = last.ID
		}
		if id != p.point {
			p.feel(last)
			moved = true
		}
		if !moved {
			return store.ErrUnchanged
		}
		return nil
	})
	if err != nil {
		return items, fmt.Errorf("%s questions: %w", t, err)
	}
	return append(turned, items...), nil
}

// retract moves links in every month and returns the points that turned.
func (l *emotionLog) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	names, err := l.names()
	if err != nil {
		return nil, err
	}
	var items []memory.Derived
	for _, name := range names {
		m, err := l.monthWith(name, slices.Collect(maps.Keys(t.Sources)))
		if err != nil {
			return items, err
		}
		if !m.touched(t) {
			continue
		}
		err = m.edit(c, func(l *leaf) error {
			touched := false
			for i, f := range l.points {
				moved, last := l.of[i].Retract("sources", t)
				touched = touched || moved
				if last && !f.gone {
					items = append(items, memory.Derived{Store: StoreEmotion, ID: f.ID, Title: f.title()})
				}
			}
			if !touched {
				return store.ErrUnchanged
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

// touched reports whether t may change the month.
func (m *month) touched(t memory.Retraction) bool {
	return slices.ContainsFunc(m.points, func(f felt) bool {
		links := f.Sources
		if t.Back {
			links = f.back
		}
		return slices.ContainsFunc(links, func(s string) bool { return t.Sources[s] })
	})
}

// retract moves links of the questions and returns what turned.
func (p *page) retract(t memory.Retraction) (turned []memory.Derived, moved bool) {
	for _, e := range p.questions {
		some, of := p.retractQuestion(e, t)
		turned, moved = append(turned, some...), moved || of
	}
	return turned, moved
}

func (p *page) retractQuestion(e *entry, t memory.Retraction) (turned []memory.Derived, moved bool) {
	q, hidden := e.question, e.gone
	list := func(kind string) {
		if !hidden {
			turned = append(turned, memory.Derived{Store: kind, ID: q.ID, Title: q.Topic})
		}
	}
	of, last := e.node.Retract("sources", t)
	if last {
		list(StoreQuestion)
		hidden = true
	}
	asking, last := e.node.Retract("asked_sources", t)
	switch {
	case t.Back && asking:
		e.askAgain()
	case !t.Back && last:
		e.unask()
		list(StoreAsked)
	}
	answer, last := e.node.Retract("answer_sources", t)
	switch {
	case t.Back && answer:
		p.answerAgain(e)
	case !t.Back && last && (!q.State.Open() || q.State == StatePartial):
		e.unanswer()
		p.place(e)
		list(StoreAnswer)
	}
	return turned, of || asking || answer
}

// askAgain makes an open question one that was put to the user.
func (e *entry) askAgain() {
	if e.question.State == StateOpen {
		e.question.State = StateAsked
		e.node.Set("state", jsontree.Of(StateAsked))
	}
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

// answerAgain gives a question back the answer that was taken from it.
func (p *page) answerAgain(e *entry) {
	was, _ := e.node.Member("withdrawn_state").Text()
	if s := QuestionState(was); s.known() && e.question.State.Open() {
		e.question.State = s
		e.node.Set("state", jsontree.Of(s))
		e.node.Set("withdrawn_state", nil)
		p.place(e)
	}
}

// Check reports what is not as it should be in the files: what Problems names,
// in every month of the emotion log, and an emotion that is not the last of
// the log.
func (m *Mind) Check(ctx context.Context) []store.Problem {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	_ = m.state.Refresh() // the error is among the flaws, as the next two are
	names, _ := m.log.names()
	for _, name := range names {
		if ctx.Err() != nil {
			return nil
		}
		_ = m.log.month(name).look()
	}
	found := store.ProblemsOf(slices.Concat(m.state.Flaws(), m.state.Made().problems, m.log.problems()))
	if l, err := m.log.newest(); err == nil && l != nil && l.ID != m.state.Made().point && l.Time.After(m.state.Made().felt) {
		found = append(found, store.Problem{Name: stateFile, What: fmt.Sprintf("its emotion is older than the last of %s", emotionFile)})
	}
	return found
}
