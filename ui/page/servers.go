package page

import (
	"cmp"

	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// ProviderOllama is the provider whose models can be downloaded.
const ProviderOllama = "ollama"

// A RoleName names a task of models.
type RoleName string

// The roles.
const (
	RoleChat  RoleName = "chat"
	RoleLight RoleName = "light"
	RoleDream RoleName = "dream"
)

// A ServerModel is an offer of a model server.
type ServerModel struct {
	Line   string // "Ollama is running here with 3 models."
	Offers []OfferModel
}

// An OfferModel is a model that one tap makes the one that speaks.
type OfferModel struct {
	Choice config.ModelChoice
	Word   string // of the button
	About  string // what it is and how large; "" nothing
	Pull   bool   // it has to be downloaded first
}

// A WelcomeState is what the card of the first run depends on.
type WelcomeState struct {
	Machine
	Pulling bool
}

// A Machine is what can be used on this machine.
type Machine struct {
	Servers []models.Server
	Suited  []models.Suggestion // for its memory, the best first
}

// ServersView offers a model of each server: one that it has, or those that
// suit this machine where it has none and can get some.
func ServersView(s WelcomeState, w Words) []ServerModel {
	var list []ServerModel
	if s.Pulling {
		return nil // one at a time
	}
	for _, server := range s.Servers {
		m := ServerModel{Line: w.N("welcome.server", len(server.Models), "server", server.Kind)}
		if len(server.Models) > 0 {
			name := server.Models[0]
			m.Offers = []OfferModel{{Choice: choiceAt(server, name), Word: w.T("welcome.use", "model", widget.Shorten(name, LongestName))}}
		} else if server.Provider == ProviderOllama {
			m.Line = w.T("welcome.empty", "server", server.Kind)
			for i, each := range s.Suited {
				m.Offers = append(m.Offers, OfferModel{
					Choice: choiceAt(server, each.Name), Pull: true, Word: w.T("pull.use"), About: w.Suggestion(s.Suited, i),
				})
			}
		}
		list = append(list, m)
	}
	return list
}

// Suggestion is what one of the models is that suit this machine, beside the
// others: the first of them answers best, the last is the fastest.
func (w Words) Suggestion(list []models.Suggestion, i int) string {
	key := "pull.about.between"
	switch {
	case len(list) == 1:
		key = "pull.about"
	case i == 0:
		key = "pull.about.best"
	case i == len(list)-1:
		key = "pull.about.fast"
	}
	return w.T(key, "model", list[i].Name, "size", Gigabytes(list[i].Download))
}

// choiceAt is the choice of a model of a server on this machine.
func choiceAt(server models.Server, name string) config.ModelChoice {
	return config.ModelChoice{Provider: cmp.Or(server.Provider, "openai"), Name: name, BaseURL: server.BaseURL}
}

// A WelcomeHooks are what the card of the first run asks of the window.
type WelcomeHooks struct {
	Use      func(config.ModelChoice)
	Pull     PullCalls
	Link     func(string)
	Again    func() // looks for servers again
	Connect  func() // opens the card
	Tour     func() // says what is where
	Settings func()
	Welcomed func()
}

// Offer is a model with the button that takes it. One of a screen is in the
// lamp's colour.
func (h WelcomeHooks) Offer(o OfferModel, lead widget.When) fyne.CanvasObject {
	use := widget.NewButton(o.Word, func() {
		if o.Pull {
			h.Pull.Begin(RoleChat, o.Choice)
			return
		}
		h.Use(o.Choice)
	})
	if lead {
		use.Importance = fynewidget.HighImportance
	}
	if o.About == "" {
		return widget.FlowLeft(use)
	}
	return widget.FlowLeft(use, widget.Whole(widget.NewCaption(o.About, look.Text, "")))
}
