package facts

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// namesEnglish returns the proper names of a sentence.
func namesEnglish(s string) []string {
	var names []string
	for _, at := range lexicon.Expr("proper").FindAllStringIndex(s, -1) {
		if at[0] > 0 {
			if before := s[at[0]-1]; before != ' ' && before != '"' && before != '(' && before != '@' {
				continue
			}
		}
		n := strings.TrimSuffix(strings.TrimRight(s[at[0]:at[1]], "'-&"), "'s")
		for {
			first, rest, more := strings.Cut(n, " ")
			if !oneOf("no-name", first) {
				break
			}
			if n = rest; !more {
				break
			}
		}
		if n != "" && !onlyBegins(s, n) && !strings.Contains(n, "I'") && !isShout(n) {
			names = append(names, n)
		}
	}
	return uniqueNames(names)
}

// onlyBegins reports whether a word has its capital because a sentence begins with it: "Taking it to
// the shop".
func onlyBegins(s, word string) bool {
	first, _, _ := strings.Cut(s, " ")
	return strings.TrimSuffix(first, "'s") == word && lang.PlainStart(word) && !slices.Contains(lang.ProperNames(s), word)
}

// isShout reports whether a word is written large for its weight, "we don't HAVE a cat":
// four letters and more that are no name.
func isShout(word string) bool {
	low := strings.ToLower(word)
	return len(word) > 3 && word == strings.ToUpper(word) && (lang.IsVerb(low) || lang.Is(lang.StopWord, low))
}
