package builtin

import "testing"

// A later line that is likely to put right what is asked for is told beside it.
func TestLikelyPutRight(t *testing.T) {
	for _, lines := range [][]line{
		{{say: "getting the ferry over to mull on friday"}, {say: "calmac have shifted it to monday, weather's mental"}, {say: "what day am i getting the ferry?", want: "(?i)monday"}},
		{{say: "there is a bowls match on Friday against Corbridge, at half past six in the indoor hall"}, {say: "I had soup for my tea."}, {say: "I told you wrong about the hour; I looked at the card and it is seven o'clock, not half past six."}, {say: "what time is the bowls match", want: "seven"}},
		{{say: "there is a bowls match on Friday against Corbridge, at half past six in the indoor hall"}, {say: "I had soup for my tea."}, {say: "I told you wrong, it's seven, not half past six"}, {say: "Then read it me back, when is the bowls match?", want: "at seven", not: "six the"}},
		{{say: "ma granda's 84 and still cycles tae the shop"}, {say: "85, he'd batter me"}, {say: "whit age is ma granda?", want: "85"}},
		{{say: "my cats name is pesto"}, {say: "wait no, presto. fat thumbs"}, {say: "whats my cats name", want: "(?i)is presto"}},
		{{say: "my shift starts at 10 tomorrow night"}, {say: "shift got changed, its 11 now"}, {say: "what time does my shift start?", want: "11", not: "at 10 at 11"}},
	} {
		converse(t, "en", lines)
	}
	for _, lines := range [][]line{
		{{say: "孫は今年で七つになりました。"}, {say: "失礼、六つでした。どうも先走っていけません"}, {say: "孫はいくつでしたかな？", want: "六つ"}},
		{{say: "同窓会は19日やねん"}, {say: "あほやなあ私、老眼でハガキ読み間違えてた、9日やわ"}, {say: "同窓会って何日やった？", want: "[^1]9日"}},
	} {
		converse(t, "ja", lines)
	}
}

// A later line of something else is not.
func TestLaterLineOfSomethingElse(t *testing.T) {
	for _, lines := range [][]line{
		{{say: "my son leo is 8"}, {say: "my daughter mia is 5"}, {say: "how old is leo?", want: "8", not: "5"}},
		{{say: "the meeting is at 3"}, {say: "lunch is at 1"}, {say: "when is the meeting?", want: "3", not: "lunch"}},
		{{say: "my wedding is on the 12th of june"}, {say: "tom's wedding was on the 3rd, it rained"}, {say: "when is my wedding?", want: "12", not: "3rd"}},
		{{say: "my flat is on the 3rd floor"}, {say: "turns out the lift is broken, 3 weeks they say"}, {say: "which floor is my flat on?", want: "3rd", not: "weeks"}},
		{{say: "i pay 650 rent"}, {say: "electricity went up to 120"}, {say: "how much rent do i pay?", want: "650", not: "120"}},
		{{say: "i'm allergic to nuts"}, {say: "they changed the menu to pasta"}, {say: "what am i allergic to?", want: "nuts", not: "pasta"}},
		{{say: "I live in Ibadan"}, {say: "when I was small we lived in Kaduna, my father was in the army"}, {say: "where do I live?", want: "Ibadan", not: "Kaduna"}},
	} {
		converse(t, "en", lines)
	}
	for _, lines := range [][]line{
		{{say: "息子は8歳です"}, {say: "娘は5歳になりました"}, {say: "息子は何歳？", want: "8歳", not: "5歳"}},
		{{say: "家賃は6万5千円です"}, {say: "電気代が1万2千円になった、高い", not: "覚えなお"}, {say: "家賃いくらだっけ？", want: "6万5千円", not: "1万2千円"}},
		{{say: "今は盛岡に住んでます"}, {say: "学生のころは弘前に住んでました"}, {say: "私は今どこに住んでいますか", not: "弘前"}},
		{{say: "私、28歳です", not: "私さん"}, {say: "私って何歳でしたっけ？", want: "28"}},
		{{say: "私は34歳"}, {say: "気分は90歳だよ笑"}, {say: "私って何歳？", want: "34", not: "90"}},
		{{say: "うちの犬はビスケット"}, {say: "隣の犬はペッパーっていうんだよ"}, {say: "うちの犬の名前は？", not: "ペッパー"}},
		{{say: "息子のはるとは小学二年生"}, {say: "お向かいにもはるとがいて、そっちのはるとは高校生なの"}, {say: "担任って高校生？", not: "はい"}},
		{{say: "うさぎの名前はあずきです。"}, {say: "亀の名前は？", not: "あずき"}},
	} {
		converse(t, "ja", lines)
	}
}
