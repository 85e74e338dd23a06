package quote

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// A Voice is who is said to have said what is quoted.
type Voice int

// The voices.
const (
	VoiceUnknown Voice = iota // the text does not say
	VoiceSelf                 // "I said": the one who writes
	VoiceOther                // "she said", "I was told": somebody, not the one who writes
	VoiceNamed                // "Alex said"
	VoiceThird                // "my sister said": somebody who is only spoken of
)

// A Credit says to whom a text gives the words that it quotes.
type Credit struct {
	Voice Voice
	Name  string // of VoiceNamed, as it stands
}

// CreditOf reads who is said to have spoken a quotation from what stands
// before and behind it in its sentence, without other quotations. names are
// of those who may have; of others it is known only that they are named.
func CreditOf(before, after string, names []string) Credit {
	before, after = strings.TrimSpace(before), strings.TrimSpace(after)
	for _, read := range []func(before, after string, names []string) Credit{creditJa, labelled, creditEn} {
		if c := read(before, after, names); c.Voice != VoiceUnknown {
			return c
		}
	}
	return Credit{}
}

// labelled reads "Alex: “…”".
func labelled(before, _ string, names []string) Credit {
	label, ok := strings.CutSuffix(strings.TrimSuffix(before, "："), ":")
	if !ok && !strings.HasSuffix(before, "：") {
		return Credit{}
	}
	label = strings.TrimSpace(label)
	if i := strings.LastIndexAny(label, ".!?;:。！？：\n"); i >= 0 {
		label = strings.TrimLeft(label[i:], ".!?;:。！？：\n ")
	}
	for _, n := range names {
		if n != "" && strings.EqualFold(label, n) {
			return Credit{VoiceNamed, n}
		}
	}
	switch words := strings.Fields(label); {
	case label == "I" || selfOnlyJa.MatchString(label):
		return Credit{Voice: VoiceSelf}
	case len(words) == 0 || len(words) > 3 || saysEnd.MatchString(label):
		return Credit{}
	default:
		return creditedEn(words, names)
	}
}

var (
	saysEnd    = pattern.New(`(?i)(?:ed|said|told|wrote|cried)$`)
	passive    = pattern.New(`(?i)\b(?:was|were|got|been)(?: \w+ly)?$`)
	possessive = pattern.New(`['’]s$`)
	breaks     = pattern.New(`(?i)[;§—]|\b(?:and|but|while|then|because)\b`)
)

// saidWithin is how many words may stand between a word of saying and what
// was said.
const saidWithin = 8

// sayings are the words that a quotation is told with.
var sayings = lang.WordSet(`said say says told tell tells asks asked answers answered reply replies replied wrote writes whispers whispered
adds added admits admitted promises promised explains explained confesses confessed repeats repeated mentions mentioned shouts shouted
cried sighed laughed joked called insists insisted thought murmured mumbled heard`)

// sayingsIn returns where the words of saying stand in a text.
func sayingsIn(text string) [][]int {
	return slices.DeleteFunc(letters.FindAllStringIndex(text, -1), func(at []int) bool { return !sayings[strings.ToLower(text[at[0]:at[1]])] })
}

var letters = pattern.New(`\pL+`)

// creditEn reads "Alex said “…”", "Alex's “…”" and "“…,” said Alex".
func creditEn(before, after string, names []string) Credit {
	if all := sayingsIn(before); len(all) > 0 {
		m := all[len(all)-1]
		if rest := before[m[1]:]; len(strings.Fields(rest)) <= saidWithin && !breaks.MatchString(rest) {
			return saidBefore(strings.TrimSpace(before[:m[0]]), strings.ToLower(before[m[0]:m[1]]), names)
		}
	}
	if possessive.MatchString(before) {
		if n := calls(strings.Fields(before), names); n != "" {
			return Credit{VoiceNamed, n}
		}
	}
	return saidBehind(strings.TrimLeft(after, ",. "), names)
}

