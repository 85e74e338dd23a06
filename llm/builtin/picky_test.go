package builtin

import "testing"

// What a picky user said and the rules once got wrong.

func TestEnglishPicky(t *testing.T) {
	tests := map[string][]line{
		"a diet": {
			{say: "I'm Maya. Nice to meet you", keep: "The user's name is Maya. / core: The one I talk with is called Maya."},
			{say: "I'm vegetarian.", keep: "Maya is vegetarian."},
			{say: "Can I eat steak?", want: `^No.*vegetarian`, keep: "-"},
			{say: "Can I eat bread?", not: `(?i)^(yes|no)\b.*vegetarian`, keep: "-"},
			{say: "I never eat fish", keep: "Maya never eats fish."},
			{say: "Can I have salmon?", want: `^No.*fish|^No.*vegetarian`, keep: "-"},
			{say: "I'm allergic to nuts"},
			{say: "Can I eat nuts?", want: `^No.*allergic`, keep: "-"},
			{say: "I quit smoking two years ago", want: `Smoking|smoking`, keep: "Maya quit smoking in 2024."},
			{say: "Do I smoke?", want: `^No`, keep: "-"},
			{say: "I prefer tea to coffee", keep: "Maya prefers tea to coffee."},
			{say: "Do I prefer tea or coffee?", want: `^You prefer tea`, keep: "-"},
		},
		"asked for a name": {
			{say: "hello", want: `\?$`, keep: "-"},
			{say: "alex", want: `Alex`, keep: "The user's name is Alex. / core: The one I talk with is called Alex."},
		},
		"not a name": {
			{say: "hello", want: `\?$`, keep: "-"},
			{say: "tired", keep: "-", mood: "protective"},
			{say: "hello", keep: "-"},
			{say: "nothing", keep: "-"},
		},
		"never a guess": {
			{say: "I love coffee."},
			{say: "Do I like jazz?", not: `(?i)\byes\b|coffee|\bno\b[.,]`, keep: "-"},
			{say: "Do you love me?", not: `(?i)coffee`, want: `rules`, keep: "-"},
			{say: "Am I married?", not: `(?i)\byes\b`, keep: "-"},
		},
		"moving": {
			{say: "I moved from Osaka to Kyoto last month", want: `Kyoto`, keep: "The user moved from Osaka to Kyoto in October 2026."},
			{say: "Where do I live?", want: `to Kyoto in October`, keep: "-"},
			{say: "/day"},
			{say: "Where do I live?", want: `to Kyoto in October`, keep: "-"},
			{say: "I used to live in London"},
			{say: "Where did I use to live?", want: `London`, keep: "-"},
		},
		"an interview": {
			{say: "My interview is next Friday", keep: "The user's interview is on 27 November 2026."},
			{say: "when is my interview", want: `Friday, 27 November`, keep: "-"},
			{say: "No, the interview is on Thursday, not Friday.", keep: "The user's interview is on 26 November 2026 (not 27 November 2026)."},
			{say: "when is my interview?", want: `Thursday, 26 November`, not: `27`, keep: "-"},
			{say: "/day"},
			{say: "when is my interview?", want: `Thursday, 26 November`, not: `27`, keep: "-"},
			{say: "What do I have on Thursday?", want: `interview`, keep: "-"},
		},
		"tomorrow": {
			{say: "I have a dentist appointment tomorrow"},
			{say: "What am I doing tomorrow?", want: `dentist`, keep: "-"},
			{say: "I went to the aquarium with Ida on Tuesday", keep: "The user went to the aquarium with Ida on 17 November 2026."},
			{say: "Who did I go to the aquarium with?", want: `Ida`, keep: "-"},
			{say: "/day"},
			{say: "Do I have anything today?", want: `dentist`, keep: "-"},
			{say: "What are my plans?", want: `dentist`, keep: "-"},
		},
		"corrections of the right thing": {
			{say: "I have two kids, Anna (7) and Leo (4). My code is 771."},
			{say: "My boyfriend is Luca. He is Italian.", keep: "The user's boyfriend is Luca. / Luca is Italian."},
			{say: "Where is Luca from?", want: `Italian`, keep: "-"},
			{say: "You're wrong about Luca, he is Spanish, not Italian", keep: "Luca is Spanish (not Italian)."},
			{say: "Where is Luca from?", want: `Spanish`, not: `Italian`, keep: "-"},
			{say: "I was wrong, Anna is 8, not 7", keep: "The user has two kids, Anna (8) and Leo (4) (not 7)."},
			{say: "How old is Anna?", want: `Anna \(8\)`, keep: "-"},
			{say: "What is my code?", want: `771`, keep: "-"},
			{say: "No, the project is called taiga, not tundra.", want: `taiga`, not: `the project is called the`, keep: "The user's project is called taiga (not tundra)."},
		},
		"another name": {
			{say: "my name's dave, i work at a bakery in leeds", keep: "The user's name is Dave. / Dave works at a bakery in leeds. / core: The one I talk with is called Dave."},
			{say: "I'm not Dave, I'm David", keep: "The user's name is David. / core: The one I talk with is called David."},
			{say: "/day"},
			{say: "Where do I work?", want: `You work at a bakery`, keep: "-"},
			{say: "What's my name?", want: `David`, keep: "-"},
		},
		"people": {
			{say: "My wife Sarah is a dentist"},
			{say: "What does Sarah do for a living?", want: `dentist`, not: `(?i)empty|don't know|nothing`, keep: "-"},
			{say: "What do you know about Sarah?", want: `dentist`, keep: "-"},
			{say: "Sarah is pregnant!", keep: "Sarah is pregnant."},
			{say: "She's due in May", keep: "Sarah is due in May."},
			{say: "When is Sarah due?", want: `May`, keep: "-"},
			{say: "My supervisor is Professor Lund"},
			{say: "Who is my supervisor?", want: `^(?:[^.]*\. )?Your supervisor is Professor Lund`, keep: "-"},
			{say: "Do I have any siblings?", not: `(?i)\byes\b|Sarah`, keep: "-"},
			{say: "I have a little sister called Anjali"},
			{say: "Do I have any siblings?", want: `Anjali`, keep: "-"},
			{say: "She is 16", keep: "Anjali is 16."},
			{say: "How old is my sister?", want: `16`, keep: "-"},
		},
		"of oneself in a word": {
			{say: "I'm 34", keep: "The user is 34 years old."},
			{say: "How old am I?", want: `34`, keep: "-"},
			{say: "I started playing the cello"},
			{say: "What instrument do I play?", want: `^(?:[^.]*\. )?You started playing the cello`, keep: "-"},
			{say: "I'm afraid of spiders", keep: "The user is afraid of spiders."},
			{say: "What am I afraid of?", want: `spiders`, keep: "-"},
			{say: "I drive a Skoda"},
			{say: "What car do I drive?", want: `Skoda`, not: `(?i)nothing|empty|don't know`, keep: "-"},
			{say: "I have to wake up at 4 every day"},
			{say: "What time do I wake up?", want: `at 4`, not: `(?i)nothing|empty|don't know`, keep: "-"},
		},
		"keeping a talk going": {
			{say: "Good morning", want: `(?i)good morning`, keep: "-"},
			{say: "really?", not: `(?i)settings`, keep: "-"},
			{say: "why?", not: `(?i)settings|outside`, keep: "-"},
			{say: "what do you mean?", not: `(?i)soul`, keep: "-"},
			{say: "never mind", keep: "-"},
			{say: "I don't want to talk about it", not: `(?i)look towards`, keep: "-"},
			{say: "that's not what I asked", mood: "sadness", keep: "-"},
			{say: "do you know any jokes?", want: `(?i)settings`, keep: "-"},
			{say: "who won the world cup", want: `(?i)settings|memory`, keep: "-"},
			{say: "What should I cook tonight?", want: `(?i)judgement|weighed|model`, keep: "-"},
			{say: "I miss them", mood: "protective", keep: "-"},
		},
	}
	for name, lines := range tests {
		t.Run(name, func(t *testing.T) { converse(t, "en", lines) })
	}
}

