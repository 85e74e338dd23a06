package ui

import (
	"cmp"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// ollamaSite is where the program that runs models on one's own machine comes
// from.
const ollamaSite = "https://ollama.com/download"

// A welcomeModel is the card of the first run: what one can do at once, and
// the model servers that were found on this machine.
type welcomeModel struct {
	title, text string
	servers     []serverModel
	none        string // said where no server was found
	pulling     bool   // a model is being downloaded: nothing else is offered
}

// A serverModel is an offer of a model server.
type serverModel struct {
	line   string // "Ollama is running here with 3 models."
	offers []offerModel
}

// An offerModel is a model that one tap makes the one that speaks.
type offerModel struct {
	choice companion.ModelChoice
	word   string // of the button
	about  string // what it is and how large; "" nothing
	pull   bool   // it has to be downloaded first
}

// A welcomeState is what the card of the first run depends on.
type welcomeState struct {
	machine
	pulling bool
}

// A machine is what can be used on this machine.
type machine struct {
	servers []companion.Server
	suited  []companion.ModelSuggestion // for its memory, the best first
}

// welcomeView offers the servers there are. It is pure.
func welcomeView(s welcomeState, w words) *welcomeModel {
	m := &welcomeModel{title: w.T("welcome.title"), text: w.T("welcome.text"), pulling: s.pulling}
	m.servers = serversView(s, w)
	if len(s.servers) == 0 && !s.pulling {
		m.none = w.T("welcome.none")
	}
	return m
}

// serversView offers a model of each server: one that it has, or those that
// suit this machine where it has none and can get some.
func serversView(s welcomeState, w words) []serverModel {
	var list []serverModel
	if s.pulling {
		return nil // one at a time
	}
	for _, server := range s.servers {
		m := serverModel{line: w.N("welcome.server", len(server.Models), "server", server.Kind, "address", server.BaseURL)}
		if len(server.Models) > 0 {
			name := server.Models[0]
			m.offers = []offerModel{{choice: choiceAt(server, name), word: w.T("welcome.use", "model", widget.Shorten(name, longestName))}}
		} else if server.Provider == providerOllama {
			m.line = w.T("welcome.empty", "server", server.Kind)
			for _, each := range s.suited {
				m.offers = append(m.offers, w.suggestion(server, each))
			}
		}
		list = append(list, m)
	}
	return list
}

// suggestion offers a model that suits this machine.
func (w words) suggestion(server companion.Server, s companion.ModelSuggestion) offerModel {
	return offerModel{
		choice: choiceAt(server, s.Name), pull: true, word: w.T("pull.use"),
		about: w.T("pull.about", "model", s.Name, "size", gigabytes(s.Download)),
	}
}

// choiceAt is the choice of a model of a server on this machine.
func choiceAt(server companion.Server, name string) companion.ModelChoice {
	return companion.ModelChoice{Provider: cmp.Or(server.Provider, "openai"), Name: name, BaseURL: server.BaseURL}
}

// A welcomeHooks are what the card of the first run asks of the window.
type welcomeHooks struct {
	Use      func(companion.ModelChoice)
	Pull     pullCalls
	Link     func(string)
	Again    func() // looks for servers again
	Settings func()
	Welcomed func()
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
		box.Add(widget.Paragraph(s.line, look.Text, ""))
		for _, o := range s.offers {
			box.Add(h.Welcome.offer(o, widget.When(lead)))
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

// offer is a model with the button that takes it. One of a screen is in the
// lamp's colour.
func (h welcomeHooks) offer(o offerModel, lead widget.When) fyne.CanvasObject {
	use := widget.NewButton(o.word, func() {
		if o.pull {
			h.Pull.Begin(roleChat, o.choice)
			return
		}
		h.Use(o.choice)
	})
	if lead {
		use.Importance = fynewidget.HighImportance
	}
	if o.about == "" {
		return widget.FlowLeft(use)
	}
	return widget.FlowLeft(use, widget.Whole(widget.NewCaption(o.about, look.Text, "")))
}
