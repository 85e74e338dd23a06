package lang

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
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
	} {
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
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

func TestOpen(t *testing.T) {
	for text, want := range map[string]string{
		// English
		"My interview at Nakamura Labs is on Friday.":                  "How will your interview at Nakamura Labs go on Friday, 27 November?",
		"I have a dentist appointment tomorrow.":                       "How will your dentist appointment go on Sunday, 22 November?",
		"My mom has her surgery on December 3rd.":                      "How will your mom's surgery go on Thursday, 3 December?",
		"Sam is having an interview on Monday.":                        "How will Sam's interview go on Monday, 23 November?",
		"My boss has a dog for the party.":                             "",
		"Our choir concert is this evening.":                           "How did your choir concert go on 21 November?",
		"I'm flying to Lisbon next week.":                              "How will your trip to Lisbon go in the week of 23 November?",
		"I'm visiting my sister on Sunday.":                            "How will visiting your sister go on Sunday, 22 November?",
		"We'll plant the apple tree on Sunday.":                        "How will it go when you plant the apple tree on Sunday, 22 November?",
		"My parents are coming to see the flat on Monday.":             "Your parents are coming to see the flat on Monday, 23 November: how will that go?",
		"I'm still waiting for an answer from the bank.":               "Have you heard back from the bank?",
		"I applied for a grant.":                                       "Did anything come of your grant?",
		"I don't know whether I should take the job.":                  "Have you decided whether to take the job?",
		"Should I sell the piano?":                                     "Have you decided whether to sell the piano?",
		"I'm thinking about quitting my job.":                          "Are you still thinking about quitting your job?",
		"I'm really worried about my mother's surgery.":                "Are you still worried about your mother's surgery?",
		"My cat is sick.":                                              "Is your cat any better?",
		"I hurt my knee.":                                              "How is your knee healing?",
		"I had a big fight with my brother.":                           "Have you and your brother made up?",
		"I lost my keys again.":                                        "Did you find your keys?",
		"My washing machine broke.":                                    "Did you get your washing machine fixed or replaced?",
		"I'm looking for a new flat.":                                  "Have you found a new flat?",
		"I can't sleep.":                                               "Are you sleeping any better?",
		"I've started a pottery class.":                                "How is your pottery class coming along?",
		"I'm learning Portuguese.":                                     "How is learning Portuguese coming along?",
		"I have to call the landlord.":                                 "Did you manage to call the landlord?",
		"I'll tell you about the wedding another time.":                "What did you want to tell me about the wedding another time?",
		"I decided to sell the boat.":                                  "What made you decide to sell the boat?",
		"The interview went well.":                                     "",
		"If I were rich, I would buy a boat tomorrow.":                 "",
		"Did you see my keys?":                                         "",
		"She said \"my interview is on Friday\".":                      "",
		"Last Friday I went to a concert.":                             "",
		"It's raining.":                                                "",
		"my manager moved our one on one to thursday and wont say why": "How will your one-on-one go on Thursday, 26 November?",
		"They pushed the launch to Monday.":                            "How will the launch go on Monday, 23 November?",
		"They moved the sofa on Monday.":                               "",
		"Booked the ferry for the 28th btw, the early one.":            "How will your ferry trip go on Saturday, 28 November?",
		"I booked the train to Lyon for Friday.":                       "How will your trip to Lyon go on Friday, 27 November?",
		"We booked a table for Saturday.":                              "How will your dinner out go on Saturday, 28 November?",
		"I said yes to running the Easter 10k with them.":              "How will running the Easter 10k go?",
		"I signed up for a pottery class.":                             "How will the pottery class go?",
		"I agreed to speak at the reunion.":                            "How will it go when you speak at the reunion?",
		"Told Jana I'd help her move her piano on saturday.":           "How will it go when you help Jana move her piano on Saturday, 28 November?",
		"I promised my sister to bake her a cake on Sunday.":           "How will it go when you bake your sister a cake on Sunday, 22 November?",
		"I helped her move yesterday.":                                 "",
		// Japanese
		"来週の金曜日に面接があるんだ。":             "11月27日（金）の面接、うまくいくかな？",
		"明日は歯医者なんだ。":                  "11月22日（日）の歯医者、無事に済むかな？",
		"12月3日に京都へ行きます。":              "12月3日（木）に京都へ行くって言ってたけど、その後どう？",
		"明日は休みだから、きなこと浜まで散歩に行くつもりです。": "11月22日（日）は休みだから、きなこと浜まで散歩に行くって言ってたけど、その後どう？",
		"来週、検査の結果が出るんだ。":              "検査の結果、どうだった？",
		"大学の返事がまだ来ない。":                "大学から返事は来た？",
		"転職するかどうか迷っている。":              "転職するかどうか、もう決まった？",
		"上司に相談しようかなと思ってる。":            "上司に相談しようかって言ってたけど、もう決めた？",
		"母の手術のことが心配。":                 "母の手術のこと、まだ心配？",
		"うちの猫が昨日から元気がないんだ。":           "猫の具合、少しはよくなった？",
		"腰が痛い。":            "腰の痛み、少しはよくなった？",
		"妹とけんかしちゃった。":      "妹とは仲直りできた？",
		"財布をなくした。":         "財布は見つかった？",
		"洗濯機が壊れた。":         "洗濯機は直った？",
		"全然眠れない。":          "最近は眠れてる？",
		"最近ギターを習い始めたんだ。":   "ギター、その後どう？",
		"大家さんに電話しなきゃ。":     "大家さんに電話しなきゃって言ってたの、できた？",
		"旅行の話はまた今度話すね。":    "旅行のこと、聞かせてくれる？",
		"会社を辞めることにした。":     "どうして会社を辞めることにしたの？",
		"父がまた畑で腰やったらしい。":   "父の腰、少しはよくなった？",
		"佐伯さんに返事してない。":     "佐伯さんにはもう返事した？",
		"来週末に引っ越しがあるんだ。":   "11月28日の週末の引っ越し、無事に済むかな？",
		"面接はうまくいった。":       "",
		"もし明日晴れたら海に行くのに。":  "",
		"今日は疲れた。":          "",
		"昨日、友達とライブに行ってきた。": "",
	} {
		list := Sentences(text)
		if len(list) != 1 {
			t.Fatalf("%q: %d sentences", text, len(list))
		}
		got := ""
		if o := Open(list[0], said); len(o) > 0 {
			got = o[0].Question
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOutcomeOf(t *testing.T) {
	for text, want := range map[string]Outcome{
		"The interview went really well.":    Done,
		"They offered me the job.":           Done,
		"The trip is cancelled.":             Void,
		"I changed my mind about the boat.":  Void,
		"I wrote half of the report so far.": Partly,
		"The interview is on Friday.":        NoOutcome,
		"I hope it went well.":               NoOutcome,
		"Did it go well?":                    NoOutcome,
		"If it went well I would know.":      NoOutcome,
		"面接はうまくいったよ。":                        Done,
		"財布が見つかった。":                          Done,
		"旅行は中止になった。":                         Void,
		"まだ半分しか書けた気がしない、でも一章はできた。": Partly,
		"金曜日に面接がある。":               NoOutcome,
		"受かりたい。":                   NoOutcome,
		"うまくいった？":                  NoOutcome,
	} {
		list := Sentences(text)
		if got := OutcomeOf(list[0], said); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
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

// FuzzRead has all the rules read any text.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"My interview is on Friday. I lost my keys!", "来週の金曜日に面接があるんだ。財布をなくした。", "```\n", "<a>\n", "「", "“", strings.Repeat("（", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5_000 {
			t.Skip()
		}
		for _, s := range Sentences(text) {
			if utf8.ValidString(text) && !strings.Contains(text, s.Raw) {
				t.Errorf("%q is not in %q", s.Raw, text)
			}
			for _, o := range Open(s, said) {
				if o.Question == "" || len(o.Terms) == 0 || strings.Contains(o.Question, gap) || o.Priority <= 0 || o.Priority > 1 {
					t.Errorf("%q: %+v", s.Raw, o)
				}
			}
			OutcomeOf(s, said)
			MoodOf(s)
			Stated(s)
			Told(s)
			Images(s.Raw)
			for _, n := range ProperNames(s.Raw) {
				NameOf(s.Raw, n)
			}
		}
	})
}