func TestJapanesePicky(t *testing.T) {
	tests := map[string][]line{
		"名前をきかれて": {
			{say: "こんばんは", want: `か。$|は。$`},
			{say: "健太だよ、よろしく", want: `健太さん`, keep: "ユーザーの名前は健太さん。 / core: お話しする人の名前は健太さん。"},
			{say: "彼女ができた！"},
			{say: "名前は美咲", keep: "健太さんの彼女の名前は美咲。"},
			{say: "私の名前は？", want: `健太`, not: `美咲`, keep: "-"},
			{say: "妹がひとりいます", keep: "健太さんの妹がひとりいる。"},
			{say: "忘れないでほしいんだけど、鍵は植木鉢の下"},
			{say: "鍵どこだっけ？", want: `植木鉢の下`, not: `うかがっていません|覚えがない|お預かりしていない`, keep: "-"},
			{say: "眠いから寝るね", want: `おやすみ|気をつけて|では、また`, keep: "-"},
		},
		"名のらない": {
			{say: "こんばんは"},
			{say: "秘密", keep: "-", not: `秘密さん`},
			{say: "疲れた", keep: "-", not: `疲れたさん`},
		},
		"名前だけ": {
			{say: "猫を飼いはじめた"},
			{say: "名前は美咲", keep: "ユーザーの猫の名前は美咲。"},
		},
		"食べもの": {
			{say: "真由美といいます"},
			{say: "ベジタリアンなんです", keep: "真由美さんはベジタリアンだ。"},
			{say: "ステーキ食べてもいいかな？", want: `^いい?え.*ベジタリアン`, keep: "-"},
			{say: "お酒はやめました", keep: "真由美さんはお酒はやめた。"},
			{say: "ビール飲んでもいい？", want: `^いい?え.*やめた`, keep: "-"},
			{say: "パクチーが苦手"},
			{say: "苦手な食べ物なんだっけ", want: `パクチー`, keep: "-"},
			{say: "私ってジャズ好きだっけ？", not: `ええ|はい。`, keep: "-"},
		},
		"引っ越しと面接": {
			{say: "先月、大阪から京都に引っ越しました", keep: "ユーザーは2026年10月、大阪から京都に引っ越した。"},
			{say: "私はどこに住んでる？", want: `京都`, keep: "-"},
			{say: "来週の金曜日に面接があります", keep: "ユーザーは2026年11月27日に面接がある。", not: `いつですか`},
			{say: "面接はいつ？", want: `11月27日（金）`, keep: "-"},
			{say: "金曜日じゃなくて木曜日です", keep: "ユーザーは2026年11月26日に面接がある（2026年11月27日ではない）。"},
			{say: "面接はいつだっけ？", want: `11月26日（木）`, not: `27`, keep: "-"},
			{say: "/day"},
			{say: "面接いつだっけ", want: `11月26日（木）`, not: `27`, keep: "-"},
			{say: "明日歯医者に行く"},
			{say: "明日の予定は？", want: `歯医者`, keep: "-"},
		},
		"猫の名前": {
			{say: "猫を飼ってるんだ。名前はタマ", keep: "ユーザーは猫を飼っている。 / ユーザーの猫の名前はタマ。"},
			{say: "猫の名前、覚えてる？", want: `タマ`, keep: "-"},
			{say: "うちの猫の名前なんだっけ", want: `タマ`, keep: "-"},
			{say: "/day"},
			{say: "猫の名前、覚えてる？", want: `タマ`, keep: "-"},
		},
		"人のこと": {
			{say: "私は田中です", want: `田中さん`, keep: "ユーザーの名前は田中さん。 / core: お話しする人の名前は田中さん。"},
			{say: "兄が二人います。太郎と次郎です", keep: "田中さんの兄が二人いる。 / 田中さんの兄の名前は太郎と次郎だ。"},
			{say: "兄の名前は？", want: `太郎と次郎`, keep: "-"},
			{say: "彼氏はルカっていいます"},
			{say: "ルカって誰？", want: `彼氏`, keep: "-"},
			{say: "ルカはイタリア人なんだ", keep: "ルカはイタリア人だ。"},
			{say: "ルカはどこの人？", want: `イタリア`, not: `うかがっていません|覚えがない|お預かりしていない`, keep: "-"},
			{say: "3月にルカとリスボンに行きます"},
			{say: "誰と行くんだっけ？", want: `ルカ`, keep: "-"},
			{say: "34歳です", keep: "田中さんは34歳だ。"},
			{say: "私は何歳？", want: `34歳`, keep: "-"},
			{say: "双子です", not: `双子さん`},
		},
		"話のつなぎ": {
			{say: "はじめまして", want: `こちらこそ|どうぞよろしく`, keep: "-"},
			{say: "ただいま", want: `おかえり`, keep: "-"},
			{say: "本当？", not: `うかがっていません|お預かりしていない`, keep: "-"},
			{say: "どういう意味？", not: `うかがっていません|お預かりしていない|世`, keep: "-"},
			{say: "なんでもない", keep: "-"},
			{say: "私のこと好き？", want: `規則|丁寧`, keep: "-"},
			{say: "今夜何作ろうかな", want: `判断|決めるのは|量った`, keep: "-"},
			{say: "おばあちゃんが入院したから", mood: "protective"},
			{say: "散歩に行きたかったのに", not: `のにん`},
		},
	}
	for name, lines := range tests {
		t.Run(name, func(t *testing.T) { converse(t, "ja", lines) })
	}
}
