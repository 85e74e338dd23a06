package face

import (
	"slices"
	"time"
)

// What a portrait that only lives may cost. Drawing is dear where the processor does
// what a graphics card should: a breath is drawn in as many steps as there is room for.
const (
	shareOfCore = 0.012 // of one core
	blinkRate   = 0.36  // changes that blinking makes in a second
	mostSteps   = 7     // of a breath; more cannot be seen
	paceKept    = 8     // changes that are remembered
)

// A pace says how finely the portraits of a window may move, from what it has cost to
// draw lately. The zero pace knows nothing.
type pace struct {
	last  time.Duration // what the process had spent at the change before
	begun bool
	costs []time.Duration // between two changes, the newest last
}

// changed notes that a picture changes, and what the process has spent so far.
func (p *pace) changed(spent time.Duration) {
	if p.begun {
		p.costs = append(p.costs, spent-p.last)
		if n := len(p.costs); n > paceKept {
			p.costs = p.costs[n-paceKept:]
		}
	}
	p.begun, p.last = true, spent
}

// steps is in how many a breath is drawn. What a change costs is the least that was
// seen: in between the process does other things, too.
func (p *pace) steps(e Expression) int {
	if len(p.costs) == 0 {
		return breathSteps
	}
	cost := max(slices.Min(p.costs), time.Microsecond)
	room, period, least := shareOfCore/cost.Seconds(), breathTime, 1
	if e == Asleep { // whose lids are still: without its breath nothing moves
		period, least = sleepTime, 2
	} else {
		room -= blinkRate
	}
	return min(max(1+int(room*period.Seconds()/2), least), mostSteps)
}
