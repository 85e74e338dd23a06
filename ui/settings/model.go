package settings

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A RoleForm chooses the model of one task.
type RoleForm struct {
	page  *Page
	model roleModel

	Provider *widget.Picker
	Address  *widget.Field
	Name     *widget.ComboField
	Window   *WindowField
	price    *priceFields
	Key      *widget.Field
	Images   *widget.Check
	lan      *widget.Check
	keyNote  *prose.Text
	result   *prose.Text
	Shelf    *ModelShelf
	more     *fyne.Container // what only a real model has
	Only     []ProvidedPart
	content  fyne.CanvasObject
}

// A ProvidedPart is a part of the form that only some providers have.
type ProvidedPart struct {
	Part fyne.CanvasObject
	of   []string
}

func newRoleForm(p *Page, m roleModel) *RoleForm {
	w := p.Words
	f := &RoleForm{page: p, model: m}
	f.Provider = widget.NewPicker(widget.WordsOf(m.providers), func(string) { f.chosen() })
	f.Address = widget.NewField(p.Calls.Key)
	f.Address.SetPlaceHolder(w.T("model.address.hint"))
	f.Address.OnChanged = func(string) { f.Shelf.Read(typingPause) }
	f.Name = widget.NewComboField(p.Calls.Key)
	f.Name.SetPlaceHolder(w.T("model.name.hint"))
	f.Key = widget.NewSecretField(p.Calls.Key)
	f.Key.SetPlaceHolder(w.T("model.key.hint"))
	f.Images = widget.NewCheck(w.T("model.images"), nil)
	f.lan = widget.NewCheck(w.T("model.lan"), nil)
	f.keyNote = widget.Paragraph("", look.Muted, look.SizeHint)
	f.result = widget.Paragraph("", look.Muted, "")
	f.result.Hide()
	f.Window, f.price = newWindowField(p, m.name), newPriceFields(p)
	f.Shelf = newModelShelf(f)
	f.build()
	return f
}

// build puts the parts below each other.
func (f *RoleForm) build() {
	w := f.page.Words
	test := widget.NewButton(w.T("model.test"), f.test)
	save := widget.NewButton(w.T("model.save"), f.save)
	save.Importance = fynewidget.HighImportance
	address := widget.Labelled(w.T("model.address"), f.Address)
	key := widget.Labelled(w.T("model.key"), widget.Rows(2, f.Key, f.keyNote))
	f.Only = []ProvidedPart{
		{address, []string{"openai", page.ProviderOllama}}, {f.lan, []string{"openai", page.ProviderOllama}},
		{f.Images, []string{"openai"}}, {key, []string{"openai", "gemini"}}, {f.Shelf.Content, []string{page.ProviderOllama}},
		{f.price.content, []string{"openai", "gemini"}},
	}
	f.more = widget.Rows(look.Inside, address, widget.Rows(look.Half, widget.Labelled(w.T("model.name"), f.Name), f.Shelf.Note), key,
		f.Window.content, f.price.content, f.Images, f.lan, widget.FlowLeft(save, test), f.result, f.Shelf.Content)
	head := widget.NewCaption(f.model.title, look.Text, "").InBold()
	hint := widget.Paragraph(f.model.hint, look.Muted, look.SizeHint)
	f.content = widget.Rows(look.Inside, widget.Rows(2, head, hint), f.Provider, f.more, f.Shelf.Box.Content)
}

// show sets the form to what the settings say.
func (f *RoleForm) show(m roleModel) {
	f.model = m
	f.Provider.SetSelected(widget.WordOf(m.providers, m.role.Provider))
	f.Address.SetText(m.role.BaseURL)
	f.Name.SetText(m.role.Name)
	f.Window.show(m.role.Window)
	f.price.show(m.role.Price)
	f.Images.SetChecked(m.role.Images)
	f.lan.SetChecked(m.role.LAN)
	f.arrange()
	f.Shelf.Read(0)
	f.Window.read(m.role)
}

// offer lists the models of the servers on this machine.
func (f *RoleForm) offer(of page.Machine) {
	f.Shelf.offer(of)
	if f.provided() == page.ProviderOllama {
		return // its list is its own
	}
	var names []string
	for _, s := range of.Servers {
		if f.Address.Text == "" || f.Address.Text == s.BaseURL {
			names = append(names, s.Models...)
		}
	}
	f.Name.SetOptions(names)
}

