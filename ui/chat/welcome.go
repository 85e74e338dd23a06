package chat

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
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
	note        string // in place of the card until it is opened: that there is no model
	replies     string // and who replies then
	open        bool
	tour        bool // it is the first one sees: what is where is offered, too
	Pulling     bool // a model is being downloaded: nothing else is offered
}

// WelcomeView offers the servers there are. It is pure.
func WelcomeView(s page.WelcomeState, w page.Words) *WelcomeModel {
	m := &WelcomeModel{title: w.T("welcome.title"), text: w.T("welcome.text"), note: w.T("welcome.note"), replies: w.T("welcome.replies"), Pulling: s.Pulling}
	m.Servers = page.ServersView(s, w)
	if len(s.Servers) == 0 && !s.Pulling {
		m.None = w.T("welcome.none")
	}
	return m
}

// welcomeRow is the note about models, or the card it opens.
func (h *RowHooks) welcomeRow(m WelcomeModel) fyne.CanvasObject {
	if m.open {
		return framed(h.WelcomeCard(m))
	}
	connect := widget.NewButton(h.Word("welcome.connect"), h.Welcome.Connect)
	connect.Importance = fynewidget.LowImportance
	says := func(text string) fyne.CanvasObject {
		return widget.Whole(widget.NewCaption(text, look.Muted, look.SizeHint))
	}
	line := widget.FlowMiddle(says(m.note), says(m.replies), connect)
	if m.tour {
		tour := widget.NewButton(h.Word("tour.open"), h.Welcome.Tour)
		tour.Importance = fynewidget.LowImportance
		line.Add(tour)
	}
	return framed(line)
}

// WelcomeCard is the card of the first run.
func (h *RowHooks) WelcomeCard(m WelcomeModel) fyne.CanvasObject {
	box := widget.Rows(look.Inside,
		widget.Heading(m.title, look.SizeTitle),
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

// A FirstRun is the card of the first run, from the note about models to the
// download of one.
type FirstRun struct {
	*part
	rows      *Transcript
	Model     *WelcomeModel // nil it is over
	connected widget.When   // the models there are stand open
	Pull      *page.PullBox
}

func newFirstRun(of *part, rows *Transcript) *FirstRun {
	f := &FirstRun{part: of, rows: rows}
	f.Pull = page.NewPullBox(of.Words, of.Calls.Pull, f.remeasure)
	return f
}

// Offer shows the card of the first run, nil takes it away.
func (f *FirstRun) Offer(m *WelcomeModel) {
	appeared := m != nil && f.Model == nil
	f.Model = m
	f.show()
	if appeared {
		f.lead()
	}
}

// lead goes to the card, which is what is to be read first where nothing was said
// yet.
func (f *FirstRun) lead() {
	if f.Model != nil && f.rows.Model.hello {
		f.rows.Column.ToTop()
		f.rows.movePill()
	}
}

// ShowPull shows a download on the card.
func (f *FirstRun) ShowPull(m page.PullModel) {
	if f.Pull.Show(m) {
		f.remeasure()
	}
}

// connect opens what models there are, under the note about them.
func (f *FirstRun) connect() {
	f.connected = true
	f.show()
	f.remeasure()
	f.rows.Column.ToBottom()
}

func (f *FirstRun) remeasure() { f.rows.Column.Remeasure(keyWelcome) }
