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
	r, err := model.Reflect(ctx, n.model, n.material(ctx, list))
	if err == nil {
		n.account(record.StageReflect, r.Account)
	}
	r.Account = rules.Account{By: r.By}
	return r, err
}

// applyReflect writes the entry of the dream diary.
func applyReflect(n *night, w *writing) error {
	r, _ := thought[rules.Reflection](n, record.StageReflect)
	if len(n.messages(record.StageReflect)) == 0 || r.Insight == "" && r.Strategy == "" && r.Dream == "" {
		w.idle = true
		return nil
	}
	if n.wasDenied(record.KindInsight, r.Topic+" "+r.Insight, r.Evidence) {
		w.problem("insight was undone before: %s", record.OneLine(r.Insight))
		return nil
	}
	i := episodic.Insight{
		CreatedAt: n.rec.At, Topic: r.Topic, Insight: r.Insight, Strategy: r.Strategy, Dream: r.Dream,
		Kind: memory.Dreamed, Sources: n.sources(slices.Concat(r.Evidence, r.Images)), By: r.By,
	}
	if len(i.Sources) == 0 { // so that it is withdrawn with what it was dreamt of
		for _, m := range n.messages(record.StageReflect) {
			if id := string(m.ID); !n.rests(id) {
				i.Sources = append(i.Sources, id)
			}
		}
	}
	kept, err := n.mem.insights.Add(i, w.cause)
	if errors.Is(err, episodic.ErrBadInsight) {
		w.problem("insight not kept: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(kept.ID, record.KindInsight, r.Topic, r.Evidence)
	return nil
}

// applyGoals changes the goals as the reflection says, and gives up those that
// are stale or too many.
func applyGoals(n *night, w *writing) error {
	r, ok := thought[rules.Reflection](n, record.StageReflect)
	w.partly = !ok
	for _, u := range r.Goals {
		if !n.newFor(record.StageGoals, u.Evidence) {
			continue
		}
		if err := n.goal(w, u); err != nil {
			return err
		}
	}
	tidied, err := n.mem.goals.Housekeep(n.rec.At, n.rec.Level, w.cause)
	if err != nil {
		return err
	}
	for _, g := range slices.Concat(tidied.Stale, tidied.Over) {
		w.mark(string(g.ID), record.KindGoal, g.Goal, nil)
	}
	return nil
}

// goal makes one change of the goals.
func (n *night) goal(w *writing, u rules.GoalUpdate) error {
	sources := n.sources(u.Evidence)
	end := goals.End{Reason: u.Note, At: n.rec.At, Sources: sources}
	var g goals.Goal
	var err error
	switch u.Act {
	case rules.GoalNew:
		if n.wasDenied(record.KindGoal, u.Goal, u.Evidence) {
			return nil
		}
		g, err = n.mem.goals.Add(goals.Plan{
			Goal: u.Goal, Term: u.Term, Priority: u.Priority, At: n.rec.At, Kind: memory.Dreamed, Sources: sources,
		}, w.cause)
	case rules.GoalProgress:
		g, err = n.mem.goals.Progress(u.ID, goals.Note{Time: n.rec.At, Text: u.Note, Sources: sources}, w.cause)
	case rules.GoalCompleted:
		if g, err = n.mem.goals.Complete(u.ID, end, w.cause); err == nil {
			err = n.special(w, episodic.NewAchievement(n.moment(u.Evidence), string(g.ID), g.Goal, g.Reason), u.Evidence)
		}
	case rules.GoalAbandoned:
		g, err = n.mem.goals.Abandon(u.ID, end, w.cause)
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
	w.mark(string(g.ID), record.KindGoal, g.Goal, u.Evidence)
	return nil
}

// special keeps an episode of a moment that stands out.
func (n *night) special(w *writing, e episodic.Episode, evidence []record.Evidence) error {
	e.CreatedAt = n.rec.At
	kept, err := n.mem.episodes.Add(e, w.cause)
	if err != nil {
		return err
	}
	w.mark(kept.ID, record.KindEpisode, "", evidence)
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
	if s != record.StageRetain && n.rests(n.sources(evidence)...) {
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
			ids = append(append(ids, e.Message), n.under(e.Message)...)
		}
	}
	return memory.Unique(ids)
}

// under returns what a fact or an episode is derived from: what quotes one is withdrawn with that.
func (n *night) under(id string) []string {
	if f, err := n.mem.bank.Find(id); err == nil {
		return f.Sources
	}
	if e, err := n.mem.episodes.Find(id); err == nil {
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
	r, err := model.Resolve(ctx, n.light, n.material(ctx, list))
	if err == nil {
		n.account(record.StageQuestions, r.Account)
	}
	r.Account = rules.Account{By: r.By}
	return r, err
}

// applyQuestions answers, converts and asks.
func applyQuestions(n *night, w *writing) error {
	r, _ := thought[rules.Resolution](n, record.StageQuestions)
	for _, a := range r.Resolved {
		if err := n.answer(w, a, r.By); err != nil {
			return err
		}
	}
	if err := n.convertRest(w); err != nil {
		return err
	}
	ref, ok := thought[rules.Reflection](n, record.StageReflect)
	w.partly = !ok
	for _, q := range ref.Questions {
		if n.newFor(record.StageQuestions, q.Evidence) {
			if err := n.ask(w, q); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *night) ask(w *writing, q rules.NewQuestion) error {
	if n.wasDenied(record.KindQuestion, q.Topic, q.Evidence) {
		return nil
	}
	kept, err := n.mem.motives.Ask(motivation.Query{
		Topic: q.Topic, Context: q.Context, Priority: q.Priority, At: n.moment(q.Evidence).Time,
		Kind: memory.Inferred, Sources: n.sources(q.Evidence), Due: q.Due, Afterwards: q.Afterwards,
	}, w.cause)
	if errors.Is(err, motivation.ErrBadQuestion) {
		w.problem("question %q: %v", record.OneLine(q.Topic), err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(kept.ID, record.KindQuestion, kept.Topic, q.Evidence)
	return nil
}

// answer notes what became of a question, and makes something of it.
func (n *night) answer(w *writing, a rules.Resolved, by string) error {
	if n.wasDenied(record.KindQuestion, a.Answer, a.Evidence) {
		return nil
	}
	var quotes []string
	for _, e := range a.Evidence {
		quotes = append(quotes, e.Quote)
	}
	q, err := n.mem.motives.Resolve(a.ID, motivation.Answer{
		State: a.State, Text: a.Answer, Evidence: quotes, At: n.moment(a.Evidence).Time, Sources: n.sources(a.Evidence),
	}, w.cause)
	if errors.Is(err, motivation.ErrNoQuestion) || errors.Is(err, motivation.ErrBadQuestion) {
		w.problem("answer to question %s: %v", a.ID, err)
		return nil
	}
	if err != nil {
		return err
	}
	w.mark(q.ID, record.KindQuestion, q.Topic, a.Evidence)
	if q.State != motivation.StateResolved {
		return nil
	}
	return n.convert(w, q, a, by)
}

// pressure is the goal that presses.
func (n *night) pressure() motivation.GoalPressure {
	top := n.mem.goals.Active(goals.Short, 1)
	if len(top) == 0 {
		return motivation.GoalPressure{}
	}
	return motivation.GoalPressure{ID: string(top[0].ID), Text: top[0].Goal, Priority: top[0].Priority}
}
