package episodic

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func gardenDay() Day {
	at := func(minutes int) time.Time { return morning().Add(time.Duration(minutes) * time.Minute) }
	return Day{Date: "2026-11-21", Language: "en", Persona: "Mio", User: "Alex", Entities: []string{"Rügen", "Tom"}, Lines: []Line{
		{Speaker: User, Text: "Good morning! I slept badly, my back hurts since Tuesday.", Time: at(0), ID: "1"},
		{Speaker: Persona, Text: "I am sorry to hear that. Did you see the doctor?", Time: at(1), ID: "2"},
		{Speaker: User, Text: "Not yet. I have an appointment with Dr. Weber next Friday at 10. I am scared it is serious. My father had the same.", Time: at(2), ID: "3", Arousal: 0.8},
		{Speaker: Persona, Text: "I will think of you on Friday, and I will ask how it went. <persona_emotion category=\"anxious\" intensity=\"0.8\"/>", Time: at(3), ID: "4", Arousal: 0.8},
		{Speaker: User, Text: "Thanks. By the way, Tom and I bought a “Laser” dinghy. We want to sail to Rügen in June.", Time: at(4), ID: "5"},
		{Speaker: User, Text: "Ha ha.\n```go\nfunc secretCode() {}\n```\n> quoted by somebody else about elephants\nOk.", Time: at(5), ID: "6"},
	}}
}

func partyDay() Day {
	return Day{Date: "2026-11-21", Language: "ja", Persona: "夢", User: "アキラ", Entities: []string{"佐藤さん"}, Lines: []Line{
		{Speaker: User, Text: "おはよう。昨日は会社の送別会で遅くなったよ。", Time: morning(), ID: "1"},
		{Speaker: Persona, Text: "おはようございます。送別会はいかがでしたか？", Time: morning(), ID: "2"},
		{Speaker: User, Text: "うん、楽しかった。でも、十年一緒に働いた佐藤さんが辞めるのは寂しい。泣きそうになった。", Time: morning(), ID: "3", Arousal: 0.7},
		{Speaker: Persona, Text: "それは寂しいですね。佐藤さんとの思い出を、私にも聞かせてください。", Time: morning(), ID: "4", Arousal: 0.7},
		{Speaker: User, Text: "来週、佐藤さんと釣りに行く約束をしたんだ。琵琶湖でブラックバスを釣る予定。「大物」を狙うよ。", Time: morning(), ID: "5"},
		{Speaker: Persona, Text: "いいですね！楽しんできてください。", Time: morning(), ID: "6"},
	}}
}

func weekOf(d Day, language string) Week {
	return Week{Language: language, Persona: d.Persona, User: d.User, Lines: d.Lines, Episodes: []Episode{
		{Date: "2026-09-07", Summary: d.byRules().Text, Arousal: 0.7, Max: 0.8, Sources: []string{"1"}},
		{Date: "2026-09-08", Summary: "We baked bread. I burned the crust. Alex laughed.", Arousal: 0.2, Max: 0.3, Sources: []string{"2"}},
		{Date: "2026-09-10", Summary: "A quiet day with rain. Alex read a novel about whales.", Arousal: 0.3, Max: 0.3, Sources: []string{"3", "1"}},
	}}
}

// TestRules holds the rules' summaries to golden files, in both languages.
func TestRules(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]Day{"en": gardenDay(), "ja": partyDay()} {
		s, err := Daily(t.Context(), nil, d)
		if err != nil || s.By != Rules || len(s.Problems) > 0 {
			t.Fatalf("%+v, %v", s, err)
		}
		golden(t, "daily."+name+".txt", s.Text+"\n"+strings.Join(s.Sources, " ")+"\n")
		w, err := Weekly(t.Context(), nil, weekOf(d, name))
		if err != nil || !slices.Equal(w.Sources, []string{"1", "2", "3"}) {
			t.Fatalf("%+v, %v", w, err)
		}
		golden(t, "weekly."+name+".txt", w.Text+"\n")
	}
}

