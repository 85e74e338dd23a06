package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"yumori/internal/card"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/persona"
)

// ErrExportKind says that nothing is written into files of such a name.
var ErrExportKind = errors.New("want a name that ends in .png, .charx, .json, .md, .jsonl or .zip")

// An ExportReport says what a persona was written to.
type ExportReport struct {
	Slug     string   `json:"persona"`
	File     string   `json:"file"`
	Kind     string   `json:"kind"`
	Messages int      `json:"messages,omitempty"` // of its talk
	Files    int      `json:"files,omitempty"`    // of the whole persona
	Left     []string `json:"left"`               // what such a file has no place for
}

// ExportCard writes a persona as a character card of version 3 into a file of
// this machine, of the kind that its name ends in: .png (which older programs
// read as well), .charx or .json. A persona that was made of a card goes out with
// everything the card had, and with what was changed here: its name, character
// and lore. What it remembers is no part of a card. It returns ErrNoPersona, and
// ErrExportKind for another ending.
func (x *Exchange) ExportCard(ctx context.Context, slug, file string) (ExportReport, error) {
	kind := card.Kind(strings.ToLower(strings.TrimPrefix(filepath.Ext(file), ".")))
	if !slices.Contains([]card.Kind{card.PNG, card.CharX, card.JSON}, kind) {
		return ExportReport{}, fmt.Errorf("export to %q: %w", file, ErrExportKind)
	}
	c, err := x.opt.Host.Living(ctx, slug)
	if err != nil {
		return ExportReport{}, err
	}
	made, err := c.card()
	if err != nil {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, err)
	}
	data, left, err := made.Encode(kind)
	if err != nil {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, err)
	}
	if err := store.WriteGiven(file, data); err != nil {
		return ExportReport{}, fmt.Errorf("export %s: %w", slug, err)
	}
	return ExportReport{Slug: slug, File: file, Kind: string(kind), Left: append([]string{}, append(left, c.unlikeCard(made)...)...)}, nil
}

// unlikeCard names the texts made of the card that were changed since and cannot
// be told apart into its parts again.
func (c Living) unlikeCard(made *card.Card) []string {
	text, err := c.Dir.ReadText(string(persona.Card))
	pr := c.Persona.Profile()
	if err != nil || pr.Imported == nil {
		return nil
	}
	if texts, err := cardTexts(made, pr); err == nil && texts[string(persona.Card)] != text.S {
		return []string{string(persona.Card)}
	}
	return nil
}

// card makes the persona's card: the one it was made of with what was changed
// since, or a new one.
func (c Living) card() (*card.Card, error) {
	made, err := c.ownCard()
	if errors.Is(err, fs.ErrNotExist) {
		made, err = card.New(c.Persona.Profile().Name)
	}
	if err != nil {
		return nil, err
	}
	// The soul is looked at while the card has its own name.
	for _, change := range []func(*card.Card) (*card.Card, error){c.putSoul, c.putName, c.putLore, c.putPicture} {
		if made, err = change(made); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// ownCard reads the card that the persona was made of; fs.ErrNotExist if there is
// none.
func (c Living) ownCard() (*card.Card, error) {
	from := c.Persona.Profile().Imported
	if from == nil || from.Kept == "" {
		return nil, fs.ErrNotExist
	}
	f, err := c.Dir.Open(from.Kept)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, card.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", from.Kept, err)
	}
	return card.Read(data)
}

// putName gives the card the persona's name, if that is not what became of the
// card's.
func (c Living) putName(made *card.Card) (*card.Card, error) {
	name := c.Persona.Profile().Name
	if name == firstRunes(llm.OneLine(card.Text(made.Name)), maxCardName) {
		return made, nil
	}
	return made.Set("name", name)
}

// putSoul makes the character that of SOUL.md, if that was changed since, or was
// never a card's.
func (c Living) putSoul(made *card.Card) (*card.Card, error) {
	text, err := c.Dir.ReadText(string(persona.Soul))
	if errors.Is(err, fs.ErrNotExist) {
		return made, nil
	}
	if err != nil {
		return nil, err
	}
	pr := c.Persona.Profile()
	if pr.Imported != nil && pr.Imported.Kept != "" {
		was := pr
		was.Name = firstRunes(llm.OneLine(card.Text(made.Name)), maxCardName)
		for _, p := range []persona.Profile{pr, was} {
			if texts, err := cardTexts(made, p); err == nil && texts[string(persona.Soul)] == text.S {
				return made, nil
			}
		}
	}
	for member, value := range map[string]string{"description": withoutTitle(text.S), "personality": "", "scenario": ""} {
		if made, err = made.Set(member, value); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// withoutTitle is a SOUL.md without the heading that has the name.
func withoutTitle(soul string) string {
	soul = strings.TrimSpace(soul)
	if first, rest, _ := strings.Cut(soul, "\n"); strings.HasPrefix(first, "# ") {
		return strings.TrimSpace(rest)
	}
	return soul
}

// putLore makes the lore that of card.LoreFile, switches included.
func (c Living) putLore(made *card.Card) (*card.Card, error) {
	text, err := c.Dir.ReadText(card.LoreFile)
	if errors.Is(err, fs.ErrNotExist) {
		if made.Book == nil || len(made.Book.Entries) == 0 {
			return made, nil
		}
		return made.Set("character_book", nil) // it was thrown away
	}
	if err != nil {
		return nil, err
	}
	b, err := card.ReadBook([]byte(text.S))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", card.LoreFile, err)
	}
	if made.Book != nil && sameJSON(made.Book.Data(), b.Data()) {
		return made, nil
	}
	return made.Set("character_book", b.Data())
}

// sameJSON reports whether two texts of JSON are the same but for their layout.
func sameJSON(a, b []byte) bool {
	var one, other bytes.Buffer
	return json.Compact(&one, a) == nil && json.Compact(&other, b) == nil && bytes.Equal(one.Bytes(), other.Bytes())
}

// putPicture gives a card without a picture that of the persona at rest.
func (c Living) putPicture(made *card.Card) (*card.Card, error) {
	if _, ok := made.Portrait(); ok || made.Picture != nil {
		return made, nil
	}
	data, err := persona.Expression(c.Dir, "")
	if err != nil || data == nil {
		return made, nil //nolint:nilerr // a card goes without as well
	}
	if fresh, err := made.WithPicture(data); err == nil {
		return fresh, nil
	}
	return made, nil
}
