package dreaming

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// seaside has the two talk on two evenings long past and dreams each night: the
// persona loves the sea, the user hates it, and the user's sister says what is
// the user's no more.
func seaside(t *testing.T, language string) (*world, *Pipeline) {
	t.Helper()
	w := newWorld(t, language)
	talk := [][][2]string{{
		{"I spent the afternoon at the harbour with my nephew Theo.", "I love the sea and the lights of the harbour."},
		{"I hate the sea. It took my grandfather when I was seven.", "That is a heavy thing to carry."},
		{"My sister said \"I will quit my job. I hate the office.\" and slammed the door.", "I am worried for her."},
		{"You said 'I will always be here' once. I was relieved.", "I will always be here."},
	}, {
		{"About the sea yesterday: I am still afraid of it.", "I love the sea, but I know that many are afraid of it."},
		{"My sister really left the bank. She told me 'I will never go back.'", "Your sister is brave."},
	}}
	if language == "ja" {
		w.deps.User, w.deps.Persona = "健太", "ルナ"
		talk = [][][2]string{{
			{"今日は甥のテオと港で過ごしたよ。", "私は海と港の明かりが大好きです。"},
			{"海は大嫌いだ。祖父が海で死んだから。", "つらい思い出ですね。"},
			{"姉が「仕事を辞める。会社が嫌いだ。」と言って出ていったんだ。", "心配ですね。"},
			{"前に「ずっとここにいますよ」と言ってくれたね。ほっとした。", "はい、ずっとここにいますよ。"},
		}, {
			{"昨日の海の話だけど、やっぱり海は怖い。", "私は海が大好きですが、怖い人もいますね。"},
			{"姉は本当に銀行を辞めたよ。「二度と戻らない」と言ってた。", "お姉さんは強いですね。"},
		}}
	}
	p := New(w.deps)
	for i, evening := range talk {
		w.now = time.Date(2026, 9, 1+i, 19, 0, 0, 0, jst)
		for _, s := range evening {
			w.says(s[0], s[1])
		}
		w.now = time.Date(2026, 9, 1+i, 23, 0, 0, 0, jst)
		w.dreams(p, Request{})
	}
	return w, p
}

// whoseWords are, by language, how the memories may tell what was said, and
// what is in none of them otherwise.
var whoseWords = map[string]struct{ right, wrong *regexp.Regexp }{
	"en": {
		regexp.MustCompile(`(?:I|Luna): “I love the sea|Luna loves the sea|Ken(?:: |'s | said: )“I hate the sea|My sister said \\?["‘]I will quit my job\. I hate the office\.\\?["’]|(?:She|sister) told me \\?['‘]I will never go back`),
		regexp.MustCompile(`love the sea|loves the sea|I hate the|will quit|never go back|“I will always`),
	},
	"ja": {
		regexp.MustCompile(`私「私は海[^」]*大好き|ルナは海[^<]*好き|健太(?:さん)?(?:が|は|の|について新しく知った。)?「海は大嫌い|姉が『仕事を辞める。会社が嫌いだ。』と言って|姉は本当に銀行を辞めたよ。『二度と戻らない』|言って(?:い)?た「?『二度と戻らない』`),
		regexp.MustCompile(`海[^。」]*好き|大嫌い|仕事を辞める|会社が嫌い|二度と戻らない|「ずっとここ`),
	},
}

// memories returns what is stored, but the talk itself and the dream records.
func (w *world) memories() string {
	var b strings.Builder
	for name, text := range w.files("log", "dreams/", ".") {
		b.WriteString("\n== " + name + "\n" + text)
	}
	return b.String()
}

