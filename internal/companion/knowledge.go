package companion

import (
	"context"
	"io"

	"yumori/internal/tools"
	"yumori/retrieval/library"
)

// TopicKnowledge tells of what was given to read; State is KnowledgeBase.
const TopicKnowledge = "knowledge"

// Reasons beside those of package document why something given to read is not
// taken, or not read.
const (
	KnowledgeTwice   = library.Twice
	KnowledgeChanged = library.Changed
	KnowledgeStopped = library.Stopped
	KnowledgeFailed  = library.Failed
)

// The states of what was given to read.
const (
	KnowledgeWaiting = library.Waiting
	KnowledgeReading = library.Reading
	KnowledgeIndexed = library.Indexed
	KnowledgeUnread  = library.Unread
)

// What was given to read, as package library has it.
type (
	KnowledgeProblem = library.Problem // why a file was not taken, or cannot be read
	KnowledgeState   = library.State   // how far a file has come
	KnowledgeFile    = library.File    // a file
	KnowledgeBase    = library.Base    // all of them, by name
	Passage          = library.Passage // a part that a search found
)

// ErrKnowledge says that something given to read was not taken. The error is a
// *KnowledgeProblem.
var ErrKnowledge = library.ErrNotTaken

// Knowledge is library.Library.Files.
func (c *Companion) Knowledge() (KnowledgeBase, error) { return c.recall.Library.Files() }

// AddKnowledge is library.Library.Add: TopicKnowledge tells how the reading goes.
func (c *Companion) AddKnowledge(ctx context.Context, name string, r io.Reader) (KnowledgeFile, error) {
	return c.recall.Library.Add(ctx, name, r)
}

// AddKnowledgeFile is library.Library.AddFile.
func (c *Companion) AddKnowledgeFile(ctx context.Context, file string) (KnowledgeFile, error) {
	return c.recall.Library.AddFile(ctx, file)
}

// RemoveKnowledge is library.Library.Remove.
func (c *Companion) RemoveKnowledge(name string) error { return c.recall.Library.Remove(name) }

// StopKnowledge is library.Library.Stop.
func (c *Companion) StopKnowledge(name string) { c.recall.Library.Stop(name) }

// RereadKnowledge is library.Library.Reread.
func (c *Companion) RereadKnowledge(name string) { c.recall.Library.Reread(name) }

// SearchKnowledge is library.Library.Search.
func (c *Companion) SearchKnowledge(ctx context.Context, query string, n int) ([]Passage, error) {
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
