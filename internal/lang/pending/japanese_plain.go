package pending

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// The rules for Japanese in the order they are tried: those that know what they
// speak of, those that take any word, those of little weight.
var rulesJa = slices.Concat(openJa, plainJa, softJa)

const nameJaRe = `((?:[\p{Han}\p{Katakana}ー]{1,8}の)?(?:[\p{Han}\p{Katakana}ー]{1,8}(?:さん|ちゃん|くん|君|先生|先輩)|お?[母父姉兄]さん|母|父|妻|夫|旦那|嫁|娘|息子|姉|妹|兄|弟|親|両親|友達|友人|親友|彼女|彼氏|上司|部長|店長|家族|みんな))`

// plainJa are ways of leaving something open that say it of any matter: what is
// on a day, what did not come, whom one has not told.
var plainJa = []openRule{
	{Event, 0.75, pattern.New(lang.Gap + `(?:まで)?に?(?:は)?、?([^、。§]{1,20}?)(?:を|は|も)?(?:全部|ぜんぶ|すべて)?(?:出せ|出して|出さな|提出|仕上げ|終わらせ|送れ|書け|書き上げ|納め|払え|払わ)`), pattern.New(`出せな|できな|たら$|出してくれた|出してもらった`), ahead, dueJa},
	{Event, 0.75, pattern.New(`(?:^|[、。])([^、。§]{1,18}?)(?:は|が|も)?` + lang.Gap + `(?:(?:です|だ|だよ|だって|なんだ|なんです|なの|なのに|や|やで|やし|やのに|やねん|に決まった|に決まりました|に決定|にある|にあります|に始まる|に始まります|スタート|からスタート|から始まる|から始まります)(?:よ|ね|けど|から|ので|し|んだ)*)?(?:$|[、。])`), pattern.New(`(?:今日|昨日|締め切り|期限)は?` + lang.Gap + `|から` + lang.Gap), ahead, plainEventJa},
	{Event, 0.7, pattern.New(lang.Gap + `(?:に|は|には|から)?、?([^、。§]{2,18}?)(?:が|も)(?:ある|あります|あって|あるん|入って|控えて)`), pattern.New(`(?:こと|時間|用事|もの|必要|休み|つもり|予定)(?:が|も)あ|たことがあ`), ahead, plainEventJa},
	{Event, 0.7, pattern.New(lang.Gap + `(?:が|は)、?((?:初めての|最後の|第一回の)?[^、。§]{1,14}?)(?:で、|だから|なので|なんだ|なんです|なの(?:$|で)|です(?:$|ね|よ)|だよ|だね|なんだよね)`), pattern.New(`(?:今日|昨日|休み)` + lang.Gap), ahead, plainEventJa},
	{Choice, 0.75, pattern.New(`(申し込み|申込み?|応募|受付|予約|エントリー|登録)(?:は|が|の(?:締め切り|期限)(?:は|が))` + lang.Gap + `(?:まで)?`), pattern.New(`済ん|終わった|しました|した$`), ahead, func(g []string, o opener) (string, string) {
		if l := strings.TrimSuffix(o.label(), "の"); l != "" {
			return l + "までの" + g[1] + "、どうするか決まった？", g[1]
		}
		return "", ""
	}},
	{Choice, 0.6, pattern.New(`([^、。§]{1,14}?)(?:に|へ)誘われ(?:た|て|まし|ちゃ)`), pattern.New(`断|行って|行った|楽しか`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "への誘い、もう返事した？", n
		}
		return "", ""
	}},
	{Event, 0.75, pattern.New(lang.Gap + `(?:に|は)?、?(?:また|もう一度)?(?:診て|みて)(?:もら|いただ)`), nil, ahead, func(_ []string, o opener) (string, string) {
		if l := o.label(); l != "" && !o.today() {
			return l + "診察、無事に済むかな？", "診察"
		}
		return "", ""
	}},
	{Event, 0.7, pattern.New(nameJaRe + `(?:が|は|も)、?` + lang.Gap + `(?:に|は)?、?([^。§]{0,14}?(?:来る|帰ってくる|帰る|泊まる|引っ越す|遊びに来る))(?:と|って|んだ|そう|予定|つもり|らしい|ことに|よ|ね|$)`), nil, ahead, func(g []string, o opener) (string, string) {
		label := strings.TrimSuffix(o.label(), "の")
		if label == "" || o.today() {
			return "", ""
		}
		return label + "に" + g[1] + "が" + g[2] + "という話、その後どう？", g[1] + " " + g[2]
	}},
	{Event, 0.7, pattern.New(nameJaRe + `?(?:が|は|も)?[^。§]{0,8}?` + lang.Gap + `(?:に|で|には)?、?(?:\d{1,3}|[一二三四五六七八九十]{1,3})歳になる`), nil, ahead, func(g []string, o opener) (string, string) {
		who := ""
		if g[1] != "" {
			who = strings.TrimSuffix(g[1], "の") + "の"
		}
		return o.label() + who + "誕生日、いい時間になるかな？", who + "誕生日"
	}},

	{Choice, 0.75, pattern.New(`([^、。§]{2,26}?)(ないか|ませんか)(?:と|って)(?:言われ|誘われ|聞かれ|頼まれ|声をかけられ)`), pattern.New(`断っ|断りま|受けた|引き受け|OKし|オーケーし`), nothing, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 0 {
			return c + strings.Replace(g[2], "ません", "ない", 1) + "という話、もう返事した？", c
		}
		return "", ""
	}},
	{Choice, 0.7, pattern.New(`^([^、。§]{2,20}?)か、?([^、。§]{2,20}?)か(?:$|、|。|だな|だよな|な$|なあ$)`), pattern.New(`どうか|何か|誰か|いつか|どこか|ないか|なぜ|ですか|ますか|だろうか|うか`), nothing, func(g []string, _ opener) (string, string) {
		a, b := lang.ClauseJa(g[1]), lang.ClauseJa(g[2])
		if a == "" || b == "" || len(lang.Terms(a+b)) == 0 {
			return "", ""
		}
		return a + "か" + b + "か、もう決まった？", a + " " + b
	}},
	{Choice, 0.6, pattern.New(`([^、。§]{0,12}?(?:し方|り方|え方|け方|き方|び方|み方))(?:が|も|は|まで)(?:まだ|全然|ぜんぜん|さっぱり|よく)*(?:わから|分から|わかん|決まら|思いつか|浮かば)`), nil, nothing, func(g []string, _ opener) (string, string) {
		if n := lang.ClauseJa(g[1]); n != "" {
			return n + "、もう決まった？", n
		}
		return "", ""
	}},

	{Trouble, 0.7, pattern.New(bodyJa + `(?:が|は|も)[^、。]{0,5}?(?:やばい|ヤバい|限界|きつい|だるい|重い|つらい|しびれ|腫れ|あと[^、。]{1,6}(?:かか|必要))`), pattern.New(`目(?:が|は)(?:重|きつ)|腕(?:が|は)重|頭(?:が|は)重い話|` + kinJa + `(?:が|は|も)`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "の具合、少しはよくなった？", g[1]
	}},
	{Trouble, 0.7, pattern.New(`(心臓|腎臓|肝臓|肺|足腰|血圧|視力|記憶力)(?:が|も|は)[^、。]{0,6}?(?:弱っ|悪く|悪い|衰え|高く|高い|落ちて)`), pattern.New(`よくな|良くな|治`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "の調子、その後どう？", g[1]
	}},
	{Trouble, 0.6, pattern.New(`([^、。]{1,12}?)(?:から|が|の)(?:変な|おかしな|妙な|すごい)(音|匂い|におい|臭い|煙)(?:が|を)?(?:する|して|出)`), pattern.New(`隣|外|夜中`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "の変な" + g[2] + "、その後どうなった？", n
		}
		return "", ""
	}},
	{Trouble, 0.75, pattern.New(`(?:^|[、。]|今|ほんとに|本当に|マジで|まじで)((?:[\p{Han}]{2,3}|[\p{Katakana}ー]{2,8}|母|父|姉|妹|兄|弟|夫|妻|旦那|彼氏|彼女|上司|親)(?:さん|くん|ちゃん|先輩|部長)?)(?:に|のこと)(?:が|は)?[^、。]{0,6}?(?:腹が立っ(?:て|た)|むかつ|ムカつ|ムカつい|イライラし|怒って(?:い)?る)`), pattern.New(`自分|会社|仕事|世の中|電車|天気|結果|態度|対応|自身|全員|言葉`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "とは仲直りできた？", g[1]
	}},
	{Trouble, 0.6, pattern.New(`([^、。]{1,16}?)(?:が|は|も)(?:まだ|ずっと|なかなか)*届か(?:な|ず|ん)`), pattern.New(`手が届か|声が届か|目が届か|想い|思い|連絡|返事`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "は届いた？", n
		}
		return "", ""
	}},
	{Worry, 0.6, pattern.New(`^([^、。]{3,24}?(?:もつ|足りる|間に合う|受かる|続く|できる|続けられる|やっていける|払える|治る|受けられる|うまくいく))か(?:どうか)?(?:$|な$|なあ$)`), nil, nothing, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 0 {
			return c + "か、まだ心配？", c
		}
		return "", ""
	}},
	{Duty, 0.6, pattern.New(nameJaRe + `(?:に|へ)(?:は|も)?(?:まだ)(?:何も|全部は|ちゃんと)?(話|言|伝|聞|謝|連絡|お礼)(?:し|え|っ|い|が言え)?(?:て(?:い)?(?:な|ませ)|れて(?:い)?(?:な|ませ)|せて(?:い)?(?:な|ませ))`), nil, nothing, func(g []string, _ opener) (string, string) {
		verb := map[string]string{"話": "話せた", "言": "言えた", "伝": "伝えられた", "聞": "聞けた", "謝": "謝れた", "連絡": "連絡できた", "お礼": "お礼を言えた"}[g[2]]
		return g[1] + "にはもう" + verb + "？", g[1]
	}},
	{Duty, 0.6, pattern.New(nameJaRe + `(?:に|へ|からの)(?:は|も)?(?:、)?(?:まだ)?(?:ちゃんと)?(返事|返信|連絡|お礼|折り返し)(?:を|も|は|が)?(?:まだ)?(?:し|でき|出来|言え|送れ|返せ)(?:て(?:い)?(?:な|ませ))`), nil, nothing, func(g []string, _ opener) (string, string) {
		verb := map[string]string{"返事": "返事した", "返信": "返信した", "連絡": "連絡した", "お礼": "お礼を言えた", "折り返し": "折り返した"}[g[2]]
		return g[1] + "にはもう" + verb + "？", g[1]
	}},
	{Trouble, 0.75, kinHurtJa, pattern.New(`治っ|よくなった|大したこと(?:は)?な|昔|何年も前`), nothing, func(g []string, _ opener) (string, string) {
		return g[1] + "の" + g[2] + "、少しはよくなった？", g[1] + " " + g[2]
	}},
	{Duty, 0.5, pattern.New(`([^、。]{2,20}?)を(?:引き受け|任され|頼まれ)(?:た|て|ちゃ|まし)`), pattern.New(`断`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "、その後どう？", n
		}
		return "", ""
	}},
	{Wish, 0.55, pattern.New(`([^、。]{2,24}?)たい(?:んだって|らしい|そうです|そうだ|んだそう|とのこと|と言われ|って言われ)`), pattern.New(`(?:私|僕|俺)(?:は|が|も)`), noTime, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 1 {
			return c + "たいという話、その後どうなった？", c
		}
		return "", ""
	}},
}

