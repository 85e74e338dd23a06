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
func (d *Digest) goalChanges(g goals.Goal) []GoalUpdate {
	for i := len(d.Remarks) - 1; i >= 0; i-- { // the last word on it
		r := d.Remarks[i]
		if !r.user || r.Asks || r.joke || r.supposes || r.Reports() && !r.Japanese || slices.Contains(g.Sources, d.Lines[r.line].ID) {
			continue
		}
		right, changed := statement.PutRight(g.Goal, r.Text)
		if !changed && !statement.CallsOff(r.Text) || !d.ofGoal(g, r) {
			continue
		}
		closing := GoalUpdate{
			Act: GoalAbandoned, ID: g.ID, Evidence: []record.Evidence{d.evidence(r)},
			Note: lang.Cut(d.Pick(upperFirst(d.you())+": ", d.youJa())+d.said(r, 200), MaxNote),
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
func (d *Digest) ofGoal(g goals.Goal, r Remark) bool {
	a := d.aimOf(g)
	shared := lang.Shared(a.nouns, r.terms)
	if statement.CallsOff(r.Text) && len(shared) < min(2, len(a.nouns)) {
		nouns := slices.DeleteFunc(slices.Clone(r.terms), func(t string) bool { return !lang.Noun(t) })
		if 2*len(shared) < len(nouns) || len(nouns) > 0 && !slices.Contains(shared, nouns[0]) {
			return false
		}
	}
	return len(shared) > 0 && d.ofHolder(r, a)
}
