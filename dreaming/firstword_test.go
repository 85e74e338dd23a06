package dreaming

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/motivation"
)

func TestFirstWord(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	question := motivation.Question{ID: "qu_1", Topic: "How did the interview go?", Priority: .9, Raised: now.AddDate(0, 0, -3), State: motivation.StateOpen}
	ahead := motivation.Question{ID: "qu_4", Topic: "How will the exam go on Saturday, 21 November?", Priority: .9, State: motivation.StateOpen, Due: "2026-11-21", Afterwards: "How did the exam go on Saturday, 21 November?"}
	thing := motivation.Question{ID: "qu_2", Topic: "the name of the cat", Priority: .8, State: motivation.StateOpen}
	asked := motivation.Question{ID: "qu_3", Topic: "the piano", Priority: .9, State: motivation.StateAsked}
	goal := motivation.GoalPressure{ID: "sh_1", Text: "learn the names of the stars", Priority: 1}
	told := memory.Item{ID: "m1", Text: "My sister “Anna”\nmoved to Oslo", Time: now.AddDate(0, 0, -1)}
	for _, tt := range []struct {
		name  string
		lang  string
		drive motivation.Drive
		inner motivation.Snapshot
		mem   []memory.Item
		used  []About
		want  string
		about About
	}{
		{
			"a question", "en", motivation.Curiosity, motivation.Snapshot{Questions: []motivation.Question{question}}, nil, nil,
			"How did the interview go? I have been wondering since 18 November.", About{AboutQuestion, "qu_1"},
		},
		{
			"what nobody can answer yet waits for its day", "en", motivation.Curiosity, motivation.Snapshot{Questions: []motivation.Question{ahead, thing}}, nil, nil,
			"There is something I have been wondering about: “the name of the cat.” Will you tell me?", About{AboutQuestion, "qu_2"},
		},
		{
			"the one asked before is not asked again", "en", motivation.Curiosity, motivation.Snapshot{Questions: []motivation.Question{asked, thing}}, nil, nil,
			"There is something I have been wondering about: “the name of the cat.” Will you tell me?", About{AboutQuestion, "qu_2"},
		},
		{
			"a goal", "en", motivation.Goal, motivation.Snapshot{Goal: goal, Questions: []motivation.Question{question}}, nil, nil,
			"I have been thinking about a goal of mine: “learn the names of the stars.” I would like to get on with it. Will you help me?", About{AboutGoal, "sh_1"},
		},
		{
			"a memory", "en", motivation.Relatedness, motivation.Snapshot{Goal: goal}, []memory.Item{told}, nil,
			"I was thinking of what you told me yesterday: “My sister ‘Anna’ moved to Oslo.” It has stayed with me.", About{AboutMemory, "m1"},
		},
		{
			"what it began with lately is left out", "en", motivation.Relatedness, motivation.Snapshot{Goal: goal}, []memory.Item{told}, []About{{AboutMemory, "m1"}},
			"I have been thinking about a goal of mine: “learn the names of the stars.” I would like to get on with it. Will you help me?", About{AboutGoal, "sh_1"},
		},
		{"nothing particular", "en", motivation.Boredom, motivation.Snapshot{}, nil, nil, "", About{}},
		{"a word is no memory", "en", motivation.Boredom, motivation.Snapshot{}, []memory.Item{{ID: "m", Text: "ok", Time: now}}, nil, "", About{}},
		{
			"問い", "ja", motivation.Curiosity, motivation.Snapshot{Questions: []motivation.Question{{ID: "qu_1", Topic: "面接の結果", Raised: now.AddDate(0, 0, -3), State: motivation.StateOpen}}}, nil, nil,
			"11月18日から、ずっと気になっていることがあります。「面接の結果」 よかったら聞かせてください。", About{AboutQuestion, "qu_1"},
		},
		{
			"思い出", "ja", motivation.Relatedness, motivation.Snapshot{}, []memory.Item{{ID: "m1", Text: "妹が「オスロ」に引っ越したんだ", Time: now.AddDate(-1, 0, 0)}}, nil,
			"2025年11月21日に話してくれたことを思い出していました。「妹が『オスロ』に引っ越したんだ」 心に残っています。", About{AboutMemory, "m1"},
		},
		{
			"目標", "ja", motivation.Goal, motivation.Snapshot{Goal: motivation.GoalPressure{ID: "sh_1", Text: "星の名前を覚える", Priority: 2}}, nil, nil,
			"私の目標「星の名前を覚える」のことを考えていました。少しでも進めたいので、付き合ってもらえますか。", About{AboutGoal, "sh_1"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line, about, ok := FirstWord{tt.lang, tt.drive, tt.inner, tt.mem, tt.used}.Line(now)
			if line != tt.want || about != tt.about || ok != (tt.want != "") {
				t.Errorf("got %q, %+v, %v", line, about, ok)
			}
		})
	}
}

func FuzzFirstWord(f *testing.F) {
	f.Add("en", "How did it go?", "a “quoted” thing")
	f.Add("ja", "「面接」の結果", strings.Repeat("長い話", 90))
	f.Fuzz(func(t *testing.T, lang, topic, said string) {
		now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		for _, drive := range motivation.AllDrives() {
			line, about, ok := FirstWord{
				Language: lang, Drive: drive, Memories: []memory.Item{{ID: "m", Text: said, Time: now}},
				Inner: motivation.Snapshot{Questions: []motivation.Question{{ID: "q", Topic: topic, State: motivation.StateOpen}}},
			}.Line(now)
			if ok != (line != "") || ok != (about != About{}) || strings.ContainsAny(line, "\n\r") || len([]rune(line)) > 2*quoteMost+20 {
				t.Fatalf("%q %+v %v", line, about, ok)
			}
		}
	})
}
