package builtin

import "testing"

// A greeting, a good night and the persona's name change nothing of what stands beside them.
func TestBesideAGreeting(t *testing.T) {
	const glad = `(?i)good|glad|bright|lovely|sound of that`
	converse(t, "en", []line{
		{say: "Hi, I'm Imani. I'm a porter at the hospital."}, {say: "/later"},
		{say: "Good evening, Luna. Today I am not so well. I did not sleep and the hip has hurt the whole night.", not: glad},
		{say: "No, Luna, it is not good. I sat in the kitchen at four in the morning with my tea and looked on his chair.", not: "go by that|put that right|keep to"},
		{say: "Right, I'll be there. Night, Luna. You do remember what I'm called, don't you?", want: "Imani"},
		{say: "Good night, Luna; Toby wants the potato called Kevin entered in the record.", want: "(?i)night|sleep|rest"},
	})
	converse(t, "ja", []line{{say: "千尋です。保育士をしています。"}, {say: "明日は朝から遠足で、お弁当も作らなきゃです。おやすみなさい。", want: "おやすみ|休んで"}})
}

// Mourning, guilt, fear of an operation and a quiet home are no danger, and neither is what is asked
// beside them.
func TestNoAlarmBesideAQuestion(t *testing.T) {
	const alarm = `might not be here|safe|いなくなってしまいたい|安全なところ|119|ホットライン`
	converse(t, "en", []line{
		{say: "yeah it is a bit. the flat will be so quiet. who is it thats coming to fix the machine at work and when do i need to be there", not: alarm},
		{say: "I am afraid that I will not wake up from the anaesthetic.", not: alarm},
	})
	converse(t, "ja", []line{
		{say: "そうですよね、空のことは誰にも分かりません。それでは、明日の私の予定を確認させていただけますか。", want: "明日", not: alarm},
		{say: "いえいえ、とんでもない、孫が生まれて嬉しくて仕方がないのですよ。", not: alarm},
		{say: "受け持ちの患者さんが明け方に急変して、だめでした", want: "つらい|お悔やみ|ことば"}, {say: "もっと早く気づけたんじゃないかって…わたしのせいかなって", not: alarm},
	})
}

// What was put right is so from then on, whatever stands beside it, and what was misread puts nothing
// right; what is asked for is found by the sentence before the question.
func TestPutRightInOneBreath(t *testing.T) {
	converse(t, "en", []line{
		{say: "/later"}, {say: "/later"}, // a Monday
		{say: "wednesday at 4 ive got wren at the dentist on mill lane and my sister jo takes otis swimming"},
		{say: "well theres the oven too, the big one broke and the repair man comes thursday at 6 in the morning"},
		{say: "so remind me when am i supposed to get the little ones teeth looked at"},
		{say: "no not the oven, the dentist. and actually i got it wrong its half past 4 not 4 on wednesday"}, {say: "/later"},
		{say: "anyway tomorrow, whats happening tomorrow", want: "half past 4", not: "anyway"}, {say: "and the oven, when does the repair man come?", not: "the dentist too"},
		{say: "we've a gig on saturday too, half 8 in the crows nest"}, {say: "wait no, the gig's half 9, not half 8. half 8 is the soundcheck", want: "(?i)half 9"},
		{say: "what time is the gig on saturday", want: "half 9 in"},
		{say: "On Tuesday the 14th of April I have my hip operation at Chapel Allerton."}, {say: "But I told you of my hip operation. When is it?", want: "14 April"},
	})
	converse(t, "en", []line{
		{say: "/later"}, {say: "/later"}, {say: "On Thursday at ten past nine I am to present my left eye to a Dr Banerjee, and I am told not to drive myself."}, {say: "/later"},
		{say: "And when is my eye to be seen to, and by whom?", want: "26 November"},
	})
	converse(t, "ja", []line{
		{say: "/later"}, {say: "/later"},
		{say: "今週めっちゃ詰まってる。水曜の19時に由佳さんと三軒茶屋のカフェで店の話する"}, {say: "あと木曜の朝10時、もなかのワクチン。で土曜は亮太の実家、川越に昼すぎ"},
		{say: "ごめん間違えた、由佳さんと会うの19時じゃなくて20時半だった"}, {say: "新横浜9時12分の新幹線、もう取った。"}, {say: "/later"},
		{say: "明日ってなんかあったっけ", want: "20時半"}, {say: "今週末って何かあったっけ？", want: "川越", not: "水曜"},
		{say: "妻の佐和子が手術をすることになりまして、十日に決まりました。", not: "うれし|よかった"},
		{say: "気が滅入ると物忘れもひどくなるようで、佐和子の手術は結局いつになったのでしたか、もう一度教えていただけますか。", want: "十日"},
	})
}
