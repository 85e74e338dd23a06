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
	english  = pattern.Load(patternFiles, "en/statement.txt", "en/fact.txt")
	japanese = pattern.Load(patternFiles, "ja/statement.txt", "ja/fact.txt")
)

// Lexicon is what questions and tellings of both languages are read by, in
// the sections of en/lexicon.txt and ja/lexicon.txt.
func Lexicon() *pattern.Set { return tellings }

var tellings = pattern.Load(patternFiles, "en/lexicon.txt", "ja/lexicon.txt")

// Kinds are what diets rule out, and the kinds of things that one asks for:
// en/kinds.txt, ja/kinds.txt.
func Kinds() *pattern.Set { return kinds }

var kinds = pattern.Load(patternFiles, "en/kinds.txt", "ja/kinds.txt")

// Extend returns the set of some files in whose expressions the words of this
// package's files stand for the same: {kin}, {pet}, {job}, {kinen}, {kinja}.
func Extend(files fs.FS, names ...string) *pattern.Set {
	return pattern.Extend([]*pattern.Set{english, tellings}, files, names...)
}

func patternsOf(s Sentence) *pattern.Set {
	if s.Japanese {
		return japanese
	}
	return english
}
