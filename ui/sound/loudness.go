package sound

import (
	"math"
	"sync"
	"time"
)

// eachLoud is the time for which one loudness holds: that of a sound of a word.
const eachLoud = 20 * time.Millisecond

// A loudness is how loud the sound is that is being heard. The device takes pieces
// ahead: of those, the one before the last is about to be heard. It is safe for
// concurrent use.
type loudness struct {
	mu            sync.Mutex // guards what follows
	sounding      bool
	frames        int // samples of all channels in eachLoud
	heard, coming []float64
	since         time.Time // when coming was handed over
}

// begin begins a sound.
func (l *loudness) begin(in format) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frames = max(in.rate*int(eachLoud/time.Millisecond)/1000*in.channels, 1)
	l.heard, l.coming = nil, nil
}

// end ends it.
func (l *loudness) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sounding, l.heard, l.coming = false, nil, nil
}

// take notes the samples that are handed over at a time.
func (l *loudness) take(samples []int16, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard, l.coming = l.coming, l.heard[:0]
	for n := 0; n < len(samples); n += l.frames {
		l.coming = append(l.coming, loud(samples[n:min(n+l.frames, len(samples))]))
	}
	l.sounding, l.since = true, at
}

// now is how loud it is, from 0 to 1, and whether there is a sound.
func (l *loudness) now(at time.Time) (level float64, sounding bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := int(at.Sub(l.since) / eachLoud); i >= 0 && i < len(l.heard) {
		level = l.heard[i]
	}
	return level, l.sounding
}

// loud is how loud samples are, from 0 to 1.
func loud(samples []int16) float64 {
	sum := 0.0
	for _, v := range samples {
		x := float64(v) / (1 << 15)
		sum += x * x
	}
	return math.Sqrt(sum / float64(max(len(samples), 1)))
}
