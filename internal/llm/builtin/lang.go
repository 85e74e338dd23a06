package builtin

import (
	"strings"
	"unicode"
)

// A language is a language the rules speak.
type language string

const (
	english  language = "en"
	japanese language = "ja"
)

// languageOf says which language text is in, or fallback when it holds no
// letters of either. A Japanese sentence full of Latin names stays Japanese.
func languageOf(text string, fallback language) language {
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
		return english
	case kana == 0 && latin == 0:
		return japanese
	case 3*(kana+han) >= latin:
		return japanese
	}
	return english
}

// isJapanese reports whether r is written in Japanese script.
func isJapanese(r rune) bool {
	return r >= 0x3005 && unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー' || r == '々'
}
