package statement

import "testing"

// TestCorrectionsAreOfWhatWasTold has corrections of every shape, and what is told
// then; "" where it is not known what they are of.
func TestCorrectionsAreOfWhatWasTold(t *testing.T) {
	for _, c := range []struct {
		told []string
		then string
		want string
	}{
		{[]string{"my aunt lives in Bristol", "it rained"}, "not Bristol, Bath", "My aunt lives in Bath"},
		{[]string{"the recital is at 6"}, "6.30 sorry", "The recital is at 6.30"},
		{[]string{"my parrot is 9"}, "she's 10 actually", "My parrot is 10"},
		{[]string{"i have two sons"}, "three sons, sorry, i forgot the eldest", "I have three sons"},
		{[]string{"my rents 640 a month"}, "soz typo, 460", "My rents 460 a month"},
		{[]string{"my landlord is called Karen"}, "Actually it's Carol, not Karen", "My landlord is called Carol"},
		{[]string{"gran's birthday is the 9th of june"}, "*19th not 9th", "Gran's birthday is the 19th of june"},
		{[]string{"my dog is brown"}, "she's lovely actually", ""},
		{[]string{"my aunt lives in Bristol"}, "not Leeds, Bath", ""},
		{[]string{"the dentist is on the 12th", "the play is on the 13th"}, "the play is on the 14th, not the 13th", "The play is on the 14th"},
		{[]string{"My name is Ben"}, "I moved to Bergen last month", ""},
		{[]string{"Ailsa lost a tooth"}, "no wait it was Finn", "Finn lost a tooth"},
		{[]string{"my manager is Rajesh, v strict"}, "Rajesh left on friday, its Kavita now", "My manager is Kavita, v strict"},
		{[]string{"my nephew was born, 6 pounds"}, "wait no my brother says 8 pounds, it was a bad line", "My nephew was born, 8 pounds"},
		{[]string{"my test is on the 20th"}, "moved it to the 27th", "My test is on the 27th"},
		{[]string{"来月の12日に京都へ引っ越すんだ"}, "あ、12日じゃなくて15日だった", "来月の15日に京都へ引っ越すんだ"},
		{[]string{"弟はつくばに住んでる", "雨だった"}, "つくばじゃなくて土浦だった", "弟は土浦に住んでる"},
		{[]string{"発表会は6時から"}, "やっぱり6時半からだって", "発表会は6時半から"},
		{[]string{"店長は木村さん"}, "木村さんじゃなくて木下さん、いつも間違える", "店長は木下さん"},
		{[]string{"6月にスペインに行くんだ"}, "スペインはやめて、ポルトガルにした", "6月にポルトガルに行くんだ"},
		{[]string{"うちの猫は9歳"}, "ちがう、10歳だ", "うちの猫は10歳"},
		{[]string{"血液型はA型です"}, "あ、すみません、B型でした", "血液型はB型です"},
		{[]string{"今日は雨だった"}, "あ、三人だった", ""},
		{[]string{"娘の明日香が月曜から学校なんだ"}, "ごめん、火曜だった", "娘の明日香が火曜から学校なんだ"},
		{[]string{"あした面接"}, "ちゃう あさって", "あさって面接"},
		{[]string{"we've a gig on saturday too, half 8 in the crows nest"}, "wait no, the gig's half 9, not half 8. half 8 is the soundcheck", "We've a gig on saturday too, half 9 in the crows nest"},
		{[]string{"there's the oven too", "so when do the little ones see somebody"}, "no not the oven, the dentist", ""},
		{[]string{"My best friend Jonas is allergic to walnuts"}, "Actually I mixed that up, it's cashews, not walnuts", "My best friend Jonas is allergic to cashews"},
		{[]string{"来週の火曜に膝の手術を受けるんです"}, "さっき病院から連絡があって、木曜に延びたとのことでした", "来週の木曜に膝の手術を受けるんです"},
		{[]string{"火曜に面接があります"}, "先方からメールで、木曜に変更とのことです", "木曜に面接があります"},
		{[]string{"禁煙して三年になるわ"}, "ほんまは半年や", "禁煙して半年になるわ"},
		{[]string{"酒やめて二年や"}, "すまん盛った、本当は八か月や", "酒やめて八か月や"},
		{[]string{"祖父は81です"}, "いえ、五月に誕生日が来たから82ですね、失礼", "祖父は82です"},
		{[]string{"祖父は81歳です"}, "間違えた、82だ", "祖父は82歳です"},
		{[]string{"弟の誕生日は3月9日"}, "待って3月ちゃう、5月19日や", "弟の誕生日は5月19日"},
		{[]string{"この町に来て2年です"}, "すみません、実は3年です", "この町に来て3年です"},
		{[]string{"猫は二匹です"}, "実は三年前に離婚した", ""},
		{[]string{"会議は3時から"}, "いや、会議は楽しかった", ""},
		{[]string{"バイト月曜から"}, "あ、バイト月曜からって言ったけど火曜からになった", "バイト火曜から"},
	} {
		got := ""
		for _, st := range Statements(c.then, c.told...) {
			for _, tell := range st.Tells {
				if tell.Was != "" {
					got = tell.Text
				}
			}
		}
		if got != c.want {
			t.Errorf("%q, then %q: tells %q, want %q", c.told, c.then, got, c.want)
		}
	}
}

// TestForgets has what somebody asks to be forgotten.
func TestForgets(t *testing.T) {
	for text, want := range map[string]string{
		"forget what i said about my knee please": "my knee",
		"delete everything i told you":            "-",
		"i forget what she said":                  "",
		"don't forget what i told you":            "",
		"さっきの膝の話、忘れて":                             "膝",
		"傘を忘れてきた":                                 "",
	} {
		about, ok := Forgets(text)
		if ok && about == "" {
			about = "-"
		}
		if about != want {
			t.Errorf("%q asks to forget %q, want %q", text, about, want)
		}
	}
}
