// Package terms turns text into the words a keyword index counts: English
// without stop words, stemmed, irregular forms joined; Japanese (and other
// scripts written without spaces) as single characters and pairs of them, hiragana as
// triples.
//
// Text may mix scripts freely.
//
// Two texts that a reader takes for the same word give the same term: width,
// case and compatibility forms are folded first, so ﾌﾟﾛｸﾞﾗﾑ finds プログラム and
// "tundra" finds "Tundra's".
//
// The package holds no state; every function is safe for concurrent use.
package terms

import "unicode/utf8"

// Version names the rules of this package. An index made by other rules
// cannot be asked with these, so it is part of every index's manifest.
const Version = "1"

// maxWord is the longest word kept, in bytes; what is longer (a key, a
// base64 line) is cut there, as nobody looks for its end.
const maxWord = 64

// Of returns the terms of text in the order they stand, repeated as often as
// they stand there. It returns nil for text without any (only stop words,
// only spaces, only punctuation). It takes some 10 ns
// a byte of English and 30 ns a character of Japanese.
func Of(text string) []string {
	var out []string
	return Append(out, text)
}

// Append appends the terms of text to dst, as Of returns them.
func Append(dst []string, text string) []string {
	text = Fold(text)
	for len(text) > 0 {
		kind, n := run(text)
		switch kind {
		case wordRun:
			if w := word(text[:n]); w != "" {
				dst = append(dst, w)
			}
		case gramRun:
			dst = grams(dst, text[:n])
		case symbolRun:
			dst = append(dst, text[:n])
		}
		text = text[n:]
	}
	return dst
}

// Words returns the folded words and runs of text as they stand: no stop
// word left out, nothing stemmed, unspaced scripts in one piece. It is what
// names and time words are looked for in.
func Words(text string) []string {
	var out []string
	text = Fold(text)
	for len(text) > 0 {
		kind, n := run(text)
		if kind == wordRun || kind == gramRun {
			out = append(out, text[:n])
		}
		text = text[n:]
	}
	return out
}

type runKind int

const (
	gapRun    runKind = iota // spaces, punctuation, controls
	wordRun                  // letters and digits of scripts that write spaces
	gramRun                  // letters of scripts that do not, and Hangul
	symbolRun                // one emoji or other symbol
)

// run returns the kind of the longest run at the start of folded text, which
// is not empty, and its length in bytes.
func run(text string) (runKind, int) {
	first, n := utf8.DecodeRuneInString(text)
	kind := classOf(first)
	if kind == symbolRun {
		return kind, n
	}
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if classOf(r) != kind {
			break
		}
		n += size
	}
	return kind, n
}
