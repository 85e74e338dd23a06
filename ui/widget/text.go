package widget

import "strings"

// Shorten cuts the middle of a text, so that a file name keeps its ending.
func Shorten(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2+1:])
}

// Beginning is the first characters of a text, up to a space if one is near.
func Beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for i := range text {
		if n++; n > most {
			if space := strings.LastIndexByte(text[:i], ' '); text[i] != ' ' && space > i*2/3 {
				i = space
			}
			return strings.TrimRight(text[:i], " ,") + "…"
		}
	}
	return text
}
