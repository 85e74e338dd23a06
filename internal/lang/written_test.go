package lang

import "testing"

// TestGapsAndDialects writes Japanese as one writes it, and leaves alone what only
// looks like it.
func TestGapsAndDialects(t *testing.T) {
	for said, want := range map[string]string{
		"わたしの しごとは 看護師です":     "わたしの仕事は看護師です",
		"内見、中止になった 先に決まったって":  "内見、中止になった。先に決まったって",
		"猫がいるの 名前はタマ":         "猫がいるの。名前はタマ",
		"まだ 眠い":               "まだ 眠い",
		"また 明日":               "また 明日",
		"少し 疲れた":              "少し 疲れた",
		"寒いし 眠い":              "寒いし。眠い",
		"ごめん日にち間違えてた 忘年会は18日": "ごめん日にち間違えてた、忘年会は18日",
		"博多に住んどる":             "博多に住んでる",
		"もう住んどらん":             "もう住んでない",
		"まだしとらん":              "まだしてない",
		"言っとったよ":              "言ってたよ",
		"引っ越したとよ":             "引っ越したんだ",
		"いまは熊本たい":             "いまは熊本だ",
		"死にたい":                "死にたい",
		"また会いたい":              "また会いたい",
		"しょうがくきん":             "しょうがくきん",
		"しょうがく2ねんせい":          "小学2年生",
		"当たったんだが！？":           "当たったんだが！",
		"どこ行くの？！":             "どこ行くの？",
		"だんごは♀でおはぎは♂🐱‍♂️":     "だんごは♀でおはぎは♂",
	} {
		if got := Written(said); got != want {
			t.Errorf("%s is written %s, want %s", said, got, want)
		}
	}
}

// TestApostrophes puts in those that were left out, of whole words alone.
func TestApostrophes(t *testing.T) {
	for said, want := range map[string]string{
		"I dont know":         "I don't know",
		"DONT, im sure thats": "Don't, I'm sure that's",
		"dont":                "don't",
		"dont_x dont2 2dont":  "dont_x dont2 2dont",
		"édont shouldnt":      "édon't shouldn't",
		"i x":                 "i x",
		"":                    "",
	} {
		if got := apostrophes(said); got != want {
			t.Errorf("%q is written %q, want %q", said, got, want)
		}
	}
}