// saidBefore reads who says something from what stands before the word of
// saying.
func saidBefore(text, verb string, names []string) Credit {
	if verb == "heard" {
		return Credit{Voice: VoiceOther}
	}
	if whom := passive.ReplaceAllString(text, ""); whom != text {
		if creditedEn(strings.Fields(whom), names).Voice == VoiceSelf {
			return Credit{Voice: VoiceOther}
		}
		return Credit{}
	}
	return creditedEn(strings.Fields(text), names)
}

// saidBehind reads "said Alex" and "Alex said" behind a quotation.
func saidBehind(after string, names []string) Credit {
	all := sayingsIn(after)
	if len(all) == 0 {
		return Credit{}
	}
	if words := strings.Fields(after[:all[0][0]]); len(words) > 0 {
		if len(words) > 4 || breaks.MatchString(after[:all[0][0]]) {
			return Credit{}
		}
		return creditedEn(words, names)
	}
	words := strings.Fields(after[all[0][1]:])
	for k := range min(len(words), 3) {
		if c := creditedEn(words[:k+1], names); c.Voice != VoiceUnknown {
			return c
		}
	}
	return Credit{}
}

var (
	fillers  = lang.WordSet(`had has have then just also once only even again later finally still always would did to could often who that which softly really never`)
	joiners  = lang.WordSet(`and but so then`)
	anothers = lang.WordSet(`he she they somebody someone everyone everybody him her them`)
	ofWhom   = lang.WordSet(`my your his her their our the a an another some this that`)
)

// creditedEn returns whom the end of an English text names that a word of saying
// follows.
func creditedEn(words []string, names []string) Credit {
	joined := false
	for i := len(words) - 1; i >= 0; i-- {
		w := strings.Trim(words[i], ",.;:()§—“”\"")
		lower := strings.ToLower(w)
		r, _ := utf8.DecodeRuneInString(w)
		c := Credit{}
		switch {
		case w == "" && words[i] != "", fillers[lower], strings.HasSuffix(lower, "ly") && !unicode.IsUpper(r), strings.HasSuffix(lower, "'ve"):
			continue
		case joiners[lower]:
			joined = true
			continue
		case lower == "i" || lower == "i'd":
			c.Voice = VoiceSelf
		case lower == "you":
			c = Credit{VoiceNamed, "you"}
		case anothers[lower]:
			c.Voice = VoiceOther
		case calls(words[:i+1], names) != "":
			c = Credit{VoiceNamed, calls(words[:i+1], names)}
		case unicode.IsUpper(r) && !lang.HasCapital(lower):
			c = Credit{VoiceNamed, strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")}
		case joined:
			continue
		case theirs(words[max(0, i-3):i]):
			c.Voice = VoiceThird
		}
		return c
	}
	return Credit{}
}

// calls returns which of some names a text ends with; "" if it ends with none.
func calls(words []string, names []string) string {
	text := strings.Trim(strings.Join(words, " "), ",.;:()—")
	text = strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
	for _, n := range names {
		if n == "" || len(n) > len(text) || !strings.EqualFold(text[len(text)-len(n):], n) {
			continue
		}
		if r, _ := utf8.DecodeLastRuneInString(text[:len(text)-len(n)]); len(text) == len(n) || !lang.IsWord(r) {
			return n
		}
	}
	return ""
}

// theirs reports whether words are such as stand before somebody who is only
// spoken of: "my little", "Alex's".
func theirs(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return ofWhom[strings.ToLower(w)] || strings.HasSuffix(w, "'s") || strings.HasSuffix(w, "’s")
	})
}

