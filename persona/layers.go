package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/internal/card"
)

// A Mode says how much goes into a prompt.
type Mode string

// The modes of a prompt.
const (
	Full    Mode = "full"
	Minimal Mode = "minimal" // the program's own instructions are short ones: for small windows
)

// MaxPrompt is the most characters of all layers together.
const MaxPrompt = 150_000

// The daily log in the prompt.
const (
	dailyDays  = 3
	dailyShown = 500 // characters of each day, the newest
)

// A Budget is the room for a prompt and what is to be said of the turn.
type Budget struct {
	Characters int       // of all layers together; 0, and more than MaxPrompt, is MaxPrompt
	Now        time.Time // in the user's zone; zero is time.Now
	Model      string    // who will speak, for the runtime layer
	Channel    string    // where the talk takes place, such as "terminal"; "" is the window
	Toolless   bool      // no tools are offered: nothing speaks of them, TOOLS.md is left out
}

// The names of the layers, in the order of the prompt: what changes least
// comes first, so that providers' caches hit. Others put theirs in between.
const (
	LayerIdentity  = "identity"
	LayerSoul      = "soul"
	LayerCard      = "card"
	LayerTools     = "tools"
	LayerCore      = "core"
	LayerUser      = "user"
	LayerNotepad   = "notepad"
	LayerEvergreen = "evergreen"
	LayerDaily     = "daily"
	LayerBootstrap = "bootstrap"
	LayerRuntime   = "runtime"
	LayerChannel   = "channel"
)

// A Layer is one part of the prompt.
type Layer struct {
	Name    string   // one of the Layer constants
	Title   string   // its heading, in the persona's language
	Text    string   // Markdown, with the heading
	Size    int      // characters of Text
	Cuts    []Cut    // the files of which something was left out
	Files   []string // that went into it, in the persona's folder
	Texts   []Text   // of these files, as they stand in Text
	Foreign bool     // holds text that neither the user nor the persona wrote
}

// A Text is what of a file went into a layer.
type Text struct{ File, Text string }

// A Cut is what was left out of a file.
type Cut struct {
	File string `json:"file"`
	Left int    `json:"left"` // characters left out
	Of   int    `json:"of"`   // characters that the file has
}

// A Prompt is the layers of one turn, in order.
type Prompt struct {
	Layers   []Layer
	Problems []Problem // files that could not be used

	composer composer
	drafts   []*draft
}

// Fit makes a layer again with at most n characters and returns it; its Text is
// empty when nothing of it fits. It may be asked again for more. Like Layers it
// only fails on a bug in this package's texts.
func (p *Prompt) Fit(name string, n int) (Layer, error) {
	for _, d := range p.drafts {
		if d.layer.Name != name {
			continue
		}
		d.layer = Layer{Name: name, Foreign: d.layer.Foreign}
		for i := range d.pieces {
			d.pieces[i].max = d.pieces[i].bound
		}
		if err := p.composer.fill(d, n); err != nil {
			return Layer{}, fmt.Errorf("fit layer %s: %w", name, err)
		}
		return d.layer, nil
	}
	return Layer{Name: name}, nil
}

// Layers reads the persona's files and makes the layers of a prompt, empty
// ones left out; one of which nothing fitted is there with its Cuts and no Text. At most MaxFile characters of each file go in, and all layers
// keep to the budget: what a reply cannot do without is served first, the
// rest is cut, which the text says and Layer.Cuts tells. A file that cannot be
// used is a Problem; without SOUL.md a few sentences made from the name stand
// in. The error is a bug in the texts of this package, never a file.
func (p *Persona) Layers(mode Mode, b Budget) (Prompt, error) {
	if b.Characters <= 0 || b.Characters > MaxPrompt {
		b.Characters = MaxPrompt
	}
	if b.Now.IsZero() {
		b.Now = time.Now()
	}
	pr := p.Profile()
	c := composer{persona: p, mode: mode, from: pr.Imported, frame: frame{
		Name: pr.Name, UserName: pr.UserName, Language: pr.Language,
		Now: b.Now.Format(time.RFC3339), Weekday: weekday(int(b.Now.Weekday()), pr.Language),
		Model: oneLine(b.Model), Channel: oneLine(b.Channel), Toolless: b.Toolless,
	}}
	drafts := c.drafts(b.Now)
	if err := c.fit(drafts, b.Characters); err != nil {
		return Prompt{}, fmt.Errorf("make prompt: %w", err)
	}
	prompt := Prompt{Problems: c.problems, composer: c, drafts: drafts}
	for _, d := range drafts {
		if d.layer.Text != "" || len(d.layer.Cuts) > 0 {
			prompt.Layers = append(prompt.Layers, d.layer)
		}
	}
	return prompt, nil
}

