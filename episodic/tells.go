package episodic

import (
	"regexp"
	"strings"
	"unicode"
)

// machineText is an answer for a machine, or what a model thinks aloud.
var machineText = regexp.MustCompile(`^\s*[{\[]|</?[a-z]{3,}>`)

// tells reports whether an answer can tell of what is in a record: it is prose, and
// has a word of it at least. A refusal, a lecture, an object or the orders of somebody
// else have none.
func tells(answer, record string) bool {
	if machineText.MatchString(answer) {
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

// tellingParts are the words of a text that are long enough to mean something, by
// their beginnings, and pairs of its kanji and kana, but for hiragana alone.
func tellingParts(text string) (list []string) {
	const letters = 4 // of a word's beginning: "heron" and "herons" are the same
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		runes := []rune(word)
		if runes[0] < 0x3000 {
			if len(runes) >= letters {
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
