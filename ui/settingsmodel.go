package ui

import (
	"context"
	"strings"

	"yumori/companion"
	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A roleForm chooses the model of one task.
type roleForm struct {
	page  *settingsPage
	model roleModel

	provider *picker
	address  *field
	name     *comboField
	key      *field
	images   *check
	lan      *check
	keyNote  *prose.Text
	result   *prose.Text
	more     *fyne.Container // what only a real model has
	only     []fyne.CanvasObject
	content  fyne.CanvasObject
}

func newRoleForm(p *settingsPage, m roleModel) *roleForm {
	w := p.words
	f := &roleForm{page: p, model: m}
	f.provider = newPicker(wordsOf(m.providers), func(string) { f.chosen() })
	f.address = newField(p.calls.Key)
	f.address.SetPlaceHolder(w.T("model.address.hint"))
	f.name = newComboField(p.calls.Key)
	f.name.SetPlaceHolder(w.T("model.name.hint"))
	f.key = newSecretField(p.calls.Key)
	f.key.SetPlaceHolder(w.T("model.key.hint"))
	f.images = newCheck(w.T("model.images"), nil)
	f.lan = newCheck(w.T("model.lan"), nil)
	f.keyNote = paragraph("", look.Muted, look.SizeHint)
	f.result = paragraph("", look.Muted, "")
	f.result.Hide()
	test := newButton(w.T("model.test"), f.test)
	save := newButton(w.T("model.save"), f.save)
	save.Importance = widget.HighImportance
	address := labelled(w.T("model.address"), f.address)
	f.only = []fyne.CanvasObject{address, f.images, f.lan}
	f.more = rows(look.Inside, address,
		labelled(w.T("model.name"), f.name),
		labelled(w.T("model.key"), rows(2, f.key, f.keyNote)),
		f.images, f.lan, flowLeft(save, test))
	head := newCaption(m.title, look.Text, "").bold()
	hint := paragraph(m.hint, look.Muted, look.SizeHint)
	f.content = rows(look.Inside, rows(2, head, hint), f.provider, f.more, f.result)
	return f
}

// show sets the form to what the settings say.
func (f *roleForm) show(m roleModel) {
	f.model = m
	f.provider.SetSelected(wordOf(m.providers, m.role.Provider))
	f.address.SetText(m.role.BaseURL)
	f.name.SetText(m.role.Name)
	f.images.SetChecked(m.role.Images)
	f.lan.SetChecked(m.role.LAN)
	f.arrange()
}

// offer lists the models of the servers on this machine.
func (f *roleForm) offer(servers []companion.Server) {
	var names []string
	for _, s := range servers {
		if f.address.Text == "" || f.address.Text == s.BaseURL {
			names = append(names, s.Models...)
		}
	}
	f.name.SetOptions(names)
}

// choice is what the form says.
func (f *roleForm) choice() companion.ModelChoice {
	c := companion.ModelChoice{Provider: valueOf(f.model.providers, f.provider.Selected), Window: f.model.role.Window}
	if c.Provider == "builtin" {
		return companion.ModelChoice{}
	}
	c.Name = strings.TrimSpace(f.name.Text)
	if c.Provider == "openai" {
		c.BaseURL, c.Images, c.LAN = strings.TrimSpace(f.address.Text), f.images.Checked, f.lan.Checked
	}
	return c
}

// chosen is called when another provider was chosen. The built-in rules need
// nothing more and hold at once.
func (f *roleForm) chosen() {
	f.arrange()
	if f.page.filling {
		return
	}
	if valueOf(f.model.providers, f.provider.Selected) == "builtin" {
		f.save()
	}
}

func (f *roleForm) arrange() {
	provider := valueOf(f.model.providers, f.provider.Selected)
	visible(f.more, when(provider != "builtin"))
	for _, o := range f.only {
		visible(o, when(provider == "openai"))
	}
	f.askKey(provider)
	f.content.Refresh()
}

// askKey says where the key is kept.
func (f *roleForm) askKey(provider string) {
	if provider == "builtin" {
		return
	}
	background(f.page.border, "key/"+string(f.model.name), func(context.Context) (string, error) {
		return f.page.desk.models.KeyPlace(provider)
	}, func(place string, err error) {
		if err != nil {
			setParagraph(f.keyNote, f.page.words.explain(err).sentence())
			return
		}
		setParagraph(f.keyNote, f.page.words.keyLine(place))
	})
}

// save keeps the key if one was written, and then the choice. One that cannot
// be used is not taken: the one before goes on.
func (f *roleForm) save() {
	c, key := f.choice(), strings.TrimSpace(f.key.Text)
	background(f.page.border, "key/save/"+string(f.model.name), func(ctx context.Context) (struct{}, error) {
		if err := f.page.desk.models.CheckModel(ctx, c); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, f.keep(c.Provider, key)
	}, func(_ struct{}, err error) {
		if err != nil {
			f.say(f.page.words.notTaken(err), look.Bad)
			return
		}
		f.key.SetText("")
		f.askKey(valueOf(f.model.providers, f.provider.Selected))
		f.page.calls.Change(func(s *companion.Settings) { *choiceOf(s, f.model.name) = c }, f.saved)
	})
}

// notTaken says why a choice was not taken, and that the one before goes on.
func (w words) notTaken(err error) string {
	return w.explain(err).sentence() + " " + w.T("model.kept")
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
		f.say(f.page.words.explain(err).sentence(), look.Bad)
		return
	}
	f.say(f.page.words.T("model.saved"), look.OK)
}

// test asks the model for a word.
func (f *roleForm) test() {
	c, key := f.choice(), strings.TrimSpace(f.key.Text)
	f.say(f.page.words.T("test.running"), look.Muted)
	background(f.page.border, "test/"+string(f.model.name), func(ctx context.Context) (companion.ModelTest, error) {
		if err := f.keep(c.Provider, key); err != nil {
			return companion.ModelTest{}, err
		}
		return f.page.desk.models.TestModel(ctx, c)
	}, func(t companion.ModelTest, err error) {
		if err != nil {
			f.say(f.page.words.explain(err).sentence(), look.Bad)
			return
		}
		f.say(f.page.words.testLine(t), look.OK)
	})
}

func (f *roleForm) say(text string, token fyne.ThemeColorName) {
	f.result.SetInk(inkOf(token))
	setParagraph(f.result, text)
	f.result.Show()
	f.content.Refresh()
}