// A composer makes the layers of one prompt.
type composer struct {
	persona  *Persona
	mode     Mode
	from     *Imported // of a card; nil: not
	frame    frame
	problems []Problem
}

// A draft is a layer that is being made.
type draft struct {
	layer    Layer
	text     string // name of its template
	rank     int    // 0 is served first when room is short
	required bool   // stays, whatever the room
	pieces   []piece
}

func (c *composer) drafts(now time.Time) []*draft {
	soul := &draft{layer: Layer{Name: LayerSoul}, text: "soul", rank: 3, pieces: c.read(Soul)}
	if len(soul.pieces) == 0 {
		soul.text = "soulless"
	} else if c.imported(Soul) {
		soul.text = "soul-card"
	}
	tools := &draft{layer: Layer{Name: LayerTools}, text: c.short("tools"), rank: 2, required: true}
	if !c.frame.Toolless {
		tools.pieces = c.read(Tools)
	}
	all := []*draft{
		{layer: Layer{Name: LayerIdentity}, text: c.short("identity"), rank: 1, required: true, pieces: c.read(Identity)},
		soul,
		c.filed(LayerCard, 11, Card),
		tools,
		c.filed(LayerCore, 4, Core),
		c.filed(LayerUser, 5, User),
		c.filed(LayerNotepad, 6, Notepad),
		c.filed(LayerEvergreen, 7, Evergreen),
		{layer: Layer{Name: LayerDaily}, text: LayerDaily, rank: 8, pieces: c.daily(now)},
		c.filed(LayerBootstrap, 9, Heartbeat, Bootstrap, Agents),
		{layer: Layer{Name: LayerRuntime}, text: "runtime", rank: 0, required: true},
	}
	if c.mode != Minimal {
		all = append(all, &draft{layer: Layer{Name: LayerChannel}, text: "channel", rank: 10})
	}
	for _, d := range all {
		d.layer.Foreign = slices.ContainsFunc(d.pieces, func(p piece) bool { return c.imported(File(p.File)) })
	}
	return slices.DeleteFunc(all, func(d *draft) bool {
		switch d.layer.Name {
		case LayerIdentity, LayerSoul, LayerTools, LayerRuntime, LayerChannel:
			return false
		}
		return len(d.pieces) == 0
	})
}

// short returns the name of a template, or of the short one in its place.
func (c *composer) short(name string) string {
	if c.mode == Minimal {
		return name + "-short"
	}
	return name
}

// filed drafts a layer that is there for its files.
func (c *composer) filed(name string, rank int, files ...File) *draft {
	return &draft{layer: Layer{Name: name}, text: name, rank: rank, pieces: c.read(files...)}
}

// read returns the files that can be used and have text in them.
func (c *composer) read(files ...File) []piece {
	var pieces []piece
	for _, f := range files {
		if text, ok := c.load(string(f)); ok {
			pieces = append(pieces, piece{File: string(f), Title: string(f), body: text, max: MaxFile, bound: MaxFile, keep: head})
		}
	}
	return pieces
}

// daily returns the last days' logs.
func (c *composer) daily(now time.Time) []piece {
	var pieces []piece
	for _, date := range lastDates(now, dailyDays) {
		text, ok := c.load(dailyFile(date))
		if text = withoutGaps(text, DailyText(text)); ok && text != "" {
			pieces = append(pieces, piece{File: dailyFile(date), Title: date, body: text, max: dailyShown, bound: dailyShown, keep: tail})
		}
	}
	return pieces
}

var gap = regexp.MustCompile(`\n(?:[ \t]*\n){2,}`)

// withoutGaps returns what is read of a daily log without the gaps that hidden
// entries leave; "" when they leave nothing but a title.
func withoutGaps(whole, read string) string {
	if whole == read {
		return read
	}
	read = strings.TrimSpace(gap.ReplaceAllString(read, "\n\n"))
	if strings.HasPrefix(read, "# ") && !strings.Contains(read, "\n") {
		return ""
	}
	return read
}

// load reads one file and notes a problem. Only the soul has to have text.
func (c *composer) load(name string) (string, bool) {
	needed := name == string(Soul)
	t, err := c.persona.dir.ReadText(name)
	text := strings.TrimSpace(t.S)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if needed {
			c.problem(name, Missing, "missing; a few sentences made from the name stand in")
		}
	case err != nil:
		c.problem(name, Unreadable, err.Error())
	case text == "":
		if needed {
			c.problem(name, Empty, "empty; a few sentences made from the name stand in")
		}
	case c.imported(File(name)):
		return c.foreign(text), true
	default:
		return text, true
	}
	return "", false
}