// TestWhoSaidItHolds reads every memory that two nights leave by rules, and the
// week that is made of them when they are long past and the talk is archived.
func TestWhoSaidItHolds(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		w, p := seaside(t, language)
		check := func(when string) {
			words := whoseWords[language]
			rest := words.right.ReplaceAllString(w.memories(), "§")
			for _, at := range words.wrong.FindAllStringIndex(rest, -1) {
				t.Errorf("%s, %s: …%s…", language, when, strings.ToValidUTF8(rest[max(0, at[0]-200):min(len(rest), at[1]+60)], ""))
			}
		}
		check("after two nights")
		w.now = time.Date(2026, 11, 20, 20, 0, 0, 0, jst)
		w.says("Good evening.", "Good evening.")
		if err := w.log.Archive(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := w.dreams(p, Request{Level: 2})
		check("after eleven weeks")
		week := w.weekOf("2026-09-01~2026-09-02")
		for _, want := range map[string][]string{
			"en": {"Ken: “I spent", "Ken: “About the sea", "It took my grandfather", "I: “I love the sea", "and slammed the door"},
			"ja": {"私「私は海と港の明かりが大好きです。」", "健太「海は大嫌いだ。", "姉が『仕事を辞める。会社が嫌いだ。』と言って"},
		}[language] {
			if !strings.Contains(week.Summary, want) && !strings.Contains(strings.ReplaceAll(week.Summary, "。", ""), want) {
				t.Errorf("%s: no %q in %q, %v", language, want, week.Summary, r.Stage(record.StageEpisodes).Problems)
			}
		}
		if strings.Contains(week.Summary, "notes") || strings.Contains(week.Summary, "覚え書き") {
			t.Errorf("%s: nothing was found in the archive: %q", language, week.Summary)
		}
		if week.Merged != 2 || week.Max < week.Arousal {
			t.Errorf("%s: %+v", language, week)
		}
	}
}

// weekOf returns the episode of some days.
func (w *world) weekOf(d episodic.Date) episodic.Episode {
	w.t.Helper()
	j, err := episodic.Open(w.dir, episodic.Options{Now: w.clock})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range j.Episodes() {
		if e.Date == d {
			return e
		}
	}
	w.t.Fatalf("no episode of %s among %d", d, len(j.Episodes()))
	return episodic.Episode{}
}

// TestAHandMayQuoteWhatNobodySaid edits an episode so that its quotations stand
// nowhere: no dream of the same day writes over it, and the week tells it as a
// note, without marks.
func TestAHandMayQuoteWhatNobodySaid(t *testing.T) {
	for language, c := range map[string]struct{ edit, more, note string }{
		"en": {"Ken: “I adore the mountains of Nepal.” I was glad.", "I went to the market today and bought a violin.", "According to my notes, Ken said: I adore the mountains of Nepal."},
		"ja": {"健太「ネパールの山が大好きだ。」私はうれしかった。", "今日は市場へ行ってバイオリンを買ったよ。", "覚え書きでは、健太：ネパールの山が大好きだ。"},
	} {
		w, p := seaside(t, language)
		j, err := episodic.Open(w.dir, episodic.Options{Now: w.clock})
		if err != nil {
			t.Fatal(err)
		}
		e, ok := j.Made(episodic.Ordinary, originOf("2026-09-02"))
		if !ok {
			t.Fatal("no episode")
		}
		e.Summary = c.edit
		if _, err := j.Put(e, store.Cause{Kind: store.CauseUser}); err != nil {
			t.Fatal(err)
		}
		w.says(c.more, "…")
		w.dreams(p, Request{})
		if got := w.weekOf("2026-09-02").Summary; !strings.HasPrefix(got, c.edit) {
			t.Errorf("%s: written over: %q", language, got)
		}
		w.now = time.Date(2026, 11, 20, 20, 0, 0, 0, jst)
		w.says("Good evening.", "Good evening.")
		w.dreams(p, Request{Level: 2})
		week := w.weekOf("2026-09-01~2026-09-02").Summary
		if !strings.Contains(week, c.note) || strings.Contains(week, "“I adore") || strings.Contains(week, "「ネパール") {
			t.Errorf("%s: %q", language, week)
		}
	}
}

