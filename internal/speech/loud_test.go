package speech

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"yumori/internal/lang/plain"
)

// sounds is a sound of one channel, 24,000 samples a second, n of them.
func sounds(n int, at func(int) float64) Sound {
	s := Sound{Rate: 24_000, Channels: 1, Samples: make([]int16, n)}
	for i := range s.Samples {
		s.Samples[i] = int16(at(i) * math.MaxInt16)
	}
	return s
}

// loudnessOf is that of the loudest tenth of a second.
func loudnessOf(s Sound) float64 {
	most := 0.0
	for part := range slices.Chunk(s.Samples, s.Rate/10) {
		most = max(most, rms(part, len(part)))
	}
	return most
}

func TestNothingIsLouderThanAVoice(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	noise := func(int) float64 { return 2*r.Float64() - 1 }
	square := func(i int) float64 { return float64(1 - 2*(i/20%2)) }
	burst := func(i int) float64 {
		if i < 48_000 || i > 72_000 {
			return 0
		}
		return square(i)
	}
	for name, s := range map[string]Sound{
		"noise":             sounds(48_000, noise),
		"a square":          sounds(48_000, square),
		"a burst":           sounds(120_000, burst),
		"a constant":        sounds(24_000, func(int) float64 { return -1 }),
		"noise, a moment":   sounds(24_000/4, noise),
		"noise, eight ways": {Rate: 24_000, Channels: 8, Samples: sounds(96_000, noise).Samples},
	} {
		got := bounded(s)
		if was := loudnessOf(s); was < 0.5 || loudnessOf(got) > 1.5*loudest || loudnessOf(got) < loudest/2 || len(got.Samples) != len(s.Samples) {
			t.Errorf("%s: as loud as %.2f, was %.2f", name, loudnessOf(got), was)
		}
	}
	for name, s := range map[string]Sound{
		"a voice":           sounds(48_000, func(i int) float64 { return 0.25 * math.Sin(float64(i)/20) * math.Abs(math.Sin(float64(i)/3000)) }),
		"a click":           sounds(48_000, func(i int) float64 { return float64(min(max(0, i-1000), 1) * min(max(0, 1100-i), 1)) }),
		"nothing":           sounds(0, nil),
		"less than a frame": {Rate: 4_000, Channels: 1, Samples: []int16{math.MinInt16}},
	} {
		if got := bounded(s); !slices.Equal(got.Samples, s.Samples) {
			t.Errorf("%s is changed", name)
		}
	}
}

// A server that sends noise that is a proper WAV file is not played at full volume.
func TestAServersNoiseIsSoft(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		r := rand.New(rand.NewPCG(3, 4))
		file := wave(24_000, 24_000)
		for at := len(file) - 48_000; at < len(file); at += 2 {
			binary.LittleEndian.PutUint16(file[at:], uint16(r.Uint32()))
		}
		_, _ = w.Write(file)
	}))
	defer srv.Close()
	var out loudspeaker
	if err := NewServer(Server{Kind: OpenAI, Address: srv.URL}, &out).Speak(t.Context(), "Hello.", plain.English); err != nil {
		t.Fatal(err)
	}
	if got := loudnessOf(out.heard[0]); got > 1.1*loudest || got < loudest/2 {
		t.Errorf("it is as loud as %.2f", got)
	}
}
