package ui

import (
	"yumori/companion"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A welcomeModel is the card of the first run: what one can do at once, and
// the model servers that were found on this machine.
type welcomeModel struct {
	title, text string
	servers     []serverModel
}

// A serverModel is an offer of a model server.
type serverModel struct {
	server companion.Server
	line   string // "Ollama is running here with 3 models."
	model  string // the model that would be used
	use    string // the button's word
}

// welcomeView offers the servers there are. It is pure.
func welcomeView(servers []companion.Server, w words) *welcomeModel {
	m := &welcomeModel{title: w.T("welcome.title"), text: w.T("welcome.text")}
	for _, s := range servers {
		o := serverModel{server: s, line: w.N("welcome.server", len(s.Models), "server", s.Kind, "address", s.BaseURL)}
		if len(s.Models) > 0 {
			o.model = s.Models[0]
			o.use = w.T("welcome.use", "model", shorten(o.model, longestName))
		}
		m.servers = append(m.servers, o)
	}
	return m
}

func (h *rowHooks) welcomeCard(m welcomeModel) fyne.CanvasObject {
	box := rows(look.Inside,
		newCaption(m.title, look.Text, look.SizeTitle).bold(),
		paragraph(m.text, look.Text, ""))
	for _, o := range m.servers {
		box.Add(paragraph(o.line, look.Text, ""))
		if o.use == "" {
			continue
		}
		use := newButton(o.use, func() { h.Use(o.server, o.model) })
		use.Importance = widget.HighImportance
		box.Add(flowLeft(use))
	}
	settings := newButton(h.Word("welcome.settings"), h.Settings)
	later := newButton(h.Word("welcome.later"), h.Welcomed)
	box.Add(flowLeft(settings, later))
	return card(box)
}
