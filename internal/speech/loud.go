package speech

import (
	"math"
	"time"
)

// How loud a server's sound may be. A voice lies at a tenth of what is possible, a
// loud one at a sixth; noise at more than half.
const (
	loudest  = 0.2                    // the root of the mean square of a piece, of what is possible
	eachLoud = 400 * time.Millisecond // a piece: as long as it takes to find something loud
)

// bounded is a sound that is nowhere louder than a loud voice. One that is anywhere
// is made softer as a whole, so that what is said in it sounds as it did.
func bounded(s Sound) Sound {
	most := 0.0
	piece := max(int(eachLoud.Seconds()*float64(s.Rate))*s.Channels, 1)
	for at := 0; at < len(s.Samples); at += piece {
		most = max(most, rms(s.Samples[at:min(at+piece, len(s.Samples))], piece))
	}
	if most <= loudest {
		return s
	}
	softer := s
	softer.Samples = make([]int16, len(s.Samples))
	for i, v := range s.Samples {
		softer.Samples[i] = int16(float64(v) * loudest / most)
	}
	return softer
}

// rms is the root of the mean square of the samples of a piece, which the last does
// not fill: what is short is not as loud.
func rms(samples []int16, piece int) float64 {
	sum := 0.0
	for _, v := range samples {
		x := float64(v) / (1 << 15)
		sum += x * x
	}
	return math.Sqrt(sum / float64(piece))
}
