package rules

import (
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/goals"
	"yumori/internal/lang"
	"yumori/internal/lang/en"
	"yumori/internal/lang/pending"
)

// goalUpdates finds what the day did for the persona's goals: what moved them,
// what ended them, and what the persona promised or was asked to help with.
func (d *Digest) goalUpdates() []GoalUpdate {
	var list []GoalUpdate
	for _, g := range d.Goals {
		if changes := d.goalChanges(g); len(changes) > 0 && len(list)+len(changes) <= MaxGoalUpdates {
			list = append(list, changes...)
			continue
		}
		if u, ok := d.goalUpdate(g); ok && len(list) < MaxGoalUpdates {
			list = append(list, u)
		}
	}
	fresh := 0
	for i, r := range d.Remarks {
		g := d.undertaking(i)
		if g == "" || fresh == MaxNewGoals || len(list) == MaxGoalUpdates || d.HasGoal(g, list) {
			continue
		}
		u := GoalUpdate{Act: GoalNew, Goal: g, Term: goals.Short, Priority: 3, Evidence: []record.Evidence{d.evidence(r)}}
		if r.user {
			u.Priority = 2
		}
		list = append(list, u)
		fresh++
	}
	return list
}

// goalUpdate finds what the user said of a goal: of that goal, not of anything
// that shares a word with it.
func (d *Digest) goalUpdate(g goals.Goal) (GoalUpdate, bool) {
	a := d.aimOf(g)
	if len(a.nouns) == 0 && a.verb == "" {
		return GoalUpdate{}, false
	}
	u := GoalUpdate{ID: g.ID}
	for i, r := range d.Remarks {
		if r.Asks || r.Reports() || !r.user || !d.comesUp(i, a) || slices.Contains(g.Sources, d.Lines[r.line].ID) {
			continue
		}
		act := goalAct(r)
		if act == "" || u.Act == GoalCompleted && act == GoalProgress {
			continue
		}
		u.Act = act
		u.Note = lang.Cut(d.Pick(upperFirst(d.you())+": ", d.youJa())+d.said(r, 200), MaxNote)
		u.Evidence = []record.Evidence{d.evidence(r)}
	}
	return u, u.Act != ""
}

// goalAct tells what a remark about a goal does to it; only the user ends one.
func goalAct(r Remark) GoalAct {
	out := r.out
	switch {
	case !r.user:
		return ""
	case lexicon.Has("given-up", r.Text):
		return GoalAbandoned
	case lexicon.Has("reached", r.Text) && out == pending.Done:
		return GoalCompleted
	case out == pending.Done || out == pending.Partly:
		return GoalProgress
	}
	return ""
}

// undertaking returns the goal that a remark gives the persona; "" none.
func (d *Digest) undertaking(i int) string {
	r := d.Remarks[i]
	switch {
	case r.Asks && !r.user || r.Reports() || r.joke || r.Japanese != d.Japanese():
		return ""
	case r.user && r.Japanese:
		return d.wantedJa(r)
	case r.user:
		return d.wantedEn(r)
	case r.Japanese:
		return d.promisedJa(r)
	}
	return d.promisedEn(r)
}

// promisedEn returns what the persona said it would do.
func (d *Digest) promisedEn(r Remark) string {
	m := lexicon.First("promised", r.Text)
	if m == nil || len(lang.Terms(m[1])) == 0 || lexicon.Has("leaning", m[1]) || lexicon.Has("idle", m[1]) {
		return ""
	}
	return lang.Cut(upperFirst(strings.TrimRight(swapped(m[1], d.you()), " .!")), MaxGoal)
}

func (d *Digest) promisedJa(r Remark) string {
	m := lexicon.First("promised", r.Text)
	if m == nil || len(lang.Terms(m[1])) == 0 {
		return ""
	}
	g := lang.ClauseJa(r.Text)
	if g == "" {
		return ""
	}
	return lang.Cut(d.youJa()+"に言ったこと、「"+g+"」を果たす", MaxGoal)
}

// wantedEn returns what the user asked the persona's help with.
func (d *Digest) wantedEn(r Remark) string {
	m := lexicon.First("help", r.Text)
	if m == nil {
		return ""
	}
	p := en.NounPhrase(m[1])
	if len(lang.Terms(p)) == 0 {
		return ""
	}
	p = swapped(p, d.object())
	if strings.Contains(strings.ToLower(m[0][:len(m[0])-len(m[1])]), "remind") {
		return lang.Cut("Remind "+d.object()+" of this: "+strings.TrimPrefix(p, "that "), MaxGoal)
	}
	return lang.Cut("Help "+d.object()+" with this: "+p, MaxGoal)
}

func (d *Digest) wantedJa(r Remark) string {
	m := lexicon.First("help", r.Text)
	if m == nil || len(lang.Terms(m[1])) == 0 {
		return ""
	}
	g := lang.ClauseJa(m[1])
	if g == "" {
		return ""
	}
	return lang.Cut(d.youJa()+"の「"+g+"」の力になる", MaxGoal)
}

// swapped names the user where a text says "you".
func swapped(s, name string) string {
	if name == "you" {
		return s
	}
	s = lexicon.Expr("your").ReplaceAllString(s, name+"'s")
	return lexicon.Expr("you-alone").ReplaceAllString(s, name)
}

// HasGoal reports whether there is such a goal, or one was just thought of.
func (d *Digest) HasGoal(text string, list []GoalUpdate) bool {
	terms := Without(lang.Terms(text), d.Names)
	same := func(s string) bool {
		o := Without(lang.Terms(s), d.Names)
		n := len(lang.Shared(terms, o))
		return n > 0 && 3*n >= 2*min(len(terms), len(o))
	}
	return slices.ContainsFunc(d.Goals, func(g goals.Goal) bool { return same(g.Goal) }) ||
		slices.ContainsFunc(list, func(u GoalUpdate) bool { return u.Act == GoalNew && same(u.Goal) })
}
