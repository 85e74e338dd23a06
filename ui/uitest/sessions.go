package uitest

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/companion"
)

// A FakeSessions is the conversations that ended.
type FakeSessions struct {
	Ended    []companion.Session
	Reopened string // the ID of the one that was gone on with
}

// Sessions stands for the method of companion.Companion.
func (f *FakeSessions) Sessions() ([]companion.Session, error) { return f.Ended, nil }

// SearchSessions stands for the method of companion.Companion.
func (f *FakeSessions) SearchSessions(_ context.Context, words string) ([]companion.Session, error) {
	return slices.DeleteFunc(slices.Clone(f.Ended), func(s companion.Session) bool { return !strings.Contains(s.Title, words) }), nil
}

// Reopen stands for the method of companion.Companion.
func (f *FakeSessions) Reopen(_ context.Context, name string) (companion.Session, error) {
	for _, s := range f.Ended {
		if s.ID == name {
			f.Reopened = name
			return s, nil
		}
	}
	return companion.Session{}, companion.ErrNoSession
}
