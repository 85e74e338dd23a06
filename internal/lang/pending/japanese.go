package pending

import (
	"strings"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

const (
	eventsJa = `(面接|面談|試験|テスト|検査|手術|診察|レントゲン|MRI|胃カメラ|内視鏡|検定|健診|検診|人間ドック|発表会|発表|プレゼン|旅行|出張|デート|結婚式|披露宴|引っ越し|引越し|引っ越|ライブ|コンサート|演奏会|大会|試合|レース|マラソン|予選|本番|リハーサル|会議|打ち合わせ|締め切り|締切|提出|誕生日|飲み会|食事会|同窓会|オフ会|歓迎会|送別会|入学式|卒業式|成人式|運動会|文化祭|学園祭|オーディション|花火大会|花火|お祭り|夏祭り|祭り|合宿|キャンプ|帰省|里帰り|お見合い|お葬式|葬式|法事|個展|展覧会|展示会|即売会|公演|舞台|初日|入社式|健康診断|歯医者|病院|美容院|内見|送迎|授業参観|保護者会|納品|リリース|開店|オープン|記念日|お花見|花見|登山|ハイキング|フリマ|フライト|便|説明会|体験入学|模試|受験|練習試合)`
	strongJa = `(?:とても|すごく|すごい|ちょっと|少し|本当に|ほんとに|やっぱり|一番|かなり|なんか|ずっと|めちゃくちゃ|めっちゃ|今から|どうしても|まだ|また|すっごく|ちょっぴり|だいぶ|もう)*`
	bodyJa   = `(足首|足|腰|膝|ひざ|肩|手首|手|腕|指|背中|首|頭|お腹|おなか|胃|喉|のど|歯|目|耳|かかと|股関節|ふくらはぎ|胸)`
	kinJa    = `(お母さん|お父さん|母さん|父さん|母親|父親|母|父|両親|祖母|祖父|おばあちゃん|おじいちゃん|姉|妹|兄|弟|お姉ちゃん|お兄ちゃん|夫|妻|旦那|嫁|主人|奥さん|彼女|彼氏|彼|娘|息子|子ども|子供|赤ちゃん|友達|友人|親友|同僚|上司|先輩|後輩|部長|課長|先生|うちの猫|うちの犬|猫|犬|ねこ|いぬ|うさぎ|ハムスター|インコ|金魚|[\p{Katakana}ー]{2,8}|[\p{Han}]{1,3}(?:さん|ちゃん|くん))`
)

var neverOpenJa = pattern.New(`もし|仮に|だったら|小説の中|物語の中|ゲームの中|ごっこ|という設定|夢(?:を見|の中|で見)|冗談|気にしないで|心配しないで|心配いらない|心配ない|なんちゃって|ありがとう|ごめん`)

// pastJa is how a Japanese sentence ends that tells of what is over.
var pastJa = pattern.New(`(?:た|ました|だった|でした)(?:よ|ね|ん|だ|です|の|けど|から|よね|なあ|さ)*$`)

// setJa is what is over and leaves what is ahead: a day was set.
var setJa = pattern.New(`早ま|遅れることに|延び|ずれ|変わ|変更|決ま|入った|入り|入れた|予約|延期|誘われ|頼まれ|呼ばれ|になった|なりました|取れた|取った|もらった|当たった|控え|ことにし|申し込`)

var openJa = []openRule{
	{Promise, 0.7, pattern.New(`(?:結果|返事|連絡|続き|どうなったか|答え)?(?:が)?(?:出たら|わかったら|分かったら|終わったら|決まったら|来たら|帰ったら|落ち着いたら)(?:、)?.{0,6}(?:教え|報告|話す|話し|伝え|連絡|言う|言い|聞いて)`), nil, nothing, promiseJa},
	{Promise, 0.65, pattern.New(`(?:(.{1,20}?)(?:のこと|の話|については?|の続き)?(?:は|を|、)?)?(?:また§|また今度|また後で|また明日|また|今度|あとで|後で|後日|明日|そのうち|いつか|§)(?:、|に|は)?(?:ゆっくり|ちゃんと|詳しく|全部|みんな)*(?:話|教え|報告|聞かせ|見せ|伝え)(?:るね|すね|しますね|するね|ますね|るよ|すよ|するよ|します|ます|る|す|しようと思|させて)`), nil, nothing, promiseJa},

	{Awaited, 0.85, pattern.New(`([^、。]{1,20}?)(?:からの)?(?:の)?(結果|返事|返信|連絡|合否|通知|回答|内定)(?:待ち|を待って|がまだ|はまだ|まだ|が来ない|が来て?(?:い)?ない|待って)`), nil, nothing, awaitedJa},
	{Awaited, 0.85, pattern.New(`([^、。]{1,20}?)の?(結果|合否|返事|内定|判定|点数|成績)(?:が|は|を)?[^、]{0,8}(?:出る|出ます|わかる|分かる|わかります|分かります|来る|届く|聞きに|聞く|もらえる|発表|待ち|返って)`), nil, nothing, awaitedJa},
	{Awaited, 0.75, pattern.New(`([^、。]{2,20}?)(?:にも|に|へも|へ|を|も)(応募|申し込|出願|エントリー|投稿|出品)`), pattern.New(`やめ|断|(?:する|しよう|む|もう)か(?:、|どうか|[^な]{0,12}(?:迷|悩|決め))|迷って|悩んで`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "への" + map[string]string{"申し込": "申し込み"}[g[2]] + strings.ReplaceAll(g[2], "申し込", "") + "、何か返事はあった？", n
		}
		return "", ""
	}},

	{Choice, 0.75, pattern.New(`([^、。]{1,16}?)(?:と|か)、?([^、。]{1,16}?)(?:の|、)?(?:どっち|どちら)(?:に|が|を|か)?.{0,10}(?:迷|悩|決め|決ま|わから|分から|しよう)`), nil, nothing, func(g []string, _ opener) (string, string) {
		a, b := lang.NounJa(g[1]), lang.NounJa(strings.TrimSuffix(g[2], "か"))
		if a == "" || b == "" {
			return "", ""
		}
		return a + "と" + b + "、どっちにするか決まった？", a + " " + b
	}},
	{Choice, 0.75, pattern.New(`([^。]{2,34}?)か(?:どうか)?(?:で|を|は|も|が|って|、)*` + strongJa + `(?:迷って|迷っと|迷う|迷い|迷っちゃ|悩んで|悩んど|悩む|悩み|悩まし|決められ|決めかね|決めて(?:い)?な|決まって(?:い)?な|決まら|考え中|考えて(?:い)?(?:る|ます|ると)|わからな|分からな|わかりませ)`), pattern.New(`なぜか|どうしてか|何か(?:を|が)|いつか`), nothing, choiceJa},
	{Choice, 0.65, pattern.New(`([^。、]{2,30}?(?:しよう|よう|こう|おう|そう|とう|もう|ろう|ぼう))(?:か)(?:な|なあ|なぁ|なと|なって|と|って)(?:思|考え|悩|迷|$|ちょっと)`), pattern.New(`どうしよう|寝よう|しましょう`), nothing, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 0 {
			return c + "かって言ってたけど、もう決めた？", c
		}
		return "", ""
	}},
	{Choice, 0.7, pattern.New(`([^。、]{1,20}?)(?:を|は|のこと)?(?:、)?どうしよう(?:か|かな|って|$|、)`), pattern.New(`たらどうしよう`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "、どうするか決まった？", n
		}
		return "", ""
	}},

	{Trouble, 0.85, pattern.New(`((?:うちの|[\p{Han}]{1,2}の)?` + kinJa + `)(?:が|は|も)[^。]{0,12}?(?:入院|から落ち|転ん|転倒|事故に|具合が悪|体調(?:が|を)(?:悪|崩)|病気|倒れ|熱を出|熱が出|風邪|怪我|けが|ケガ|骨折|元気がな|食欲がな|ごはんを食べ(?:て(?:い)?)?な|ご飯を食べ(?:て(?:い)?)?な|吐いて|下痢|手術)`), pattern.New(`退院|治っ|よくなった|元気になった|手術(?:の日|は無事)`), nothing, func(g []string, _ opener) (string, string) {
		n := strings.TrimPrefix(g[1], "うちの")
		if list := lang.Images(n); len(list) > 0 && list[0].Kind != lang.Animal && list[0].Kind != lang.Person {
			return "", "" // a plant, a machine
		}
		return n + "の具合、少しはよくなった？", n
	}},
	{Trouble, 0.8, pattern.New(`((?:[\p{Han}]{1,2}の)?` + kinJa + `)(?:と|に).{0,20}?(?:けんか|喧嘩|ケンカ|口論|言い合い|もめ|揉め|怒らせ|気まず|口をきいて)`), pattern.New(`仲直り|しない|したことな`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "とは仲直りできた？", g[1]
	}},
	{Trouble, 0.7, pattern.New(bodyJa + `(?:が|を|は|も)[^。、]{0,6}?(?:痛く|痛い|痛めた|痛めて|痛む|痛み|捻|ひねっ|怪我|けが|ケガ|骨折|折った|折って)`), pattern.New(`治っ|よくなった|痛くな(?:い|くなった)|` + kinJa + `(?:が|は|も)`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "の痛み、少しはよくなった？", g[1]
	}},
	{Trouble, 0.7, pattern.New(`(風邪|熱|インフル(?:エンザ)?|コロナ|花粉症|咳|鼻水|蕁麻疹|じんましん|頭痛|腹痛|腰痛|めまい|ぎっくり腰)(?:を|が|に|で|も|気味)?[^。、]{0,6}?(?:ひい|引い|出|かか|つら|辛|ひど|止まら|なっ|だ|です|寝込|続い)`), pattern.New(`治っ|下がっ|よくなった|` + kinJa + `(?:が|は|も)`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "はもうよくなった？", g[1]
	}},
	{Trouble, 0.7, pattern.New(`([^。、]{1,18}?)(?:を|が|は)(?:どこかに|どこかで|また)?(?:なくし|失くし|無くし|落とし(?:た|ちゃ|て)|見つからな|見つかりませ|行方不明|見当たら)`), pattern.New(`体重|命|自信|やる気|肩を落と|意欲`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "は見つかった？", n
		}
		return "", ""
	}},
	{Trouble, 0.6, pattern.New(`([^。、]{1,14}?)(?:が|は|も)(?:急に|突然|また)?(?:壊れ|動かな|つかな|映らな|故障|止まっちゃ|調子が悪|割れ|水漏れ|固まっ)`), pattern.New(`涙|体|心|夜眠`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(whileJa.ReplaceAllString(g[1], "")); n != "" {
			return n + "は直った？", n
		}
		return "", ""
	}},
	{Trouble, 0.6, pattern.New(`([^。、]{1,18}?)(?:を|は)(?:ずっと|今)?(?:探して|さがして|探し中)`), pattern.New(`探してくれ|探してほし`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "、いいのは見つかった？", n
		}
		return "", ""
	}},
	{Trouble, 0.65, pattern.New(`(?:全然|ぜんぜん|あまり|あんまり|なかなか|よく|夜)(?:も)?(?:眠れ|寝れ|寝られ)(?:な|て(?:い)?な|ませ)`), nil, nothing, func([]string, opener) (string, string) {
		return "最近は眠れてる？", "眠れ 睡眠 寝不足 不眠"
	}},

	{Event, 0.8, pattern.New(`((?:[\p{Han}\p{Katakana}ーA-Za-z0-9]{1,12}(?:さん|ちゃん|くん)?の)*[\p{Han}\p{Katakana}ーA-Za-z0-9]{0,8}?` + eventsJa + `)`), nil, ahead, eventJa},

	{Worry, 0.7, pattern.New(`([^。]{2,26}?(?:ないか|のか|たらどうしよう|んじゃないか|か))(?:と|って|が|は|も|ちょっと|、)*` + strongJa + `(心配|不安|怖|こわ)`), pattern.New(`不安じゃ|心配じゃ`), nothing, func(g []string, _ opener) (string, string) {
		c := lang.ClauseJa(g[1])
		if len(lang.Terms(c)) == 0 {
			return "", ""
		}
		return strings.TrimSuffix(c, "たらどうしよう") + map[bool]string{true: "たらって"}[strings.HasSuffix(c, "たらどうしよう")] + "、まだ" + fearJa(g[2]) + "？", c
	}},
	{Worry, 0.7, pattern.New(`([^。]{1,30}?)(?:のこと|の件)?(?:が|は|も|で|って)` + strongJa + `(心配|不安|怖|こわ|憂鬱|憂うつ|気がかり|気が重|気になって|緊張)`), pattern.New(`不安じゃ|心配じゃ|怖くな|緊張(?:した|しなか|してな)|気になってた(?:本|店|映画)`), nothing, worryJa},
	{Worry, 0.65, pattern.New(`([^。]{1,30}?)(?:に|で)` + strongJa + `(緊張して|緊張する|不安を感じ|怯え|悩まされ|悩んで)`), nil, nothing, worryJa},
}

