package builtin

import (
	"strings"
	"time"
	"unicode/utf8"
)

// What the user says in Japanese is kept in the plain form ("京都に引っ越した"),
// which takes every ending the persona's register wants ("…んですね",
// "…って言ってたよ").

var (
	tailJunk  = rx(`(?:[wｗ♪…~〜～ー!！。、\s]|（笑）|\(笑\)|笑)+$`)
	tailWords = []string{"んですけれども", "んですけれど", "んですけど", "んですが", "んだけれど", "んだけど", "ですけど", "ますけど", "けれども", "けれど", "けども", "けど", "のに"}
	particles = []string{"よね", "よな", "よ", "ねえ", "ねぇ", "ね", "なあ", "なぁ", "わ", "ぞ", "ぜ", "の", "し"}
)

// plain turns a sentence to the plain form and takes its closing particles off.
func plain(s string) string { return christenedJa.ReplaceAllString(plainEnd(s), "${1}だ") }

// christenedJa is how a name is told: …の名前は…という.
var christenedJa = rx(`(の名前は[^はがを、]+?)(?:っていう|という|って言う|と言う)$`)

func plainEnd(s string) string {
	s = unfinished(tailJunk.ReplaceAllString(s, ""))
	for _, t := range tailWords {
		if rest, ok := strings.CutSuffix(s, t); ok && rest != "" {
			s = rest + keepVerb(t)
			if noun, ok := strings.CutSuffix(s, "な"); ok && strings.HasPrefix(t, "ん") {
				s = noun + "だ"
			}
			break
		}
	}
	for _, t := range []string{"から", "ので"} {
		if rest, ok := strings.CutSuffix(s, t); ok && endsWithAny(rest, "だ", "い", "た", "る", "です", "ます", "な") {
			s = strings.TrimSuffix(rest, "な")
		}
	}
	s = cutParticle(s)
	s = unexplain(s)
	s = fromPolite(withEnd(s, spokenEnds))
	for _, c := range [][2]string{{"んでる", "んでいる"}, {"てる", "ている"}, {"んでた", "んでいた"}, {"てた", "ていた"}, {"てない", "ていない"}, {"ちゃった", "てしまった"}, {"じゃった", "でしまった"}} {
		if rest, ok := strings.CutSuffix(s, c[0]); ok && rest != "" && !strings.HasSuffix(rest, "捨") && !strings.HasSuffix(rest, "育") {
			return rest + c[1]
		}
	}
	return s
}

// trailing are endings of sentences that are left open in speech, and what
// they would close with; a bare て asks for something and is left alone.
var trailing = [][2]string{{"ておりましてね", "ている"}, {"ておりまして", "ている"}, {"おりまして", "いる"}, {"ていまして", "ている"}, {"ましてね", "ました"}, {"まして", "ました"}, {"なくてさ", "ない"}, {"なくて", "ない"}, {"くてさ", "い"}, {"くて", "い"}, {"てさ", "た"}, {"でさ", "だ"},
	{"があって", "がある"}, {"もあって", "もある"}, {"になって", "になった"}, {"くなって", "くなった"}, {"られて", "られた"}, {"ちゃって", "ちゃった"}, {"しまって", "しまった"}, {"すぎて", "すぎた"}}

// unfinished closes a sentence that was left open: 喧嘩してさ, 眠れなくて.
func unfinished(s string) string {
	s = strings.TrimSuffix(s, "ね")
	for _, c := range trailing {
		if rest, ok := strings.CutSuffix(strings.TrimRight(s, "あぁ"), c[0]); ok && utf8.RuneCountInString(rest) > 1 {
			return rest + c[1]
		}
	}
	return s
}

// spokenEnds are polite endings as they are spoken, and as they are written.
var spokenEnds = [][2]string{
	{"ております", "ています"}, {"でおります", "でいます"}, {"ておりました", "ていました"}, {"でおりました", "でいました"}, {"ってます", "っています"}, {"てます", "ています"}, {"んでます", "んでいます"}, {"てました", "ていました"}, {"んでました", "んでいました"}, {"てません", "ていません"},
	{"なきゃ", "なければならない"}, {"なくちゃ", "なければならない"}, {"なきゃいけない", "なければならない"}, {"なくちゃいけない", "なければならない"},
}

