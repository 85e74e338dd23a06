// Package settings is the page of settings. What is chosen holds at once: a
// change goes to the window, which takes it to the disk.
package settings

import (
	"context"
	"slices"
	"strconv"

	"yumori/dreaming"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/retrieval"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Page is the page of settings. What is chosen holds at once.
type Page struct {
	page.Deps
	home      Home
	companion *Companion // the persona that is open; nil none
	model     settingsModel
	filling   bool // the widgets are being set: what they tell is not the user

	Locale, Theme, send *widget.RadioGroup
	Size                *widget.Slider
	sizeWord            *widget.Caption
	ask                 *widget.Check
	Roles               []*RoleForm
	Apart               *widget.Check   // small tasks and dreams have models of their own
	others              *fyne.Container // the forms of those
	Options             []*OptionRow
	Toggles             []*Toggle
	embedder            *embedderForm
	Skills              *SkillsCard
	voice               *voiceCard
	copies              fyne.CanvasObject // the switch of the daily copies
	spent               *fyne.Container
	found               *fyne.Container
	machine             page.WelcomeState // what was found
	note                *prose.Text
	Parts               *Sections
	Content             fyne.CanvasObject
}

// A Companion is the persona that is open, as the settings show it: what
// they mean for it.
type Companion struct {
	Indexes func(context.Context) ([]retrieval.IndexState, error)
	Nights  Nights
	Skills  Skills
	Trust   func(hash, name string) error // calls a text the user's own
}

// Nights are the dreams to come, with what they read and cost, and what those of
// tonight have spent.
type Nights interface {
	DreamPlan(context.Context, dreaming.Request) (dreaming.Plan, error)
	Night(context.Context) (dreaming.Outlook, error)
	NightSpent() llm.Usage
}

// New makes the page of settings; m is the persona that is open, nil none.
func New(deps page.Deps, d Home, s config.Settings, m *Companion) *Page {
	p := &Page{Deps: deps, home: d, companion: m, found: widget.Rows(look.Inside)}
	p.model = settingsView(s, d.Settings.Path(), deps.Words)
	p.note = widget.Paragraph("", look.Bad, "")
	p.note.Hide()
	p.found.Hide()
	p.Parts = p.build()
	p.Content = p.Parts.content
	p.Show(s)
	p.readVectors(0)
	return p
}

func (p *Page) build() *Sections {
	w := p.Words
	p.voice = newVoiceCard(p)
	return newSections(p.note, []section{
		{w.T("settings.models"), p.buildModels()},
		{w.T("settings.window"), p.buildWindow()},
		{w.T("settings.presence"), p.buildPresence()},
		{w.T("settings.voice"), p.voice.content},
		{w.T("settings.memory"), p.buildMemory()},
		{w.T("settings.embedder"), p.buildEmbedder()},
		{w.T("settings.skills"), p.buildSkills()},
		{w.T("settings.nights"), p.buildNights()},
		{w.T("settings.contact"), p.buildContact()},
		{w.T("settings.limits"), p.buildLimits()},
		{w.T("settings.spending"), p.buildSpending()},
		{w.T("settings.data"), p.buildData()},
	}, p.Calls.Focus)
}

func (p *Page) buildWindow() fyne.CanvasObject {
	w := p.Words
	group := func(list []widget.Choice, set func(*config.Settings, string)) *widget.RadioGroup {
		return widget.NewRadioGroup(widget.WordsOf(list), func(word string) {
			p.change(func(s *config.Settings) { set(s, widget.ValueOf(list, word)) })
		})
	}
	p.Locale = group(p.model.locales, func(s *config.Settings, v string) { s.Locale = v })
	p.Theme = group(p.model.themes, func(s *config.Settings, v string) { s.UI.Theme = v })
	p.send = group(p.model.sends, func(s *config.Settings, v string) { s.UI.Send = v })
	p.Size = widget.NewSlider(textSizeMin, TextSizeMax)
	p.Size.Step = textSizeStep
	p.sizeWord = widget.NewCaption("", look.Text, "")
	p.Size.OnChanged = func(v float64) { p.sizeWord.SetText(w.T("settings.percent", "n", strconv.Itoa(int(v)))) }
	p.Size.OnChangeEnded = func(v float64) {
		p.change(func(s *config.Settings) { s.UI.TextSize = int(v) })
	}
	size := container.NewBorder(nil, nil, nil, widget.Whole(p.sizeWord), p.Size)
	still := p.newToggle(w.T("settings.still"), w.T("settings.still.hint"),
		func(s config.Settings) bool { return s.UI.Still },
		func(s *config.Settings, yes *bool) { s.UI.Still = *yes })
	return widget.Rows(look.Between,
		widget.Labelled(w.T("settings.language"), p.Locale),
		widget.Labelled(w.T("settings.theme"), p.Theme),
		widget.Labelled(w.T("settings.text_size"), size),
		widget.Labelled(w.T("settings.send"), p.send),
		still,
		widget.Inline(0, widget.NewButton(w.T("keys.open"), p.Calls.Keys)))
}

func (p *Page) buildMemory() fyne.CanvasObject {
	p.ask = widget.NewCheck(p.Words.T("settings.ask_first"), func(yes bool) {
		p.change(func(s *config.Settings) { s.Memory.ApplyCore = !yes })
	})
	recall := p.newToggle(p.Words.T("settings.recall"), p.Words.T("settings.recall.hint"),
		func(s config.Settings) bool { return s.Recall.Enabled() },
		func(s *config.Settings, yes *bool) { s.Recall.Auto = yes })
	return widget.Rows(look.Between,
		widget.Rows(look.Half, p.ask, widget.Paragraph(p.Words.T("settings.ask_first.hint"), look.Muted, look.SizeHint)), recall)
}

func (p *Page) buildEmbedder() fyne.CanvasObject {
	p.embedder = p.newEmbedderForm()
	return p.embedder.content
}

func (p *Page) buildData() fyne.CanvasObject {
	w, calls := p.Words, p.Calls
	acts := widget.FlowLeft(widget.NewButton(w.T("import.open"), calls.Import))
	if p.companion != nil {
		acts.Add(widget.NewButton(w.T("export.open"), calls.Export))
		acts.Add(widget.NewButton(w.T("folder.open"), func() { calls.Reveal("") }))
	}
	acts.Add(widget.NewButton(w.T("backup.open"), calls.BackUp))
	acts.Add(widget.NewButton(w.T("restore.open"), calls.Restore))
	return widget.Rows(look.Between,
		widget.Rows(look.Half, widget.Paragraph(p.model.home, look.Text, ""), widget.Paragraph(w.T("settings.data.hint"), look.Muted, look.SizeHint)),
		p.copies, acts)
}

func (p *Page) buildModels() fyne.CanvasObject {
	p.others = widget.Rows(look.Around)
	for i, r := range p.model.roles {
		f := newRoleForm(p, r)
		p.Roles = append(p.Roles, f)
		if i > 0 {
			p.others.Add(f.content)
		}
	}
	p.Apart = widget.NewCheck(p.Words.T("model.apart"), func(bool) { p.regroup() })
	apart := widget.Rows(look.Half, p.Apart, widget.Paragraph(p.Words.T("model.apart.hint"), look.Muted, look.SizeHint))
	return widget.Rows(look.Around, p.found, p.Roles[0].content, apart, p.others)
}

// regroup shows the forms of the other tasks, or has the conversation's model do
// them too.
func (p *Page) regroup() {
	widget.SetVisible(p.others, widget.When(p.Apart.Checked))
	if !p.Apart.Checked {
		p.change(func(s *config.Settings) { s.Models.Light, s.Models.Dream = s.Models.Chat, s.Models.Chat })
	}
	p.Parts.content.Refresh()
}

// choose makes a model that of a task, and of all where they are not apart.
func (p *Page) choose(role page.RoleName, c config.ModelChoice, done func(error)) {
	apart := p.Apart.Checked
	p.Calls.Change(func(s *config.Settings) {
		if *ChoiceOf(s, role) = c; !apart {
			s.Models = config.ModelRoles{Chat: c, Light: c, Dream: c}
		}
	}, done)
}

// Show sets the widgets to the settings.
func (p *Page) Show(s config.Settings) {
	p.filling = true
	defer func() { p.filling = false }()
	m := settingsView(s, p.home.Settings.Path(), p.Words)
	p.model = m
	p.Locale.SetSelected(widget.WordOf(m.locales, m.locale))
	p.Theme.SetSelected(widget.WordOf(m.themes, m.theme))
	p.send.SetSelected(widget.WordOf(m.sends, m.send))
	p.Size.SetValue(float64(m.textSize))
	p.sizeWord.SetText(p.Words.T("settings.percent", "n", strconv.Itoa(m.textSize)))
	p.ask.SetChecked(m.askFirst)
	for i, f := range p.Roles {
		f.show(m.roles[i])
	}
	p.Apart.SetChecked(p.Apart.Checked || !isTogether(s))
	widget.SetVisible(p.others, widget.When(p.Apart.Checked))
	p.embedder.show(s.Embedder)
	p.voice.show(s.UI.Voice)
	for _, o := range p.Options {
		o.show(s)
	}
	for _, t := range p.Toggles {
		t.Check.SetChecked(t.read(s))
	}
	p.Offer(p.machine)
}

// change changes the settings, unless it is the page itself that sets its
// widgets.
func (p *Page) change(edit func(*config.Settings)) {
	if p.filling {
		return
	}
	p.Calls.Change(edit, p.changed)
}

func (p *Page) changed(err error) {
	if err == nil {
		p.note.Hide()
		return
	}
	widget.SetParagraph(p.note, p.Words.Explain(err).Sentence())
	p.note.Show()
}

// Offer shows the model servers that were found on this machine.
func (p *Page) Offer(of page.WelcomeState) {
	p.machine = of
	hooks := page.WelcomeHooks{Use: p.Calls.Use, Pull: p.Calls.Pull}
	p.found.Objects = nil
	unused := of
	unused.Servers = slices.DeleteFunc(slices.Clone(of.Servers), func(s models.Server) bool {
		return s.BaseURL == p.model.roles[0].role.BaseURL // the conversation's form has its models
	})
	for _, s := range page.ServersView(unused, p.Words) {
		p.found.Add(widget.Paragraph(s.Line, look.Text, ""))
		for _, o := range s.Offers {
			p.found.Add(hooks.Offer(o, false))
		}
	}
	widget.SetVisible(p.found, widget.When(len(p.found.Objects) > 0))
	for _, f := range p.Roles {
		f.offer(of.Machine)
	}
	p.embedder.offer(of.Servers)
	p.found.Refresh()
}