// whileJa is when something happened, before what it happened to.
var whileJa = pattern.New(`^.*(?:中|途中|間|時|とき|後|前|朝|夜|昼|日|今週|先週)に`)

func promiseJa(g []string, o opener) (string, string) {
	if len(g) > 1 {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "のこと、聞かせてくれる？", n
		}
		return "", ""
	}
	for _, t := range resultOfJa.FindAllStringSubmatch(o.text, -1) {
		if n := lang.NounJa(t[1]); n != "" {
			return n + "、どうだった？", n
		}
	}
	return "", ""
}

var resultOfJa = pattern.New(`([^。、]{1,16}?)(?:が|は|の結果が|から)?(?:出たら|わかったら|分かったら|終わったら|決まったら|来たら|帰ったら)`)

func awaitedJa(g []string, _ opener) (string, string) {
	n := lang.NounJa(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(g[1], "が"), "は"), "の"))
	if n == "" {
		return "", ""
	}
	switch g[2] {
	case "返事", "返信", "連絡", "通知", "回答", "内定":
		return n + "から" + g[2] + "は来た？", n + " " + g[2]
	}
	return n + "の" + g[2] + "、どうだった？", n + "の" + g[2]
}

func choiceJa(g []string, o opener) (string, string) {
	c := lang.ClauseJa(choiceLead.ReplaceAllString(g[1], ""))
	if len(lang.Terms(c)) == 0 {
		if m := placeJa.FindStringSubmatch(o.text); m != nil && goesJa.MatchString(c) {
			c = m[1] + "に" + c // 行きたい, to the place that was named before
		}
	}
	if len(lang.Terms(c)) == 0 && (len([]rune(c)) < 8 || vagueChoice.MatchString(c)) {
		return "", ""
	}
	c = strings.TrimSuffix(c, "か")
	if strings.Contains(o.text, c+"かどうか") {
		c += "かどうか"
	} else {
		c += "か"
	}
	return c + "、もう決まった？", c
}