// withEnd replaces the first ending of the table that s has.
func withEnd(s string, table [][2]string) string {
	for _, c := range table {
		if rest, ok := strings.CutSuffix(s, c[0]); ok {
			return rest + c[1]
		}
	}
	return s
}

// keepVerb returns the part of a cut tail that belongs to the sentence.
func keepVerb(tail string) string {
	switch {
	case strings.HasPrefix(tail, "です"):
		return "です"
	case strings.HasPrefix(tail, "ます"):
		return "ます"
	}
	return ""
}

// cutParticle takes one closing particle off, where it follows what a
// sentence can end with.
func cutParticle(s string) string {
	for _, p := range particles {
		rest, ok := strings.CutSuffix(s, p)
		if !ok || utf8.RuneCountInString(rest) < 2 {
			continue
		}
		if endsWithAny(rest, "です", "ます", "だ", "た", "る", "い", "ん", "う", "く", "す", "つ", "む", "ぶ", "ぬ", "ぐ", "な", "き") || p == "よ" || p == "ね" || p == "よね" {
			if (p == "わ" || p == "し") && !endsWithAny(rest, "です", "ます", "だ", "た", "る", "い", "ん", "な") {
				continue
			}
			if p == "の" && endsWithAny(rest, "き") {
				continue
			}
			return strings.TrimSuffix(rest, "な") + map[bool]string{true: "だ"}[strings.HasSuffix(rest, "な") && p == "の"]
		}
	}
	return s
}

// unexplain takes のだ and んです off: "行くんだ" → "行く", "学生なんです" → "学生だ".
func unexplain(s string) string {
	for _, t := range []string{"んです", "のです", "んだ", "のだ"} {
		rest, ok := strings.CutSuffix(s, t)
		if !ok || strings.HasPrefix(t, "の") && strings.Contains(rest, "名前は") || !endsWithAny(rest, "る", "い", "た", "う", "く", "す", "つ", "む", "ぶ", "ぬ", "ぐ", "な", "だ", "ん") {
			continue
		}
		if noun, ok := strings.CutSuffix(rest, "な"); ok {
			return noun + "だ"
		}
		return rest
	}
	return s
}

var naAdjectives = []string{"きれい", "嫌い", "きらい", "みたい", "くらい", "ぐらい", "せい", "とくい", "大きらい"}

// fromPolite turns です and ます at the end into the plain form.
func fromPolite(s string) string {
	for _, t := range []string{"ませんでした", "ました", "ません", "ます", "ましょう"} {
		if stem, ok := strings.CutSuffix(s, t); ok && stem != "" {
			return plainVerbJa(stem, t)
		}
	}
	for _, t := range []string{"でしょう", "でした", "です"} {
		rest, ok := strings.CutSuffix(s, t)
		if !ok || rest == "" {
			continue
		}
		if t == "です" && (endsWithAny(rest, "い", "た", "ん") && !endsWithAny(rest, naAdjectives...) && !endsWithAny(rest, "さん", "ちゃん", "くん")) {
			return rest
		}
		return rest + map[string]string{"でしょう": "だろう", "でした": "だった", "です": "だ"}[t]
	}
	return s
}

// The rows of a five-row verb, by the character its ます-stem ends with: the
// dictionary form, the past and what ない follows.
var godan = map[rune][3]string{
	'き': {"く", "いた", "か"}, 'ぎ': {"ぐ", "いだ", "が"}, 'し': {"す", "した", "さ"}, 'ち': {"つ", "った", "た"}, 'に': {"ぬ", "んだ", "な"},
	'び': {"ぶ", "んだ", "ば"}, 'み': {"む", "んだ", "ま"}, 'り': {"る", "った", "ら"}, 'い': {"う", "った", "わ"},
}

var (
	ichidanEnds = []string{"起き", "生き", "でき", "出来", "過ぎ", "すぎ", "降り", "借り", "足り", "浴び", "伸び", "飽き", "信じ", "感じ", "閉じ", "落ち", "老い", "見", "着", "寝", "出", "似", "煮", "来", "てい", "でい", "にい", "がい", "はい", "もい"}
	suEnds      = []string{"話し", "探し", "返し", "直し", "出し", "貸し", "消し", "押し", "渡し", "暮らし", "過ごし", "起こし", "壊し", "残し", "通し", "回し", "許し", "引っ越し", "なくし", "落とし", "隠し", "試し", "足し"}
)

