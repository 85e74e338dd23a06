package importing

import (
	"context"
	"errors"

	"yumori/internal/exchange"
	"yumori/internal/imports"
)

// take finds out what a file or folder is and goes a course with it. What nobody
// knows is tried as a card: that says best what it is not.
func (d Home) take(ctx context.Context, c importMethod, r Request, tell func(int)) (found, error) {
	kind, err := d.Importer.Recognise(ctx, r.Path, r.Kind)
	unknown := false
	if bad := new(imports.Error); errors.As(err, &bad) && bad.Reason == imports.Unknown && r.Kind == "" {
		kind, unknown = imports.Card, true
	} else if err != nil {
		return found{}, err
	}
	f := found{kind: kind}
	req := exchange.ImportRequest{Path: r.Path, Kind: kind, Persona: r.Persona, User: r.User, Progress: tell}
	switch kind {
	case imports.Card:
		report, cerr := c.card(ctx, r.Path, r.Persona)
		if unknown && errors.Is(cerr, exchange.ErrCard) {
			return f, err
		}
		f.card, err = &report, cerr
	case imports.Tavern:
		report, terr := c.tavern(ctx, req)
		f.tavern, err = &report, terr
	default:
		if kind.MakesPersona() {
			req.Persona = ""
		}
		report, terr := c.talk(ctx, req)
		f.talk, err = &report, terr
	}
	return f, err
}
