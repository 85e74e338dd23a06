package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// providerOllama is the provider whose models can be downloaded.
const providerOllama = "ollama"

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
	box     *pullBox
	fetch   *fyne.Container // what begins a download
	content *fyne.Container
}

func newModelShelf(f *roleForm) *modelShelf {
	w, calls := f.page.words, f.page.calls
	s := &modelShelf{form: f, local: ollamaLocal, note: widget.Paragraph("", look.Muted, look.SizeHint)}
	s.name = widget.NewField(calls.Key)
	s.name.SetPlaceHolder(w.T("pull.name.hint"))
	s.name.OnSubmitted = func(string) { s.pull(s.name.Text) }
	s.get = widget.NewButton(w.T("pull.use"), func() { s.pull(s.name.Text) })
	s.offers = widget.FlowLeft()
	s.fetch = widget.Rows(look.Half, widget.NewCaption(w.T("pull.another"), look.Muted, look.SizeHint), s.name, s.offers, widget.FlowLeft(s.get))
	s.box = newPullBox(w, calls.Pull, func() { f.content.Refresh() })
	s.content = widget.Rows(look.Inside, s.fetch)
	return s
}

// pull downloads a model, to be used for this role.
func (s *modelShelf) pull(name string) {
	c := s.form.choice()
	c.Name = strings.TrimSpace(name)
	s.form.page.calls.Pull.Begin(s.form.model.name, c)
}

// prefill puts the usual address in, or takes it out again.
func (s *modelShelf) prefill() {
	f := s.form
	switch isUsual := f.address.Text == s.local; {
	case f.provided() == providerOllama && !isUsual:
		f.address.SetText(s.local)
		f.name.SetText("")
	case f.provided() != providerOllama && isUsual:
		f.address.SetText("")
		f.name.SetText("")
		f.name.SetOptions(nil)
	}
}

// offer takes what was found on this machine.
func (s *modelShelf) offer(of machine) {
	w := s.form.page.words
	if at := slices.IndexFunc(of.servers, func(each companion.Server) bool { return each.Provider == providerOllama }); at >= 0 {
		s.local = of.servers[at].BaseURL
	}
	s.offers.Objects = nil
	for _, each := range of.suited {
		word := w.T("pull.about", "model", each.Name, "size", gigabytes(each.Download))
		s.offers.Add(widget.NewButton(word, func() { s.name.SetText(each.Name) }))
	}
}

// read lists the models of the server, after a while.
func (s *modelShelf) read(after time.Duration) {
	f := s.form
	if f.provided() != providerOllama {
		return
	}
	b, choice := f.page.border, f.choice()
	background(b, "models/"+string(f.model.name), func(ctx context.Context) ([]companion.ModelInfo, error) {
		if after > 0 {
			if err := b.pause(ctx, after); err != nil {
				return nil, err
			}
		}
		return f.page.desk.store.ListModels(ctx, choice)
	}, s.list)
}

// list offers the models there are.
func (s *modelShelf) list(models []companion.ModelInfo, err error) {
	w := s.form.page.words
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
		ink, text = look.Bad, w.explain(err).sentence()
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
func (s *modelShelf) showPull(p pullState) {
	own := p.choice.Name != "" && p.role == s.form.model.name
	widget.SetVisible(s.fetch, widget.When(!own))
	if p.running {
		s.get.Disable()
	} else {
		s.get.Enable()
	}
	m := pullModel{}
	if own {
		m = pullView(p, s.form.page.words)
	}
	if s.box.show(m) {
		s.form.content.Refresh()
	}
}

// showPull shows a download in the form that it is for.
func (p *settingsPage) showPull(pull pullState) {
	for _, f := range p.roles {
		f.shelf.showPull(pull)
	}
}
