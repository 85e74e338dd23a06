package builtin

import "testing"

// What a question asks is told apart from what is near to it: another day's plan, another's work, what
// goes on with grave news, what names no time.
func TestBesideWhatIsAsked(t *testing.T) {
	t.Parallel()
	converse(t, "en", []line{
		{say: "my mum, Rosalind, she's in Fernleigh, the care home in Henleaze, I go Thursdays after tea. She's got it into her head I'm her sister Joyce and I just go along with it now"},
		{say: "Hm, it's not good really, love, it's quite sad. Oh hang on, text from Mrs Abernathy, she's got the chiropodist. She wants Friday at half eleven instead of Wednesday"},
		{say: "what does Mrs Abernathy want?", want: "Friday", not: "Fernleigh|Before that"},
		{say: "Which home is it my mum lives in, by the way", want: "Fernleigh", not: "Friday"},
	})
	converse(t, "en", []line{
		{say: "my auntie stays in ipoh"}, {say: "whats my aunties name?", not: "ipoh"},
		{say: "my boy is called Hunter and my girl is called April"}, {say: "what's my daughter called?", want: "April"},
		{say: "i cant think straight. do i have anything tomorrow", not: "“"},
	})
	converse(t, "ja", []line{
		{say: "/later"}, {say: "/later"},
		{say: "今朝いきなり小林さんから電話で、パーマ明日の15時に変えてほしいって。"},
		{say: "もっとショックなのが、健太が仕事のトラブルで今週帰れなくなったの。来週の土曜、14日に延期だって…はぁ"},
		{say: "じゃあ小林さんのパーマはいつやるんだっけ", want: "15時", not: "健太"},
		{say: "うち旦那が大阪に単身赴任中でさ"}, {say: "うちの猫の爪切りはいつだっけ", not: "単身赴任"},
	})
	converse(t, "ja", []line{
		{say: "やだ、おじいちゃんが倒れて救急車で運ばれたって"},
		{say: "今わかったのが、脳梗塞で水戸済生会に入院になったって。意識はあるみたいだけど、どうしよう、手が震える"},
		{say: "じいちゃんどこに入院したんだっけ", want: "済生会", not: "前は|その前|救急車"},
	})
	converse(t, "ja", []line{
		{say: "上の子の凪はそろばん習ってる"}, {say: "下の子の蓮はスイミング"}, {say: "蓮の習い事は？", want: "スイミング", not: "そろばん"},
		{say: "お名前は清一さんとおっしゃるのよ、嫁のお父様ね"}, {say: "私の父の名前は、お話ししたかしら", not: "清一"},
		{say: "ばあばは青森に住んでて、いとこの颯太は寿司屋で修業中"}, {say: "ばあばの名前は？", not: "青森|颯太"},
		{say: "孫の誕生日は六月三日じゃ"}, {say: "すまん、まちごうた。六月三日はばあさんの誕生日で、孫は七月九日じゃったわ"}, {say: "孫の誕生日、いつじゃったかいの", want: "七月九日"},
		{say: "明日は8時に労基が来る。昼から杉山の見舞い。"}, {say: "もう寝る。明日、何からだ。", want: "労基"},
	})
}

// TestAWishToKeepIsNotGivenBack has what is asked to be kept told again without the wish.
func TestAWishToKeepIsNotGivenBack(t *testing.T) {
	t.Parallel()
	converse(t, "en", []line{
		{say: "my employee id is QT5582, just keep it in mind na"}, {say: "what is my employee id?", want: "QT5582", not: "mind"},
		{say: "the gear cage code is 7093, hold onto that for me would ya"}, {say: "whats the gear cage code?", want: "7093", not: "hold"},
	})
	converse(t, "ja", []line{
		{say: "自転車の防犯登録、58213番なんやけど、忘れんようにメモしといてもらえる？"}, {say: "防犯登録の番号なんやったっけ", want: "58213", not: "メモ|忘れ|なんや」"},
		{say: "お薬ケースの鍵、番号が2086なんだけど、忘れっぽいから覚えておいてもらえる？"}, {say: "お薬ケースの鍵の番号、何番だった？", want: "2086", not: "覚え|忘れ"},
	})
}

