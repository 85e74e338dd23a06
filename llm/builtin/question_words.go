package builtin

import (
	"strings"
	"unicode/utf8"
)

// The kinds of act, in the order in which they are answered.
const (
	kindOther      kind = iota // nothing the rules know
	kindCrisis                 // the user speaks of ending their life
	kindGreeting               // hello
	kindThanks                 // thank you
	kindApology                // sorry
	kindPraise                 // well done, I like you
	kindBlame                  // you are useless
	kindLaugh                  // haha
	kindYes                    // a bare yes
	kindNo                     // a bare no
	kindWrongName              // that is not my name
	kindName                   // my name is …
	kindFeeling                // I am sad
	kindFact                   // something about the user or their world
	kindRemark                 // any other statement
	kindReply                  // a few words answering the persona's question
	kindAsk                    // a question about what was told
	kindAskAll                 // what do you know about me?
	kindAskPersona             // a question about the persona
	kindAskNature              // are you an AI?
	kindAskName                // what is your name?
	kindAskIntro               // tell me about yourself
	kindAskSelf                // how are you?
	kindAskMemory              // do you forget? where do you keep it?
	kindAskDay                 // what did you do today?
	kindAskOpinion             // what do you think?
	kindAskWants               // what do you want?
	kindAskDream               // what did you dream?
	kindAskTime                // what time is it?
	kindAskDate                // what day is it?
	kindAskAbility             // what can you do?
	kindCannot                 // write me a poem
	kindForget                 // forget that
	kindTalk                   // really? what do you mean? never mind: topic is the key of the answer
	kindFarewell               // good night
)

var baseInED = set(`need feed breed speed bleed exceed succeed proceed embed`)

var plainForms = map[string]string{
	"is": "are", "has": "have", "does": "do", "was": "were", "isn't": "aren't", "hasn't": "haven't", "doesn't": "don't", "wasn't": "weren't", "goes": "go",
}

func isLatinByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '\x01'
}

// likingJa is what one asks the other about without saying "you".
var likingJa = ja(`^(?:何|なに|どんな[^、]{1,8}|[^、はが]{1,10})(?:が|は|って)?(?:大?好き|嫌い|苦手|得意)(?:です|なの|なん)?(?:か|ですか|？|の)?$`)

// questionTail is what only makes a sentence a question.
var questionTail = ja(`(?:(?:か|を|は|って|の|が|、)*(?:覚えて|おぼえて|知って)(?:い)?(?:る|ます|ますか|た)?(?:か|かな|の|よね)?|(?:を|は|って)?教えて.*|(?:と|って)?(?:話|言|教え)(?:し|っ|い)?(?:ま?した|た)?っけ|だっけ|っけ|でしょうか|ですか|ますか|かな|でしたか|だったか)$`)

var selfAsked = ja(`(?:私|僕|俺|わたし|ぼく|あたし)(?:は|が|の|って|を|に)`)

// wantedJapanese tells what kind of answer a question wants.
func wantedJapanese(text string) askKind {
	switch {
	case containsAny(text, "名前", "なんて呼", "何て呼", "なんという", "何という"):
		return askName
	case containsAny(text, "誰", "だれ", "どなた"):
		return askWho
	case containsAny(text, "どこ", "どちら"):
		return askWhere
	case containsAny(text, "いつ", "何時", "何日", "何曜", "何月", "何年"):
		return askWhen
	case countJa.MatchString(text):
		return askNumber
	case containsAny(text, "なぜ", "どうして", "なんで", "何で"):
		return askWhy
	case containsAny(text, "について", "のこと", "どんな話"):
		return askAbout
	case askWordJa.MatchString(text), strings.HasSuffix(text, "は"):
		return askWhat
	case containsAny(text, "覚えて", "知って", "おぼえて"):
		return askAbout
	}
	return askYesNo
}

var ownAge = ja(`^(?:私|僕|俺|わたし|ぼく|おれ)?(?:は|って|の)?(?:何歳|いくつ|年齢|歳は)`)

var askNoise = ja(`何(?:人|匹|歳|個|回|年|冊|枚|本|台|才|頭|羽|時|日|曜日|月)?|先日|申し上げ(?:た|ました)|お?話し(?:した|しました)|いらっしゃい|今日|昨日|明日|おととい|一昨日|先週|今週|先月|今月|どんな|誰|話した|言った|覚えて|知って|教えて|名前`)

var (
	hiraganaTopic = ja(`^(\p{Hiragana}{2,6}?)(?:ちゃん|くん|さん)?(?:は|って|の|が|、)`)
	notNameJa     = ja(`^(?:いま|きょう|あした|きのう|それ|これ|あれ|どれ|どこ|いつ|だれ|なに|なん|どう|どんな|みんな|ここ|そこ|あそこ|ほか|ところ|わたし|ぼく|おれ|あたし|うち|じぶん|あなた|きみ|さっき|まえ|すき|なんで|どうして)`)
)

var countJa = ja(`何(?:人|匹|歳|個|回|年|冊|枚|本|台|才|頭|羽)|いくつ|いくら|どれくらい|どのくらい`)

var (
	ended = re(`\b(?:quit|gave up|stopped|no longer|used to|anymore|any more)\b|やめ(?:た|ました|て)|もう[^、]*(?:ない|ません)`)
)

// toldIn returns the key of the line that says when a memory was told, or
// written down.
func (m memory) toldIn(key string) string {
	if m.noted {
		return strings.Replace(key, "told", "noted", 1)
	}
	return key
}

// mark stands for the user's name while a sentence is turned.
const mark = "U\x01"

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

var (
	tailJunk  = rx(`(?:[wｗ♪…~〜～ー!！。、\s]|（笑）|\(笑\)|笑)+$`)
	tailWords = []string{"んですけれども", "んですけれど", "んですけど", "んですが", "んだけれど", "んだけど", "ですけど", "ますけど", "けれども", "けれど", "けども", "けど", "のに"}
	particles = []string{"よね", "よな", "よ", "ねえ", "ねぇ", "ね", "なあ", "なぁ", "わ", "ぞ", "ぜ", "の", "し"}
)

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

// trailing are endings of sentences that are left open in speech, and what
// they would close with; a bare て asks for something and is left alone.
var trailing = [][2]string{{"ておりましてね", "ている"}, {"ておりまして", "ている"}, {"おりまして", "いる"}, {"ていまして", "ている"}, {"ましてね", "ました"}, {"まして", "ました"}, {"なくてさ", "ない"}, {"なくて", "ない"}, {"くてさ", "い"}, {"くて", "い"}, {"てさ", "た"}, {"でさ", "だ"},
	{"があって", "がある"}, {"もあって", "もある"}, {"になって", "になった"}, {"くなって", "くなった"}, {"られて", "られた"}, {"ちゃって", "ちゃった"}, {"しまって", "しまった"}, {"すぎて", "すぎた"}}

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
