package retrieval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yumori/internal/memory"
	"yumori/internal/transcript"
)

// ErrNoMemory says that there is no memory of an id, or that it was taken back.
var ErrNoMemory = errors.New("no such memory")

// A Turn is what a turn recalls for.
type Turn struct {
	Text   string               // the user's message
	Before string               // what they said before that
	Tokens int                  // the room there is
	Holds  func(id string) bool // what the prompt has already
}

// phraseShare is the one part of a turn's room that is kept for what is found
// word by word, should there be any.
const phraseShare = 3.5

// MostOthers is how many memories of what a model is given may be derived from text of
// others. A few such texts that fit every question cannot crowd out the rest.
const MostOthers = 4

// ForTurn recalls within the time a turn has for it. What does not work is done
// without, and noted.
func (r *Service) ForTurn(ctx context.Context, t Turn) Recollection {
	var notes []string
	if note := r.Ready(ctx); note != "" {
		notes = append(notes, note)
	}
	limit := r.opt.Limits.usual().Turn
	if r.opt.Settings().Models {
		limit += planningTime
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	phrases := int(float64(t.Tokens) / phraseShare)
	out, err := r.recollect(bounded, recallQuery{
		Query: Query{Ask: Ask{Text: t.Text, Before: t.Before}, InPrompt: t.Holds, Derived: recallDerived, Tokens: t.Tokens - phrases, Others: MostOthers},
		scope: Memories, phrases: phrases, middle: t.Text,
	})
	if err != nil {
		notes = append(notes, "nothing more was recalled: "+err.Error())
	}
	out.Notes = append(notes, out.Notes...)
	return out
}

// lookupTokens is what one call of a tool may bring.
const lookupTokens = 4_000

// A Search is what a tool looks for.
type Search struct {
	Text  string
	Items int                  // at most so many memories; 0: as many as there is room for
	Holds func(id string) bool // what the prompt has already
}

// Search looks something up for a tool, within the time a turn has for it.
func (r *Service) Search(ctx context.Context, s Search) (Recollection, error) {
	note := r.Ready(ctx)
	bounded, cancel := context.WithTimeout(ctx, r.opt.Limits.usual().Turn+planningTime)
	defer cancel()
	found, err := r.recollect(bounded, recallQuery{
		Query: Query{Ask: Ask{Text: s.Text}, InPrompt: s.Holds, Items: s.Items, Tokens: lookupTokens, Others: MostOthers},
		scope: Memories, most: s.Items,
	})
	if note != "" {
		found.Notes = append([]string{note}, found.Notes...)
	}
	return found, err
}

// byTool says that the chat model asked for a phrase.
const byTool = "tool"

// Said finds messages that hold a phrase word by word, some of the newest and
// of the oldest. holds tells what the prompt has already.
func (r *Service) Said(ctx context.Context, phrase string, holds func(id string) bool) (Recollection, error) {
	begin := time.Now()
	found := Recollection{Memories: []Memory{}}
	said, err := r.past.heldBy(ctx, pastQuestion{phrases: []string{phrase}, skip: r.Hidden.except(holds)})
	if err != nil {
		return found, err
	}
	for _, m := range said[0] {
		if r.past.unkept(string(m.ID)) {
			continue
		}
		found.Memories = append(found.Memories, r.past.memoryOf(m, phrase))
	}
	found.Phrases = []Phrase{{Text: phrase, By: byTool, Found: len(found.Memories)}}
	found.Millis = millis(time.Since(begin))
	r.finish(&found)
	return found, nil
}

// Find returns a memory by its id. It returns ErrNoMemory.
func (r *Service) Find(ctx context.Context, id string) (Memory, error) {
	if err := r.Retracted.Refresh(ctx); err != nil {
		return Memory{}, err
	}
	if r.Retracted.Has(id) || r.Hidden.all()[id] {
		return Memory{}, fmt.Errorf("find %q: %w", id, ErrNoMemory)
	}
	d, ok, err := r.indexes.document(id)
	if err == nil && !ok {
		d, err = r.past.message(id)
	}
	if err != nil {
		return Memory{}, err
	}
	found := Recollection{Memories: []Memory{memoryIn(d)}}
	r.finish(&found)
	return found.Memories[0], nil
}

// MemoryOf makes a memory of a message that holds a phrase, "" for any.
func (r *Service) MemoryOf(m transcript.Mention, phrase string) Memory {
	return r.past.memoryOf(m, phrase)
}

// Words fills in what memories say as it stands now, and where it stands if it
// has moved; what is no more says nothing, see Memory.Changed. The error is that
// of ctx.
func (r *Service) Words(ctx context.Context, list []Memory) error {
	r.Ready(ctx)
	for i, m := range list {
		found, err := r.standing(ctx, m)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			list[i].Content, list[i].Source = found.Content, found.Source
		case errors.Is(err, memory.ErrChanged):
			list[i].Changed = true
		case !errors.Is(err, ErrNoMemory):
			r.logger.Warn("look at what was recalled", "id", m.ID, "error", err)
		}
	}
	return nil
}

// standing returns a memory that was recalled once as it stands now. An id that a
// store keeps is that memory's for good. Others are made of where a text stands,
// and after an edit may be another's: what the sum of its line does not confirm
// is looked for in its file. It returns ErrNoMemory, or memory.ErrChanged.
func (r *Service) standing(ctx context.Context, m Memory) (Memory, error) {
	found, err := r.Find(ctx, m.ID)
	switch {
	case err != nil && !errors.Is(err, ErrNoMemory):
		return Memory{}, err
	case m.Source.Sum == 0 || m.Origin() == m.ID:
		found.Source = m.Source
		return found, err
	case err == nil && found.Source.Sum == m.Source.Sum:
		return found, nil
	}
	now, err := r.static.Documents(ctx, m.Source.File, 0)
	if err != nil {
		return Memory{}, err
	}
	if len(now.Documents) == 0 {
		return Memory{}, fmt.Errorf("find %q: %w", m.ID, ErrNoMemory)
	}
	places := make([]memory.Place, len(now.Documents))
	for i, d := range now.Documents {
		places[i] = d.Source
	}
	at, err := m.Source.Among(places)
	if err != nil {
		return Memory{}, err
	}
	found, err = r.Find(ctx, now.Documents[at].ID)
	if err == nil && found.Source.Sum != m.Source.Sum { // the index is behind
		err = memory.ErrChanged
	}
	return found, err
}
