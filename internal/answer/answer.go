// Package answer answers questions from what is remembered, by rules in English
// and Japanese, in the words in which it was told.
//
// A Reader reads what the sections of a prompt hold, and what was said in the
// talk, into memories: sentences, each with who told it and when. A later one
// may put an earlier one right, which then answers nothing any more. A question
// is answered by the memory that holds most of its senses (Lookup), or, where it
// asks about others who speak in what was recalled, by claims of theirs that are
// weighed as evidence (OfOthers). What nothing answers is not guessed.
package answer

import (
	"embed"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/memory"
	"yumori/internal/pattern"
)

type expr = pattern.Expr

//go:embed marks.txt
var markFile embed.FS

// lex is what questions and tellings are read by, marks how the files that a
// prompt holds are written.
var (
	lex   = lang.Lexicon()
	marks = pattern.Load(markFile, "marks.txt")
)

// A Talk is what is remembered, as it stands in a prompt, and who talks with whom.
type Talk struct {
	Lang    plain.Language // of the message and the answer
	Home    plain.Language // of the persona
	Now     time.Time
	Persona string
	User    string                   // the user's name; "" unknown
	Profile string                   // the user's name as the program has it
	Past    []Turn                   // before the message, oldest first
	Holds   map[string][]memory.Item // what the sections of the prompt tell, by their names

	Idle    func(text string) string // of what sort of small talk a text is; "" for none
	KnewNot func(reply string) bool  // whether a reply of the persona says that it does not know
}

// A Turn is one earlier message.
type Turn struct {
	User bool
	Text string    // as rules read it, see lang.Written
	Said string    // as it was typed; "" if Text is that
	When time.Time // zero unknown
}

// A Reader finds what answers a question in a talk, which it reads once. It is
// for one goroutine.
type Reader struct{ tellings }

// New returns a Reader of a talk. Its fields may be set until it is first asked.
func New(t Talk) Reader {
	return Reader{tellings{Talk: t}}
}

// tellings are the memories of a talk, read when first asked for.
type tellings struct {
	Talk
	memories  []Memory
	messages  []message
	uttered   []Memory // what the user said in part of a sentence: near to a question, no answer
	givenBack []Memory // what the persona quoted of the user in this talk
	before    []string // the user's last lines, the newest last
	line      int      // how many lines were read
	read      bool
	ranked    *ranking     // of the last question
	heard     []*utterance // what was recalled
	verbatim  []verbatim   // what is read otherwise than it was typed
}
