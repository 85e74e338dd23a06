package terms

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOf(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"only spaces", " \t\n　", nil},
		{"only stop words", "What is the of and?", nil},
		{"only punctuation and controls", "!!! ... \x00\x07 、。", nil},
		{"stemming", "She was running, runs and ran", []string{"run", "run", "run"}},
		{"irregular", "went bought children", []string{"go", "buy", "child"}},
		{"possessive and case", "Tundra's TUNDRA tundra", []string{"tundra", "tundra", "tundra"}},
		{"contractions", "didn't I'll you've", nil},
		{"numbers", "in 2023, 10k", []string{"2023", "10k"}},
		{"unigrams and pairs of kanji", "東京都", []string{"東", "東京", "京", "京都", "都"}},
		{"half width kana", "ﾊﾞｽ", []string{"バ", "バス", "ス"}},
		{"full width Latin", "Ｇｏ言語", []string{"go", "言", "言語", "語"}},
		{"voicing mark apart", "ハ゛ス", []string{"バ", "バス", "ス"}},
		{"short hiragana alone", "です", nil},
		{"hiragana word", "うどん", []string{"うどん"}},
		{"hiragana word in a sentence", "おにぎり食べた", []string{"おにぎ", "にぎり", "り食", "食", "食べ"}},
		{"hiragana beside kanji", "読んだ", []string{"読", "読ん"}},
		{"mixed", "Goで書いた program", []string{"go", "で書", "書", "書い", "program"}},
		{"emoji", "🌧🌧 rain", []string{"🌧", "🌧", "rain"}},
		{"query syntax", `"field:rain" AND +sun* -(snow)`, []string{"field", "rain", "sun", "snow"}},
		{"accents", "café CAFÉ", []string{"café", "café"}},
		{"Cyrillic", "Москва", []string{"москва"}},
		{"Hangul", "서울", []string{"서", "서울", "울"}},
		{"invalid UTF-8", "rain\xffsnow", []string{"rain", "snow"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, want := Of(tt.text), tt.want
			if !slices.Equal(got, want) {
				t.Errorf("Of(%q) = %q, want %q", tt.text, got, want)
			}
		})
	}
}

func TestSameWord(t *testing.T) {
	pairs := [][2]string{
		{"ﾌﾟﾛｸﾞﾗﾑ", "プログラム"}, {"１２３", "123"}, {"ＡＢＣ", "abc"}, {"㍍", "メートル"}, {"i\u0301s", "ís"}, {"Children", "child"},
	}
	for _, p := range pairs {
		if a, b := Of(p[0]), Of(p[1]); !slices.Equal(a, b) || len(a) == 0 {
			t.Errorf("%q gives %q, %q gives %q", p[0], a, p[1], b)
		}
	}
}

func TestWordIsBounded(t *testing.T) {
	for _, w := range Of(strings.Repeat("é", 1000) + " " + strings.Repeat("x", 1000)) {
		if len(w) > maxWord || !utf8.ValidString(w) {
			t.Errorf("term of %d bytes: %q", len(w), w)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"", "Tundra's ﾌﾟﾛｸﾞﾗﾑ", "東京都で、rain\xff", "İstanbul ẞ ŉ", "゛゜", "🏳️‍🌈👩‍👩‍👧", "\u0300\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := Fold(s)
		if again := Fold(folded); again != folded {
			t.Errorf("Fold is not stable: %q, then %q", folded, again)
		}
		for _, w := range Of(s) {
			if w == "" || !utf8.ValidString(w) || strings.ContainsAny(w, " \n\t") {
				t.Errorf("term %q of %q", w, s)
			}
		}
		if a, b := Of(s), Of(folded); !slices.Equal(a, b) {
			t.Errorf("folding changes the terms of %q: %q, %q", s, a, b)
		}
		for _, w := range Words(s) {
			if w == "" {
				t.Errorf("empty word of %q", s)
			}
		}
	})
}

func BenchmarkEnglish(b *testing.B) {
	s := strings.Repeat("I went to the pottery workshop yesterday and the kids loved making their own things. ", 10)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Of(s)
	}
}

func BenchmarkJapanese(b *testing.B) {
	s := strings.Repeat("昨日は子供たちと陶芸教室に行って、プログラムの最後にお茶を飲みました。", 10)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Of(s)
	}
}
