package answer

import (
	"math"
	"slices"
)

// The features of a doubt whether what was recalled answers a question.
const (
	dBias     = iota
	dClaim    // what no claim by itself holds of the question
	dElse     // the best evidence is somebody else's word of themselves
	dOthers   // how much more of the question others say than whom it asks about
	dMissing  // share of the question that nothing recalled holds
	dNobody   // it asks about none of the speakers
	dTerms    // log of its terms
	dUnspoken // how many of the best three are not said by whom it asks about
	doubts
)

// doubtWeights are fitted (logistic regression) on the same conversations as
// defaultWeights, likewise in two halves. From tooDoubtful on, the rules do not
// know.
var doubtWeights = [doubts]float64{-1.85, 1.4, 1.05, 3.1, 0.6, -1, 0.55, 2.65}

const tooDoubtful = 0.75

// doubt returns the features of doubt; ranked is not empty.
func (in *inquiry) doubt(rd *Reader, ranked []evidence) [doubts]float64 {
	var d [doubts]float64
	own, other := in.said()
	d[dBias] = 1
	d[dClaim] = 1
	for _, e := range ranked {
		d[dClaim] = min(d[dClaim], 1-in.covers(e.claim))
	}
	d[dElse] = in.vector(rd, ranked[0].claim)[fOther]
	d[dOthers] = other - own
	d[dMissing] = in.missing()
	d[dNobody] = one[len(in.people) == 0]
	d[dTerms] = math.Log1p(float64(len(in.terms)))
	n := 0.0
	for _, e := range ranked[:min(3, len(ranked))] {
		n += one[e.of.speaker != "" && !slices.Contains(in.people, e.of.speaker)]
	}
	d[dUnspoken] = n / 3
	return d
}

// doubts reports whether the rules should say that they do not know.
func (in *inquiry) doubts(rd *Reader, ranked []evidence) bool {
	if len(ranked) == 0 {
		return true
	}
	sum := 0.0
	for i, v := range in.doubt(rd, ranked) {
		sum += v * doubtWeights[i]
	}
	return sum > tooDoubtful
}

// said returns how much of the question is held by the best utterance, with
// what was asked just before, of those it asks about and of others.
func (in *inquiry) said() (own, other float64) {
	for _, u := range in.lines {
		c := in.covers(append(in.before(u), u.claims...)...)
		if slices.Contains(in.people, u.speaker) || u.speaker == "" || len(in.people) == 0 {
			own = max(own, c)
		} else {
			other = max(other, c)
		}
	}
	return own, other
}

// missing returns the share of the question that nothing recalled holds.
func (in *inquiry) missing() float64 {
	all, missing := 0.0, 0.0
	for i := range in.terms {
		all += in.rarity[i]
		if !in.anywhere(i) {
			missing += in.rarity[i]
		}
	}
	if all == 0 {
		return 0
	}
	return missing / all
}

// anywhere reports whether some claim holds a term of the question.
func (in *inquiry) anywhere(i int) bool {
	return slices.ContainsFunc(in.lines, func(u *utterance) bool {
		return slices.ContainsFunc(u.claims, func(c *claim) bool { return c.holds(in.terms[i]) })
	})
}
