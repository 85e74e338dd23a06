package retrieval

import (
	"cmp"
	"math"
	"slices"
	"time"

	"yumori/rag"
)

// relevanceCut is the share of the best candidate's relevance that a memory
// must have to be one.
const relevanceCut = 0.25

// leastSpread is the share of the best relevance that candidates have to lie
// apart to be told apart by all of Terms.Distance: when they fit nearly alike,
// what else is known of them decides.
const leastSpread = 0.2

// decayRate is how much a day takes from decay.
const decayRate = 0.05

// unknown is the value of a decay or an arousal that nobody knows.
const unknown = 0.5

// decay is e^(−0.05·days) since when; what lies ahead is as fresh as now.
func decay(when, now time.Time) float64 {
	if when.IsZero() {
		return unknown
	}
	return math.Exp(-decayRate * math.Max(0, now.Sub(when).Hours()/24))
}

// freshness is the decay of a memory as a plan's question minds it: since now,
// or from the time it names, which a memory may lie before or after. A question
// that asks when something was minds none: what was lately is no likelier meant.
func (p Plan) freshness(when, now time.Time) float64 {
	switch {
	case len(p.Spans) == 0 && p.AsksWhen || when.IsZero():
		return unknown
	case len(p.Spans) == 0:
		return decay(when, now)
	}
	days := math.Inf(1)
	for _, s := range p.Spans {
		days = min(days, s.Days(when.In(s.To.Location())))
	}
	return math.Exp(-decayRate * days)
}

// doubtWeight is that of Terms.Doubt, whatever is asked for: of two opinions
// that fit alike the one held more surely comes first.
const doubtWeight = 0.3

// score is the order of items: lower is better.
func (t Terms) score(i Intent) float64 {
	w := i.weights()
	return w.alpha*t.Distance + w.beta*(1-t.Arousal) + w.gamma*(1-t.Decay)*(1-t.Arousal) + doubtWeight*t.Doubt
}

// A contender is a hit on its way through the stages.
type contender struct {
	hit   rag.Hit
	terms Terms
	age   float64 // decay since now
	score float64
	fate  Fate
	like  string
}

// rerank scores the contenders and orders them. Distance is scaled over them:
// the most relevant has 0, the least 1 unless it fits nearly as well.
func (n *Node) rerank(list []*contender, plan Plan, now time.Time) {
	if len(list) == 0 {
		return
	}
	high, low := list[0].hit.Score, list[0].hit.Score
	for _, c := range list {
		high, low = max(high, c.hit.Score), min(low, c.hit.Score)
	}
	for _, c := range list {
		c.terms = termsOf(c.hit.Document, now, n.Arousal)
		c.age, c.terms.Decay = c.terms.Decay, plan.freshness(c.hit.Time, now)
		if n.Confidence != nil {
			if sure, ok := n.Confidence(c.hit.Document); ok {
				c.terms.Doubt = 1 - min(max(sure, 0), 1)
			}
		}
		if spread := max(high-low, leastSpread*high); spread > 0 {
			c.terms.Distance = (high - c.hit.Score) / spread
		}
		c.score = c.terms.score(plan.Intent)
	}
	slices.SortStableFunc(list, func(a, b *contender) int { return cmp.Compare(a.score, b.score) })
}

// termsOf returns the terms of a memory but for its distance.
func termsOf(d rag.Document, now time.Time, arousal Arousal) Terms {
	t := Terms{Arousal: unknown, Decay: decay(d.Time, now)}
	if arousal == nil {
		return t
	}
	if a, ok := arousal(d); ok {
		t.Arousal, t.Felt = min(max(a, 0), 1), true
	}
	return t
}

func (c *contender) mark() Mark {
	switch {
	case c.terms.Arousal > 0.6:
		return Moving
	case c.age > 0.9:
		return Fresh
	}
	return ""
}
