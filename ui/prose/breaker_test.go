package prose

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBreakLines(t *testing.T) {
	rows := []struct {
		name, text string
		width      int
		want       []string
	}{
		{"empty", "", 10, []string{""}},
		{"one line", "あいう", 3, []string{"あいう"}},
		{"japanese anywhere", "あいうえお", 3, []string{"あいう", "えお"}},
		{"latin at spaces", "the quick brown fox", 5, []string{"the quick ", "brown fox"}},
		{"spaces hang", "abcd    efgh", 2, []string{"abcd    ", "efgh"}},
		{"no 。 first", "あいう。え", 3, []string{"あい", "う。え"}},
		{"no 、 first", "あいう、え", 3, []string{"あい", "う、え"}},
		{"no 」 first", "あい「う」え", 4, []string{"あい", "「う」え"}},
		{"no 。 after 」 first", "あい「う」。え", 5, []string{"あい", "「う」。え"}},
		{"no 「 last", "あいう「えお」", 4, []string{"あいう", "「えお」"}},
		{"no （ last", "あい（う）", 3, []string{"あい", "（う）"}},
		{"no small kana first", "あしゃき", 2, []string{"あ", "しゃ", "き"}},
		{"no ー first", "アラーム", 2, []string{"ア", "ラー", "ム"}},
		{"no ！？ first", "あいう！？", 3, []string{"あい", "う！？"}},
		{"no 々 first", "あ人々", 2, []string{"あ", "人々"}},
		{"no … first", "あいう……", 3, []string{"あい", "う……"}},
		{"the same at a width of two", "「あ」", 1, []string{"「", "あ", "」"}},
		{"latin in japanese", "今日はtundraです", 5, []string{"今日は", "tundraです"}},
		{"after ” before (", "“a b” (c d)", 4, []string{"“a b” ", "(c d)"}},
		{"after ” before “", "“a b” “c d”", 4, []string{"“a b” ", "“c d”"}},
		{"long word", "abcdefghij", 2, []string{"abcd", "efgh", "ij"}},
		{"long word after text", "xy abcdefghij", 2, []string{"xy ", "abcd", "efgh", "ij"}},
		{"hard break", "a\nb", 5, []string{"a\n", "b"}},
		{"hard break at the end", "a\n", 5, []string{"a\n"}},
		{"empty lines", "a\n\nb", 5, []string{"a\n", "\n", "b"}},
		{"accents stay on their letter", "e\u0301e\u0301e\u0301", 1, []string{"e\u0301e\u0301", "e\u0301"}},
		{"family stays together", "👩‍👩‍👧👩‍👩‍👧", 3, []string{"👩‍👩‍👧", "👩‍👩‍👧"}},
		{"no room at all", "ab国", 0, []string{"a", "b", "国"}},
		{"url", "https://example.org/a/b", 7, []string{"https://", "example.org/a/", "b"}},
		{"no word of kanji apart", "静かな夜に変化が見える", 6, []string{"静かな夜に", "変化が見える"}},
		{"no ending from its word", "私の猫はまだ病気です", 9, []string{"私の猫はまだ", "病気です"}},
		{"お with its word", "熱いうちにお茶を飲んだ", 6, []string{"熱いうちに", "お茶を飲んだ"}},
		{"no phrase near", "夜に変化あいうえおか", 8, []string{"夜に変化あいうえ", "おか"}},
		{"hangul", "안녕하세요", 2, []string{"안녕", "하세", "요"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := cutText(row.text, row.width); !slices.Equal(got, row.want) {
				t.Errorf("breakLines(%q, %d) = %q, want %q", row.text, row.width, got, row.want)
			}
		})
	}
}

// The characters that no line may begin or end with, at every width.
func TestKinsoku(t *testing.T) {
	const text = "「月が、」と彼女は言った。「綺麗ですね！？（ちょっと…）」しゃっきりとしたコーヒーを『夜更け』に飲む人々、ーー々。"
	const first = "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…"
	const last = "‘“（〔［｛〈《「『【"
	for width := 8; width < 40; width++ { // 人々、ーー々。 is one piece
		for _, l := range cutText(text, width)[1:] {
			if r, _ := utf8.DecodeRuneInString(l); strings.ContainsRune(first, r) {
				t.Errorf("width %d: line %q begins with %c", width, l, r)
			}
		}
		for _, l := range cutText(text, width) {
			if r, _ := utf8.DecodeLastRuneInString(l); strings.ContainsRune(last, r) {
				t.Errorf("width %d: line %q ends with %c", width, l, r)
			}
		}
	}
}

// No line is wider than its column, and nothing is lost, at every width.
func TestBreakLinesFit(t *testing.T) {
	const text = "今日は tundra project の話。Supercalifragilistic を書いた、\n\nend of it ——— e\u0301e\u0301 👩‍👩‍👧 ok"
	for width := 2; width < 60; width++ {
		m := &measure{ruler: gridRuler{}, text: text, stretches: []stretch{{len(text), face{size: 10}}}}
		at := 0
		for _, l := range breakLines(m, float32(width)*5) {
			if l.from != at {
				t.Fatalf("width %d: a line begins at %d, the one before ended at %d", width, l.from, at)
			}
			at = l.to
			ink := strings.TrimRight(text[l.from:l.to], " \n")
			if w := m.of(l.from, l.from+len(ink)); w > float32(width)*5+0.1 && runes(ink) > 1 && !strings.HasPrefix(ink, "👩") {
				t.Errorf("width %d: line %q is %.0f wide", width, ink, w)
			}
		}
		if at != len(text) {
			t.Errorf("width %d: lines end at %d of %d", width, at, len(text))
		}
	}
}
