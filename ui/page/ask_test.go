package page

import (
	"testing"
	"time"
)

func TestInSentences(t *testing.T) {
	for _, c := range []struct {
		list []string
		want string
	}{
		{nil, ""},
		{[]string{"You live in Oslo", " ", "Mika is ill."}, "You live in Oslo. Mika is ill."},
		{[]string{"“We looked at a house”", "…"}, "“We looked at a house” …"},
		{[]string{"“We looked at a house”", "You live in Oslo"}, "“We looked at a house”. You live in Oslo."},
		{[]string{"“Really?”", "“We looked at a house”"}, "“Really?” “We looked at a house”"},
		{[]string{"お名前は健太さん", "大阪にいる。", "「猫がいる」"}, "お名前は健太さん。大阪にいる。「猫がいる」"},
	} {
		if got := InSentences(c.list); got != c.want {
			t.Errorf("%q: %q, want %q", c.list, got, c.want)
		}
	}
}

func TestWeek(t *testing.T) {
	for day, want := range map[int]int{16: 16, 18: 16, 22: 16, 23: 23} {
		if got := Week(time.Date(2026, 11, day, 23, 0, 0, 0, time.UTC)).Day(); got != want {
			t.Errorf("the week of the %dth begins on the %dth, want the %dth", day, got, want)
		}
	}
}
