package exchange

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"yumori/internal/card"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/persona"
)

// planLore reads lore that stands alone, and says what there is of it.
func planLore(file string, data []byte) (*cardPlan, bool) {
	b, err := card.ReadBook(data)
	if err != nil || len(b.Entries) == 0 {
		return nil, false
	}
	p := &cardPlan{lore: b}
	p.profile.Imported = &persona.Imported{Source: firstRunes(llm.OneLine(filepath.Base(file)), persona.MaxName)}
	p.report.Imported = CardParts{Kind: "lore", Version: 3, Name: llm.OneLine(card.Text(b.Name)), Fields: []string{}, Expressions: []string{}}
	p.report.Left = []LeftOfCard{}
	p.countLore(b)
	for _, f := range b.Flaws {
		p.left(card.LoreFile, LeftFlaw, f)
	}
	return p, true
}

// countLore says how many entries there are.
func (p *cardPlan) countLore(b *card.Book) {
	p.report.Imported.Lore = len(b.Entries)
	for _, e := range b.Entries {
		if e.Enabled && e.Off == "" && !e.Never {
			p.report.Imported.LoreOn++
		}
	}
}

// importLore adds lore to that of a persona. From then on its lore is not its
// card's alone: who called the card their own did not speak for this.
func (x *Exchange) importLore(ctx context.Context, p *cardPlan, slug string) (CardReport, error) {
	if slug == "" {
		first, err := x.opt.Host.First()
		if err != nil {
			return CardReport{}, err
		}
		slug = first
	}
	c, err := x.opt.Host.Living(ctx, slug)
	if err != nil {
		return CardReport{}, err
	}
	err = store.Retry(func() error { return p.joinLore(c) })
	if bad := new(card.Error); errors.As(err, &bad) {
		return CardReport{}, &CardError{File: p.profile.Imported.Source, Reason: string(bad.Reason), Err: err}
	}
	if err != nil {
		return CardReport{}, fmt.Errorf("import lore: %w", err)
	}
	p.report.Slug = slug
	return p.report, nil
}

// joinLore writes the persona's lore with what is new.
func (p *cardPlan) joinLore(c Living) error {
	text, err := c.Dir.ReadText(card.LoreFile)
	joined := p.lore
	p.report.Again = false
	if err == nil {
		var there *card.Book
		if there, err = card.ReadBook([]byte(text.S)); err != nil {
			return err
		}
		var added int
		if joined, added, err = there.With(p.lore); err != nil {
			return err
		}
		if p.report.Again = added == 0; p.report.Again {
			return nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	pr := c.Persona.Profile()
	if pr.Imported != nil && slices.Contains(pr.Imported.Files, card.LoreFile) {
		pr.Imported.Files = slices.DeleteFunc(pr.Imported.Files, func(f string) bool { return f == card.LoreFile })
		if err := c.Persona.Set(pr); err != nil {
			return err
		}
	}
	data, err := joined.File()
	if err != nil {
		return err
	}
	return c.Dir.Replace(card.LoreFile, text.Version, data, store.Cause{Kind: store.CauseImport, Note: p.profile.Imported.Source})
}
