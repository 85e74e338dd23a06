package lang

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// said is a Saturday evening.
var said = time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // Raw
	}{
		{"empty", "", nil},
		{"marks alone", "... !? 。", nil},
		{"three", "One. Two! Three?", []string{"One.", "Two!", "Three?"}},
		{"abbreviations", "I saw Dr. Weber at 3.5 km. Then J. R. left.", []string{"I saw Dr. Weber at 3.5 km.", "Then J. R. left."}},
		{"Japanese", "行った。楽しかった！また行く？", []string{"行った。", "楽しかった！", "また行く？"}},
		{"emoji between sentences", "まゆこです🍀34さいです☀️", []string{"まゆこです🍀", "34さいです☀️"}},
		{"emoji within one", "今日🍣食べた", []string{"今日🍣食べた"}},
		{"quotes hold together", "「そうだ。行こう」と言った。うん。", []string{"「そうだ。行こう」と言った。", "うん。"}},
		{"code, quotes and tags", "Mine.\n```\nnot mine\n```\n> nor this\n<doc>\nnor that\n</doc>\nMine too.", []string{"Mine.", "Mine too."}},
		{"forwarded", "Mine.\n----- Original message -----\nNot mine.", []string{"Mine."}},
		{"bullets", "- one thing\n- another", []string{"one thing", "another"}},
		{"code that is not closed", "Mine.\n```\nnot mine", []string{"Mine."}},
	} {
		var got []string
		for _, s := range Sentences(c.text) {
			got = append(got, s.Raw)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, want := range [][]string{
		{"One. ", "Two!\n\n", "Three"},
		{"1. Get up. ", "Tom Jr. and J. R. left at 3.5 km; I did not. ", "I said no. ", "Then I left."},
		{"“I came. I saw.” ", "She left. ", "“Why?” he asked. ", "He went (at last). ", "Then"},
		{"「行くよ。うん。」と言った。", "「そう。」", "「うん。」", "彼は黙った。", "さおりです ", "司書だ"},
		{"See https://a.example/?q=1 and go! ", "Now…\n", "\"It is not closed. Is it?\n", "It is."},
	} {
		if got := Parts(strings.Join(want, "")); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	text := "Well, he said “Go.”! ♪ Bye"
	if got := Spans(text); len(got) != 2 || text[got[0].Begin:got[0].Marks] != "Well, he said “Go.”" || text[got[1].Begin:] != "Bye" {
		t.Errorf("spans %+v", got)
	}
	if got := CutSentences("One two three. Four five six. Seven", 30); got != "One two three. Four five six." {
		t.Errorf("cut to %q", got)
	}
}

func TestMarks(t *testing.T) {
	for text, want := range map[string][3]bool{ // asks, quotes, reports
		"Did you go?":                       {true, false, false},
		"行きますか。":                            {true, false, false},
		"確かに。":                              {false, false, false},
		`She said "no way" to me.`:          {false, true, true},
		`I read "The Old Man and the Sea".`: {false, false, false},
		"「もう帰る」と言われた。":                      {false, true, true},
		"『吾輩は猫である』を読んだ。":                    {false, false, false},
		"My boss told me it is over.":       {false, false, true},
		"来月で終わるらしい。":                        {false, false, true},
	} {
		s := Sentences(text)
		if len(s) != 1 {
			t.Fatalf("%q: %d sentences", text, len(s))
		}
		if got := [3]bool{s[0].Asks, s[0].Quotes, s[0].Reports()}; got != want {
			t.Errorf("%q: asks, quotes, reports %v, want %v", text, got, want)
		}
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"I really love my grandmother's old piano!":            "grandmother piano",
		"We visited the studies; she studies moving pictures.": "visit study mov pictur",
		"Wow, that's so great, thanks!":                        "",
		"昨日、妹と京都の庭園に行った。":                                      "妹 京都 庭園",
		"面接の結果が出る":                                             "面接 結果",
		"カメラで猫を撮る":                                             "カメラ 猫",
		"ｶﾒﾗ と Piano":                                          "カメラ piano",
		"引っ越しの準備":                                              "準備 引っ越し",
		"Sam and Tim said the same, every time":                "sam tim",
		"I care for my car, and cars":                          "car",
	} {
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := strings.Join(Stems("Well-made cars don't care, 猫のカメラを見る", StopListOf("care")), " "); got != "wel mad car don't 猫 カメラ 見" {
		t.Errorf("stems %q", got)
	}
	if got := Shared(Terms("血液検査の結果"), Terms("検査の結果が届いた")); len(got) != 2 {
		t.Errorf("shared %q", got)
	}
}

func TestTimes(t *testing.T) {
	for text, want := range map[string]string{ // labels of the upcoming time; "" none
		"My exam is on Friday":      "on Friday, 27 November",
		"We leave tomorrow morning": "on Sunday, 22 November",
		"It's on December 3rd":      "on Thursday, 3 December",
		"The 3rd of December it is": "on Thursday, 3 December",
		"next Tuesday":              "on Tuesday, 24 November",
		"next week":                 "in the week of 23 November",
		"in two weeks":              "on Saturday, 5 December",
		"next month":                "in December",
		"next summer":               "in summer",
		"this weekend":              "on the weekend of 21 November",
		"in January":                "in January",
		"on the 30th":               "on Monday, 30 November",
		"last Friday":               "",
		"yesterday":                 "",
		"two years ago":             "",
		"on February 31st":          "",
		"It rains":                  "",
		"明日の朝":                      "11月22日（日）の",
		"来週の金曜日に面接":                 "11月27日（金）の",
		"金曜日に":                      "11月27日（金）の",
		"12月3日（木）に":                 "12月3日（木）の",
		"来月の15日":                    "12月15日（火）の",
		"来月":                        "12月の",
		"再来週":                       "11月30日からの週の",
		"三日後":                       "11月24日（火）の",
		"30日に会う":                    "11月30日（月）の",
		"昨日":                        "",
		"13月40日":                    "",
	} {
		language := "en"
		if Japanese(text) {
			language = "ja"
		}
		got := ""
		if w, ok := Upcoming(text, said); ok {
			got = w.Label(language)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestMoodOf(t *testing.T) {
	for text, want := range map[string]Mood{
		"I'm so nervous.":                        Anxious,
		"I'm not worried at all.":                Calm,
		"I passed the exam!":                     Proud,
		"I feel lonely these days.":              Lonely,
		"I'm glad you like it.":                  Calm,
		"He cheers me up when I'm feeling down.": Calm,
		"すごく不安だ。":                                Anxious,
		"不安じゃない。":                                Calm,
		"合格した！":                                  Proud,
		"寂しい。":                                   Lonely,
		"雨が降った。":                                 Calm,
	} {
		if got := MoodOf(Sentences(text)[0]); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestProperNames(t *testing.T) {
	for text, want := range map[string]string{
		"My sister Mika lives in Kyoto.":            "Mika, Kyoto",
		"We saw The Old Man of Hoy with Dr. Weber.": "Old Man of Hoy, Weber",
		"Lunch break. Good night!":                  "",
		"I'm on TV in the UK on Monday.":            "",
		"Tom's van is red.":                         "Tom",
		"Amazing! Thanks, that was Great.":          "",
		"田中さんと美香ちゃんに会った。":                           "田中, 美香",
		"父のことまだちゃんと話せてない。":                          "",
		"薬ちゃんと飲んだ。いつもちゃんと飲む。":                       "",
		"ゆいちゃんと買い物に行った。":                            "ゆい",
		"妹の美香が来た。":                                  "美香",
		"海を見に行くんだ。":                                 "",
		"お母さんとお医者さんに会った。":                           "",
		"ビスケットという犬を飼う。":                             "ビスケット",
		"昨日は弟の蓮の試合を見た。":                             "蓮",
		"池の蓮がきれいに咲いた。":                              "",
		"妹のひまりと約束した。":                               "ひまり",
		"妹のために買った。":                                 "",
		"凌が電話してきた。":                                 "凌",
		"リクが部活を休んだって言ってた。":                          "リク",
		"ナギと公園で遊んだ。":                                "",
		"ナギと遊んだ。":                                   "ナギ",
		"テレビが面白いって言ってた。":                            "",
		"カフェに行って友達に会った。":                            "",
		"カウンセラーに会った。":                               "",
		"パンとチーズを食べた。":                               "",
		"泰輔に会ったよ。":                                  "泰輔",
		"息子と遊んだ。":                                   "",
		"父の弟は壮といいます。":                               "壮",
		"ソラは三歳です。":                                  "ソラ",
		"ピアノは三年習った。":                                "",
	} {
		if got := strings.Join(ProperNames(text), ", "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNamesJa(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"亮が来た", "亮", true}, {"亮介が来た", "亮", false}, {"ハルカとハルが来た", "ハル", true}, {"ハルカが来た", "ハル", false},
		{"みなみが来た", "みなみ", true}, {"みなみなさまへ", "みなみ", false}, {"凛とした声", "凛", true}, {"", "凛", false}, {"凛", "", false},
	} {
		if got := NamesJa(c.text, c.name); got != c.want {
			t.Errorf("%q in %q: %v", c.name, c.text, got)
		}
	}
}

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"I never saw Eve.", "Eve", true}, {"I never saw her.", "Eve", false}, {"EVE's hat", "Eve", true},
		{"美香が来た", "美香", true}, {"", "x", false}, {"x", "", false}, {"Everyone and eve", "Eve", true},
	} {
		if got := Mentions(c.text, c.name); got != c.want {
			t.Errorf("%q in %q: %v", c.name, c.text, got)
		}
	}
}

func TestImages(t *testing.T) {
	for text, want := range map[string]string{
		"I played my grandmother's old piano while the rain fell on a lighthouse.": "my grandmother's old piano, the rain, the lighthouse",
		"I will book the car.": "the car",
		"古いピアノの横で猫が眠っていた。":     "古いピアノ, 猫",
		"そばにいるよ。":              "",
		"段ボールを運んだ。":            "段ボール",
	} {
		var names []string
		for _, im := range Images(text) {
			names = append(names, im.Name)
			if im.Kind == Nothing {
				t.Errorf("%q has no kind", im.Name)
			}
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"one two three", 9, "one two…"}, {"あいうえ", 3, "あい…"}, {"x", 0, ""}} {
		if got := Cut(c.s, c.n); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.s, c.n, got, c.want)
		}
	}
}
