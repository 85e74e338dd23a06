package model

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/llm/llmtest"
)

// opinionDay is a day on which one thing was said, with one opinion held.
func opinionDay(language string, o facts.Fact, said string) rules.Material {
	in := rules.Material{Date: "2026-11-04", Language: language, Persona: "Momo", User: "Alex", Level: 1}
	o.ID, o.Type, o.Confidence = "o1", facts.Opinion, 0.6
	in.Opinions = []facts.Fact{o}
	in.Lines = []rules.Line{{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: said, Time: time.Date(2026, 11, 4, 20, 0, 0, 0, time.UTC)}}}
	return in
}

// TestOpinionsAreWeighed has what is said in a night count for an opinion,
// against it, or not at all.
func TestOpinionsAreWeighed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, held, entity, said string
		want                         facts.Stance
	}{
		{"en", "prefers evening walks", "Alex", "Evening walks are awful.", facts.Against},
		{"en", "prefers evening walks", "Alex", "Evening walks? Never again.", facts.Against},
		{"en", "prefers evening walks", "Alex", "I tried an evening walk. Honestly, I can't stand them any more.", facts.Against},
		{"en", "prefers evening walks", "Alex", "Evening walks are still my favourite.", facts.For},
		{"en", "prefers evening walks", "Peter", "I hate evening walks.", ""},
		{"en", "prefers evening walks", "Alex", "Peter hates evening walks.", ""},
		{"en", "prefers evening walks", "Alex", "Do you hate evening walks?", ""},
		{"ja", "Alexは散歩が好き", "Alex", "散歩はもううんざり。", facts.Against},
		{"ja", "Alexは散歩が好き", "Alex", "散歩？もういいよ。", facts.Against},
		{"ja", "Alexは散歩が好き", "Alex", "散歩はやっぱり楽しいね。", facts.For},
		{"ja", "Alexは散歩が好き", "Alex", "姉は散歩が嫌いだ。", ""},
	} {
		in := opinionDay(c.language, facts.Fact{Text: c.held, Entities: []string{c.entity}}, c.said)
		x, err := Extract(t.Context(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		got := facts.Stance("")
		if len(x.Opinions) > 0 {
			got = x.Opinions[0].Stance
		}
		if got != c.want || len(x.Opinions) > 1 {
			t.Errorf("%q of %s, said %q: %+v, want %q", c.held, c.entity, c.said, x.Opinions, c.want)
		}
		if got == facts.Against && facts.Confidence(0.6, []facts.Evidence{{Stance: got, Time: in.Lines[0].Time}}) >= 0.6 {
			t.Errorf("%q: what contradicts it does not lower it", c.said)
		}
	}
}

// TestModelMayNotTurnEvidence has evidence dropped that a model takes for the
// opposite of what it says.
func TestModelMayNotTurnEvidence(t *testing.T) {
	t.Parallel()
	in := opinionDay("en", facts.Fact{Text: "prefers evening walks", Entities: []string{"Alex"}}, "Evening walks are awful, I am done with them.")
	for stance, want := range map[string]int{"for": 0, "against": 1} {
		answer := fmt.Sprintf(`{"facts":[],"opinions":[{"id":"o1","stance":%q,"evidence":{"message":1,"quote":"Evening walks are awful"}}],"candidates":[],"lasting":[]}`, stance)
		x, err := Extract(t.Context(), llmtest.NewScripted(llmtest.Text(answer)), in)
		if err != nil || len(x.Opinions) != want {
			t.Errorf("%s: %+v, %v", stance, x.Opinions, err)
		}
		if want == 0 && !strings.Contains(fmt.Sprint(x.Problems), "opposite") {
			t.Errorf("problems: %v", x.Problems)
		}
	}
}

// TestNoWordOfTimeIsWhatAnOpinionIsAbout has opinions be filed under what they
// judge, not under since when.
func TestNoWordOfTimeIsWhatAnOpinionIsAbout(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"昔から水族館が大好きなんだ。":                    "Alex 水族館",
		"学生時代からラグビーが大好きなんだ。":                "Alex ラグビー",
		"近頃は刺繍が大好きなんだ。":                     "Alex 刺繍",
		"I really love mornings.":           "Alex",
		"Nowadays I really enjoy ballet.":   "Alex ballet",
		"These days I really love origami.": "Alex",
	} {
		language := "en"
		if lang.Japanese(said) {
			language = "ja"
		}
		in := opinionDay(language, facts.Fact{Text: "x"}, said)
		held := in.Extract().Facts
		if len(held) != 1 || strings.Join(held[0].Entities, " ") != want {
			t.Errorf("%s: %+v", said, held)
		}
	}
}
