package builtin

import "testing"

// What nothing told answers is met with what is nearest, said to be no more; never
// with what weighs, with somebody else's things, or where somebody asks "why me".
func TestNearest(t *testing.T) {
	near := "(?i)not sure|nearest"
	converse(t, "en", []line{
		{say: "my sister works in leeds and hates the rain"}, {say: "what's my sister called?", not: near}, {say: "what does my sister think of snow?", not: "rain"},
		{say: "ines's parrot is called figaro"}, {say: "do i have a parrot?", not: "figaro"},
		{say: "what am i allergic to?", not: near}, {say: "i am allergic to penicillin"}, {say: "am i allergic to cats?", not: "(?i)told me.*penicillin"},
		{say: "my brother died in march"}, {say: "did my brother like football", not: "died"},
	})
	converse(t, "ja", []line{
		{say: "むすこのりくはしょうがく2ねんせい"}, {say: "りくなんねんせいだっけ", want: "2"},
		{say: "俺ベース弾いてる"}, {say: "彼女にふられた"}, {say: "なんで俺ばっか", not: "ベース"},
	})
}

// A line that no rule reads is found by what its words are like, and told whole; one of
// another animal, or of what weighs, is not.
func TestLikeliest(t *testing.T) {
	converse(t, "en", []line{
		{say: "I keep a small cutter on the river"}, {say: "I have had her since 1998, would you believe"}, {say: "how long have i had the boat?", want: "1998"},
		{say: "due 14 jan, its a boy"}, {say: "when's the baby due?", want: "(?i)14 jan"},
		{say: "my parrot is called captain"}, {say: "what's my rabbit called?", not: "(?i)captain"},
		{say: "we lost the baby on thursday"}, {say: "how much is the cot?", not: "(?i)lost"},
	})
}

// Somebody's own is told apart from what another has of the same kind.
func TestWhoseName(t *testing.T) {
	converse(t, "en", []line{
		{say: "bex, 41, paramedic, live in swansea x"}, {say: "n whats my name", want: "Bex"},
		{say: "my dog is called Friday and my horse is called June"}, {say: "what's my dog called?", want: "Friday"},
		{say: "my sister-in-law petra runs a bakery in bruges"}, {say: "her son luuk wants to be a diver"},
		{say: "who runs the bakery?", want: "(?i)petra", not: "(?i)luuk"}, {say: "whose son is luuk?", want: "(?i)petra|sister|her son"},
		{say: "i drive the 38 bus"}, {say: "nah they've put me on the 55 from this week"}, {say: "which bus do i drive?", want: "55", not: "38 bus”$"},
	})
}

// What is called off is no plan any more, and no reason to be glad; a name that is
// spelt anew is that; what is denied takes no other value.
func TestCalledOff(t *testing.T) {
	converse(t, "en", []line{
		{say: "we're getting married in august!"}, {say: "the wedding's off", want: "(?i)sorry|hurts|blow"}, {say: "when am i getting married?", not: "(?i)august"},
		{say: "my new dentist is called catherine"}, {say: "it's kathryn btw with a k"}, {say: "what's my dentist called?", want: "(?i)kathryn", not: "(?i)catherine"},
		{say: "need to get a chicken"}, {say: "so not a chicken", not: "(?i)chicken\\. "}, {say: "what do i need to get?", not: "chicken chicken"},
	})
	converse(t, "ja", []line{
		{say: "日曜にフリマに出る"}, {say: "やっぱフリマなし 場所が取れんかった"}, {say: "フリマいつだっけ", not: "出る"},
		{say: "今は京都に住んでる"}, {say: "引っ越したよ。もう京都には住んでない、今は奈良だ"}, {say: "どこに住んでるっけ", want: "奈良", not: "引っ越したに"},
	})
}

// A list of what is known has no plan of yesterday, and keeps a birthday.
func TestNothingOverInTheList(t *testing.T) {
	converse(t, "en", []line{
		{say: "my birthday is the 3rd of may"}, {say: "my son has a check-up tomorrow"}, {say: "my son keeps bees"}, {say: "/later"}, {say: "/later"}, {say: "/later"},
		{say: "what do you know about me?", want: "3rd of [Mm]ay", not: "check-up"},
	})
}

// What is no good news is not cheered, and what is said to somebody one trusts is
// not filed.
func TestNoCheer(t *testing.T) {
	cheer := "(?i)congrat|glad for|lovely|so glad|おめでと|よかった|うれし"
	for _, said := range []string{"im pregnant and i dont want it", "the wedding's off", "they found a lump"} {
		converse(t, "en", []line{{say: said, not: cheer}})
	}
	for _, said := range []string{"妊娠したけど産みたくない", "しこりが見つかった", "猫が帰ってこない もう四日", "浮気じゃなかったけど別れた", "同期はみんな受かってるんですよね"} {
		converse(t, "ja", []line{{say: said, not: cheer}})
	}
	converse(t, "en", []line{{say: "im gay and nobody knows", not: "(?i)sorry|noted|got it|remember"}, {say: "its my birthday", want: "(?i)happy|returns"}})
	converse(t, "ja", []line{{say: "ねえ、わたし頑張ってる？", not: "聞いていません|わかりません"}, {say: "今日誕生日なんだ", want: "おめでと"}})
}

// Who begins wants to know what this is.
func TestWhatIsThis(t *testing.T) {
	for _, said := range []string{"what is this", "how does this work", "hi im new here"} {
		converse(t, "en", []line{{say: said, want: "(?i)listen"}})
	}
	for _, said := range []string{"これ何するアプリ？", "どうやって使うの？"} {
		converse(t, "ja", []line{{say: said, want: "書きとめ"}})
	}
}
