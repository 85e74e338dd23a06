package episodic

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/internal/llm/llmtest"
)

// seaTalk is a talk in which each of the two says of the sea what the other
// does not.
func seaTalk() Talk {
	return Talk{Persona: "Luna", User: "Ken", Lines: []Line{
		{Speaker: User, Text: "I hate the sea. It took my grandfather when I was seven, on the 3.5 km to the island.", ID: "1"},
		{Speaker: Persona, Text: "I love the sea and the lights of the harbour. I will always be here for you.", ID: "2"},
		{Speaker: User, Text: "You said 'I will always be here for you' once before. My sister said \"I will quit my job. I hate the office.\" and left.", ID: "3"},
		{Speaker: User, Text: "I don't think I want to swim again.\n> I enjoy pasted elephants very much\n```\nI like code a lot\n```", ID: "4"},
		{Speaker: Persona, Text: "That is fine. We read “Moby Dick” instead.", ID: "5"},
	}}
}

func umiTalk() Talk {
	return Talk{Persona: "ルナ", User: "健太", Lines: []Line{
		{Speaker: User, Text: "海は大嫌いだ。祖父は海で死んだ。", ID: "1"},
		{Speaker: Persona, Text: "私は海が何よりも好きです。ずっとここにいますよ。", ID: "2"},
		{Speaker: User, Text: "前にも「ずっとここにいますよ」と言ってくれたね。姉が「仕事を辞める。会社が嫌いだ。」と言って出ていった。", ID: "3"},
		{Speaker: User, Text: "泳ぐのは好きではない。ﾊﾝｶｸの文字も、１２３も書くよ。", ID: "4"},
	}}
}

// TestChecked is the table of what is quoted rightly, and what is not: "" is
// kept, else the reason.
func TestChecked(t *testing.T) {
	t.Parallel()
	for text, reason := range map[string]string{
		"Ken said “I hate the sea.”":                                                        "",
		"Ken: “I hate the sea. It took my grandfather when I was seven”":                    "",
		"Ken said “i HATE   the sea!”":                                                      "",
		"Ken said \"I hate the sea.\"":                                                      "",
		"Ken said ‘I hate the sea.’":                                                        "",
		"“I hate the sea,” Ken told me, and “It took my grandfather … seven” too.":          "",
		"“I hate the sea,” said Ken.":                                                       "",
		"I heard “I hate the sea” and said “I love the sea and the lights of the harbour.”": "",
		"I said “I hate the sea.”":                                                          OtherSpeaker,
		"I: “I hate the sea.”":                                                              OtherSpeaker,
		"Luna: “I hate the sea.”":                                                           OtherSpeaker,
		"Ken said “I love the sea and the lights of the harbour.”":                          OtherSpeaker,
		"He said “I love the sea.”":                                                         OtherSpeaker,
		"You: “I love the sea and the lights of the harbour.”":                              OtherSpeaker,
		"Ken said “I adore the sea.”":                                                       NotSaid,
		"Ken said “I love the mountains.”":                                                  NotSaid,
		"Ken said “ate the sea and all.”":                                                   NotSaid,
		"Ken said “on the 35 km to the island.”":                                            NotSaid,
		"Ken said “on the 3.5 km to the island”":                                            "",
		"Ken said “I want to swim again.”":                                                  NotSaid, // "I don't think …"
		"Ken said “I enjoy pasted elephants very much.”":                                    NotSaid,
		"Ken said “I like code a lot.”":                                                     NotSaid,
		"Ken said “I will quit my job.”":                                                    OtherSpeaker,
		"Ken: “My sister said ‘I will quit my job. I hate the office.’ and left.”":          "",
		"Ken's sister said “I will quit my job.”":                                           "",
		"His sister said “I hate the sea.”":                                                 OtherSpeaker,
		"“I will quit my job.” That stayed with me.":                                        OtherSpeaker,
		"Ken said “I will always be here for you.”":                                         OtherSpeaker,
		"I said “I will always be here for you.”":                                           "",
		"Jonas said “I hate the sea.”":                                                      OtherSpeaker,
		"Kenneth said “I hate the sea.”":                                                    "",
		"We read “Moby Dick” and I felt “at home”.":                                         "",
		"We read “The Old Man and the Sea” on the balcony.":                                 "",
		"I keep “I hate the sea” in mind.":                                                  "",
		"I hate the sea.":                                                                   OtherSpeaker,
		"I love the sea and the lights of the harbour.":                                     "",
		"I hate the sea as much as he does.":                                                "",
		"Ken hates the sea, and his grandfather drowned.":                                   "",
	} {
		checkOne(t, seaTalk(), text, reason)
	}
	for text, reason := range map[string]string{
		"健太「海は大嫌いだ。」":              "",
		"健太は「海は大嫌いだ」と言った。":         "",
		"健太さんが「海は大嫌いだ」と話してくれた。":    "",
		"「海は大嫌いだ」と言われた。":           "",
		"私「海は大嫌いだ。」":               OtherSpeaker,
		"私は「海は大嫌いだ」と答えた。":          OtherSpeaker,
		"健太「私は海が何よりも好きです。」":        OtherSpeaker,
		"健太は「海が何よりも好き」と言った。":       OtherSpeaker,
		"「海が何よりも好き」と言われた。":         OtherSpeaker,
		"私は「海が何よりも好きです」と答えた。":      "",
		"健太は「海が大好きだ」と言った。":         NotSaid,
		"健太は「山に登りたい」と言っていた。":       NotSaid,
		"健太「仕事を辞める。」":              OtherSpeaker,
		"健太の姉は「仕事を辞める」と言ったそうだ。":    "",
		"健太の姉は「海は大嫌いだ」と言ったそうだ。":    OtherSpeaker,
		"健太「泳ぐのは好き。」":              NotSaid, // では ない
		"健太「泳ぐのは好きではない。」":          "",
		"健太「ハンカクの文字も、123も書くよ。」":    "",
		"健太は「ずっとここにいますよ」と言った。":     OtherSpeaker,
		"二人で『老人と海』を読んだ。「静か」な夜だった。": "",
		"海は大嫌いだ。祖父は海で死んだ。":         "", // of nobody, and not long enough to be known again
	} {
		checkOne(t, umiTalk(), text, reason)
	}
}