// beingThere is the stem of いる after a number or the like.
var beingThere = ja(`(?:[人匹羽頭名つ]|ひとり|ふたり|いっぱい|たくさん|だけ|しか|くらい|ほど|そこ|ここ|、)い$`)

// comeJa is the stem of くる behind what came: 引っ越してき, 遊びにき.
var comeJa = ja(`(?:[てにへ]|から|まで)き$`)

// plainVerbJa turns a ます-stem into the form that tail asks for.
func plainVerbJa(stem, tail string) string {
	r, n := utf8.DecodeLastRuneInString(stem)
	form, ok := godan[r]
	switch {
	case stem == "き" || comeJa.MatchString(stem):
		return strings.TrimSuffix(stem, "き") + map[string]string{"ます": "くる", "ました": "きた", "ません": "こない", "ませんでした": "こなかった", "ましょう": "こよう"}[tail]
	case stem == "い" || endsWithAny(stem, ichidanEnds...) || beingThere.MatchString(stem) || !ok:
		return stem + map[string]string{"ます": "る", "ました": "た", "ません": "ない", "ませんでした": "なかった", "ましょう": "よう"}[tail]
	case r == 'し' && !endsWithAny(stem, suEnds...):
		form = [3]string{"する", "した", "し"}
	case endsWithAny(stem, "行き", "いき"):
		form = [3]string{"く", "った", "か"}
	case endsWithAny(stem, "あり") && tail != "ます" && tail != "ました":
		return strings.TrimSuffix(stem, "あり") + map[string]string{"ません": "ない", "ませんでした": "なかった", "ましょう": "あろう"}[tail]
	}
	base := stem[:len(stem)-n]
	return base + map[string]string{"ます": form[0], "ました": form[1], "ません": form[2] + "ない", "ませんでした": form[2] + "なかった", "ましょう": form[0]}[tail]
}

const selfJa = `(?:私|わたし|わたくし|あたし|僕|ぼく|ボク|俺|おれ|オレ|自分|うち)`

var (
	selfPossessive = rx(selfJa + `の`)
	selfTopic      = rx(`^(?:(?:実は|じつは|ちなみに|あと|それと|最近|あのね|えっと|ねえ|そういえば|でも|それで|だから)、?)*` + selfJa + `(?:は|が|って|、|ね、)、?`)
	selfAlso       = rx(`^` + selfJa + `も`)
	leadJa         = rx(`^(?:(?:間違えた|間違えました|まちがえた|訂正|訂正です|やっぱり|やっぱ|ごめん|実は|じつは|ちなみに|あと|それと|あのね|あのさ|えっと|ええと|ねえねえ|ねえ|ねぇ|そういえば|でも|それで|だから|えへへ|ふふ|ところで|本当は|ほんとは)(?:[、,\s]+|(?:$)))+|^やっぱり?|^でも`)
	kinJa          = `(?:妹|弟|姉|兄|母|父|お母さん|お父さん|ママ|パパ|娘|息子|妻|夫|家内|主人|旦那|嫁|奥さん|孫|彼女|彼氏|彼|祖母|祖父|おばあちゃん|おじいちゃん|友達|友だち|親友|上司|同僚|先輩|後輩|子ども|子供|家族|両親|いとこ|おば|おじ|うちの子|上の子|下の子|真ん中の子|長男|次男|三男|長女|次女|三女|末っ子)`
	attributeJa    = `(?:仕事|職業|趣味|名前|誕生日|出身|好きな[^はがの、]{1,12}|嫌いな[^はが、]{1,12}|苦手な[^はが、]{1,12}|好物|専攻|ペット|年齢|歳|血液型|住まい|夢|目標|家|会社|学校|大学|部屋|猫|犬|車|実家|地元|特技|勤め先|身長|星座|電話番号|住所|番号|メールアドレス)`
	ownTopic       = rx(`^(?:` + kinJa + `|` + attributeJa + `)(?:の[^はが、]{1,12})?(?:は|が|も)`)
	otherTopic     = rx(`^([^、。\sはがを]{0,13}[^、。\sはがをにでとへ])(?:は|が)`)
	selfObject     = rx(`(?:が|は|も)(?:、)?(?:大?好き|大?嫌い|きらい|すき|苦手|得意|欲しい|ほしい|できる|できない|わか|分か|必要|楽しみ|痛い|ある|あった|ない|飲み?たい|食べ?たい|見たい|読みたい|行きたい|怖い|気になる|食べられ|飲め|話せ|上手|下手|やめ|辞め|飲ま|飲み|飲む|食べ|吸|飼)`)
	timeTopic      = rx(`^(?:今日|明日|昨日|きのう|あした|きょう|今朝|今夜|今晩|昨夜|先週|来週|今週|先月|来月|今月|去年|来年|今年|週末|最近|さっき|いま|今|昔|むかし|子どものころ|子供の頃|普段|ふだん|いつも|毎日|毎朝|毎晩|毎週|休日|[月火水木金土日]曜日?|午前|午後|夏|冬|春|秋|\d+年\d+月\d+日)(?:は|の|に|、|も|から|まで)?`)
)

