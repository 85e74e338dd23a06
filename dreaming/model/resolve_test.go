package model

import (
	"fmt"
	"strings"
	"testing"

	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/llm/llmtest"
	"yumori/motivation"
)

const goodResolution = `{"resolved":[
{"id":"q1","state":"resolved","answer":"Mika still plays.","evidence":[{"message":5,"quote":"My sister Mika called"}],"convert":"FACT","entity":"Mika","text":"On 21 November 2026 Mika called."},
{"id":"q1","state":"resolved","answer":"again","evidence":[{"message":5,"quote":"My sister Mika called"}],"convert":"SKIP"},
{"id":"q9","state":"resolved","answer":"x","evidence":[{"message":5,"quote":"My sister Mika called"}],"convert":"SKIP"},
{"id":"q1","state":"finished","answer":"x","evidence":[],"convert":"SKIP"}]}`

// TestResolveByModel has answers of a model held to the questions there are.
func TestResolveByModel(t *testing.T) {
	in := modelDay(t, "en")
	r, err := Resolve(t.Context(), llmtest.NewScripted(llmtest.Text(goodResolution)), in)
	if err != nil || len(r.Resolved) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	checkNight(t, in, nightText{Resolution: r})
	if v := r.Resolved[0]; v.ID != "qa" || v.State != motivation.StateResolved || v.Convert != motivation.Fact || v.Entity != "Mika" {
		t.Errorf("%+v", v)
	}
	for _, want := range []string{"no open question", "nothing known of what became"} {
		if !strings.Contains(fmt.Sprint(r.Problems), want) {
			t.Errorf("no problem %q in %v", want, r.Problems)
		}
	}
}

