package uitest

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/sessions"
)

// A FakeSessions is the conversations that ended.
type FakeSessions struct {
	Ended    []sessions.Session
	Reopened string // the ID of the one that was gone on with
}

// Sessions stands for the method of companion.Companion.
func (f *FakeSessions) Sessions() ([]sessions.Session, error) { return f.Ended, nil }

// SearchSessions stands for the method of companion.Companion.
func (f *FakeSessions) SearchSessions(_ context.Context, words string) ([]sessions.Session, error) {
	return slices.DeleteFunc(slices.Clone(f.Ended), func(s sessions.Session) bool { return !strings.Contains(s.Title, words) }), nil
}

// Reopen stands for the method of companion.Companion.
func (f *FakeSessions) Reopen(_ context.Context, name string) (sessions.Session, error) {
	for _, s := range f.Ended {
		if s.ID == name {
			f.Reopened = name
			return s, nil
		}
	}
	return sessions.Session{}, sessions.ErrNoSession
}
