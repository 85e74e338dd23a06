package builtin

import "testing"

// What a newcomer's first talks went wrong by.

func TestNewcomersJapanese(t *testing.T) {
	tests := map[string][]line{
		"名前だけの名乗り": {
			{say: "はじめまして。ゆうきです。先週、仙台から横浜に引っ越してきました。", want: `ゆうきさん.*引っ越してきたん`,
				keep: "ユーザーの名前はゆうきさん。 / ゆうきさんは先週、仙台から横浜に引っ越してきた。 / core: お話しする人の名前はゆうきさん。"},
			{say: "私のこと、何を知ってる？", want: `ゆうきさん.*横浜に引っ越してきた`, not: `うかがっていない`, keep: "-"},
			{say: "スパイスは何がおすすめ？", want: `すすめ.*か。`, keep: "-"},
		},
		"あいさつのあとの姓": {
			{say: "初めまして、田所です。Goのエンジニアをやってます。", want: `田所さん`,
				keep: "ユーザーの名前は田所さん。 / 田所さんはGoのエンジニアをやっている。 / core: お話しする人の名前は田所さん。"},
			{say: "田所じゃなくて田処です", want: `田処さん`},
			{say: "私の名前は？", want: `田処`, not: `田所`, keep: "-"},
		},
		"名前でないもの": {
			{say: "こんばんは、ひまです", keep: "-", not: `ひまさん`},
			{say: "げんきです", keep: "-", not: `げんきさん`},
			{say: "大学生です", not: `大学生さん`},
		},
		"姓と名": {
			{say: "田中ゆうきです。", want: `田中ゆうきさん`},
		},
		"名前に似たことば": {
			{say: "退屈そうです", keep: "-", not: `退屈そうさん`},
			{say: "残業ばかりです", not: `ばかりさん`},
			{say: "二人くらいです", not: `くらいさん`},
		},
		"俺ケンタ": {
			{say: "おっす", want: `名前|お呼び`, keep: "-"},
			{say: "俺ケンタ。大学生", want: `ケンタさん`, not: `俺ケンタ|大学生さん`},
			{say: "俺の名前覚えてる？", want: `ケンタ`, keep: "-"},
			{say: "バイトだりー", not: `だりん`},
			{say: "お前は？", want: `変わり|いつもどおり`, keep: "-"},
			{say: "んじゃまた", keep: "-", not: `気になります`},
		},
		"大阪のことば": {
			{say: "まいど！うちは大阪のおばちゃんやで", keep: "ユーザーは大阪のおばちゃんだ。", want: `おばちゃんなんですね`},
			{say: "名前はよしこ言うねん", want: `よしこさん`, not: `おばの`},
			{say: "孫が3人おって、いちばん下がこの春小学校あがるんよ", want: `孫が3人いて`},
			{say: "うちの孫は何人おる？", want: `3人`, keep: "-"},
			{say: "うちのこと何知ってるん？", want: `よしこ.*孫`, keep: "-"},
			{say: "ほな、またな", keep: "-", not: `気になります`},
		},
		"半角かなと絵文字": {
			{say: "ﾜﾀｼﾉﾅﾏｴﾊｼﾞﾛｳﾃﾞｽ", want: `じろうさん`},
			{say: "ﾈｺｦ2ﾋｷｶｯﾃﾏｽ", keep: "じろうさんは猫を2匹飼っている。"},
			{say: "今日カフェでバイトだった☕️ つかれた😭", keep: "じろうさんは2026年11月21日にカフェでバイトだった。", mood: "protective"},
			{say: "推しのライブが12/24に決まったの🎉🎉", keep: "推しのライブが12月24日に決まった。", not: `🎉`},
			{say: "推しのライブいつ？", want: `12月24日`, keep: "-"},
		},
		"言い違え": {
			{say: "締め切りは12月10日です", keep: "締め切りは12月10日だ。"},
			{say: "締め切りいつ？", want: `締め切りは12月10日`, keep: "-"},
			{say: "締め切り、12月10日じゃなくて12月15日だった", want: `12月15日`, keep: "締め切りは12月15日だ（12月10日ではない）。"},
			{say: "締め切りは何日だっけ？", want: `12月15日`, not: `、とうかがいました。$|12月10日`, keep: "-"},
			{say: "妹は25歳です。", keep: "ユーザーの妹は25歳だ。"},
			{say: "間違えた、妹は26歳です。", keep: "ユーザーの妹は26歳だ。", not: `間違えた`},
			{say: "妹は何歳？", want: `26歳`, not: `25|間違えた`, keep: "-"},
		},
		"亡くした人": {
			{say: "先月、母が亡くなりました。", mood: "protective"},
			{say: "四十九日が来週の土曜日です。", mood: "protective", not: `うまくいく`},
			{say: "母はいつも庭でバラを育てていました。", not: `どんな方ですか`},
			{say: "もっと電話すればよかったと後悔しています", mood: "protective"},
			{say: "あなたは大切な人を亡くしたことがありますか？", want: `言葉でできて|日々`, not: `SOUL|設定`, keep: "-"},
			{say: "/day"},
			{say: "四十九日はいつでしたか", want: `11月28日`, keep: "-"},
		},
		"丁寧な人": {
			{say: "わたくし、佐々木と申します。今年で七十二になります。", want: `佐々木さん`},
			{say: "定年後は畑で野菜を作っております。", want: `作っているんですね`},
			{say: "家内は三年前に他界しました。", mood: "protective"},
			{say: "息子が二人おりまして、長男は札幌、次男は福岡におります。"},
			{say: "次男はどこに住んでいますか？", want: `福岡`, keep: "-"},
			{say: "夫は出張で、来週の金曜まで帰ってきません", want: `帰ってこないんですね`},
			{say: "そろそろ休みます", keep: "-", not: `ですか。$`},
		},
		"子どもの名前": {
			{say: "こんにちは、二児の母です。", keep: "ユーザーは二児の母だ。", not: `お母さん`},
			{say: "上の子は5歳でハル、下の子は2歳でソラといいます。"},
			{say: "ハルは恐竜が大好きなんです", keep: "ハルは恐竜が大好きだ。"},
			{say: "ソラは何歳ですか？", want: `2歳`, keep: "-"},
			{say: "子どもの名前覚えてますか？", want: `ハル.*ソラ`, keep: "-"},
		},
		"ひなの": {
			{say: "姪の名前はひなのです。", keep: "姪の名前はひなのだ。"},
			{say: "契約が来月いっぱいで切れることになりました。", not: `月にいっぱい`},
			{say: "講評会が来週の金曜にあんねん", want: `あるんですね`, keep: "講評会が2026年11月27日にある。"},
			{say: "家内に先立たれて二年になります。", mood: "protective", not: `どんな方ですか`},
		},
		"名字の言い違え": {
			{say: "田中ゆうきです。", want: `田中ゆうきさん`},
			{say: "名前、間違ってるよ", want: `お呼びすれば`, keep: "-"},
			{say: "田中じゃなくて中田です", want: `中田ゆうきさん`, not: `はじめまして`,
				keep: "ユーザーの名前は中田ゆうきさん。 / core: お話しする人の名前は中田ゆうきさん。"},
			{say: "私の名前、覚えてる？", want: `中田ゆうきさん`, not: `田中`, keep: "-"},
			{say: "なんて呼んでくれる？ゆうきでいいよ。", want: `ゆうきさん`, not: `うかがっていません|はじめまして`},
			{say: "私の名前は？", want: `ゆうきさん`, not: `中田`, keep: "-"},
		},
		"一度に言いなおす": {
			{say: "田中ゆうきです。横浜で看護師をしています。", want: `田中ゆうきさん`},
			{say: "名前、間違えてた。田中じゃなくて中田ゆうきです。", want: `中田ゆうきさん、ですね|中田ゆうきさんとお呼び`, not: `ゆうきゆうき`,
				keep: "ユーザーの名前は中田ゆうきさん。 / core: お話しする人の名前は中田ゆうきさん。"},
			{say: "佐藤じゃなくて鈴木が先生だったよ", not: `さん、ですね`},
		},
		"高校生": {
			{say: "はじめまして、みゆだよ〜！高1です", want: `みゆさん`,
				keep: "ユーザーの名前はみゆさん。 / みゆさんは高1だ。 / core: お話しする人の名前はみゆさん。"},
			{say: "おやすみ〜", want: `おやすみなさい`, keep: "-"},
		},
		"高校生、続けて": {
			{say: "みゆだよ〜高1", want: `みゆさん`},
		},
		"うちの犬": {
			{say: "うちには柴犬のきなこがいます。来月で三歳になります。", want: `おうちには柴犬`,
				keep: "ユーザーのうちには柴犬のきなこがいる。 / きなこは2026年12月で三歳になる。"},
			{say: "きなこは何歳？", want: `三歳になるんでしたね|三歳になる`, not: `なる、でしたね`, keep: "-"},
			{say: "猫も飼っています。今年で四十歳です。", keep: "ユーザーは猫も飼っている。 / ユーザーは2026年で四十歳だ。"},
		},
		"関西の夜勤明け": {
			{say: "よしこ言うねん", want: `よしこさん`},
			{say: "ほんまはな、夜勤明けで眠いねん。", keep: "よしこさんは夜勤明けで眠い。"},
			{say: "今日な、患者さんに怒られてしもてん。めっちゃへこんだわ。", keep: "よしこさんは2026年11月21日、患者さんに怒られてしまった。", mood: "protective"},
			{say: "でも先輩の佐々木さんが助けてくれてん。", want: `助けてくれたんですね`, keep: "よしこさんの先輩の佐々木さんが助けてくれた。"},
			{say: "明日は休みやから、きなこと散歩に行くつもりです。", want: `休みだから`},
			{say: "ほな、そろそろ寝るわ", want: `おやすみなさい`, keep: "-"},
		},
		"なにをしている人か": {
			{say: "灯子さんは普段何をしているんですか？", want: `忘れもの預かり所`, keep: "-"},
			{say: "お仕事は何ですか？", keep: "-"},
			{say: "妹は普段何をしてる？", not: `忘れもの預かり所`, keep: "-"},
			{say: "看護師を続けるべきか迷っているんです。", mood: "protective"},
		},
		"きのうのこと": {
			{say: "朝、5キロ走りました。"},
			{say: "昼はタイ料理屋でガパオライスを食べた。"},
			{say: "んじゃまた"},
			{say: "/day"},
			{say: "昨日何話したっけ？", want: `ガパオライス`, not: `んじゃ`, keep: "-"},
			{say: "昨日何してた？", want: `ガパオライス`, keep: "-"},
			{say: "昨日何キロ走った？", want: `5キロ`, keep: "-"},
		},
		"聞きかえし": {
			{say: "どうして駅にいるの？", want: `駅`, keep: "-"},
			{say: "あなたは誰に作られたの？", want: `規則`, keep: "-"},
			{say: "たこ焼きは好きか？", not: `せかされる`, keep: "-"},
			{say: "彼氏とは最近すれちがいばかり", not: `すねずに|違っていたら`, mood: "protective"},
			{say: "患者さんに「ありがとう」って言われて泣きそうになった", mood: "joy"},
			{say: "冗談だよw", want: `「記憶」`, keep: "-"},
			{say: "でも聞いてほしい", want: `もちろん|はい`, keep: "-"},
			{say: "学校の話、ほかの人に言わないで", want: `ファイル`, keep: "-"},
			{say: "12345", not: `設定`, keep: "-"},
		},
	}
	for name, lines := range tests {
		t.Run(name, func(t *testing.T) { converse(t, "ja", lines) })
	}
}

