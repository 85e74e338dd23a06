// Package plain reads a text as it was typed: its language, its own words, safe to
// work on.
package plain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
)

// A Language is a language the rules speak.
type Language string

// The languages.
const (
	English  Language = "en"
	Japanese Language = "ja"
)

// LanguageOf says which language text is in, or fallback when it holds no
// letters of either. A Japanese sentence full of Latin names stays Japanese.
func LanguageOf(text string, fallback Language) Language {
	latin, kana, han := 0, 0, 0
	for _, r := range text {
		switch {
		case r < unicode.MaxASCII:
			if unicode.IsLetter(r) {
				latin++
			}
		case unicode.In(r, unicode.Hiragana, unicode.Katakana) || r == 'ー':
			kana++
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			latin++
		}
	}
	if strings.Trim(text, "wWｗ ") == "" {
		return fallback // laughter
	}
	switch {
	case kana+han == 0 && latin == 0:
		return fallback
	case kana+han == 0:
		return English
	case kana == 0 && latin == 0:
		return Japanese
	case 3*(kana+han) >= latin:
		return Japanese
	}
	return English
}

// IsJapanese reports whether r is written in Japanese script.
func IsJapanese(r rune) bool {
	return r >= 0x3005 && unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー' || r == '々'
}

// MaxRead is how many bytes of one text the rules read with care; of a longer
// one they read the beginning and the end.
const MaxRead = 12_000

// Bounded returns text made safe to work on: valid UTF-8, no control
// characters, at most MaxRead bytes. It reports whether text was shortened.
func Bounded(text string) (string, bool) {
	cut := len(text) > MaxRead
	if cut {
		head, tail := text[:MaxRead*3/4], text[len(text)-MaxRead/4:]
		text = TrimHalfRune(head) + "\n" + TrimHalfRune(tail)
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return '\n'
		case r == '’' || r == '‘':
			return '\''
		case r == '\u3000' || r == '\u00a0':
			return ' '
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d':
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(lang.Written(clean)), cut
}

// TrimHalfRune drops what is left of a character cut in two at either end.
func TrimHalfRune(s string) string {
	for len(s) > 0 && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		if r != utf8.RuneError || n != 1 {
			break
		}
		s = s[:len(s)-1]
	}
	return s
}

// OwnWords returns text without what it only quotes: code blocks, quoted
// lines and tags. Such text was written by others and states nothing.
func OwnWords(text string) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			code = !code
			continue
		}
		if code || strings.HasPrefix(trimmed, ">") || strings.HasPrefix(trimmed, "<") {
			continue
		}
		b.WriteString(line)
	}
	return strings.TrimSpace(b.String())
}

// Words splits English text into Words as written, without punctuation at
// their ends.
func Words(text string) []string {
	fields := strings.Fields(text)
	out := fields[:0]
	for _, f := range fields {
		f = strings.TrimFunc(f, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '+' && r != '#'
		})
		if f != "" {
			out = append(out, f)
		}
	}
	return out
}

// UpperFirst returns s with a capital at its start.
func UpperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Stopped returns s with a full stop, unless it has an end of its own.
func Stopped(s string, l Language) string {
	s = strings.TrimRight(s, " ,、")
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") || strings.HasSuffix(s, "。") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "！") || strings.HasSuffix(s, "…") {
		return s
	}
	if l == Japanese {
		return s + "。"
	}
	return s + "."
}

// Shortened returns at most n characters of s, cut at a space if one is near.
func Shortened(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)[:n]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*2/3 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,、") + "…"
}

// StartsWithAny reports whether s starts with one of the prefixes.
func StartsWithAny(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// EndsWithAny reports whether s ends with one of the suffixes.
func EndsWithAny(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(p string) bool { return strings.HasSuffix(s, p) })
}

// HoldsAny reports whether s holds one of the parts.
func HoldsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}
