package exchange

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"yumori/internal/attachment"
	"yumori/internal/card"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A persona that was made of a character card has the card's file as it came, so
// that it can go out again with all that is not used here; its lore, as a file
// of the third version of cards ({"spec": "lorebook_v3", "data": {"entries":
// […]}}), in which each entry has a switch "enabled"; and texts made of the rest.
const cardDir = "card" // card/original.png, .charx or .json

// A CardReport says what becomes of a card.
type CardReport struct {
	Slug     string       `json:"persona"` // "" nothing was made
	Again    bool         `json:"again,omitempty"`
	Imported CardParts    `json:"imported"`
	Left     []LeftOfCard `json:"left"`
}

// CardParts is what of a card comes in.
type CardParts struct {
	Kind        string   `json:"kind"` // "png", "charx", "json"; "lore" of a book alone
	Version     int      `json:"version"`
	Name        string   `json:"name"`
	Fields      []string `json:"fields"`
	Greetings   int      `json:"greetings"`
	Lore        int      `json:"lore"`         // entries
	LoreOn      int      `json:"lore_enabled"` // of them that can come up
	Portrait    bool     `json:"portrait"`
	Expressions []string `json:"expressions"`
	Author      string   `json:"creator,omitempty"`
	Edition     string   `json:"character_version,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Notes       string   `json:"creator_notes,omitempty"` // for the user to read
}

// A LeftOfCard is a part of a card that is kept with it and not used.
type LeftOfCard struct {
	What string  `json:"what"`
	Why  LeftWhy `json:"why"`
	Note string  `json:"note,omitempty"` // in plain words, for whoever looks closer
}

// A LeftWhy names why a part of a card is not used.
type LeftWhy string

// Why parts of a card are not used.
const (
	LeftLong    LeftWhy = "long"    // more than goes into a prompt
	LeftFlaw    LeftWhy = "flaw"    // not what it should be, or a pattern that cannot be used
	LeftGroup   LeftWhy = "group"   // for talks of several
	LeftRemote  LeftWhy = "remote"  // on a server, which is not asked
	LeftPicture LeftWhy = "picture" // no picture that can be shown
	LeftKind    LeftWhy = "kind"    // there is no place for it here
)

// A cardPlan is a persona that a card would make.
type cardPlan struct {
	card     *card.Card // nil: it is lore alone
	lore     *card.Book // that stands alone
	data     []byte
	report   CardReport
	profile  persona.Profile
	files    persona.Sample
	pictures map[string][]byte // by their names in the persona's folder
	openings []string          // the first greeting, and the others
}

//go:embed cards/expressions.json
var expressionWords []byte

// expressionOf is the feeling that a name of a picture stands for, by the names
// in cards/expressions.json.
var expressionOf = sync.OnceValues(func() (map[string]string, error) {
	var words map[string][]string
	if err := json.Unmarshal(expressionWords, &words); err != nil {
		return nil, fmt.Errorf("read expressions: %w", err)
	}
	all := map[string]string{}
	for category, list := range words {
		for _, w := range list {
			all[w] = category
		}
	}
	return all, nil
})

// planCard reads a card and says what would be made of it.
func (x *Exchange) planCard(file string, data []byte) (*cardPlan, error) {
	c, err := card.Read(data)
	if err != nil {
		return nil, err
	}
	name := cmp.Or(llm.OneLine(card.Text(c.Name)), llm.OneLine(card.Text(c.Nickname)), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	p := &cardPlan{card: c, data: data, pictures: map[string][]byte{}}
	p.profile = persona.Profile{
		Name: firstRunes(name, maxCardName), Language: languageOf(c),
		Imported: &persona.Imported{
			Source: firstRunes(llm.OneLine(filepath.Base(file)), persona.MaxName), Hash: string(store.VersionOf(data)),
			Kept: cardDir + "/original." + string(c.Kind), Called: firstRunes(llm.OneLine(card.Text(c.Nickname)), maxCardName),
		},
	}
	p.report.Imported = CardParts{
		Kind: string(c.Kind), Version: c.Version, Name: p.profile.Name, Author: c.Author, Edition: c.Edition, Tags: c.Tags, Notes: c.Notes,
		Fields: fieldsOf(c), Expressions: []string{},
	}
	p.report.Left = []LeftOfCard{}
	for _, f := range c.Flaws {
		p.left("card", LeftFlaw, f)
	}
	if err := p.write(x); err != nil {
		return nil, err
	}
	p.greet()
	return p, p.paint()
}

// maxCardName is the most characters of a persona's name taken from a card.
const maxCardName = 100

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}

// languageOf guesses which of the program's languages a card is in.
func languageOf(c *card.Card) string {
	if strings.ContainsFunc(c.Description+c.First+c.Personality, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }) {
		return "ja"
	}
	return "en"
}

// fieldsOf names the fields that have something in them.
func fieldsOf(c *card.Card) []string {
	fields := []string{}
	for _, f := range []struct{ name, text string }{
		{"name", c.Name}, {"nickname", c.Nickname}, {"description", c.Description}, {"personality", c.Personality}, {"scenario", c.Scenario},
		{"first_mes", c.First}, {"alternate_greetings", strings.Join(c.Alternate, "")}, {"mes_example", c.Example},
		{"system_prompt", c.System}, {"post_history_instructions", c.PostHistory}, {"creator_notes", c.Notes},
	} {
		if strings.TrimSpace(f.text) != "" {
			fields = append(fields, f.name)
		}
	}
	return fields
}

func (p *cardPlan) left(what string, why LeftWhy, note string) {
	p.report.Left = append(p.report.Left, LeftOfCard{what, why, note})
}

// write makes the texts of the persona: those of the sample that are no character,
// and those of the card.
func (p *cardPlan) write(x *Exchange) error {
	files, err := persona.ReadSample(x.opt.Samples, p.profile.Language)
	if err != nil {
		return err
	}
	files.Rename(attachment.PlainName(p.profile.Name)) // our words must not hold those of a card
	for _, own := range []persona.File{persona.Soul, persona.Identity, persona.Core} {
		delete(files, string(own))
	}
	texts, err := cardTexts(p.card, p.profile)
	if err != nil {
		return err
	}
	if b := p.card.Book; b != nil && len(b.Entries) > 0 {
		data, err := b.File()
		if err != nil {
			return err
		}
		texts[card.LoreFile] = string(data)
		p.countLore(b)
	}
	for name, text := range texts {
		files[name] = text
		p.profile.Imported.Files = append(p.profile.Imported.Files, name)
		if n := utf8.RuneCountInString(text); n > persona.MaxFile && name != card.LoreFile {
			p.left(name, LeftLong, fmt.Sprintf("%d of %d characters", persona.MaxFile, n))
		}
	}
	slices.Sort(p.profile.Imported.Files)
	p.files = files
	return nil
}

// cardTexts makes the texts of a card: the character, and what else it says.
func cardTexts(c *card.Card, pr persona.Profile) (persona.Sample, error) {
	data := struct {
		Name, Called, Description, Personality, Scenario, First, Example, System, PostHistory string
		Alternate                                                                             []string
	}{
		pr.Name, pr.Imported.Called, card.Text(c.Description), card.Text(c.Personality), card.Text(c.Scenario),
		card.Text(c.First), card.Text(c.Example), card.Text(c.System), card.Text(c.PostHistory), nil,
	}
	for _, a := range c.Alternate {
		data.Alternate = append(data.Alternate, card.Text(a))
	}
	soul, err := rendered("soul", pr.Language, data)
	if err != nil {
		return nil, err
	}
	rest, err := rendered("rest", pr.Language, data)
	if err != nil {
		return nil, err
	}
	made := persona.Sample{string(persona.Soul): strings.TrimSpace(soul) + "\n"}
	if rest = strings.TrimSpace(rest); rest != "" {
		made[string(persona.Card)] = rest + "\n"
	}
	return made, nil
}

// greet takes the greetings that can stand in the conversation.
func (p *cardPlan) greet() {
	char := cmp.Or(p.profile.Imported.Called, p.profile.Name)
	user := map[string]string{"ja": "あなた", "en": "you"}[p.profile.Language]
	for i, g := range slices.Concat([]string{p.card.First}, p.card.Alternate) {
		text := card.Resolve(card.Text(g), char, user)
		switch {
		case text == "":
		case len(text) > transcript.MaxText:
			p.left(fmt.Sprintf("greeting %d", i+1), LeftLong, "")
		default:
			p.openings = append(p.openings, text)
		}
	}
	p.report.Imported.Greetings = len(p.openings)
	if n := len(p.card.GroupOnly); n > 0 {
		p.left("group_only_greetings", LeftGroup, fmt.Sprint(n))
	}
}

// paint takes the pictures that can be shown: of each feeling the first, and for
// the persona at rest its portrait.
func (p *cardPlan) paint() error {
	known, err := expressionOf()
	if err != nil {
		return err
	}
	painted := map[string]bool{}
	for _, a := range p.card.Assets {
		category := known[strings.ToLower(strings.TrimSpace(a.Name))]
		if a.Type != "emotion" || painted[category] {
			category = ""
		}
		switch why := p.paintAsset(a, category); {
		case why != "":
			p.left(a.Type+" "+a.Name, why, "")
		case category != "":
			painted[category] = true
			p.report.Imported.Expressions = append(p.report.Imported.Expressions, category)
		}
	}
	portrait := p.card.Picture
	if a, ok := p.card.Portrait(); ok {
		portrait, _ = p.card.Asset(a)
	}
	if portrait == nil {
		return nil
	}
	if p.report.Imported.Portrait = painted["neutral"] || p.picture("neutral", portrait); !p.report.Imported.Portrait {
		p.left("portrait", LeftPicture, "")
	}
	return nil
}

// paintAsset takes the picture of a feeling, "" for none, or says why it cannot.
func (p *cardPlan) paintAsset(a card.Asset, category string) LeftWhy {
	data, here := p.card.Asset(a)
	remote := strings.HasPrefix(a.URI, "http:") || strings.HasPrefix(a.URI, "https:")
	switch {
	case remote:
		return LeftRemote
	case a.Type == "icon" && (here || a.URI == "ccdefault:"): // the portrait is taken last
		return ""
	case category == "":
		return LeftKind
	case !here || !p.picture(category, data):
		return LeftPicture
	}
	return ""
}

// picture takes a picture for a feeling, if it is one that can be shown.
func (p *cardPlan) picture(category string, data []byte) bool {
	if len(data) > persona.MaxExpression {
		return false
	}
	ext := attachment.Extension(http.DetectContentType(data))
	switch ext {
	case ".png", ".jpg":
		c, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil || c.Width <= 0 || c.Height <= 0 || c.Width > attachment.MaxPixels/c.Height {
			return false
		}
	case ".webp":
	default:
		return false
	}
	p.pictures[persona.ExpressionsDir+"/"+category+ext] = data
	return true
}
