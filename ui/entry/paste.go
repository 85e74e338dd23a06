package entry

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
)

// clean makes foreign text fit to be a message: valid UTF-8, lines ended by
// \n, and no control characters but that and the tab.
func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\u2028', r == '\u2029':
			return '\n'
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r == '\uFEFF':
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// cut is the first n characters of s.
func cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// paste inserts what is on the clipboard, cleaned and not too long.
func (e *Entry) paste(s *fyne.ShortcutPaste) {
	text := clean(s.Clipboard.Content())
	if utf8.RuneCountInString(text) > LongPaste && e.OnLongPaste != nil {
		e.OnLongPaste(text)
		return
	}
	text = cut(text, MaxPaste)
	e.Wrapping = Wrap(e.Text + text)
	e.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: content(text), Secondary: s.Secondary})
}

// content is a clipboard that holds a text; it takes none.
type content string

// Content is the text.
func (c content) Content() string { return string(c) }

// SetContent does nothing.
func (c content) SetContent(string) {}
