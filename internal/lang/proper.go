package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	capital   = rx(`(?:(?:St|Mt)\. )?[A-Z][\p{L}\p{M}'’-]*[\p{L}](?: (?:(?:of|de|van|von|the) ){0,2}[A-Z][\p{L}\p{M}'’-]*[\p{L}])*`)
	commonCap = WordSet(`mon tue tues wed thu thur thurs fri sat sun i mr mrs ms dr monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
english japanese french german spanish italian chinese korean american british ok okay christmas easter halloween thanksgiving god lol omg btw tv dj ceo phd diy lgbtq lgbtq+ covid usa uk yes no hey hi hello thanks wow oh
what who when where why how is are do does did can could will would should please sorry congrats congratulations great good nice awesome cool amazing sounds absolutely totally definitely exactly sure yeah yep nope well so and but
the a an my our your his her their this that these those it its it's that's there here he she we they you i'm i've i'll i'd let's we're you're they're he's she's what's bye take care gonna just also then now maybe
mom mum dad grandma grandpa nope haha hahaha aww aw ugh hmm ah hope glad happy keep wish love miss really been had have got never always after before since last next yesterday today tomorrow recently finally
honestly actually anyway besides plus luckily unfortunately hopefully speaking btw fyi asap looking thank speaking nothing everything everyone somebody nobody being having going doing trying one two three some any all both each not if in on at for from with as to of by or`)
	namesMarked = []*expr{
		rx(`([\p{Han}\p{Katakana}ー]{1,8})(?:さん|ちゃん|様|先生|先輩)|([\p{Han}\p{Katakana}ー]{2,8})(?:くん|君)`),
		rx(`(\p{Hiragana}{1,4}[ぁ-づと-なぬ-ゑん])(?:ちゃん|くん)`), // not 久しぶりにちゃんと
		rx(`名前は「?([^、。「」\s]{1,10}?)」?(?:です|だよ|だ|といい|っていう|なの|なんだ|にし|$)`),
		rx(`(?:妹|姉|弟|兄|娘|息子|猫|犬|友達|友人|親友|同僚|先輩|後輩|上司|彼氏|彼女|うさぎ|ハムスター|インコ|ルームメイト|同居人|いとこ|従兄弟|従姉妹|姪|甥|夫|妻|旦那|部下|幼なじみ|幼馴染|クラスメイト|同級生|ママ友|バイト仲間|隣人|相方|飼い猫|愛犬|ヒーラー|友だち)の(?:([\p{Katakana}ー]{2,8})(?:が|は|と|も|に|を|から|の|って|、|$)|([\p{Han}]{2,3})(?:が|は|と|も|に|を|から|って|、))`),
		rx(`([\p{Katakana}ー\p{Han}]{1,8})(?:という|っていう)(?:名前の)?(?:猫|犬|店|カフェ|本|人|町|会社|曲|映画|友達|ゲーム|バンド|村|駅)`),
		rx(`『([^『』]{1,20})』`),
		rx(`「([^「」]{1,14})」(?:という|っていう|って(?:店|本|映画|曲|ゲーム|カフェ))`),
	}
	// saidInMarks is what stands in quotation marks and is somebody's words, and no title.
	saidInMarks = rx(`^.{2,}(?:[がをはも]|から|けど|の|に).{3,}(?:い|る|た|だ|よ|ね|です|ます)$`)
	kinWords    = rx(`^(?:お?母|お?父|お?姉|お?兄|お?嫁|奥|旦那|皆|みな|みんな|客|お客|医者|店員|子|赤|お|猫|犬|神|娘|息子|何|誰|担当|隣|大家|駅員|看護師|社長|部長|課長|店長|校長|編集|おじい|おばあ|じい|ばあ|うち|たく|ごめ|お疲れ|ご苦労|お巡り|業者|職人|学生|患者|司書|運転手|警備員|屋)$|\p{Hiragana}(?:じい|ばあ|にい|ねえ|とう|かあ)$|(?:会|式|日|室|店|院|校|家|部屋|誕生|結婚|入院|手術|試験|仕事|写真|荷物|料理|病気|世話|名前|電話|話|声|顔|車|絵|服|靴|夢|歌|本)$`)
)

