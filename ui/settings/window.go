package settings

import (
	"context"
	"strconv"
	"strings"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A WindowAsker finds out the context window of a choice.
type WindowAsker interface {
	WindowOf(context.Context, config.ModelChoice) (llm.Window, error)
}

// A WindowField sets the context window of a role's model, and says how large
// it is taken to be and how that is known.
type WindowField struct {
	page    *Page
	role    page.RoleName
	entry   *widget.Field
	Note    *prose.Text
	content fyne.CanvasObject
}

func newWindowField(p *Page, role page.RoleName) *WindowField {
	f := &WindowField{page: p, role: role, entry: widget.NewField(p.Calls.Key), Note: widget.Paragraph("", look.Muted, look.SizeHint)}
	f.entry.SetPlaceHolder(p.Words.T("model.window.hint"))
	f.Note.Hide()
	f.content = widget.Labelled(p.Words.T("model.window"), widget.Rows(2, f.entry, f.Note))
	return f
}

// show sets the field to what the settings say; 0 is nothing.
func (f *WindowField) show(tokens int) {
	text := ""
	if tokens > 0 {
		text = strconv.Itoa(tokens)
	}
	f.entry.SetText(text)
}

// tokens is what the field says; 0 where it says nothing, or no number.
func (f *WindowField) tokens() int {
	n, err := strconv.Atoi(strings.NewReplacer(",", "", " ", "").Replace(f.entry.Text))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// forget takes back what was said of another choice.
func (f *WindowField) forget() {
	f.page.Dispatcher.Drop("window/" + string(f.role))
	f.Note.Hide()
}

// read finds out the window of a choice and says it.
func (f *WindowField) read(c config.ModelChoice) {
	if !c.Configured() {
		f.Note.Hide()
		return
	}
	page.Background(f.page.Dispatcher, "window/"+string(f.role), func(ctx context.Context) (llm.Window, error) {
		return f.page.home.Window.WindowOf(ctx, c)
	}, func(w llm.Window, err error) {
		widget.SetVisible(f.Note, widget.When(err == nil))
		if err == nil { // what is wrong with the choice is said by the test of it
			widget.SetParagraph(f.Note, f.page.Words.Window(w))
		}
		f.page.Content.Refresh()
	})
}
