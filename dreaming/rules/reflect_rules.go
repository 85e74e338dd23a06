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
	questions := questionFinder{d}
	open := questions.raise()
	for _, q := range open {
		r.Questions = append(r.Questions, questions.question(q))
	}
	r.Topic = d.subject(open)
	insight, seen := (&insightWriter{day: d}).write()
	strategy, meant := (&strategyWriter{day: d}).write(open)
	r.Insight, r.Strategy = insight, strategy
	for _, m := range append(seen, meant...) {
		r.Evidence = AddEvidence(r.Evidence, d.evidence(m))
	}
	r.Dream, r.Images = newDreamWriter(d).write()
	r.Goals = (&goalFinder{day: d}).updates()
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
