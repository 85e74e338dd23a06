package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words that say nothing about what a talk is about.
const (
	emptyEn = `all fun chat chats lots less congrats congrat difference differences spot a an and are as at be been being but by for from had has have he her hers him his how i if in into is it its me my mine no
not of on once or our ours out she so some than that the their them then there these they this those to too us was we were what when where
which while who whom whose why will with would could should shall may might must can cannot you your yours do does did done doing am i'm i've
i'd i'll it's that's you're you've can't don't didn't doesn't isn't wasn't aren't won't wouldn't couldn't what's let's there's here's he's she's we're we've we'll they're
wow yeah yes yep hey hi hello thanks thank glad great good nice cool awesome amazing sound sounds like love lot lots way bye soon care totally
absolutely agree right oh ah haha hope happy see talk let got get gets getting make makes made making much always never ever more most any one ones
thing things something anything everything nothing someone anyone everyone kind sort bit able feel feels feeling felt best better new time times pretty super
still till up down over back here hear around off because want wants wanted need needs even though through now only same own come comes came say says said
tell tells told look looks looking try trying tried every after before again just also very really actually maybe probably perhaps think thinks
thought know knows knew going go goes went gone well okay ok definitely sure keep take takes took taking give gave use used
day days today tonight tomorrow yesterday week weeks weekend month months year years morning afternoon evening night
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
last next recently lately later ago since until during about already yet rather such many few little big other another next two three first
sorry please anyway guess mean means meant put set start started work works worked long old away ask asked asking plan plans planning happen happened
person people guy guys stuff everything whole idea part point place fine hard easy bad worse worst am pm o'clock
haven't hasn't hadn't shouldn't mustn't ain't who's how's where's when's you'd you'll they'd they've hm hmm mhm mm ha hah heh uh um er eh huh ugh lol lmao omg btw tbh idk mr mrs ms dr half dunno nah gotcha whoa phew yay hooray ouch oops nowadays decade decades ages
yourself myself himself herself itself themselves ourselves finally almost enough without within against between each own both else tho cause 'cause gonna wanna gotta really`
	emptyJa = `今日 明日 昨日 今 時 時間 人 事 私 僕 俺 自分 気 感じ 本当 最近 来週 先週 今週 来月 先月 今月 来年 去年 今年 話 前 後 中 上 下 方 日 月 年 週 朝 夜 昼 今夜 今朝 週末
一日 何 誰 所 物 間 今度 次 最初 最後 全部 少 大変 大丈夫 一番 一緒 一人 普通 色々 結構 毎日 久 実 他 皆 様 君 元気 必要 場合 予定 為 上手 久々 絶対 多分 全然 正直 途中 今回 前回 以上 最高 最悪 ホント マジ ちょっと
金曜 土曜 日曜 月曜 火曜 水曜 木曜 金曜日 土曜日 日曜日 月曜日 火曜日 水曜日 木曜日 曜日 明後日 一昨日 昨夜 夕方 午後 午前 毎朝 毎晩 年前 何度 度 回 目 つ 分 歳 円 度目 好 嫌 無理 心配 不安 問題 意味 理由 気分 気持 予感 感 的 半分 先 場 間 点 面 形 様子 歳 六歳 五歳 三歳 後日 春 夏 秋 冬 結局 突然 急 何年 何日 昔 大昔 頃 当時 近頃 長年 数年 数年前 数日 昨年 一昨年 昨晩 今晩 先日 学生時代 子供時代 少年時代 少女時代 青春時代 幼少期 十代 二十代 三十代 四十代 五十代 代 大好 大嫌 相手 返事 言葉 号室`
)

var (
	emptyWords = StopListOf(emptyEn)
	emptyRuns  = WordSet(emptyJa)
)

// WordSet is the set of the words of a text.
func WordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
		set[Stem(w)] = true
	}
	return set
}

// A StopList is words that tell nothing: true by themselves, false by their stems.
type StopList map[string]bool

// StopListOf is the list of the words of a text in small letters.
func StopListOf(s string) StopList {
	list := StopList{}
	for _, w := range strings.Fields(s) {
		list[w] = true
		if stem := Stem(w); !list[stem] {
			list[stem] = false
		}
	}
	return list
}

// Has reports whether a word in small letters is on the list, or a form of one there:
// "caring" is with "care", "car" and "cars" are not. A longer stem is no other word.
func (l StopList) Has(w string) bool {
	stem := Stem(w)
	whole, known := l[stem]
	return l[w] || whole || known && (len(stem) > 3 || stem != w && w != stem+"s")
}

