package rules

import (
	"strings"
	"unicode/utf8"
)

// SentencesOf cuts a text behind its sentences. Together they are the text.
func SentencesOf(s string) []string {
	var list []string
	start := 0
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		wide := strings.ContainsRune("。！？\n", r)
		if wide || strings.ContainsRune(".!?", r) && (end == len(s) || s[end] == ' ' || s[end] == '\n') {
			list = append(list, s[start:end])
			start = end
		}
	}
	if start < len(s) {
		list = append(list, s[start:])
	}
	return list
}
