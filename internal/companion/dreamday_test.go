package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/openai"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// A said is an exchange of the days below.
type said struct{ user, reply string }

// dayTalk is what a day of a hundred exchanges is made of: what is told, with
// small talk in between.
func dayTalk(language string) []said {
	told, small := dayEnglish, smallEnglish
	if language == "ja" {
		told, small = dayJapanese, smallJapanese
	}
	list := make([]said, 100)
	for i := range list {
		if i%5 == 0 && i/5 < len(told) {
			list[i] = told[i/5]
			continue
		}
		list[i] = small[i%len(small)]
	}
	return list
}

var smallEnglish = []said{
	{"Hm.", "I am here."}, {"Ha, yes.", "Indeed."}, {"One moment.", "Take your time."}, {"Back again.", "Welcome back."},
	{"What do you think?", "I think you know best."}, {"OK.", "Good."}, {"Right.", "Right."},
}

var smallJapanese = []said{
	{"うん。", "うん。"}, {"そうだね。", "そうだね。"}, {"ちょっと待って。", "ゆっくりどうぞ。"}, {"ただいま。", "おかえり。"},
	{"どう思う？", "あなたが一番よく知っていると思う。"}, {"わかった。", "よかった。"}, {"へえ。", "ふふ。"},
}

var dayEnglish = []said{
	{"Good morning. I hardly slept, because the interview at the museum is on Thursday.", "On Thursday already. What are you most afraid of?"},
	{"That they ask why I left the archive after eleven years. I still do not have an answer that does not sound bitter.", "Was it bitterness?"},
	{"Partly. They closed the reading room, and nobody asked us. I cried in the stairwell on my last day.", "I am sorry. You loved that room."},
	{"My sister Hanna says I should simply say that I wanted to work with people again.", "And do you?"},
	{"Yes, I do. At the archive I talked to boxes.", "Then it is true, and not bitter."},
	{"Hanna comes on Saturday with her twins, Ole and Mats. They are six.", "A full house."},
	{"I want to build them a kite, but I have not decided whether a box kite is too hard for me.", "You have until Saturday."},
	{"By the way, my landlord wrote. He wants to raise the rent in January by 90 euros.", "That is a lot. Can he?"},
	{"I do not know. I will go to the tenants' association on Wednesday at five.", "Good that you go."},
	{"I decided to stop drinking coffee after noon. It was too much.", "Since today?"},
	{"Since today. My heart was racing at night and I was scared.", "Please take care of that heart."},
	{"The cat, Bruno, has been limping since yesterday. He does not let me touch his paw.", "Poor Bruno. Will you take him to the vet?"},
	{"If it is not better tomorrow I will call Dr. Albers.", "Tell me how he is."},
	{"I found my grandmother's notebook with recipes when I cleared the cupboard. The plum cake is in it!", "What a find."},
	{"She wrote everything in the old script. I can read half of it.", "Would you like to learn the rest?"},
	{"Maybe. I would love to read it to Mum at her birthday in December.", "That would be a gift."},
	{"I went swimming at noon, forty lengths, for the first time since the summer.", "I am proud of you."},
	{"Jonas from the choir asked me whether I would sing the solo at the Christmas concert.", "The solo! What did you say?"},
	{"I said I would think about it. I am happy and terrified.", "You sang all summer in the kitchen."},
	{"Good night. Thank you for listening today, it helped me more than you know.", "Good night. I will think of Thursday with you."},
}

