package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// This file is the toolkit's controls as the keyboard wants them: what Tab
// reaches comes into sight, and Escape goes to the window.

// passEscape gives the window an Escape that a control has no use for, as if
// nothing had the focus, and reports whether the key is one.
func passEscape(o fyne.CanvasObject, e *fyne.KeyEvent) bool {
	if e.Name != fyne.KeyEscape {
		return false
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
	return true
}

// A check is the toolkit's check.
type check struct{ widget.Check }

func newCheck(word string, changed func(bool)) *check {
	c := &check{}
	c.Text, c.OnChanged = word, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained is called by the toolkit.
func (c *check) FocusGained() {
	c.Check.FocusGained()
	reveal(c)
}

// TypedKey is called by the toolkit.
func (c *check) TypedKey(e *fyne.KeyEvent) {
	if !passEscape(c, e) {
		c.Check.TypedKey(e)
	}
}

// A picker is the toolkit's select: one of a list that opens.
type picker struct{ widget.Select }

func newPicker(options []string, changed func(string)) *picker {
	p := &picker{}
	p.Options, p.OnChanged = options, changed
	p.ExtendBaseWidget(p)
	return p
}

// FocusGained is called by the toolkit.
func (p *picker) FocusGained() {
	p.Select.FocusGained()
	reveal(p)
}

// TypedKey is called by the toolkit. Return opens the list too, as it presses
// everything else.
func (p *picker) TypedKey(e *fyne.KeyEvent) {
	switch {
	case passEscape(p, e):
	case e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
		p.Select.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		p.Select.TypedKey(e)
	}
}

// A slider is the toolkit's slider.
type slider struct{ widget.Slider }

func newSlider(least, most float64) *slider {
	s := &slider{}
	s.Min, s.Max, s.Step = least, most, 1
	s.ExtendBaseWidget(s)
	return s
}

// FocusGained is called by the toolkit.
func (s *slider) FocusGained() {
	s.Slider.FocusGained()
	reveal(s)
}

// TypedKey is called by the toolkit.
func (s *slider) TypedKey(e *fyne.KeyEvent) {
	if !passEscape(s, e) {
		s.Slider.TypedKey(e)
	}
}

// A comboField is the toolkit's entry with a list of what is often written.
type comboField struct {
	widget.SelectEntry
	keys func(fyne.Shortcut) bool
}

func newComboField(keys func(fyne.Shortcut) bool) *comboField {
	f := &comboField{keys: keys}
	f.ExtendBaseWidget(f)
	f.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	return f
}

// FocusGained is called by the toolkit.
func (f *comboField) FocusGained() {
	f.SelectEntry.FocusGained()
	reveal(f)
}

// TypedShortcut is called by the toolkit.
func (f *comboField) TypedShortcut(s fyne.Shortcut) {
	if f.keys != nil && f.keys(s) {
		return
	}
	f.SelectEntry.TypedShortcut(s)
}
