// Package sound plays sounds on the device that the system plays on, with
// miniaudio: it needs no library of the system but what that brings.
package sound

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"yumori/internal/speech"

	"github.com/gen2brain/malgo"
)

// What the device takes ahead is two pieces; of PulseAudio it is one, whatever their
// number.
const (
	voicePiece = 200 * time.Millisecond // a busy machine makes no hole in a voice
	blipPiece  = 50 * time.Millisecond  // blips are soon heard
	pieces     = 2
)

// margin is how long a device plays on for reasons of its own.
const margin = 80 * time.Millisecond

// The limits of waiting for a device.
const (
	goneAfter = 2 * time.Second // one that asks for nothing this long is gone
	closeWait = time.Second     // for one to be closed
)

// A Player plays sounds, one at a time. It is safe for concurrent use. The zero
// Player plays on the system's device.
type Player struct {
	backends []malgo.Backend // nil those of the system
	one      sync.Mutex      // one sound at a time
	level    loudness
	asked    atomic.Uint64 // how often the device has asked for samples
}

// Loudness is how loud the sound is that is being played, from 0 to 1, and
// whether there is one.
func (p *Player) Loudness() (level float64, sounding bool) { return p.level.now(time.Now()) }

// measure notes how loud the samples are that are handed over.
func (p *Player) measure(samples []int16) { p.level.take(samples, time.Now()) }

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
	t := &playback{left: sounding(s), end: make(chan struct{}), told: p.measure}
	return p.run(ctx, format{s.Rate, s.Channels, voicePiece}, source{t.fill, t.end, &t.rest})
}

// silent is how loud a sample is at most that nobody hears.
const silent = 16

// sounding are the samples of a sound without the silence at its end, which would
// be waited for beside the pause there is before the next.
func sounding(s speech.Sound) []int16 {
	n := len(s.Samples)
	for n > 0 && s.Samples[n-1] <= silent && s.Samples[n-1] >= -silent {
		n--
	}
	n += (s.Channels - n%s.Channels) % s.Channels
	return s.Samples[:n]
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
	return p.run(ctx, format{rate, 1, blipPiece}, source{f.fill, f.end, new(int)})
}

// A format is how the samples of a sound lie, and in which pieces they are taken.
type format struct {
	rate, channels int
	piece          time.Duration
}

// A source is where samples come from.
type source struct {
	fill malgo.DataProc
	end  <-chan struct{} // closed when the last was handed over
	rest *int            // how many samples of silence followed it then
}

// tail is how long a sound is heard when its last sample was handed over.
func (f format) tail(rest int) time.Duration {
	return pieces*f.piece + margin - time.Duration(rest/f.channels)*time.Second/time.Duration(f.rate)
}

// run has the device play what a source has until that is over and has been heard,
// or ctx ends. A device that goes away meanwhile is an ErrNoDevice.
func (p *Player) run(ctx context.Context, in format, from source) error {
	p.level.begin(in)
	defer p.level.end()
	ways := p.backends
	if ways == nil {
		ways = real
	}
	o, err := open(ways, in, func(out, _ []byte, _ uint32) {
		p.asked.Add(1)
		from.fill(out, nil, 0)
	})
	if err != nil {
		return err
	}
	defer o.close()
	if err := o.device.Start(); err != nil {
		return fmt.Errorf("play: %w: %w", speech.ErrNoDevice, err)
	}
	if err := p.await(ctx, from.end); err != nil {
		return err
	}
	rest := time.NewTimer(in.tail(*from.rest))
	defer rest.Stop()
	select {
	case <-rest.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await waits until all was handed over. The system does not always tell that a
// device is gone: then it asks for nothing any more.
func (p *Player) await(ctx context.Context, end <-chan struct{}) error {
	look := time.NewTicker(goneAfter)
	defer look.Stop()
	for before := p.asked.Load(); ; {
		select {
		case <-end:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
			now := p.asked.Load()
			if now == before {
				return fmt.Errorf("play: %w: it has gone away", speech.ErrNoDevice)
			}
			before = now
		}
	}
}

// An output is a device that is open.
type output struct {
	sys    *malgo.AllocatedContext
	device *malgo.Device
}

// open opens the system's device.
func open(ways []malgo.Backend, in format, fill malgo.DataProc) (output, error) {
	sys, err := malgo.InitContext(ways, malgo.ContextConfig{}, nil)
	if err != nil {
		return output{}, fmt.Errorf("play: %w: %w", speech.ErrNoDevice, err)
	}
	how := malgo.DefaultDeviceConfig(malgo.Playback)
	how.PeriodSizeInMilliseconds, how.Periods = uint32(in.piece.Milliseconds()), pieces                                //nolint:gosec // few
	how.Playback.Format, how.Playback.Channels, how.SampleRate = malgo.FormatS16, uint32(in.channels), uint32(in.rate) //nolint:gosec // a Sound's are small
	o := output{sys: sys}
	if o.device, err = malgo.InitDevice(sys.Context, how, malgo.DeviceCallbacks{Data: fill}); err != nil {
		o.close()
		return output{}, fmt.Errorf("play: %w: %w", speech.ErrNoDevice, err)
	}
	return o, nil
}

// close closes the device. One whose server has died is never closed: miniaudio
// waits for it, on a thread that is left to it.
func (o output) close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		if o.device != nil {
			o.device.Uninit()
		}
		_ = o.sys.Uninit() // nothing is lost
		o.sys.Free()
	}()
	wait := time.NewTimer(closeWait)
	defer wait.Stop()
	select {
	case <-closed:
	case <-wait.C:
	}
}

// A playback is a sound that is being played. Its method is called by the device
// alone, one call at a time.
type playback struct {
	left []int16
	over bool
	rest int           // samples of silence behind the last
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
		t.over, t.rest = true, len(out)/2-n
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
