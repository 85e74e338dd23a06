package ui

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// ollamaSite is where the program that runs models on one's own machine comes
// from.
const ollamaSite = "https://ollama.com/download"

// A welcomeModel is the card of the first run: what one can do at once, and
// the model servers that were found on this machine.
type welcomeModel struct {
	title, text string
	servers     []page.ServerModel
	none        string // said where no server was found
	pulling     bool   // a model is being downloaded: nothing else is offered
}

// welcomeView offers the servers there are. It is pure.
func welcomeView(s page.WelcomeState, w page.Words) *welcomeModel {
	m := &welcomeModel{title: w.T("welcome.title"), text: w.T("welcome.text"), pulling: s.Pulling}
	m.servers = page.ServersView(s, w)
	if len(s.Servers) == 0 && !s.Pulling {
		m.none = w.T("welcome.none")
	}
	return m
}

func (h *rowHooks) welcomeCard(m welcomeModel) fyne.CanvasObject {
	box := widget.Rows(look.Inside,
		widget.NewCaption(m.title, look.Text, look.SizeTitle).InBold(),
		widget.Paragraph(m.text, look.Text, ""))
	if m.pulling {
		box.Add(h.Pulling)
		return widget.Card(box)
	}
	lead := true
	for _, s := range m.servers {
		box.Add(widget.Paragraph(s.Line, look.Text, ""))
		for _, o := range s.Offers {
			box.Add(h.Welcome.Offer(o, widget.When(lead)))
			lead = false
		}
	}
	last := widget.FlowLeft()
	if m.none != "" {
		box.Add(widget.Paragraph(m.none, look.Muted, ""))
		last.Add(widget.NewButton(h.Word("welcome.ollama"), func() { h.Welcome.Link(ollamaSite) }))
		last.Add(widget.NewButton(h.Word("welcome.again"), h.Welcome.Again))
	}
	last.Add(widget.NewButton(h.Word("welcome.settings"), h.Welcome.Settings))
	last.Add(widget.NewButton(h.Word("welcome.later"), h.Welcome.Welcomed))
	box.Add(last)
	return widget.Card(box)
}