// hiraganaNouns are things that are not written in kanji alone.
var hiraganaNouns = rx(`引っ越し|引越し|引っ越|締め切り|打ち合わせ|お祭り|夏祭り|祭り|見合い|里帰り|飲み会|眠れ|寝不足|ねこ|いぬ|うさぎ|りんご|みかん|いちご|ごはん|けんか|おばあちゃん|おじいちゃん|おかあさん|おとうさん|おにぎり|うどん|そば|さくら|かばん|めがね|くすり|いびき|ひざ|おもちゃ|ぬいぐるみ|にわとり|すいか|さんぽ|ひまわり|きのこ|こたつ|たまご`)

// Terms returns what a text is about: stems of English words that carry
// meaning, and Japanese nouns, each once and in order.
func Terms(text string) []string {
	var list []string
	add := func(t string) {
		if t != "" && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	text = lowered(text)
	for _, r := range runsOf(text) {
		switch r.class {
		case latin:
			addLatin(r.text, add)
		case katakana:
			if utf8.RuneCountInString(r.text) > 1 && !emptyRuns[r.text] {
				add(r.text)
			}
		case kanji:
			addKanji(r, add)
		}
	}
	if !ascii(text) {
		for _, n := range hiraganaNouns.FindAllString(text, -1) {
			add(n)
		}
	}
	return list
}

// lowered is a text in small letters, of one width and with straight quotes.
func lowered(text string) string { return strings.ToLower(norm.NFKC.String(straight.Replace(text))) }

// Stems returns the words of a text that are not on a list, in order: the stems of those in Latin and other
// letters, and of Japanese the runs of kanji and of katakana, for what is in
// hiragana alone is grammar for the most part.
func Stems(text string, but StopList) []string {
	var list []string
	for _, r := range runsOf(lowered(text)) {
		if r.class != latin {
			if !but[r.text] && (r.class == kanji || utf8.RuneCountInString(r.text) > 1) {
				list = append(list, r.text)
			}
			continue
		}
		for w := range strings.SplitSeq(r.text, "-") {
			if w = strings.Trim(w, "'"); utf8.RuneCountInString(w) > 1 && !but.Has(w) {
				list = append(list, Stem(w))
			}
		}
	}
	return list
}

// addLatin adds the term of a word. A name is one, whatever it looks like: Sam is not what
// is left of "same", nor Kimberly an adverb.
func addLatin(word string, add func(string)) {
	word = strings.TrimSuffix(strings.Trim(word, "'-"), "'s")
	if len(word) > 1 && (IsGivenName(word) || !emptyWords.Has(word) && !isAdverb(word)) {
		add(Stem(word))
	}
}

// straight makes quotes straight.
var straight = strings.NewReplacer("’", "'", "‘", "'")

// ascii reports whether a text has no other characters: most of English.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// addKanji adds the nouns of a run of kanji. One that stands alone is a noun if
// it is followed as nouns are.
func addKanji(r run, add func(string)) {
	t := withoutTime(r.text)
	if k := utf8.RuneCountInString(t); k > 2 && okurigana(r.next) { // 学科試験受かった: the verb's sign is none of the noun
		_, n := utf8.DecodeLastRuneInString(t)
		t = t[:len(t)-n]
	}
	switch n := utf8.RuneCountInString(t); {
	case n == 0 || emptyRuns[t]:
	case n == 1 && !nounEnd(r.next):
	default:
		add(t)
	}
}

// okurigana reports whether what follows a run of kanji is the end of a verb
// that its last sign begins.
func okurigana(next string) bool {
	r, _ := utf8.DecodeRuneInString(next)
	if strings.HasPrefix(next, "おう") || strings.HasPrefix(next, "わな") {
		return true
	}
	return next != "" && strings.ContainsRune("かけきくこせっらりるれろえうめみむべびぶてた", r) && !strings.HasPrefix(next, "たち") && !strings.HasPrefix(next, "から") && !strings.HasPrefix(next, "くん") &&
		!strings.HasPrefix(next, "かな") && !strings.HasPrefix(next, "か、") && !strings.HasPrefix(next, "くらい") && !strings.HasPrefix(next, "こと") && next != "か"
}

// adverb is how English words end that say how, with those that do not.
var adverb = rx(`^(?:quite|[a-z]{3,}(?:al|ic|iv|ou|ous|ful|ent|ant|at|ar|it|ive|ible|able|ing|ed|ss|ct|rd|ck|d|t|n|r)ly)$`)

// isAdverb reports whether a word says how. The expression is slow, and there
// are few to look at.
func isAdverb(w string) bool {
	return w == "quite" || strings.HasSuffix(w, "ly") && adverb.MatchString(w)
}

// timeRun is what stands for a time at the beginning of a run of kanji.
var timeRun = rx(`^(?:型|今日|明日|昨日|来週末?|先週末?|今週末?|来月|先月|今月|来年|去年|今年|今度|毎日|毎週|最近|本当|[一二三四五六七八九十]+[日月年週時間]+)`)

// withoutTime takes it off, but for names that begin so: 明日香.
func withoutTime(run string) string {
	if nameOfTime.MatchString(run) {
		return run
	}
	return timeRun.ReplaceAllString(run, "")
}

var nameOfTime = rx(`^(?:明日[香美海奈菜実未子葉斗翔真歌花華希可]|今日[子香平])`)

func nounEnd(next string) bool {
	r, _ := utf8.DecodeRuneInString(next)
	return next == "" || strings.ContainsRune("がをにはのともでへや、。!? ,.)」』", r) || unicode.Is(unicode.Katakana, r) ||
		strings.HasPrefix(next, "さん") || strings.HasPrefix(next, "ちゃん") || strings.HasPrefix(next, "くん") || strings.HasPrefix(next, "から")
}

// A run is a stretch of letters of one kind.
type run struct {
	text  string
	class int
	next  string // what follows
}

const (
	none = iota
	latin
	kanji
	katakana
)

func classOf(r rune) int {
	switch {
	case unicode.Is(unicode.Han, r) || r == '々':
		return kanji
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return katakana
	case unicode.Is(unicode.Hiragana, r):
		return none
	case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '-' || unicode.IsMark(r):
		return latin
	}
	return none
}

func runsOf(text string) []run {
	var list []run
	start, class := 0, none
	for i, r := range text {
		c := classOf(r)
		if c == class {
			continue
		}
		if class != none {
			list = append(list, run{text[start:i], class, text[i:]})
		}
		start, class = i, c
	}
	if class != none {
		list = append(list, run{text[start:], class, ""})
	}
	return list
}

// Stem takes the endings off an English word, roughly: forms of one word come
// out the same.
func Stem(w string) string {
	if len(w) < 4 || w[0] >= utf8.RuneSelf {
		return w
	}
	for _, end := range []struct{ cut, put string }{
		{"eed", "eed"}, {"ies", "y"}, {"ied", "y"}, {"ying", "y"}, {"ing", ""}, {"edly", ""}, {"ed", ""}, {"sses", "ss"}, {"ches", "ch"}, {"shes", "sh"}, {"xes", "x"}, {"ly", ""},
	} {
		if s, ok := strings.CutSuffix(w, end.cut); ok && len(s)+len(end.put) >= 3 {
			return bare(s + end.put)
		}
	}
	if s, ok := strings.CutSuffix(w, "s"); ok && !strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "u") && !strings.HasSuffix(s, "i") {
		return bare(s)
	}
	return bare(w)
}

