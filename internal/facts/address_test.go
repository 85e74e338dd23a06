package facts

import "testing"

func TestAddressed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ who, held, want string }{
		{"Ben", "The user's name is Ben", "Your name is Ben"},
		{"", "The one I talk with is called Ben.", "Your name is Ben"},
		{"Ben", "Ben hates loud music", "You hate loud music"},
		{"Ben", "Ben never watches films", "You never watch films"},
		{"Ben", "Ben studies law and biology", "You study law and biology"},
		{"Ben", "Ben goes to the gym", "You go to the gym"},
		{"Ben", "Ben misses Oslo", "You miss Oslo"},
		{"Ben", "Ben uses a cane", "You use a cane"},
		{"Ben", "Ben is allergic to peanuts", "You are allergic to peanuts"},
		{"Ben", "Ben doesn't like films", "You don't like films"},
		{"Ben", "Ben bought a kayak", "You bought a kayak"},
		{"Ben", "Ben's sister Mika lives in Oslo", "Your sister Mika lives in Oslo"},
		{"", "The user has a cat", "You have a cat"},
		{"Ben", "Ben: “We looked at a house”", "“We looked at a house”"},
		{"Ben", "Benjamin hates music", "Benjamin hates music"},
		{"Ben", "Julia is ill", "Julia is ill"},
		{"Ben", "", ""},
		{"健太", "ユーザーの名前は健太です", "お名前は健太さん"},
		{"健太", "お話しする人の名前は健太さん。", "お名前は健太さん"},
		{"健太", "健太は仙台の生まれです", "健太さんは仙台の生まれです"},
		{"健太", "健太さんは仙台の生まれです", "健太さんは仙台の生まれです"},
		{"", "ユーザーの母は石巻の生まれです", "あなたの母は石巻の生まれです"},
		{"健太", "健太「カヤックを買った」", "「カヤックを買った」"},
		{"健太", "美佳は大阪にいる", "美佳は大阪にいる"},
	} {
		if got := Addressed(c.held, c.who); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.held, c.who, got, c.want)
		}
	}
}
