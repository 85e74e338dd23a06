package uitest

import (
	"context"
	"io"
	"slices"
	"strings"

	"yumori/internal/document"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/retrieval/library"
)

// A FakeLibrary keeps in memory what a persona was given to read.
type FakeLibrary struct {
	Papers        []library.File
	Refuse        error // of the next file
	Passages      []library.Passage
	Recollections []retrieval.Memory
	Calls         []string
}

// Knowledge stands for the method of companion.Companion.
func (l *FakeLibrary) Knowledge() (library.Base, error) {
	return library.Base{Files: slices.Clone(l.Papers)}, nil
}

// AddKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) AddKnowledge(_ context.Context, name string, r io.Reader) (library.File, error) {
	if _, err := io.ReadAll(r); err != nil {
		return library.File{}, err
	}
	return l.AddKnowledgeFile(context.Background(), name)
}

// AddKnowledgeFile stands for the method of companion.Companion.
func (l *FakeLibrary) AddKnowledgeFile(_ context.Context, file string) (library.File, error) {
	if err := l.Refuse; err != nil {
		l.Refuse = nil
		return library.File{}, err
	}
	f := library.File{Name: file[strings.LastIndex(file, "/")+1:], Size: 10, Added: Noon, State: library.Waiting}
	l.Papers = append(l.Papers, f)
	return f, nil
}

// SearchKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) SearchKnowledge(_ context.Context, query string, _ int) ([]library.Passage, error) {
	l.Calls = append(l.Calls, "search "+query)
	if query == "fail" {
		return nil, ErrOdd
	}
	if query == "nothing" {
		return nil, nil
	}
	return l.Passages, nil
}

// RemoveKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) RemoveKnowledge(name string) error {
	l.Papers = slices.DeleteFunc(l.Papers, func(f library.File) bool { return f.Name == name })
	return nil
}

// StopKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) StopKnowledge(name string) { l.Calls = append(l.Calls, "stop "+name) }

// RereadKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) RereadKnowledge(name string) { l.Calls = append(l.Calls, "again "+name) }

// Remembered stands for the method of companion.Companion.
func (l *FakeLibrary) Remembered(context.Context, transcript.ID) ([]retrieval.Memory, error) {
	if l.Recollections == nil {
		return nil, ErrOdd
	}
	return l.Recollections, nil
}

// Problem is what is wrong with a file.
func Problem(r document.Reason) *library.Problem {
	return &library.Problem{Name: "a.pdf", Reason: r, Other: "b.pdf"}
}

// SomePapers is a file in each state.
func SomePapers() []library.File {
	return []library.File{
		{Name: "manual.pdf", Size: 3 << 20, Added: Noon, State: library.Indexed, Pages: 120, Chunks: 480, Unread: 2, By: "pdf"},
		{Name: "手順.txt", Size: 2048, Added: Noon, State: library.Indexed, Chunks: 1, Encoding: "Shift_JIS"},
		{Name: "long.pdf", Size: 9 << 20, Added: Noon, State: library.Reading, Done: 30, Pages: 120},
		{Name: "next.md", Size: 12, Added: Noon, State: library.Waiting},
		{Name: "old.pdf", Size: 12, Added: Noon, State: library.Unread, Problem: Problem(document.Garbled)},
	}
}
