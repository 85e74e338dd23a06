package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// ollamaLocal is where Ollama usually listens.
const ollamaLocal = "http://localhost:11434"

// typingPause is how long nothing is typed before what was typed is asked for.
const typingPause = 600 * time.Millisecond

// A modelStore lists and downloads the models of a server.
type modelStore interface {
	ListModels(context.Context, companion.ModelChoice) ([]companion.ModelInfo, error)
	PullModel(context.Context, companion.ModelChoice, func(companion.PullProgress)) error
	SuggestModels() []companion.ModelSuggestion
}

// A modelShelf is the part of a role's form that is about the models a server
// has, and those that can be downloaded.
type modelShelf struct {
	form    *roleForm
	local   string      // the address of a server on this machine
	note    *prose.Text // how many models there are
	name    *widget.Field
	get     *widget.Button
	offers  *fyne.Container
	box     *page.PullBox
	fetch   *fyne.Container // what begins a download
	content *fyne.Container
}

func newModelShelf(f *roleForm) *modelShelf {
	w, calls := f.page.Words, f.page.Calls
	s := &modelShelf{form: f, local: ollamaLocal, note: widget.Paragraph("", look.Muted, look.SizeHint)}
	s.name = widget.NewField(calls.Key)
	s.name.SetPlaceHolder(w.T("pull.name.hint"))
	s.name.OnSubmitted = func(string) { s.pull(s.name.Text) }
	s.get = widget.NewButton(w.T("pull.use"), func() { s.pull(s.name.Text) })
	s.offers = widget.FlowLeft()
	s.fetch = widget.Rows(look.Half, widget.NewCaption(w.T("pull.another"), look.Muted, look.SizeHint), s.name, s.offers, widget.FlowLeft(s.get))
	s.box = page.NewPullBox(w, calls.Pull, func() { f.content.Refresh() })
	s.content = widget.Rows(look.Inside, s.fetch)
	return s
}

// pull downloads a model, to be used for this role.
func (s *modelShelf) pull(name string) {
	c := s.form.choice()
	c.Name = strings.TrimSpace(name)
	s.form.page.Calls.Pull.Begin(s.form.model.name, c)
}

// prefill puts the usual address in, or takes it out again.
func (s *modelShelf) prefill() {
	f := s.form
	switch isUsual := f.address.Text == s.local; {
	case f.provided() == page.ProviderOllama && !isUsual:
		f.address.SetText(s.local)
		f.name.SetText("")
	case f.provided() != page.ProviderOllama && isUsual:
		f.address.SetText("")
		f.name.SetText("")
		f.name.SetOptions(nil)
	}
}

// offer takes what was found on this machine.
func (s *modelShelf) offer(of page.Machine) {
	w := s.form.page.Words
	if at := slices.IndexFunc(of.Servers, func(each companion.Server) bool { return each.Provider == page.ProviderOllama }); at >= 0 {
		s.local = of.Servers[at].BaseURL
	}
	s.offers.Objects = nil
	for _, each := range of.Suited {
		word := w.T("pull.about", "model", each.Name, "size", page.Gigabytes(each.Download))
		s.offers.Add(widget.NewButton(word, func() { s.name.SetText(each.Name) }))
	}
}

// read lists the models of the server, after a while.
func (s *modelShelf) read(after time.Duration) {
	f := s.form
	if f.provided() != page.ProviderOllama {
		return
	}
	b, choice := f.page.Border, f.choice()
	page.Background(b, "models/"+string(f.model.name), func(ctx context.Context) ([]companion.ModelInfo, error) {
		if after > 0 {
			if err := b.Pause(ctx, after); err != nil {
				return nil, err
			}
		}
		return f.page.desk.store.ListModels(ctx, choice)
	}, s.list)
}

// list offers the models there are.
func (s *modelShelf) list(models []companion.ModelInfo, err error) {
	w := s.form.page.Words
	var names []string
	for _, m := range models {
		if !m.Embeds { // it does not talk
			names = append(names, m.Name)
		}
	}
	s.form.name.SetOptions(names)
	ink, text := look.Muted, w.N("model.there", len(names))
	switch {
	case err != nil:
		ink, text = look.Bad, w.Explain(err).Sentence()
	case len(names) == 0:
		text = w.T("model.there.none")
	}
	s.note.SetInk(widget.InkOf(ink))
	widget.SetParagraph(s.note, text)
	if strings.TrimSpace(s.form.name.Text) == "" && len(names) > 0 {
		s.form.name.SetText(names[0])
	}
	s.form.content.Refresh()
}

// showPull shows a download, where this role began it.
func (s *modelShelf) showPull(p page.PullState) {
	own := p.Choice.Name != "" && p.Role == s.form.model.name
	widget.SetVisible(s.fetch, widget.When(!own))
	if p.Running {
		s.get.Disable()
	} else {
		s.get.Enable()
	}
	m := page.PullModel{}
	if own {
		m = page.PullView(p, s.form.page.Words)
	}
	if s.box.Show(m) {
		s.form.content.Refresh()
	}
}

// showPull shows a download in the form that it is for.
func (p *settingsPage) showPull(pull page.PullState) {
	for _, f := range p.roles {
		f.shelf.showPull(pull)
	}
}