// thirdJapanese writes a statement of the user down: plain, in the third
// person, "…さんは…。".
func (s *scene) thirdJapanese(text string) string { return s.thirdJapaneseOn(text, s.now) }

// thirdJapaneseOn is thirdJapanese for what was said on another day.
func (s *scene) thirdJapaneseOn(text string, day time.Time) string {
	u := s.subjectName()
	if u == unnamed {
		u = "ユーザー"
	} else {
		u = strings.TrimSuffix(u, "さん") + "さん"
	}
	t := plain(leadJa.ReplaceAllString(strings.TrimSpace(text), ""))
	switch {
	case selfTopic.MatchString(t):
		t = u + "は" + selfTopic.ReplaceAllString(t, "")
	case selfAlso.MatchString(t):
		t = selfAlso.ReplaceAllString(t, u+"も")
	case selfPossessive.MatchString(t):
		t = selfPossessive.ReplaceAllString(t, u+"の")
	case ownTopic.MatchString(t) && !selfObject.MatchString(t[:min(len(t), 60)]) || attributeTopic.MatchString(t):
		t = u + "の" + t
	case houseJa.MatchString(t):
		t = u + "の" + t
	case timeTopic.MatchString(t) && ownTopic.MatchString(timeTopic.ReplaceAllString(t, "")):
		at := timeTopic.FindString(t)
		t = strings.TrimRight(at, "、") + "、" + u + "の" + t[len(at):]
	case topicOfOthers(t) || s.topicOfNamed(t):
	default:
		t = u + "は" + t
	}
	t = selfPossessive.ReplaceAllString(t, u+"の")
	return absoluteJapanese(t, day) + "。"
}

var attributeTopic = rx(`^(?:` + attributeJa + `|` + kinJa + `)(?:の[^はが、]{1,12})?は`)

// topicOfOthers reports whether a plain statement has a subject of its own.
func topicOfOthers(t string) bool {
	rest := timeTopic.ReplaceAllString(t, "")
	m := otherTopic.FindString(rest)
	return m != "" && !selfObject.MatchString(rest)
}

// topicOfNamed reports whether a statement of liking begins with somebody the
// user named: ハルは恐竜が大好き.
func (s *scene) topicOfNamed(t string) bool {
	m := otherTopic.FindStringSubmatch(timeTopic.ReplaceAllString(t, ""))
	if m == nil {
		return false
	}
	name := m[1]
	for _, h := range []string{"さん", "ちゃん", "くん", "君"} {
		name = strings.TrimSuffix(name, h)
	}
	_, known := kinOf(s.recollect())[name]
	return known || name != m[1]
}