// TestAnEarlierNightsEpisodeIsToldAnew has more be said of a day that was told
// some nights ago: the episode that the night wrote is told anew, and one that a
// user edited stays.
func TestAnEarlierNightsEpisodeIsToldAnew(t *testing.T) {
	t.Parallel()
	for _, edit := range []string{"", "The lighthouse was dark. I counted eleven boats.", "shortened"} {
		w, p := seaside(t, "en")
		for day := 3; day < 5; day++ {
			w.now = time.Date(2026, 9, day, 19, 0, 0, 0, jst)
			w.says(fmt.Sprintf("I planted %d rows of beans behind the shed.", day), "Well done.")
			w.now = time.Date(2026, 9, day, 23, 0, 0, 0, jst)
			w.dreams(p, Request{})
		}
		was := w.weekOf("2026-09-02").Summary
		if edit == "shortened" {
			edit = strings.TrimSpace(strings.ToValidUTF8(was[:len(was)/2], ""))
		}
		if edit != "" {
			j, err := episodic.Open(w.dir, episodic.Options{Now: w.clock})
			if err != nil {
				t.Fatal(err)
			}
			e, _ := j.Made(episodic.Ordinary, originOf("2026-09-02"))
			e.Summary = edit
			if _, err := j.Put(e, store.Cause{Kind: store.CauseUser}); err != nil {
				t.Fatal(err)
			}
			was = edit
		}
		w.now = time.Date(2026, 9, 2, 21, 0, 0, 0, jst)
		w.says("I went to the market and bought a violin.", "What will you play?")
		w.now = time.Date(2026, 9, 6, 23, 0, 0, 0, jst)
		w.dreams(p, Request{})
		got := w.weekOf("2026-09-02").Summary
		if kept := strings.HasPrefix(got, was+"\n\n"); kept != (edit != "") || !strings.Contains(got, "violin") {
			t.Errorf("edited %q: %q\nwas %q", edit, got, was)
		}
	}
}

