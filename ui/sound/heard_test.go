package sound

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"yumori/internal/speech"
)

// listen lets the tests play into a sound server of their own and listen, which hears
// the pauses that a busy machine makes: go test ./ui/sound -listen.
var listen = flag.Bool("listen", false, "play into a sound server of the test's own, and listen")

// heardRate is how many samples of one channel are recorded in a second.
const heardRate = 44_100

// A room is a sound server that plays to nobody, and what a microphone in it
// would hear.
type room struct {
	server *exec.Cmd
	mu     sync.Mutex // guards heard
	heard  []int16
}

// newRoom starts a sound server of its own and has the test play there. Where the
// programs for it are missing, or it is not asked for, the test is skipped.
func newRoom(t *testing.T) *room {
	t.Helper()
	if !*listen {
		t.Skip("it listens with -listen")
	}
	for _, name := range []string{"pulseaudio", "parec"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("no", name)
		}
	}
	dir := t.TempDir()
	socket := filepath.Join(dir, "native")
	t.Setenv("HOME", dir)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("PULSE_RUNTIME_PATH", dir)
	t.Setenv("PULSE_SERVER", "unix:"+socket)
	r := &room{server: exec.CommandContext(t.Context(), "pulseaudio", "--daemonize=no", "--exit-idle-time=-1", "-n",
		"-L", "module-null-sink sink_name=out", "-L", "module-native-protocol-unix auth-anonymous=1 socket="+socket)}
	if err := r.server.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(r.leave)
	r.until(t, "the sound server is there", func() bool {
		_, err := os.Stat(socket)
		return err == nil
	})
	mic := exec.CommandContext(t.Context(), "parec", "-d", "out.monitor", "--format=s16le", "--rate=44100", "--channels=1", "--latency-msec=10")
	out, err := mic.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := mic.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		_ = mic.Process.Kill()
		_ = mic.Wait() // it was killed
	})
	go r.record(out)
	r.until(t, "the microphone records", func() bool { return r.long() > 0 })
	return r
}

// leave ends the sound server, as a crash of it would.
func (r *room) leave() {
	if r.server.ProcessState == nil {
		_ = r.server.Process.Kill()
		_ = r.server.Wait() // it was killed
	}
}

// record keeps what the microphone hears.
func (r *room) record(from io.Reader) {
	buf := make([]byte, 4096)
	for {
		n, err := io.ReadAtLeast(from, buf, 2)
		if err != nil {
			return
		}
		if n%2 == 1 {
			if _, err := io.ReadFull(from, buf[n:n+1]); err != nil {
				return
			}
			n++
		}
		r.mu.Lock()
		for i := 0; i < n; i += 2 {
			r.heard = append(r.heard, int16(binary.LittleEndian.Uint16(buf[i:])))
		}
		r.mu.Unlock()
	}
}

// long is how many samples were recorded.
func (r *room) long() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.heard)
}

// until waits for something.
func (r *room) until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !so(); {
		if time.Now().After(end) {
			t.Fatal("it is not so that", what)
		}
		time.Sleep(5 * time.Millisecond) // the time of other programs
	}
}

// sounding is what was heard from a sample on, from the first to the last that is
// not silent, once it is silent again.
func (r *room) sounding(t *testing.T, from int) []int16 {
	t.Helper()
	var list []int16
	r.until(t, "something was heard, and is silent again", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		first, last := -1, -1
		for i, v := range r.heard[from:] {
			if v > 8 || v < -8 {
				if last = i; first < 0 {
					first = i
				}
			}
		}
		if first < 0 || len(r.heard)-from-last < heardRate/4 {
			return false
		}
		list = r.heard[from+first : from+last+1]
		return true
	})
	return list
}

// sine is a tone that is loud to its end.
func sine(hz float64, long time.Duration) speech.Sound {
	s := speech.Sound{Rate: 22_050, Channels: 1, Samples: make([]int16, int(long.Seconds()*22_050))}
	for i := range s.Samples {
		s.Samples[i] = int16(16_000 * math.Cos(2*math.Pi*hz*float64(i)/22_050))
	}
	return s
}

// pitch is the pitch of a tone, in Hz, by how often it rises through zero.
func pitch(list []int16) float64 {
	rises := 0
	for i := 1; i < len(list); i++ {
		if list[i-1] < 0 && list[i] >= 0 {
			rises++
		}
	}
	return float64(rises) * heardRate / float64(len(list))
}

// withoutHoles leaves out where a tone is silent, and returns for how long.
func withoutHoles(list []int16) ([]int16, time.Duration) {
	var rest []int16
	for i := 0; i < len(list); {
		end := i
		for end < len(list) && list[end] >= -2 && list[end] <= 2 {
			end++
		}
		if end-i < heardRate/1000 {
			end = max(end, i+1)
			rest = append(rest, list[i:end]...)
		}
		i = end
	}
	return rest, time.Duration(len(list)-len(rest)) * time.Second / heardRate
}

// What is played is heard as it is: as long, as high, as loud.
func TestWhatIsPlayedIsHeard(t *testing.T) {
	r := newRoom(t)
	if err := new(Player).Play(t.Context(), sine(440, time.Second)); err != nil {
		t.Fatal(err)
	}
	list, holes := withoutHoles(r.sounding(t, 0))
	t.Logf("holes of %v", holes) // the machine was busy
	if long := float64(len(list)) / heardRate; math.Abs(long-1) > 0.03 {
		t.Errorf("it is heard for %.3f s", long)
	}
	if hz := pitch(list); math.Abs(hz-440) > 10 {
		t.Errorf("it is heard at %.1f Hz", hz)
	}
	loudest := int16(0)
	for _, v := range list {
		loudest = max(loudest, v)
	}
	if loudest < 15_000 || loudest > 18_500 { // the server's filter swings at an edge
		t.Errorf("it is as loud as %d", loudest)
	}
}

// Told to be silent, it is silent soon.
func TestSilenceIsHeard(t *testing.T) {
	r := newRoom(t)
	ctx, stop := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() { end <- new(Player).Play(ctx, sine(440, time.Minute)) }()
	r.until(t, "it is heard", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.heard) > 0 && r.heard[len(r.heard)-1] != 0
	})
	told := r.long()
	stop()
	if err := <-end; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	list := r.sounding(t, told)
	if long := time.Duration(len(list)) * time.Second / heardRate; long > 500*time.Millisecond {
		t.Errorf("it is heard for another %v", long)
	}
}

// A device that goes away in the middle is told, and does not keep the next sound
// waiting.
func TestADeviceThatGoesAway(t *testing.T) {
	r := newRoom(t)
	var p Player
	end := make(chan error, 1)
	go func() { end <- p.Play(t.Context(), sine(440, time.Minute)) }()
	r.until(t, "it is heard", func() bool {
		_, sounding := p.Loudness()
		return sounding
	})
	r.leave()
	for range 2 {
		select {
		case err := <-end:
			if !errors.Is(err, speech.ErrNoDevice) {
				t.Errorf("it ended with %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("it waits for a device that is gone")
		}
		if _, sounding := p.Loudness(); sounding {
			t.Error("it still sounds")
		}
		go func() { end <- p.Play(t.Context(), sine(440, time.Minute)) }()
	}
}
