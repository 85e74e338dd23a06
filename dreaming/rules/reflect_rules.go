package rules

import (
	"yumori/dreaming/record"
	"yumori/episodic"
)

// Reflect looks back on the day in its own words.
func (in Material) Reflect() Reflection {
	r := Reflection{Account: Account{By: episodic.Rules}}
	d := in.Read()
	if len(d.Remarks) == 0 {
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
		r.Evidence = AddEvidence(r.Evidence, d.evidence(m))
	}
	r.Dream, r.Images = d.dream()
	r.Goals = d.goalUpdates()
	return r
}

// AddEvidence adds one that is not there, as long as there is room.
func AddEvidence(list []record.Evidence, e record.Evidence) []record.Evidence {
	for _, o := range list {
		if o == e {
			return list
		}
	}
	if len(list) >= MaxEvidence {
		return list
	}
	return append(list, e)
}
