// Package sound plays sounds on the device that the system plays on, with
// miniaudio: it needs no library of the system but what that brings.
package sound

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"yumori/internal/speech"

	"github.com/gen2brain/malgo"
)

// tail is how long the device plays on when the last sample was handed to it: it
// has taken them ahead.
const tail = 120 * time.Millisecond

// A Player plays sounds, one at a time. It is safe for concurrent use. The zero
// Player plays on the system's device.
type Player struct {
	backends []malgo.Backend // nil those of the system
	one      sync.Mutex      // one sound at a time
	level    atomic.Uint64   // bits of 1 and how loud it is; 0 nothing is played
}

// Loudness is how loud the sound is that is being played, from 0 to 1, and
// whether there is one.
func (p *Player) Loudness() (level float64, sounding bool) {
	level = math.Float64frombits(p.level.Load())
	return max(level-1, 0), level > 0
}

// measure notes how loud the samples are that are heard now. It keeps 1 more, so
// that the zero value is silence.
func (p *Player) measure(samples []int16) {
	sum := 0.0
	for _, v := range samples {
		x := float64(v) / (1 << 15)
		sum += x * x
	}
	p.level.Store(math.Float64bits(1 + math.Sqrt(sum/float64(max(len(samples), 1)))))
}

// real are the ways to a device; miniaudio would take one that plays to nobody
// where there is none.
var real = []malgo.Backend{
	malgo.BackendWasapi, malgo.BackendDsound, malgo.BackendWinmm, malgo.BackendCoreaudio,
	malgo.BackendPulseaudio, malgo.BackendAlsa, malgo.BackendJack, malgo.BackendSndio, malgo.BackendAudio4, malgo.BackendOss,
}

// Play plays a sound and returns when it has been heard. When ctx ends it is
// silent at once and returns why. It returns a speech.ErrNoDevice where nothing plays.
func (p *Player) Play(ctx context.Context, s speech.Sound) error {
	p.one.Lock()
	defer p.one.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	t := &playback{left: s.Samples, end: make(chan struct{}), told: p.measure}
	return p.run(ctx, format{s.Rate, s.Channels}, t.fill, t.end)
}

// Stream plays what fill writes until ctx ends or fill returns false. See
// speech.Streamer.
func (p *Player) Stream(ctx context.Context, rate int, fill func([]int16) bool) error {
	p.one.Lock()
	defer p.one.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f := &flow{next: fill, end: make(chan struct{}), told: p.measure}
	return p.run(ctx, format{rate, 1}, f.fill, f.end)
}

// A format is how the samples of a sound lie.
type format struct{ rate, channels int }

// run has the device play what fill hands over until end is closed and has been
// heard, or ctx ends.
func (p *Player) run(ctx context.Context, in format, fill malgo.DataProc, end <-chan struct{}) error {
	ways := p.backends
	if ways == nil {
		ways = real
	}
	sys, err := malgo.InitContext(ways, malgo.ContextConfig{}, nil)
	if err != nil {
		return fmt.Errorf("play: %w: %w", speech.ErrNoDevice, err)
	}
	defer sys.Free()
	defer sys.Uninit() //nolint:errcheck // nothing is lost
	how := malgo.DefaultDeviceConfig(malgo.Playback)
	how.Playback.Format, how.Playback.Channels, how.SampleRate = malgo.FormatS16, uint32(in.channels), uint32(in.rate) //nolint:gosec // a Sound's are small
	defer p.level.Store(0)
	device, err := malgo.InitDevice(sys.Context, how, malgo.DeviceCallbacks{Data: fill})
	if err != nil {
		return fmt.Errorf("play: %w: %w", speech.ErrNoDevice, err)
	}
	defer device.Uninit()
	if err := device.Start(); err != nil {
		return fmt.Errorf("play: %w: %w", speech.ErrNoDevice, err)
	}
	select {
	case <-end:
	case <-ctx.Done():
		return ctx.Err()
	}
	rest := time.NewTimer(tail)
	defer rest.Stop()
	select {
	case <-rest.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A playback is a sound that is being played. Its method is called by the device
// alone, one call at a time.
type playback struct {
	left []int16
	over bool
	told func([]int16) // is told what is handed over
	end  chan struct{} // closed when all was handed over
}

// fill hands the next samples over, and silence after the last.
func (t *playback) fill(out, _ []byte, _ uint32) {
	n := min(len(out)/2, len(t.left))
	for i, v := range t.left[:n] {
		binary.NativeEndian.PutUint16(out[2*i:], uint16(v)) //nolint:gosec // the same bits
	}
	clear(out[2*n:])
	t.told(t.left[:n])
	if t.left = t.left[n:]; len(t.left) == 0 && !t.over {
		t.over = true
		close(t.end)
	}
}

// A flow is a sound that is made while it is played. Its method is called by the
// device alone, one call at a time.
type flow struct {
	next    func([]int16) bool
	over    bool
	samples []int16       // room for those of a call
	told    func([]int16) // is told what is handed over
	end     chan struct{} // closed when the last was handed over
}

// fill hands the next samples over, and silence after the last.
func (f *flow) fill(out, _ []byte, _ uint32) {
	n := len(out) / 2
	if cap(f.samples) < n {
		f.samples = make([]int16, n)
	}
	list := f.samples[:n]
	if f.over {
		clear(list)
	} else if !f.next(list) {
		f.over = true
		close(f.end)
	}
	for i, v := range list {
		binary.NativeEndian.PutUint16(out[2*i:], uint16(v)) //nolint:gosec // the same bits
	}
	f.told(list)
}
