package companion

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
)

// This file has one thing asked about once: what a person said in one sentence
// waits as a fact, and again as a note of everybody whom the sentence names.

// gather adds a note to what waits: to what says the same already, else by itself.
func gather(list []Ask, note Ask) []Ask {
	i := slices.IndexFunc(list, func(a Ask) bool { return covers(a, note) })
	if i < 0 {
		return append(list, note)
	}
	list[i].With = append(list[i].With, note.ID)
	list[i].Pages = append(list[i].Pages, note.About)
	return list
}

// covers reports whether a note is derived from the same messages as something
// else that waits, and says nothing that this does not say: one yes is enough.
func covers(a, note Ask) bool {
	if len(note.Sources) == 0 || len(note.Says) == 0 || len(a.Drops) > 0 {
		return false
	}
	for _, s := range note.Sources {
		if !slices.Contains(a.Sources, s) {
			return false
		}
	}
	said := tellingWords(a.Says)
	for _, w := range tellingWords(note.Says) {
		if !slices.Contains(said, w) {
			return false
		}
	}
	return true
}

// shortWord is the length up to which a word does not count: "I" and "my" are
// "you" and "your" where the user is spoken to.
const shortWord = 2

// tellingWords are the words of sentences that tell something, in small letters. What
// stands between marks is one word where no spaces are written.
func tellingWords(sentences []string) []string {
	list := lang.Words(strings.ToLower(strings.Join(sentences, " ")))
	return slices.DeleteFunc(list, func(w string) bool { return utf8.RuneCountInString(w) <= shortWord })
}
