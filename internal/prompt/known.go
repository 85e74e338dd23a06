package prompt

import (
	"context"
	"fmt"
	"slices"
	"time"

	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/retrieval"
)

// LayerKnown holds what the user told of themselves, on whatever day: no
// question needs the words in which that was said.
const LayerKnown = "known"

// knownFacts is how many facts of the user the prompt holds.
const knownFacts = 16

// A knownLine is a fact in the prompt.
type knownLine struct{ Date, Text string }

// addKnown takes in what the user told of themselves.
func (d *draft) addKnown(ctx context.Context) error {
	l, err := known(ctx, d.c.opt.Mind.Facts, d.c.opt.Recall, d.c.opt.Persona.Profile().Language)
	if err != nil {
		d.c.opt.Logger.Warn("read what is known of the user", "error", err)
	} else if l.Text != "" {
		d.add(Section{Name: l.Name, Text: l.Text, values: llm.Section{Memories: l.memories}}, nil)
	}
	return ctx.Err()
}

// known makes the layer of what the user told of themselves; "" if that is
// nothing. Its values are the messages that this is derived from, in the user's words.
func known(ctx context.Context, bank *facts.Bank, r *retrieval.Service, language string) (Layer, error) {
	list, err := bank.Profile(knownFacts)
	if err != nil || len(list) == 0 {
		return Layer{}, err
	}
	var lines []knownLine
	var said []memory.Item
	for _, f := range list {
		lines = append(lines, knownLine{f.Time.Format(time.DateOnly), f.Text})
		for _, id := range f.Sources {
			m, err := r.Find(ctx, id)
			if err != nil || slices.ContainsFunc(said, func(o memory.Item) bool { return o.ID == id }) {
				continue // a line written by hand has no message, and speaks for itself in the text
			}
			said = append(said, memory.Item{ID: id, Kind: m.Kind, Time: f.Time, Speaker: m.Speaker, Text: m.Content})
		}
	}
	texts, err := Texts(language)
	if err != nil {
		return Layer{}, err
	}
	text, err := Render(texts, LayerKnown, lines)
	if err != nil {
		return Layer{}, fmt.Errorf("make layer %s: %w", LayerKnown, err)
	}
	return Layer{Name: LayerKnown, Text: text, memories: said}, nil
}
