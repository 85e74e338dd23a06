package wordvec

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"I hate Coriander, and my cat’s workin": "hate coriander and my cat workin",
		"弟が、きのう病院で手術を受けた":                       "弟 病院 手術 受け",
		"qzxv": "", "": "", "？！": "", "\xff\xfe猫": "猫",
	} {
		var words []string
		for _, w := range Words(text) {
			words = append(words, w.Text)
			if w.Weight <= 0 || w.Weight > 1 || w.Vector.Dot(&w.Vector) < 0.99 || w.Vector.Dot(&w.Vector) > 1.01 {
				t.Errorf("%s: weight %.2f, length %.2f", w.Text, w.Weight, w.Vector.Dot(&w.Vector))
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q has the words %q, want %q", text, got, want)
		}
	}
}

func TestDot(t *testing.T) {
	for _, c := range []struct{ word, like, unlike string }{
		{"boat", "cutter", "nurse"}, {"scared", "terrified", "bakery"}, {"food", "coriander", "trumpet"}, {"instrument", "cello", "plumber"}, {"hospital", "ward", "guitar"},
		{"病院", "医者", "魚"}, {"飲み物", "焼酎", "猫"}, {"楽器", "ピアノ", "大工"}, {"仕事", "美容師", "猫"}, {"食べる", "林檎", "病院"},
	} {
		of := func(text string) *Vector { v := Mean(Words(text)); return &v }
		if like, unlike := of(c.word).Dot(of(c.like)), of(c.word).Dot(of(c.unlike)); like < unlike+0.1 || like > 1.01 {
			t.Errorf("%s is like %s by %.2f and like %s by %.2f", c.word, c.like, like, c.unlike, unlike)
		}
	}
	var none Vector
	if v := Mean(nil); v != none || v.Dot(&v) != 0 {
		t.Errorf("no words mean %v", v)
	}
}

// The words of a file stand in order, and every row that one has is there.
func TestFiles(t *testing.T) {
	for name, f := range map[string]*table{"en": english, "ja": japanese} {
		for i := range f.words {
			if i > 0 && f.word(i-1) >= f.word(i) {
				t.Fatalf("%s: %q stands before %q", name, f.word(i-1), f.word(i))
			}
			if at(f.row, i) >= len(f.weights) {
				t.Fatalf("%s: %q has no row", name, f.word(i))
			}
		}
		if f.words < 30000 || at(f.ends, f.words-1) != len(f.letters) {
			t.Errorf("%s: %d words of %d bytes", name, f.words, len(f.letters))
		}
	}
}

func BenchmarkWords(b *testing.B) {
	for b.Loop() {
		Words("義母の再診に行ってまいりまして、手術はしなくてよいとのことでした。")
	}
}
