package builtin

import (
	"strings"
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
