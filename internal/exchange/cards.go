package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"yumori/internal/card"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
)

// ErrTaken says that a persona has the folder that a new one should get.
var ErrTaken = errors.New("there is such a persona")

// ErrCard says that a file cannot be used as a character card.
var ErrCard = card.ErrCard

// A CardError says which file cannot be used as a card, and why. It is an
// ErrCard.
type CardError struct {
	File   string
	Reason string // a card.Reason
	Err    error
}

// Error names the file.
func (e *CardError) Error() string { return fmt.Sprintf("import %q: %v", e.File, e.Err) }

// Unwrap returns the reason in full.
func (e *CardError) Unwrap() error { return e.Err }

// PreviewCard says what ImportCard would make of a file, and makes nothing.
func (x *Exchange) PreviewCard(ctx context.Context, file string) (CardReport, error) {
	p, err := x.readCard(ctx, file)
	if err != nil {
		return CardReport{}, err
	}
	return p.report, nil
}

// ImportCard makes a persona of a character card: a PNG, a CharX or JSON, as its
// content says. What the card says is text of somebody else: a turn that holds
// it has its changes held for the user, until they declare the card to be their
// own (TrustDocument with its hash). A card that is here already makes nothing;
// the report names the persona. slug names the new folder; "" makes a name, and
// one that is taken is ErrTaken. On an error, and when the program is killed,
// there is no new persona. The error for a file that is no usable card is a
// *CardError.
//
// A book of lore alone is no persona: its entries go into the lore of the one that
// slug names, of First if it is "".
func (x *Exchange) ImportCard(ctx context.Context, file, slug string) (CardReport, error) {
	p, err := x.readCard(ctx, file)
	if err != nil || p.report.Again {
		return p.reportOf(), err
	}
	if p.card == nil {
		return x.importLore(ctx, p, slug)
	}
	made, err := persona.CreateWith(x.opt.Home, p.profile, persona.Beginning{
		Files: p.files, Slug: slug, Fill: func(d *store.Dir) error { return p.fill(ctx, x, d) },
	})
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w: %q", ErrTaken, slug)
	}
	if err != nil {
		return CardReport{}, fmt.Errorf("import %q: %w", file, err)
	}
	p.report.Slug = made
	x.opt.Host.PersonasChanged()
	return p.report, nil
}

func (p *cardPlan) reportOf() CardReport {
	if p == nil {
		return CardReport{}
	}
	return p.report
}

// readCard reads a file of this machine and says what it would make.
func (x *Exchange) readCard(ctx context.Context, file string) (*cardPlan, error) {
	data, err := store.ReadGiven(file, card.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	p, err := x.planCard(file, data)
	var bad *card.Error
	if errors.As(err, &bad) && bad.Reason == card.NotCard {
		if p, ok := planLore(file, data); ok {
			return p, ctx.Err()
		}
	}
	if errors.As(err, &bad) {
		return nil, &CardError{File: file, Reason: string(bad.Reason), Err: err}
	}
	if err != nil {
		return nil, fmt.Errorf("import %q: %w", file, err)
	}
	slugs, err := x.opt.Home.Personas()
	if err != nil {
		return nil, fmt.Errorf("import %q: %w", file, err)
	}
	for _, slug := range slugs {
		if from := x.cardOf(slug); from != nil && from.Hash == p.profile.Imported.Hash {
			p.report.Slug, p.report.Again = slug, true
		}
	}
	return p, ctx.Err()
}

// cardOf returns which card a persona was made of; nil: none.
func (x *Exchange) cardOf(slug string) *persona.Imported {
	pr, _ := x.profileOf(slug)
	return pr.Imported
}

// fill puts what is no text into the folder of a new persona: the card as it came,
// the pictures, and the greetings as the beginnings there are of a conversation.
func (p *cardPlan) fill(ctx context.Context, x *Exchange, d *store.Dir) error {
	if _, err := d.Import(p.profile.Imported.Kept, bytes.NewReader(p.data), card.MaxFile); err != nil {
		return err
	}
	for name, data := range p.pictures {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := d.Import(name, bytes.NewReader(data), persona.MaxExpression); err != nil {
			return err
		}
	}
	if len(p.openings) == 0 {
		return ctx.Err()
	}
	log, err := transcript.Open(d, transcript.Options{Now: x.opt.Now})
	if err != nil {
		return err
	}
	from := p.profile.Imported
	marks := transcript.Marks{{Kind: transcript.ForeignCard, Name: from.Source, Hash: from.Hash}}
	for _, text := range slices.Backward(p.openings) { // the first is shown: it is the newest
		if _, err := log.Append(transcript.Message{Role: transcript.RolePersona, Text: text, Foreign: marks}); err != nil {
			return err
		}
	}
	return ctx.Err()
}
