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

// A goalFinder finds what a day did for goals.
type goalFinder struct {
	day  *Digest
	list []GoalUpdate
}

// updates finds what the day did for the persona's goals: what moved them,
// what ended them, and what the persona promised or was asked to help with.
func (gf *goalFinder) updates() []GoalUpdate {
	for _, g := range gf.day.Goals {
		if changes := gf.goalChanges(g); len(changes) > 0 && len(gf.list)+len(changes) <= MaxGoalUpdates {
			gf.list = append(gf.list, changes...)
			continue
		}
		if u, ok := gf.goalUpdate(g); ok && len(gf.list) < MaxGoalUpdates {
			gf.list = append(gf.list, u)
		}
	}
	fresh := 0
	for i, r := range gf.day.Remarks {
		g := gf.undertaking(i)
		if g == "" || fresh == MaxNewGoals || len(gf.list) == MaxGoalUpdates || gf.day.HasGoal(g, gf.list) {
			continue
		}
		u := GoalUpdate{Act: GoalNew, Goal: g, Term: goals.Short, Priority: 3, Evidence: []record.Evidence{gf.day.evidence(r)}}
		if r.user {
			u.Priority = 2
		}
		gf.list = append(gf.list, u)
		fresh++
	}
	return gf.list
}

// goalUpdate finds what the user said of a goal: of that goal, not of anything
// that shares a word with it.
func (gf *goalFinder) goalUpdate(g goals.Goal) (GoalUpdate, bool) {
	a := gf.aimOf(g)
	if len(a.nouns) == 0 && a.verb == "" {
		return GoalUpdate{}, false
	}
	u := GoalUpdate{ID: g.ID}
	for i, r := range gf.day.Remarks {
		if r.Asks || r.Reports() || !r.user || !gf.comesUp(i, a) || slices.Contains(g.Sources, gf.day.Lines[r.line].ID) {
			continue
		}
		act := goalAct(r)
		if act == "" || u.Act == GoalCompleted && act == GoalProgress {
			continue
		}
		u.Act = act
		u.Note = lang.Cut(gf.day.Pick(upperFirst(gf.day.you())+": ", gf.day.youJa())+gf.day.said(r, 200), MaxNote)
		u.Evidence = []record.Evidence{gf.day.evidence(r)}
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
func (gf *goalFinder) undertaking(i int) string {
	r := gf.day.Remarks[i]
	switch {
	case r.Asks && !r.user || r.Reports() || r.joke || r.Japanese != gf.day.Japanese():
		return ""
	case r.user && r.Japanese:
		return gf.wantedJa(r)
	case r.user:
		return gf.wantedEn(r)
	case r.Japanese:
		return gf.promisedJa(r)
	}
	return gf.promisedEn(r)
}

// promisedEn returns what the persona said it would do.
func (gf *goalFinder) promisedEn(r Remark) string {
	m := lexicon.First("promised", r.Text)
	if m == nil || len(lang.Terms(m[1])) == 0 || lexicon.Has("leaning", m[1]) || lexicon.Has("idle", m[1]) {
		return ""
	}
	return lang.Cut(upperFirst(strings.TrimRight(swapped(m[1], gf.day.you()), " .!")), MaxGoal)
}

func (gf *goalFinder) promisedJa(r Remark) string {
	m := lexicon.First("promised", r.Text)
	if m == nil || len(lang.Terms(m[1])) == 0 {
		return ""
	}
	g := lang.ClauseJa(r.Text)
	if g == "" {
		return ""
	}
	return lang.Cut(gf.day.youJa()+"に言ったこと、「"+g+"」を果たす", MaxGoal)
}

// wantedEn returns what the user asked the persona's help with.
func (gf *goalFinder) wantedEn(r Remark) string {
	m := lexicon.First("help", r.Text)
	if m == nil {
		return ""
	}
	p := en.NounPhrase(m[1])
	if len(lang.Terms(p)) == 0 {
		return ""
	}
	lead := strings.Fields(strings.ToLower(m[0][:len(m[0])-len(m[1])]))
	verb, link := "Help", " with this: "
	if slices.Contains(lead, "remind") {
		verb, link = "Remind", " of this: "
	}
	if last := lead[len(lead)-1]; slices.Contains([]string{"to", "with", "about", "of"}, last) && slices.Contains(lead, strings.ToLower(verb)) {
		link = " " + last + " "
	}
	return lang.Cut(verb+" "+gf.day.object()+link+strings.TrimPrefix(swapped(p, gf.day.object()), "that "), MaxGoal)
}

func (gf *goalFinder) wantedJa(r Remark) string {
	m := lexicon.First("help", r.Text)
	if m == nil || len(lang.Terms(m[1])) == 0 {
		return ""
	}
	g := lang.ClauseJa(m[1])
	if g == "" {
		return ""
	}
	return lang.Cut(gf.day.youJa()+"の「"+g+"」の力になる", MaxGoal)
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
