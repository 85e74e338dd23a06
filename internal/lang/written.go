package lang

import (
	"strings"
	"sync"
	"unicode"

	"yumori/internal/lang/cache"
	"yumori/internal/pattern"

	"golang.org/x/text/unicode/norm"
)

// What is typed as it is spoken, in files of their own: en/written.txt,
// ja/written.txt.
var (
	writtenEn = pattern.Load(patternFiles, "en/written.txt")
	writtenJa = pattern.Load(patternFiles, "ja/written.txt")
)

// Written returns a text that was typed as it is spoken as it would be
// written: English with its apostrophes, capital days and given names, Japanese
// without half-width kana, emoji, slang and the endings of Kansai.
func Written(text string) string {
	return latestWritten.Of(text, func() string { return writtenOf(text) })
}

// latestWritten are the texts looked at last.
var latestWritten cache.Cache[string]

// writtenOf is Written of a text that is not remembered.
func writtenOf(text string) string {
	if !writtenJa.Has("half", text) && !strings.ContainsFunc(text, isKanaOrHan) {
		text = withoutShouting(text)
		if writtenEn.Has("scots", text) {
			text = writtenEn.Replace("scots-words", text)
		}
		text = writtenEn.Replace("vocative", writtenEn.Replace("joined", writtenEn.Replace("courtesy", writtenEn.Replace("spelled-day", text))))
		for _, days := range writtenEn.Of("small") {
			text = days.ReplaceAllStringFunc(text, func(w string) string {
				i := strings.LastIndexByte(w, ' ') + 1
				return w[:i] + Capitalised(w[i:])
			})
		}
		return gerunds(givenNames(apostrophes(text)))
	}
	for _, half := range writtenJa.Of("half") {
		text = half.ReplaceAllStringFunc(text, norm.NFKC.String)
	}
	text = withoutEmoji(text)
	if writtenJa.Has("telegram", text) {
		text = writtenJa.Replace("telegram-words", strings.Map(hiraganaOf, text))
	}
	if writtenJa.Has("kana", text) {
		text = writtenJa.Replace("kana-words", text)
	}
	text = writtenJa.Replace("slang", writtenJa.Replace("self-words", text))
	if writtenJa.Has("kansai", text) {
		text = writtenJa.Replace("kansai-words", text)
	}
	return text
}

// OneSelf returns a Japanese text in which whoever speaks calls themselves 私: what is learned of
// 俺 or あたし holds for all.
func OneSelf(text string) string {
	if !strings.ContainsFunc(text, isKanaOrHan) {
		return text
	}
	return writtenJa.Replace("one-self", writtenJa.Replace("self-words", text))
}

// gerunds gives verbs the ending that they were typed without: "thinkin about", "savin'".
func gerunds(text string) string {
	text = writtenEn.Replace("g-dropped", text)
	return droppedG.ReplaceAllStringFunc(text, func(w string) string {
		word := strings.TrimSuffix(w, "'")
		stem := strings.TrimSuffix(strings.ToLower(word), "in")
		once := stem[:len(stem)-1] // of "sittin"
		verb := Is(BaseVerb, stem) || Is(BaseVerb, stem+"e") || strings.HasSuffix(once, stem[len(once):]) && Is(BaseVerb, once)
		if !verb || writtenEn.Has("no-gerund", strings.ToLower(word)) || IsGivenName(word) || IsPlaceName(word) {
			return w
		}
		return word + "g"
	})
}

var droppedG = rx(`\b[A-Za-z]{2,12}in\b'?`)

// withoutShouting writes sentences in capitals as they are usually written: nobody is called
// GUESS WHO.
func withoutShouting(text string) string {
	return shouted.ReplaceAllStringFunc(text, func(s string) string {
		if strings.Count(strings.TrimSpace(s), " ") == 0 || len(s) < leastShouted {
			return s // NHS
		}
		return strings.ToLower(s)
	})
}

// shouted is a sentence without a small letter, and leastShouted is of how many letters it is.
var shouted = rx(`(?:^|[.!?]\s*)[^\p{Ll}.!?]*\p{Lu}{2}[^\p{Ll}.!?]*(?:$|[.!?])`)

const leastShouted = 8

// shortForms are what many write without its apostrophe, as en/chat.txt has it.
// Those that are words of their own are not among them.
var shortForms = sync.OnceValue(func() map[string]string {
	short := map[string]string{}
	eachChatWord(func(_ string, typed []string) {
		for _, w := range typed[1:] {
			if w == strings.Replace(typed[0], "'", "", 1) {
				short[w] = typed[0]
			}
		}
	})
	return short
})

