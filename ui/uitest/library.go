package uitest

import (
	"context"
	"io"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/document"
	"yumori/internal/transcript"
)

// A FakeLibrary keeps in memory what a persona was given to read.
type FakeLibrary struct {
	Papers        []companion.KnowledgeFile
	Refuse        error // of the next file
	Passages      []companion.Passage
	Recollections []companion.Memory
	Calls         []string
}

// Knowledge stands for the method of companion.Companion.
func (l *FakeLibrary) Knowledge() (companion.KnowledgeBase, error) {
	return companion.KnowledgeBase{Files: slices.Clone(l.Papers)}, nil
}

// AddKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) AddKnowledge(_ context.Context, name string, r io.Reader) (companion.KnowledgeFile, error) {
	if _, err := io.ReadAll(r); err != nil {
		return companion.KnowledgeFile{}, err
	}
	return l.AddKnowledgeFile(context.Background(), name)
}

// AddKnowledgeFile stands for the method of companion.Companion.
func (l *FakeLibrary) AddKnowledgeFile(_ context.Context, file string) (companion.KnowledgeFile, error) {
	if err := l.Refuse; err != nil {
		l.Refuse = nil
		return companion.KnowledgeFile{}, err
	}
	f := companion.KnowledgeFile{Name: file[strings.LastIndex(file, "/")+1:], Size: 10, Added: Noon, State: companion.KnowledgeWaiting}
	l.Papers = append(l.Papers, f)
	return f, nil
}

// SearchKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) SearchKnowledge(_ context.Context, query string, _ int) ([]companion.Passage, error) {
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
	l.Papers = slices.DeleteFunc(l.Papers, func(f companion.KnowledgeFile) bool { return f.Name == name })
	return nil
}

// StopKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) StopKnowledge(name string) { l.Calls = append(l.Calls, "stop "+name) }

// RereadKnowledge stands for the method of companion.Companion.
func (l *FakeLibrary) RereadKnowledge(name string) { l.Calls = append(l.Calls, "again "+name) }

// Remembered stands for the method of companion.Companion.
func (l *FakeLibrary) Remembered(context.Context, transcript.ID) ([]companion.Memory, error) {
	if l.Recollections == nil {
		return nil, ErrOdd
	}
	return l.Recollections, nil
}

// Problem is what is wrong with a file.
func Problem(r document.Reason) *companion.KnowledgeProblem {
	return &companion.KnowledgeProblem{Name: "a.pdf", Reason: r, Other: "b.pdf"}
}

// SomePapers is a file in each state.
func SomePapers() []companion.KnowledgeFile {
	return []companion.KnowledgeFile{
		{Name: "manual.pdf", Size: 3 << 20, Added: Noon, State: companion.KnowledgeIndexed, Pages: 120, Chunks: 480, Unread: 2, By: "pdf"},
		{Name: "手順.txt", Size: 2048, Added: Noon, State: companion.KnowledgeIndexed, Chunks: 1, Encoding: "Shift_JIS"},
		{Name: "long.pdf", Size: 9 << 20, Added: Noon, State: companion.KnowledgeReading, Done: 30, Pages: 120},
		{Name: "next.md", Size: 12, Added: Noon, State: companion.KnowledgeWaiting},
		{Name: "old.pdf", Size: 12, Added: Noon, State: companion.KnowledgeUnread, Problem: Problem(document.Garbled)},
	}
}
