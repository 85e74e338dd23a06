package builtin

import "testing"

// What is put right, said without naming what it puts right.
func TestPutRight(t *testing.T) {
	for name, lines := range map[string][]line{
		"choice":  {{say: "we're calling the kitten olive"}, {say: "actually we've gone with maple now", want: "right|now"}, {say: "what's the kitten called?", want: `(?i)maple.*before that.*olive`}},
		"pronoun": {{say: "the plumber comes at 9am on friday"}, {say: "they've changed it to 11:15", want: "11:15"}, {say: "when does the plumber come?", want: "(?s)11:15"}},
		"kin":     {{say: "my dad's name is peter"}, {say: "sorry, i meant my uncle is peter. dad is edward", want: "now|right"}, {say: "what's my dad called?", want: "(?i)edward", not: "dad's name is peter"}},
	} {
		t.Run(name, func(t *testing.T) { converse(t, "en", lines) })
	}
	for name, lines := range map[string][]line{
		"choice": {{say: "金魚の名前はルビーにするよ"}, {say: "やっぱりサクラにした", want: "覚え|直"}, {say: "金魚の名前は？", want: "サクラ.*前は.*ルビー"}},
		"job":    {{say: "弟、工場はもう辞めて今は図書館なんだ"}, {say: "弟の職場はどこ？", want: "図書館"}},
		"kin":    {{say: "父の名前は正だよ"}, {say: "違った、正は伯父で、父は修", want: "覚え|直"}, {say: "父の名前は？", want: "父は修"}},
	} {
		t.Run(name, func(t *testing.T) { converse(t, "ja", lines) })
	}
	day := line{say: "/later"}
	converse(t, "en", []line{{say: "I live in Leeds"}, day, {say: "actually i don't live in leeds any more, i moved to york"}, day,
		{say: "where do i live?", want: "(?i)yesterday.*york", not: `(?i)“I live in leeds`}, {say: "where did i live before?", want: `(?i)york.*until yesterday you had said: “I live in Leeds”`}})
	converse(t, "ja", []line{{say: "名古屋に住んでる"}, day, {say: "もう名古屋じゃなくて、今は仙台に住んでる"}, day,
		{say: "どこに住んでるっけ？", want: "昨日.*仙台"}, {say: "以前はどこに住んでた？", want: "仙台.*昨日までは.*「名古屋に住んでる」"}})
	converse(t, "ja", []line{{say: "母の名前は頼子っていうんだ"}, {say: "ごめん、ガス代は木曜だった"}, {say: "ガス代いつだっけ", want: "11月26日", not: "母|頼子"}, {say: "叔父が運転を教えてくれた", not: "こう話して|うかがって"}})
}
