package builtin

import "testing"

// What is put right, said without naming what it puts right.
func TestPutRight(t *testing.T) {
	for name, lines := range map[string][]line{
		"choice":  {{say: "we're calling the kitten olive"}, {say: "actually we've gone with maple now", want: "right|now"}, {say: "what's the kitten called?", want: `(?i)olive.*maple`}},
		"pronoun": {{say: "the plumber comes at 9am on friday"}, {say: "they've changed it to 11:15", want: "11:15"}, {say: "when does the plumber come?", want: "(?s)11:15"}},
		"kin":     {{say: "my dad's name is peter"}, {say: "sorry, i meant my uncle is peter. dad is edward", want: "now|right"}, {say: "what's my dad called?", want: "(?i)edward", not: "dad's name is peter"}},
	} {
		t.Run(name, func(t *testing.T) { converse(t, "en", lines) })
	}
	for name, lines := range map[string][]line{
		"choice": {{say: "金魚の名前はルビーにするよ"}, {say: "やっぱりサクラにした", want: "覚え|直"}, {say: "金魚の名前は？", want: "ルビー.*サクラ"}},
		"job":    {{say: "弟、工場はもう辞めて今は図書館なんだ"}, {say: "弟の職場はどこ？", want: "図書館"}},
		"kin":    {{say: "父の名前は正だよ"}, {say: "違った、正は伯父で、父は修", want: "覚え|直"}, {say: "父の名前は？", want: "父は修"}},
	} {
		t.Run(name, func(t *testing.T) { converse(t, "ja", lines) })
	}
}
