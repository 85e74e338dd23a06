package companion

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/retrieval"
)

// layerKnown holds what the user told of themselves, on whatever day: no
// question needs the words in which that was said.
const layerKnown = "known"

// knownFacts is how many facts of the user the prompt holds.
const knownFacts = 16

// A knownLine is a fact in the prompt.
type knownLine struct{ Date, Text string }

// addKnown takes in what the user told of themselves.
func (d *drafting) addKnown(ctx context.Context) error {
	l, err := known(ctx, d.c.mind.Facts, d.c.recall, d.c.persona.Profile().Language)
	if err != nil {
		d.c.logger.Warn("read what is known of the user", "error", err)
	} else if l.text != "" {
		d.add(PlanSection{Name: l.name, Text: l.text, values: llm.Section{Memories: l.memories}}, nil)
	}
	return ctx.Err()
}

// known makes the layer of what the user told of themselves; "" if that is
// nothing. Its values are the messages that this rests on, in the user's words.
func known(ctx context.Context, bank *facts.Bank, r *retrieval.Service, language string) (innerLayer, error) {
	list, err := bank.Profile(knownFacts)
	if err != nil || len(list) == 0 {
		return innerLayer{}, err
	}
	var lines []knownLine
	var said []llm.Memory
	for _, f := range list {
		lines = append(lines, knownLine{f.Time.Format(time.DateOnly), f.Text})
		for _, id := range f.Sources {
			m, err := r.Find(ctx, id)
			if err != nil || slices.ContainsFunc(said, func(o llm.Memory) bool { return o.ID == id }) {
				continue // a line written by hand has no message, and speaks for itself in the text
			}
			said = append(said, llm.Memory{ID: id, Kind: string(m.Kind), Time: f.Time, Speaker: m.Speaker, Text: m.Content})
		}
	}
	texts, err := innerTexts(language)
	if err != nil {
		return innerLayer{}, err
	}
	text, err := rendered(texts, layerKnown, lines)
	if err != nil {
		return innerLayer{}, fmt.Errorf("make layer %s: %w", layerKnown, err)
	}
	return innerLayer{name: layerKnown, text: text, memories: said}, nil
}

// A Told is something the user told of themselves or of theirs.
type Told struct {
	Fact string // id
	Says string // in a sentence to the user
	Time time.Time
}

// toldMatters is the least importance of what counts as worth telling.
const toldMatters = 0.6

// ToldQuery asks for what ToldIn makes sentences of.
func ToldQuery() facts.Query {
	return facts.Query{Types: []facts.Type{facts.World}, Kinds: []memory.Kind{memory.Told}, Holding: true}
}

// ToldIn is what facts say, in sentences to the user, whose name may be "";
// what matters most goes first.
func ToldIn(list []facts.Fact, user string) []Told {
	list = slices.DeleteFunc(slices.Clone(list), func(f facts.Fact) bool {
		return f.Category == facts.Other || f.Importance < toldMatters && f.Importance > 0 // 0: written by hand
	})
	slices.SortStableFunc(list, func(a, b facts.Fact) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), b.Time.Compare(a.Time))
	})
	var told []Told
	for _, f := range list {
		t := Told{Fact: f.ID, Says: facts.Addressed(f.Text, user), Time: f.Time}
		if !slices.ContainsFunc(told, func(o Told) bool { return o.Says == t.Says }) {
			told = append(told, t)
		}
	}
	return told
}