// TestRulesOfADay has what rules are likely to get wrong.
func TestRulesOfADay(t *testing.T) {
	t.Parallel()
	if s, err := Daily(t.Context(), nil, Day{Date: "2026-11-21"}); err != nil || s.Text != "" || s.Sources != nil {
		t.Errorf("a day without a line: %+v, %v", s, err)
	}
	d := Day{Date: "2026-11-21", Persona: "Mio", Lines: []Line{{Speaker: User, Text: "Hi.", Time: morning()}, {Speaker: Persona, Text: "Hello! How are you?", Time: morning()}}}
	if s, _ := Daily(t.Context(), nil, d); s.Text != "21 November 2026, 10:00 am: You and I talked." {
		t.Errorf("a greeting: %q", s.Text)
	}
	star := gardenDay()
	for n := range 200 {
		star.Lines = append(star.Lines, Line{Speaker: User, Text: fmt.Sprintf("I saw bird number %d at pond %d yesterday.", n, n*7), ID: fmt.Sprint("b", n)})
	}
	s, _ := Daily(t.Context(), nil, star)
	if n := utf8.RuneCountInString(s.Text); n > dailyMax || n < dailyMin {
		t.Errorf("a long day in %d characters", n)
	}
	for _, want := range []string{"appointment with Dr. Weber", "scared", "My father had the same", "ask how it went"} {
		if !strings.Contains(s.Text, want) {
			t.Errorf("what moved the persona is not told in detail: %q is missing", want)
		}
	}
	for _, bad := range []string{"secretCode", "elephants", "persona_emotion", "Did you"} {
		if strings.Contains(s.Text, bad) {
			t.Errorf("%q is told", bad)
		}
	}
	one, two := star.byRules(), star.byRules() // maps must not decide
	if one.Text != two.Text {
		t.Error("the same day is told differently")
	}
}

// TestPrompts holds the requests to golden files.
func TestPrompts(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]Day{"en": gardenDay(), "ja": partyDay()} {
		m := llmtest.NewScripted(llmtest.Text("We talked."), llmtest.Text("We talked."))
		if _, err := Daily(t.Context(), m, d); err != nil {
			t.Fatal(err)
		}
		if _, err := Weekly(t.Context(), m, weekOf(d, name)); err != nil {
			t.Fatal(err)
		}
		for n, r := range m.Requests()[:2] {
			if r.Purpose != llm.PurposeDream || len(r.System) != 1 || len(r.Messages) != 1 {
				t.Errorf("request %+v", r)
			}
			golden(t, []string{"daily", "weekly"}[n]+".prompt."+name+".txt", r.System[0].Text+"\n----\n"+r.Messages[0].Text)
		}
	}
}

// TestModelSummary has models keep to the length, or not, and fail.
func TestModelSummary(t *testing.T) {
	t.Parallel()
	long := gardenDay()
	for range 40 {
		long.Lines = append(long.Lines, Line{Speaker: User, Text: "We planted tomatoes, and then it rained until the evening came."})
	}
	text := func(n int) string { return strings.Repeat("We talked. ", n/12) }
	for _, c := range []struct {
		name    string
		day     Day
		answers []llmtest.Answer
		by      string
		min     int
		max     int
		calls   int
		problem string
	}{
		{"as asked", long, []llmtest.Answer{llmtest.Text(text(1000))}, "scripted/script", 900, 1500, 1, ""},
		{"a short day is not padded", gardenDay(), []llmtest.Answer{llmtest.Text("We talked about the boat.")}, "scripted/script", 20, 30, 1, ""},
		{"too long, then right", long, []llmtest.Answer{llmtest.Text(text(3000)), llmtest.Text(text(1200))}, "scripted/script", 1000, 1500, 2, ""},
		{"too long twice", long, []llmtest.Answer{llmtest.Text(text(3000)), llmtest.Text(text(2000))}, "scripted/script", 1400, 1500, 2, "cut to 1500"},
		{"too short, then right", long, []llmtest.Answer{llmtest.Text("We talked."), llmtest.Text(text(900))}, "scripted/script", 800, 1000, 2, ""},
		{"too short twice", long, []llmtest.Answer{llmtest.Text(text(500)), llmtest.Text("We talked.")}, "scripted/script", 400, 500, 2, "only"},
		{"too short, then nothing", long, []llmtest.Answer{llmtest.Text(text(500)), {Err: llm.ErrUnavailable}}, "scripted/script", 400, 500, 2, "only"},
		{"tags and headings", gardenDay(), []llmtest.Answer{llmtest.Text("# Summary\n<think>hm</think>We talked.<persona_emotion category='joy' intensity='1'/>")}, "scripted/script", 10, 10, 1, ""},
		{"broken off", gardenDay(), []llmtest.Answer{{Text: []string{"We talked. Then we wan"}, Finish: llm.FinishLength}}, "scripted/script", 10, 10, 1, ""},
		{"nothing", gardenDay(), []llmtest.Answer{llmtest.Text(" \n***\n")}, Rules, 100, 1500, 1, "unusable"},
		{"refused", gardenDay(), []llmtest.Answer{{Err: llm.ErrRefused}}, Rules, 100, 1500, 1, "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := llmtest.NewScripted(c.answers...)
			s, err := Daily(t.Context(), m, c.day)
			n := utf8.RuneCountInString(s.Text)
			if err != nil || s.By != c.by || n < c.min || n > c.max {
				t.Errorf("%d characters by %s, %v: %q", n, s.By, err, s.Text)
			}
			if len(m.Requests()) != c.calls || s.Usage.Calls != c.calls && c.answers[len(c.answers)-1].Err == nil {
				t.Errorf("%d calls, counted %d, want %d", len(m.Requests()), s.Usage.Calls, c.calls)
			}
			if all := strings.Join(s.Problems, "\n"); !strings.Contains(all, c.problem) || c.problem == "" && all != "" {
				t.Errorf("problems %q, want %q", all, c.problem)
			}
			if c.by != Rules && s.Said != nil || len(s.Sources) == 0 {
				t.Errorf("said %v, sources %v", s.Said, s.Sources)
			}
		})
	}
}

func TestSummaryCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := Daily(ctx, llmtest.NewScripted(llmtest.Text("x")), gardenDay()); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Weekly(ctx, nil, weekOf(gardenDay(), "en")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestLongDay has a day that does not fit the model.
func TestLongDay(t *testing.T) {
	t.Parallel()
	d := gardenDay()
	for n := range 400 {
		d.Lines = append(d.Lines, Line{Speaker: User, Text: strings.Repeat("nice ", 200), ID: fmt.Sprint("n", n)})
	}
	m := llmtest.NewScripted(llmtest.Text("We talked."), llmtest.Text("We talked."))
	m.About = llm.Info{Name: "small", Window: llm.Window{Tokens: 8000}}
	s, err := Daily(t.Context(), m, d)
	if err != nil || !strings.Contains(strings.Join(s.Problems, "\n"), "lines were left out") {
		t.Fatalf("%v, %q", err, s.Problems)
	}
	sent := m.Requests()[0].Messages[0].Text
	if utf8.RuneCountInString(sent) > 4000 || !strings.Contains(sent, "Dr. Weber") || len(s.Sources) > 20 {
		t.Errorf("%d characters sent of %d sources", utf8.RuneCountInString(sent), len(s.Sources))
	}
}

// TestTooLong has a model that takes less than it says.
func TestTooLong(t *testing.T) {
	t.Parallel()
	d := gardenDay()
	for n := range 400 {
		d.Lines = append(d.Lines, Line{Speaker: User, Text: strings.Repeat("nice ", 40), ID: fmt.Sprint("n", n)})
	}
	w := weekOf(d, "en")
	for i := range w.Episodes {
		w.Episodes[i].Summary += strings.Repeat("We talked of this and that. ", 700)
	}
	refusal := llmtest.Answer{Err: &llm.Error{Kind: llm.ErrTooLong}}
	for name, tell := range map[string]func(m llm.Model) (Summary, error){
		"day":  func(m llm.Model) (Summary, error) { return Daily(t.Context(), m, d) },
		"week": func(m llm.Model) (Summary, error) { return Weekly(t.Context(), m, w) },
	} {
		told := map[string]int{"day": 1_000, "week": 600}[name]
		m := llmtest.NewScripted(refusal, llmtest.Text(strings.Repeat("We talked of the garden. ", told/25)))
		s, err := tell(m)
		if err != nil || s.By == Rules || len(m.Requests()) != 2 {
			t.Errorf("%s: by %s after %d requests, %v %v", name, s.By, len(m.Requests()), s.Problems, err)
			continue
		}
		if first, second := m.Requests()[0].Messages[0].Text, m.Requests()[1].Messages[0].Text; len(second) > len(first)*2/3 || second == "" {
			t.Errorf("%s: %d characters, then %d", name, len(first), len(second))
		}
		cut := llmtest.Text(strings.Repeat("We talked of the garden. ", told/25))
		cut.Prompt = llm.PromptCut // the server left out the beginning, and the model answered
		for how, again := range map[string]llmtest.Answer{"refused": refusal, "cut": cut} {
			m = llmtest.NewScripted(again, again, again)
			if s, err := tell(m); err != nil || s.By != Rules || len(m.Requests()) != 2 {
				t.Errorf("%s, %s again: by %s after %d requests, %v", name, how, s.By, len(m.Requests()), err)
			}
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"... !", nil},
		{"One. Two! Three?", []string{"One.", "Two!", "Three?"}},
		{"I saw Dr. Weber. He is J. R. Weber.", []string{"I saw Dr. Weber.", "He is J. R. Weber."}},
		{"It is 3.5 m. She said “no.” Then", []string{"It is 3.5 m.", "She said “no.”", "Then"}},
		{"行った。「やった！」と言った。", []string{"行った。", "「やった！」と言った。"}},
		{"My sister said “I quit. I hate it!” and left. I stayed.", []string{"My sister said “I quit. I hate it!” and left.", "I stayed."}},
		{"\"I quit!\" she said. \"Really.\" We ate.", []string{"\"I quit!\" she said.", "\"Really.\"", "We ate."}},
		{"姉が「辞める。嫌いだ。」と言った。「本当だ。」健太は黙った。", []string{"姉が「辞める。嫌いだ。」と言った。", "「本当だ。」", "健太は黙った。"}},
		{"He said “" + strings.Repeat("I go. ", 60) + "” and left.", append(append([]string{"He said “I go.”"}, slices.Repeat([]string{"“I go.”"}, 59)...), "“” and left.")},
		{"ほんと？！すごい\n次の行", []string{"ほんと？！", "すごい", "次の行"}},
		{strings.Repeat("長", 300), []string{strings.Repeat("長", 239) + "…"}},
	} {
		if got := sentences(c.text); !slices.Equal(got, c.want) {
			t.Errorf("sentences(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLexicon(t *testing.T) {
	t.Parallel()
	l := newLexicon("Melanie", "Mel", "佐藤")
	for s, want := range map[string]string{
		"Wow, thanks so much, Mel! I went home.": "I went home.",
		"Hey Mel! that is it":                    "That is it",
		"I like it, Melanie.":                    "I like it.",
		"うん、楽しかった。":                              "楽しかった。",
		"佐藤さん、行きましょう。":                           "行きましょう。",
		"So!":                                    "",
		"Android is fine.":                       "Android is fine.",
	} {
		if got := l.strip(s); got != want {
			t.Errorf("strip(%q) = %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{
		"Did you?": true, "本当ですか。": true, "行きますか？": true, "どうしようかな。": true, "He asked “why?”": true,
		"I did.": false, "確かに。": false, "静かです。": false, "行きました。": false,
	} {
		if l.question(s) != want {
			t.Errorf("question(%q) = %v", s, !want)
		}
	}
	for s, want := range map[string]bool{
		"I went.": true, "It's my dog.": true, "It rained.": false, "In Italy.": false,
		"昨日映画を見た。": true, "私は猫です。": true, "釣りに行くつもりだよ。": true, "あなたは行きました。": false, "空は青い。": false,
	} {
		if l.personal(s) != want {
			t.Errorf("personal(%q) = %v", s, !want)
		}
	}
	if got := l.content("Melanie's Cafés: we painted 琵琶湖 with カメラ！"); !slices.Equal(got, []string{"caf", "paint", "琵琶湖", "カメラ"}) && len(got) < 4 {
		t.Errorf("content: %q", got)
	}
}

// TestSetPhrasesAreNoDay tells a day with the built-in rules in the user's
// words, and of the rules only what met a moment that moved.
func TestSetPhrasesAreNoDay(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	say := func(id, text string, arousal float64) Line {
		return Line{Speaker: User, Text: text, Time: at, Arousal: arousal, ID: id}
	}
	rules := func(id, text string, arousal float64) Line {
		return Line{Speaker: Persona, Text: text, Time: at, Arousal: arousal, ID: id, ByRules: true}
	}
	d := Day{Date: "2026-11-21", Language: "en", Lines: []Line{
		rules("r0", "Good evening. I have just lit the lamp.", 0.1),
		say("u1", "I got promoted at the library today.", 0.3), rules("r1", "That deserves the good teapot. Filed, and labelled twice.", 0.3),
		say("u2", "My mother has an operation on Thursday and I am scared.", 0.7), rules("r2", "That sounds like a lot to carry. The change to my core memory waits for your yes.", 0.7),
		say("u3", "My father left us a boat in the harbour called Petrel.", 0.1), rules("r3", "So your father left you a boat in the harbour called Petrel.", 0.1),
	}}
	s, err := Daily(t.Context(), nil, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"promoted at the library", "operation on Thursday", "a lot to carry", "called Petrel"} {
		if strings.Count(s.Text, want) != 1 {
			t.Errorf("%q once in %q", want, s.Text)
		}
	}
	for _, not := range []string{"lamp", "teapot", "labelled", "core memory"} {
		if strings.Contains(s.Text, not) {
			t.Errorf("%q in %q", not, s.Text)
		}
	}
}
