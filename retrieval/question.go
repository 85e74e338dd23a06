package retrieval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yumori/internal/memory"
	"yumori/rag"
	"yumori/retrieval/background"
)

// ErrNoKind says that there is no such kind of memory.
var ErrNoKind = errors.New("value not accepted")

// A Question is what is asked of a persona's memory.
type Question struct {
	Text         string
	Items        int       // at most so many memories; 0 means 7
	Tokens       int       // and so many tokens; 0 means 1,000
	Since, Until time.Time // hard bounds; zero: none
	Entities     []string  // at least one of them has to be in it
	Kinds        []string  // kinds or types, such as "told" or "episode"; none: all
	Intent       Intent    // "" leaves it to the plan
	Scope        Scope
}

// Recall looks something up, after what changed on disk has been indexed. It
// returns ErrNoKind for a kind there is none of. Cost: some 10 ms beside the
// indexing.
func (r *Service) Recall(ctx context.Context, q Question) (Recollection, error) {
	types, kinds, err := kindsNamed(q.Kinds)
	if err != nil {
		return Recollection{}, fmt.Errorf("recall: %w", err)
	}
	notes, err := r.caughtUp(ctx, q.Scope)
	if err != nil {
		return Recollection{}, fmt.Errorf("recall: %w", err)
	}
	items, tokens := q.Items, q.Tokens
	if items <= 0 {
		items = recallItems
	}
	if tokens == 0 && items > recallItems {
		tokens = 150 * items
	}
	query := recallQuery{
		Query: Query{
			Ask: Ask{Text: q.Text}, Intent: q.Intent, Items: items, Tokens: tokens,
			Filter: rag.Filter{Types: types, Kinds: kinds, Entities: q.Entities, Since: q.Since, Until: q.Until},
		},
		scope: q.Scope, phrases: phraseTokens, most: items, middle: q.Text, apart: true,
	}
	found, err := r.recollect(ctx, query)
	if damaged := r.mending(q.Scope); err == nil && len(damaged) > 0 { // it was the search that found it
		more, uerr := r.caughtUp(ctx, q.Scope)
		if uerr != nil {
			return found, fmt.Errorf("recall: %w", uerr)
		}
		notes = slices.Concat(notes, []string{"an index was found damaged and has been made anew"}, more)
		found, err = r.recollect(ctx, query)
	}
	found.Notes = append(notes, found.Notes...)
	if err != nil {
		return found, fmt.Errorf("recall: %w", err)
	}
	return found, nil
}

// caughtUp waits until the indexes hold what is on disk, and says why they do
// not. The error is that of ctx, or background.ErrClosed.
func (r *Service) caughtUp(ctx context.Context, scope Scope) (notes []string, err error) {
	switch err := r.Request(background.Changes).Wait(ctx); {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, background.ErrClosed):
		return nil, err
	default:
		notes = append(notes, "indexes are not up to date: "+err.Error())
	}
	ready, cancel := context.WithTimeout(ctx, r.opt.Limits.usual().Vectors)
	r.taught(ready)
	r.vectors.Wait(ready)
	cancel()
	if scope == Knowledge {
		return notes, r.Library.Request(background.Changes).Wait(ctx)
	}
	return notes, nil
}

// CheckKinds returns ErrNoKind when one of the names is no kind or type of
// memory.
func CheckKinds(names []string) error {
	_, _, err := kindsNamed(names)
	return err
}

// kindsNamed tells kinds of memory from types of documents.
func kindsNamed(names []string) (types []rag.Type, kinds []memory.Kind, err error) {
	for _, name := range names {
		switch k, t := memory.Kind(name), rag.Type(name); {
		case slices.Contains([]memory.Kind{memory.Lived, memory.Told, memory.Inferred, memory.Dreamed, memory.Imported}, k):
			kinds = append(kinds, k)
		case t == rag.TypeMessage:
			types = append(types, rag.TypeMessage, rag.TypeArchive)
		case slices.Contains([]rag.Type{rag.TypeArchive, rag.TypeDaily, rag.TypeDiary, rag.TypeEpisode, rag.TypeDream, rag.TypeBank, rag.TypeNote, rag.TypeKnowledge}, t):
			types = append(types, t)
		default:
			return nil, nil, fmt.Errorf("%w: no kind %q; there are lived, told, inferred, dreamed, imported, message, archive, daily, diary, episode, dream, bank, note, knowledge", ErrNoKind, name)
		}
	}
	return types, kinds, nil
}
