package chat

import (
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A Cursor is where the reader is among the messages, with the mouse or with the
// keyboard, and in which something is selected.
type Cursor struct {
	calls   *page.Calls
	rows    *Transcript
	entry   fyne.Focusable // where one writes
	Pointed *MessageRow
	marked  *MessageRow // holds the selection
}

// point shows the actions of the message under the mouse.
func (c *Cursor) point(row *MessageRow) {
	if c.Pointed == row {
		return
	}
	if c.Pointed != nil {
		c.Pointed.point(pointedAway)
	}
	c.Pointed = row
	row.point(pointedAt)
}

// selecting clears the selection in other messages than row.
func (c *Cursor) selecting(row *MessageRow) {
	if c.marked != nil && c.marked != row {
		c.marked.text.ClearSelection()
	}
	c.marked = row
}

// selected is the text of a message, if something is selected in it; else nil.
func (c *Cursor) selected(id transcript.ID) *prose.Text {
	if c.marked == nil || c.marked.Model.Id != id || c.marked.text.SelectedText() == "" {
		return nil
	}
	return c.marked.text
}

// Step goes to the message before the one that has the keyboard's attention,
// or after it, and puts the focus on its first action.
func (c *Cursor) Step(by int) {
	rows := c.rows.Model.Rows
	i := len(rows)
	if c.Pointed != nil && by != 0 && c.walking() {
		i = c.rows.index[RowKey(c.Pointed.Model.Id)]
	}
	for i += by; i >= 0 && i < len(rows); i += by {
		if rows[i].Kind != rowMessage {
			continue
		}
		c.rows.Column.Reveal(rows[i].key)
		if row, ok := c.rows.Column.Shown(rows[i].key).(*MessageRow); ok {
			c.point(row)
			c.calls.Focus(row.tools.first())
		}
		c.rows.moved()
		return
	}
	if by > 0 {
		c.calls.Focus(c.entry)
	}
}

// walking reports whether the keyboard is among the messages.
func (c *Cursor) walking() bool {
	b, ok := c.calls.Focused().(*widget.IconButton)
	return ok && b.OnKey != nil
}

// walk moves among the messages, or back to the entry.
func (c *Cursor) walk(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyUp:
		c.Step(-1)
	case fyne.KeyDown:
		c.Step(1)
	case fyne.KeyEscape:
		c.calls.Focus(c.entry)
	default:
		return false
	}
	return true
}
