package uitest

import (
	"context"
	"io"
	"slices"
	"strings"

	"yumori/internal/document"
	"yumori/retrieval/library"
)

// A FakeLibrary keeps in memory what a persona was given to read.
type FakeLibrary struct {
	Papers   []library.File
	Refuse   error // of the next file
	Passages []library.Passage
	Calls    []string
}

// Files stands for the method of library.Library.
func (l *FakeLibrary) Files() (library.Base, error) {
	return library.Base{Files: slices.Clone(l.Papers)}, nil
}

// Add stands for the method of library.Library.
func (l *FakeLibrary) Add(_ context.Context, name string, r io.Reader) (library.File, error) {
	if _, err := io.ReadAll(r); err != nil {
		return library.File{}, err
	}
	return l.AddFile(context.Background(), name)
}

// AddFile stands for the method of library.Library.
func (l *FakeLibrary) AddFile(_ context.Context, file string) (library.File, error) {
	if err := l.Refuse; err != nil {
		l.Refuse = nil
		return library.File{}, err
	}
	f := library.File{Name: file[strings.LastIndex(file, "/")+1:], Size: 10, Added: Noon, State: library.Waiting}
	l.Papers = append(l.Papers, f)
	return f, nil
}

// Search stands for the method of library.Library.
func (l *FakeLibrary) Search(_ context.Context, query string, _ int) ([]library.Passage, error) {
	l.Calls = append(l.Calls, "search "+query)
	if query == "fail" {
		return nil, ErrOdd
	}
	if query == "nothing" {
		return nil, nil
	}
	return l.Passages, nil
}

// Remove stands for the method of library.Library.
func (l *FakeLibrary) Remove(name string) error {
	l.Papers = slices.DeleteFunc(l.Papers, func(f library.File) bool { return f.Name == name })
	return nil
}

// Stop stands for the method of library.Library.
func (l *FakeLibrary) Stop(name string) { l.Calls = append(l.Calls, "stop "+name) }

// Reread stands for the method of library.Library.
func (l *FakeLibrary) Reread(name string) { l.Calls = append(l.Calls, "again "+name) }

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
