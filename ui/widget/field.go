package widget

import (
	"unicode"

	"yumori/ui/entry"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A Field is the toolkit's entry that lets the window's shortcuts through and
// tells of Escape.
type Field struct {
	fynewidget.Entry
	OnEscape func()
	keys     func(fyne.Shortcut) bool // nil takes none
}

// NewField makes a field of one line; keys is asked for each shortcut first, and may be nil.
func NewField(keys func(fyne.Shortcut) bool) *Field {
	f := &Field{keys: keys}
	f.ExtendBaseWidget(f)
	return f
}

// NewTextField is a field of many lines.
func NewTextField(keys func(fyne.Shortcut) bool) *Field {
	f := &Field{keys: keys}
	f.MultiLine, f.Wrapping = true, fyne.TextWrapWord
	f.ExtendBaseWidget(f)
	return f
}

// NewSecretField is a field that does not show what is written.
func NewSecretField(keys func(fyne.Shortcut) bool) *Field {
	f := &Field{keys: keys}
	f.Password = true
	f.ExtendBaseWidget(f)
	return f
}

// SetText puts a text in, to be wrapped as its language is.
func (f *Field) SetText(text string) {
	if f.MultiLine {
		f.Wrapping = entry.Wrap(text)
	}
	f.Entry.SetText(text)
}

// FocusGained is called by the toolkit.
func (f *Field) FocusGained() {
	f.Entry.FocusGained()
	Reveal(f)
}

// CreateRenderer is called by the toolkit.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	r := f.Entry.CreateRenderer()
	if f.MultiLine {
		return r
	}
	return &wheeledRenderer{r, newWheel(f)}
}

// ToEnd puts the caret behind what is written, where one goes on writing.
func (f *Field) ToEnd() {
	f.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
}

// TypedShortcut is called by the toolkit.
func (f *Field) TypedShortcut(s fyne.Shortcut) {
	if f.keys != nil && f.keys(s) {
		return
	}
	if paste, ok := s.(*fyne.ShortcutPaste); ok && f.MultiLine {
		f.Wrapping = entry.Wrap(f.Text + paste.Clipboard.Content())
	}
	f.Entry.TypedShortcut(s)
}

// TypedRune is called by the toolkit.
func (f *Field) TypedRune(r rune) {
	if f.MultiLine && f.Wrapping == fyne.TextWrapWord && !unicode.In(r, unicode.Latin) {
		f.Wrapping = entry.Wrap(f.Text + string(r))
	}
	f.Entry.TypedRune(r)
}

// AcceptsTab is asked by the toolkit: Tab moves the focus, or the keyboard
// would not come out of a field of many lines.
func (f *Field) AcceptsTab() bool { return false }

// TypedKey is called by the toolkit.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && f.OnEscape != nil {
		f.OnEscape()
		return
	}
	if e.Name == fyne.KeyF1 && f.keys != nil && f.keys(&desktop.CustomShortcut{KeyName: e.Name}) {
		return
	}
	f.Entry.TypedKey(e)
}