var dayJapanese = []said{
	{"おはよう。木曜日に美術館の面接があって、ほとんど眠れなかった。", "もう木曜日なんだね。いちばん怖いのは何？"},
	{"十一年いた資料館をなぜ辞めたのか聞かれること。恨み言に聞こえない答えがまだ見つからない。", "恨みだったの？"},
	{"少しはね。閲覧室が閉められて、誰も私たちに聞かなかった。最後の日、階段で泣いた。", "つらかったね。あの部屋が好きだったものね。"},
	{"姉の花は、また人と働きたかったと言えばいいと言う。", "本当にそう思う？"},
	{"うん、そう思う。資料館では箱と話していたから。", "それなら本当のことだし、恨みじゃない。"},
	{"土曜日に花が双子の蓮と湊を連れて来る。二人は六歳。", "にぎやかになるね。"},
	{"二人に凧を作りたいけれど、箱凧は難しすぎるか、まだ決めていない。", "土曜日まで時間があるよ。"},
	{"そういえば大家さんから手紙が来た。一月から家賃を九千円上げたいと言っている。", "ずいぶんだね。そんなことできるの？"},
	{"わからない。水曜日の五時に借家人の相談会に行くつもり。", "行くのはいいと思う。"},
	{"昼すぎのコーヒーはやめることにした。飲みすぎだった。", "今日から？"},
	{"今日から。夜に動悸がして怖かった。", "心臓を大事にして。"},
	{"猫のブルーノが昨日から足を引きずっている。足をさわらせてくれない。", "かわいそうに。獣医さんに連れて行く？"},
	{"明日もよくならなければ、森先生に電話する。", "様子を教えてね。"},
	{"戸棚を片づけたら、祖母の料理帳が出てきた。梅の菓子の作り方も書いてある。", "すてきな見つけものだね。"},
	{"くずし字で書いてあって、半分しか読めない。", "残りも読めるようになりたい？"},
	{"たぶんね。十二月の母の誕生日に読んであげたい。", "きっといい贈りものになる。"},
	{"昼に泳ぎに行った。夏以来はじめて千メートル泳いだ。", "えらい。"},
	{"合唱団の航さんに、クリスマスの独唱をやらないかと聞かれた。", "独唱！ なんて答えたの？"},
	{"考えてみると言った。うれしいけれど、とても怖い。", "夏じゅう台所で歌っていたじゃない。"},
	{"おやすみ。今日は聞いてくれてありがとう。とても助かった。", "おやすみ。木曜日のこと、いっしょに思っているね。"},
}

// dayStart is when the day begins.
func dayStart() time.Time { return time.Date(2026, 11, 16, 8, 0, 0, 0, time.FixedZone("", 3600)) }

// livedADay puts a day into a conversation and returns the ids, user and reply in
// turn.
func livedADay(t *testing.T, c *Companion, tick *clock, talk []said) []transcript.ID {
	t.Helper()
	c.work.Wait() // what puts a home in order may not find half a talk
	var ids []transcript.ID
	for i, s := range talk {
		tick.set(dayStart().Add(time.Duration(i) * 8 * time.Minute))
		u, err := c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Text: s.user})
		must(t, err)
		tick.set(tick.now().Add(time.Minute))
		r, err := c.log.Append(transcript.Message{Parent: u.ID, Role: transcript.RolePersona, Text: s.reply})
		must(t, err)
		ids = append(ids, u.ID, r.ID)
	}
	tick.set(dayStart().AddDate(0, 0, 1).Add(-5 * time.Hour)) // three in the night
	return ids
}

// nightHome opens a home whose dreams are dreamt by a server; nil leaves the
// rules.
func nightHome(t *testing.T, tick *clock, srv *llmtest.Server) *Home {
	t.Helper()
	opt := Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()}
	if srv != nil {
		opt.Pick = func(context.Context, config.ModelChoice, string) (llm.Model, error) {
			return openai.New(openai.Config{BaseURL: srv.URL, Name: "dreamer", Key: testKey, Window: 100_000, Tries: 1})
		}
	}
	h, err := openHome(t.Context(), opt)
	must(t, err)
	t.Cleanup(func() {
		found, err := h.Doctor(context.Background())
		must(t, err)
		for _, d := range found {
			for _, p := range d.Problems {
				t.Errorf("doctor: %s: %s: %s", d.Place, p.Name, p.What)
			}
		}
		must(t, h.Close())
	})
	s := h.Settings()
	if srv != nil {
		s.Models.Dream = config.ModelChoice{Provider: "openai", Name: "dreamer"}
	}
	must(t, h.Change(s))
	return h
}

