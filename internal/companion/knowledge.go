package companion

import (
	"context"
	"io"

	"yumori/internal/tools"
	"yumori/retrieval/library"
)

// TopicKnowledge tells of what was given to read; State is KnowledgeBase.
const TopicKnowledge = "knowledge"

// Knowledge is library.Library.Files.
func (c *Companion) Knowledge() (library.Base, error) { return c.recall.Library.Files() }

// AddKnowledge is library.Library.Add: TopicKnowledge tells how the reading goes.
func (c *Companion) AddKnowledge(ctx context.Context, name string, r io.Reader) (library.File, error) {
	return c.recall.Library.Add(ctx, name, r)
}

// AddKnowledgeFile is library.Library.AddFile.
func (c *Companion) AddKnowledgeFile(ctx context.Context, file string) (library.File, error) {
	return c.recall.Library.AddFile(ctx, file)
}

// RemoveKnowledge is library.Library.Remove.
func (c *Companion) RemoveKnowledge(name string) error { return c.recall.Library.Remove(name) }

// StopKnowledge is library.Library.Stop.
func (c *Companion) StopKnowledge(name string) { c.recall.Library.Stop(name) }

// RereadKnowledge is library.Library.Reread.
func (c *Companion) RereadKnowledge(name string) { c.recall.Library.Reread(name) }

// SearchKnowledge is library.Library.Search.
func (c *Companion) SearchKnowledge(ctx context.Context, query string, n int) ([]library.Passage, error) {
	return c.recall.Library.Search(ctx, query, n)
}

// A librarian is the persona's own way to what the user gave it to read.
type librarian struct{ c *Companion }

// SearchKnowledge is tools.Library.
func (l librarian) SearchKnowledge(ctx context.Context, query string, n int) ([]tools.Passage, error) {
	found, err := l.c.SearchKnowledge(ctx, query, n)
	list := make([]tools.Passage, len(found))
	for i, p := range found {
		list[i] = tools.Passage{File: p.File, Page: p.Page, Text: p.Text, Own: l.c.taint.OwnKnowledge(p.File)}
		if p.Line > 0 {
			list[i].Lines = []int{p.Line, p.Last}
		}
	}
	return list, err
}