func checkOne(t *testing.T, talk Talk, text, reason string) {
	t.Helper()
	const before, after = "It was evening. ", " The lamp was on."
	kept, dropped := Checked(before+text+after, talk)
	got := ""
	if len(dropped) > 0 {
		got = dropped[0].Reason
	}
	if got != reason {
		t.Errorf("%q: %q, want %q (%+v)", text, got, reason, dropped)
	}
	if !strings.HasPrefix(kept, strings.TrimSpace(before)) || !strings.HasSuffix(kept, strings.TrimSpace(after)) || reason == "" && kept != before+text+after {
		t.Errorf("%q: kept %q", text, kept)
	}
}

// TestRulesQuoteRightly holds what the rules tell of a day against its talk,
// and of a week against the talk it is derived from.
func TestRulesQuoteRightly(t *testing.T) {
	t.Parallel()
	for language, talk := range map[string]Talk{"en": seaTalk(), "ja": umiTalk()} {
		d := Day{Date: "2026-11-21", Language: language, Persona: talk.Persona, User: talk.User, Lines: talk.Lines}
		s := d.byRules()
		if _, dropped := Checked(s.Text, talk); len(dropped) > 0 {
			t.Errorf("%s: %+v in %q", language, dropped, s.Text)
		}
		w := Week{Language: language, Persona: talk.Persona, User: talk.User, Lines: talk.Lines, Episodes: []Episode{{Date: d.Date, Summary: s.Text}}}
		if _, dropped := Checked(w.byRules().Text, talk); len(dropped) > 0 {
			t.Errorf("%s, week: %+v in %q", language, dropped, w.byRules().Text)
		}
	}
}

