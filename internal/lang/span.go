package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Span is where a sentence stands in a text, in bytes. Its marks, and what closes
// behind them, stand from Marks on; the spaces behind them belong to it.
type Span struct{ Begin, Marks, End int }

// Spans returns where the sentences of a text begin and end: each ends where the next
// begins, and together they are the text. A line ends one; the stop of an abbreviation
// or of a number at the beginning of a line ends none, nor what is quoted in a line. Its
// time grows with the text.
func Spans(text string) []Span { return spans(text, quotedIn(text), "") }

// SpansAround is Spans where no sentence ends but at the end of what is held together:
// parts of the text, in order, from and to.
func SpansAround(text string, held [][2]int) []Span { return spans(text, held, "") }

// Parts returns the sentences of a text, which together are all of it.
func Parts(text string) []string {
	var list []string
	for _, at := range Spans(text) {
		list = append(list, text[at.Begin:at.End])
	}
	return list
}

// CutSentences returns the sentences at the beginning of a text that make at most n
// characters; of one long sentence its beginning.
func CutSentences(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	best := ""
	for _, at := range Spans(text) {
		s := strings.TrimSpace(text[:at.End])
		size := utf8.RuneCountInString(s)
		if size > n {
			break
		}
		if 3*size > n {
			best = s
		}
	}
	if best == "" {
		return Cut(text, n)
	}
	return best
}

// What ends a sentence or stands behind its end, and what closes behind that.
const (
	endMarks = "。！？!?.;；…~〜～♪☆★"
	closers  = `”"」』»)`
)

// spans returns the sentences of a text; some more characters may end them.
func spans(text string, held [][2]int, more string) []Span {
	var list []Span
	begin, next := 0, 0
	for i, r := range text {
		for len(held) > 0 && held[0][1] <= i {
			held = held[1:]
		}
		if i < next || !strings.ContainsRune(more, r) && !ends(text, i, r) {
			continue
		}
		marks, to := i, len(text)
		switch {
		case len(held) == 0:
		case held[0][0] > i || r == '\n':
			to = max(i, held[0][0])
		default: // what is quoted has its own marks
			marks, to = held[0][1], held[0][1]
		}
		end := to - len(strings.TrimLeft(text[i:to], endMarks+closers+"）"))
		next = end
		if end < marks || goesOn(text[i:end], text[end:]) {
			continue
		}
		rest := strings.TrimLeftFunc(text[end:], func(r rune) bool { return isPicture(r) || strings.ContainsRune(endMarks+" 　)）", r) })
		end = len(text) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
		list = append(list, Span{begin, marks, end})
		begin, next = end, end
	}
	if begin < len(text) {
		list = append(list, Span{begin, len(text), len(text)})
	}
	return list
}

// goesOn reports whether a sentence goes on behind marks that something closes: "“…!” she said".
func goesOn(marks, rest string) bool {
	if last, _ := utf8.DecodeLastRuneInString(marks); !strings.ContainsRune(closers, last) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	word, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	return unicode.In(next, unicode.Hiragana) || strings.ContainsRune("、,", next) || unicode.IsLower(word)
}

// quotedIn returns what is quoted in each line of a text, to its end where nothing closes it.
func quotedIn(text string) [][2]int {
	var list [][2]int
	depth, plain, begin := 0, false, -1
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch r {
		case '「', '『', '“':
			depth++
		case '」', '』', '”':
			depth = max(0, depth-1)
		case '"':
			plain = !plain
		case '\n':
			depth, plain, end = 0, false, i
		}
		switch quoted := depth > 0 || plain; {
		case quoted && begin < 0:
			begin = i
		case !quoted && begin >= 0:
			list, begin = append(list, [2]int{begin, end}), -1
		}
	}
	if begin >= 0 {
		list = append(list, [2]int{begin, len(text)})
	}
	return list
}