// secondJapanese turns what was kept about the user to the persona's side.
func (s *scene) secondJapanese(text string) string {
	t := strings.TrimRight(strings.TrimSpace(text), "。")
	for _, u := range []string{s.user + "さん", "ユーザー", s.user} {
		if u == "" || u == "さん" {
			continue
		}
		for _, p := range []string{"は", "が"} {
			if rest, ok := strings.CutPrefix(t, u+p); ok {
				return honoured(theirHouse(strings.TrimPrefix(rest, "、")))
			}
		}
	}
	t = strings.TrimPrefix(t, "ユーザーの")
	if s.user != "" {
		t = startsWithKin(t, strings.TrimSuffix(s.user, "さん")+"さんの")
	}
	return honoured(theirHouse(t))
}

// kinHonoured says how one speaks of somebody else's family where they say
// 母, 妹 and so on of their own.
var kinHonoured = pairs("お母さん 母\nお父さん 父\nお姉さん 姉\nお兄さん 兄\n妹さん 妹\n弟さん 弟\nおばあさん 祖母\nおじいさん 祖父\n息子さん 息子\n娘さん 娘\n旦那さん 夫\n奥さま 家内\nご主人 主人\n奥さん 妻\n甥御さん 甥\n姪御さん 姪\nご両親 両親")

// plainKin is such a word with nothing before it that it could belong to, and
// a particle behind; 母の日 is none, and in 妹のミカ the name follows.
var plainKin = rx(`(^|[、。のとはがにもでを])(母|父|姉|兄|妹|弟|祖母|祖父|息子|娘|夫|妻|家内|主人|甥|姪|両親)(は|が|と|に|を|も|へ|、|から|って|の[^日ァ-ヶ])`)

// honoured speaks of the user's family as one does to their face.
func honoured(t string) string {
	for range 2 { // in 妹と祖母に the second begins where the first ends
		t = plainKin.ReplaceAllStringFunc(t, func(found string) string {
			m := plainKin.FindStringSubmatch(found)
			return m[1] + kinHonoured[m[2]] + m[3]
		})
	}
	return t
}

// startsWithKin takes whose off the front of t where a word for family
// follows: told to them, お母さん is theirs.
func startsWithKin(t, whose string) string {
	if rest, ok := strings.CutPrefix(t, whose); ok && plainKin.MatchString(rest) && strings.HasPrefix(rest, plainKin.FindString(rest)) {
		return rest
	}
	return t
}

// mirrorJapanese turns what the user just said to the persona's side.
func (s *scene) mirrorJapanese(text string) string {
	t := plain(leadJa.ReplaceAllString(strings.TrimSpace(text), ""))
	t = selfTopic.ReplaceAllString(t, "")
	possessive := ""
	if s.user != "" {
		possessive = strings.TrimSuffix(s.user, "さん") + "さんの"
	}
	t = selfPossessive.ReplaceAllString(t, possessive)
	return honoured(startsWithKin(theirHouse(t), possessive))
}

// theirHouse speaks of the user's house as one does to their face.
func theirHouse(t string) string {
	if m := houseJa.FindStringSubmatch(t); m != nil {
		return "おうち" + t[len(m[0])-len(m[1]):]
	}
	return t
}

// houseJa is the speaker's own house at the beginning of a sentence.
var houseJa = rx(`^(?:うち|家)((?:に|で)(?:は|も)?)`)

// explained closes a plain sentence with んです or its casual form.
func (v voice) explained(t string) string {
	if noun, ok := strings.CutSuffix(t, "だ"); ok && (!strings.HasSuffix(noun, "ん") || endsWithAny(noun, "ちゃん", "さん", "くん")) && (!strings.HasSuffix(noun, "い") || endsWithAny(noun, naAdjectives...)) {
		t = noun + "な"
	} else if endsInNoun(t) {
		t += "な"
	}
	if v.casual {
		return t + "んだ"
	}
	return t + "んです"
}

// givenName is a sentence that ends in a name, whatever that ends in.
var givenName = ja(`名前は[^はがをだ]{1,12}$`)

// endsInNoun reports whether a sentence stops at a noun or な-adjective.
func endsInNoun(t string) bool {
	r, _ := utf8.DecodeLastRuneInString(t)
	if givenName.MatchString(t) || endsWithAny(t, "ちゃん", "さん", "くん", "好き", "嫌い", "きれい", "すき", "きらい", "まで", "から", "だけ") {
		return true
	}
	return r < 'ぁ' || r > 'ん'
}
