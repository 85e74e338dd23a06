package settings

import (
	"fmt"
	"strings"
	"testing"

	"yumori/internal/updates"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

func TestUpdatesAreOffAndAskedForOnDemand(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	if said := uitest.Said(s.prefs.Content); strings.Contains(said, s.words.T("update.check")) || strings.Contains(said, s.words.T("update.now")) {
		t.Error("a build without an address has a switch for nothing")
	}
	s.home.Updates.Host = "updates.yumori.example"
	s.goPage(pageSettings)
	s.bench.Settle()
	if !strings.Contains(uitest.Said(s.prefs.Content), "updates.yumori.example") {
		t.Error("it does not say who is asked")
	}
	var ask *widget.Button
	var check *widget.Check
	for _, o := range test.LaidOutObjects(s.prefs.Content) {
		switch o := o.(type) {
		case *widget.Button:
			if o.Text == s.words.T("update.now") {
				ask = o
			}
		case *widget.Check:
			if o.Text == s.words.T("update.check") {
				check = o
			}
		}
	}
	if check.Checked {
		t.Fatal("it is on")
	}
	test.Tap(check)
	s.bench.Settle()
	if !s.home.Kept.Update.Check {
		t.Error("it cannot be turned on")
	}
	says := func(want string) {
		t.Helper()
		test.Tap(ask)
		s.bench.Settle()
		if said := uitest.Said(s.prefs.Content); !strings.Contains(said, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	says(s.words.T("update.newest"))
	for err, key := range map[error]string{
		updates.ErrOff: "off", updates.ErrUnreachable: "mute", updates.ErrUntrusted: "sign", updates.ErrOlder: "older", updates.ErrNoSource: "none",
	} {
		s.home.Updates.Fault = fmt.Errorf("ask: %w", err)
		says(s.words.T("error.update_" + key))
	}
	s.home.Updates = uitest.FakeUpdates{Newer: updates.Release{Version: "0.2.0", Link: "https://yumori.example/0.2.0"}}
	says("Version 0.2.0 is available.")
}
