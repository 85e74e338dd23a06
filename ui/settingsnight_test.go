package ui

import (
	"testing"

	"yumori/motivation"
	"yumori/ui/settings"
	"yumori/ui/widget"
)

func TestNightsAndLimitsAreChosen(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	pick := func(title, value string) {
		t.Helper()
		for _, o := range s.prefs.Options {
			if o.Title == title {
				o.Pick.SetSelected(widget.WordOf(o.Choices, value))
				s.bench.Settle()
				return
			}
		}
		t.Fatalf("no option %q", title)
	}
	w := s.words
	pick(w.T("night.from"), "22:00")
	pick(w.T("night.to"), "6:00")
	pick(w.T("night.idle"), "30")
	pick(w.T("limit.night_calls"), "10")
	pick(w.T("limit.day_tokens"), "50000")
	for _, tg := range s.prefs.Toggles {
		if tg.Check.Text == w.T("contact.speak") || tg.Check.Text == w.Drive(motivation.Boredom) {
			tg.Check.SetChecked(false)
			s.bench.Settle()
		}
	}
	got := s.fake.Kept
	if got.Quiet != "22:00-6:00" || got.Autonomy.Idle != 30 || got.Budget.NightCalls != 10 || got.Budget.DayTokens != 50_000 {
		t.Errorf("chosen: %+v", got)
	}
	if settings.IsOn(got.Autonomy.Speak) || !settings.IsOn(got.Autonomy.Enabled) || settings.SpeaksOf(got.Autonomy.About, motivation.Boredom) || !settings.SpeaksOf(got.Autonomy.About, motivation.Curiosity) {
		t.Errorf("by itself: %+v", got.Autonomy)
	}
	got.Autonomy.Idle = 77 // by hand
	s.fake.Kept = got
	s.changed(got)
	for _, o := range s.prefs.Options {
		if o.Title == w.T("night.idle") && o.Pick.Selected != "77" {
			t.Errorf("a value by hand shows as %q", o.Pick.Selected)
		}
	}
}
