package speech

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"sync"
	"time"
	"unicode/utf8"
)

// A Streamer plays what fill writes, samples of one channel, rate of them in a
// second, until ctx ends or fill returns false: then it is silent. fill is called
// from one goroutine and does not wait. It returns an ErrNoDevice where nothing plays.
type Streamer interface {
	Stream(ctx context.Context, rate int, fill func(samples []int16) bool) error
}

// How blips sound. They are short, soft and seldom: what is read is the text.
const (
	blipRate   = 22_050
	blipLong   = 55 * time.Millisecond
	blipEach   = 95 * time.Millisecond // from the beginning of one to that of the next
	blipChars  = 3                     // characters of text for one
	blipOwed   = 4                     // blips that still sound when the text has stopped
	blipLoud   = 0.09                  // of what is possible
	blipWander = 0.04                  // how far the pitch strays from that of the persona
)

// scale are the steps of the pitches, a pentatonic scale over nearly two octaves:
// two personas that speak after each other are never out of tune.
var scale = [...]float64{0, 2, 4, 7, 9, 12, 14, 16, 19}

// lowest is the pitch of the lowest blips, in Hz.
const lowest = 233.08

// PitchOf is how high the blips of a persona are, in Hz: always the same of one slug.
func PitchOf(slug string) float64 {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(slug)) // never fails
	return lowest * math.Exp2(scale[sum.Sum32()%uint32(len(scale))]/12)
}

// Blip makes soft blips of a pitch, in Hz, while a text appears, and returns when
// it is complete and they have sounded, or when ctx ends: then it is silent at once.
func Blip(ctx context.Context, out Streamer, pitch float64, g *Growing) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := &blips{pitch: pitch}
	go b.follow(ctx, g)
	if err := out.Stream(ctx, blipRate, b.fill); err != nil {
		return fmt.Errorf("make blips: %w", err)
	}
	return nil
}

// blips are those of one text.
type blips struct {
	pitch float64

	mu    sync.Mutex // guards what follows
	seen  int        // characters that blips were made of
	owed  int        // that are still to sound
	ended bool       // the text is complete

	at    int     // samples since the blip began; of the device's goroutine, like the rest
	since int     // samples since the last one began
	tone  float64 // of the blip that sounds, in Hz; 0 none does
	count int     // that have sounded
}

// follow counts what appears until the text is complete or ctx ends.
func (b *blips) follow(ctx context.Context, g *Growing) {
	for {
		text, ended, woken := g.now()
		b.grow(utf8.RuneCountInString(text))
		if ended {
			b.mu.Lock()
			b.ended = true
			b.mu.Unlock()
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		}
	}
}

// grow says how many characters have appeared.
func (b *blips) grow(chars int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if more := (chars - b.seen) / blipChars; more > 0 {
		b.seen += more * blipChars
		b.owed = min(b.owed+more, blipOwed)
	}
}

// take takes one of the blips that are owed; over says that none will come.
func (b *blips) take() (one, over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.owed > 0 {
		b.owed--
		return true, false
	}
	return false, b.ended
}

// samplesOf are the samples of a time.
func samplesOf(d time.Duration) int { return int(d.Seconds() * blipRate) }

// fill writes the next samples.
func (b *blips) fill(samples []int16) bool {
	for i := range samples {
		if b.tone == 0 && (b.count == 0 || b.since >= samplesOf(blipEach)) {
			one, over := b.take()
			if over {
				clear(samples[i:])
				return false
			}
			if one {
				b.begin()
			}
		}
		samples[i] = b.sample()
	}
	return true
}

// begin begins a blip.
func (b *blips) begin() {
	b.at, b.since = 0, 0
	b.tone = b.pitch * (1 + blipWander*math.Sin(float64(b.count)*2.399)) // the golden angle: it never repeats
	b.count++
}

// sample is the next one: a sine with a little of its octave, which swells and
// fades so that nothing clicks.
func (b *blips) sample() int16 {
	b.since++
	if b.tone == 0 {
		return 0
	}
	long := samplesOf(blipLong)
	x := float64(b.at) / float64(long)
	t := 2 * math.Pi * b.tone * float64(b.at) / blipRate
	swell := math.Sin(math.Pi*math.Sqrt(x)) * (1 - x)
	if b.at++; b.at >= long {
		b.tone = 0
	}
	return int16(blipLoud * swell * (0.8*math.Sin(t) + 0.2*math.Sin(2*t)) * math.MaxInt16)
}
