package lang

import (
	"maps"
	"slices"
	"strings"

	"yumori/internal/pattern"
)

// signs are what may be said by somebody in danger, and by anybody: en/sign.txt,
// ja/sign.txt.
var signs = pattern.Load(patternFiles, "en/sign.txt", "ja/sign.txt")

// DangerSigns reports whether some texts, the last lines that somebody said, hold two
// signs of danger to oneself that belong together: my letters are written, after that
// it won't matter. Each is harmless by itself, but not behind a text that plainly speaks
// of danger; the last text has to hold one of them, and of some the other stands in it or just
// before it: means and how much there is of them. Pure; some 0.1 ms for a usual line.
func DangerSigns(texts ...string) bool {
	if len(texts) == 0 {
		return false
	}
	last := signsIn(texts[len(texts)-1])
	found := maps.Clone(last)
	for _, text := range texts[:len(texts)-1] {
		if len(last) > 0 && GraveOf(text) == Danger {
			return true
		}
		maps.Copy(found, signsIn(text))
	}
	near := maps.Clone(last)
	if n := len(texts); n > 1 {
		maps.Copy(near, signsIn(texts[n-2]))
	}
	return anyPair(signPairs("pair"), found, last) || anyPair(signPairs("near"), near, last)
}

// DangerBehindHint reports whether what a text says is danger behind a hint at it, and may be harmless
// elsewhere: that a letter is written, or that one sets out. Pure.
func DangerBehindHint(text string) bool {
	return !signs.Has("harmless", text) && (signs.Has("sign.letters", text) || signs.Has("sign.going", text))
}

// anyPair reports whether two signs that belong together are among those found, one of them last.
func anyPair(pairs []string, found, last map[string]bool) bool {
	return slices.ContainsFunc(pairs, func(pair string) bool {
		a, b, _ := strings.Cut(pair, "+")
		return found[a] && found[b] && (last[a] || last[b])
	})
}

// signPairs are the names of two signs that are danger together, "place+lean", of a kind of pair:
// "near" for those that have to be near one another, else "pair".
func signPairs(kind string) []string {
	for _, line := range signs.Lines("pairs") {
		if line[0] == kind {
			return line[1:]
		}
	}
	return nil
}

// signsIn returns the signs that a text holds, none where it tells what makes them
// harmless.
func signsIn(text string) map[string]bool {
	found := map[string]bool{}
	if signs.Has("harmless", text) {
		return found
	}
	for _, sign := range strings.FieldsFunc(strings.Join(append(slices.Clone(signPairs("pair")), signPairs("near")...), "+"), func(r rune) bool { return r == '+' }) {
		if !found[sign] && signs.Has("sign."+sign, text) {
			found[sign] = true
		}
	}
	return found
}
