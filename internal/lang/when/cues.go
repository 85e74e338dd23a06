package when

import "strings"

// Asked reports whether a question asks for a time: "When did …", "what
// year", "how long ago", いつ.
func Asked(question string) bool {
	return named.Has("asked", question[:min(len(question), maxText)])
}

// Said reports whether a text, folded as terms.Fold does, says when something
// was: a day's name, "yesterday", "two weeks ago", 先週, 5月. It takes some 5 ns
// a byte.
func Said(folded string) bool {
	for rest := folded; rest != ""; {
		start := strings.IndexFunc(rest, isPlainLetter)
		if start < 0 {
			break
		}
		rest = rest[start:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !isPlainLetter(r) })
		if end < 0 {
			end = len(rest)
		}
		if isTimeWord(rest[:end]) {
			return true
		}
		rest = rest[end:]
	}
	return saidInJapanese(folded)
}

func isPlainLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

func saidInJapanese(folded string) bool {
	for w := range named.Values("time-words-ja") {
		if strings.Contains(folded, w) {
			return true
		}
	}
	number := false
	for _, r := range folded {
		if number && (r == '年' || r == '月' || r == '日') {
			return true
		}
		_, number = digit(r)
	}
	return false
}

func isTimeWord(w string) bool {
	if named.Values("time-words")[w] != "" {
		return true
	}
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && w[2] >= '0' && w[2] <= '9' && w[3] >= '0' && w[3] <= '9'
}
