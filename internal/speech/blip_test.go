package speech

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// hearing is a device that keeps what it plays, in pieces of ten milliseconds, as
// fast as it comes.
type hearing struct {
	samples []int16
	piece   func(n int) // is called after each; may be nil
}

func (h *hearing) Stream(ctx context.Context, rate int, fill func([]int16) bool) error {
	for n := 0; ctx.Err() == nil; n++ {
		piece := make([]int16, rate/100)
		more := fill(piece)
		h.samples = append(h.samples, piece...)
		if !more {
			return nil
		}
		if h.piece != nil {
			h.piece(n)
		}
	}
	return ctx.Err()
}

// starts are the times at which something begins to be heard.
func (h *hearing) starts() []time.Duration {
	var list []time.Duration
	silent := samplesOf(20 * time.Millisecond)
	for i, v := range h.samples {
		if v == 0 {
			silent++
			continue
		}
		if silent >= samplesOf(20*time.Millisecond) {
			list = append(list, time.Duration(i)*time.Second/blipRate)
		}
		silent = 0
	}
	return list
}

// However fast a text appears, blips are seldom, and few follow its end.
func TestBlipsAreSeldom(t *testing.T) {
	var g Growing
	b := &blips{pitch: PitchOf("luna")}
	h := &hearing{piece: func(n int) {
		if n < 100 { // a second, ten characters each hundredth
			b.grow(10 * n)
		}
		if n == 100 {
			g.End(strings.Repeat("x", 1000))
			b.follow(t.Context(), &g)
		}
	}}
	if err := h.Stream(t.Context(), blipRate, b.fill); err != nil {
		t.Fatal(err)
	}
	list := h.starts()
	if len(list) < 10 || len(list) > 11+blipOwed {
		t.Errorf("%d blips in a second: %v", len(list), list)
	}
	for i := 1; i < len(list); i++ {
		if list[i]-list[i-1] < blipEach-2*time.Millisecond {
			t.Errorf("%v after %v", list[i], list[i-1])
		}
	}
	if last := list[len(list)-1]; last > time.Second+blipOwed*blipEach+20*time.Millisecond {
		t.Errorf("one comes at %v, after the text", last)
	}
}

// They are soft, and nothing clicks: no sample is far from the one before it.
func TestBlipsAreSoft(t *testing.T) {
	b := &blips{pitch: PitchOf("luna")}
	b.grow(1000)
	samples := make([]int16, blipRate/2)
	b.fill(samples)
	loudest, step := 0.0, 0.0
	for i, v := range samples {
		loudest = max(loudest, math.Abs(float64(v)))
		if i > 0 {
			step = max(step, math.Abs(float64(v)-float64(samples[i-1])))
		}
	}
	if loudest == 0 || loudest > blipLoud*math.MaxInt16 || step > loudest/3 {
		t.Errorf("as loud as %v, with steps of %v", loudest, step)
	}
}

// Of a text that appears at once a few are heard, and none while it stands still.
func TestBlipsAreOfWhatAppears(t *testing.T) {
	var g Growing
	g.Set("It is good to hear you.")
	h := &hearing{piece: func(n int) {
		if n == 100 {
			g.End("It is good to hear you.")
		}
		time.Sleep(100 * time.Microsecond) // so that the other goroutine has its turn
	}}
	if err := Blip(t.Context(), h, 300, &g); err != nil {
		t.Fatal(err)
	}
	if list := h.starts(); len(list) != blipOwed {
		t.Errorf("%d blips of a text that appeared at once: %v", len(list), list)
	}
}

func TestBlipsStopAtOnce(t *testing.T) {
	var g Growing
	ctx, stop := context.WithCancel(t.Context())
	h := &hearing{piece: func(n int) {
		if n == 5 {
			stop()
		}
	}}
	if err := Blip(ctx, h, 300, &g); !errors.Is(err, context.Canceled) || len(h.samples) > blipRate/10 {
		t.Errorf("ended with %v after %d samples", err, len(h.samples))
	}
}

// Every persona has a pitch of its own scale, the two that are there from the
// start not the same.
func TestPitches(t *testing.T) {
	seen := map[float64]bool{}
	for _, slug := range []string{"luna", "toko", "fox", "cook", "editor", "mechanic", "woods", "astronomer", ""} {
		p := PitchOf(slug)
		if p != PitchOf(slug) || p < 200 || p > 800 {
			t.Errorf("%q: %v Hz", slug, p)
		}
		seen[p] = true
	}
	if PitchOf("luna") == PitchOf("toko") || len(seen) < 4 {
		t.Errorf("pitches: %v", seen)
	}
}