// softJa are ways that leave little open: what is done on a day, what goes on,
// what is to be done, what one would like.
var softJa = []openRule{
	{Event, 0.65, pattern.New(lang.Gap + `(?:に|は|には|から|までに|までには|も|こそ)?、?([^。§]{1,28}?)ます(?:ね|よ|が|けど|から|ので)?(?:$|、)`), pattern.New(`(?:思い|てい|あり|なり|言い|わかり|でき|ござい|頑張り|がんばり|寝|くれ)ます`), ahead, func(g []string, o opener) (string, string) {
		if hearsayEnd.MatchString(g[1]) {
			return actJa(g, o)
		}
		return actJa([]string{"", lang.PlainVerb(g[1])}, o)
	}},

	{Event, 0.65, pattern.New(lang.Gap + `(?:に|は|には|から|までに|までには|も|こそ|で)?、?([^。§]{2,28}?[うくぐすつぬぶむる])(?:んだって(?:さ)?|んですって|って|そうだ|そうです|んだ|んです|んだよ|んだよね|んだよね|んですよ|んだけど|んですけど|の|のよ|の。|よ|ね|から|ので|けど|けどね|予定(?:です|だ|なんだ|なの|なんです|だよ)?|つもり(?:です|だ|なんだ|なの|だよ)?|ことになった(?:んだ|の|よ|んです)?|ことになりました|ことにした(?:んだ|よ)?|ことにしました|ことになって(?:い(?:る|ます)|る|ます)?)?(?:$|、)`), pattern.New(`(?:くれる|ください|だろう|でしょう|思う|ている|てる|言う|いう|ある|なる|ありがとう|そう|よう|おはよう|わかる|分かる|できる|寝る|頑張る|がんばる|ます)(?:よ|ね|の|んだ|から|けど)*$`), ahead, actJa},
	{Effort, 0.5, pattern.New(`([^。、]{1,20}?)(?:を|に)(?:習い始め|始め(?:た|て|まし)|はじめ(?:た|て|まし)|挑戦(?:し|中)|取り組んで|通い始め|通って|はまって|ハマって|夢中)`), pattern.New(`やめ|仕事を始め`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "、その後どう？", n
		}
		return "", ""
	}},
	{Effort, 0.5, pattern.New(`([^。、]{1,20}?)(?:を|の)(練習|勉強|執筆|準備|制作|製作|開発|研究|リハビリ|ダイエット)(?:を|も|が)?(?:し|して|中|頑張|続け|進め)`), nil, nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "の" + g[2] + "は進んでる？", n
		}
		return "", ""
	}},
	{Effort, 0.5, pattern.New(`([^。、]{1,20}?)を(?:書いて|描いて|作って|編んで|育てて|読んで|貯めて|目指して)(?:い)?(?:る|ます|るんだ|るの|いて|て)`), pattern.New(`くれて`), nothing, func(g []string, _ opener) (string, string) {
		if n := lang.NounJa(g[1]); n != "" {
			return n + "は進んでる？", n
		}
		return "", ""
	}},
	{Duty, 0.5, pattern.New(`([^。、]{2,24}?)(?:なきゃ|なくちゃ|なければ|なくては|ないと)(?:いけな|ならな|だめ|ダメ|$|な|って|ね|と思)`), pattern.New(`寝|起き|しっかりし|がんばら|頑張ら|行かな$|帰ら`), nothing, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 0 {
			return c + "なきゃって言ってたの、できた？", c
		}
		return "", ""
	}},
	{Wish, 0.4, pattern.New(`([^。、]{2,24}?)(?:たい)(?:と思|って思|ねって|ねと|ね$|ねえ$|な$|なあ$|なぁ$|んだ|です|の$|よね|$)`), pattern.New(`泣き|死に|寝|帰り|休み|会いたい$|聞き|話し|言い|知り|消え|お願い|食べ(?:たい)$|逃げ|ビール|酒|コーヒー|映画|布団|ラーメン|アイス|甘いもの|飲み|眠り|(?:んだって|らしい|そうだ|そうです|そうで)$`), nothing, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 0 {
			return c + "たいって言ってたの、その後どう？", c
		}
		return "", ""
	}},
	{Reason, 0.4, pattern.New(`([^。]{2,26}?)(?:ことにした|ことに決めた|ことにしました|ことに決めました)`), pattern.New(`から|ので|ため|おかげ|くて|せい`), nothing, func(g []string, _ opener) (string, string) {
		if c := lang.ClauseJa(g[1]); len(lang.Terms(c)) > 0 {
			return "どうして" + afterAllJa.ReplaceAllString(c, "") + "ことにしたの？", c
		}
		return "", ""
	}},
}