// longestShort is how many letters the longest of them has.
const longestShort = 8

// apostrophes gives short forms the apostrophe that they were written without.
func apostrophes(text string) string {
	var b strings.Builder
	done := 0 // what of the text is in b
	for i := 0; i < len(text); i++ {
		begin := i
		for i < len(text) && isASCIIWord(text[i]) {
			i++
		}
		if n := i - begin; n < 2 || n > longestShort {
			continue
		}
		full, ok := shortForms()[strings.ToLower(text[begin:i])]
		if !ok {
			continue
		}
		b.WriteString(text[done:begin])
		if strings.HasPrefix(full, "i'") {
			b.WriteByte('I')
		} else {
			b.WriteByte(text[begin])
		}
		b.WriteString(full[1:])
		done = i
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// isASCIIWord reports whether a byte is what \w stands for in an expression.
func isASCIIWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// givenNameSet are the names of en/given.txt, placeSet the places of en/places.txt.
var (
	givenNameSet = sync.OnceValue(func() map[string]bool { return wordsOf("en/given.txt") })
	placeSet     = sync.OnceValue(func() map[string]bool { return wordsOf("en/places.txt") })
)

// wordsOf returns the words that stand in a file of ours outside of its comments.
func wordsOf(file string) map[string]bool {
	data, err := patternFiles.ReadFile(file)
	if err != nil {
		panic(err) // it is part of the program
	}
	set := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") {
			for _, w := range strings.Fields(line) {
				set[w] = true
			}
		}
	}
	return set
}

// IsGivenName reports whether a word is a given name that is known, however it is written.
func IsGivenName(word string) bool { return givenNameSet()[strings.ToLower(word)] }

// IsPlaceName reports whether one word or more are the name of a place that is known,
// however it is written.
func IsPlaceName(text string) bool {
	return placeSet()[strings.ReplaceAll(strings.ToLower(text), " ", "-")]
}

// givenNames gives given names that were typed small their capital, and the apostrophe
// that they were written without: "calums on lates" is "Calum's on lates".
func givenNames(text string) string {
	for _, named := range writtenEn.Of("small-name") {
		for _, at := range named.FindAllStringSubmatchIndex(text, -1) {
			text = text[:at[2]] + Capitalised(text[at[2]:at[3]]) + text[at[3]:]
		}
	}
	text = writtenEn.Expr("small-word").ReplaceAllStringFunc(text, func(w string) string {
		name := strings.TrimSuffix(w, "'s")
		if givenNameSet()[name] {
			return Capitalised(w)
		}
		if name, owns := strings.CutSuffix(w, "s"); owns && givenNameSet()[name] && !writtenEn.Has("no-owner", w) {
			return Capitalised(name) + "'s"
		}
		return w
	})
	return writtenEn.Replace("kin-owns", writtenEn.Replace("kin-is", text))
}

func hiraganaOf(r rune) rune {
	if 'ァ' <= r && r <= 'ヴ' {
		return r - 'ァ' + 'ぁ'
	}
	return r
}

// withoutEmoji takes emoji off. One between two sentences ends the first.
func withoutEmoji(text string) string {
	var b strings.Builder
	gap, before := false, ' '
	for _, r := range unjoined.Replace(text) {
		if ofEmoji(r) {
			gap = true
			continue
		}
		if gap && endsBefore(before, r) {
			b.WriteRune('。')
		}
		gap, before = false, r
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// endsBefore reports whether a sentence ends with a character behind which an emoji stands, and
// behind that another: a particle or a verb, or what a space stands behind, 動物病院💉 ねえ.
func endsBefore(before, after rune) bool {
	spoken := unicode.Is(unicode.Hiragana, before) || before == 'ー'
	return spoken && (IsWord(after) || after == ' ') || after == ' ' && unicode.In(before, unicode.Han, unicode.Katakana)
}

// ofEmoji reports whether a character is an emoji, a sign, or what joins or varies one, like
// isPicture, but leaves signs of measure and money.
func ofEmoji(r rune) bool {
	return r >= 0x1F000 || r >= 0x2600 && r <= 0x27BF && r != '♀' && r != '♂' || r == '\u200d' || r == '\ufe0f' || r == '\u20e3'
}

// Casual reports whether a Japanese text speaks plainly rather than with です
// and ます.
func Casual(text string) bool {
	return len(tellings.All("casual", text)) > len(tellings.All("polite", text))
}
