package facts

import (
	"slices"
	"strings"
	"unicode"

	"yumori/internal/lang"
)

// sameShare is how much of what a sentence is made of has to be in another for
// it to be no news.
const sameShare = 0.85

// known reports whether one of the texts says what s says.
func known(s string, texts []string) bool {
	if len(texts) == 0 {
		return false
	}
	tokens := tokensOf(s)
	return slices.ContainsFunc(texts, func(t string) bool { return covers(fold(t), tokens, s) })
}

// sameNews reports whether two sentences say the same.
func sameNews(a, b string) bool {
	return covers(fold(a), tokensOf(b), b) && covers(fold(b), tokensOf(a), a)
}

// pairs is which pairs of bytes are in a text, one bit for many pairs: what is
// not in it is not in the text.
type pairs uint64

func pairsOf(s string) pairs {
	var p pairs
	for i := 1; i < len(s); i++ {
		p |= 1 << ((uint32(s[i-1])*33 + uint32(s[i])*57) % 64)
	}
	return p
}

// A pairFilter lets no text pass that does not have nearly all tokens of a
// sentence; most of those that have not are told without reading them.
type pairFilter []pairs

func filterOf(tokens []string) pairFilter {
	s := make(pairFilter, len(tokens))
	for i, t := range tokens {
		s[i] = pairsOf(t)
	}
	return s
}

func (s pairFilter) passes(text pairs) bool {
	missed := 0
	for _, p := range s {
		if p&text != p {
			missed++
		}
	}
	return float64(len(s)-missed) >= sameShare*float64(len(s))
}

// covers reports whether a folded text has nearly all tokens of a sentence, its
// numbers, and says the same of them.
func covers(folded string, tokens []string, sentence string) bool {
	if len(tokens) == 0 {
		return false
	}
	missed := 0
	for _, t := range tokens {
		if strings.Contains(folded, t) {
			continue
		}
		missed++
		if float64(len(tokens)-missed) < sameShare*float64(len(tokens)) || strings.ContainsFunc(t, unicode.IsDigit) {
			return false // most texts leave here, at the first token or two
		}
	}
	return lang.SameSense(folded, fold(sentence))
}

// tokensOf returns what a sentence is made of: of English words that carry
// meaning what all their forms begin with, and pairs of Japanese characters.
func tokensOf(s string) []string {
	var tokens []string
	seen := map[string]bool{}
	add := func(t string) {
		if !seen[t] {
			seen[t] = true
			tokens = append(tokens, t)
		}
	}
	s = lexicon.Replace("polite-end", s)
	for _, w := range lang.Words(fold(s)) {
		if !hasJapanese(w) {
			if !oneOf("empty", w) {
				stem := lang.Stem(w)
				if !strings.HasPrefix(w, stem) {
					stem = stem[:len(stem)-1] // "study" is not in "studies"
				}
				add(stem)
			}
			continue
		}
		runes := []rune(w)
		if len(runes) == 1 {
			add(w)
		}
		for i := 0; i+1 < len(runes); i++ {
			if pair := string(runes[i : i+2]); !oneOf("empty-pair", pair) {
				add(pair)
			}
		}
	}
	return tokens
}
