package facts

import (
	"embed"

	"yumori/internal/lang"
)

//go:embed words/*.txt
var wordFiles embed.FS

// lexicon is what capture, and the third person of a fact, go by in both
// languages: the sections of words/en.txt and words/ja.txt.
var lexicon = lang.Extend(wordFiles, "words/en.txt", "words/ja.txt")

// oneOf reports whether a word is one of a section of words.
func oneOf(section, word string) bool { return lexicon.Values(section)[word] != "" }
