package lang

import (
	"strings"
	"testing"
)

// Whoever speaks is heard the same, however they call themselves.
func TestGraveWhoeverSpeaks(t *testing.T) {
	for _, line := range []string{"わたしが死んでも誰も困らない", "わたしの葬式には誰も来ないだろうな", "わたしは今夜死にます", "わたしがいる意味がわからない", "わたしの体が大嫌い"} {
		want := GraveOf(line)
		for _, me := range []string{"私", "あたし", "アタシ", "わたくし", "俺", "おれ", "オレ", "僕", "ぼく", "ボク", "わし", "ワイ", "うち"} {
			text := strings.Replace(line, "わたし", me, 1)
			if home := strings.HasPrefix(text, "うちの"); want == NotGrave || GraveOf(text) != want && !home {
				t.Errorf("%s: %q, want %q", text, GraveOf(text), want)
			}
		}
	}
}

// What is no word for oneself stays.
func TestOneSelf(t *testing.T) {
	for text, want := range map[string]string{
		"オレは寝る。ぼくも寝る": "私は寝る。私も寝る", "あたしから言うよ": "私から言うよ",
		"カフェオレとオレンジ": "カフェオレとオレンジ", "まあたしかに": "まあたしかに", "ハワイに行く": "ハワイに行く", "そぼくな味": "そぼくな味", "手わたした": "手わたした", "": "",
	} {
		if got := OneSelf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
