package similar

import (
	"testing"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ word, like, unlike string }{
		{"boat", "cutter", "nurse"}, {"scared", "terrified", "bakery"}, {"ride", "bike", "soup"},
		{"scored", "goal", "allergy"}, {"hospital", "ward", "guitar"}, {"picking", "collecting", "cold"},
	} {
		if like, unlike := Words(c.word, c.like), Words(c.word, c.unlike); like < unlike+0.1 || like > 1 {
			t.Errorf("%s is like %s by %.2f and like %s by %.2f", c.word, c.like, like, c.unlike, unlike)
		}
		if a, b := Words(c.word, c.like), Words(c.like, c.word); a != b {
			t.Errorf("%s and %s: %.3f one way, %.3f the other", c.word, c.like, a, b)
		}
	}
	if Words("zzyzx", "boat") != 0 || Words("zzyzx", "zzyzx") != 1 {
		t.Error("an unknown word is like nothing but itself")
	}
}

func TestParseRefusesWhatIsCut(t *testing.T) {
	if whole := parse(file); len(whole.at) == 0 || len(whole.data) != len(whole.at)*whole.dims {
		t.Fatalf("%d words, %d bytes of vectors of %d numbers", len(whole.at), len(whole.data), whole.dims)
	}
	for _, n := range []int{0, 5, header, header + 100, len(file) - 1} {
		if v := parse(file[:n]); len(v.at) != 0 {
			t.Errorf("a file cut after %d bytes has %d words", n, len(v.at))
		}
	}
}

func BenchmarkWords(b *testing.B) {
	for b.Loop() {
		Words("boat", "cutter")
	}
}
