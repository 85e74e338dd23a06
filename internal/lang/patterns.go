package lang

import (
	"embed"
	"io/fs"

	"yumori/internal/pattern"
)

//go:embed en/*.txt ja/*.txt
var patternFiles embed.FS

// The patterns of a language, read when they are first used.
var (
	EnglishSet  = pattern.Load(patternFiles, "en/statement.txt", "en/fact.txt")
	JapaneseSet = pattern.Load(patternFiles, "ja/statement.txt", "ja/fact.txt")
)

// Lexicon is what questions and tellings of both languages are read by, in
// the sections of en/lexicon.txt and ja/lexicon.txt.
func Lexicon() *pattern.Set { return tellings }

var tellings = pattern.Load(patternFiles, "en/lexicon.txt", "ja/lexicon.txt")

// Kinds are what diets rule out, and the kinds of things that one asks for:
// en/kinds.txt, ja/kinds.txt.
func Kinds() *pattern.Set { return kinds }

var kinds = pattern.Load(patternFiles, "en/kinds.txt", "ja/kinds.txt")

// Questions are how questions are put: en/asking.txt, ja/asking.txt.
func Questions() *pattern.Set { return questions }

var questions = pattern.Load(patternFiles, "en/asking.txt", "ja/asking.txt")

// Extend returns the set of some files in whose expressions the words of this
// package's files stand for the same: {kin}, {pet}, {job}, {kinen}, {kinja}.
func Extend(files fs.FS, names ...string) *pattern.Set {
	return pattern.Extend([]*pattern.Set{EnglishSet, tellings}, files, names...)
}

// PatternsOf are the patterns of the language of a sentence.
func PatternsOf(s Sentence) *pattern.Set {
	if s.Japanese {
		return JapaneseSet
	}
	return EnglishSet
}