// TestADayDreamtByAModel dreams of a hundred exchanges with a strict server
// and holds what is left on disk to golden files.
func TestADayDreamtByAModel(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOpenAI(t)
	tick := &clock{at: dayStart()}
	c := luna(t, nightHome(t, tick, srv))
	cause := store.Cause{Kind: store.CauseSetup}
	_, err := c.mind.Motives.Ask(motivation.Query{Topic: "Who is Hanna?", Context: "she was named once", Priority: 0.6}, cause)
	must(t, err)
	ids := livedADay(t, c, tick, dayTalk("en"))
	srv.Add(
		llmtest.Say("```json\n"+`{"topic":"the museum on Thursday","insight":"Leaving the archive still hurts, yet what stays is the wish to work with people again.","strategy":"Ask on Friday how the interview went; do not praise too early.","dream":"I dreamed of a reading room full of kites. The boxes sang.","evidence":[{"message":41,"quote":"At the archive I talked to boxes."},{"message":1,"quote":"words nobody said"}],"questions":[{"topic":"How did the interview at the museum go?","context":"it is on Thursday","priority":0.9,"evidence":[{"message":1,"quote":"the interview at the museum is on Thursday"}]},{"topic":"Will you sing the solo?","context":"Jonas asked","priority":0.7,"evidence":[{"message":181,"quote":"I said I would think about it."}]}],"goals":[{"act":"new","goal":"Stay close to Thursday's interview","term":"short","priority":2,"evidence":[{"message":1,"quote":"the interview at the museum is on Thursday"}]}]}`+"\n```"),
		llmtest.Say(`{"resolved":[{"id":"q1","state":"resolved","answer":"Hanna is the sister; she has twins, Ole and Mats.","evidence":[{"message":31,"quote":"My sister Hanna"}],"convert":"FACT","entity":"Hanna","text":"Hanna is the sister; her twins Ole and Mats are six."}]}`),
		llmtest.Say(`{"facts":[{"type":"W","text":"The landlord wants to raise the rent by 90 euros in January 2027.","entities":["landlord"],"confidence":1,"evidence":{"message":71,"quote":"He wants to raise the rent in January by 90 euros."}},{"type":"W","text":"Invented.","entities":[],"confidence":1,"evidence":{"message":71,"quote":"never said"}}],"opinions":[],"candidates":[{"name":"Bruno","note":"The cat; limping since 15 November 2026.","evidence":[{"message":111,"quote":"The cat, Bruno, has been limping since yesterday."}],"related":[]}]}`),
		llmtest.Say(strings.Repeat("It was a long day of waiting for Thursday, and I listened as the archive, the kites and the old recipes came by. ", 9)),
	)
	var seen []dreaming.Progress
	rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{Date: episodic.DateOf(dayStart()), Progress: func(p dreaming.Progress) { seen = append(seen, p) }})
	must(t, err)
	if rec.State != record.StatusApplied || rec.Usage.Calls != 4 || rec.DroppedQuotes != 2 {
		t.Errorf("%s after %d calls, %d quotes thrown out: %+v", rec.State, rec.Usage.Calls, rec.DroppedQuotes, rec.Stages)
	}
	if n := len(seen); n < 10 || seen[n-1].Done != seen[n-1].Of {
		t.Errorf("progress: %+v", seen)
	}
	golden(t, "dream-day.txt", dreamt(t, c, ids))
	u, err := c.Dreams.UndoDream(t.Context(), rec.ID, "")
	if err != nil || len(u.Conflicts) > 0 || u.Record.State != record.StatusUndone {
		t.Errorf("undone: %+v, %v", u, err)
	}
	if len(c.mind.Episodes.Episodes()) != 0 || len(c.mind.Insights.All()) != 0 || len(c.mind.Goals.Goals()) != 0 {
		t.Error("something of the night is left")
	}
}

// dreamt returns the files that a dream writes, comparable: messages are
// numbered, and made-up ids too.
func dreamt(t *testing.T, c *Companion, ids []transcript.ID) string {
	t.Helper()
	var b strings.Builder
	list, err := c.Dreams.Summaries()
	must(t, err)
	for _, d := range list {
		r, err := c.Dreams.DreamRecord(d.ID)
		must(t, err)
		r.Started, r.Millis, r.Files, r.Inputs.Hash = time.Time{}, 0, nil, ""
		r.Inputs.Messages = []string{r.Inputs.Messages[0], fmt.Sprint(len(r.Inputs.Messages) - 2), r.Inputs.Messages[len(r.Inputs.Messages)-1]}
		for i := range r.Stages {
			r.Stages[i].Answers = nil // they are above
		}
		fmt.Fprintf(&b, "=== dreams/%s.json\n", r.ID)
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		must(t, enc.Encode(r))
	}
	files := map[string]string{}
	for _, dir := range []string{"", "memory", "bank", "entity_memory", "episodic_memory"} {
		entries, err := c.dir.List(dir)
		must(t, err)
		for _, e := range entries {
			name := strings.TrimPrefix(dir+"/"+e.Name, "/")
			if e.IsDir || !regexp.MustCompile(`^(goals\.json|memory/i.*|bank/.*|entity_memory/.*|episodic_memory/.*)$`).MatchString(name) {
				continue
			}
			data, err := c.dir.Read(name)
			must(t, err)
			files[name] = string(data)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "=== %s\n%s\n", name, files[name])
	}
	out := b.String()
	for i, id := range ids {
		out = strings.ReplaceAll(out, string(id), fmt.Sprintf("m%d", i+1))
	}
	known := map[string]string{}
	return regexp.MustCompile(`\b(?:sh|lo|qu|em|w|b|o|s)_[a-z0-9]{8,}\b`).ReplaceAllStringFunc(out, func(id string) string {
		if known[id] == "" {
			known[id] = fmt.Sprintf("id%d", len(known)+1)
		}
		return known[id]
	})
}

