package builtin

import "strings"

// askedName reports whether the persona has just asked what the user is called.
func (s *scene) askedName() bool {
	for i := s.at - 1; i >= 0; i-- {
		if s.past[i].user {
			continue
		}
		return containsAny(s.past[i].text, "call you?", "your name?", "pleasure of talking", "お呼びすれば", "お名前をうかがっても", "お名前は", "呼べばいい", "名前を教えて")
	}
	return false
}

var (
	bareName   = re(`^(?:(?:it's|it is|i'm|just) )?(\p{L}[\p{L}'-]{1,20}(?: [A-Z][\p{L}'-]{1,20})?)$`)
	bareNameJa = ja(`^(?:私は|僕は|俺は)?([\p{Han}\p{Katakana}\p{Hiragana}ーA-Za-z]{1,8}?)(?:さん)?(?:です|だよ|だ|といいます|って言います|っていいます|でいいよ|でいいです)?(?:よ|ね)?(?:、?(?:どうぞ)?よろしく.*)?$`)
	noName     = set(`yes no ok okay sure nope nothing nobody why what who well later maybe none whatever secret guess anonymous sorry thanks bye never not stop help good fine great bad here hello hi hey me you it that this`)
)

// nameGiven returns the name in a few words that answer the question for it.
func (s *scene) nameGiven(c string) string {
	if !s.askedName() {
		return ""
	}
	m := bareName.FindStringSubmatch(c)
	if m == nil || s.isPersona(m[1]) {
		return ""
	}
	low := strings.ToLower(m[1])
	if noName[low] || englishStops[low] || moodsEnglish[low] != moodNone || verbs[low] || adverbs[low] || isIdentity(c) || isOrigin(m[1]) || strings.HasSuffix(low, "ing") {
		return ""
	}
	return upperFirst(m[1])
}

// nameGivenJapanese is nameGiven in Japanese.
func (s *scene) nameGivenJapanese(c string) string {
	if !s.askedName() {
		return ""
	}
	m := bareNameJa.FindStringSubmatch(c)
	if m == nil || notNameJa.MatchString(m[1]) || notNamesJa[m[1]] || askWordJa.MatchString(c) || moodJapanese(c) != moodNone || tellsJapanese(c) && !strings.HasPrefix(c, m[1]) {
		return ""
	}
	if containsAny(m[1], "ない", "たい", "まだ", "秘密", "内緒", "別", "教え", "なんでも", "何でも", "い。", "です", "ます", "した", "って", "ひみつ", "は", "が", "を") || endsWithAny(m[1], "る", "い", "た", "よ", "ね", "う") {
		return ""
	}
	return m[1]
}
