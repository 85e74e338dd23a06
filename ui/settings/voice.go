package settings

import (
	"context"
	"errors"
	"strings"

	"yumori/internal/config"
	"yumori/internal/speech"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A voiceCard chooses what reads aloud: the system's voice or a speech server,
// which can be heard before it is taken.
type voiceCard struct {
	page                 *Page
	kinds                []voiceKind
	shown                config.VoiceChoice // what the settings said last
	tiles                *widget.Tiles
	address, name, model *widget.Field
	key                  *widget.Field   // a key that is written
	keyNote              *prose.Text     // where the key of the address is kept
	server               *fyne.Container // the fields of a server
	modelRow, keyRow     fyne.CanvasObject
	try                  *widget.Button
	note                 *prose.Text
	content              fyne.CanvasObject
}

// A voiceKind is one kind of voice: its tile, and what its fields hint at.
type voiceKind struct {
	server, title, note, address, name string
}

func voiceKinds(w page.Words) []voiceKind {
	return []voiceKind{
		{title: w.T("voice.system"), note: w.T("voice.system.note")},
		{"voicevox", "VOICEVOX", w.T("voice.voicevox.note"), "http://localhost:50021", w.T("voice.name.voicevox")},
		{"openai", w.T("voice.openai"), w.T("voice.openai.note"), "http://localhost:8880/v1", w.T("voice.name.openai")},
	}
}

// kindTry is the task of a voice that is tried.
const kindTry = "voice/try"

// The tasks of keys.
const (
	kindVoiceKey  = "voice/key"
	kindVoiceKeep = "voice/keep"
)

func newVoiceCard(p *Page) *voiceCard {
	w := p.Words
	c := &voiceCard{page: p, kinds: voiceKinds(w)}
	var tiles []widget.Tile
	for _, k := range c.kinds {
		tiles = append(tiles, widget.Tile{Title: k.title, Note: k.note})
	}
	c.tiles = widget.NewTiles(tiles, func(string) { c.chosen() })
	c.address, c.name, c.model = widget.NewField(p.Calls.Key), widget.NewField(p.Calls.Key), widget.NewField(p.Calls.Key)
	c.model.SetPlaceHolder(w.T("voice.model.hint"))
	c.modelRow = widget.Labelled(w.T("voice.model"), c.model)
	c.key, c.keyNote = widget.NewSecretField(p.Calls.Key), widget.Paragraph("", look.Muted, look.SizeHint)
	c.keyRow = widget.Labelled(w.T("model.key"), widget.Rows(2, c.key, c.keyNote))
	c.address.OnChanged = func(string) { c.askKey() }
	c.server = widget.Rows(look.Inside, widget.Labelled(w.T("voice.address"), c.address), widget.Labelled(w.T("voice.name"), c.name), c.modelRow, c.keyRow,
		widget.Paragraph(w.T("voice.private"), look.Muted, look.SizeHint))
	c.note = widget.Paragraph("", look.Muted, "")
	c.note.Hide()
	c.try = widget.NewButton(w.T("voice.try"), c.tryIt)
	use := widget.NewButton(w.T("voice.use"), c.use)
	aloud := p.newToggle(w.T("presence.aloud"), w.T("presence.aloud.hint"),
		func(s config.Settings) bool { return s.UI.ReadAloud },
		func(s *config.Settings, yes *bool) { s.UI.ReadAloud = *yes })
	blips := p.newToggle(w.T("presence.blips"), w.T("presence.blips.hint"),
		func(s config.Settings) bool { return s.UI.Blips },
		func(s *config.Settings, yes *bool) {
			if s.UI.Blips = *yes; *yes {
				c.sampleBlips()
			}
		})
	c.content = widget.Rows(look.Between, c.tiles, c.server, widget.FlowLeft(c.try, use), c.note, aloud, blips)
	c.arrange()
	return c
}

// sampleBlips lets those who turn the sounds on hear them, or says why they do not.
func (c *voiceCard) sampleBlips() {
	p := c.page
	if p.Sounds == nil {
		return
	}
	page.Background(p.Dispatcher, kindTry, func(ctx context.Context) (struct{}, error) {
		var g speech.Growing
		g.End(p.Words.T("voice.sample"))
		return struct{}{}, speech.Blip(ctx, p.Sounds, speech.PitchOf(""), &g)
	}, func(_ struct{}, err error) {
		if err != nil {
			c.say(p.Words.Explain(err).Sentence(), look.Bad)
		}
	})
}

// kind is the kind that is chosen.
func (c *voiceCard) kind() voiceKind {
	for _, k := range c.kinds {
		if k.title == c.tiles.Selected {
			return k
		}
	}
	return c.kinds[0]
}

// chosen puts in what the settings say of the kind that was chosen, and takes out
// what was written for another.
func (c *voiceCard) chosen() {
	v := c.shown
	if v.Server != c.kind().server {
		v = config.VoiceChoice{}
	}
	c.fill(v)
	c.key.SetText("")
	c.arrange()
}

func (c *voiceCard) fill(v config.VoiceChoice) {
	c.address.SetText(v.Address)
	c.name.SetText(v.Name)
	c.model.SetText(v.Model)
}

// arrange shows the fields of the kind that is chosen.
func (c *voiceCard) arrange() {
	k := c.kind()
	widget.SetVisible(c.server, widget.When(k.server != ""))
	widget.SetVisible(c.modelRow, widget.When(k.server == "openai"))
	widget.SetVisible(c.keyRow, widget.When(k.server == "openai"))
	c.address.SetPlaceHolder(k.address)
	c.name.SetPlaceHolder(k.name)
	c.say("", look.Muted)
	c.askKey()
}

// askKey says where the key of the address is kept.
func (c *voiceCard) askKey() {
	service := c.choice().Service()
	if service == "" {
		c.page.Dispatcher.Drop(kindVoiceKey)
		widget.SetParagraph(c.keyNote, "")
		return
	}
	page.Background(c.page.Dispatcher, kindVoiceKey, func(context.Context) (string, error) {
		return c.page.home.Models.KeyPlace(service)
	}, func(place string, err error) {
		line, hint := keyLine(c.page.Words, place, err)
		widget.SetParagraph(c.keyNote, line)
		c.key.SetPlaceHolder(hint)
	})
}

// keep keeps a key that was written, for the host of the address alone. It may
// take a while.
func (c *voiceCard) keep(v config.VoiceChoice, key string) error {
	service := v.Service()
	if key == "" || service == "" {
		return nil
	}
	_, err := c.page.home.Models.SetKey(service, key)
	return err
}

// written is the key that was written.
func (c *voiceCard) written() string { return strings.TrimSpace(c.key.Text) }

// show sets the card to what the settings say, unless it shows that already: what
// somebody has written meanwhile stays when other settings change.
func (c *voiceCard) show(v config.VoiceChoice) {
	if c.shown == v {
		return
	}
	c.shown = v
	for _, k := range c.kinds {
		if k.server == v.Server {
			c.tiles.SetSelected(k.title)
		}
	}
	c.fill(v)
}

// choice is what the card says; an address that is left out is the usual one.
func (c *voiceCard) choice() config.VoiceChoice {
	k := c.kind()
	if k.server == "" {
		return config.VoiceChoice{}
	}
	v := config.VoiceChoice{Server: k.server, Address: strings.TrimSpace(c.address.Text), Name: strings.TrimSpace(c.name.Text)}
	if v.Address == "" {
		v.Address = k.address
	}
	if k.server == "openai" {
		v.Model = strings.TrimSpace(c.model.Text)
	}
	return v
}

// tryIt has the voice say a sentence; pressed again it is silent at once.
func (c *voiceCard) tryIt() {
	p := c.page
	if p.Dispatcher.Busy(kindTry) {
		p.Dispatcher.Drop(kindTry)
		c.modelTrial(context.Canceled)
		return
	}
	if p.VoiceOf == nil {
		return
	}
	v, key := c.choice(), c.written()
	voice, sample := p.VoiceOf(v), p.Words.T("voice.sample")
	c.try.SetText(p.Words.T("voice.stop"))
	c.say(p.Words.T("voice.speaking"), look.Muted)
	page.Background(p.Dispatcher, kindTry, func(ctx context.Context) (struct{}, error) {
		if err := c.keep(v, key); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, voice.Read(ctx, sample)
	}, func(_ struct{}, err error) {
		c.modelTrial(err)
		c.askKey()
	})
}

// tried says how it went.
func (c *voiceCard) modelTrial(err error) {
	c.try.SetText(c.page.Words.T("voice.try"))
	switch {
	case errors.Is(err, context.Canceled):
		c.say("", look.Muted)
	case err != nil:
		c.say(c.page.Words.Explain(err).Sentence(), look.Bad)
	default:
		c.say(c.page.Words.T("voice.heard"), look.OK)
	}
}

// use takes the voice into the settings, after its key was kept.
func (c *voiceCard) use() {
	v, key := c.choice(), c.written()
	page.Background(c.page.Dispatcher, kindVoiceKeep, func(context.Context) (struct{}, error) {
		return struct{}{}, c.keep(v, key)
	}, func(_ struct{}, err error) {
		if err != nil {
			c.say(c.page.Words.Explain(err).Sentence(), look.Bad)
			return
		}
		c.key.SetText("")
		c.page.change(func(s *config.Settings) { s.UI.Voice = v })
		c.say(c.page.Words.T("voice.used"), look.OK)
		c.askKey()
	})
}

func (c *voiceCard) say(text string, ink fyne.ThemeColorName) {
	c.note.SetInk(widget.InkOf(ink))
	widget.SetParagraph(c.note, text)
	widget.SetVisible(c.note, widget.When(text != ""))
}
