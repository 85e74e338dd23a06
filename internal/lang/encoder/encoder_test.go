package encoder

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The pieces and the first numbers of these texts are those of the model run by TensorFlow.js;
// ours are from weights of eight bits.
func TestEncodeAsTheOriginalDoes(t *testing.T) {
	for _, tt := range []struct {
		text   string
		pieces []int
		first  []float64
	}{
		{"what is my cat called?", []int{87, 18, 69, 1163, 521, 54}, []float64{0.0317, 0.0106, -0.0541, -0.0536, 0.0548, 0.0142}},
		{"gonna be late, bus broke down again 😩😩 naïve ﬁsh", []int{2085, 27, 1069, 8, 2175, 3348, 226, 480, 30, 0, 1216, 0, 105, 1743}, []float64{0.0616, 0.0456, 0.0575, -0.0461, -0.0136, 0.0608}},
	} {
		if got := english().pieces.of(tt.text); !slices.Equal(got, tt.pieces) {
			t.Errorf("the pieces of %q are %v, want %v", tt.text, got, tt.pieces)
		}
		v := Encode([]string{tt.text})[0]
		for i, want := range tt.first {
			if math.Abs(float64(v[i])-want) > 0.01 {
				t.Errorf("%q: number %d is %.4f, want %.4f", tt.text, i, v[i], want)
			}
		}
	}
}

// What says the same in other words is nearer than what shares words.
func TestEncode(t *testing.T) {
	for _, tt := range [][3]string{
		{"when do I get my teeth seen to", "dentist on tuesday at ten", "when do I get my parcel"},
		{"what does my brother do for a living", "Sean is a plumber", "my brother is coming on friday"},
		{"is anybody allergic to anything", "Priya can't eat peanuts", "is anybody there"},
	} {
		v := Encode(tt[:])
		if near, far := v[0].Dot(&v[1]), v[0].Dot(&v[2]); near < 0.3 || math.Abs(far) > 1.001 {
			t.Errorf("%q: %q %.2f, %q %.2f", tt[0], tt[1], near, tt[2], far)
		}
	}
	for _, text := range []string{"", "\xff\xfe"} {
		if v := Encode([]string{text})[0]; v != (Vector{}) {
			t.Errorf("%q means something", text)
		}
	}
	if v := Encode([]string{strings.Repeat("a very long letter ", 500), "日本語", "x"}); math.Abs(v[0].Dot(&v[0])-1) > 1e-3 || math.Abs(v[2].Dot(&v[2])-1) > 1e-3 {
		t.Error("a vector is not of length 1")
	}
}

// A text means the same whatever stands beside it, and whoever asks.
func TestOf(t *testing.T) {
	first := Of("the kettle is on", "it is raining")
	again := Of("it is raining", "the cat is out", "the kettle is on")
	if first[0] != again[2] || first[1] != again[0] {
		t.Error("what was asked for is encoded anew")
	}
	alone := Encode([]string{"the cat is out"})
	if alone[0].Dot(again[1]) < 0.9999 {
		t.Error("a text means something else beside others")
	}
}

func FuzzPieces(f *testing.F) {
	f.Add("gonna be late 😩 \xff ▁ﬁ")
	f.Fuzz(func(t *testing.T, text string) {
		list := english().pieces.of(text)
		if len(list) > 4*utf8.RuneCountInString(text)+1 {
			t.Errorf("%d pieces of %q", len(list), text)
		}
		for _, k := range list {
			if k != unknown && k < reserved || k >= len(english().embeddings.scales)/4 {
				t.Errorf("piece %d of %q", k, text)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	lines := slices.Repeat([]string{"the dentist moved me to tuesday at half past ten, so I have to swap my shift"}, batch)
	for b.Loop() {
		Encode(lines)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*batch), "µs/text")
}
