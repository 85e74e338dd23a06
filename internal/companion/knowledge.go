package companion

import (
	"context"

	"yumori/internal/tools"
)

// TopicKnowledge tells of what was given to read; State is library.Base.
const TopicKnowledge = "knowledge"

// A librarian is the persona's own way to what the user gave it to read.
type librarian struct{ c *Companion }

// SearchKnowledge is tools.Library.
func (l librarian) SearchKnowledge(ctx context.Context, query string, n int) ([]tools.Passage, error) {
	found, err := l.c.Memories.Library.Search(ctx, query, n)
	list := make([]tools.Passage, len(found))
	for i, p := range found {
		list[i] = tools.Passage{File: p.File, Page: p.Page, Text: p.Text, Own: l.c.taint.OwnKnowledge(p.File)}
		if p.Line > 0 {
			list[i].Lines = []int{p.Line, p.Last}
		}
	}
	return list, err
}
