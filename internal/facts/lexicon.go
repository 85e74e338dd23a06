package facts

import (
	"embed"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

//go:embed words/*.txt
var wordFiles embed.FS

// lexicon is what capture, and the third person of a fact, go by in both
// languages: the sections of words/en.txt and words/ja.txt.
var lexicon = lang.Extend(wordFiles, "words/en.txt", "words/ja.txt")

// oneOf reports whether a word is one of a section of words.
func oneOf(section, word string) bool { return lexicon.Values(section)[word] != "" }

// re returns the expression of a source, which has to be right.
func re(source string) *pattern.Expr { return pattern.New(source) }