var (
	choiceLead = pattern.New(`^.*(?:けれども|けれど|けど|だが|ですが|ますが|から|ので|のに)、`) // what stands before the clause with the choice
	placeJa    = pattern.New(`([\p{Han}\p{Katakana}ー]{2,10})(?:に|へ)(?:一緒に)?行`)
	goesJa     = pattern.New(`^行`)
)

// vagueChoice is a choice that does not say between what.
var vagueChoice = pattern.New(`^(?:どう|何|なに|どれ|どこ|いつ|誰|だれ|なんて|どんな)`)

func fearJa(s string) string {
	switch s {
	case "怖", "こわ":
		return "怖い"
	case "憂うつ":
		return "憂鬱"
	}
	return s
}

// clauseEndJa is how a clause ends, which is no noun.
var clauseEndJa = pattern.New(`(そう|る|ない|たい|た)$`)

func worryJa(g []string, _ opener) (string, string) {
	n := lang.NounJa(g[1])
	if n == "" {
		return "", ""
	}
	switch g[2] {
	case "心配", "不安", "怖", "こわ", "憂鬱", "憂うつ", "気がかり":
		if m := clauseEndJa.FindStringSubmatch(n); m != nil {
			return n + map[bool]string{true: "なのが", false: "のが"}[m[1] == "そう"] + "、まだ" + fearJa(g[2]) + "？", n
		}
		return n + "のこと、まだ" + fearJa(g[2]) + "？", n
	case "気が重":
		return n + "のこと、まだ気が重い？", n
	case "気になって", "悩んで", "悩まされ":
		return n + "のこと、その後どうなった？", n
	}
	return n + "の緊張、少しはほぐれた？", n
}

