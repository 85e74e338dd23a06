package settings

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// typingPause is how long nothing is typed before what was typed is asked for.
const typingPause = 600 * time.Millisecond

// A ModelStore lists and downloads the models of a server.
type ModelStore interface {
	ListModels(context.Context, config.ModelChoice) ([]models.Info, error)
	PullModel(context.Context, config.ModelChoice, func(models.PullProgress)) error
	SuggestModels() []models.Suggestion
}

// A ServerModels is the part of a role's form that is about the models a server
// has, and those that can be downloaded.
type ServerModels struct {
	form    *RoleForm
	local   map[string]string // addresses of servers that were found on this machine, by supplier
	Note    *prose.Text       // how many models there are
	Name    *widget.Field
	Get     *widget.Button
	offers  *fyne.Container
	Box     *page.PullBox
	fetch   *fyne.Container // what begins a download
	Content *fyne.Container
}

func newServerModels(f *RoleForm) *ServerModels {
	w, calls := f.page.Words, f.page.Calls
	s := &ServerModels{form: f, local: map[string]string{}, Note: widget.Paragraph("", look.Muted, look.SizeHint)}
	s.Name = widget.NewField(calls.Key)
	s.Name.SetPlaceHolder(w.T("pull.name.hint"))
	s.Name.OnSubmitted = func(string) { s.pull(s.Name.Text) }
	s.Get = widget.NewButton(w.T("pull.use"), func() { s.pull(s.Name.Text) })
	s.offers = widget.FlowLeft()
	s.fetch = widget.Rows(look.Half, widget.NewCaption(w.T("pull.another"), look.Muted, look.SizeHint), s.Name, s.offers, widget.FlowLeft(s.Get))
	s.Box = page.NewPullBox(w, calls.Pull, func() { f.content.Refresh() })
	s.Content = widget.Rows(look.Inside, s.fetch)
	return s
}

// pull downloads a model, to be used for this role.
func (s *ServerModels) pull(name string) {
	c := s.form.choice()
	c.Name = strings.TrimSpace(name)
	s.form.page.Calls.Pull.Begin(s.form.model.name, c)
}

// prefill puts the usual address of the supplier in, and takes out what was of
// another.
func (s *ServerModels) prefill() {
	f, of := s.form, s.form.supplier()
	address := of.Address
	if at, ok := s.local[of.ID]; ok {
		address = at
	}
	f.Address.SetText(address)
	f.Name.SetText("")
	f.Name.SetOptions(nil)
	widget.SetParagraph(s.Note, "")
}

// offer takes what was found on this machine.
func (s *ServerModels) offer(of page.Machine) {
	w := s.form.page.Words
	for _, server := range slices.Backward(of.Servers) { // the first of a kind counts
		s.local[page.SupplierOf(config.ModelChoice{Provider: cmp.Or(server.Provider, "openai"), BaseURL: server.BaseURL}).ID] = server.BaseURL
	}
	s.offers.Objects = nil
	for i, each := range of.Suited {
		s.offers.Add(widget.NewButton(w.Suggestion(of.Suited, i), func() { s.Name.SetText(each.Name) }))
	}
}

// Read lists the models of the server, after a while.
func (s *ServerModels) Read(after time.Duration) {
	f := s.form
	if f.supplier().ID == page.SupplierBasic {
		return
	}
	b, choice := f.page.Dispatcher, f.choice()
	kind := "models/" + string(f.model.name)
	if f.nowhere(choice) {
		b.Drop(kind)
		widget.SetParagraph(s.Note, "")
		return
	}
	page.Background(b, kind, func(ctx context.Context) ([]models.Info, error) {
		if after > 0 {
			if err := b.Pause(ctx, after); err != nil {
				return nil, err
			}
		}
		return f.page.home.Store.ListModels(ctx, choice)
	}, s.list)
}

// list offers the models there are.
func (s *ServerModels) list(models []models.Info, err error) {
	w := s.form.page.Words
	var names []string
	for _, m := range models {
		if !m.Embeds { // it does not talk
			names = append(names, m.Name)
		}
	}
	s.form.Name.SetOptions(names)
	s.form.refuse(err)
	ink, text := look.Muted, w.N("model.there", len(names))
	switch {
	case errors.Is(err, llm.ErrKey) && !s.form.hasKey:
		text = w.T("model.there.key")
	case err != nil:
		ink, text = look.Bad, w.Explain(err).Sentence()
	case len(names) == 0 && s.form.supplier().IsOllama():
		text = w.T("model.there.none")
	}
	s.Note.SetInk(widget.InkOf(ink))
	widget.SetParagraph(s.Note, text)
	if strings.TrimSpace(s.form.Name.Text) == "" && len(names) > 0 {
		s.form.Name.SetText(names[0])
	}
	s.form.content.Refresh()
}

// showPull shows a download, where this role began it.
func (s *ServerModels) showPull(p page.PullState) {
	own := p.Choice.Name != "" && p.Role == s.form.model.name
	widget.SetVisible(s.fetch, widget.When(!own))
	if p.Running {
		s.Get.Disable()
	} else {
		s.Get.Enable()
	}
	m := page.PullModel{}
	if own {
		m = page.PullView(p, s.form.page.Words)
	}
	if s.Box.Show(m) {
		s.form.content.Refresh()
	}
}

// ShowPull shows a download in the form that it is for.
func (p *Page) ShowPull(pull page.PullState) {
	for _, f := range p.Roles {
		f.ServerModels.showPull(pull)
	}
}
