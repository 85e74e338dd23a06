package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/updates"
	"yumori/ui/uitest"
)

// TestANewerVersionIsToldInOneLine until it was read, and then no more.
func TestANewerVersionIsToldInOneLine(t *testing.T) {
	s := newStage(t, 2)
	said := func() bool { return strings.Contains(uitest.Said(s.win.Content()), "Version 0.2.0 is available.") }
	tell := func(version string) {
		s.receive(event.Event{Topic: companion.TopicUpdate, State: updates.Release{Version: version, Link: "https://yumori.example/" + version}})
		s.bench.Settle()
	}
	tell("0.2.0")
	if !said() {
		t.Fatal("it is not told")
	}
	s.talks.gotNewer()
	s.bench.Settle()
	if said() {
		t.Error("it stays after it was read")
	}
	tell("0.2.0")
	if said() {
		t.Error("it is told again at the next start")
	}
	tell("0.3.0")
	if !strings.Contains(uitest.Said(s.win.Content()), "Version 0.3.0 is available.") {
		t.Error("the next version is not told")
	}
}
