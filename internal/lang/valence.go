package lang

import (
	"strings"

	"yumori/internal/pattern"
)

// valence is how words weigh: en/valence.txt.
var valence = pattern.Load(patternFiles, "en/valence.txt")

// lowEnough is how many words that are low by themselves weigh as much as a heavy one.
const lowEnough = 2

// Weighs reports whether what somebody says in English sounds as if it weighs on them,
// by its words alone: a sign of how to listen, no more. It is pure.
func Weighs(text string) bool {
	if Japanese(text) {
		return false
	}
	heavy, low := valence.Has("weighs", text), 0
	for _, w := range LatinWords(strings.ToLower(text)) {
		switch {
		case valence.Values("bright")[w] != "":
			return false
		case valence.Values("heavy")[w] != "":
			heavy = true
		case valence.Values("low")[w] != "":
			low++
		}
	}
	return heavy || low >= lowEnough
}
