package entry

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// TestWrap holds by which language a text is wrapped, however it got in.
func TestWrap(t *testing.T) {
	english := "Emily says 「こんにちは」 to every cat that she meets on her way home."
	japanese := "- お話しする人の言葉がいちばん先。Emilyの言葉は、その次。"
	for text, want := range map[string]fyne.TextWrap{
		"": fyne.TextWrapWord, english: fyne.TextWrapWord, japanese: fyne.TextWrapBreak,
		strings.Repeat("a ", wrapSample) + japanese: fyne.TextWrapWord,
	} {
		if got := Wrap(text); got != want {
			t.Errorf("%.20q is wrapped %v, want %v", text, got, want)
		}
	}
	b := newBench(t, unguarded)
	for _, put := range []struct {
		how string
		do  func(string)
	}{
		{"set", b.SetText},
		{"typed", func(s string) {
			for _, r := range s {
				b.TypedRune(r)
			}
		}},
		{"pasted", func(s string) { b.TypedShortcut(&fyne.ShortcutPaste{Clipboard: content(s)}) }},
	} {
		b.SetText("")
		put.do(japanese)
		if b.Wrapping != fyne.TextWrapBreak {
			t.Errorf("%s: Japanese is wrapped between words", put.how)
		}
	}
}
