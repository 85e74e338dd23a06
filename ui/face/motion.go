package face

import (
	"math"
	"math/rand/v2"
	"time"
)

// Times of the small movements. Each change of a pose draws the whole window, so
// how finely a breath is drawn depends on what that costs, see pace.
const (
	blinkLeast   = 2200 * time.Millisecond // between two blinks
	blinkMean    = 4 * time.Second         // on top of that
	blinkMost    = 11 * time.Second
	blinkTime    = 120 * time.Millisecond // for which the lids are shut
	againShare   = 0.12                   // of the blinks that are followed by another at once
	againPause   = 170 * time.Millisecond
	breathTime   = 6 * time.Second
	sleepTime    = 7500 * time.Millisecond // a breath of somebody asleep
	breathSteps  = 3                       // heights of a breath that are drawn, unless a pace says otherwise
	mouthLeast   = 90 * time.Millisecond
	mouthMost    = 190 * time.Millisecond
	neverChanges = time.Duration(0)
)

// A motion says how a portrait moves while it shows one expression. It is a
// function of the time and of its seed: it has no clock and starts nothing.
type motion struct {
	expression Expression
	random     *rand.Rand
	began      time.Time
	blink      time.Time // when the next blink begins
	mouth      time.Time // when the mouth moves next
	talking    mouth
	steps      int // heights of a breath that are drawn; 1 it is drawn only where something else moves
}

func newMotion(e Expression, seed uint64, now time.Time) *motion {
	m := &motion{expression: e, random: rand.New(rand.NewPCG(seed, 0x59756d6f7269)), began: now, mouth: now, steps: breathSteps} //nolint:gosec // no secret
	m.blink = now.Add(m.pause())
	return m
}

// pause is the time to the next blink: mostly some seconds, seldom longer, as
// with people.
func (m *motion) pause() time.Duration {
	if m.random.Float64() < againShare {
		return againPause
	}
	return min(blinkLeast+time.Duration(m.random.ExpFloat64()*float64(blinkMean)), blinkMost)
}

// at is the pose at a time, and how long it lasts. Times must not go back.
func (m *motion) at(now time.Time) (pose, time.Duration) {
	p := pose{expression: m.expression}
	next := time.Duration(math.MaxInt64)
	lasts := func(d time.Duration) { next = min(next, max(d, time.Millisecond)) }
	var rest time.Duration
	p.breath, rest = m.breath(now)
	lasts(rest)
	if m.expression != Asleep {
		p.lids, rest = m.lids(now)
		lasts(rest)
	}
	if m.expression == Speaking {
		p.mouth, rest = m.lips(now)
		lasts(rest)
	}
	return p, next
}

// breath is how far the chest has risen, in steps from 0 to 1.
func (m *motion) breath(now time.Time) (float64, time.Duration) {
	period, steps := breathTime, float64(m.steps)
	if m.expression == Asleep {
		period = sleepTime
	}
	if m.steps < 2 {
		steps = breathSteps
	}
	t := now.Sub(m.began) % period
	height := func(t time.Duration) float64 {
		x := (1 - math.Cos(2*math.Pi*float64(t)/float64(period))) / 2
		return math.Round(x*(steps-1)) / (steps - 1)
	}
	here, until := height(t), period
	if m.steps < 2 {
		return here, math.MaxInt64
	}
	for i := 1; i < m.steps; i++ { // the edges of the steps, on the way up and on the way down
		x := (float64(i) - 0.5) / (steps - 1)
		up := time.Duration(math.Acos(1-2*x) / (2 * math.Pi) * float64(period))
		for _, edge := range []time.Duration{up + time.Millisecond, period - up + time.Millisecond} {
			if edge > t && height(edge) != here {
				until = min(until, edge)
			}
		}
	}
	return here, until - t
}

// lids is whether the eyes are open.
func (m *motion) lids(now time.Time) (lids, time.Duration) {
	for now.Sub(m.blink) >= blinkTime {
		m.blink = m.blink.Add(blinkTime + m.pause())
		if now.Sub(m.blink) > blinkMost { // nobody looked for a while
			m.blink = now.Add(m.pause())
		}
	}
	if t := now.Sub(m.blink); t >= 0 {
		return lidsClosed, blinkTime - t
	}
	return lidsOpen, m.blink.Sub(now)
}

// lips is what the mouth does while it speaks.
func (m *motion) lips(now time.Time) (mouth, time.Duration) {
	if !now.Before(m.mouth) {
		m.talking = mouthRests - m.talking
		m.mouth = now.Add(mouthLeast + time.Duration(m.random.Int64N(int64(mouthMost-mouthLeast))))
	}
	return m.talking, m.mouth.Sub(now)
}
