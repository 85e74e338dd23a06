package chat

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// ollamaSite is where the program that runs models on one's own machine comes
// from.
const ollamaSite = "https://ollama.com/download"

// A WelcomeModel is the card of the first run: what one can do at once, and
// the model servers that were found on this machine.
type WelcomeModel struct {
	title, text string
	Servers     []page.ServerModel
	None        string // said where no server was found
	Pulling     bool   // a model is being downloaded: nothing else is offered
}

// WelcomeView offers the servers there are. It is pure.
func WelcomeView(s page.WelcomeState, w page.Words) *WelcomeModel {
	m := &WelcomeModel{title: w.T("welcome.title"), text: w.T("welcome.text"), Pulling: s.Pulling}
	m.Servers = page.ServersView(s, w)
	if len(s.Servers) == 0 && !s.Pulling {
		m.None = w.T("welcome.none")
	}
	return m
}

// WelcomeCard is the card of the first run.
func (h *RowHooks) WelcomeCard(m WelcomeModel) fyne.CanvasObject {
	box := widget.Rows(look.Inside,
		widget.NewCaption(m.title, look.Text, look.SizeTitle).InBold(),
		widget.Paragraph(m.text, look.Text, ""))
	if m.Pulling {
		box.Add(h.Pulling)
		return widget.Card(box)
	}
	lead := true
	for _, s := range m.Servers {
		box.Add(widget.Paragraph(s.Line, look.Text, ""))
		for _, o := range s.Offers {
			box.Add(h.Welcome.Offer(o, widget.When(lead)))
			lead = false
		}
	}
	last := widget.FlowLeft()
	if m.None != "" {
		box.Add(widget.Paragraph(m.None, look.Muted, ""))
		last.Add(widget.NewButton(h.Word("welcome.ollama"), func() { h.Welcome.Link(ollamaSite) }))
		last.Add(widget.NewButton(h.Word("welcome.again"), h.Welcome.Again))
	}
	last.Add(widget.NewButton(h.Word("welcome.settings"), h.Welcome.Settings))
	last.Add(widget.NewButton(h.Word("welcome.later"), h.Welcome.Welcomed))
	box.Add(last)
	return widget.Card(box)
}
