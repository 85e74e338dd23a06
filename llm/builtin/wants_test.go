package builtin

import (
	"strings"
	"testing"
	"time"

	"yumori/llm"
)

func TestOpinionsAndNature(t *testing.T) {
	for _, row := range []struct {
		say  string
		want kind
	}{
		{"Do you think I should bring the little schooner I built?", kindAskOpinion},
		{"Don't you think that is unfair?", kindAskOpinion},
		{"Should I call her?", kindAskOpinion},
		{"Is it a good idea to move in winter?", kindAskOpinion},
		{"Any advice?", kindAskOpinion},
		{"Do you think?", kindAskNature},
		{"Do you feel anything?", kindAskNature},
		{"Do you sleep?", kindAskNature},
		{"Are you a robot?", kindAskNature},
		{"What do you want?", kindAskWants},
		{"What's on your mind?", kindAskWants},
		{"Do you have any goals?", kindAskWants},
		{"What do you want for dinner on Friday, when I cook?", kindAsk},
		{"甥の誕生日にその帆船を持って行くべきだと思う？", kindAskOpinion},
		{"母に電話したほうがいいかな？", kindAskOpinion},
		{"どうしよう？", kindAskOpinion},
		{"あなたは何がしたい？", kindAskWants},
		{"目標はある？", kindAskWants},
		{"私は何がしたいって言ってた？", kindAsk},
	} {
		lang := "en"
		if languageOf(row.say, english) == japanese {
			lang = "ja"
		}
		k := newTalk(t, lang)
		req := k.request([]llm.Message{{Role: llm.RoleUser, Text: row.say}})
		s := k.mind.scene(&req)
		acts := s.understand()
		if len(acts) == 0 || acts[len(acts)-1].kind != row.want {
			t.Errorf("%q is taken for %+v, want kind %d", row.say, acts, row.want)
		}
	}
}

// TestWantsAreReadFromThePrompt has the goals and the strongest question told,
// and nothing made up where there are none.
func TestWantsAreReadFromThePrompt(t *testing.T) {
	for lang, row := range map[string]struct {
		ask   string
		extra []llm.Section
		want  []string
	}{
		"en": {"What do you want?", []llm.Section{
			{Name: "goals", Text: "## What I want\n\n- soon: Learn the names of the cats (priority 2)\n- some day: Know the harbour (priority 3)"},
			{Name: "feeling", Text: "## How I feel now\n- Boredom (0.52): Nobody has spoken to you.\nOn my mind: Why the heron stays"},
		}, []string{"Learn the names of the cats.", "Why the heron stays."}},
		"ja": {"何がしたい？", []llm.Section{
			{Name: "goals", Text: "## したいこと\n\n- 近いうちに：猫の名前を覚える（優先度 2）"},
			{Name: "feeling", Text: "## いまの気持ち\n気になっていること：鷺がなぜ残ったか"},
		}, []string{"「猫の名前を覚える」", "「鷺がなぜ残ったか」"}},
	} {
		k := newTalk(t, lang)
		nothing := speech(k.say(row.ask))
		k.extra = row.extra
		said := speech(k.say(row.ask))
		for _, w := range row.want {
			if !strings.Contains(said, w) || strings.Contains(nothing, w) {
				t.Errorf("%s: without goals %q, with them %q", lang, nothing, said)
			}
		}
	}
}

// TestOpinionNamesWhatIsKnown leaves the judgement to the user, beside what
// they told of it.
func TestOpinionNamesWhatIsKnown(t *testing.T) {
	for lang, row := range map[string][3]string{
		"en": {"I built a little schooner out of balsa last week.", "Do you think I should bring the little schooner I built?", "built a little schooner"},
		"ja": {"先週、バルサ材で小さな帆船を作ったんだ。", "その小さな帆船を持って行くべきだと思う？", "帆船を作った"},
	} {
		k := newTalk(t, lang)
		k.say(row[0])
		if said := speech(k.say(row[1])); !strings.Contains(said, row[2]) {
			t.Errorf("%s: %q", lang, said)
		}
	}
}

// TestWeekdayOfAReport reads a weekday back in time where the sentence says
// what happened, also when it ends in how things stand.
func TestWeekdayOfAReport(t *testing.T) {
	saturday := time.Date(2026, 11, 21, 21, 0, 0, 0, time.UTC)
	for say, want := range map[string]string{
		"母が火曜日に転んで、心配なんです。":  "2026年11月17日",
		"火曜に手術して、まだ痛いんです":    "2026年11月17日",
		"木曜日に猫がいなくなって心配です":   "2026年11月19日",
		"月曜日に振られて、つらい":       "2026年11月16日",
		"金曜日に面接があって、緊張しています": "2026年11月27日",
		"金曜日に試験を控えて不安です":     "2026年11月27日",
		"日曜日に友達と会って、映画を見ます":  "2026年11月22日",
		"火曜日に転びました":          "2026年11月17日",
		"火曜日に歯医者に行きます":       "2026年11月24日",
		"火曜日に歯医者を予約した":       "2026年11月24日",
	} {
		if got := datedJapanese(say, saturday); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %s", say, got, want)
		}
	}
}

func TestFamilyIsHonoured(t *testing.T) {
	for say, want := range map[string]string{
		"母が転んだ":         "お母さんが転んだ",
		"妹と祖母に会った":      "妹さんとおばあさんに会った",
		"妹のミカと大阪に住んでいる": "妹のミカと大阪に住んでいる",
		"母の日に花を贈った":     "母の日に花を贈った",
		"兄弟が三人いる":       "兄弟が三人いる",
		"お母さんが来た":       "お母さんが来た",
		"弟子を取った":        "弟子を取った",
		"昨日、娘の誕生日だった":   "昨日、娘さんの誕生日だった",
	} {
		if got := honoured(say); got != want {
			t.Errorf("%q: %q, want %q", say, got, want)
		}
	}
	s := &scene{lang: japanese, user: "真由美"}
	if got := s.secondJapanese("真由美さんの母が転んだ。"); got != "お母さんが転んだ" {
		t.Errorf("%q", got)
	}
}