// provided is the provider that is chosen.
func (f *RoleForm) provided() string { return widget.ValueOf(f.model.providers, f.Provider.Selected) }

// choice is what the form says.
func (f *RoleForm) choice() config.ModelChoice {
	c := config.ModelChoice{Provider: f.provided(), Window: f.Window.tokens()}
	if c.Provider == "builtin" {
		return config.ModelChoice{}
	}
	c.Name = strings.TrimSpace(f.Name.Text)
	if c.Provider != page.ProviderOllama {
		c.Price = f.price.price()
	}
	if c.Provider != "gemini" {
		c.BaseURL, c.LAN = strings.TrimSpace(f.Address.Text), f.lan.Checked
	}
	if c.Provider == "openai" {
		c.Images = f.Images.Checked
	}
	return c
}

// chosen is called when another provider was chosen. The built-in rules need
// nothing more and hold at once.
func (f *RoleForm) chosen() {
	if !f.page.filling {
		f.result.Hide() // it was said of the choice before
		f.Shelf.prefill()
	}
	f.arrange()
	if f.page.filling {
		return
	}
	f.Shelf.Read(0)
	if f.provided() == "builtin" {
		f.save()
	}
}

func (f *RoleForm) arrange() {
	provider := f.provided()
	widget.SetVisible(f.more, widget.When(provider != "builtin"))
	for _, o := range f.Only {
		widget.SetVisible(o.Part, widget.When(slices.Contains(o.of, provider)))
	}
	widget.SetVisible(f.Shelf.Note, widget.When(provider == page.ProviderOllama))
	f.askKey(provider)
	f.content.Refresh()
}

// askKey says where the key is kept.
func (f *RoleForm) askKey(provider string) {
	if provider == "builtin" || provider == page.ProviderOllama {
		return
	}
	page.Background(f.page.Border, "key/"+string(f.model.name), func(context.Context) (string, error) {
		return f.page.desk.Models.KeyPlace(provider)
	}, func(place string, err error) {
		if err != nil {
			widget.SetParagraph(f.keyNote, f.page.Words.Explain(err).Sentence())
			return
		}
		widget.SetParagraph(f.keyNote, keyPlaceLine(f.page.Words, place))
	})
}

// save keeps the key if one was written, and then the choice. One that cannot
// be used is not taken: the one before goes on.
func (f *RoleForm) save() {
	c, key := f.choice(), strings.TrimSpace(f.Key.Text)
	page.Background(f.page.Border, "key/save/"+string(f.model.name), func(ctx context.Context) (struct{}, error) {
		if err := f.page.desk.Models.CheckModel(ctx, c); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, f.keep(c.Provider, key)
	}, func(_ struct{}, err error) {
		if err != nil {
			f.say(notTaken(f.page.Words, err), look.Bad)
			return
		}
		f.Key.SetText("")
		f.askKey(f.provided())
		f.page.Calls.Change(func(s *config.Settings) { *ChoiceOf(s, f.model.name) = c }, f.saved)
	})
}

// notTaken says why a choice was not taken, and that the one before goes on.
func notTaken(w page.Words, err error) string {
	return w.Explain(err).Sentence() + " " + w.T("model.kept")
}

func (f *RoleForm) keep(provider, key string) error {
	if key == "" || provider == "" {
		return nil
	}
	_, err := f.page.desk.Models.SetKey(provider, key)
	return err
}

func (f *RoleForm) saved(err error) {
	if err != nil {
		f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
		return
	}
	f.say(f.page.Words.T("model.saved"), look.OK)
}

// test asks the model for a word.
func (f *RoleForm) test() {
	c, key := f.choice(), strings.TrimSpace(f.Key.Text)
	f.say(f.page.Words.T("test.running"), look.Muted)
	page.Background(f.page.Border, "test/"+string(f.model.name), func(ctx context.Context) (companion.ModelTest, error) {
		if err := f.keep(c.Provider, key); err != nil {
			return companion.ModelTest{}, err
		}
		return f.page.desk.Models.TestModel(ctx, c)
	}, func(t companion.ModelTest, err error) {
		if err != nil {
			f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
			return
		}
		f.say(testLine(f.page.Words, t), look.OK)
	})
}

func (f *RoleForm) say(text string, token fyne.ThemeColorName) {
	f.result.SetInk(widget.InkOf(token))
	widget.SetParagraph(f.result, text)
	f.result.Show()
	f.content.Refresh()
}
