package builtin

import (
	"cmp"
	"strings"
)

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
	bareName   = re(`^(?:(?:it's|its|it is|i'm|i am|just) )?(\p{L}[\p{L}'-]{1,20}(?: [A-Z][\p{L}'-]{1,20})?)$`)
	bareNameJa = ja(`^(?:(?:私|僕|俺|わたし|ぼく|おれ|あたし|うち)は?)?([\p{Han}\p{Katakana}\p{Hiragana}ーA-Za-z]{1,8}?)(?:さん)?(?:です|だよ|だ|といいます|って言います|っていいます|でいいよ|でいいです)?(?:よ|ね)?(?:、?(?:どうぞ)?よろしく.*)?$`)
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
	if !s.askedName() || s.newName != "" || profession.MatchString(c+"です") {
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

var (
	// firstWordsJa is a name and nothing else, as one says it in one's first
	// message; which words are none, notIntroduced tells.
	firstWordsJa = ja(`^(?:(?:私|僕|俺|わたし|ぼく|おれ|あたし|うち)は?、?)?([\p{Han}々]{2,5}|[\p{Han}々]{2,3}\p{Hiragana}{2,4}|\p{Hiragana}{2,5}|[\p{Katakana}ー]{2,8})(?:です|だよ|と申します|といいます|っていいます)(?:よ|ね)?(?:、?(?:どうぞ)?よろしく.*)?$`)
	// wordEnd is how a word ends that is part of no given name.
	wordEnd       = ja(`\p{Han}(?:そう|ばかり|だけ|[くぐ]らい|ほど|ずき|ぎみ|みたい|らしい|など|まで|から|より|[ごこ]ろ|くん|ちゃん|さん|たち|がち|っぽい|なの|なん|どき|[つづ]き|なし|もの|こと|っこ|のこ|だった|した|する|って|しか|さえ|とき|ところ|とか)$`)
	notIntroduced = ja(`^(?:ひま|げんき|だめ|むり|そう|どう|はじめて|お?ひさしぶり|たのしみ|しあわせ|しんぱい|ふあん|まあまあ|ぼちぼち|そこそこ|いまいち|びみょう|ほんとう?|うそ|まじ|ふつう|たいへん|だいじょうぶ|へいき|すき|きらい|ひとり|ふたり|みんな|さいあく|さいこう|ゆううつ|だれか|それだけ|これだけ|いつも|まだ|もう|いま|ここ|そこ|これ|それ|あれ|.{1,4}[しさなたよ]い)$|^(?:学生|元気|大丈夫|無理|本当|最高|最悪|初心者|独身|男性|女性|大人|子供|病気|風邪|失礼|普通|微妙|残念|面倒|心配|不安|休憩|退屈|初対面|絶好調|不調|同感|賛成|反対|正解|了解|快晴|満員|無職|既婚|久々)|[員師士者生人中前後休日家的性年病業系派婦夫症好嫌楽悪痛番様月時分目話明]$`)
)

// introducedJapanese returns the name in the first few words that an unnamed
// user says: はじめまして、ゆうきです.
func (s *scene) introducedJapanese(c string) string {
	if s.newName != "" || s.turn > 1 || moodJapanese(c) != moodNone {
		return ""
	}
	before, _, ok := strings.Cut(s.reading, c)
	if _, rest := s.takeLeadsJa(strings.TrimRight(before, "。！!、 ")); !ok || rest != "" {
		return "" // something else was said first
	}
	m := firstWordsJa.FindStringSubmatch(c)
	if m == nil || s.user != "" && s.user != m[1] || isWordJa(m[1]) || profession.MatchString(m[1]+"です") || passing(c) || notesJa.MatchString(c) {
		return ""
	}
	return m[1]
}

// isWordJa reports whether what stands where a name would is another word.
func isWordJa(s string) bool {
	return notIntroduced.MatchString(s) || wordEnd.MatchString(s) || notNameJa.MatchString(s) || notNamesJa[s]
}

// notThatName puts one name right: it's Ali, not Al.
var notThatName = rx(`(?i:it's|it is|i'm|i am) ([A-Z]\p{L}+),? not ([A-Z]\p{L}+)\b`)

// findUser works out the user's name: what they said last, what was written
// down, what the files say, what the program says.
func (s *scene) findUser() string {
	defer func() { s.at, s.reading = len(s.past), s.said }()
	right := map[string]string{} // for names that were put right later
	for i := len(s.past) - 1; i >= 0; i-- {
		if !s.past[i].user {
			continue
		}
		s.at, s.reading = i, s.past[i].text
		n := s.introducedIn(s.past[i].text)
		if m := notThatName.FindStringSubmatch(s.past[i].text); n == "" && m != nil {
			right[m[2]] = m[1]
		}
		if n != "" {
			return cmp.Or(right[n], n)
		}
	}
	for _, name := range []string{"daily", "recalled", "core", "evergreen", "notepad"} {
		text := s.sections[name]
		if len(text) > 150_000 {
			text = text[:150_000]
		}
		best := -1
		found := ""
		for _, re := range []*expr{nameFact, nameFactJa} {
			if all := re.FindAllStringSubmatchIndex(text, -1); len(all) > 0 {
				if m := all[len(all)-1]; m[0] > best {
					best, found = m[0], text[m[2]:m[3]]
				}
			}
		}
		if found != "" {
			return strings.TrimSuffix(found, "さん")
		}
	}
	if s.user != "" && !strings.HasPrefix(s.user, "(") {
		return strings.TrimSuffix(s.user, "さん")
	}
	return ""
}