var (
	selfOnlyJa = pattern.New(`^(?:私|わたし|あたし|僕|ぼく|俺|おれ)$`)
	userJa     = pattern.New(`^(?:相手|あなた|君|ユーザー)$`)
	otherJa    = pattern.New(`^(?:彼女?|あの人|あの子|その人)$`)
	personJa   = pattern.New(`(?:さん|ちゃん|くん|君|様|先生|先輩|母|父|妻|夫|娘|息子|姉|妹|兄|弟|姪|甥|孫|祖母|祖父|友人|友達|親友|同僚|上司|部長|課長|店長|彼氏|恋人)$`)
	toldJa     = pattern.New(`^(?:と|って)[^「」『』。]{0,16}?(?:言わ|いわ|聞か|訊か|尋ねら|頼ま|打ち明けら|誘わ|褒めら|伝えら|話さ|語ら)れ|^(?:と|って)[^「」『』。]{0,16}?(?:て|で)(?:くれ|くださ|もら)`)
	afterJa    = pattern.New(`^(?:と|って)、?([^、。「」]{1,16}?)(?:さん|ちゃん|くん|様)?(?:は|が|も|に|から)`)
	beforeJa   = pattern.New(`([^、。！？「」『』§\s:：]{1,16}?)(?:さん|ちゃん|くん|様)?(?:(?:は|が|も|に|から|の|いわく)[、,]?|[:：])?$`)
	subjectJa  = pattern.New(`([^、。！？「」『』§\s]{1,16}?)(?:さん|ちゃん|くん|様)?[はがも]`)
)

// creditJa reads アキラ「…」, アキラは「…」と言った and 「…」とアキラに言われた.
func creditJa(before, after string, names []string) Credit {
	if before != "" && !lang.Japanese(before+after) && !slices.Contains(names, before) {
		return Credit{}
	}
	told := toldJa.MatchString(after)
	for _, m := range candidatesJa(before, after) {
		if !told && strings.HasSuffix(strings.TrimRight(m[0], "、,"), "に") {
			continue // whom it was said to
		}
		c := creditedJa(m[0], m[1], names)
		if c.Voice != VoiceUnknown && (!told || c.Voice != VoiceSelf) { // "I was told"
			return c
		}
	}
	switch {
	case told:
		return Credit{Voice: VoiceOther}
	case before != "" && lang.Japanese(before) && alone(before) && alone(after):
		return Credit{VoiceNamed, before}
	}
	return Credit{}
}

// candidatesJa returns who may have spoken, the likeliest first, each with
// what goes with it.
func candidatesJa(before, after string) [][]string {
	var list [][]string
	for _, m := range [][]string{afterJa.FindStringSubmatch(after), beforeJa.FindStringSubmatch(before)} {
		if m != nil {
			list = append(list, m)
		}
	}
	all := subjectJa.FindAllStringSubmatch(before, -1)
	slices.Reverse(all)
	return append(list, all...)
}

// alone reports whether a text around a Japanese quotation is a name at most:
// アキラ「…」.
func alone(s string) bool {
	return utf8.RuneCountInString(s) <= maxLabelJa && !strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Hiragana) || !lang.IsWord(r) })
}

// maxLabelJa is how long a Japanese name may be that stands before what was
// said, in letters.
const maxLabelJa = 12

// creditedJa returns whom a Japanese word names, which stands in a text with what
// goes with it.
func creditedJa(whole, word string, names []string) Credit {
	if n := endsWithName(word, names); n != "" {
		return Credit{VoiceNamed, n}
	}
	titled := strings.TrimRight(whole, "はがもにから、,:：いわく")
	if i := strings.LastIndex(word, "の"); i >= 0 {
		word = word[i+len("の"):]
	}
	switch {
	case selfOnlyJa.MatchString(word):
		return Credit{Voice: VoiceSelf}
	case userJa.MatchString(word):
		return Credit{VoiceNamed, word}
	case otherJa.MatchString(word):
		return Credit{Voice: VoiceOther}
	case personJa.MatchString(titled) || personJa.MatchString(word):
		return Credit{Voice: VoiceThird}
	}
	return Credit{}
}

// endsWithName returns the name that a Japanese word ends with; "" if none.
func endsWithName(word string, names []string) string {
	for _, n := range names {
		rest, ok := strings.CutSuffix(word, n)
		if r, _ := utf8.DecodeLastRuneInString(rest); ok && n != "" && (rest == "" || unicode.In(r, unicode.Hiragana) || !lang.IsWord(r)) {
			return n
		}
	}
	return ""
}