// dayPartJa is the time of the day before what is then.
var dayPartJa = pattern.New(`^(?:朝|昼|夜|夕方|午前|午後)(?:に|の|から)?`)

// regretJa is how one speaks of what will not be after all.
var regretJa = pattern.New(`[たい]たのに$|ったのに$|だのに$`)

// condJa is a condition that stands before what depends on it.
var condJa = pattern.New(`(?:[けげせてねべめれえ]ば|たら|なら)、?[^。]{0,8}$`)

func eventJa(g []string, o opener) (string, string) {
	clause := o.text[strings.Index(o.text, g[1])+len(g[1]):]
	if i := strings.Index(clause, "、"); i >= 0 {
		clause = clause[:i]
	}
	if pastJa.MatchString(lang.SoftEnd.ReplaceAllString(clause, "")) && !setJa.MatchString(o.whole) {
		return "", ""
	}
	if condJa.MatchString(o.text[:strings.Index(o.text, g[1])]) || regretJa.MatchString(o.text) {
		return "", "" // "if QA agrees"; "and I had trained for it"
	}
	n := lang.NounJa(g[1])
	n = dayPartJa.ReplaceAllString(n, "")
	if n == "" && g[1] == g[2] {
		n = g[2]
	}
	return eventQuestionJa(n, g[2], o)
}

