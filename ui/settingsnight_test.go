package ui

import (
	"testing"

	"yumori/motivation"
	"yumori/ui/widget"
)

func TestNightsAndLimitsAreChosen(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	pick := func(title, value string) {
		t.Helper()
		for _, o := range s.prefs.options {
			if o.title == title {
				o.pick.SetSelected(widget.WordOf(o.choices, value))
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
	for _, tg := range s.prefs.toggles {
		if tg.check.Text == w.T("contact.speak") || tg.check.Text == w.Drive(motivation.Boredom) {
			tg.check.SetChecked(false)
			s.bench.Settle()
		}
	}
	got := s.house.Kept
	if got.Quiet != "22:00-6:00" || got.Autonomy.Idle != 30 || got.Budget.NightCalls != 10 || got.Budget.DayTokens != 50_000 {
		t.Errorf("chosen: %+v", got)
	}
	if isOn(got.Autonomy.Speak) || !isOn(got.Autonomy.Enabled) || speaksOf(got.Autonomy.About, motivation.Boredom) || !speaksOf(got.Autonomy.About, motivation.Curiosity) {
		t.Errorf("by itself: %+v", got.Autonomy)
	}
	got.Autonomy.Idle = 77 // by hand
	s.house.Kept = got
	s.changed(got)
	for _, o := range s.prefs.options {
		if o.title == w.T("night.idle") && o.pick.Selected != "77" {
			t.Errorf("a value by hand shows as %q", o.pick.Selected)
		}
	}
}

func TestWhatItMaySpeakOf(t *testing.T) {
	about := ""
	for _, d := range motivation.AllDrives() {
		about = withDrive(about, d, false)
	}
	if last := motivation.AllDrives()[3]; about != string(last) {
		t.Errorf("when all are taken away one stays, not %q", about)
	}
	for _, d := range motivation.AllDrives() {
		about = withDrive(about, d, true)
	}
	if about != "" {
		t.Errorf("all of them are %q", about)
	}
	for in, want := range map[string][2]string{"": {"0:00", "7:00"}, "nonsense": {"0:00", "7:00"}, "23:30〜5:15": {"23:30", "5:15"}} {
		if got := quietHours(in); got != want {
			t.Errorf("quiet hours %q are shown as %v", in, got)
		}
	}
}
