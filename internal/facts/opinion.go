package facts

import (
	"math"
	"time"
	"yumori/internal/memory"
)

// Supported returns the confidence of an opinion after one more support.
func Supported(c float64) float64 { return c + supportStep*(1-c) }

// Contradicted returns the confidence of an opinion after one more
// contradiction.
func Contradicted(c float64) float64 { return c - contradictStep*c }

// Confidence returns where an opinion comes to that begins at base, by the
// evidence in its order. In one night, the date of Evidence.Time, it moves at
// most 0.2 from where it was, unless the night's evidence has three independent
// sources; a step that would lead further is not taken. Lines of one file are
// one source. Evidence without a time does not count. It is pure.
func Confidence(base float64, list []Evidence) float64 {
	c := clampUnit(base)
	for len(list) > 0 {
		n := 1
		for n < len(list) && night(list[n]) == night(list[0]) {
			n++
		}
		if night(list[0]) != "" {
			c = afterNight(c, list[:n])
		}
		list = list[n:]
	}
	return rounded(c)
}

// afterNight takes the steps of one night.
func afterNight(start float64, list []Evidence) float64 {
	free := independent(list) >= nightSources
	c := start
	for _, e := range list {
		next := Contradicted(c)
		if e.Stance == For {
			next = Supported(c)
		}
		if free || math.Abs(next-start) <= nightBound+1e-9 {
			c = next
		}
	}
	return c
}

// night is the date on which evidence was weighed.
func night(e Evidence) string {
	if e.Time.IsZero() {
		return ""
	}
	return e.Time.Format(time.DateOnly)
}

// independent counts the sources of evidence.
func independent(list []Evidence) int {
	seen := map[string]bool{}
	for _, e := range list {
		seen[memory.ParsePlace(e.Source).File] = true
	}
	return len(seen)
}

// counted is the evidence that makes the confidence of an entry.
func (e *entry) counted() []Evidence {
	var list []Evidence
	for _, pr := range e.proofs {
		if !pr.settled && !pr.withdrawn && pr.Stance != Ended {
			list = append(list, pr.Evidence)
		}
	}
	return list
}

// settle makes sure that the confidence on the line is what base and evidence
// give: if it is not, a hand has set it, and it is the base from now on.
func (e *entry) settle() {
	if e.fact.Type != Opinion {
		return
	}
	if e.based && Confidence(e.base, e.counted()) == rounded(e.fact.Confidence) {
		return
	}
	e.base, e.based = rounded(e.fact.Confidence), true
	for i := range e.proofs {
		e.proofs[i].settled = true
	}
}

// weigh makes the confidence anew.
func (e *entry) weigh() {
	if e.fact.Type == Opinion {
		e.fact.Confidence = Confidence(e.base, e.counted())
	}
}

func clampUnit(n float64) float64 {
	if math.IsNaN(n) {
		return 0
	}
	return max(0, min(1, n))
}

// rounded is a number as it is written.
func rounded(n float64) float64 { return math.Round(clampUnit(n)*confidenceSteps) / confidenceSteps }
