package settings

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
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

	Provider     *widget.Tiles
	Address      *widget.Field
	Name         *widget.ComboField
	Window       *WindowField
	price        *priceFields
	Key          *widget.Field
	Images       *widget.Check
	lan          *widget.Check
	keyNote      *prose.Text
	keyPart      fyne.CanvasObject
	hasKey       bool // one is saved, as far as is known
	refused      bool // the server asked for one
	result       *prose.Text
	ServerModels *ServerModels
	anyway       *widget.Button
	more         *fyne.Container // what only a real model has
	Only         []ProvidedPart
	content      fyne.CanvasObject
}

// A ProvidedPart is a part of the form that only some providers have.
type ProvidedPart struct {
	Part fyne.CanvasObject
	of   func(page.Supplier) bool
}

func newRoleForm(p *Page, m roleModel) *RoleForm {
	w := p.Words
	f := &RoleForm{page: p, model: m}
	f.Provider = widget.NewTiles(supplierTiles(w), func(string) { f.chosen() })
	f.Address = widget.NewField(p.Calls.Key)
	f.Address.OnChanged = func(string) {
		if !f.supplier().WantsKey() && !f.hasKey { // else whoever has the half of an address got the key
			f.ServerModels.Read(typingPause)
		}
	}
	f.Address.OnSubmitted = func(string) { f.ServerModels.Read(0) }
	f.Name = widget.NewComboField(p.Calls.Key)
	f.Name.SetPlaceHolder(w.T("model.name.hint"))
	f.Key = widget.NewSecretField(p.Calls.Key)
	f.Key.OnSubmitted = func(string) { f.keyed() }
	f.Images = widget.NewCheck(w.T("model.images"), nil)
	f.lan = widget.NewCheck(w.T("model.lan"), nil)
	f.keyNote = widget.Paragraph("", look.Muted, look.SizeHint)
	f.result = widget.Paragraph("", look.Muted, "")
	f.result.Hide()
	f.Window, f.price = newWindowField(p, m.name), newPriceFields(p)
	f.ServerModels = newServerModels(f)
	f.build()
	return f
}

// build puts the parts below each other.
func (f *RoleForm) build() {
	w := f.page.Words
	save := widget.NewButton(w.T("model.save"), f.save)
	save.Importance = fynewidget.HighImportance
	f.anyway = widget.NewButton(w.T("model.anyway"), func() { f.take(f.choice()) })
	f.anyway.Hide()
	address := widget.Labelled(w.T("model.address"), f.Address)
	f.keyPart = widget.Labelled(w.T("model.key"), widget.Rows(2, f.Key, f.keyNote))
	f.Only = []ProvidedPart{
		{address, page.Supplier.AsksAddress}, {f.lan, page.Supplier.AsksAddress}, {f.Images, page.Supplier.IsCompatible},
		{f.keyPart, page.Supplier.WantsKey}, {f.ServerModels.Content, page.Supplier.IsOllama}, {f.price.content, page.Supplier.WantsKey},
	}
	f.more = widget.Rows(look.Inside, address, f.keyPart, widget.Rows(look.Half, widget.Labelled(w.T("model.name"), f.Name), f.ServerModels.Note),
		f.Window.content, f.price.content, f.Images, f.lan, widget.FlowLeft(save, f.anyway), f.result, f.ServerModels.Content)
	head := widget.NewCaption(f.model.title, look.Text, "").InBold()
	hint := widget.Paragraph(f.model.hint, look.Muted, look.SizeHint)
	f.content = widget.Rows(look.Inside, widget.Rows(2, head, hint), f.Provider, f.more, f.ServerModels.Box.Content)
}

// show sets the form to what the settings say.
func (f *RoleForm) show(m roleModel) {
	f.model = m
	f.Provider.SetSelected(page.SupplierOf(m.role).Tile(f.page.Words).Title)
	f.Address.SetText(m.role.BaseURL)
	f.Name.SetText(m.role.Name)
	f.Window.show(m.role.Window)
	f.price.show(m.role.Price)
	f.Images.SetChecked(m.role.Images)
	f.lan.SetChecked(m.role.LAN)
	f.arrange()
	f.ServerModels.Read(0)
	f.Window.read(m.role)
}

// offer takes what was found on this machine.
func (f *RoleForm) offer(of page.Machine) { f.ServerModels.offer(of) }

// supplier is the one that is chosen.
func (f *RoleForm) supplier() page.Supplier {
	for _, s := range page.Suppliers() {
		if s.Tile(f.page.Words).Title == f.Provider.Selected {
			return s
		}
	}
	return page.SupplierNamed(page.SupplierBasic)
}

// choice is what the form says.
func (f *RoleForm) choice() config.ModelChoice {
	of := f.supplier()
	if of.ID == page.SupplierBasic {
		return config.ModelChoice{}
	}
	c := config.ModelChoice{Provider: of.Provider, Name: strings.TrimSpace(f.Name.Text), BaseURL: of.Address, Window: f.Window.tokens()}
	if of.WantsKey() {
		c.Price = f.price.price()
	}
	if of.Asks {
		c.BaseURL, c.LAN = strings.TrimSpace(f.Address.Text), f.lan.Checked
	}
	c.Images = of.IsCompatible() && f.Images.Checked
	return c
}

// nowhere reports whether a choice wants an address that is not written: without
// one it would be OpenAI itself that is asked.
func (f *RoleForm) nowhere(c config.ModelChoice) bool {
	of := f.supplier()
	return of.AsksAddress() && of.IsCompatible() && c.BaseURL == ""
}