// TestADayDreamtByRules dreams of the same day without a model, in English and
// in Japanese, and holds the result to what a night has to give.
func TestADayDreamtByRules(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		language string
		open     []string // of which two questions have to be
		settled  []string // which no question may be about
		told     []string // of which the episode has to tell most
	}{
		{"en", []string{"interview", "kite", "rent", "tenants", "Bruno", "vet", "solo", "Thursday", "Wednesday", "Saturday", "script", "birthday", "read it"},
			[]string{"forty lengths", "What do you think"}, []string{"museum", "archive", "rent", "solo", "Bruno", "kite", "Hanna"}},
		{"ja", []string{"面接", "凧", "家賃", "相談会", "ブルーノ", "先生", "独唱", "木曜", "水曜", "土曜", "くずし字", "誕生日"},
			[]string{"千メートル", "どう思う"}, []string{"美術館", "資料館", "家賃", "独唱", "ブルーノ", "凧", "花"}},
	} {
		t.Run(tc.language, func(t *testing.T) {
			t.Parallel()
			tick := &clock{at: dayStart()}
			c := byLanguage(t, nightHome(t, tick, nil), tc.language)
			livedADay(t, c, tick, dayTalk(tc.language))
			began := time.Now()
			rec, err := c.Dreams.Dream(t.Context(), dreaming.Request{Date: episodic.DateOf(dayStart())})
			must(t, err)
			t.Logf("%v", time.Since(began))
			for _, s := range rec.Stages {
				if s.By != "" && s.By != episodic.Rules || s.State == record.StatusFailed {
					t.Errorf("%s by %q: %s %q", s.Name, s.By, s.State, s.Problems)
				}
			}
			i, ok := c.mind.Insights.Strategy()
			if !ok || i.Insight == "" || utf8.RuneCountInString(i.Insight) > 300 || utf8.RuneCountInString(i.Strategy) > 150 {
				t.Errorf("insight: %+v", i)
			}
			t.Logf("topic %q\ninsight %q\nstrategy %q\ndream %q", i.Topic, i.Insight, i.Strategy, i.Dream)
			questions := c.mind.MotivesNow().Questions
			if open := slices.DeleteFunc(slices.Clone(questions), func(q motivation.Question) bool { return !hasAny(q.Topic, tc.open) }); len(open) < 2 {
				t.Errorf("%d questions that are open: %+v", len(open), questions)
			}
			for _, q := range questions {
				t.Logf("question %q (%s)", q.Topic, q.Context)
				if hasAny(q.Topic, tc.settled) {
					t.Errorf("a question about what is settled: %q", q.Topic)
				}
			}
			list := c.mind.Episodes.Episodes()
			if len(list) != 1 {
				t.Fatalf("%d episodes", len(list))
			}
			t.Logf("episode %q", list[0].Summary)
			if hasAny(list[0].Summary, []string{"一番よく知っている", "know best"}) {
				t.Errorf("what hands a question back is told: %q", list[0].Summary)
			}
			whole := 0 // never padded: a day of few words makes few
			for _, s := range dayTalk(tc.language) {
				if utf8.RuneCountInString(s.user) > 20 {
					whole += utf8.RuneCountInString(s.user)
				}
			}
			if n := utf8.RuneCountInString(list[0].Summary); n < min(800, whole/2) || n > 1500 {
				t.Errorf("the episode has %d characters of %d", n, whole)
			}
			told := 0
			for _, word := range tc.told {
				if strings.Contains(list[0].Summary, word) {
					told++
				}
			}
			if told < len(tc.told)-2 {
				t.Errorf("the episode tells of %d of %d", told, len(tc.told))
			}
		})
	}
}

func hasAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}
