package builtin

import (
	"slices"
	"strings"
)

// follow asks one fitting question, unless one was asked or the persona has
// been asking all the time.
func (s *scene) follow(a act, r *reply) {
	if r.asked || has2(r.parts, "?", "？") || s.asksTooMuch() || len(r.parts) >= 5 {
		return
	}
	if a.category == "entity" {
		if (s.seed+uint32(s.turn))%2 == 0 {
			r.say(s, s.phrase("curious"))
		}
		return
	}
	line := s.about(s.followKey(a), a)
	if line == "" || s.saidLately(line) || isAnswered(line, a.text) {
		return
	}
	r.say(s, line)
	r.asked = true
}

// isAnswered reports whether what was told says already what line asks.
func isAnswered(line, told string) bool {
	return asksWhen.MatchString(line) && (whenAny.MatchString(told) || whenJa.MatchString(told))
}

// wonder shows interest in a remark, every other time.
func (s *scene) wonder(a act, r *reply) {
	if namesMood(a.text) {
		return
	}
	switch key := s.followKey(a); {
	case strings.HasPrefix(key, "ask.@"):
		s.follow(a, r)
	case (s.seed+uint32(s.turn))%2 == 0:
		r.say(s, s.phrase("curious"))
	}
}

func has2(parts []string, marks ...string) bool {
	return len(parts) > 0 && endsWithAny(parts[len(parts)-1], marks...)
}

// asksTooMuch reports whether the last two replies ended with a question.
func (s *scene) asksTooMuch() bool {
	n := 0
	for i := len(s.past) - 1; i >= 0 && n < 2; i-- {
		if s.past[i].user {
			continue
		}
		t := strings.TrimSpace(tagText.ReplaceAllString(s.past[i].text, ""))
		if !endsWithAny(t, "?", "？", "か。", "の。") {
			return false
		}
		n++
	}
	return n == 2
}

// followKey chooses the follow-up by what a statement is about, "" for none.
func (s *scene) followKey(a act) string {
	switch {
	case hurtBy(a):
		return "ask.hurt"
	case a.kind == kindFeeling:
		return "ask." + string(a.mood)
	case isBareData(a.text):
		return ""
	case ended.MatchString(a.text):
		return "ask.ended"
	case isDenied(a.text) && a.category == "preference":
		return "ask.preference"
	case isDenied(a.text):
		return ""
	case ownWork.MatchString(a.text):
		return "ask.@work"
	}
	if key := s.conceptKey(a.text); key != "" || wished.MatchString(a.text) {
		return s.gentler(key, a.text)
	}
	if (s.seed+uint32(s.turn))%2 == 0 && (a.category == "fact" || len(s.lines("ask."+a.category)) == 0) {
		return "" // what is left is too general to be asked each time
	}
	if key := "ask." + a.category; len(s.lines(key)) > 0 {
		return key
	}
	return "ask.other"
}

// gentler returns the key of a question in place of one that would be out of
// place: nothing is asked of a wish, and of the dead as of the dead.
func (s *scene) gentler(key, text string) string {
	switch {
	case wished.MatchString(text):
		return ""
	case personTerm(termsOf(text)) && s.isLate(text):
		return "ask.late"
	}
	return key
}

// wished is a wish, of which nobody has anything to tell yet, or the user as
// somebody's parent, whom nothing is asked about a mother.
var wished = ja(`(?:彼女|彼氏|恋人|友達|友だち|子ども|子供|猫|犬)[^、。]{0,4}(?:ほしい|欲しい)|[児子]の(?:母|父|ママ|パパ)|(?i)\b(?:i'm|i am) an? (?:\w+ )?(?:mum|mom|mother|dad|father|parent)\b`)

// isLate reports whether the kin that a text speaks of has died, as far as
// was told.
func (s *scene) isLate(text string) bool {
	kin := slices.DeleteFunc(termsOf(text), func(t term) bool { return !personTerm([]term{t}) })
	return slices.ContainsFunc(s.recollect(), func(m memory) bool {
		return diedIn.MatchString(m.text) && slices.ContainsFunc(kin, func(t term) bool { return hasTerm(m.termsAt(), t.key) })
	})
}

var diedIn = re(`亡くな|先立た|他界|永眠|\b(?:died|passed away)\b`)

// idiom is what speaks of animals and means none, or none of the user's.
var idiom = re(`結婚式|\bcats and dogs\b|\bcat (?:is )?out of the bag\b|\b(?:dog|bone)[- ]tired\b|\b(?:like|as sick as) an? (?:dog|horse)\b|\bgoing to the dogs\b|` +
	`\b(?:neighbou?r|landlord|boss|friend|stranger|someone|somebody|colleague)\w*(?:'s?)? (?:\w+ )?(?:dog|cat|puppy|kitten)s?\b|(?:隣|となり|近所|よそ|お隣)(?:の家|さん)?の(?:犬|猫|子犬|子猫)`)

// conceptKey returns the key of the questions on the first thing that a text
// is about and there are questions for, a verb last; "" for none.
func (s *scene) conceptKey(text string) string {
	found := ""
	for _, t := range termsOf(idiom.ReplaceAllString(text, "")) {
		key := "ask." + t.key
		if len(s.lines(key)) > 0 && (found == "" || weak(found[len("ask."):])) {
			found = key
		}
	}
	return found
}

var (
	ended    = re(`\b(?:quit|gave up|stopped|no longer|used to|anymore|any more)\b|やめ(?:た|ました|て)|もう[^、]*(?:ない|ません)`)
	ownWork  = re(`^(?:i|i'm|i am|i've)\b.*\bwork(?:ing)?\b|^(?:私|僕|俺)?は?.*(?:働い|勤め|勤務)`)
	bareData = re(`\b(?:number|password|address|e-?mail|code|pin|zip|postcode|plate|birthday|anniversary|called|named|name is|name's)\b|番号|[0-9０-９一二三四五六七八九十]歳|パスワード|住所|メールアドレス|暗証|誕生日|の名前は`)
)

// asksWhen is a line that asks for what may have been told already.
var asksWhen = re(`^when is it|^いつ(?:ですか|？)`)

// isBareData reports whether a clause gives a number or the like, of which
// there is nothing more to ask.
func isBareData(c string) bool { return bareData.MatchString(c) || ageOnly.MatchString(c) }
