package companion

import (
	"slices"
	"testing"
)

// TestPlainLines says a note of a page as it was told, without who told it on
// which day, and without marks and comments.
func TestPlainLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"健太さんの話（2026年11月24日）: 「上司は鈴木さんといいます」\n", []string{"「上司は鈴木さんといいます」"}},
		{"Ben said on 24 November 2026: “My boss is called Ingrid.”", []string{"“My boss is called Ingrid.”"}},
		{"## Work\n- Ingrid leads the ward. <!-- 01M8 -->\n\n", []string{"Ingrid leads the ward."}},
		{"- Nora, spoken of on 3 days since 19 November 2026. Ben's sister Nora just moved to Bristol", []string{"Your sister Nora just moved to Bristol"}},
		{"- 美咲（2026年11月19日から3日、話に出た）: ユーザー「妹の美咲が福岡に引っ越したばかり」", []string{"「妹の美咲が福岡に引っ越したばかり」"}},
	} {
		if got := plainLines(c.text, "", "Ben"); !slices.Equal(got, c.want) {
			t.Errorf("%q is said as %q, want %q", c.text, got, c.want)
		}
	}
}
