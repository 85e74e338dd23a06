package builtin

import (
	"yumori/internal/lang"
	"yumori/internal/pattern"
)

type expr = pattern.Expr

// lex is what questions and tellings are read by, marks how the files that a
// prompt holds are written, tone how a line is meant.
var (
	lex   = lang.Lexicon()
	marks = pattern.Load(files, "en/marks.txt")
	tone  = pattern.Load(files, "en/tone.txt", "ja/tone.txt")
)
