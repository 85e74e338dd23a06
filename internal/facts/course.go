package facts

import (
	"fmt"
	"slices"
	"time"
)

// A Step is how sure an opinion was from a time on.
type Step struct {
	Time       time.Time // zero is when it is not known
	Confidence float64   // in [0, 1]
	Evidence   []Evidence
}

// Course returns how sure an opinion was, the oldest step first: where it
// began, or where a hand last put it, and a step for each night in which
// evidence was weighed since. The last is where it stands. It returns ErrNoFact
// and ErrNotOpinion.
func (b *Bank) Course(id string) ([]Step, error) {
	return answered(b, fmt.Sprintf("course of fact %q", shortened(id, 60)), func() ([]Step, error) {
		e, err := b.find(id)
		if err != nil {
			return nil, err
		}
		if e.fact.Type != Opinion {
			return nil, ErrNotOpinion
		}
		return e.course(), nil
	})
}

func (e *entry) course() []Step {
	base := e.base
	if !e.based || Confidence(base, e.counted()) != rounded(e.fact.Confidence) {
		return []Step{{Time: e.fact.Time, Confidence: rounded(e.fact.Confidence)}} // a hand has set it
	}
	return courseOf(Step{Time: e.fact.Time, Confidence: clampUnit(base)}, e.counted())
}

// courseOf goes on from a step through the nights of evidence.
func courseOf(from Step, list []Evidence) []Step {
	steps := []Step{from}
	for len(list) > 0 {
		n := 1
		for n < len(list) && night(list[n]) == night(list[0]) {
			n++
		}
		if night(list[0]) != "" {
			c := afterNight(steps[len(steps)-1].Confidence, list[:n])
			steps = append(steps, Step{Time: list[0].Time, Confidence: c, Evidence: slices.Clone(list[:n])})
		}
		list = list[n:]
	}
	for i := range steps {
		steps[i].Confidence = rounded(steps[i].Confidence)
	}
	return steps
}