// ends reports whether the character r at text[i] ends a sentence.
func ends(text string, i int, r rune) bool {
	if r == utf8.RuneError {
		return false
	}
	rest := text[i+utf8.RuneLen(r):]
	switch r {
	case '。', '！', '？', '\n':
		return true
	case '!', '?': // not in an address
		next, _ := utf8.DecodeRuneInString(rest)
		return !IsWord(next) || !address.MatchString(text[max(0, i-longestAddress):i])
	case '.', '…':
		rest = strings.TrimLeft(rest, closers)
		next, _ := utf8.DecodeRuneInString(rest)
		if rest != "" && !unicode.IsSpace(next) && !strings.ContainsRune(".…", next) && next < 0x2E80 {
			return false
		}
		return r != '.' || !stopped.MatchString(text[max(0, i-longestStopped):i])
	case ' ', '　':
		return endsJa(text[:i], rest)
	}
	if !isPicture(r) {
		return false
	}
	rest = strings.TrimLeftFunc(text[i:], isPicture)
	return endsJa(text[:i], rest) || countedJa.MatchString(text[max(0, i-longestEndJa):i]) && strings.Count(text[i:len(text)-len(rest)], "") > 2
}

// Of how many bytes are at most what is looked at of an address and of a word with a stop.
const (
	longestAddress = 400
	longestStopped = 24
)

// stopped are words that have a stop where no sentence ends.
var (
	stopped = rx(`(?:^|[ (\n"“])(?:(?i:mr|mrs|ms|dr|jr|sr|st|e\.g|i\.e|vs|a\.m|p\.m|prof|approx)|No|[A-HJ-Z])$|(?:^|\n)\d{1,3}$`)
	address = rx(`https?://\S*$`)
)

// endsJa reports whether a space or an emoji between two parts of a line stands for the 。 that many
// do not type: "さおりです 司書をしてます".
func endsJa(before, after string) bool {
	after = after[:min(len(after), longestEndJa)]
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " 　"))
	last, _ := utf8.DecodeLastRuneInString(before)
	before = before[max(0, len(before)-longestEndJa):]
	switch {
	case !IsWord(next) && next != '「', !unicode.Is(unicode.Hiragana, last) && !strings.ContainsRune("ー〜笑wｗ", last):
		return false
	case closedJa.MatchString(before):
		return true
	}
	return finiteJa.MatchString(before) && freshJa.MatchString(after)
}

// longestEndJa is of how many bytes the end and the beginning that they know are at most.
const longestEndJa = 48

var (
	// closedJa is how a Japanese sentence ends that can end in no other way, and finiteJa
	// is how one ends where the next begins as freshJa has it.
	closedJa = rx(`(?:です|ます|でした|ました|ません|でしょう)(?:よね?|ね|か|かね|わ|って|もん|の)?(?:ー|〜|笑|w+|ｗ+)?$|(?:だよ|だね|だよね|だった|だわ|なのよ|なんだ|んだ|んだよ|んだね|よね|かなあ?|かしら|っけ|[たるい]よ|[たる]ね|[たる]わ)(?:ー|〜|笑|w+|ｗ+)?$|(?:た|る|い|だ|よ|ね|な|す|さ|わ|の|か|て|ん)(?:笑|w+|ｗ+)$|(?:やん|やった|やわ|んよ|っちゃ|ばい|(?:けん?|から|ので)やめて)(?:ー|〜|笑|w+|ｗ+)?$|` +
		`(?:^|[ 　。！？])(?:うん|ううん|いや|はい|ええ|ありがとう?|さんきゅー?|よろしく|おつー?|おつかれ|おはよー?|ただいま|ごめん|了解|惜しい|そっか|まじか)(?:ー|〜|笑|w+|ｗ+)?$`)
	// countedJa is how news ends before two emoji or more.
	countedJa = rx(`(?:[0-9０-９一二三四五六七八九十百]+(?:歳|才|さい|周年|年|[ヶかカ]月|日目?|回目?|位|点|年生|匹|人|番)|合格|完成|退院|卒業|内定|優勝|結婚|誕生|おわり|終わり)$`)
	finiteJa  = rx(`(?:[たるだいうくすむ]|ない)$`)
	freshJa   = rx(`^[ 　]*(?:私|わたし|僕|俺|うちは|うちの|でも|だけど|けど|だから|だって|それ|今日|明日|昨日|あと|ただ|まあ|なんか|もう|やっぱ|そし|しかし|ところ|ちなみ|あ、|実は|じゃあ?|ほな|ほんで|てか|ていうか|そういや|そういえば|最近|結局|来週|今週|今朝|さっき|(?:お|ひい)?(?:じい|ばあ|父|母|爺|婆)(?:ちゃん|さん)?|姉|兄|妹|弟|娘|息子|旦那|嫁|夫|妻|俺)`)
)
