package dreaming

import "yumori/episodic"

// reflectByRules looks back on the day in its own words.
func (in Material) reflectByRules() Reflection {
	r := Reflection{Account: Account{By: episodic.Rules}}
	d := in.read()
	if len(d.remarks) == 0 {
		return r
	}
	open := d.raise()
	for _, q := range open {
		r.Questions = append(r.Questions, d.question(q))
	}
	r.Topic = d.subject(open)
	insight, seen := d.insight()
	strategy, meant := d.strategy(open)
	r.Insight, r.Strategy = insight, strategy
	for _, m := range append(seen, meant...) {
		r.Evidence = addEvidence(r.Evidence, d.evidence(m))
	}
	r.Dream, r.Images = d.dream()
	r.Goals = d.goalUpdates()
	return r
}

// addEvidence adds one that is not there, as long as there is room.
func addEvidence(list []Evidence, e Evidence) []Evidence {
	for _, o := range list {
		if o == e {
			return list
		}
	}
	if len(list) >= maxEvidence {
		return list
	}
	return append(list, e)
}
