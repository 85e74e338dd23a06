package companion

import (
	"context"
	"regexp"
	"slices"

	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/rag"
	"yumori/retrieval"
)

// This file is about the facts that stand in sections "## Retain" of daily
// logs: whoever wrote them, and whenever, they are found from the next pass on,
// and not only once a night has taken them into the bank.

// retainDocuments makes a document of each such fact, and returns the text
// without them. What cannot be read as one stays in the text.
func (c *Companion) retainDocuments(name, day, text string) (docs []rag.Document, rest string) {
	held, rest := facts.SplitRetain(name, text, c.now().Location())
	for _, f := range held {
		docs = append(docs, rag.Document{
			ID: "daily_" + day + "_" + f.ID, Type: rag.TypeDaily, Kind: f.Kind, Source: f.Source, Session: day,
			Time: c.dayAt(day, ""), Entities: memory.Unique(slices.Concat(f.Entities, c.entitiesIn(f.Text))), Text: f.Said(),
		})
	}
	return docs, rest
}

// retainedID is what such an id looks like; its group is the id that the bank
// gives to the same fact.
var retainedID = regexp.MustCompile(`^daily_\d{4}-\d{2}-\d{2}_([wbos]_[0-9a-f]+)(?:_\d+)?$`)

// onceEach is an index that does not answer twice with one fact: where the bank
// has it, that is the answer, for its confidence is the one that moves.
type onceEach struct{ retrieval.Searcher }

// Search is retrieval.Searcher.
func (x onceEach) Search(ctx context.Context, q rag.Query) (rag.Found, error) {
	found, err := x.Searcher.Search(ctx, q)
	here := make(map[string]bool, len(found.Hits))
	for _, h := range found.Hits {
		here[h.ID] = true
	}
	found.Hits = slices.DeleteFunc(found.Hits, func(h rag.Hit) bool {
		m := retainedID.FindStringSubmatch(h.ID)
		return m != nil && here[m[1]]
	})
	return found, err
}
