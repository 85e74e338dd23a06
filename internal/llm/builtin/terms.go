package builtin

import (
	"strings"
	"unicode"
)

// A term is a word that carries meaning, in the form it is compared by.
type term struct {
	key    string  // a stem, a run of Japanese characters, or "@concept"
	weight float64 // how much it tells: a name more than a verb
}

// termsOf returns the terms of text, each once. It reads both languages, so
// that a name told in one is found in the other.
func termsOf(text string) []term {
	var out []term
	seen := map[string]bool{}
	add := func(key string, weight float64) {
		if !seen[key] {
			seen[key] = true
			out = append(out, term{key, weight})
		}
	}
	japaneseText := false
	for _, w := range latinWords(wouldLike.Replace(text)) {
		addEnglish(w, add)
	}
	for _, r := range text {
		if isJapanese(r) {
			japaneseText = true
			break
		}
	}
	if japaneseText {
		addJapanese(text, add)
	}
	return out
}

// wouldLike keeps a wish from being taken for a liking.
var wouldLike = strings.NewReplacer("would like", "want", "'d like", " want", "would love", "want", "'d love", " want", "feel like", "feel", "look like", "look", "looks like", "looks")

// addEnglish adds the term of one word.
func addEnglish(w string, add func(string, float64)) {
	lower := strings.ToLower(w)
	if englishStops[lower] {
		return
	}
	st := stem(lower)
	if st == "" {
		return // a dash by itself
	}
	c, ok := concepts[st]
	if !ok {
		c, ok = kinMisspelt(lower)
	}
	if ok {
		add(c, conceptWeight(c))
		return
	}
	weight := 1.0
	if r := []rune(w)[0]; unicode.IsUpper(r) || unicode.IsNumber(r) {
		weight = 1.5
	}
	add(st, weight)
}

// kinMisspelt returns the concept of a word for kin of which one letter is
// missing, or one too many or wrong.
func kinMisspelt(w string) (string, bool) {
	for kin, concept := range kinWords {
		if len(w) >= 5 && w[0] == kin[0] && w != kin && editOne(w, kin) {
			return concept, true
		}
	}
	return "", false
}

var kinWords = pairs(`@brother brother brothers
	@sister sister sisters
	@mother mother
	@father father
	@daughter daughter
	@spouse husband
	@friend friend`)

// editOne reports whether two words differ in one letter.
func editOne(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return a[min(i+1, len(a)):] == b[min(i+1, len(b)):]
	}
	return a[i:] == b[i+1:]
}

// conceptWeight is low for what many sentences share.
func conceptWeight(c string) float64 {
	switch c {
	case "@name", "@have", "@say":
		return 0.5
	case "@work", "@make", "@go":
		return 0.7
	}
	return 1
}

// latinWords returns the runs of Latin letters and digits in text.
func latinWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return isJapanese(r) || !isWordRune(r) && r != '\'' && r != '+' && r != '#' && r != '-'
	})
}

// isWordRune reports whether r is part of a word.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.M, r)
}

// stem takes the common endings off a lower-case English word. Its results
// are for comparing only.
func stem(w string) string {
	w = strings.TrimSuffix(strings.Trim(w, "'-"), "'s")
	if base, ok := irregular[w]; ok {
		w = base
	}
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = w[:len(w)-3]
	case len(w) > 4 && endsWithAny(w, "ied", "ies"):
		w = w[:len(w)-3] + "y"
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = w[:len(w)-2]
	case len(w) > 4 && endsWithAny(w, "sses", "ches", "shes", "xes"):
		w = w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !endsWithAny(w, "ss", "us", "is"):
		w = w[:len(w)-1]
	}
	return trimmedRoot(w)
}

// trimmedRoot takes off what endings add or drop: a last "e", a doubled
// consonant.
func trimmedRoot(w string) string {
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// overlap returns how much of the weight of want is in have, in [0, 1].
func overlap(want, have []term) float64 {
	total, hit := 0.0, 0.0
	for _, w := range want {
		total += w.weight
		for _, h := range have {
			if w.key == h.key || related(w.key, h.key) {
				hit += w.weight
				break
			}
		}
	}
	if total == 0 {
		return 0
	}
	return hit / total
}

// related reports whether the more special concept b answers for a.
func related(a, b string) bool {
	switch a {
	case "@child":
		return b == "@son" || b == "@daughter"
	case "@sibling":
		return b == "@sister" || b == "@brother"
	case "@pet":
		return b == "@cat" || b == "@dog"
	case "@family":
		switch b {
		case "@sister", "@brother", "@sibling", "@mother", "@father", "@child", "@son", "@daughter", "@spouse":
			return true
		}
	}
	return false
}

// weak reports whether a term by itself says little about what a sentence is
// about: a verb that goes with anything.
func weak(key string) bool {
	switch key {
	case "@love", "@hate", "@have", "@name", "@work", "@make", "@go", "@live", "@feel", "@eat", "@drink", "@begin", "@plan", "@study", "@age", "want", "need", "think", "get", "tak", "giv":
		return true
	}
	return false
}
