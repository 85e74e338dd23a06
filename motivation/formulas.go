package motivation

import (
	"math"
	"time"
)

// unit returns x within [0, 1]; what is no number is 0.
func unit(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(1, max(0, x))
}

// hoursSince returns the time from then to now. A clock that was set back
// gives 0, as does a time that is not known.
func hoursSince(then, now time.Time) float64 {
	if then.IsZero() {
		return 0
	}
	return max(0, now.Sub(then).Hours())
}

// boredom is min(1, 0.15·ln(1 + hours)) of silence.
func boredom(hours float64) float64 {
	return unit(boredomSlope * math.Log1p(max(0, hours)))
}

// pull is what one open question adds to S: priority·(0.3 + 0.7·e^(−days/7)),
// half of it once it was asked.
func pull(q Question, now time.Time) float64 {
	days := hoursSince(q.raised(now.Location()), now) / 24
	p := unit(q.Priority) * (freshFloor + freshShare*math.Exp(-days/freshDays))
	if !q.Asked.IsZero() {
		p *= askedFactor
	}
	return p
}

// curiosity is 1 − e^(−S/2).
func curiosity(s float64) float64 { return unit(-math.Expm1(-s / curiosityScale)) }

// goalAchievement is max(0.2, 1 − 0.2·priority); 0 without a goal.
func goalAchievement(priority int) float64 {
	if priority <= 0 {
		return 0
	}
	return unit(max(goalFloor, 1-goalStep*float64(priority)))
}

// relatedness is weight·intensity·e^(−hours/72).
func relatedness(e Emotion, hours float64) float64 {
	return unit(e.Category.weight() * unit(e.Intensity) * math.Exp(-max(0, hours)/emotionHours))
}

// weight is how much an emotion of the category draws towards the user; 0 for
// no category.
func (c Category) weight() float64 {
	switch c {
	case Protective:
		return protectiveWeight
	case Anxious:
		return anxiousWeight
	case Sadness:
		return sadnessWeight
	case Anger:
		return angerWeight
	case Neutral:
		return neutralWeight
	case Joy:
		return joyWeight
	case Contentment:
		return contentmentWeight
	}
	return 0
}

// satisfaction is by how much a drive is lowered after it was acted on.
func satisfaction(hours float64) float64 {
	return satisfied * math.Exp(-max(0, hours)/satisfiedHours)
}

// wear is by how much a drive is lowered that has won n times in a row.
func wear(n int) float64 {
	if n < wornFrom {
		return 0
	}
	return min(wornMost, wornStep*float64(n))
}