// ProperNames returns the names in a text of people, places, works: English
// words with a capital that no other reason explains, Japanese ones that are
// marked as names.
func ProperNames(text string) []string {
	text = Clean(text)
	var list []string
	add := func(n string) {
		if n != "" && utf8.RuneCountInString(n) <= 40 && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	if Japanese(text) {
		namesJa(text, add)
	}
	for _, at := range capital.FindAllStringIndex(text, -1) {
		if at[0] > 0 {
			if r, _ := utf8.DecodeLastRuneInString(text[:at[0]]); unicode.IsLetter(r) || unicode.IsDigit(r) {
				continue
			}
		}
		add(trimName(text, at[0], at[1]))
	}
	return list
}

// Mentions reports whether a text has a name in it, as a word of its own where
// words stand apart; width and case do not count.
func Mentions(text, name string) bool {
	text, name = strings.ToLower(Clean(text)), strings.ToLower(Clean(name))
	if name == "" {
		return false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(name):])
		if Japanese(name) || (i == 0 || classOf(before) != latin) && (i+len(name) == len(text) || classOf(after) != latin || after == '\'') {
			return true
		}
		at = i + len(name)
	}
}

// trimName takes off a name the words that have a capital for another reason.
func trimName(text string, begin, end int) string {
	words := strings.Fields(text[begin:end])
	if len(words) == 1 && beginsSentence(text[:begin]) && !namedAtStart(words[0], text[end:]) {
		return ""
	}
	if len(words) > 1 && beginsSentence(text[:begin]) && PlainStart(words[0]) {
		words = words[1:]
	}
	first := words[0]
	words = withoutCommon(words)
	if len(words) == 1 && words[0] == first && strings.ContainsRune(text[begin:end], ' ') && beginsSentence(text[:begin]) && !namedAtStart(first, text[begin+len(first):]) {
		return "" // "Saw Dr."
	}
	n := strings.TrimSuffix(strings.TrimSuffix(strings.Join(words, " "), "'s"), "'")
	if utf8.RuneCountInString(n) < 2 || strings.HasPrefix(n, "I'") || shortForm.MatchString(n) {
		return ""
	}
	return n
}

// HasCapital reports whether a word, in lower case, always has a capital.
func HasCapital(word string) bool { return commonCap[word] }

// IsCommonCap reports whether a word, or what it is the plural of, always has a capital.
func IsCommonCap(word string) bool {
	low := strings.ToLower(word)
	return commonCap[low] || commonCap[strings.TrimSuffix(low, "s")] && !IsGivenName(low)
}

// withoutCommon drops words at both ends that always have a capital.
func withoutCommon(words []string) []string {
	for len(words) > 0 && IsCommonCap(strings.TrimSuffix(words[0], "'s")) {
		words = words[1:]
	}
	for len(words) > 0 && IsCommonCap(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

// beginsSentence reports whether a sentence begins after a text.
func beginsSentence(before string) bool {
	words := strings.Fields(before)
	if len(words) == 0 {
		return true
	}
	last := words[len(words)-1]
	return !stopped.MatchString(strings.TrimSuffix(strings.TrimSpace(before), ".")) && strings.ContainsAny(last[len(last)-1:], ".!?:-")
}

// namedAtStart reports whether a word that begins a sentence is a name, by what
// follows it.
func namedAtStart(word, rest string) bool {
	if IsGivenName(strings.TrimSuffix(word, "'s")) {
		return true
	}
	return !PlainStart(word) && (namedStart.MatchString(rest) || strings.HasSuffix(word, "'s"))
}

// shortForm is what is in capitals because it is short.
var shortForm = rx(`^[A-Z]{1,5}s?$`)

// namedStart is what follows a name that begins a sentence.
var namedStart = rx(`^(?:'s)?,? (?:and I|(?:is|was) (?:my|our|coming|visiting|going|moving|getting|staying|sick|ill|in|at|from|named|called)|has (?:a|an|been|never|always)|loves|likes|hates|called|said|says|wants|wanted|lives|lived|works|worked|came|comes|got|gave|told|went|moved|asked|thinks|plays|played|died|turned|bought|helped|showed|taught|knows|decided|texted|laughed|cried|smiled|wrote|sent|brought|sends|brings|thought|hugged|promised|offered|answered|replied|apologi[sz]ed|insisted|complained|snores|snored|swears|swore|keeps (?:telling|asking|saying)|from [A-Z\p{L}]+ (?:found|said|told|called|wrote|sent|asked)|and (?:his|her|their)|still (?:hasn't|thinks|says|won't)|just (?:called|moved|got|came|told|texted|wrote|left))\b|^'s `)

// PlainStart reports whether a word that begins a sentence may be no name: one
// cannot tell from its capital.
func PlainStart(w string) bool {
	low := strings.ToLower(strings.TrimSuffix(w, "'s"))
	return emptyWords.Has(low) || notNouns[low] || notNouns[Stem(low)] || !strings.HasSuffix(w, "'s") && len(w) > 0 && startsOften.MatchString(low)
}

var startsOften = rx(`(?:ing|ed|ly|n't|'re|'ve|'ll|'m|'d)$`)