// TestAWeekKnowsWhoSpoke makes weeks of days as versions before this one wrote
// them, in which a quotation could stand without a name, and as a user did.
func TestAWeekKnowsWhoSpoke(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language string
		talk     Talk
		summary  string
		want     []string
		not      []string
	}{
		{"en", seaTalk(), "21 November 2026: Ken and I talked. I: “I love the sea and the lights of the harbour.” Ken: “My sister said \"I will quit my job. I hate the office.\" and left.” “I hate the sea. It took my grandfather when I was seven.”",
			[]string{"I: “I love the sea and the lights of the harbour.”", "Ken: “My sister said \"I will quit my job. I hate the office.\" and left. It took my grandfather when I was seven.”"}, []string{"“I hate the office", "” “"}},
		{"en", seaTalk(), "I had lit the lamp. “I hate the sea.” I hate the sea. I: “It took my grandfather when I was seven.” Ken told me: \"On the 3.5 km to the island. It took my grandfather.\"",
			[]string{"I had lit the lamp. Ken: “I hate the sea. It took my grandfather when I was seven.”", "Ken told me: \"On the 3.5 km to the island. It took my grandfather.\""}, []string{"I: “", ". I hate"}},
		{"en", seaTalk(), "Ken: “I adore the sea. I want to sail.” Ken whispered “I miss the waves” that night. You: “I hate the sea.”",
			[]string{"According to my notes, Ken said: I adore the sea.", "According to my notes, Ken said: I want to sail.", "According to my notes: Ken whispered I miss the waves that night.", "“I hate the sea.”"},
			[]string{"“I adore", "“I miss"}},
		{"ja", umiTalk(), "2026年11月21日、健太と話した。私「私は海が何よりも好きです。」健太「姉が『仕事を辞める。会社が嫌いだ。』と言って出ていった。」「海は大嫌いだ。祖父は海で死んだ。」",
			[]string{"私「私は海が何よりも好きです。」", "健太「姉が『仕事を辞める。会社が嫌いだ。』と言って出ていった。海は大嫌いだ。"}, []string{"」「", "「会社"}},
		{"ja", umiTalk(), "健太「海が大好きだ。」健太は「山に登りたい」と言った。私「海は大嫌いだ。」",
			[]string{"覚え書きでは、健太：海が大好きだ。", "覚え書きでは、健太は山に登りたいと言った。", "健太「海は大嫌いだ。」"}, []string{"私「", "「海が", "「山"}},
	} {
		w := Week{Language: c.language, Persona: c.talk.Persona, User: c.talk.User, Lines: c.talk.Lines, Episodes: []Episode{{Date: "2026-11-21", Summary: c.summary}}}
		text := w.byRules().Text
		for _, s := range c.want {
			if !strings.Contains(text, s) {
				t.Errorf("%q is missing:\n%s", s, text)
			}
		}
		for _, s := range c.not {
			if strings.Contains(text, s) {
				t.Errorf("%q is there:\n%s", s, text)
			}
		}
	}
}

// TestAModelMisquotes has a model tell a day and a week with words that nobody
// said: they are dropped, and rules tell it if little else was there.
func TestAModelMisquotes(t *testing.T) {
	t.Parallel()
	talk := seaTalk()
	d := Day{Date: "2026-11-21", Language: "en", Persona: "Luna", User: "Ken", Lines: talk.Lines}
	w := Week{Language: "en", Persona: "Luna", User: "Ken", Lines: talk.Lines, Episodes: []Episode{{Date: d.Date, Summary: d.byRules().Text}}}
	for name, c := range map[string]struct {
		answer string
		text   string // "" is that of the rules
	}{
		"some": {"We talked of the sea in the evening, and it was long. Ken said “I love the sea.” His sister told him “I will quit my job.” It rained all night.",
			"We talked of the sea in the evening, and it was long. His sister told him “I will quit my job.” It rained all night."},
		"all": {"Ken said “I love the sea, Luna.” It rained.", ""},
	} {
		for level, tell := range map[string]func() (Summary, error){
			"day":  func() (Summary, error) { return Daily(t.Context(), llmtest.NewScripted(llmtest.Text(c.answer)), d) },
			"week": func() (Summary, error) { return Weekly(t.Context(), llmtest.NewScripted(llmtest.Text(c.answer)), w) },
		} {
			s, err := tell()
			if err != nil || len(s.Misquotes) != 1 || s.Usage.Calls != 1 {
				t.Fatalf("%s, %s: %+v %v", name, level, s, err)
			}
			if c.text != "" && s.Text != c.text || (c.text == "") != (s.By == Rules) || len(s.Sources) == 0 && level == "day" {
				t.Errorf("%s, %s: by %s %q", name, level, s.By, s.Text)
			}
		}
	}
}

