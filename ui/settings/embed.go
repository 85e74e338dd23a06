package settings

import (
	"cmp"
	"context"
	"strings"
	"time"

	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/retrieval"
	"yumori/retrieval/embedding"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// This file is the choice of what makes vectors of texts, so that a memory is
// found by what it means.

// embedLocal is a compatible server on this machine, which is a choice of its
// own: nothing leaves the machine then.
const embedLocal = "local"

// localServer is where a model server on this machine usually listens.
const localServer = "http://localhost:11434/v1"

// embedders are the choices, in the order they are offered.
func embedders(w page.Words) []widget.Choice {
	return []widget.Choice{
		{Value: "builtin", Word: w.T("embed.builtin")}, {Value: embedLocal, Word: w.T("embed.local")}, {Value: "auto", Word: w.T("embed.auto")},
		{Value: "openai", Word: w.T("provider.openai")}, {Value: "gemini", Word: w.T("provider.gemini")},
	}
}

// embedFallbacks are what may take over.
func embedFallbacks(w page.Words) []widget.Choice {
	return []widget.Choice{{Value: "", Word: w.T("embed.fallback.none")}, {Value: "openai", Word: "OpenAI"}, {Value: "gemini", Word: w.T("provider.gemini")}}
}

// embedAbout says what a choice means: what leaves this machine and who is
// paid.
func embedAbout(c config.EmbedderChoice, w page.Words) string {
	switch c.Provider {
	case "auto":
		return w.T("embed.about.auto")
	case "openai":
		if isOwnMachine(c.BaseURL) {
			return w.T("embed.about.local")
		}
		if c.BaseURL == "" {
			return w.T("embed.about.away", "whom", "OpenAI")
		}
		return w.T("embed.about.away", "whom", w.T("embed.server"))
	case "gemini":
		return w.T("embed.about.away", "whom", w.T("provider.gemini"))
	}
	return w.T("embed.about.builtin")
}

// isOwnMachine reports whether an address is of this machine.
func isOwnMachine(address string) bool { return config.ModelChoice{BaseURL: address}.Local() }

// A vectorModel is how the vectors stand, in words.
type vectorModel struct {
	text, problem string
	busy          widget.When // they are being made
}

// vectorView puts the state of the vectors into words. It is pure.
func vectorView(list []retrieval.IndexState, w page.Words) vectorModel {
	chunks, vectors := 0, 0
	var of *embedding.State
	for _, s := range list {
		chunks += s.Chunks
		if s.Embedder != nil {
			vectors += s.Vectors
			if of == nil || of.InUse == "" {
				of = s.Embedder
			}
		}
	}
	switch {
	case of == nil:
		return vectorModel{text: w.N("embed.none", chunks)}
	case of.InUse != "":
		m := vectorModel{problem: vectorProblem(*of, w), busy: widget.When(of.Filling > 0)}
		m.text = w.N("embed.in_use", chunks, "model", of.InUse, "dim", page.Thousands(of.Dim), "vectors", page.Thousands(vectors))
		return m
	case of.Problem != "":
		return vectorModel{text: w.T("embed.waiting"), problem: vectorProblem(*of, w)}
	}
	return vectorModel{text: w.N("embed.making", of.Filling, "chunks", page.Thousands(chunks)), busy: true}
}

// vectorProblem says what is wrong with an embedder, or not done yet.
func vectorProblem(e embedding.State, w page.Words) string {
	switch {
	case e.Failure != nil:
		return w.Explain(e.Failure).Sentence()
	case e.Left > 0:
		return w.N("embed.left", e.Left)
	}
	return ""
}

// An embedderForm chooses the embedder.
type embedderForm struct {
	page      *Page
	providers []widget.Choice
	fallbacks []widget.Choice

	provider *widget.Picker
	address  *widget.Field
	name     *widget.Field
	key      *widget.Field
	lan      *widget.Check
	batch    *widget.Check
	fallback *widget.Picker
	about    *prose.Text
	keyNote  *prose.Text
	result   *prose.Text
	state    *prose.Text
	problem  *prose.Text
	more     *fyne.Container
	found    string            // the address of a server on this machine
	server   fyne.CanvasObject // the address, with its name
	keyed    fyne.CanvasObject
	content  fyne.CanvasObject
}

func (p *Page) newEmbedderForm() *embedderForm {
	w := p.Words
	f := &embedderForm{page: p, providers: embedders(w), fallbacks: embedFallbacks(w), found: localServer}
	f.provider = widget.NewPicker(widget.WordsOf(f.providers), func(string) { f.chosen() })
	f.address = widget.NewField(p.Calls.Key)
	f.address.SetPlaceHolder(w.T("model.address.hint"))
	f.address.OnChanged = func(string) {
		widget.SetParagraph(f.about, embedAbout(f.choice(), w))
		f.offerBatch()
		f.askKey(serviceOf(f.choice()))
	}
	f.name = widget.NewField(p.Calls.Key)
	f.name.SetPlaceHolder(w.T("embed.name.hint"))
	f.key = widget.NewSecretField(p.Calls.Key)
	f.lan = widget.NewCheck(w.T("model.lan"), nil)
	f.batch = widget.NewCheck(w.T("embed.batch"), nil)
	f.fallback = widget.NewPicker(widget.WordsOf(f.fallbacks), nil)
	f.about = widget.Paragraph("", look.Muted, look.SizeHint)
	f.keyNote = widget.Paragraph("", look.Muted, look.SizeHint)
	f.result = widget.Paragraph("", look.Muted, "")
	f.state = widget.Paragraph("", look.Text, look.SizeHint)
	f.problem = widget.Paragraph("", look.Bad, look.SizeHint)
	f.result.Hide()
	f.problem.Hide()
	save := widget.NewButton(w.T("embed.save"), f.save)
	save.Importance = fynewidget.HighImportance
	f.server = widget.Labelled(w.T("model.address"), f.address)
	f.keyed = widget.Labelled(w.T("model.key"), widget.Rows(2, f.key, f.keyNote))
	f.more = widget.Rows(look.Inside, f.server, widget.Labelled(w.T("model.name"), f.name), f.keyed, f.lan, f.batch,
		widget.Rows(look.Half, widget.Paragraph(w.T("embed.fallback"), look.Muted, look.SizeHint), f.fallback),
		widget.FlowLeft(save, widget.NewButton(w.T("model.test"), f.test)))
	f.content = widget.Rows(look.Inside, widget.Paragraph(w.T("embed.hint"), look.Muted, look.SizeHint), f.provider, f.about, f.more, f.result, f.state, f.problem)
	return f
}

// show sets the form to what the settings say.
func (f *embedderForm) show(c config.EmbedderChoice) {
	switch {
	case c.Provider == "":
		c.Provider = "builtin"
	case c.Provider == "openai" && isOwnMachine(c.BaseURL):
		c.Provider = embedLocal
	}
	f.provider.SetSelected(widget.WordOf(f.providers, c.Provider))
	f.address.SetText(c.BaseURL)
	f.name.SetText(c.Name)
	f.lan.SetChecked(c.LAN)
	f.batch.SetChecked(c.Batch)
	f.fallback.SetSelected(widget.WordOf(f.fallbacks, c.Fallback))
	f.arrange()
}

// choice is what the form says.
func (f *embedderForm) choice() config.EmbedderChoice {
	c := config.EmbedderChoice{Provider: widget.ValueOf(f.providers, f.provider.Selected)}
	if c.Provider == "builtin" {
		return config.EmbedderChoice{}
	}
	c.Name, c.Fallback = strings.TrimSpace(f.name.Text), widget.ValueOf(f.fallbacks, f.fallback.Selected)
	switch c.Provider {
	case "openai":
		c.BaseURL, c.LAN = strings.TrimSpace(f.address.Text), f.lan.Checked
		c.Batch = f.batch.Checked && c.BaseURL == ""
	case embedLocal:
		c.Provider, c.BaseURL = "openai", cmp.Or(strings.TrimSpace(f.address.Text), localServer)
	}
	return c
}

// chosen is called when another provider was chosen. To have none holds at
// once.
func (f *embedderForm) chosen() {
	provider := widget.ValueOf(f.providers, f.provider.Selected)
	if !f.page.filling && (provider == embedLocal) != isOwnMachine(f.address.Text) {
		f.address.SetText("") // it is of the choice before
		if provider == embedLocal {
			f.address.SetText(f.found)
		}
	}
	if !f.page.filling {
		f.result.Hide() // it was said of the choice before
	}
	f.arrange()
	if !f.page.filling && provider == "builtin" {
		f.save()
	}
}

// offer takes the model servers that were found on this machine.
func (f *embedderForm) offer(servers []models.Server) {
	f.found = localServer
	if len(servers) > 0 {
		f.found = servers[0].BaseURL
	}
}

func (f *embedderForm) arrange() {
	c, provider := f.choice(), widget.ValueOf(f.providers, f.provider.Selected)
	widget.SetParagraph(f.about, embedAbout(c, f.page.Words))
	widget.SetVisible(f.more, widget.When(c.Configured()))
	widget.SetVisible(f.keyed, widget.When(provider == "openai" || provider == "gemini"))
	widget.SetVisible(f.server, widget.When(provider == "openai" || provider == embedLocal))
	widget.SetVisible(f.lan, widget.When(provider == "openai"))
	f.offerBatch()
	if f.keyed.Visible() && c.Configured() {
		f.askKey(serviceOf(c))
	}
	f.content.Refresh()
}

// offerBatch shows the choice of batches where it is one: of OpenAI itself.
func (f *embedderForm) offerBatch() {
	own := widget.ValueOf(f.providers, f.provider.Selected) == "openai" && strings.TrimSpace(f.address.Text) == ""
	widget.SetVisible(f.batch, widget.When(own))
}

// serviceOf is whose key an embedder wants.
func serviceOf(c config.EmbedderChoice) string {
	return config.ModelChoice{Provider: c.Provider, BaseURL: c.BaseURL}.Service()
}

// askKey says where the key of a service is kept.
func (f *embedderForm) askKey(service string) {
	page.Background(f.page.Dispatcher, "key/embedder", func(context.Context) (string, error) {
		return f.page.home.Models.KeyPlace(service)
	}, func(place string, err error) {
		line, hint := keyLine(f.page.Words, place, err)
		widget.SetParagraph(f.keyNote, line)
		f.key.SetPlaceHolder(hint)
	})
}

// keep keeps the key if one was written.
func (f *embedderForm) keep(service, key string) error {
	if key == "" {
		return nil
	}
	_, err := f.page.home.Models.SetKey(service, key)
	return err
}

// save keeps the key and then the choice, which holds at once. One that cannot
// be used is not taken: the one before goes on.
func (f *embedderForm) save() {
	c, key := f.choice(), strings.TrimSpace(f.key.Text)
	page.Background(f.page.Dispatcher, "embedder/save", func(ctx context.Context) (struct{}, error) {
		if err := f.page.home.Tests.CheckEmbedder(ctx, c); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, f.keep(serviceOf(c), key)
	}, func(_ struct{}, err error) {
		if err != nil {
			f.say(notTaken(f.page.Words, err), look.Bad)
			return
		}
		f.key.SetText("")
		f.page.Calls.Change(func(s *config.Settings) {
			c.Cache = s.Embedder.Cache
			if c.Provider == s.Embedder.Provider && c.Name == s.Embedder.Name {
				c.Price, c.Dim = s.Embedder.Price, s.Embedder.Dim // of another model they would be wrong
			}
			s.Embedder = c
		}, func(err error) {
			if err != nil {
				f.say(f.page.Words.Explain(err).Sentence(), look.Bad)
				return
			}
			f.say(f.page.Words.T("model.saved"), look.OK)
			f.page.readVectors(0)
		})
	})
}

// test asks the embedder for the vector of a word.
func (f *embedderForm) test() {
	w, c, key := f.page.Words, f.choice(), strings.TrimSpace(f.key.Text)
	f.say(w.T("test.running"), look.Muted)
	page.Background(f.page.Dispatcher, "embedder/test", func(ctx context.Context) (models.EmbedderTest, error) {
		if err := f.keep(serviceOf(c), key); err != nil {
			return models.EmbedderTest{}, err
		}
		return f.page.home.Tests.TestEmbedder(ctx, c)
	}, func(t models.EmbedderTest, err error) {
		if err != nil {
			f.say(w.Explain(err).Sentence(), look.Bad)
			return
		}
		f.say(w.T("embed.tested", "model", t.Model, "dim", page.Thousands(t.Dim), "seconds", tenths(t.Took)), look.OK)
	})
}

func (f *embedderForm) say(text string, token fyne.ThemeColorName) {
	f.result.SetInk(widget.InkOf(token))
	widget.SetParagraph(f.result, text)
	f.result.Show()
	f.content.Refresh()
}

// tell shows how the vectors stand.
func (f *embedderForm) tell(m vectorModel) {
	widget.SetParagraph(f.state, m.text)
	widget.SetVisible(f.problem, widget.When(m.problem != ""))
	if m.problem != "" {
		widget.SetParagraph(f.problem, m.problem)
	}
	f.content.Refresh()
}

// vectorsAgain is how soon the vectors are looked at again while they are made.
const vectorsAgain = 2 * time.Second

// readVectors looks how the vectors stand, after a while, and again while they
// are being made.
func (p *Page) readVectors(after time.Duration) {
	if p.companion == nil {
		p.embedder.state.Hide()
		return
	}
	page.Background(p.Dispatcher, kindVectors, func(ctx context.Context) ([]retrieval.IndexState, error) {
		if after > 0 {
			if err := p.Dispatcher.Pause(ctx, after); err != nil {
				return nil, err
			}
		}
		return p.companion.Indexes(ctx)
	}, func(list []retrieval.IndexState, err error) {
		if err != nil {
			return // the page of the memories tells of it
		}
		m := vectorView(list, p.Words)
		p.embedder.tell(m)
		if m.busy {
			p.readVectors(vectorsAgain)
		}
	})
}

// kindVectors is the task that looks at the vectors.
const kindVectors = "settings/vectors"

// Close ends what the page had begun for itself.
func (p *Page) Close() {
	p.Dispatcher.Drop(kindVectors)
	p.Dispatcher.Drop(kindTry)
}
