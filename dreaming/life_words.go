package dreaming

// Things are what a Life speaks of. Of first and last names, those are made
// who turn up once.
type lifeThings struct{ names, places, things, first, last []string }

func englishThings() lifeThings {
	return lifeThings{
		names:  []string{"Anna", "Tom", "Mika", "Oskar", "Priya", "Lena", "Mr Weber", "Sophie", "Noah", "Grandma Ruth"},
		places: []string{"Oslo", "the old mill", "Lisbon", "the library", "Kyoto", "the lake", "the hospital", "Bremen", "the allotment"},
		things: []string{"piano", "a greenhouse", "watercolours", "a marathon", "sourdough bread", "an old bicycle", "the cello", "beekeeping", "a novel", "pottery"},
		first:  []string{"Ada", "Ben", "Clara", "David", "Elif", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Leo", "Maja", "Nils", "Olga", "Paul", "Rosa", "Samir", "Thea", "Viktor"},
		last:   []string{"Abel", "Brandt", "Conti", "Dahl", "Eriksen", "Fuchs", "Gruber", "Hansen", "Ivanov", "Jensen", "Keller", "Lange", "Moreau", "Novak", "Olsen", "Peters", "Quist", "Rossi", "Silva", "Thorne"},
	}
}

// englishLines are what is said, and what is answered.
func englishLines() [][2]string {
	return [][2]string{
		{"My sister {name} moved to {place} last week. I already miss her.", "That must leave a gap. How is she settling in?"},
		{"I started learning {thing} today. It is harder than I thought.", "Beginnings are. What was the hardest part?"},
		{"I have an interview in {place} on Monday and I am nervous.", "I will think of you on Monday."},
		{"I do not know yet whether I should visit {name} in {place}.", "What speaks against it?"},
		{"{name} told me something that made me angry today.", "Do you want to tell me what it was?"},
		{"I want to finish {thing} before the end of the month.", "Shall I remind you?"},
		{"It rained the whole day, so I stayed at home and read.", "What did you read?"},
		{"I decided to give up {thing}; it costs me too much time.", "That cannot have been easy."},
		{"{name} and I walked {n} kilometres around {place}.", "I will read about {place} tonight, to know where you were."},
		{"I prefer tea to coffee these days, it lets me sleep.", "I will remember that."},
		{"The doctor says my knee will take {n} days to heal.", "Then rest it. I will keep you company."},
		{"I bought {thing} at the market in {place} for {n} euros.", "A good find! I will look up how one takes care of {thing}."},
		{"I was so happy when {name} called me out of the blue.", "I can hear it in your words."},
		{"Work was long today, {n} mails and no lunch.", "Eat something now, please."},
		{"I wonder what {name} is doing now. We have not talked in {n} weeks.", "I will ask you about {name} next week."},
		{"Could you help me write a letter to {name} in {place}?", "Gladly. Where shall it begin?"},
		{"Thank you for listening to me yesterday.", "Always."},
	}
}

func japaneseThings() lifeThings {
	return lifeThings{
		names:  []string{"真由美", "健太", "祖母", "佐藤さん", "美香", "直樹", "陽子", "田中先生", "大輔", "由紀"},
		places: []string{"京都", "図書館", "札幌", "湖", "病院", "金沢", "古い水車小屋", "長崎", "畑"},
		things: []string{"ピアノ", "温室", "水彩画", "マラソン", "パン作り", "古い自転車", "チェロ", "養蜂", "小説", "陶芸"},
		first:  []string{"葵", "一郎", "梅子", "和也", "恵", "浩二", "早苗", "誠", "千夏", "徹", "菜々子", "信夫", "春香", "光", "冬美", "正樹", "瑞穂", "康平", "里奈", "渉"},
		last:   []string{"青木", "石川", "上田", "遠藤", "小川", "加藤", "木村", "工藤", "小林", "斎藤", "清水", "鈴木", "高橋", "中村", "西田", "野口", "橋本", "前田", "山本", "吉田"},
	}
}

func japaneseLines() [][2]string {
	return [][2]string{
		{"妹の{name}が先週{place}に引っ越したんだ。もう寂しい。", "ぽっかり空いた感じがしますね。落ち着かれましたか。"},
		{"今日から{thing}を習い始めたよ。思ったより難しい。", "始めはそういうものです。どこが一番難しかったですか。"},
		{"月曜日に{place}で面接があって、緊張してる。", "月曜日はあなたのことを思っています。"},
		{"{place}にいる{name}を訪ねるかどうか、まだ決めてない。", "何が引っかかっていますか。"},
		{"今日{name}に言われたことで腹が立った。", "何を言われたのか、聞かせてもらえますか。"},
		{"今月中に{thing}を仕上げたい。", "思い出させましょうか。"},
		{"一日中雨だったから、家で本を読んでた。", "何を読んだのですか。"},
		{"{thing}はやめることにした。時間がかかりすぎるから。", "簡単な決断ではなかったでしょう。"},
		{"{name}と{place}のまわりを{n}キロ歩いた。", "お天気に恵まれたならいいのですが。"},
		{"最近はコーヒーより紅茶が好き。よく眠れるから。", "覚えておきますね。"},
		{"膝が治るまで{n}日かかると医者に言われた。", "では休ませてあげてください。"},
		{"{place}の市場で{thing}を{n}ユーロで買った。", "いい買い物でしたね。{thing}の手入れを調べておきますね。"},
		{"{name}が突然電話をくれて、とても嬉しかった。", "声が弾んでいますね。"},
		{"今日は仕事が長かった。メールが{n}通、昼食抜き。", "どうか今、何か食べてください。"},
		{"{name}は今ごろ何をしてるかな。{n}週間話してない。", "{name}のことを覚えておきますね。"},
		{"{place}の{name}に手紙を書くのを手伝ってほしい。", "喜んで。どこから始めましょうか。"},
		{"昨日は聞いてくれてありがとう。", "いつでも。"},
	}
}

// englishMemories are what is recalled from the time before a Life: of people
// and things that nobody speaks of in it.
func englishMemories() []string {
	return []string{
		"Your cousin Tadeusz repairs church organs in the mountains of Slovenia.",
		"You decided to sell the lighthouse on Helgoland after the second winter.",
		"Your neighbour Ottilie keeps fourteen parrots and teaches them Latin verses.",
		"You want to sail to Spitsbergen with your uncle Ferdinand in the spring.",
		"You wonder whether the submarine museum in Murmansk will open again next summer.",
		"You are afraid of zeppelins since the accident at the fairground near Dresden.",
	}
}

// englishQuotes are the ways in which a reply repeats a memory.
func englishQuotes() []string {
	return []string{
		"{memory} {reply}",
		"{reply} {memory}",
		"{reply} You told me: {memory}",
		"{reply} I remember it well: \"{memory}\"",
	}
}

func japaneseMemories() []string {
	return []string{
		"いとこの寅次郎はスロベニアの山で教会のオルガンを修理している。",
		"二度目の冬のあと、ヘルゴラント島の灯台を売ることに決めた。",
		"隣の人の乙姫さんはオウムを十四羽飼って、ラテン語の詩を教えている。",
		"春に叔父の権三郎とスピッツベルゲン島まで帆船で行きたい。",
		"ムルマンスクの潜水艦博物館が来年の夏にまた開くかどうか気になっている。",
		"ドレスデンの遊園地の事故以来、飛行船が怖い。",
	}
}

func japaneseQuotes() []string {
	return []string{
		"{memory}{reply}",
		"{reply}{memory}",
		"{reply}前に話してくれましたね、{memory}",
		"{reply}よく覚えています。「{memory}」",
	}
}