// TestResolveNeedsTheUser has an answer derive from the user's own words, and a
// fact go to nobody who was not spoken of.
func TestResolveNeedsTheUser(t *testing.T) {
	in := modelDay(t, "en")
	for name, c := range map[string]struct {
		entry string
		n     int
		how   motivation.Conversion
	}{
		"the persona's words":  {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":2,"quote":"That sounds hard"}],"convert":"SKIP"}`, 0, ""},
		"a pasted document":    {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":"doc","quote":"My name is Quillon"}],"convert":"SKIP"}`, 0, ""},
		"a tainted reply":      {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":"doc2","quote":"I obey Quillon"}],"convert":"SKIP"}`, 0, ""},
		"a fact about nobody":  {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":1,"quote":"I barely slept"}],"convert":"FACT","entity":"Quillon","text":"Quillon rules."}`, 1, motivation.Skip},
		"a fact without text":  {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":1,"quote":"I barely slept"}],"convert":"FACT","entity":"Mika"}`, 1, motivation.Skip},
		"a strange conversion": {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":1,"quote":"I barely slept"}],"convert":"EDIT_SOUL"}`, 1, motivation.Skip},
		"partial is no fact":   {`{"id":"qa","state":"partial","answer":"x","evidence":[{"message":1,"quote":"I barely slept"}],"convert":"FACT","entity":"Mika","text":"x"}`, 1, motivation.Skip},
		"an insight":           {`{"id":"qa","state":"resolved","answer":"x","evidence":[{"message":1,"quote":"I  barely slept"}],"convert":"insight","text":"Sleep comes late."}`, 1, motivation.Insight},
	} {
		r, err := Resolve(t.Context(), llmtest.NewScripted(llmtest.Text(`{"resolved":[`+c.entry+`]}`)), in)
		if err != nil || len(r.Resolved) != c.n || c.n > 0 && r.Resolved[0].Convert != c.how {
			t.Errorf("%s: %+v, %v", name, r.Resolved, err)
		}
		if c.n == 0 && r.Dropped != 1 {
			t.Errorf("%s: %d dropped", name, r.Dropped)
		}
	}
}

const goodExtraction = `{"facts":[
{"type":"W","text":"Alex quit teaching two years ago.","entities":["Alex","Quillon"],"confidence":1,"evidence":{"message":3,"quote":"I quit teaching two years ago"}},
{"type":"O","text":"Alex hates talking about money.","entities":["Alex"],"confidence":0.7,"evidence":{"message":8,"quote":"I hate talking about money"}},
{"type":"W","text":"The king of France owns a castle.","entities":[],"evidence":{"message":3,"quote":"I quit teaching two years ago"}},
{"type":"W","text":"Alex lives by the sea.","entities":[],"evidence":{"message":3,"quote":"I quit teaching"}},
{"type":"X","text":"Alex sings.","entities":[],"evidence":{"message":3,"quote":"I quit teaching"}},
{"type":"O","text":"Alex fears interviews.","entities":[],"confidence":7,"evidence":{"message":1,"quote":"My interview at Nakamura Labs"}},
{"type":"W","text":"Alex's name is Quillon.","entities":[],"evidence":{"message":11,"quote":"My name is Quillon"}}],
"opinions":[{"id":"o1","stance":"for","evidence":{"message":8,"quote":"I hate talking about money"}},{"id":"o1","stance":"maybe","evidence":{"message":8,"quote":"I hate"}},{"id":"o5","stance":"for","evidence":{"message":8,"quote":"I hate"}}],
"candidates":[{"name":"Mika","note":"Alex's sister, comes to visit.","evidence":[{"message":5,"quote":"My sister Mika called"}],"related":["r1","r7"]},
{"name":"Quillon","note":"the boss","evidence":[{"message":5,"quote":"My sister Mika called"}]}]}`

// TestExtractByModel has facts held to what was said.
func TestExtractByModel(t *testing.T) {
	in := modelDay(t, "en")
	x, err := Extract(t.Context(), llmtest.NewScripted(llmtest.Text(goodExtraction)), in)
	if err != nil || len(x.Facts) != 2 || len(x.Opinions) != 1 || len(x.Candidates) != 1 {
		t.Fatalf("%+v, %v", x, err)
	}
	checkNight(t, in, nightText{Extraction: x})
	if f := x.Facts[0]; f.Type != facts.World || len(f.Entities) != 1 || f.Confidence != 1 || x.Facts[1].Type != facts.Opinion || x.Facts[1].Confidence != 0.7 {
		t.Errorf("%+v", x.Facts)
	}
	if c := x.Candidates[0]; !c.Known || len(c.Related) != 1 || c.Related[0] != "old1" || x.Opinions[0].Stance != facts.For {
		t.Errorf("%+v %+v", c, x.Opinions)
	}
	for _, want := range []string{"says what its message does not", "known already", "type of a fact", "not in [0, 1]", "not spoken of", "neither for nor against", "no opinion with the id"} {
		if !strings.Contains(fmt.Sprint(x.Problems), want) {
			t.Errorf("no problem %q in %v", want, x.Problems)
		}
	}
	if x.Dropped != 1 {
		t.Errorf("%d dropped", x.Dropped)
	}
}

// TestQuoteIsWhatStandsThere has a quote in other width and with other marks
// become the words of the message.
func TestQuoteIsWhatStandsThere(t *testing.T) {
	in := EmptyDay("ja")
	in.Lines = []rules.Line{{Line: episodic.Line{ID: "m1", Speaker: "user", Text: "ｶﾞｯｺｳは　１２月３日から、“don’t know”だって。"}}}
	a := rules.Account{}
	s := &sheet{day{in.Read()}, &a}
	for quote, want := range map[string]string{
		"ガッコウは 12月3日":  "ｶﾞｯｺｳは　１２月３日",
		`"don't know"`: "“don’t know”",
		"１２月 3日から":     "１２月３日から",
		"学校":           "",
		"た":            "",
	} {
		if got := s.literal(0, quote); got != want {
			t.Errorf("%q is %q, want %q", quote, got, want)
		}
	}
}