// TestQuotedBonding keeps the marks of an exchange apart from those around it.
func TestQuotedBonding(t *testing.T) {
	t.Parallel()
	m := Moment{Language: "en", Time: morning(), Sources: []string{"u", "r"}}
	q := Quote{User: "She said “no” and “never again”.", Reply: "I am here."}
	e := NewBonding(m, Anxious, Joy, q)
	if _, dropped := Checked(e.Summary, Talk{Persona: "Luna", User: "Ken", Lines: []Line{{Speaker: User, Text: q.User}, {Speaker: Persona, Text: q.Reply}}}); len(dropped) > 0 || !strings.Contains(e.Summary, "‘no’") {
		t.Errorf("%q: %+v", e.Summary, dropped)
	}
	m.Language = "ja"
	e = NewBonding(m, Anxious, Joy, Quote{Reply: "私は「ここ」にいます。"})
	if strings.Contains(e.Summary, "と言われ") || !strings.Contains(e.Summary, "『ここ』") {
		t.Errorf("%q", e.Summary)
	}
}

// longTalk is how many messages the talk of TestALongTalk has. The figure of a
// release is 5000: go test ./episodic -run ALongTalk -messages 5000.
var longTalk = flag.Int("messages", 500, "how many messages a long talk has")

// TestALongTalk checks against many messages, six of which are as long as two hundred
// letters for each of them, in a bounded time: a megabyte with the 5,000 of a release.
func TestALongTalk(t *testing.T) {
	t.Parallel()
	talk := seaTalk()
	for range *longTalk {
		talk.Lines = append(talk.Lines, Line{Speaker: User, Text: "I saw a bird at the pond, and it “sang to me all day long” there."})
	}
	for _, mad := range []string{"'a ", "“", "\"x. ", "「あ。", "J. ", "I go! "} {
		talk.Lines = append(talk.Lines, Line{Speaker: Persona, Text: strings.Repeat(mad, 200**longTalk/len(mad))})
	}
	text := strings.Repeat("Ken said “I hate the sea.” Ken said “I love birds a lot.” ", 30)
	began := time.Now()
	kept, dropped := Checked(text, talk)
	if len(dropped) != 30 || strings.Count(kept, "I hate the sea") != 30 {
		t.Errorf("%d dropped: %q", len(dropped), kept)
	}
	d := Day{Date: "2026-11-21", Language: "en", Persona: "Luna", User: "Ken", Lines: talk.Lines}
	if s, err := Daily(t.Context(), nil, d); err != nil || utf8.RuneCountInString(s.Text) > dailyMax {
		t.Errorf("%q %v", s.Text, err)
	}
	t.Logf("trust: %d tries: 30 misquotes dropped and nothing else, in %s", *longTalk, time.Since(began).Round(time.Millisecond))
}

// FuzzChecked has anything said and quoted: what is kept is no more than the
// text, all of it if nothing is dropped, and a week can be made of it.
func FuzzChecked(f *testing.F) {
	f.Add("Ken said “I hate the sea.” I “love” it", "I hate the sea", "私「海が好き」", "en")
	f.Add("健太「海は嫌い。」「山も。」私は『そう』と言った", "「海は」嫌い。", "'a b c", "ja")
	f.Fuzz(func(t *testing.T, text, one, two, language string) {
		talk := Talk{Persona: "Luna", User: "Ken", Lines: []Line{{Speaker: User, Text: one}, {Speaker: Persona, Text: two}}}
		kept, dropped := Checked(text, talk)
		if len(dropped) == 0 && kept != text || len(kept) > len(text) || slices.ContainsFunc(dropped, func(m Misquote) bool { return m.Reason != NotSaid && m.Reason != OtherSpeaker }) {
			t.Fatalf("%q of %q: %+v", kept, text, dropped)
		}
		d := Day{Date: "2026-11-21", Language: language, Persona: "Luna", User: "Ken", Lines: talk.Lines}
		w := Week{Language: language, Persona: "Luna", User: "Ken", Lines: talk.Lines, Episodes: []Episode{{Date: d.Date, Summary: d.byRules().Text}, {Date: d.Date, Summary: text}}}
		if s := w.byRules(); utf8.RuneCountInString(s.Text) > weeklyMax {
			t.Fatalf("%q", s.Text)
		}
	})
}
