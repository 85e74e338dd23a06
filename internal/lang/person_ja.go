package lang

import (
	"strings"
	"unicode/utf8"
)

// Gap stands for a time that was taken out of a sentence.
const Gap = "§"

var (
	leadJa  = rx(`^(?:(?:今日|今|最近|この前|先日|さっき|実は|でも|だから|あと|それで|それと|それから|そういえば|ちなみに|なんか|なんだか|ちょっと|やっぱり|まだ|もう|うん|ええと|えっと|あのね|あの|まあ|ねえ|ううん|いや|はい|あ|あっ|ところで|とりあえず|一応|本当に|すごく|とても|けっこう|結構|ずっと|正直|特に|また|もう一回|もう一度|一回|一度|一番|そして|じゃあ|それなのに|おはよう|こんばんは|こんにちは)(?:は|も|、| )*|§(?:は|も|に|の|、)?)+`)
	selfJa  = rx(`^(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分|うち)(?:の|は|も|が|には|にも)?、?`)
	breakJa = rx(`^.*(?:、|から、?|ので、?|けど、?|けれど、?|のに、?|たら、?|れば、?|[っい]て、|んで、|し、|が、)`)
)

// NounJa returns the noun phrase that a part of a sentence ends with; "" if it
// is none one could speak of.
func NounJa(s string) string {
	s = strings.TrimSpace(breakJa.ReplaceAllString(s, ""))
	for range 3 {
		s = selfJa.ReplaceAllString(leadJa.ReplaceAllString(s, ""), "")
	}
	if i := strings.LastIndex(s, Gap); i >= 0 {
		s = leadParticle.ReplaceAllString(s[i+len(Gap):], "")
	}
	if i := strings.LastIndex(s, "で"); i > 0 && len(Terms(s[i+len("で"):])) > 0 {
		s = s[i+len("で"):]
	}
	if i := strings.LastIndexAny(s, "はが"); i > 0 && utf8.RuneCountInString(s[i:]) > 2 {
		s = s[i+len("は"):]
	}
	s = leadParticle.ReplaceAllString(strings.Trim(s, "、 「」"), "")
	s = strings.TrimSuffix(strings.TrimSuffix(s, "のこと"), "って")
	if n := utf8.RuneCountInString(s); n < 1 || n > 22 || len(Terms(s)) == 0 || pronounJa.MatchString(s) {
		return ""
	}
	return s
}

// leadParticle is what belongs to the word that stood before.
var leadParticle = rx(`^(?:までに|までは|まで|から|には|にも|では|でも|は|が|を|に|も|の|へ|と|、| )+`)

var pronounJa = rx(`^(?:それ|これ|あれ|そこ|ここ|その|この|あの|そう|こう|何|なに|誰|だれ|どこ|こと|もの|の|あなた|君)(?:の.*)?$`)

// ClauseJa returns a clause without what leads it in and who says it.
func ClauseJa(s string) string {
	s = strings.TrimSpace(s)
	for range 3 {
		s = selfJa.ReplaceAllString(leadJa.ReplaceAllString(s, ""), "")
	}
	if i := strings.LastIndex(s, Gap); i >= 0 {
		s = leadParticle.ReplaceAllString(s[i+len(Gap):], "")
	}
	if n := utf8.RuneCountInString(s); n > 24 {
		s = breakJa.ReplaceAllString(s, "")
	}
	s = selfJa.ReplaceAllString(leadJa.ReplaceAllString(strings.Trim(s, "、 "), ""), "")
	if n := utf8.RuneCountInString(s); n < 2 || n > 30 || strings.ContainsAny(s, "「」") {
		return ""
	}
	return s
}

// Ichidan verbs whose stem ends in a sound of the i-row.
var ichidanJa = rx(`(?:見|起き|降り|借り|着|でき|出来|生き|過ぎ|落ち|足り|浴び|信じ|感じ|似|い|居|伸び|閉じ|用い)$`)

// PlainVerb makes the dictionary form of the stem that stands before "ます".
func PlainVerb(stem string) string {
	r, n := utf8.DecodeLastRuneInString(stem)
	head := stem[:len(stem)-n]
	last, _ := utf8.DecodeLastRuneInString(head)
	switch {
	case ichidanJa.MatchString(stem) || strings.ContainsRune("えけげせてでねべめれぜへぺ", r) || classOf(r) == kanji:
		return stem + "る"
	case strings.HasSuffix(stem, "来"):
		return stem + "る"
	case r == 'し' && classOf(last) == kanji && !twoKanji(head):
		return head + "す"
	case r == 'し':
		return head + "する"
	}
	if i := strings.IndexRune("いきぎちにびみり", r); i >= 0 {
		return head + string([]rune("うくぐつぬぶむる")[i/3])
	}
	return stem + "ます"
}

func twoKanji(s string) bool {
	r := []rune(s)
	return len(r) > 1 && classOf(r[len(r)-1]) == kanji && classOf(r[len(r)-2]) == kanji
}

// SoftEnd is how a Japanese sentence ends whatever it says.
var SoftEnd = rx(`(?:んですけどね?|んだけどね?|んですよね?|んだよね?|んです|んだ|のですが|ですけど|だけど|ですよ|ですね|だよ|だね|です|のよ|のね|なの|の|よね|よ|ね|わ|けど|から|ので|さ|な|なあ|なぁ)*$`)
