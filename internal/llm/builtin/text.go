package builtin

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
)

// maxRead is how many bytes of one text the rules read with care; of a longer
// one they read the beginning and the end.
const maxRead = 12_000

// bounded returns text made safe to work on: valid UTF-8, no control
// characters, at most maxRead bytes. It reports whether text was shortened.
func bounded(text string) (string, bool) {
	cut := len(text) > maxRead
	if cut {
		head, tail := text[:maxRead*3/4], text[len(text)-maxRead/4:]
		text = trimHalfRune(head) + "\n" + trimHalfRune(tail)
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

// trimHalfRune drops what is left of a character cut in two at either end.
func trimHalfRune(s string) string {
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

// ownWords returns text without what it only quotes: code blocks, quoted
// lines and tags. Such text was written by others and states nothing.
func ownWords(text string) string {
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

// words splits English text into words as written, without punctuation at
// their ends.
func words(text string) []string {
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

// upperFirst returns s with a capital at its start.
func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// stopped returns s with a full stop, unless it has an end of its own.
func stopped(s string, l language) string {
	s = strings.TrimRight(s, " ,、")
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") || strings.HasSuffix(s, "。") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "！") || strings.HasSuffix(s, "…") {
		return s
	}
	if l == japanese {
		return s + "。"
	}
	return s + "."
}

// shortened returns at most n characters of s, cut at a space if one is near.
func shortened(s string, n int) string {
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

func startsWithAny(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func endsWithAny(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(p string) bool { return strings.HasSuffix(s, p) })
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}