// bare takes off what is doubled or silent at the end of a stem.
func bare(s string) string {
	if n := len(s); n > 3 && s[n-1] == s[n-2] && strings.IndexByte("bdgklmnprt", s[n-1]) >= 0 {
		return s[:n-1]
	}
	if n := len(s); n > 3 && s[n-1] == 'e' {
		return s[:n-1]
	}
	return s
}

// Shared returns the terms of a that are in b, or part of one in b, or have
// one of b in them: 検査結果 shares 結果.
func Shared(a, b []string) []string {
	var list []string
	for _, t := range a {
		if slices.ContainsFunc(b, func(u string) bool { return sameTerm(t, u) }) {
			list = append(list, t)
		}
	}
	return list
}

func sameTerm(t, u string) bool {
	if t == u {
		return true
	}
	if !Japanese(t) || !Japanese(u) {
		return false
	}
	if len(t) > len(u) {
		t, u = u, t
	}
	return utf8.RuneCountInString(t) > 1 && strings.Contains(u, t)
}

// Fold returns what texts are compared by: width, case, kind of quotes, marks
// and spaces do not count.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(s))
}

// Cut returns at most n characters of s on one line, "…" the last if some were
// left out, at a space if one is near.
func Cut(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	if n < 1 {
		return ""
	}
	cut := string(r[:n-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*3/4 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,、。.") + "…"
}