// imported reports whether a file holds the text of a card.
func (c *composer) imported(f File) bool {
	return f == Card || c.from != nil && slices.Contains(c.from.Files, string(f))
}

// cardMark is what texts of a card are fenced with; they cannot hold it.
const cardMark = "card-text"

// foreign is the text of a card as a model reads it: with the names it has places
// for, and without the mark it is fenced with.
func (c *composer) foreign(text string) string {
	user := c.frame.UserName
	if user == "" {
		user = map[string]string{"ja": "相手", "en": "the user"}[c.frame.Language]
	}
	char := c.frame.Name
	if c.from != nil && c.from.Called != "" {
		char = c.from.Called
	}
	return fencedMark.ReplaceAllString(card.Resolve(text, char, user), "card-…")
}

var fencedMark = regexp.MustCompile("(?i)" + cardMark)

func (c *composer) problem(name string, reason Reason, what string) {
	if !slices.ContainsFunc(c.problems, func(p Problem) bool { return p.File == name }) {
		c.problems = append(c.problems, Problem{File: name, Reason: reason, What: what})
	}
}

// fit fills the drafts, the first in rank first, until the room is used up. What
// the program itself says in required ones is set aside before.
func (c *composer) fit(drafts []*draft, room int) error {
	ranked := slices.Clone(drafts)
	slices.SortFunc(ranked, func(a, b *draft) int { return a.rank - b.rank })
	own := map[*draft]int{}
	for _, d := range ranked {
		if !d.required {
			continue
		}
		text, err := c.render(&draft{layer: d.layer, text: d.text, required: true})
		if err != nil {
			return err
		}
		own[d] = characters(text)
		room -= own[d]
	}
	for _, d := range ranked {
		room += own[d]
		if err := c.fill(d, room); err != nil {
			return err
		}
		room -= d.layer.Size
	}
	return nil
}

// fill makes the text of a draft, at most room characters unless the draft is
// required. Its last file is the first to be cut.
func (c *composer) fill(d *draft, room int) error {
	text, err := c.render(d)
	if err != nil {
		return err
	}
	for i := len(d.pieces) - 1; i >= 0 && characters(text) > room; i-- {
		p := &d.pieces[i]
		shown := min(p.max, characters(p.body))
		p.max = max(0, shown-(characters(text)-room)-markRoom)
		if text, err = c.render(d); err != nil {
			return err
		}
	}
	fits := characters(text) <= room || d.required
	d.layer.Texts = nil
	for _, p := range d.pieces {
		of := characters(p.body)
		cut := Cut{File: p.File, Left: p.cut, Of: of}
		if !fits {
			cut.Left = of
		}
		if cut.Left > 0 {
			d.layer.Cuts = append(d.layer.Cuts, cut)
		}
		if cut.Left < of {
			d.layer.Files = append(d.layer.Files, p.File)
			d.layer.Texts = append(d.layer.Texts, Text{p.File, p.Text})
		}
	}
	if !fits {
		return nil
	}
	title, _, _ := strings.Cut(text, "\n")
	d.layer.Text, d.layer.Size, d.layer.Title = text, characters(text), strings.TrimLeft(title, "# ")
	return nil
}

// markRoom is the room for the mark of a cut, in characters.
const markRoom = 60

func (c *composer) render(d *draft) (string, error) {
	f := c.frame
	for i := range d.pieces {
		p := &d.pieces[i]
		if err := c.shorten(p); err != nil {
			return "", err
		}
		if p.Text != "" {
			f.Pieces = append(f.Pieces, *p)
		}
	}
	if len(f.Pieces) == 0 && len(d.pieces) > 0 && d.text == d.layer.Name && !d.required && d.layer.Name != LayerTools {
		return "", nil // nothing is left of the files the layer is for
	}
	return f.text(d.text)
}

// An end of a text.
type end uint8

const (
	head end = iota
	tail
)

// shorten fills p.Text with what of p.body may be shown and a mark where it
// was cut.
func (c *composer) shorten(p *piece) error {
	cut := cutHead
	if p.keep == tail {
		cut = cutTail
	}
	p.Text, p.cut = cut(p.body, p.max)
	if p.cut == 0 || p.Text == "" {
		return nil
	}
	f := c.frame
	f.Cut = p.cut
	mark, err := f.text("cut")
	if err != nil {
		return err
	}
	mark = strings.TrimSpace(mark)
	if p.keep == tail {
		p.Text = mark + "\n" + strings.TrimSpace(p.Text)
	} else {
		p.Text = strings.TrimSpace(p.Text) + "\n" + mark
	}
	return nil
}