// TestTalkOfAFamily goes through a talk as people write: things with names,
// sentences left open, a day set right.
func TestTalkOfAFamily(t *testing.T) {
	converse(t, "ja", []line{
		{say: "こんばんは"},
		{say: "健太です", want: `健太さん`},
		{say: "昨日、姉の奈緒と父の家のことで喧嘩してさ", want: `喧嘩したんですね`, not: `してさ`},
		{say: "船の名前は海燕っていうんだ", not: `海燕さん`, keep: "船の名前は海燕だ。"},
		{say: "うちの店は月見堂っていいます", not: `月見堂さん`},
		{say: "船の名前なんだっけ？", want: `海燕`, keep: "-"},
		{say: "姉の名前覚えてる？", want: `奈緒`, keep: "-"},
		{say: "月曜から図書館で新しい仕事が始まるんだ", want: `始まるんですね`},
		{say: "ごめん、月曜じゃなくて火曜だった", not: `だったでしたか`, keep: "2026年11月24日から図書館で新しい仕事が始まる（2026年11月23日ではない）。"},
		{say: "新しい仕事いつからだっけ？", want: `11月24日|火`, keep: "-"},
		{say: "最近眠れなくて", mood: "protective", keep: "-"},
		{say: "僕の名前は？", want: `健太`, keep: "-"},
		{say: "バックアップはどうやって取るの？", want: `フォルダー`, keep: "-"},
	})
	converse(t, "en", []line{
		{say: "I'm Theo.", want: `Theo`},
		{say: "The boat is called Petrel", keep: "The boat is called Petrel."},
		{say: "no, not really", want: `All right|Fair enough|leave it`, keep: "-"},
		{say: "thanks, that helps", not: `[Tt]hat helps`, keep: "-"},
		{say: "it's raining cats and dogs here", not: `cat`, keep: "-"},
		{say: "how do I make a backup of you?", want: `folder`, keep: "-"},
		{say: "What was the boat called?", want: `Petrel`, keep: "-"},
	})
}

// TestTalkOfAnOrdinaryWeek is another.
func TestTalkOfAnOrdinaryWeek(t *testing.T) {
	converse(t, "en", []line{
		{say: "I'm Priya", want: `Priya`},
		{say: "I'm going to Lisbon with my partner Sam next Friday"},
		{say: "Sam hates flying though", not: `though`},
		{say: "Who hates flying?", want: `Sam hates flying`, keep: "-"},
		{say: "my mom has her surgery on December 3rd", mood: "protective", not: `What did you get|What is she like`},
		{say: "when is mom's surgery?", want: `December 3rd`, not: `On December:`, keep: "-"},
		{say: "Do you dream?", want: `night|quiet`, keep: "-"},
		{say: "I can't decide between the red coat and the blue one", not: `Decide between`, keep: "-"},
		{say: "I'm allergic to penicillin, please remember", not: `please`, keep: "Priya is allergic to penicillin."},
		{say: "What am I allergic to?", want: `penicillin\.`, not: `please`, keep: "-"},
	})
	converse(t, "ja", []line{
		{say: "こんばんは"},
		{say: "プリヤです", want: `プリヤさん`},
		{say: "来週の金曜にパートナーのサムとリスボンに行くの", not: `くのん`, keep: "プリヤさんは2026年11月27日にパートナーのサムとリスボンに行く。"},
		{say: "でもサムは飛行機が嫌いなんだよね", want: `嫌いなんですね`},
		{say: "12月3日に母の手術があって", mood: "protective", not: `どんな方`, keep: "プリヤさんは12月3日に母の手術がある。"},
		{say: "母の手術はいつ？", want: `12月3日.*手術がある`, keep: "-"},
		{say: "夢は見るの？", want: `夜`, keep: "-"},
		{say: "つまらないね、君", mood: "sadness", keep: "-"},
		{say: "赤いコートと青いコートで迷ってる", keep: "-"},
	})
}

func TestDreamIsReadFromThePrompt(t *testing.T) {
	for lang, ask := range map[string]string{"en": "What did you dream last night?", "ja": "昨夜はどんな夢を見た？"} {
		k := newTalk(t, lang)
		k.extra = []llm.Section{{Name: "strategy", Text: "## What I resolved in my last dream\nAsk about the river.\n"}}
		if said := speech(k.say(ask)); !strings.Contains(said, "Ask about the river") {
			t.Errorf("%s: %q", lang, said)
		}
	}
}

// TestWorryLingers keeps the persona worried through an everyday question, and
// lets a thank-you end it.
func TestWorryLingers(t *testing.T) {
	for lang, says := range map[string][3]string{
		"en": {"My mom has her surgery on Thursday and I'm scared.", "When is mom's surgery?", "Thanks, that helps."},
		"ja": {"木曜日に母の手術があって、不安なんです。", "母の手術はいつ？", "ありがとう、落ち着いた。"},
	} {
		k := newTalk(t, lang)
		for i, want := range []string{"protective", "protective", "contentment"} {
			if reply := k.say(says[i]); !strings.Contains(reply, `category="`+want+`"`) {
				t.Errorf("%s, %q: %s, want %s", lang, says[i], reply, want)
			}
		}
		if reply := k.say("Hm."); !strings.Contains(reply, `category="contentment"`) && !strings.Contains(reply, `category="neutral"`) {
			t.Errorf("%s: worried again: %s", lang, reply)
		}
	}
}
