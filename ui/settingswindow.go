package ui

import (
	"context"
	"strconv"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A windowAsker finds out the context window of a choice.
type windowAsker interface {
	WindowOf(context.Context, companion.ModelChoice) (llm.Window, error)
}

// A windowField sets the context window of a role's model, and says how large
// it is taken to be and how that is known.
type windowField struct {
	page    *settingsPage
	role    page.RoleName
	entry   *widget.Field
	note    *prose.Text
	content fyne.CanvasObject
}

func newWindowField(p *settingsPage, role page.RoleName) *windowField {
	f := &windowField{page: p, role: role, entry: widget.NewField(p.Calls.Key), note: widget.Paragraph("", look.Muted, look.SizeHint)}
	f.entry.SetPlaceHolder(p.Words.T("model.window.hint"))
	f.note.Hide()
	f.content = widget.Labelled(p.Words.T("model.window"), widget.Rows(2, f.entry, f.note))
	return f
}

// show sets the field to what the settings say; 0 is nothing.
func (f *windowField) show(tokens int) {
	text := ""
	if tokens > 0 {
		text = strconv.Itoa(tokens)
	}
	f.entry.SetText(text)
}

// tokens is what the field says; 0 where it says nothing, or no number.
func (f *windowField) tokens() int {
	n, err := strconv.Atoi(strings.NewReplacer(",", "", " ", "").Replace(f.entry.Text))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// read finds out the window of a choice and says it.
func (f *windowField) read(c companion.ModelChoice) {
	if !c.Configured() {
		f.note.Hide()
		return
	}
	page.Background(f.page.Border, "window/"+string(f.role), func(ctx context.Context) (llm.Window, error) {
		return f.page.desk.window.WindowOf(ctx, c)
	}, func(w llm.Window, err error) {
		widget.SetVisible(f.note, widget.When(err == nil))
		if err == nil { // what is wrong with the choice is said by the test of it
			widget.SetParagraph(f.note, f.page.Words.Window(w))
		}
		f.page.content.Refresh()
	})
}
