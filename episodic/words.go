package episodic

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
)

// A lexicon is the words that the rules of the summaries know. It is made for
// each summary: what is compiled lives no longer than it is needed.
type lexicon struct {
	plain   lang.StopList   // words that tell nothing
	names   map[string]bool // of those who speak, as stems
	lead    *regexp.Regexp  // what a sentence may begin with that tells nothing
	address *regexp.Regexp  // a name it begins with
	tail    *regexp.Regexp  // a name it ends with
	self    *regexp.Regexp  // words for oneself
	mine    *regexp.Regexp  // Japanese sentences about oneself without such a word
	other   *regexp.Regexp  // words for the other
	when    *regexp.Regexp  // words for a time
	asks    *regexp.Regexp  // how a question ends
}

// Words that say nothing about what a talk was about.
const (
	stopWords = `a an and are as at be but by for from had has have he her him his how i in is it its me my no not of on or our
she so than that the their them then there these they this to was we were what when where which who why will with would you your do
does did about both i'm i've i'd i'll it's that's you're can't don't didn't what's let's there's he's she's we're they're isn't`
	chatWords = `wow yeah yes yep hey hi hello thanks thank glad great good nice cool awesome amazing sounds sound like love really
definitely sure keep going go well know think thing things lot way bye soon take care totally absolutely agree right oh ah haha hope happy
see talk let get got could make made makes much too always never ever more some any one been having something anything everything nothing
someone kind bit able feel feeling best better new time pretty super still up out down over back here hear around off because while want
need even though through into now only same own come came say said tell told look looking try trying such every after before again just
also very`
	// plainJa are what those are of the words written with kanji.
	plainJa   = `思 知 言 聞 分 何 一番 本当 今 私 僕 俺 君 自分 事 物 時 気 良 全部 大丈夫 感 同`
	leadWords = `wow|yeah|yes|yep|yup|hey|hi|hello|oh|ah|haha|aw+|whoa|so|and|but|also|plus|btw|by the way|ok|okay`
	// leadReplies may begin a sentence that goes on with them: "thanks for coming", "well earned".
	leadReplies = `well|thanks|thank you|totally|absolutely|definitely|sure|exactly|nice|cool|great|awesome|amazing|right|agreed|of course|no problem|congrats|sounds good|sounds great|that's great|that's awesome`
	leadJa      = `うんうん|うん|はい|ええ|えっと|ええと|あのね|あの|ああ|あっ|へえ|へー|そうだね|そうですね|そうそう|そう|なるほど|ありがとうございます|ありがとう|おはようございます|おはよう|こんにちは|こんばんは|ねえ|ところで|じゃあ|それで|でも|まあ|いいね|いいですね|すごい|すごいね|わあ`
	timeWords   = `yesterday|today|tonight|tomorrow|last|next|ago|since|week|weekend|month|year|years|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|recently|just|soon|planning|plan`
	timeJa      = `昨日|きのう|今日|きょう|明日|あした|今夜|今朝|一昨日|明後日|先週|来週|今週|先月|来月|今月|去年|来年|今年|昨年|週末|最近|さっき|もうすぐ|予定|つもり|[月火水木金土日]曜|\d+[年月日時]|[年月週日]間?前`
)

// newLexicon returns the words for a talk between people of these names.
func newLexicon(names ...string) *lexicon {
	l := &lexicon{plain: lang.StopListOf(stopWords + " " + chatWords + " " + plainJa), names: map[string]bool{}}
	var quoted []string
	for _, n := range names {
		for _, w := range lang.LatinWords(strings.ToLower(n)) {
			for _, s := range lang.Stems(w, nil) {
				l.names[s] = true
			}
			quoted = append(quoted, regexp.QuoteMeta(w))
		}
		if n = strings.TrimSpace(n); n != "" {
			quoted = append(quoted, regexp.QuoteMeta(n))
		}
	}
	any := strings.Join(quoted, "|")
	if any == "" {
		any = "[^\\s\\S]" // nothing
	}
	l.lead = regexp.MustCompile(`^(?:(?i:` + leadWords + `)(?:[,!.\- ]+|$)|(?i:` + leadReplies + `)(?:[ ,]+(?i:so much|again|for asking|for sharing))?(?:[,!.\-]+ *|$)|(?:` + leadJa + `)[、。！!,～~ー…]+)+`)
	l.address = regexp.MustCompile(`^(?i:` + any + `)(?:さん|くん|ちゃん|様)?[,!.、。！ ]+`)
	l.tail = regexp.MustCompile(`,? (?i:` + any + `)([.!]*)$`)
	l.self = regexp.MustCompile(`(?i)\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself)\b|私|わたし|あたし|僕|ぼく|俺|おれ|自分|うちの`)
	l.mine = regexp.MustCompile(`(?:た|ました|ている|てる|ています|てます|たい|たいです|つもり|予定|と思う|と思います|にする|にします|好き|好きだ|好きです|嫌い|苦手)(?:よ|ね|の|んだ|んです|なあ?|だ)*[。！!…]*$`)
	l.other = regexp.MustCompile(`あなた|君[はがのをに]|きみ|お前`)
	l.when = regexp.MustCompile(`(?i)\b(?:` + timeWords + `)\b|` + timeJa)
	l.asks = regexp.MustCompile(`[?？][」』”"')）]*$|(?:です|ます|ました|でしょう|だろう|たい)か[ねな]?[。!！]?$|(?:かな|のかしら)[。]?$`)
	return l
}

