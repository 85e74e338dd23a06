package prompt

import (
	"context"
	"slices"
	"strings"
	"sync"

	"yumori/internal/memory"
	"yumori/internal/tools"
	"yumori/rag"
	"yumori/retrieval"
	"yumori/retrieval/source"
)

// A Lookup is what a tool brought to mind in a turn.
type Lookup struct {
	Query string                 `json:"query"`
	Found retrieval.Recollection `json:"found"`
}

// traced is what a trace keeps of it: everything but the words.
func (l Lookup) traced() Lookup { return Lookup{l.Query, *l.Found.Traced()} }

// Lookups are those of one turn. They are safe for concurrent use, as tools
// run side by side.
type Lookups struct {
	mu   sync.Mutex
	list []Lookup
}

func (l *Lookups) add(query string, found retrieval.Recollection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, Lookup{query, found})
}

// memory returns a memory that was looked up, by its id or that of one beside
// it.
func (l *Lookups) memory(id string) (retrieval.Memory, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.list {
		for _, m := range one.Found.Memories {
			if m.ID == id || slices.ContainsFunc(slices.Concat(m.Before, m.After), func(p retrieval.Piece) bool { return p.ID == id }) {
				return m, true
			}
		}
	}
	return retrieval.Memory{}, false
}

// Traced returns the lookups so far, without words.
func (l *Lookups) Traced() []Lookup {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []Lookup
	for _, one := range l.list {
		list = append(list, one.traced())
	}
	return list
}

// A Searcher is a persona's memory as the tools of one turn search it. What
// the prompt holds is not found once more.
type searcher struct {
	recall *retrieval.Service
	held   func(id string) bool
	note   *Lookups
}

// NewSearcher returns the memory as the tools of one turn search it: what held
// reports is in the prompt, and what is found is noted.
func NewSearcher(recall *retrieval.Service, held func(id string) bool, note *Lookups) searcher {
	return searcher{recall, held, note}
}

// Search is tools.Searcher.
func (s searcher) Search(ctx context.Context, query string, n int) ([]tools.Found, error) {
	found, err := s.recall.Search(ctx, retrieval.Search{Text: query, Items: n, Holds: s.held})
	return s.keep(query, found), err
}

// Said is tools.Searcher.
func (s searcher) Said(ctx context.Context, phrase string) ([]tools.Found, error) {
	found, err := s.recall.Said(ctx, phrase, s.held)
	if err != nil {
		return nil, err
	}
	return s.keep(phrase, found), nil
}

// Find is tools.Searcher.
func (s searcher) Find(ctx context.Context, id string) (tools.Found, error) {
	m, err := s.recall.Find(ctx, id)
	if err != nil {
		return tools.Found{}, err
	}
	return s.keep(id, retrieval.Recollection{Memories: []retrieval.Memory{m}})[0], nil
}

// keep notes what was found, and returns it as the tools have it.
func (s searcher) keep(query string, found retrieval.Recollection) []tools.Found {
	s.note.add(query, found)
	var list []tools.Found
	for _, m := range found.Memories {
		beside := func(pieces []retrieval.Piece) {
			for _, p := range pieces {
				f := foundOf(m)
				kind := f.Kind
				f.Item, f.Last, f.Part = m.Beside(p).Item(), 0, false
				f.Kind = kind
				list = append(list, f)
			}
		}
		beside(m.Before)
		list = append(list, foundOf(m))
		beside(m.After)
	}
	return list
}

// foundOf is a memory as the tools have it.
func foundOf(m retrieval.Memory) tools.Found {
	f := tools.Found{
		Item: m.Item(), Entities: m.Entities, Score: m.Relevance, Part: m.Cut, Foreign: m.Foreign}
	if m.Type == rag.TypeKnowledge {
		f.Kind = memory.Kind(rag.TypeKnowledge)
	}
	if at := m.Source; at.Line > 0 && !strings.HasSuffix(at.File, source.LogEnding) && !strings.HasSuffix(at.File, ".json") {
		f.Last = at.Line + strings.Count(m.Content, "\n")
	}
	return f
}
