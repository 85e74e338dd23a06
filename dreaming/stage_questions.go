package dreaming

import (
	"errors"
	"strings"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// convert makes something of an answered question: a fact on a page, an entry
// of the dream diary, or nothing.
func (w *writing) convert(q motivation.Question, a rules.Resolved, by string) error {
	evidence := a.Evidence
	switch a.Convert {
	case motivation.Fact:
		if err := w.teach(a); err != nil {
			return err
		}
		if err := w.special(episodic.NewDiscovery(w.night.moment(evidence), q.ID, q.Topic, a.Text), evidence); err != nil {
			return err
		}
	case motivation.Insight:
		i, err := w.night.mem.insights.Add(episodic.Insight{
			CreatedAt: w.night.rec.At, Topic: q.Topic, Insight: a.Text, Kind: memory.Inferred, Sources: w.night.sources(evidence), By: by,
		}, w.cause)
		if errors.Is(err, episodic.ErrBadInsight) {
			w.problem("insight from question %s: %v", q.ID, err)
			return nil
		}
		if err != nil {
			return err
		}
		w.mark(i.ID, q.Topic, evidence)
	default:
		a.Convert = motivation.Skip
	}
	if _, err := w.night.mem.motives.Convert(q.ID, a.Convert, w.cause); err != nil {
		return err
	}
	return nil
}

// teach writes what an answer taught on the page it belongs to; among the
// facts if it belongs to nobody.
func (w *writing) teach(a rules.Resolved) error {
	if a.Entity == "" {
		return w.believe(a)
	}
	written, err := w.night.mem.pages.Write(entity.Name(a.Entity), entity.Note{Text: a.Text, Sources: w.night.sources(a.Evidence), Kind: memory.Told}, w.cause)
	if errors.Is(err, entity.ErrTooLong) { // a page of many years is full
		return w.believe(a)
	}
	if record.BadPage(err) {
		w.problem("page %q: %v", a.Entity, err)
		return nil
	}
	if err != nil {
		return err
	}
	for _, c := range written.Changes {
		w.marks = append(w.marks, mark{c, a.Entity, a.Evidence})
	}
	return nil
}

// believe writes what an answer taught among the facts.
func (w *writing) believe(a rules.Resolved) error {
	f := facts.Fact{
		Type: facts.World, Text: record.OneLine(a.Text), Confidence: 1, Kind: memory.Told,
		Time: w.night.moment(a.Evidence).Time, Sources: w.night.sources(a.Evidence),
	}
	if a.Entity != "" {
		f.Entities = []string{a.Entity}
	}
	kept, err := w.night.mem.bank.Retain([]facts.Fact{f}, w.cause)
	if errors.Is(err, facts.ErrBadFact) {
		w.problem("fact from question %s: %v", a.ID, err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(kept[0].ID, "", a.Evidence)
	return nil
}

// convertRest makes something of questions that were answered by day, through
// a tool, with what the answer says: a fact on the page that it names, an
// insight where it names none, nothing where it says nothing.
func (w *writing) convertRest() error {
	for _, q := range w.night.mem.motives.Unconverted() {
		a := rules.Resolved{ID: q.ID, State: q.State, Answer: q.Answer, Convert: motivation.Skip, Text: q.Answer}
		for i, id := range q.Answers {
			e := record.Evidence{Message: id}
			if i < len(q.Evidence) {
				e.Quote = q.Evidence[i]
			}
			a.Evidence = append(a.Evidence, e)
		}
		a.Text = w.borneOut(a.Text, a.Evidence)
		switch name := w.night.mem.named(q.Topic + " " + q.Answer); {
		case strings.TrimSpace(a.Text) == "":
		case name != "":
			a.Convert, a.Entity = motivation.Fact, name
		default:
			a.Convert = motivation.Insight
		}
		if err := w.convert(q, a, episodic.Rules); err != nil {
			return err
		}
		w.mark(q.ID, q.Topic, a.Evidence)
	}
	return nil
}

// named returns the page whose name a text has, the longest if several; ""
// if none.
func (m *draft) named(text string) string {
	names, _, err := m.pages.Names(0)
	if err != nil {
		return ""
	}
	folded, best := transcript.Fold(text), ""
	for _, name := range names {
		if s := transcript.Fold(string(name)); len(s) > 1 && len(s) > len(best) && strings.Contains(folded, s) {
			best = string(name)
		}
	}
	return best
}
