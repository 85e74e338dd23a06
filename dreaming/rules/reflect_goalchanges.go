package rules

import (
	"slices"

	"yumori/dreaming/record"
	"yumori/goals"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
)

// goalChanges finds what the user put right of a goal: it is closed with their
// words, and set anew with the other day, hour or place; one that was called off
// is only closed.
func (gf *goalFinder) goalChanges(g goals.Goal) []GoalUpdate {
	for i := len(gf.day.Remarks) - 1; i >= 0; i-- { // the last word on it
		r := gf.day.Remarks[i]
		if !r.user || r.Asks || r.joke || r.supposes || r.Reports() && !r.Japanese || slices.Contains(g.Sources, gf.day.Lines[r.line].ID) {
			continue
		}
		right, changed := statement.PutRight(g.Goal, r.Text)
		if !changed && !statement.CallsOff(r.Text) || !gf.ofGoal(g, r) {
			continue
		}
		closing := GoalUpdate{
			Act: GoalAbandoned, ID: g.ID, Evidence: []record.Evidence{gf.day.evidence(r)},
			Note: lang.Cut(gf.day.Pick(upperFirst(gf.day.you())+": ", gf.day.youJa())+gf.day.said(r, 200), MaxNote),
		}
		if !changed {
			return []GoalUpdate{closing}
		}
		return []GoalUpdate{closing, {
			Act: GoalNew, Goal: lang.Cut(right, MaxGoal), Term: g.Term, Priority: g.Priority, Evidence: closing.Evidence,
		}}
	}
	return nil
}

// ofGoal reports whether a remark that changes a plan is of the plan that a goal
// is about: it names it, or the place it no longer leads to, and is of nobody
// else.
func (gf *goalFinder) ofGoal(g goals.Goal, r Remark) bool {
	a := gf.aimOf(g)
	shared := lang.Shared(a.nouns, r.terms)
	if statement.CallsOff(r.Text) && len(shared) < min(2, len(a.nouns)) {
		nouns := slices.DeleteFunc(slices.Clone(r.terms), func(t string) bool { return !lang.Noun(t) })
		if 2*len(shared) < len(nouns) || len(nouns) > 0 && !slices.Contains(shared, nouns[0]) {
			return false
		}
	}
	return len(shared) > 0 && a.heldBy(r)
}
