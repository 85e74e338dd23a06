package settings

import (
	"testing"

	"yumori/motivation"
)

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
