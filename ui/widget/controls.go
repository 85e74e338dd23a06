package widget

import (
	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// This file is the toolkit's controls as the keyboard wants them: what Tab
// reaches comes into sight, and Escape goes to the window.

// PassEscape gives the window an Escape that a control has no use for, as if
// nothing had the focus, and reports whether the key is one.
func PassEscape(o fyne.CanvasObject, e *fyne.KeyEvent) bool {
	if e.Name != fyne.KeyEscape {
		return false
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
	return true
}

// A Check is the toolkit's check.
type Check struct{ fynewidget.Check }

// NewCheck makes a check; changed is told of each change.
func NewCheck(word string, changed func(bool)) *Check {
	c := &Check{}
	c.Text, c.OnChanged = word, changed
	c.ExtendBaseWidget(c)
	return c
}

// FocusGained is called by the toolkit.
func (c *Check) FocusGained() {
	c.Check.FocusGained()
	Reveal(c)
}

// TypedKey is called by the toolkit.
func (c *Check) TypedKey(e *fyne.KeyEvent) {
	if !PassEscape(c, e) {
		c.Check.TypedKey(e)
	}
}

// A Picker is the toolkit's select: one of a list that opens.
type Picker struct{ fynewidget.Select }

// NewPicker makes a picker of options; changed may be nil.
func NewPicker(options []string, changed func(string)) *Picker {
	p := &Picker{}
	p.Options, p.OnChanged = options, changed
	p.ExtendBaseWidget(p)
	return p
}

// FocusGained is called by the toolkit.
func (p *Picker) FocusGained() {
	p.Select.FocusGained()
	Reveal(p)
}

// TypedKey is called by the toolkit. Return opens the list too, as it presses
// everything else.
func (p *Picker) TypedKey(e *fyne.KeyEvent) {
	switch {
	case PassEscape(p, e):
	case e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
		p.Select.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		p.Select.TypedKey(e)
	}
}

// A Slider is the toolkit's slider.
type Slider struct{ fynewidget.Slider }

// NewSlider makes a slider from least to most.
func NewSlider(least, most float64) *Slider {
	s := &Slider{}
	s.Min, s.Max, s.Step = least, most, 1
	s.ExtendBaseWidget(s)
	return s
}

// FocusGained is called by the toolkit.
func (s *Slider) FocusGained() {
	s.Slider.FocusGained()
	Reveal(s)
}

// TypedKey is called by the toolkit.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	if !PassEscape(s, e) {
		s.Slider.TypedKey(e)
	}
}

// A ComboField is the toolkit's entry with a list of what is often written.
type ComboField struct {
	fynewidget.SelectEntry
	keys func(fyne.Shortcut) bool
}

// NewComboField makes a field with suggestions; keys is asked for each shortcut first, and may be nil.
func NewComboField(keys func(fyne.Shortcut) bool) *ComboField {
	f := &ComboField{keys: keys}
	f.ExtendBaseWidget(f)
	f.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	return f
}

// CreateRenderer is called by the toolkit.
func (f *ComboField) CreateRenderer() fyne.WidgetRenderer {
	return &wheeledRenderer{f.SelectEntry.CreateRenderer(), newWheel(f)}
}

// FocusGained is called by the toolkit.
func (f *ComboField) FocusGained() {
	f.SelectEntry.FocusGained()
	Reveal(f)
}

// TypedShortcut is called by the toolkit.
func (f *ComboField) TypedShortcut(s fyne.Shortcut) {
	if f.keys != nil && f.keys(s) {
		return
	}
	f.SelectEntry.TypedShortcut(s)
}
