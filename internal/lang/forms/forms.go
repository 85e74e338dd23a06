// Package forms knows the forms of English words that no stemmer resolves.
package forms

import (
	_ "embed"
	"strings"
	"sync"
)

// english has a word and its forms on a line, in parts: forms of verbs, forms
// of verbs that recall leaves to the stemmer, and what recall alone joins.
//
//go:embed english.txt
var english string

// table maps forms to the words that they are forms of.
type table struct{ verbs, recall map[string]string }

var read = sync.OnceValue(func() table {
	t := table{verbs: map[string]string{}, recall: map[string]string{}}
	into := []map[string]string{}
	for line := range strings.Lines(english) {
		switch line = strings.TrimSpace(line); {
		case line == "[verbs]":
			into = []map[string]string{t.verbs, t.recall}
		case line == "[verbs, not in recall]":
			into = []map[string]string{t.verbs}
		case line == "[recall]":
			into = []map[string]string{t.recall}
		case line != "" && line[0] != '#':
			words := strings.Fields(line)
			for _, form := range words[1:] {
				for _, m := range into {
					m[form] = words[0]
				}
			}
		}
	}
	return t
})

// Verb returns the verb that a word in lower case is an irregular form of, and
// the word itself if it is none. It is safe for concurrent use.
func Verb(word string) string { return baseIn(read().verbs, word) }

// Recalled is Verb for what is looked for in an index: of verbs and of other
// words, the forms that it joins.
func Recalled(word string) string { return baseIn(read().recall, word) }

func baseIn(table map[string]string, word string) string {
	if base, ok := table[word]; ok {
		return base
	}
	return word
}
