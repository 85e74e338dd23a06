package rules

import (
	"embed"

	"yumori/internal/lang"
)

//go:embed words/*.txt
var wordFiles embed.FS

// lexicon is what the rules read of what was said, in both languages: the
// sections of words/en.txt and words/ja.txt.
var lexicon = lang.Extend(wordFiles, "words/en.txt", "words/ja.txt")

// someWord reports whether a word is one of a section of words.
func someWord(section, word string) bool { return lexicon.Values(section)[word] != "" }
