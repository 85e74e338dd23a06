package episodic

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
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
		s := strings.TrimSpace(text[at.Begin:at.End])
		for len(quotes) > 0 && quotes[0].End <= at.Begin {
			quotes = quotes[1:]
		}
		if !strings.ContainsFunc(s, lang.IsWord) {
			continue
		}
		if len(quotes) > 0 && at.Begin > quotes[0].Begin {
			open, _ := marksOf(text, quotes[0])
			s = open + s
		}
		if k := slices.IndexFunc(quotes, func(q quote.Quotation) bool { return q.End > at.End }); k >= 0 && at.End > quotes[k].Begin {
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

// split returns where the sentences of a text stand: a quotation that is not too long
// stays whole.
func split(text string, quotes []quote.Quotation) []lang.Span {
	var held [][2]int
	for _, q := range quotes {
		if utf8.RuneCountInString(q.Words) <= maxSentence {
			held = append(held, [2]int{q.Begin, q.End})
		}
	}
	return lang.SpansAround(text, held)
}
