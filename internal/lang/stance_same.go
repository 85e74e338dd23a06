package lang

import "strings"

// SameSense reports whether two texts that have the same words say the same:
// neither contradicts the other, and both have as many words that turn round
// what they say.
func SameSense(a, b string) bool {
	return denials(a) == denials(b) && Compare(a, b).Stance != Contradicts
}

// denials counts the words of a text that turn round what it says.
func denials(text string) int {
	n := 0
	if Japanese(text) {
		for _, list := range []string{"not", "tastes - verb", "ends"} {
			for _, w := range lexiconJa().lists[list] {
				n += strings.Count(text, w)
			}
		}
		return n
	}
	l := lexiconEn()
	spaced := spacedEn(text)
	for _, list := range []string{"not", "over", "tastes - verb", "tastes - adj"} {
		for _, w := range l.lists[list] {
			n += strings.Count(spaced, " "+w+" ")
		}
	}
	return n
}
