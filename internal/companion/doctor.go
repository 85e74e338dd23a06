package companion

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yumori/internal/card"
	"yumori/internal/store"
)

// A Diagnosis is what Doctor found in one place.
type Diagnosis struct {
	Place    string          `json:"place"` // "home" or a persona's slug
	Problems []store.Problem `json:"problems"`
	// Indexing says that the indexes are still being brought up to date, and
	// were not examined.
	Indexing bool `json:"indexing,omitempty"`
}

// Doctor examines the home and every persona: each file, journal, history and
// link between them. It changes nothing. It takes some seconds for a home of
// many years; ctx ends it early.
func (h *Home) Doctor(ctx context.Context) ([]Diagnosis, error) {
	found := []Diagnosis{{Place: "home", Problems: append(h.home.Dir().Check(ctx), h.ledger.Check(ctx)...)}}
	slugs, err := h.home.Personas()
	if err != nil {
		return nil, fmt.Errorf("examine home: %w", err)
	}
	for _, slug := range slugs {
		if err := ctx.Err(); err != nil {
			return found, err
		}
		d := Diagnosis{Place: slug}
		c, err := h.Companion(ctx, slug)
		if err != nil {
			d.Problems = append(d.Problems, store.Problem{Name: slug, What: err.Error()})
			if dir, derr := h.home.Persona(slug); derr == nil {
				d.Problems = append(d.Problems, dir.Check(ctx)...)
			}
		} else {
			var problems []store.Problem
			problems, d.Indexing = examine(ctx, c)
			d.Problems = append(d.Problems, problems...)
		}
		found = append(found, d)
	}
	return found, nil
}

// indexCheckWait is how long a check waits for the indexes to be up to date.
const indexCheckWait = 30 * time.Second

// examine examines one persona; indexing says that its indexes were not.
func examine(ctx context.Context, c *Companion) (problems []store.Problem, indexing bool) {
	problems = c.dir.Check(ctx)
	problems = append(problems, c.persona.Check(ctx)...)
	problems = append(problems, c.log.Check(ctx)...)
	problems = append(problems, c.mind.Check(ctx)...)
	problems = append(problems, c.withdraw.Orphans(ctx)...)
	problems = append(problems, c.taint.Problems()...)
	problems = append(problems, store.ProblemsOf(c.home.pins.Problems(c.slug))...)
	index, indexing := c.Memories.Check(ctx, indexCheckWait)
	problems = append(problems, index...)
	problems = append(problems, c.Dreams.checkDreams(ctx)...)
	if _, err := c.prompts.Lore(); err != nil {
		problems = append(problems, store.Problem{Name: card.LoreFile, What: err.Error()})
	}
	return append(problems, lostAttachments(ctx, c)...), indexing
}

// lostAttachments looks for messages whose attachment is gone.
func lostAttachments(ctx context.Context, c *Companion) []store.Problem {
	var problems []store.Problem
	cursor, err := c.log.At(c.log.Head())
	for err == nil && ctx.Err() == nil {
		page, perr := c.log.Page(cursor, 200)
		if perr != nil {
			err = perr
			break
		}
		for _, m := range page.Messages {
			for _, a := range m.Attachments {
				if v, verr := c.dir.Version(a.Path); verr != nil || v == "" {
					problems = append(problems, store.Problem{Name: a.Path, What: "attachment of message " + string(m.ID) + " is missing"})
				}
			}
		}
		if !page.More {
			break
		}
		cursor = page.Next
	}
	if err != nil && !errors.Is(err, context.Canceled) && c.log.Head() != "" {
		problems = append(problems, store.Problem{Name: "log.jsonl", What: err.Error()})
	}
	return problems
}
