package ui

import (
	"unicode"

	"yumori/ui/entry"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A field is the toolkit's entry that lets the window's shortcuts through and
// tells of Escape.
type field struct {
	widget.Entry
	OnEscape func()
	keys     func(fyne.Shortcut) bool // nil takes none
}

func newField(keys func(fyne.Shortcut) bool) *field {
	f := &field{keys: keys}
	f.ExtendBaseWidget(f)
	return f
}

// newTextField is a field of many lines.
func newTextField(keys func(fyne.Shortcut) bool) *field {
	f := &field{keys: keys}
	f.MultiLine, f.Wrapping = true, fyne.TextWrapWord
	f.ExtendBaseWidget(f)
	return f
}

// newSecretField is a field that does not show what is written.
func newSecretField(keys func(fyne.Shortcut) bool) *field {
	f := &field{keys: keys}
	f.Password = true
	f.ExtendBaseWidget(f)
	return f
}

// SetText puts a text in, to be wrapped as its language is.
func (f *field) SetText(text string) {
	if f.MultiLine {
		f.Wrapping = entry.Wrap(text)
	}
	f.Entry.SetText(text)
}

// FocusGained is called by the toolkit.
func (f *field) FocusGained() {
	f.Entry.FocusGained()
	reveal(f)
}

// toEnd puts the caret behind what is written, where one goes on writing.
func (f *field) toEnd() {
	f.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
}

// TypedShortcut is called by the toolkit.
func (f *field) TypedShortcut(s fyne.Shortcut) {
	if f.keys != nil && f.keys(s) {
		return
	}
	if paste, ok := s.(*fyne.ShortcutPaste); ok && f.MultiLine {
		f.Wrapping = entry.Wrap(f.Text + paste.Clipboard.Content())
	}
	f.Entry.TypedShortcut(s)
}

// TypedRune is called by the toolkit.
func (f *field) TypedRune(r rune) {
	if f.MultiLine && f.Wrapping == fyne.TextWrapWord && !unicode.In(r, unicode.Latin) {
		f.Wrapping = entry.Wrap(f.Text + string(r))
	}
	f.Entry.TypedRune(r)
}

// AcceptsTab is asked by the toolkit: Tab moves the focus, or the keyboard
// would not come out of a field of many lines.
func (f *field) AcceptsTab() bool { return false }

// TypedKey is called by the toolkit.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && f.OnEscape != nil {
		f.OnEscape()
		return
	}
	if e.Name == fyne.KeyF1 && f.keys != nil && f.keys(&desktop.CustomShortcut{KeyName: e.Name}) {
		return
	}
	f.Entry.TypedKey(e)
}
