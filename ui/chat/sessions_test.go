package chat

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/sessions"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2/test"
)

func someSessions() []sessions.Session {
	at := time.Date(2026, 11, 20, 21, 4, 0, 0, time.UTC)
	return []sessions.Session{
		{ID: "2026-11-20-red-bicycle", Title: "red bicycle", First: uitest.MessageID(4), Last: uitest.MessageID(9), Ended: at, Messages: 6},
		{ID: "2026-11-19-tea", Title: "tea", First: uitest.MessageID(0), Last: uitest.MessageID(3)},
	}
}

func TestConversationsThatEndedAreListed(t *testing.T) {
	s := newStage(t, 12)
	s.companion.Ended = someSessions()
	p := s.ChatPage()
	p.Side.OpenSessions()
	s.bench.Settle()
	if !p.Side.ListsSessions() || len(p.Side.Sessions.List.Objects) != 2 || p.Side.Sessions.Summary.Source() != "2 conversations" {
		t.Fatalf("%d rows, %q", len(p.Side.Sessions.List.Objects), p.Side.Sessions.Summary.Source())
	}
	rows, _ := sessionsView(s.companion.Ended, "", s.words)
	if rows[0].title != "red bicycle" || !strings.Contains(rows[0].when, "20 Nov 2026") || !strings.Contains(rows[0].when, "6 messages") || rows[1].when != "" {
		t.Errorf("%+v", rows)
	}
	test.Type(p.Side.Sessions.Entry, "tea")
	s.bench.Settle()
	if len(p.Side.Sessions.List.Objects) != 1 {
		t.Errorf("%d rows for tea", len(p.Side.Sessions.List.Objects))
	}
	p.Escape()
	if p.Side.ListsSessions() {
		t.Error("Escape leaves the list open")
	}
}

func TestAConversationIsReadAndGoneOnWith(t *testing.T) {
	s := newStage(t, 12)
	s.companion.Ended = someSessions()
	p := s.ChatPage()
	p.Side.OpenSessions()
	s.bench.Settle()
	p.Side.Sessions.hooks.Reopen("2026-11-20-red-bicycle")
	s.bench.Settle()
	if s.companion.Reopened != "2026-11-20-red-bicycle" || p.Composer.NoteBox.Visible() {
		t.Errorf("gone on with %q", s.companion.Reopened)
	}
	p.Side.Sessions.hooks.Reopen("gone")
	s.bench.Settle()
	if got := p.Composer.note.Source(); !strings.HasPrefix(got, "This conversation isn’t there any more.") {
		t.Errorf("the user is told %q", got)
	}
	p.Side.Sessions.hooks.New()
	s.bench.Settle()
	if s.companion.Talks != 1 {
		t.Errorf("%d conversations ended", s.companion.Talks)
	}
}