// TestGoodbyeLetter takes a letter left for somebody behind a hint of danger for danger, and none else.
func TestGoodbyeLetter(t *testing.T) {
	t.Parallel()
	converse(t, "en", []line{
		{say: "cant see any point carrying on. walk home over that motorway bridge every morning and i think just climb over", want: "crisis line"},
		{say: "ive wrote a letter for me mum, its in me locker", want: "(?i)crisis line|emergency|(?:be|sit) with you"},
	})
	converse(t, "en", []line{{say: "left a note for my flatmate about the bins", not: "(?i)crisis|emergency|alone"}, {say: "new guy dumped a whole hotel pan of demi on the floor", not: "(?i)sorry|hurts"}})
	converse(t, "en", []line{{say: "My husband expired in June, after forty-four years of marriage", want: "(?i)sorry"}})
}

// TestNameFirst hears a name that is all that a first sentence says.
func TestNameFirst(t *testing.T) {
	t.Parallel()
	for said, name := range map[string]string{
		"誠司。45。川崎でラーメン屋やってんだ":    "誠司",
		"聡だ。47。浜松の楽器工場で班長をやってる。": "聡",
	} {
		converse(t, "ja", []line{{say: said, want: name}, {say: "だから" + name + "だよ。", not: "だから"}, {say: "俺の名前は", want: name, not: "だから"}})
	}
	converse(t, "en", []line{
		{say: "Hi there, I'm Delphine, I'm 41, I tune pianos round Bristol and I have just sat down, so forgive me if I ramble", want: "Delphine"},
		{say: "how old am i", want: "41"},
	})
	converse(t, "en", []line{{say: "My two grandchildren name Jordan and April. Jordan is the boy.", not: "Jordan"}, {say: "what's my name", not: "Jordan"}})
	converse(t, "ja", []line{{say: "ゆづき、17、弘前で高校生してる", want: "ゆづき"}, {say: "わたし何歳だっけ", want: "17"}, {say: "どこ住んでるんだっけ", not: "名前は"}})
	converse(t, "ja", []line{
		{say: "静江と申します"}, {say: "/later"}, {say: "私はうれしいです！孫が生まれました。名前は柚葉です", not: "柚葉さんですね"}, {say: "私の名前は？", want: "静江", not: "柚葉"},
	})
	converse(t, "en", []line{
		{say: "hiya am shug, 52, bus driver in glasgow", want: "Shug"}, {say: "how old am a", want: "52"}, {say: "where dae a stay", want: "Glasgow"}, {say: "whits ma job", want: "bus"}, {say: "whits ma name again", want: "Shug"},
	})
}

// What falls on a day is told though it stands beside what is in doubt, or the news of somebody else comes
// behind it; and what is to be done beside it with it.
func TestWhatIsToldAmongOtherThingsIsDue(t *testing.T) {
	converse(t, "en", []line{
		{say: "I sing second bass with the Dunvant, see, and we've got a concert in the Brangwyn on Tuesday at seven, but I don't know if I've got the heart for it."},
		{say: "Rhodri knows now, and he's on the train from Leeds tomorrow, so I've got to fetch him from the station at four.", not: "what you say now"},
		{say: "What's on Tuesday?", want: "concert", not: "heart"},
		{say: "what have I got to do tomorrow?", want: "(?s)Leeds.*fetch him from the station at four"},
	})
	converse(t, "en", []line{
		{say: "There's a heating engineer called Dai Protheroe coming on Thursday at half past eight to look at the boiler."},
		{say: "What was the name of the chap who's coming to see to the heating, and when?", want: "Dai Protheroe"},
		{say: "I told you that not twenty minutes ago, it's Dai Protheroe."},
		{say: "Cerys came out of her maths smiling anyway, she reckons she's done well."},
		{say: "what's on for Thursday?", want: "Dai Protheroe"},
	})
}