// kinHurtJa is what somebody near the speaker has done to themselves: "父が畑で腰
// をやったらしい". That it was heard of takes nothing from it.
var kinHurtJa = pattern.New(kinJa + `(?:が|は|も|まで)[^。]{0,14}?` + bodyJa + `(?:を|も|まで)?(?:また)?(?:やった|やっちゃ|やって|やられ|痛めた|痛めて|打った|打って|打ちつけ|ひねっ|捻っ|捻挫|折った|折って|骨折|悪くし|怪我し|けがし|ケガし)`)

// afterAllJa is a word that says only how it was come to.
var afterAllJa = pattern.New(`^(?:結局|やっぱり|やはり|とうとう|ついに|いよいよ|もう|思い切って)、?`)

// dueJa asks whether something was done by its day.
func dueJa(g []string, o opener) (string, string) {
	n := lang.NounJa(g[1])
	if n == "" || o.today() || !strings.Contains(o.whole[o.when.End:min(len(o.whole), o.when.End+len("までに"))], "まで") && !strings.Contains(o.whole[o.when.Begin:o.when.End], "まで") {
		return "", ""
	}
	return strings.TrimSuffix(o.label(), "の") + "までの" + n + "、間に合いそう？", n
}

// plainEventJa asks how anything goes that has its day.
func plainEventJa(g []string, o opener) (string, string) {
	n := lang.NounJa(strings.TrimPrefix(g[1], "初めての"))
	if n == "" || noEventJa.MatchString(n) || condJa.MatchString(o.text) && strings.Contains(o.text, "ば") {
		return "", ""
	}
	if strings.HasPrefix(g[1], "初めての") {
		n = "初めての" + n
	}
	if o.when.Unit == lang.Vague {
		return "", ""
	}
	if o.today() {
		return o.label() + n + "、どうだった？", n
	}
	return o.label() + n + "、うまくいくかな？", n
}

// noEventJa is what cannot be on a day, or is no matter to ask after.
var noEventJa = pattern.New(`(?:休み|天気|雨|雪|つもり|予定|仕事|学校|会社|バイト|夜勤|日勤|早番|遅番|次|あと|それ|これ|月曜|火曜|水曜|木曜|金曜|土曜|日曜|締め切り|締切|期限|[0-9]+[%人円歳個枚]?)$|[るたいうくすつぬぶむ]$|^(?:私|僕|俺|彼|彼女|みんな)$`)
