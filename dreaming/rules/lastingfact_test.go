package rules

import (
	"testing"

	"yumori/internal/facts"
	"yumori/persona"
)

// TestLastingFact tells what is for always from what is not.
func TestLastingFact(t *testing.T) {
	for _, c := range []struct {
		text string
		file persona.File
		days int
	}{
		{"My name is Kenji Mori", persona.Core, 1},
		{"I work as a nurse at a hospital in Leeds", persona.Core, 1},
		{"I live in Whitby with my mother", persona.Core, 1},
		{"I'm allergic to peanuts", persona.Core, 1},
		{"My sister Mika lives in Oslo", persona.Evergreen, 1},
		{"I have always loved old lighthouses", persona.Evergreen, 1},
		{"I love old lighthouses", "", 1},
		{"I love old lighthouses", persona.Evergreen, 2},
		{"I work here", "", 3},
		{"I have an interview on Friday", "", 3},
		{"I was nine, with my dad on Loch Lomond", "", 3},
		{"I bought a kayak", "", 3},
		{"名前は森健二です", persona.Core, 1},
		{"仙台の病院で看護師をしています", persona.Core, 1},
		{"蕎麦アレルギーなんだ", persona.Core, 1},
		{"妹の名前は美香です", persona.Evergreen, 1},
		{"昔から灯台が大好きです", persona.Evergreen, 1},
		{"父は僕をカワウソって呼んでた", "", 3},
		{"双子がもう六歳なんだ", "", 3},
		{"金曜日に面接がある", "", 3},
	} {
		var got persona.File
		for _, k := range facts.Capture(facts.Utterance{Text: c.text}) {
			if l, ok := LastingFact(k.Fact(facts.Utterance{}), c.days, ""); ok {
				got = l.File
			}
		}
		if got != c.file {
			t.Errorf("%q heard on %d days: %q, want %q", c.text, c.days, got, c.file)
		}
	}
}

func TestRenamed(t *testing.T) {
	for _, c := range []struct{ old, line, want string }{
		{"お話しする人の名前は田中ゆうきさん。", "中田ゆうきの名前は中田ゆうきです", "お話しする人の名前は中田ゆうきさん。"},
		{"お話しする人の名前は田中ゆうきさん。", "ユーザー「名前は中田ゆうきです」", "お話しする人の名前は中田ゆうきさん。"},
		{"- The one I talk with is called Clara.", "The user's name is Mara", "The one I talk with is called Mara."},
		{"Ken lives in Leeds", "Ken lives in Whitby", "Ken lives in Whitby"},
		{"", "ユーザーの名前は健太です", "ユーザーの名前は健太です"},
	} {
		if got := Renamed(c.old, c.line); got != c.want {
			t.Errorf("%q in place of %q is %q, want %q", c.line, c.old, got, c.want)
		}
	}
}
