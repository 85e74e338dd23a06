package facts

import (
	"slices"
	"testing"
)

// TestWhatOneIsIsNoName takes no nationality, faith or sign of the zodiac for a name.
func TestWhatOneIsIsNoName(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"I'm Indian", "I'm Muslim", "im Canadian", "I'm Libra", "I'm Deaf", "専業主婦です", "在宅勤務です", "オタクです"} {
		for _, c := range Capture(Utterance{Text: said}) {
			if c.Telling.About == "name" {
				t.Errorf("%s: %q is kept", said, c.Text)
			}
		}
	}
}

// TestWhoseItIs keeps what is told of somebody's child, animal or birthday as theirs,
// and what the user says of themselves after a greeting as the user's.
func TestWhoseItIs(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		lang string
		said []string
		want string
		not  string
	}{
		{"en", []string{"Sam just got a kitten. She's called Mochi."}, "Sam's kitten is called Mochi", "My kitten is called Mochi"},
		{"en", []string{"my sister had a baby boy. His name is Leo."}, "My sister's boy is called Leo", "My boy is called Leo"},
		{"en", []string{"My husband brought home a puppy. Its name is Rex."}, "My puppy is called Rex", ""},
		{"en", []string{"Good evening", "ben, 29, nurse"}, "My name is Ben", ""},
		{"en", []string{"I can't eat peanuts, I'm allergic."}, "I can't eat peanuts, I'm allergic", "I'm allergic"},
		{"ja", []string{"佐藤さんは猫を二匹飼ってる。名前はソラとムギ。"}, "佐藤さんの猫の名前はソラとムギです", "猫の名前はソラとムギです"},
		{"ja", []string{"姉に女の子が生まれた。名前は陽菜。"}, "姉の女の子の名前は陽菜です", "姉の名前は陽菜です"},
		{"ja", []string{"昨日うちに女の子が生まれたんだ。名前は陽菜。"}, "女の子の名前は陽菜です", "名前は陽菜です"},
		{"ja", []string{"田中です。"}, "名前は田中です", ""},
		{"ja", []string{"猫アレルギーです。"}, "猫アレルギーです", "名前は猫アレルギーです"},
		{"en", []string{"I'm Summer"}, "My name is Summer", ""},
		{"ja", []string{"こんばんは", "健です。"}, "名前は健です", ""},
		{"ja", []string{"妹の美咲が福岡に引っ越したばかり。", "ピーナッツアレルギーなんだ。"}, "ピーナッツアレルギーなんだ", ""},
	} {
		var kept, before []string
		for _, s := range row.said {
			for _, c := range Capture(Utterance{Text: s, Language: row.lang, Before: before}) {
				kept = append(kept, c.Text)
			}
			before = append(before, s)
		}
		if !slices.Contains(kept, row.want) || slices.Contains(kept, row.not) {
			t.Errorf("%q: %q, want %q and not %q", row.said, kept, row.want, row.not)
		}
	}
}

// TestWhatIsNoName takes no town that is greeted from, no cat and no trade for a name.
func TestWhatIsNoName(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"おはよう、広島です。牡蠣食べてる", "うちの猫、6歳です", "子供が二人います。上が大学生、下が高校生", "息子が二人。上は東京、下は大阪", "妹が二人。上が看護師、下が美容師", "子供が二人。上が男の子、下が女の子"} {
		for _, c := range Capture(Utterance{Text: said}) {
			if c.Telling.About == "name" {
				t.Errorf("%s: %q is kept", said, c.Text)
			}
		}
	}
}
