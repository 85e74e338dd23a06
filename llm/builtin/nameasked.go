package builtin

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
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
	bareNameJa = ja(`^(?:(?:私|僕|俺|わたし|ぼく|おれ|あたし|うち)は?)?([\p{Han}\p{Katakana}\p{Hiragana}ーA-Za-z]{1,8}?)(?:さん)?(?:です|だよ|だ|といいます|って言います|っていいます|でいい|でいいよ|でいいです)?(?:よ|ね)?(?:、?(?:どうぞ)?よろしく.*)?$`)
	noName     = set(`yes no ok okay sure nope nothing nobody why what who well later maybe none whatever secret guess anonymous sorry thanks bye never not stop help good fine great bad here hello hi hey me you it that this`)
)

// namedHere is a name as one says it in one's first words: Marco here. What
// may stand before "here" and is none, noName, notHere and others tell.
var (
	namedHere = rx(`^([A-Z]\p{Ll}{2,15}) here$`)
	notHere   = set(`new same right still over back all only just everyone everybody anyone anybody somebody someone everything nothing something nobody winter summer spring autumn
		morning evening night rain snow sunny raining snowing hot cold warm dark quiet newbie newcomer student nurse teacher doctor engineer mum mom dad mother father user human person
		german american british tired first second long nice cool live love life things stuff work monday tuesday wednesday thursday friday saturday sunday straight up down in out`)
)

// nameGiven returns the name in a few words that answer the question for it.
func (s *scene) nameGiven(c string) string {
	here := namedHere.FindStringSubmatch(c)
	if first := here != nil && s.turn < 2 && (s.user == "" || s.user == here[1]); !first && !s.askedName() {
		return ""
	}
	if here != nil {
		if c = here[1]; notHere[strings.ToLower(c)] {
			return ""
		}
	}
	m := bareName.FindStringSubmatch(c)
	if m == nil || s.isPersona(m[1]) || isEnglishWord(m[1]) || isIdentity(c) {
		return ""
	}
	return upperFirst(m[1])
}

// isEnglishWord reports whether what stands where a name would is another word.
func isEnglishWord(name string) bool {
	low := strings.ToLower(name)
	return noName[low] || englishStops[low] || moodsEnglish[low] != moodNone || verbs[low] || adverbs[low] || isOrigin(name) || strings.HasSuffix(low, "ing")
}

// nameGivenJapanese is nameGiven in Japanese.
func (s *scene) nameGivenJapanese(c string) string {
	if !s.askedName() && !s.saysHowCalled(c) || s.newName != "" || profession.MatchString(c+"です") {
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

// saysHowCalled reports whether a clause says what would do as a name, after
// the user spoke of how they are called: なんて呼んでくれる？ゆうきでいいよ.
func (s *scene) saysHowCalled(c string) bool {
	before, _, ok := strings.Cut(s.reading, c)
	return ok && howCalledJa.MatchString(before) && endsWithAny(c, "でいい", "でいいよ", "でいいです", "でいいですよ")
}

var howCalledJa = ja(`(?:何|なん)(?:て|と)(?:呼|お呼び)`)

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
	c = strings.TrimRight(c, "wｗ♪…~〜～")
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

// wrongNameJa says that a name was wrong, and not yet which is right.
var wrongNameJa = ja(`^(?:(?:私|僕|俺|わたし|ぼく|おれ)の)?名前(?:が|を|は)?、?(?:間違え(?:て(?:い)?(?:た|ました)|た|ました)|間違って(?:い)?(?:る|た|ます|ました)|違(?:う|います|って(?:る|た|ます|ました)))(?:よ|ね|わ)?$`)

// rightName returns the name of a user of which one half was wrong; "" where a
// correction is of something else. 田中ゆうき: 田中じゃなくて中田.
func rightName(user, wrong, right string) string {
	user, right = strings.TrimSuffix(user, "さん"), strings.TrimSuffix(right, "さん")
	if utf8.RuneCountInString(wrong) < 2 || !halfNameJa.MatchString(right) || wrong == user {
		return ""
	}
	if given, ok := strings.CutPrefix(user, wrong); ok {
		return strings.TrimSuffix(right, given) + given
	}
	if family, ok := strings.CutSuffix(user, wrong); ok {
		return family + strings.TrimPrefix(right, family)
	}
	return ""
}

// nameCorrected returns the user's name after such a correction, also where it
// was written down while this message is answered.
func (s *scene) nameCorrected(wrong, right string) string {
	if name := rightName(s.user, wrong, right); name != "" {
		return name
	}
	for _, old := range s.formerNames() {
		if s.user == right && wrong == old || s.user == rightName(old, wrong, right) {
			return s.user
		}
	}
	return ""
}

var halfNameJa = ja(`^[\p{Han}々\p{Katakana}ー\p{Hiragana}]{1,8}$`)

// notThatName puts one name right: it's Ali, not Al.
var notThatName = rx(`(?i:it's|it is|i'm|i am) ([A-Z]\p{L}+),? not ([A-Z]\p{L}+)\b`)

// namesRight are the names that the user put right in messages read so far,
// the newest first.
type namesRight struct {
	whole  map[string]string
	halves [][2]string // what was wrong, what is right
}

// read notes what a message puts right.
func (r *namesRight) read(text string) {
	if m := notThatName.FindStringSubmatch(text); m != nil {
		r.whole[m[2]] = m[1]
	}
	if !containsAny(text, "じゃなく", "ではなく") {
		return
	}
	for _, sen := range sentences(ownWords(text)) {
		if m := correctJa[0].FindStringSubmatch(sen.text); m != nil {
			r.halves = append(r.halves, [2]string{afterTopic(m[1]), m[2]})
		}
	}
}

// of returns a name as it was put right.
func (r *namesRight) of(name string) string {
	name = cmp.Or(r.whole[name], name)
	for _, h := range slices.Backward(r.halves) {
		name = cmp.Or(rightName(name, h[0], h[1]), name)
	}
	return name
}

// findUser works out the user's name: what they said last, what was written
// down, what the files say, what the program says.
func (s *scene) findUser() string {
	if name := cmp.Or(s.nameSaid(), s.nameWritten()); name != "" {
		return name
	}
	if s.user != "" && !strings.HasPrefix(s.user, "(") {
		return strings.TrimSuffix(s.user, "さん")
	}
	return ""
}

// nameSaid is the name that the user gave last in this talk.
func (s *scene) nameSaid() string {
	defer func() { s.at, s.reading = len(s.past), s.said }()
	right := namesRight{whole: map[string]string{}}
	for i := len(s.past) - 1; i >= 0; i-- {
		if !s.past[i].user {
			continue
		}
		s.at, s.reading = i, s.past[i].text
		if n := s.introducedIn(s.past[i].text); n != "" {
			return right.of(n)
		}
		right.read(s.past[i].text)
	}
	return ""
}

// nameWritten is the name that was written down last.
func (s *scene) nameWritten() string {
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
	return ""
}
