package episodic

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang/quote"
)

// maxSentence is how much of one sentence is told, in characters: what is
// longer is pasted, or no sentence.
const maxSentence = 240

// A stripper takes out of a text what nobody says aloud.
type stripper struct{ code, tag, quote, image, space *regexp.Regexp }

func newStripper() stripper {
	return stripper{
		code:  regexp.MustCompile("(?s)```.*?(?:```|$)"),
		tag:   regexp.MustCompile(`</?[A-Za-z_][^<>]*>`),
		quote: regexp.MustCompile(`(?m)^\s*>.*$`),
		image: regexp.MustCompile(`!?\[(?:image|画像):[^\]]*\]|!\[[^\]]*\]\([^)]*\)`),
		space: regexp.MustCompile(`[ \t\x{3000}]+`),
	}
}

// spoken returns text without code, quoted lines, tags and pictures.
func (s stripper) spoken(text string) string {
	text = cleanText(text)
	for _, re := range []*regexp.Regexp{s.code, s.quote, s.image, s.tag} {
		text = re.ReplaceAllString(text, " ")
	}
	return strings.TrimSpace(s.space.ReplaceAllString(text, " "))
}

// sentences splits a text after the marks that end a sentence and at line
// breaks. What is quoted stays in the sentence that quotes it, so that nobody
// else's words stand alone; of a long quotation each sentence gets its own
// marks. What is longer than maxSentence is cut.
func sentences(text string) []string {
	var list []string
	quotes := quote.Quotations(text)
	for _, at := range split(text, quotes) {
		s := strings.TrimSpace(text[at[0]:at[1]])
		for len(quotes) > 0 && quotes[0].End <= at[0] {
			quotes = quotes[1:]
		}
		if !strings.ContainsFunc(s, isWord) {
			continue
		}
		if len(quotes) > 0 && at[0] > quotes[0].Begin {
			open, _ := marksOf(text, quotes[0])
			s = open + s
		}
		if k := slices.IndexFunc(quotes, func(q quote.Quotation) bool { return q.End > at[1] }); k >= 0 && at[1] > quotes[k].Begin {
			_, shut := marksOf(text, quotes[k])
			s += shut
		}
		list = append(list, cut(s, maxSentence))
	}
	return list
}

// closing are the marks that end what others begin.
var closing = map[string]string{"“": "”", "「": "」", "『": "』", "«": "»", "\"": "\""}

// marksOf returns the marks of a quotation.
func marksOf(text string, q quote.Quotation) (open, shut string) {
	_, n := utf8.DecodeRuneInString(text[q.Begin:])
	open, shut, _ = strings.Cut(text[q.Begin:q.End], q.Words)
	if q.Words == "" {
		open, shut = text[q.Begin:q.Begin+n], text[q.Begin+n:q.End]
	}
	return open, shut
}

// split returns where the sentences of a text begin and end: each ends where
// the next begins.
func split(text string, quotes []quote.Quotation) [][2]int {
	var list [][2]int
	quotes = slices.DeleteFunc(slices.Clone(quotes), func(q quote.Quotation) bool { return utf8.RuneCountInString(q.Words) > maxSentence })
	begin := 0
	flush := func(end int) {
		if end > begin {
			list = append(list, [2]int{begin, end})
			begin = end
		}
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		next := i + n
		for len(quotes) > 0 && quotes[0].End <= i {
			quotes = quotes[1:]
		}
		switch {
		case r == '\n':
			flush(i)
		case !ends(r):
		default:
			for next < len(text) {
				r, n := utf8.DecodeRuneInString(text[next:])
				if !ends(r) && !strings.ContainsRune(`”"’')）」』»~～♪`, r) {
					break
				}
				next += n
			}
			if len(quotes) > 0 && next > quotes[0].Begin && next < quotes[0].End || !stops(text[begin:next], text[next:], r) {
				break
			}
			flush(next)
		}
		i = next
	}
	flush(len(text))
	return list
}

// longestTitle is how many bytes of the end of a sentence are looked at for a
// word that its stop belongs to: "prof.".
const longestTitle = 24

// stops reports whether a sentence that ends in a mark r, and what closes
// behind it, is over there.
func stops(s, rest string, r rune) bool {
	if rest == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	next, _ := utf8.DecodeRuneInString(rest)
	closed := strings.ContainsRune(`”"’'」』»`, last)
	if wide(r) {
		return !closed || !unicode.In(next, unicode.Hiragana) && !strings.ContainsRune("、,", next)
	}
	if !unicode.IsSpace(next) || abbreviated([]rune(s[max(0, len(s)-longestTitle):])) {
		return false
	}
	after, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	return !closed || !unicode.IsLower(after) // "…!” she said."
}

func ends(r rune) bool { return strings.ContainsRune(".!?。！？…", r) }
func wide(r rune) bool { return strings.ContainsRune("。！？", r) }

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// abbreviated reports whether the full stop at the end belongs to the last
// word, so that the sentence goes on.
func abbreviated(runes []rune) bool {
	if runes[len(runes)-1] != '.' {
		return false
	}
	begin := len(runes) - 1
	for begin > 0 && isWord(runes[begin-1]) {
		begin--
	}
	switch word := string(runes[begin : len(runes)-1]); word {
	case "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "vs", "No", "Jr", "Sr", "dr", "mr", "mrs", "ms", "prof":
		return true
	default: // an initial, but not "I"
		return len(word) == 1 && word != "I" && unicode.IsUpper(runes[begin])
	}
}
