package sound

import (
	"context"
	"errors"
	"testing"
	"time"

	"yumori/internal/speech"

	"github.com/gen2brain/malgo"
)

// null is miniaudio's way to nobody: malgo's list (0.11.24) leaves out the one
// before it.
const null malgo.Backend = malgo.BackendNull + 1

// deaf plays to nobody, in the time it would take.
func deaf() *Player { return &Player{backends: []malgo.Backend{null}} }

func tone(long time.Duration) speech.Sound {
	s := speech.Sound{Rate: 8_000, Channels: 1, Samples: make([]int16, int(long.Seconds()*8_000))}
	for i := range s.Samples {
		s.Samples[i] = 1_000
	}
	return s
}

func TestASoundIsPlayedToItsEnd(t *testing.T) {
	began := time.Now()
	if err := deaf().Play(t.Context(), tone(100*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 100*time.Millisecond {
		t.Errorf("it took %v", took)
	}
}

// The silence at the end of a sound is not waited for.
func TestTheSilenceAtTheEndIsLeftOut(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 2, 3: 4, 4: 4} { // of two channels, whole
		s := speech.Sound{Rate: 8_000, Channels: 2, Samples: make([]int16, 8)}
		if n > 0 {
			s.Samples[n-1] = -100
		}
		if got := len(sounding(s)); got != want {
			t.Errorf("sounding to its sample %d, %d are played, want %d", n, got, want)
		}
	}
}

func TestItIsSilentAtOnce(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if err := deaf().Play(ctx, tone(time.Hour/12)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ended with %v", err)
	}
	if err := deaf().Play(ctx, tone(time.Hour/12)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("told before it began: %v", err)
	}
}

// Where nothing plays, that is said.
func TestNoDevice(t *testing.T) {
	p := &Player{backends: []malgo.Backend{malgo.BackendJack}} // no server of it runs where tests do
	if err := p.Play(t.Context(), tone(time.Millisecond)); err != nil && !errors.Is(err, speech.ErrNoDevice) {
		t.Errorf("it ended with %v", err)
	}
}

// All samples are handed over in their order, and then silence.
func TestTape(t *testing.T) {
	p := &playback{left: []int16{1, -2, 3}, end: make(chan struct{}), told: func([]int16) {}}
	first, second := make([]byte, 4), []byte{9, 9, 9, 9, 9, 9}
	p.fill(first, nil, 2)
	p.fill(second, nil, 3)
	p.fill(second[2:], nil, 2)
	if first[0] != 1 || first[2] != 0xfe || second[0] != 3 || second[4] != 0 {
		t.Errorf("% x, % x", first, second)
	}
	<-p.end
	if p.rest != 2 {
		t.Errorf("%d samples of silence followed the last", p.rest)
	}
	in := format{rate: 1_000, channels: 2, piece: 100 * time.Millisecond}
	if got := in.tail(100); got != 2*in.piece+margin-50*time.Millisecond {
		t.Errorf("with 50 ms of silence behind it, it is waited for %v", got)
	}
}

// How loud it is follows the samples; nothing is heard when nothing is played.
func TestLoudness(t *testing.T) {
	p := deaf()
	if _, sounding := p.Loudness(); sounding {
		t.Error("it sounds before it plays")
	}
	loud := speech.Sound{Rate: 8_000, Channels: 1, Samples: make([]int16, 8_000)}
	for i := range loud.Samples {
		loud.Samples[i] = 1 << 14
	}
	ctx, stop := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() { end <- p.Play(ctx, loud) }()
	level, sounding := p.Loudness()
	for !sounding || level == 0 {
		level, sounding = p.Loudness()
	}
	if level != 0.5 {
		t.Errorf("half as loud as can be is %v", level)
	}
	stop()
	<-end
	if level, sounding := p.Loudness(); sounding || level != 0 {
		t.Errorf("after its end it is %v loud", level)
	}
}

// How loud it is is told for each sound of a word, when it is heard: one piece after
// it was handed over.
func TestLoudnessOfWhatIsHeard(t *testing.T) {
	var l loudness
	l.begin(format{rate: 1_000, channels: 2})
	began := time.Now()
	piece := make([]int16, 200) // 100 ms
	for i := range piece {
		if i >= 80 && i < 120 { // from 40 ms to 60 ms
			piece[i] = 1 << 14
		}
	}
	l.take(piece, began)
	if level, sounding := l.now(began.Add(50 * time.Millisecond)); level != 0 || !sounding {
		t.Errorf("handed over, not heard yet, it is %v loud, %v", level, sounding)
	}
	l.take(make([]int16, 200), began.Add(100*time.Millisecond))
	for after, want := range map[time.Duration]float64{110: 0, 139: 0, 140: 0.5, 159: 0.5, 160: 0, 500: 0} {
		if level, _ := l.now(began.Add(after * time.Millisecond)); level != want {
			t.Errorf("after %d ms it is %v loud, want %v", after, level, want)
		}
	}
	if l.end(); l.sounding {
		t.Error("after its end it sounds")
	}
}

// What is made while it is played is handed over until it says that it is over.
func TestAStreamIsPlayedUntilItIsOver(t *testing.T) {
	written := 0
	if err := deaf().Stream(t.Context(), 8_000, func(samples []int16) bool {
		written += len(samples)
		return written < 800
	}); err != nil {
		t.Fatal(err)
	}
	if written < 800 {
		t.Errorf("%d samples were asked for", written)
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if err := deaf().Stream(ctx, 8_000, func([]int16) bool { return true }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ended with %v", err)
	}
}

func TestFlow(t *testing.T) {
	f := &flow{end: make(chan struct{}), told: func([]int16) {}, next: func(s []int16) bool {
		copy(s, []int16{1, -2})
		return false
	}}
	out := make([]byte, 4)
	f.fill(out, nil, 2)
	if out[0] != 1 || out[2] != 0xfe {
		t.Errorf("% x", out)
	}
	<-f.end
	if f.fill(out, nil, 2); out[0] != 0 || out[2] != 0 {
		t.Errorf("after its end: % x", out)
	}
}
