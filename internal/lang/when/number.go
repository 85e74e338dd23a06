package when

import (
	"strings"
	"unicode/utf8"
)

// number reads a small number: ASCII or full-width digits, English words up
// to twelve, or Chinese numerals up to 99 and digit by digit (二〇二三).
func number(s string) (int, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" {
		return 0, false
	}
	if n := englishNumber(s); n > 0 {
		return n, true
	}
	total, tens := 0, false
	for _, r := range s {
		if r == '十' {
			total, tens = max(total, 1)*10, true
			continue
		}
		d, ok := digit(r)
		if !ok || total > 1e6 {
			return 0, false
		}
		if tens {
			total, tens = total+d, false
			continue
		}
		total = total*10 + d
	}
	return total, true
}

func digit(r rune) (int, bool) {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0'), true
	case r >= '０' && r <= '９':
		return int(r - '０'), true
	case r == '元':
		return 1, true
	}
	const numerals = "〇一二三四五六七八九"
	if i := strings.IndexRune(numerals, r); i >= 0 {
		return utf8.RuneCountInString(numerals[:i]), true
	}
	return 0, false
}

func englishNumber(s string) int {
	switch s {
	case "a couple of", "a couple", "couple of":
		return 2
	case "a few", "few", "several", "some":
		return 3
	case "a", "an":
		return 1
	}
	for i, w := range [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"} {
		if s == w {
			return i + 1
		}
	}
	return 0
}

// ordinal reads "first" to "fifth" and "last", which is -1.
func ordinal(s string) (int, bool) {
	switch strings.ToLower(s) {
	case "first", "1st":
		return 1, true
	case "second", "2nd":
		return 2, true
	case "third", "3rd":
		return 3, true
	case "fourth", "4th":
		return 4, true
	case "fifth", "5th":
		return 5, true
	case "last", "final":
		return -1, true
	}
	return 0, false
}
