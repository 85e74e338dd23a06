package model

import (
	"testing"
	"time"

	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/goals"
)

// TestGoalNotesAreOfTheGoal has what the user says come to a goal only if it is
// about that goal.
func TestGoalNotesAreOfTheGoal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, goal, asked, said string
		want                        rules.GoalAct
	}{
		{"en", "Learn more about tomatoes", "", "I learned a lot about tomatoes from the gardener.", rules.GoalCompleted},
		{"en", "Learn more about tomatoes", "", "I harvested the first tomatoes today.", ""},
		{"en", "Learn more about tomatoes", "", "I bought tomatoes at the market.", ""},
		{"en", "Help Ken with this: practise the cello for the recital", "", "I practised the cello for two hours, half of the recital piece works.", rules.GoalProgress},
		{"en", "Help Ken with this: practise the cello for the recital", "", "I went to my neighbour's cello recital.", ""},
		{"en", "Help Ken with this: practise the cello for the recital", "", "My sister practised the cello for the recital.", ""},
		{"en", "Help Ken with this: practise the cello for the recital", "How is the cello practice for the recital going?", "Half of it is done so far.", rules.GoalProgress},
		{"en", "Finish the greenhouse before winter", "", "I finally finished the greenhouse!", rules.GoalCompleted},
		{"en", "Finish the greenhouse before winter", "", "I sold tomatoes from the greenhouse at the winter fair.", ""},
		{"en", "Finish the greenhouse before winter", "", "My uncle finished his greenhouse before winter.", ""},
		{"en", "Write a novel about lighthouses", "", "I wrote the first draft of the novel about lighthouses.", rules.GoalProgress},
		{"en", "Write a novel about lighthouses", "", "I read a novel about pirates.", ""},
		{"en", "Write a novel about lighthouses", "", "I visited the lighthouses on the coast.", ""},
		{"ja", "トマトを育てる", "", "庭でトマトを育て始めたよ。", rules.GoalProgress},
		{"ja", "トマトを育てる", "", "市場でトマトを買ったよ。", ""},
		{"ja", "チェロの発表会の練習", "", "今日はチェロの練習をした。発表会の曲が半分できた。", rules.GoalProgress},
		{"ja", "チェロの発表会の練習", "", "友達のチェロの発表会を見てきた。", ""},
		{"ja", "チェロの発表会の練習", "", "姉がチェロの発表会の練習をした。", ""},
		{"ja", "灯台の小説を書く", "", "灯台の小説を最後まで書いた、ついに完成した！", rules.GoalCompleted},
		{"ja", "灯台の小説を書く", "", "海賊の小説を読んだよ。", ""},
		{"ja", "灯台の小説を書く", "", "海岸の灯台に行ってきた。", ""},
	} {
		at := time.Date(2026, 11, 4, 20, 0, 0, 0, time.UTC)
		in := rules.Material{Date: "2026-11-04", Language: c.language, Persona: "Luna", User: "Ken", Level: 1}
		in.Goals = []goals.Goal{{ID: "sh_1", Goal: c.goal, Term: goals.Short, Priority: 3}}
		if c.asked != "" {
			in.Lines = append(in.Lines, rules.Line{Line: episodic.Line{ID: "m0", Speaker: episodic.Persona, Text: c.asked, Time: at}})
		}
		in.Lines = append(in.Lines, rules.Line{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: c.said, Time: at}})
		r, err := Reflect(t.Context(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		got := rules.GoalAct("")
		for _, u := range r.Goals {
			if u.ID == "sh_1" {
				got = u.Act
			}
		}
		if got != c.want {
			t.Errorf("%q, said %q: %q, want %q (%+v)", c.goal, c.said, got, c.want, r.Goals)
		}
	}
}
