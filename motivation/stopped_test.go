package motivation

import (
	"strings"
	"testing"
	"time"
)

func TestBehindEndsOnce(t *testing.T) {
	for _, tt := range []struct{ in, en, ja string }{
		{"Where did the cat go?", "go?", "go?」の"},
		{"Where did the cat go?.", "go?", "go?」の"},
		{"the garden", "garden.", "garden」の"},
		{"the garden.", "garden.", "garden」の"},
		{"the garden...", "garden…", "garden…」の"},
		{"Wow!", "Wow!", "Wow!」の"},
		{`Who said "Why?"`, `"Why?"`, `"Why?"」の`},
		{"猫はどこ？", "どこ？", "どこ？」の"},
		{"猫はどこ？。", "どこ？", "どこ？」の"},
		{"庭のこと。", "庭のこと.", "庭のこと」の"},
		{"庭のこと 。 ", "庭のこと.", "庭のこと」の"},
	} {
		s := Snapshot{Questions: []Question{{Topic: tt.in, Priority: 0.5}}, Goal: GoalPressure{Priority: 1, Text: tt.in}}
		for _, d := range []Drive{Curiosity, Goal} {
			if got := s.Behind(d, time.Time{}, "en"); !strings.HasSuffix(got, tt.en) {
				t.Errorf("%s of %q: %q", d, tt.in, got)
			}
		}
		if got := s.Behind(Curiosity, time.Time{}, "ja"); !strings.Contains(got, tt.ja) {
			t.Errorf("of %q: %q", tt.in, got)
		}
	}
}
