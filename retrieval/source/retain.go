package source

import (
	"regexp"
	"slices"

	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/rag"
)

// This file is about the facts that stand in sections "## Retain" of daily
// logs: whoever wrote them, and whenever, they are found from the next pass on,
// and not only once a night has taken them into the bank.

// retainDocuments makes a document of each such fact, and returns the text
// without them. What cannot be read as one stays in the text.
func (f *Folder) retainDocuments(name, day, text string) (docs []rag.Document, rest string) {
	list, rest := facts.SplitRetain(name, text, f.Zone())
	for _, held := range list {
		docs = append(docs, rag.Document{
			ID: "daily_" + day + "_" + held.ID, Type: rag.TypeDaily, Kind: held.Kind, Source: held.Source, Session: day,
			Time: f.dayAt(day, ""), Entities: memory.Unique(slices.Concat(held.Entities, f.EntitiesIn(held.Text))), Text: held.Said(),
		})
	}
	return docs, rest
}

// retainedID is what such an id looks like; its group is the id that the bank
// gives to the same fact.
var retainedID = regexp.MustCompile(`^daily_\d{4}-\d{2}-\d{2}_([wbos]_[0-9a-f]+)(?:_\d+)?$`)

// Once leaves out of what an index found facts of daily logs that the bank has,
// for its confidence is the one that moves.
func Once(hits []rag.Hit) []rag.Hit {
	here := make(map[string]bool, len(hits))
	for _, h := range hits {
		here[h.ID] = true
	}
	return slices.DeleteFunc(hits, func(h rag.Hit) bool {
		m := retainedID.FindStringSubmatch(h.ID)
		return m != nil && here[m[1]]
	})
}
