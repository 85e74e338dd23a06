package exchange

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"yumori/internal/imports"
)

// A TavernReport says what came in of the data folder of SillyTavern, or would.
type TavernReport struct {
	Personas []TavernPersona `json:"personas"`
	Left     []imports.Left  `json:"left"`
}

// A TavernPersona is a character with its talks.
type TavernPersona struct {
	Card  CardReport     `json:"card"`
	Talks []ImportReport `json:"talks"`
}

// ImportTavern makes a persona of each character in the data folder of SillyTavern,
// and puts the talks with it into its log. Each card and each talk comes in as a
// whole or not at all; one that cannot be used is counted in Left, and what is here
// already stays as it is. When ctx ends, what came in so far is whole.
func (x *Exchange) ImportTavern(ctx context.Context, r ImportRequest) (TavernReport, error) {
	return x.tavern(ctx, r, x.ImportCard, x.Import)
}

// PreviewTavern says what ImportTavern would do, and does nothing.
func (x *Exchange) PreviewTavern(ctx context.Context, r ImportRequest) (TavernReport, error) {
	card := func(ctx context.Context, file, _ string) (CardReport, error) { return x.PreviewCard(ctx, file) }
	return x.tavern(ctx, r, card, x.PreviewImport)
}

func (x *Exchange) tavern(
	ctx context.Context, r ImportRequest,
	card func(ctx context.Context, file, slug string) (CardReport, error),
	talk func(context.Context, ImportRequest) (ImportReport, error),
) (TavernReport, error) {
	report := TavernReport{Personas: []TavernPersona{}}
	source, err := imports.Open(ctx, r.Path, imports.Options{Kind: imports.Tavern})
	if err != nil {
		return report, fmt.Errorf("import %q: %w", r.Path, err)
	}
	list := source.Characters()
	left := source.Left
	if err := source.Close(); err != nil {
		return report, fmt.Errorf("import %q: %w", r.Path, err)
	}
	in := func(name string) string { return filepath.Join(r.Path, filepath.FromSlash(name)) }
	for _, c := range list {
		made, err := card(ctx, in(c.Card), "")
		if spoilt(err) {
			left.Add(c.Card, imports.WhyDamaged)
			left.AddN("chats", imports.WhyNoPlace, len(c.Chats))
			continue
		}
		if err != nil {
			return report, err
		}
		p := TavernPersona{Card: made, Talks: []ImportReport{}}
		for _, name := range c.Chats {
			t, err := talk(ctx, ImportRequest{Path: in(name), Kind: imports.Chat, Persona: made.Slug, User: r.User, Progress: r.Progress})
			if spoilt(err) {
				left.Add(name, imports.WhyDamaged)
				continue
			}
			if err != nil {
				return report, err
			}
			p.Talks = append(p.Talks, t)
		}
		report.Personas = append(report.Personas, p)
	}
	report.Left = left.List()
	return report, nil
}

// spoilt reports whether a file cannot be brought in for what it holds: the
// others can.
func spoilt(err error) bool { return errors.Is(err, ErrCard) || errors.Is(err, ErrImport) }
