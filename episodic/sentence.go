package episodic

import (
	"regexp"
	"strings"
	"unicode"
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
// breaks. What is longer than maxSentence is cut.
func sentences(text string) []string {
	var list []string
	runes := []rune(text)
	begin := 0
	flush := func(end int) {
		if s := strings.TrimSpace(string(runes[begin:end])); strings.ContainsFunc(s, isWord) {
			list = append(list, cut(s, maxSentence))
		}
		begin = end
	}
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == '\n':
			flush(i)
		case ends(r):
			for i+1 < len(runes) && (ends(runes[i+1]) || strings.ContainsRune(`”"’')）」』~～♪`, runes[i+1])) {
				i++
			}
			if wide(r) || i+1 == len(runes) || unicode.IsSpace(runes[i+1]) && !abbreviated(runes[begin:i+1]) {
				flush(i + 1)
			}
		}
	}
	flush(len(runes))
	return list
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