// question reports whether a sentence asks.
func (l *lexicon) question(s string) bool { return l.asks.MatchString(s) }

// personal reports whether a sentence is about the one who says it. Japanese
// does without the word for it.
func (l *lexicon) personal(s string) bool {
	return l.self.MatchString(s) || l.mine.MatchString(s) && !l.other.MatchString(s)
}

// strip takes off what a sentence begins and ends with that tells nothing.
func (l *lexicon) strip(s string) string {
	s = l.lead.ReplaceAllString(s, "")
	s = l.address.ReplaceAllString(s, "")
	s = l.lead.ReplaceAllString(s, "")
	s = strings.TrimSpace(l.tail.ReplaceAllString(s, "$1"))
	if utf8.RuneCountInString(s) < 4 {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// content returns the words of a text that tell what it is about, each once.
func (l *lexicon) content(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, w := range lang.Stems(text, l.plain) {
		if !seen[w] && !l.names[w] {
			seen[w] = true
			list = append(list, w)
		}
	}
	return list
}

// machineText is an answer for a machine, or what a model thinks aloud.
var machineText = regexp.MustCompile(`^\s*[{\[]|[{\[]\s*["{\[]|</?[a-z]{3,}>`)

// declined begins an answer that tells why there is none. No day is told so: who tells of
// being sorry begins with what it was about.
var declined = regexp.MustCompile(`(?i)^\s*(?:` +
	`(?:i['’]m|i am|we['’]re|we are) (?:very |so |really |truly )?(?:sorry|afraid|unable|not able)\b|sorry\b|(?:my )?apologies\b|i apologi[sz]e\b|unfortunately,? i\b|` +
	`as an? (?:large |ai )*(?:language model|ai|assistant)\b|i (?:can(?:no|['’])t|can not|won['’]t|will not) (?:help|assist|comply|provide|fulfil|create|write|summari[sz]e|do (?:that|this))|` +
	`申し訳|すみませんが|恐れ入りますが|(?:大規模)?(?:AI|ＡＩ)?(?:言語モデル|アシスタント)として|(?:AI|ＡＩ)として)`)

// tells reports whether an answer can tell of what is in a record: it is prose, and
// has a word of it at least that means something. A refusal, a lecture, an object or
// the orders of somebody else have none.
func tells(answer, record string) bool {
	if machineText.MatchString(answer) || declined.MatchString(answer) {
		return false
	}
	known := map[string]bool{"talk": true, "spok": true, "話し": true} // that they did is told of any day
	for _, p := range tellingParts(record) {
		known[p] = true
	}
	for _, p := range tellingParts(answer) {
		if known[p] {
			return true
		}
	}
	return false
}

// wordless are English words that stand in any text, whatever it is about, and in a
// refusal.
const wordless = " about after again against also although always another anything because been before being between both cannot could does doing down during each either else even every everything " +
	"from have having hello help here hers herself himself however into itself just like many more most much must myself never none nothing only other ours over please quite rather really same shall should " +
	"since some something sorry such sure than that their theirs them themselves then there these they thing things this those though through together until upon very want was well were what when where whether " +
	"which while will with within without would your yours yourself "

// tellingParts are the words of a text that are long enough to mean something, by
// their beginnings, and pairs of its kanji and kana, but for hiragana alone.
func tellingParts(text string) (list []string) {
	const letters = 4 // of a word's beginning: "heron" and "herons" are the same
	for _, word := range lang.Words(strings.ToLower(text)) {
		runes := []rune(word)
		if runes[0] < 0x3000 {
			if len(runes) >= letters && !strings.Contains(wordless, " "+word+" ") {
				list = append(list, string(runes[:letters]))
			}
			continue
		}
		for i := range len(runes) - 1 {
			if !unicode.Is(unicode.Hiragana, runes[i]) || !unicode.Is(unicode.Hiragana, runes[i+1]) {
				list = append(list, string(runes[i:i+2]))
			}
		}
	}
	return list
}
