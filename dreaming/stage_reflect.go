package dreaming

import (
	"context"
	"errors"
	"slices"

	"yumori/dreaming/model"
	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/memory"
	"yumori/motivation"
)

// thinkReflect looks back on what the stages that live on it have not taken
// in.
func thinkReflect(ctx context.Context, n *night) (any, error) {
	list := n.messages(record.StageReflect, record.StageGoals, record.StageQuestions)
	if len(list) == 0 {
		return rules.Reflection{Account: rules.Account{By: episodic.Rules}}, nil
	}
	r, err := model.Reflect(ctx, n.model, n.read.material(ctx, list))
	if err == nil {
		n.account(record.StageReflect, r.Account)
	}
	r.Account = rules.Account{By: r.By}
	return r, err
}

// applyReflect writes the entry of the dream diary.
func (w *writing) applyReflect() error {
	r, _ := thought[rules.Reflection](w.night, record.StageReflect)
	if len(w.night.messages(record.StageReflect)) == 0 || r.Insight == "" && r.Strategy == "" && r.Dream == "" {
		w.idle = true
		return nil
	}
	if w.night.wasDenied(record.KindInsight, r.Topic+" "+r.Insight, r.Evidence) {
		w.problem("insight was undone before: %s", record.OneLine(r.Insight))
		return nil
	}
	i := episodic.Insight{
		CreatedAt: w.night.rec.At, Topic: r.Topic, Insight: r.Insight, Strategy: r.Strategy, Dream: r.Dream,
		Kind: memory.Dreamed, Sources: w.night.sources(slices.Concat(r.Evidence, r.Images)), By: r.By,
	}
	if len(i.Sources) == 0 { // so that it is withdrawn with what it was dreamt of
		for _, m := range w.night.messages(record.StageReflect) {
			if id := string(m.ID); !w.night.fromOthers(id) {
				i.Sources = append(i.Sources, id)
			}
		}
	}
	kept, err := w.night.mem.insights.Add(i, w.cause)
	if errors.Is(err, episodic.ErrBadInsight) {
		w.problem("insight not kept: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(kept.ID, r.Topic, r.Evidence)
	return nil
}

// applyGoals changes the goals as the reflection says, and gives up those that
// are stale or too many.
func (w *writing) applyGoals() error {
	r, ok := thought[rules.Reflection](w.night, record.StageReflect)
	w.partly = !ok
	for _, u := range r.Goals {
		if !w.night.newFor(record.StageGoals, u.Evidence) {
			continue
		}
		if err := w.goal(u); err != nil {
			return err
		}
	}
	_, err := w.night.mem.goals.Housekeep(w.night.rec.At, w.night.rec.Level, w.cause)
	return err
}

// goal makes one change of the goals.
func (w *writing) goal(u rules.GoalUpdate) error {
	sources := w.night.sources(u.Evidence)
	end := goals.End{Reason: u.Note, At: w.night.rec.At, Sources: sources}
	var g goals.Goal
	var err error
	switch u.Act {
	case rules.GoalNew:
		if w.night.wasDenied(record.KindGoal, u.Goal, u.Evidence) {
			return nil
		}
		g, err = w.night.mem.goals.Add(goals.Plan{
			Goal: u.Goal, Term: u.Term, Priority: u.Priority, At: w.night.rec.At, Kind: memory.Dreamed, Sources: sources,
		}, w.cause)
	case rules.GoalProgress:
		g, err = w.night.mem.goals.Progress(u.ID, goals.Note{Time: w.night.rec.At, Text: u.Note, Sources: sources}, w.cause)
	case rules.GoalCompleted:
		if g, err = w.night.mem.goals.Complete(u.ID, end, w.cause); err == nil {
			err = w.special(episodic.NewAchievement(w.night.moment(u.Evidence), string(g.ID), g.Goal, g.Reason), u.Evidence)
		}
	case rules.GoalAbandoned:
		g, err = w.night.mem.goals.Abandon(u.ID, end, w.cause)
	default:
		w.problem("goal %q: nothing known of %q", u.ID, u.Act)
		return nil
	}
	switch {
	case errors.Is(err, goals.ErrNoGoal), errors.Is(err, goals.ErrBadGoal), errors.Is(err, goals.ErrClosed):
		w.problem("goal %s%q: %v", u.ID, u.Goal, err)
		return nil
	case err != nil:
		return err
	}
	w.mark(string(g.ID), g.Goal, u.Evidence)
	return nil
}

// special keeps an episode of a moment that stands out.
func (w *writing) special(e episodic.Episode, evidence []record.Evidence) error {
	e.CreatedAt = w.night.rec.At
	kept, err := w.night.mem.episodes.Add(e, w.cause)
	if err != nil {
		return err
	}
	w.mark(kept.ID, "", evidence)
	return nil
}

// moment is when something happened: the time of the last message that tells
// of it.
func (n *night) moment(evidence []record.Evidence) episodic.Moment {
	m := episodic.Moment{Language: n.p.deps.Language, Time: n.rec.At, Sources: n.sources(evidence)}
	for _, f := range n.said.whole {
		if slices.Contains(m.Sources, string(f.ID)) {
			m.Time = f.Time
		}
	}
	return m
}

// newFor reports whether a stage has not taken in all of the evidence before. What
// is derived from text of others is a fact that others brought in, and nothing else.
func (n *night) newFor(s record.Stage, evidence []record.Evidence) bool {
	if s != record.StageRetain && n.fromOthers(n.sources(evidence)...) {
		return false
	}
	return len(evidence) == 0 || n.req.Again || slices.ContainsFunc(evidence, func(e record.Evidence) bool {
		return !n.said.taken[s][e.Message]
	})
}

// sources returns the ids of what evidence names, and of what that is derived from, each
// once.
func (n *night) sources(evidence []record.Evidence) []string {
	var ids []string
	for _, e := range evidence {
		if e.Message != "" {
			ids = append(append(ids, e.Message), n.mem.under(e.Message)...)
		}
	}
	return memory.Unique(ids)
}

// under returns what a fact or an episode is derived from: what quotes one is withdrawn with that.
func (m *draft) under(id string) []string {
	if f, err := m.bank.Find(id); err == nil {
		return f.Sources
	}
	if e, err := m.episodes.Find(id); err == nil {
		return e.Sources
	}
	return nil
}

// thinkQuestions finds which open questions were answered.
func thinkQuestions(ctx context.Context, n *night) (any, error) {
	list := n.messages(record.StageQuestions)
	if len(list) == 0 {
		return rules.Resolution{Account: rules.Account{By: episodic.Rules}}, nil
	}
	r, err := model.Resolve(ctx, n.light, n.read.material(ctx, list))
	if err == nil {
		n.account(record.StageQuestions, r.Account)
	}
	r.Account = rules.Account{By: r.By}
	return r, err
}

// applyQuestions answers, converts and asks.
func (w *writing) applyQuestions() error {
	r, _ := thought[rules.Resolution](w.night, record.StageQuestions)
	for _, a := range r.Resolved {
		if err := w.answer(a, r.By); err != nil {
			return err
		}
	}
	if err := w.convertRest(); err != nil {
		return err
	}
	ref, ok := thought[rules.Reflection](w.night, record.StageReflect)
	w.partly = !ok
	for _, q := range ref.Questions {
		if w.night.newFor(record.StageQuestions, q.Evidence) {
			if err := w.ask(q); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writing) ask(q rules.NewQuestion) error {
	if w.night.wasDenied(record.KindQuestion, q.Topic, q.Evidence) {
		return nil
	}
	kept, err := w.night.mem.motives.Ask(motivation.Query{
		Topic: q.Topic, Context: q.Context, Priority: q.Priority, At: w.night.moment(q.Evidence).Time,
		Kind: memory.Inferred, Sources: w.night.sources(q.Evidence), Due: q.Due, Afterwards: q.Afterwards,
	}, w.cause)
	if errors.Is(err, motivation.ErrBadQuestion) {
		w.problem("question %q: %v", record.OneLine(q.Topic), err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(kept.ID, kept.Topic, q.Evidence)
	return nil
}

// answer notes what became of a question, and makes something of it.
func (w *writing) answer(a rules.Resolved, by string) error {
	if w.night.wasDenied(record.KindQuestion, a.Answer, a.Evidence) {
		return nil
	}
	var quotes []string
	for _, e := range a.Evidence {
		quotes = append(quotes, e.Quote)
	}
	q, err := w.night.mem.motives.Resolve(a.ID, motivation.Answer{
		State: a.State, Text: a.Answer, Evidence: quotes, At: w.night.moment(a.Evidence).Time, Sources: w.night.sources(a.Evidence),
	}, w.cause)
	if errors.Is(err, motivation.ErrNoQuestion) || errors.Is(err, motivation.ErrBadQuestion) {
		w.problem("answer to question %s: %v", a.ID, err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(q.ID, q.Topic, a.Evidence)
	if q.State != motivation.StateResolved {
		return nil
	}
	return w.convert(q, a, by)
}

// pressure is the goal that presses.
func (m *draft) pressure() motivation.GoalPressure {
	top := m.goals.Active(goals.Short, 1)
	if len(top) == 0 {
		return motivation.GoalPressure{}
	}
	return motivation.GoalPressure{ID: string(top[0].ID), Text: top[0].Goal, Priority: top[0].Priority}
}