// chosen is called when another provider was chosen. The built-in rules need
// nothing more and hold at once.
func (f *RoleForm) chosen() {
	if !f.page.filling {
		f.result.Hide() // it was said of the choice before
		f.ServerModels.prefill()
		f.Window.forget()
	}
	f.arrange()
	if f.page.filling {
		return
	}
	f.ServerModels.Read(0)
	if f.supplier().ID == page.SupplierBasic {
		f.take(config.ModelChoice{})
	}
}

func (f *RoleForm) arrange() {
	of := f.supplier()
	widget.SetVisible(f.more, widget.When(of.ID != page.SupplierBasic))
	for _, o := range f.Only {
		widget.SetVisible(o.Part, widget.When(o.of(of)))
	}
	f.Address.SetPlaceHolder(cmp.Or(of.Address, f.page.Words.T("model.address.hint")))
	f.anyway.Hide()
	f.hasKey, f.refused = false, false
	f.showKey()
	f.askKey(of)
	f.content.Refresh()
}

// showKey shows the field of the key where one is wanted, is kept, or was asked
// for by the server.
func (f *RoleForm) showKey() {
	of := f.supplier()
	widget.SetVisible(f.keyPart, widget.When(of.Key != "" && (of.WantsKey() || f.hasKey || f.refused)))
}

// refuse asks for the key that a server wants which seldom wants one.
func (f *RoleForm) refuse(err error) {
	if of := f.supplier(); errors.Is(err, llm.ErrKey) && of.Seldom && !f.refused {
		f.refused = true
		f.showKey()
		f.askKey(of)
	}
}

// askKey says where the key of a supplier is kept.
func (f *RoleForm) askKey(of page.Supplier) {
	if of.Key == "" {
		return
	}
	page.Background(f.page.Dispatcher, "key/"+string(f.model.name), func(context.Context) (string, error) {
		return f.page.home.Models.KeyPlace(of.Key)
	}, func(place string, err error) {
		line, hint := keyLine(f.page.Words, place, err)
		switch {
		case err != nil || place != "":
		case f.refused:
			line = f.page.Words.T("key.refused")
		case !of.AsksAddress(): // it is no server on this computer
			line = f.page.Words.T("key.needed")
		}
		f.hasKey = place != ""
		f.showKey()
		widget.SetParagraph(f.keyNote, line)
		f.Key.SetPlaceHolder(hint)
	})
}

// keyed keeps the key that was written, and lists what it opens.
func (f *RoleForm) keyed() {
	of, key := f.supplier(), strings.TrimSpace(f.Key.Text)
	page.Background(f.page.Dispatcher, "key/save/"+string(f.model.name), func(context.Context) (struct{}, error) {
		return struct{}{}, f.keep(of.Key, key)
	}, func(_ struct{}, err error) {
		if err != nil {
			f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
			return
		}
		f.Key.SetText("")
		f.askKey(of)
		f.hasKey = true
		f.ServerModels.Read(0)
	})
}

// save keeps the key if one was written, tries the model and then takes it. One
// that does not answer is not taken: the one before goes on. A server that is
// only off for now may be taken all the same.
func (f *RoleForm) save() {
	of, c, key := f.supplier(), f.choice(), strings.TrimSpace(f.Key.Text)
	if c.Name == "" && key != "" {
		f.keyed()
		return
	}
	f.anyway.Hide()
	if f.nowhere(c) {
		f.say(f.page.Words.T("model.address.missing"), look.Bad)
		f.page.Calls.Focus(f.Address)
		return
	}
	f.say(f.page.Words.T("test.running"), look.Muted)
	tests := f.page.home.Tests
	page.Background(f.page.Dispatcher, "model/save/"+string(f.model.name), func(ctx context.Context) (modelTrial, error) {
		if err := tests.CheckModel(ctx, c); err != nil {
			return modelTrial{}, err
		}
		if err := f.keep(of.Key, key); err != nil {
			return modelTrial{}, err
		}
		test, err := tests.TestModel(ctx, c)
		return modelTrial{test, err}, nil
	}, func(t modelTrial, err error) {
		w := f.page.Words
		if err == nil {
			f.Key.SetText("")
			f.askKey(of)
			widget.SetVisible(f.anyway, widget.When(t.err != nil))
			err = t.err
		}
		f.refuse(err)
		if err != nil {
			f.say(notTaken(w, err), look.Bad)
			return
		}
		f.page.choose(f.model.name, c, f.saved(testLine(w, t.test)))
	})
}

// tried is what came of trying a model that can be chosen.
type modelTrial struct {
	test models.Test
	err  error
}

// take chooses a model without trying it.
func (f *RoleForm) take(c config.ModelChoice) {
	f.page.choose(f.model.name, c, f.saved(f.page.Words.T("model.saved")))
}

// notTaken says why a choice was not taken, and that the one before goes on.
func notTaken(w page.Words, err error) string {
	return w.Explain(err).Sentence() + " " + w.T("model.kept")
}

func (f *RoleForm) keep(whose, key string) error {
	if key == "" || whose == "" {
		return nil
	}
	_, err := f.page.home.Models.SetKey(whose, key)
	return err
}

// saved says what came of choosing.
func (f *RoleForm) saved(line string) func(error) {
	return func(err error) {
		if err != nil {
			f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
			return
		}
		f.anyway.Hide()
		f.say(line, look.OK)
	}
}

func (f *RoleForm) say(text string, token fyne.ThemeColorName) {
	f.result.SetInk(widget.InkOf(token))
	widget.SetParagraph(f.result, text)
	f.result.Show()
	f.content.Refresh()
}