// eventQuestionJa asks how an event of a kind goes.
func eventQuestionJa(n, kind string, o opener) (string, string) {
	if n == "" {
		return "", ""
	}
	label := o.label()
	if label == "" && o.when.Unit != lang.Vague {
		return "", ""
	}
	about := n
	if strings.HasSuffix(n, "引っ越") {
		n += "し"
		about = n
	}
	switch kind {
	case "締め切り", "締切", "提出", "納品":
		if o.today() {
			return label + n + "、間に合った？", about
		}
		return label + n + "、間に合いそう？", about
	}
	if o.today() {
		return label + n + "、どうだった？", about
	}
	switch kind {
	case "検査", "手術", "診察", "レントゲン", "MRI", "胃カメラ", "内視鏡", "健診", "検診", "人間ドック", "健康診断", "病院", "歯医者", "フライト", "便", "引っ越し", "引越し", "引っ越":
		return label + n + "、無事に済むかな？", about
	case "お葬式", "葬式", "法事":
		return label + n + "、大丈夫かな？", about
	case "旅行", "ライブ", "コンサート", "デート", "誕生日", "飲み会", "食事会", "同窓会", "キャンプ", "花火大会", "花火", "お祭り", "夏祭り", "祭り", "お花見", "花見", "登山", "ハイキング", "結婚式", "披露宴", "帰省", "里帰り", "記念日", "オフ会", "歓迎会", "送別会":
		return label + n + "、いい時間になるかな？", about
	}
	return label + n + "、うまくいくかな？", about
}

// whoJa is who does something of which the time is told first.
var whoJa = pattern.New(`((?:` + kinJa + `)(?:の[\p{Han}\p{Katakana}ー]{1,6})?)(?:から|が|は|も)`)

var (
	goneJa     = pattern.New(`亡くな|死ん|別れ(?:た|て)|辞め(?:た|て)`)
	clockJa    = pattern.New(`^の?(?:朝|昼|夜|夕方|午前|午後)?(?:の)?[0-9〇一二三四五六七八九十]{1,3}時(?:半|[0-9一二三四五六七八九十]{1,3}分)?(?:ごろ|頃)?(?:に|から|は)?、?`)
	hearsayEnd = pattern.New(`(?:んだそうです|んだそうだ|そうです|そうだ|らしいです|らしい|んだって)$`)
)

func actJa(g []string, o opener) (string, string) {
	c := lang.ClauseJa(g[1])
	if len(lang.Terms(c)) == 0 {
		return "", ""
	}
	label := strings.TrimSuffix(o.label(), "の")
	if label != "" {
		label += "に"
	}
	if who := whoJa.FindStringSubmatch(o.text[:max(0, strings.Index(o.text, lang.Gap))]); who != nil && !strings.Contains(c, who[1]) {
		c = who[1] + "が" + c
	}
	if goneJa.MatchString(c) || strings.Count(c, "、") > 1 {
		return "", ""
	}
	if m := clockJa.FindString(c); m != "" { // の五時に
		label, c = strings.TrimSuffix(label, "に")+m, c[len(m):]
	}
	if label != "" && strings.Contains(o.text, lang.Gap+"は") && strings.Contains(c, "から、") {
		label = strings.TrimSuffix(label, "に") + "は" // 明日は休みだから、…: of the day, not on it
	}
	c = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(c, "が"), "は"), "の")
	if len(lang.Terms(c)) == 0 {
		return "", ""
	}
	if heard := hearsayEnd.FindString(c); heard != "" {
		return label + strings.TrimSuffix(c, heard) + "という話、その後どう？", c
	}
	if o.today() {
		return label + c + "って言ってたけど、どうだった？", c
	}
	return label + c + "って言ってたけど、その後どう？", c
}
