package entry

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A rowCounter counts the lines that a text takes when the toolkit wraps it.
type rowCounter struct {
	ghost *widget.RichText // never shown: wraps as the entry does
	text  string
	width float32
	wrap  fyne.TextWrap
	scale float32 // the text size it was measured in
	rows  int
	line  float32 // how much higher a second line makes a text
}

// count is the number of lines of text at a width, at least 1 and at most
// MaxRows. The last answer is kept.
func (c *rowCounter) count(text string, width float32, wrap fyne.TextWrap) int {
	size := theme.TextSize()
	if c.rows > 0 && c.text == text && c.width == width && c.scale == size && c.wrap == wrap {
		return c.rows
	}
	c.text, c.width, c.scale, c.wrap = text, width, size, wrap
	c.rows = c.measure(text, width, wrap)
	return c.rows
}

func (c *rowCounter) measure(text string, width float32, wrap fyne.TextWrap) int {
	if c.ghost == nil {
		c.ghost = widget.NewRichText()
	}
	c.ghost.Wrapping = wrap
	one := c.height("x", width)
	c.line = c.height("x\nx", width) - one
	hard := strings.Count(text, "\n") + 1
	if hard >= MaxRows || len(text) > 3*MaxRows*int(max(width, 1)/4) {
		return MaxRows // sure without measuring
	}
	rows := 1 + int((c.height(text, width)-one)/c.line+0.5)
	return min(max(rows, hard), MaxRows)
}

func (c *rowCounter) height(text string, width float32) float32 {
	c.ghost.Segments = []widget.RichTextSegment{&widget.TextSegment{Text: text, Style: widget.RichTextStyleInline}}
	c.ghost.Resize(fyne.NewSize(width, 10))
	c.ghost.Refresh()
	return c.ghost.MinSize().Height
}

// MinSize is the space for the lines that the text takes now, at the entry's
// present width. It is asked for at every frame and cached.
func (e *Entry) MinSize() fyne.Size {
	size := e.Entry.MinSize() // of one line
	if width := e.Size().Width; width > 0 {
		rows := e.rows.count(e.Text, width-2*theme.InputBorderSize(), e.Wrapping)
		size.Height += float32(rows-1) * e.rows.line
	}
	return size
}
