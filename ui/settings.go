package ui

import (
	"context"
	"slices"
	"strconv"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A settingsPage is the page of settings. What is chosen holds at once.
type settingsPage struct {
	page.Deps
	desk    settingsDesk
	mate    settingsMate // the persona that is open; nil none
	model   settingsModel
	filling bool // the widgets are being set: what they tell is not the user

	locale, theme, send *widget.RadioGroup
	size                *widget.Slider
	sizeWord            *widget.Caption
	ask                 *widget.Check
	roles               []*roleForm
	options             []*optionRow
	toggles             []*toggle
	embedder            *embedderForm
	spent               *fyne.Container
	found               *fyne.Container
	machine             page.WelcomeState // what was found
	note                *prose.Text
	parts               *sections
	content             fyne.CanvasObject
}

// A settingsMate is the persona that is open, as the settings show it: what
// they mean for it.
type settingsMate interface {
	indexTeller
	nightPlanner
	nightSpender
}

// A nightPlanner knows what the dreams to come read and cost.
type nightPlanner interface {
	DreamPlan(context.Context, dreaming.Request) (dreaming.Plan, error)
	Night(context.Context) (dreaming.Outlook, error)
}

// A nightSpender knows what its dreams have spent tonight.
type nightSpender interface{ NightSpent() llm.Usage }

func newSettingsPage(deps page.Deps, d settingsDesk, s companion.Settings, m settingsMate) *settingsPage {
	p := &settingsPage{Deps: deps, desk: d, mate: m, found: widget.Rows(look.Inside)}
	p.model = settingsView(s, d.settings.Path(), deps.Words)
	p.note = widget.Paragraph("", look.Bad, "")
	p.note.Hide()
	p.found.Hide()
	p.parts = p.build()
	p.content = p.parts.content
	p.show(s)
	p.readVectors(0)
	return p
}

func (p *settingsPage) build() *sections {
	w := p.Words
	return newSections(p.note, []section{
		{w.T("settings.models"), p.buildModels()},
		{w.T("settings.window"), p.buildWindow()},
		{w.T("settings.presence"), p.buildPresence()},
		{w.T("settings.memory"), p.buildMemory()},
		{w.T("settings.embedder"), p.buildEmbedder()},
		{w.T("settings.nights"), p.buildNights()},
		{w.T("settings.contact"), p.buildContact()},
		{w.T("settings.limits"), p.buildLimits()},
		{w.T("settings.spending"), p.buildSpending()},
		{w.T("settings.data"), p.buildData()},
	}, p.Calls.Focus)
}

func (p *settingsPage) buildWindow() fyne.CanvasObject {
	w := p.Words
	group := func(list []widget.Choice, set func(*companion.Settings, string)) *widget.RadioGroup {
		return widget.NewRadioGroup(widget.WordsOf(list), func(word string) {
			p.change(func(s *companion.Settings) { set(s, widget.ValueOf(list, word)) })
		})
	}
	p.locale = group(p.model.locales, func(s *companion.Settings, v string) { s.Locale = v })
	p.theme = group(p.model.themes, func(s *companion.Settings, v string) { s.UI.Theme = v })
	p.send = group(p.model.sends, func(s *companion.Settings, v string) { s.UI.Send = v })
	p.size = widget.NewSlider(textSizeMin, textSizeMax)
	p.size.Step = textSizeStep
	p.sizeWord = widget.NewCaption("", look.Text, "")
	p.size.OnChanged = func(v float64) { p.sizeWord.SetText(w.T("settings.percent", "n", strconv.Itoa(int(v)))) }
	p.size.OnChangeEnded = func(v float64) {
		p.change(func(s *companion.Settings) { s.UI.TextSize = int(v) })
	}
	size := container.NewBorder(nil, nil, nil, widget.Whole(p.sizeWord), p.size)
	return widget.Rows(look.Between,
		widget.Labelled(w.T("settings.language"), p.locale),
		widget.Labelled(w.T("settings.theme"), p.theme),
		widget.Labelled(w.T("settings.text_size"), size),
		widget.Labelled(w.T("settings.send"), p.send),
		widget.Inline(0, widget.NewButton(w.T("keys.open"), p.Calls.Keys)))
}

func (p *settingsPage) buildMemory() fyne.CanvasObject {
	p.ask = widget.NewCheck(p.Words.T("settings.ask_first"), func(yes bool) {
		p.change(func(s *companion.Settings) { s.Memory.ApplyCore = !yes })
	})
	recall := p.newToggle(p.Words.T("settings.recall"), p.Words.T("settings.recall.hint"),
		func(s companion.Settings) bool { return s.Recall.Enabled() },
		func(s *companion.Settings, yes *bool) { s.Recall.Auto = yes })
	return widget.Rows(look.Between,
		widget.Rows(look.Half, p.ask, widget.Paragraph(p.Words.T("settings.ask_first.hint"), look.Muted, look.SizeHint)), recall)
}

func (p *settingsPage) buildEmbedder() fyne.CanvasObject {
	p.embedder = p.newEmbedderForm()
	return p.embedder.content
}

func (p *settingsPage) buildData() fyne.CanvasObject {
	return widget.Rows(look.Half,
		widget.Paragraph(p.model.home, look.Text, ""),
		widget.Paragraph(p.Words.T("settings.data.hint"), look.Muted, look.SizeHint))
}

func (p *settingsPage) buildModels() fyne.CanvasObject {
	box := widget.Rows(look.Around, p.found)
	for _, r := range p.model.roles {
		f := newRoleForm(p, r)
		p.roles = append(p.roles, f)
		box.Add(f.content)
	}
	return box
}

// show sets the widgets to the settings.
func (p *settingsPage) show(s companion.Settings) {
	p.filling = true
	defer func() { p.filling = false }()
	m := settingsView(s, p.desk.settings.Path(), p.Words)
	p.model = m
	p.locale.SetSelected(widget.WordOf(m.locales, m.locale))
	p.theme.SetSelected(widget.WordOf(m.themes, m.theme))
	p.send.SetSelected(widget.WordOf(m.sends, m.send))
	p.size.SetValue(float64(m.textSize))
	p.sizeWord.SetText(p.Words.T("settings.percent", "n", strconv.Itoa(m.textSize)))
	p.ask.SetChecked(m.askFirst)
	for i, f := range p.roles {
		f.show(m.roles[i])
	}
	p.embedder.show(s.Embedder)
	for _, o := range p.options {
		o.show(s)
	}
	for _, t := range p.toggles {
		t.check.SetChecked(t.read(s))
	}
	p.offer(p.machine)
}

// change changes the settings, unless it is the page itself that sets its
// widgets.
func (p *settingsPage) change(edit func(*companion.Settings)) {
	if p.filling {
		return
	}
	p.Calls.Change(edit, p.changed)
}

func (p *settingsPage) changed(err error) {
	if err == nil {
		p.note.Hide()
		return
	}
	widget.SetParagraph(p.note, p.Words.Explain(err).Sentence())
	p.note.Show()
}

// offer shows the model servers that were found on this machine.
func (p *settingsPage) offer(of page.WelcomeState) {
	p.machine = of
	hooks := page.WelcomeHooks{Use: p.Calls.Use, Pull: p.Calls.Pull}
	p.found.Objects = nil
	unused := of
	unused.Servers = slices.DeleteFunc(slices.Clone(of.Servers), func(s companion.Server) bool {
		return s.BaseURL == p.model.roles[0].role.BaseURL // the conversation's form has its models
	})
	for _, s := range page.ServersView(unused, p.Words) {
		p.found.Add(widget.Paragraph(s.Line, look.Text, ""))
		for _, o := range s.Offers {
			p.found.Add(hooks.Offer(o, false))
		}
	}
	widget.SetVisible(p.found, widget.When(len(p.found.Objects) > 0))
	for _, f := range p.roles {
		f.offer(of.Machine)
	}
	p.embedder.offer(of.Servers)
	p.found.Refresh()
}

// change takes a change of the settings to the disk. Changes that come while
// one is on its way go together.
func (s *shell) change(edit func(*companion.Settings), done func(error)) {
	if !s.border.Busy("settings") {
		s.next = s.settings
	}
	edit(&s.next)
	next := s.next
	page.Background(s.border, "settings", func(context.Context) (struct{}, error) {
		return struct{}{}, s.desk.settings.Change(next)
	}, func(_ struct{}, err error) {
		switch {
		case err != nil:
			s.opt.Logger.Error("change settings", "error", err)
			if s.prefs != nil {
				s.prefs.show(s.desk.settings.Settings())
			}
		case s.settings != next:
			s.changed(next)
		}
		if done != nil {
			done(err)
		}
	})
}

// useModel makes a model the one that chats.
func (s *shell) useModel(m companion.ModelChoice) {
	s.change(func(c *companion.Settings) {
		c.Models.Chat = m
		c.UI.Welcomed = true
	}, nil)
}