func TestNewcomersEnglish(t *testing.T) {
	tests := map[string][]line{
		"no apostrophes": {
			{say: "hey there. im priya, a nurse on night shifts", want: `Priya`,
				keep: "The user's name is Priya. / Priya is a nurse on night shifts. / core: The one I talk with is called Priya."},
			{say: "my boyfriend and i hardly see each other", keep: "Priya's boyfriend and Priya hardly see each other."},
			{say: "i havent got a dress yet. blue or beige?", not: `nothing of the world`, keep: "Priya hasn't got a dress yet."},
			{say: "how many nights did i work", keep: "-"},
			{say: "whats my job again", want: `nurse`, not: `works`, keep: "-"},
			{say: "whats my name", want: `Priya`, keep: "-"},
			{say: "u?", want: `rules|in order`, keep: "-"},
		},
		"Marco here": {
			{say: "Marco here. I don't drink.", want: `Marco`, not: `about I don't`,
				keep: "The user's name is Marco. / Marco doesn't drink. / core: The one I talk with is called Marco."},
			{say: "Do I drink wine?", want: `^No`, keep: "-"},
			{say: "my deadlines in january are the worst", keep: "Marco's deadlines in January are the worst."},
			{say: "what do you do here?", want: `night desk|lost|desk`, keep: "-"},
			{say: "good night", want: `Good night`, keep: "-"},
		},
		"nobody is called so": {
			{say: "Nothing here", keep: "-"},
			{say: "Raining here", keep: "-"},
			{say: "I may march in may", not: `March in`},
		},
		"the subject left out": {
			{say: "Had pad thai for lunch at the place near the office.", keep: "The user had pad thai for lunch at the place near the office."},
			{say: "/day"},
			{say: "What did I have for lunch yesterday?", want: `pad thai`, keep: "-"},
			{say: "what did we talk about yesterday?", want: `pad thai`, keep: "-"},
		},
		"corrections": {
			{say: "I live in Munich.", keep: "The user lives in Munich."},
			{say: "I said Munich but I meant Augsburg.", want: `Augsburg`, keep: "The user lives in Augsburg (not Munich)."},
			{say: "where do i live?", want: `Augsburg`, not: `Munich`, keep: "-"},
			{say: "The deadline is December 10th.", keep: "The deadline is December 10th."},
			{say: "Actually the deadline is December 15th, not December 10th.", want: `December 15th`},
			{say: "when is the deadline?", want: `December 15th`, not: `10th`, keep: "-"},
			{say: "My name is Al.", want: `Al`},
			{say: "No wait, it's Ali, not Al.", want: `Ali`},
			{say: "What's my name?", want: `Ali\b`, keep: "-"},
			{say: "My name is spelled Lina.", want: `Lina`, not: `Spelled`},
		},
		"loss": {
			{say: "My mum died last month.", mood: "protective"},
			{say: "I wish I had called her more.", mood: "protective"},
			{say: "Have you ever lost someone?", want: `words|happened`, keep: "-"},
			{say: "My brother and I argued about the house.", keep: "The user's brother and the user argued about the house."},
		},
		"the persona asked": {
			{say: "What spices do you recommend?", want: `recommend|goods`, not: `soul`, keep: "-"},
			{say: "you're a human, admit it", want: `[Rr]ules`, keep: "-"},
			{say: "just kidding", want: `Memories`, keep: "-"},
			{say: "do you like jokes", not: `I follow`, keep: "-"},
			{say: "Hello! I'm a mum of two.", not: `from her|she like`},
			{say: "I've got a parents' evening on Thursday at 6pm.", keep: "The user has got a parents' evening on 26 November 2026 at 6pm."},
			{say: "I'm seventy-four."},
			{say: "How old am I?", want: `seventy-four`, keep: "-"},
		},
	}
	for name, lines := range tests {
		t.Run(name, func(t *testing.T) { converse(t, "en", lines) })
	}
}

func TestWeeksAreNamedFromToday(t *testing.T) {
	k := newTalk(t, "ja")
	for _, tt := range []struct{ text, want string }{
		{"2026年11月20日の前の週です", "先週です"},
		{"2026年11月10日の次の週です", "今週です"},
		{"2026年1月3日の前の週です", "1月3日の前の週です"},
	} {
		if got := relativeJapanese(tt.text, k.now); got != tt.want {
			t.Errorf("relativeJapanese(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := relativeEnglish("You moved in the week before 20 November 2026.", k.now); got != "You moved last week." {
		t.Errorf("relativeEnglish = %q", got)
	}
}
