package settings

import (
	"strings"
	"testing"

	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

func TestStartingWithTheComputer(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	var start *widget.Check
	for _, o := range test.LaidOutObjects(s.prefs.Content) {
		if c, ok := o.(*widget.Check); ok && c.Text == s.words.T("presence.start") {
			start = c
		}
	}
	test.Tap(start)
	s.bench.Settle()
	if !s.home.Starts {
		t.Error("turned on, it does not start")
	}
	test.Tap(start)
	s.bench.Settle()
	if s.home.Starts {
		t.Error("turned off, it starts")
	}
	s.home.Fail = uitest.ErrOdd
	test.Tap(start)
	s.bench.Settle()
	if !strings.Contains(uitest.Said(s.prefs.Content), s.words.T("error.unknown")) {
		t.Error("an error is not told")
	}
}
