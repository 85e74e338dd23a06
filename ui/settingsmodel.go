package ui

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A roleForm chooses the model of one task.
type roleForm struct {
	page  *settingsPage
	model roleModel

	provider *widget.Picker
	address  *widget.Field
	name     *widget.ComboField
	window   *windowField
	price    *priceFields
	key      *widget.Field
	images   *widget.Check
	lan      *widget.Check
	keyNote  *prose.Text
	result   *prose.Text
	shelf    *modelShelf
	more     *fyne.Container // what only a real model has
	only     []providedPart
	content  fyne.CanvasObject
}

// A providedPart is a part of the form that only some providers have.
type providedPart struct {
	part fyne.CanvasObject
	of   []string
}

func newRoleForm(p *settingsPage, m roleModel) *roleForm {
	w := p.Words
	f := &roleForm{page: p, model: m}
	f.provider = widget.NewPicker(widget.WordsOf(m.providers), func(string) { f.chosen() })
	f.address = widget.NewField(p.Calls.Key)
	f.address.SetPlaceHolder(w.T("model.address.hint"))
	f.address.OnChanged = func(string) { f.shelf.read(typingPause) }
	f.name = widget.NewComboField(p.Calls.Key)
	f.name.SetPlaceHolder(w.T("model.name.hint"))
	f.key = widget.NewSecretField(p.Calls.Key)
	f.key.SetPlaceHolder(w.T("model.key.hint"))
	f.images = widget.NewCheck(w.T("model.images"), nil)
	f.lan = widget.NewCheck(w.T("model.lan"), nil)
	f.keyNote = widget.Paragraph("", look.Muted, look.SizeHint)
	f.result = widget.Paragraph("", look.Muted, "")
	f.result.Hide()
	f.window, f.price = newWindowField(p, m.name), newPriceFields(p)
	f.shelf = newModelShelf(f)
	f.build()
	return f
}

// build puts the parts below each other.
func (f *roleForm) build() {
	w := f.page.Words
	test := widget.NewButton(w.T("model.test"), f.test)
	save := widget.NewButton(w.T("model.save"), f.save)
	save.Importance = fynewidget.HighImportance
	address := widget.Labelled(w.T("model.address"), f.address)
	key := widget.Labelled(w.T("model.key"), widget.Rows(2, f.key, f.keyNote))
	f.only = []providedPart{
		{address, []string{"openai", page.ProviderOllama}}, {f.lan, []string{"openai", page.ProviderOllama}},
		{f.images, []string{"openai"}}, {key, []string{"openai", "gemini"}}, {f.shelf.content, []string{page.ProviderOllama}},
		{f.price.content, []string{"openai", "gemini"}},
	}
	f.more = widget.Rows(look.Inside, address, widget.Rows(look.Half, widget.Labelled(w.T("model.name"), f.name), f.shelf.note), key,
		f.window.content, f.price.content, f.images, f.lan, widget.FlowLeft(save, test), f.result, f.shelf.content)
	head := widget.NewCaption(f.model.title, look.Text, "").InBold()
	hint := widget.Paragraph(f.model.hint, look.Muted, look.SizeHint)
	f.content = widget.Rows(look.Inside, widget.Rows(2, head, hint), f.provider, f.more, f.shelf.box.Content)
}

// show sets the form to what the settings say.
func (f *roleForm) show(m roleModel) {
	f.model = m
	f.provider.SetSelected(widget.WordOf(m.providers, m.role.Provider))
	f.address.SetText(m.role.BaseURL)
	f.name.SetText(m.role.Name)
	f.window.show(m.role.Window)
	f.price.show(m.role.Price)
	f.images.SetChecked(m.role.Images)
	f.lan.SetChecked(m.role.LAN)
	f.arrange()
	f.shelf.read(0)
	f.window.read(m.role)
}

// offer lists the models of the servers on this machine.
func (f *roleForm) offer(of page.Machine) {
	f.shelf.offer(of)
	if f.provided() == page.ProviderOllama {
		return // its list is its own
	}
	var names []string
	for _, s := range of.Servers {
		if f.address.Text == "" || f.address.Text == s.BaseURL {
			names = append(names, s.Models...)
		}
	}
	f.name.SetOptions(names)
}

