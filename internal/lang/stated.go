package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	supposeEn = en(`\b(?:if|unless|would|could|should|might|maybe|perhaps|possibly|probably|suppose|imagine|pretend|wish|what if|as if|I guess|I wonder|I doubt|not sure|in my dream|in the (?:story|game|novel|movie|film)|role-?play|for example|apparently|supposedly|I heard|they say|lol|haha+|lmao)\b|;\)`)
	supposeJa = ja(`もし|仮に|たとえば|例えば|としたら|だったら|なら、|ばいい|かも(?:$|ね|な|しれ)|たぶん|多分|きっと|だろう|でしょう|らしい|みたい(?:$|だ|です)|気がする|かな(?:$|あ|ぁ)|かしら|ごっこ|という設定|夢(?:を見|で|の中)|冗談|(?:笑|w+)$|[(]笑[)]`)
	leadInEn  = en(`^(?:(?:(?:also|and|but|so|actually|oh|hmm|um|hm|ugh|anyway|anyways|honestly|frankly|basically|by the way|btw|fyi|tbh|you know|in fact|wow|plus|haha|luckily|fortunately|unfortunately)[,:.!-]* +)|(?:(?:well|hey|hi|hello|yes|yeah|yep|yup|ok|okay|right|no|nope|thanks|thank you|totally|absolutely|definitely|sure|exactly|cool|nice|great|aw+|same here|me too|guess what|exciting news|good news|great news|bad news|sorry|to be honest|true|ah|ha|cheers|ta|lol|lovely|fair enough|never mind|bless you|hello \w+|good (?:morning|evening|afternoon|night)(?:,? (?-i:[A-Z])\w+)?|i know,? right|no need to (?:be sorry|apologi[sz]e)|no worries|that's (?:it|right|ok|okay|kind of you)|you're (?:right|welcome)|hey \w+|hi \w+|thanks,? \w+|yeah,? \w+)[,:.!-]+ +)|(?:(?:well|yes|yeah|yep|ok|okay) +))+`)
	leadInJa  = ja(`^(?:(?:でさ[ぁあー]?|んでね?|まあいい[かや]?|それはそうと|そういえばさ|っ?ていうか|つーか|ってか|いやね|ほらね?|でもさ|でもね|てかさ|てか|あのさ|あのね|なんかさ|ほんでな|ほんで|だってさ|あとさ|あとね|それとね|ちなみに|実は|あと|それと|それから|あ|あっ|えっと|ええと|うん|はい|いや|いいえ|ううん|そういえば|そうそう|で|でも|だから|そして|ところで|なんか|まあ|へえ|やっぱり|ねえ|こんにちは|おはよう|こんばんは|ただいま|ありがとう?|よろしく|了解|助かる|頼むわ|おう|せやで|そやで|合ってる|それでね|それがさ|そうなの|そうなんよ|いえいえ|さんきゅー?|しかも|別の話なんですけど|話は変わりますけど)(?:、|,| |!|…)+|でも|あと(?:は)?|それに|そんでね?)+`)
)

var (
	jokesEn = en(`\b(?:just|only) (?:kidding|joking)\b|\bI(?:'m| am) (?:kidding|joking)\b|\bjk\b|\bj/k\b|\bjust messing with you\b`)
	jokesJa = ja(`冗談(?:です|だよ|だって|だけど|よ|ね|$)|なんちゃって|なんてね|うそうそ|嘘だよ|うそだよ`)
)

// Jokes reports whether a sentence takes itself, or what was said with it,
// back.
func Jokes(s Sentence) bool { return jokesEn.MatchString(s.Text) || jokesJa.MatchString(s.Text) }

// What says that something is not over.
var (
	PartlyEn = en(`\b(?:so far|not yet|still|halfway|half|almost|nearly|a (?:bit|little) better|getting (?:better|there)|making progress|first (?:part|round|half|draft)|one of|some of|started|began|slowly|waiting)\b`)
	PartlyJa = ja(`まだ|少しだけ|ちょっとだけ|途中|半分|だんだん|少しずつ|そう(?:だよ|です)?$|進んで|一次|とりあえず|一部|今のところ`)
)

// Halfway reports whether a sentence says that something is not over.
func Halfway(s Sentence) bool {
	if s.Japanese {
		return PartlyJa.MatchString(s.Text)
	}
	return PartlyEn.MatchString(s.Text)
}

// orderLead is a request before a statement.
var orderLead = en(`^(?:please )?(?:don't|do not|stop) [^,]*, (I .+)$`)

// Supposes reports whether a sentence says how things might be, not how they
// are.
func Supposes(s Sentence) bool {
	if s.Japanese {
		return supposeJa.MatchString(s.Text)
	}
	return supposeEn.MatchString(s.Text)
}

// Told returns a sentence as it stands, without what leads it in, for a
// quotation.
func Told(s Sentence) string {
	lead := leadInEn
	if s.Japanese {
		lead = leadInJa
	}
	raw := Shown(s.Raw)
	if t := strings.TrimSpace(unled(raw, lead.ReplaceAllString(raw, ""))); strings.ContainsFunc(t, IsWord) && !afterwards(t) {
		raw = t
	}
	r, n := utf8.DecodeRuneInString(raw)
	return string(unicode.ToUpper(r)) + raw[n:]
}

// wellDone is what makes of a "well" before it no word that leads in.
var wellDone = en(`^(?:done|earned|said|played|deserved|put|spotted|rested|known|worth|over|past|before|after|enough)\b`)

// unled is what is left of a text, with the "well" that belongs to it: of "well
// earned" and "oh, well done".
func unled(text, rest string) string {
	const well = "well "
	cut := text[:len(text)-len(rest)]
	if len(cut) >= len(well) && strings.EqualFold(cut[len(cut)-len(well):], well) && wellDone.MatchString(rest) {
		return text[len(cut)-len(well):]
	}
	return rest
}

// afterwards reports whether what was taken off a text was the half of a word:
// あと of あとで.
func afterwards(rest string) bool {
	return strings.HasPrefix(rest, "で") && !strings.HasPrefix(rest, "でき") || strings.HasPrefix(rest, "から")
}

// Shown makes one line of a text without what is not said aloud; its letters
// stay as they are.
func Shown(s string) string {
	return strings.Join(strings.Fields(aside.ReplaceAllString(strings.ToValidUTF8(s, " "), " ")), " ")
}

// Stated returns a sentence without what leads it in, as a statement.
func Stated(s Sentence) string {
	lead := leadInEn
	if s.Japanese {
		lead = leadInJa
	}
	t := strings.TrimLeft(unled(s.Text, lead.ReplaceAllString(s.Text, "")), " -–—,、")
	t = orderLead.ReplaceAllString(t, "$1")
	if !strings.ContainsFunc(t, IsWord) || afterwards(t) {
		return s.Text
	}
	r, n := utf8.DecodeRuneInString(t)
	return string(unicode.ToUpper(r)) + t[n:]
}