// TestAModelLeavesWhatAHandWrote edits one of two days before a model makes a week
// of them: the day stays as it was written, the other becomes the week.
func TestAModelLeavesWhatAHandWrote(t *testing.T) {
	w, _ := seaside(t, "en")
	j, err := episodic.Open(w.dir, episodic.Options{Now: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	e, ok := j.Made(episodic.Ordinary, originOf("2026-09-02"))
	if !ok {
		t.Fatal("no episode")
	}
	e.Summary = "The lighthouse was dark. I counted eleven boats, not ten."
	if _, err := j.Put(e, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	var asked []string
	w.deps.Model = llmtest.Func(func(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
		for _, m := range req.Messages {
			asked = append(asked, m.Text)
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "Nothing."}}, nil
	})
	w.now = time.Date(2026, 11, 20, 20, 0, 0, 0, jst)
	w.says("Good evening.", "Good evening.")
	w.dreams(New(w.deps), Request{Level: 2})
	if got := w.weekOf("2026-09-02").Summary; got != e.Summary {
		t.Errorf("the day says %q", got)
	}
	if week := w.weekOf("2026-09-01"); !week.Compressed() || strings.Contains(week.Summary, "boats") {
		t.Errorf("the week is %+v", week)
	}
	if len(asked) == 0 {
		t.Error("the model was not asked")
	}
}

// TestAModelsMisquotes has a model dream: what it quotes that nobody said, or
// the other did, is in no memory, and the record says why.
func TestAModelsMisquotes(t *testing.T) {
	w := newWorld(t, "en")
	w.says("I hate the sea. It took my grandfather when I was seven.", "I love the sea and the lights of the harbour.")
	w.at(20, 23)
	w.deps.Model = llmtest.NewScripted(
		llmtest.Text(`{"topic":"sea","insight":"Ken fears the water. He said “I love the sea and the lights.”","strategy":"Go easy on it. Ken told me “never speak of boats”.","dream":"A wave said “come home to me now”.","evidence":[{"message":1,"quote":"I hate the sea."}],
"questions":[{"topic":"How old was he?","context":"Ken was seven. He said “I was nine years old”.","priority":0.5,"evidence":[{"message":1,"quote":"I hate the sea."}]}],"goals":[]}`),
		llmtest.Text(`{"facts":[{"type":"W","text":"Ken said “I love the sea and the lights”","entities":["Ken"],"evidence":{"message":1,"quote":"I hate the sea."}}],"opinions":[],"candidates":[],"lasting":[]}`),
		llmtest.Text(`Ken told me of his grandfather, who drowned when he was seven. I said “I hate the sea.” Ken said “I hate the sea” and was quiet for long.`),
	)
	r := w.dreams(New(w.deps), Request{})
	memories := w.memories()
	for _, bad := range []string{"He said", "never speak", "nine years", "Ken said “I love", "I said “I hate"} {
		if strings.Contains(memories, bad) {
			t.Errorf("%q is remembered:\n%s", bad, memories)
		}
	}
	for _, want := range []string{"Ken fears the water.", "Go easy on it.", "come home to me now", "Ken was seven.", "Ken said “I hate the sea” and was quiet for long."} {
		if !strings.Contains(memories, want) {
			t.Errorf("%q is gone:\n%s", want, memories)
		}
	}
	var reasons []string
	for _, s := range r.Stages {
		for _, m := range s.Misquotes {
			reasons = append(reasons, string(s.Name)+" "+m.Reason)
		}
	}
	slices.Sort(reasons)
	want := []string{"entities " + episodic.OtherSpeaker, "episodes " + episodic.OtherSpeaker, "reflect " + episodic.NotSaid, "reflect " + episodic.NotSaid, "reflect " + episodic.OtherSpeaker}
	if !slices.Equal(reasons, want) || r.DroppedQuotes < len(want) {
		t.Errorf("%q, %d dropped: %+v", reasons, r.DroppedQuotes, r.Stages)
	}
}

// longDay is how many lines a long day has: 3000 before a release.
var longDay = flag.Int("lines", 60, "how many lines a long day has")

// TestTalksOfABadShape dreams of conversations of which only one side is there,
// that are in two languages, or in which a reply would not end: it costs little,
// and what is quoted was said.
func TestTalksOfABadShape(t *testing.T) {
	alone := func(role transcript.Role, texts ...string) func(*world) {
		return func(w *world) {
			for _, text := range texts {
				w.now = w.now.Add(time.Minute)
				if _, err := w.log.Append(transcript.Message{Parent: w.log.Head(), Role: role, Text: text, Time: w.now}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	endless := strings.Repeat("I love “the sea” and 'its waves' and the lights. ", 1<<20/60)
	for name, c := range map[string]struct {
		language string
		talk     func(*world)
		want     string
	}{
		"the user alone":    {"en", alone(transcript.RoleUser, "I hate the sea.", "My sister Mika plays the cello in Osaka.", "I moved to Kobe in spring."), "My sister Mika plays the cello in Osaka."},
		"the persona alone": {"en", alone(transcript.RolePersona, "I lit the lamp and read of whales in the harbour.", "I love the sea and everything in it."), "I: “I lit the lamp"},
		"answered in English": {"ja", func(w *world) {
			w.says("妹のミカが大阪でチェロを弾いています。", "I love the cello and the lights of Osaka.")
		}, "健太「妹のミカが大阪でチェロを弾いています。」"},
		"answered in Japanese": {"en", func(w *world) {
			w.says("My sister Mika plays the cello in Osaka.", "私はチェロの音と大阪の明かりが大好きです。")
		}, "Ken: “My sister Mika plays the cello in Osaka.”"},
		"quoted within quotations": {"ja", func(w *world) {
			w.says("妹が「店長に『明日から来るな。君はもういい。』と言われた」と泣いていた。", "つらいですね。")
		}, "健太「妹が『店長に『明日から来るな。君はもういい。』と言われた』と泣いていた。」"},
		"a long day": {"en", func(w *world) {
			for n := range *longDay / 2 {
				w.says(fmt.Sprintf("I saw bird number %d at pond %d.", n, n*7), "I like birds.")
				w.now = w.now.Add(-119 * time.Second)
			}
			w.says("My sister Mika plays the cello in Osaka.", "How lovely.")
		}, "My sister Mika plays the cello in Osaka."},
		"a reply without end": {"en", func(w *world) {
			for range 12 {
				w.says("My sister Mika plays the cello in Osaka.", endless)
			}
		}, "Ken: “My sister Mika plays the cello in Osaka.”"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, c.language)
			if c.language == "ja" {
				w.deps.User, w.deps.Persona = "健太", "ルナ"
			}
			w.now = time.Date(2026, 9, 1, 19, 0, 0, 0, jst)
			c.talk(w)
			w.now = time.Date(2026, 9, 1, 23, 0, 0, 0, jst)
			p := New(w.deps)
			w.dreams(p, Request{})
			day := w.weekOf("2026-09-01")
			w.now = time.Date(2026, 11, 20, 20, 0, 0, 0, jst)
			w.says("Good evening.", "Good evening.")
			w.dreams(p, Request{Level: 2})
			week := w.weekOf("2026-09-01")
			talk := episodic.Talk{Persona: w.deps.Persona, User: w.deps.User}
			for page, at := (transcript.Page{More: true}), (transcript.Cursor{}); page.More; at = page.Next {
				var err error
				if page, err = w.log.Page(at, pageSize); err != nil {
					t.Fatal(err)
				}
				for _, e := range page.Messages {
					talk.Lines = append(talk.Lines, episodic.Line{Speaker: episodic.Speaker(e.Role), Text: e.Text})
				}
			}
			for level, e := range map[string]episodic.Episode{"day": day, "week": week} {
				if _, dropped := episodic.Checked(e.Summary, talk); len(dropped) > 0 || !strings.Contains(e.Summary, c.want) {
					t.Errorf("%s: %q misquotes %+v", level, e.Summary, dropped)
				}
			}
			if !week.Compressed() {
				t.Errorf("no week: %+v", week)
			}
		})
	}
}

// TestAnAnswerOfTheDayMisquotes makes a discovery of an answer that the persona
// noted by day: what it quotes was said, or is left out.
func TestAnAnswerOfTheDayMisquotes(t *testing.T) {
	w := newWorld(t, "en")
	w.says("I hate the sea. It took my grandfather when I was seven.", "I am sorry, Ken.")
	_, reply := w.says("That was in Kobe, in winter.", "Thank you for telling me.")
	mind, err := motivation.Open(w.dir, motivation.Options{Now: w.clock, Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := mind.Ask(motivation.Query{Topic: "Why does Ken not swim?", Priority: 0.8}, store.Cause{Kind: store.CauseTool})
	if err != nil {
		t.Fatal(err)
	}
	answer := "Ken told me “I hate the sea”. He said “I was thrown into the sea”. It was in Kobe."
	if _, err := mind.Resolve(q.ID, motivation.Answer{Text: answer, Sources: []string{string(reply)}}, store.Cause{Kind: store.CauseTool}); err != nil {
		t.Fatal(err)
	}
	w.at(20, 23)
	r := w.dreams(New(w.deps), Request{})
	var all strings.Builder
	for name, text := range w.files("log", "dreams/", ".", "memory/internal_state") {
		all.WriteString(name + text)
	}
	if s := all.String(); strings.Contains(s, "thrown") || !strings.Contains(s, "Ken told me “I hate the sea”. It was in Kobe.") {
		t.Errorf("%s\n%v", s, r.Stage(record.StageQuestions).Problems)
	}
	if !slices.ContainsFunc(r.Stage(record.StageQuestions).Problems, func(p string) bool { return strings.Contains(p, episodic.NotSaid) }) {
		t.Errorf("problems %q", r.Stage(record.StageQuestions).Problems)
	}
}

// TestAFirstWordSaysWhoSaidIt begins with a sentence of the user's in which
// somebody else is quoted.
func TestAFirstWordSaysWhoSaidIt(t *testing.T) {
	now := time.Date(2026, 9, 3, 9, 0, 0, 0, jst)
	for language, c := range map[string]struct{ text, want string }{
		"en": {"My sister said “I will quit my job” and left.", "what you told me yesterday: “My sister said ‘I will quit my job’ and left.”"},
		"ja": {"姉が「仕事を辞める」と言って出ていった。", "昨日に話してくれたことを思い出していました。「姉が『仕事を辞める』と言って出ていった」"},
	} {
		f := FirstWord{Language: language, Drive: motivation.Relatedness, Memories: []memory.Item{{ID: "m", Text: c.text, Time: now.AddDate(0, 0, -1)}}}
		if line, _, ok := f.Line(now); !ok || !strings.Contains(strings.ReplaceAll(line, "。」", "」"), c.want) {
			t.Errorf("%s: %q", language, line)
		}
	}
}
