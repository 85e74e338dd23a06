package companion

import (
	"context"

	"yumori/internal/exchange"
)

// exchanging is the home to what goes in and out of it.
type exchanging struct{ h *House }

// Living is exchange.Host.
func (x exchanging) Living(ctx context.Context, slug string) (exchange.Living, error) {
	c, err := x.h.Companion(ctx, slug)
	if err != nil {
		return exchange.Living{}, err
	}
	return exchange.Living{
		Slug: slug, Dir: c.dir, Persona: c.persona, Log: c.log, Changed: func() { c.publish(TopicLog, c.log.Head()) },
	}, nil
}

// First is exchange.Host.
func (x exchanging) First() (string, error) { return x.h.First() }

// PersonasChanged is exchange.Host.
func (x exchanging) PersonasChanged() { x.h.personasChanged() }