// provided is the provider that is chosen.
func (f *roleForm) provided() string { return widget.ValueOf(f.model.providers, f.provider.Selected) }

// choice is what the form says.
func (f *roleForm) choice() companion.ModelChoice {
	c := companion.ModelChoice{Provider: f.provided(), Window: f.window.tokens()}
	if c.Provider == "builtin" {
		return companion.ModelChoice{}
	}
	c.Name = strings.TrimSpace(f.name.Text)
	if c.Provider != page.ProviderOllama {
		c.Price = f.price.price()
	}
	if c.Provider != "gemini" {
		c.BaseURL, c.LAN = strings.TrimSpace(f.address.Text), f.lan.Checked
	}
	if c.Provider == "openai" {
		c.Images = f.images.Checked
	}
	return c
}

// chosen is called when another provider was chosen. The built-in rules need
// nothing more and hold at once.
func (f *roleForm) chosen() {
	if !f.page.filling {
		f.result.Hide() // it was said of the choice before
		f.shelf.prefill()
	}
	f.arrange()
	if f.page.filling {
		return
	}
	f.shelf.read(0)
	if f.provided() == "builtin" {
		f.save()
	}
}

func (f *roleForm) arrange() {
	provider := f.provided()
	widget.SetVisible(f.more, widget.When(provider != "builtin"))
	for _, o := range f.only {
		widget.SetVisible(o.part, widget.When(slices.Contains(o.of, provider)))
	}
	widget.SetVisible(f.shelf.note, widget.When(provider == page.ProviderOllama))
	f.askKey(provider)
	f.content.Refresh()
}

// askKey says where the key is kept.
func (f *roleForm) askKey(provider string) {
	if provider == "builtin" || provider == page.ProviderOllama {
		return
	}
	page.Background(f.page.Border, "key/"+string(f.model.name), func(context.Context) (string, error) {
		return f.page.desk.models.KeyPlace(provider)
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
func (f *roleForm) save() {
	c, key := f.choice(), strings.TrimSpace(f.key.Text)
	page.Background(f.page.Border, "key/save/"+string(f.model.name), func(ctx context.Context) (struct{}, error) {
		if err := f.page.desk.models.CheckModel(ctx, c); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, f.keep(c.Provider, key)
	}, func(_ struct{}, err error) {
		if err != nil {
			f.say(notTaken(f.page.Words, err), look.Bad)
			return
		}
		f.key.SetText("")
		f.askKey(f.provided())
		f.page.Calls.Change(func(s *companion.Settings) { *choiceOf(s, f.model.name) = c }, f.saved)
	})
}

// notTaken says why a choice was not taken, and that the one before goes on.
func notTaken(w page.Words, err error) string {
	return w.Explain(err).Sentence() + " " + w.T("model.kept")
}

func (f *roleForm) keep(provider, key string) error {
	if key == "" || provider == "" {
		return nil
	}
	_, err := f.page.desk.models.SetKey(provider, key)
	return err
}

func (f *roleForm) saved(err error) {
	if err != nil {
		f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
		return
	}
	f.say(f.page.Words.T("model.saved"), look.OK)
}

// test asks the model for a word.
func (f *roleForm) test() {
	c, key := f.choice(), strings.TrimSpace(f.key.Text)
	f.say(f.page.Words.T("test.running"), look.Muted)
	page.Background(f.page.Border, "test/"+string(f.model.name), func(ctx context.Context) (companion.ModelTest, error) {
		if err := f.keep(c.Provider, key); err != nil {
			return companion.ModelTest{}, err
		}
		return f.page.desk.models.TestModel(ctx, c)
	}, func(t companion.ModelTest, err error) {
		if err != nil {
			f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
			return
		}
		f.say(testLine(f.page.Words, t), look.OK)
	})
}

func (f *roleForm) say(text string, token fyne.ThemeColorName) {
	f.result.SetInk(widget.InkOf(token))
	widget.SetParagraph(f.result, text)
	f.result.Show()
	f.content.Refresh()
}
