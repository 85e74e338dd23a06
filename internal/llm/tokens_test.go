package llm_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"yumori/internal/llm"
)

// A counted is a text with the tokens that two tokenizers make of it.
type counted struct {
	Name, Text    string
	O200k, Cl100k int
}

func countedTexts(t *testing.T) []counted {
	t.Helper()
	data, err := os.ReadFile("testdata/tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []counted
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// With the scale of a model's family every kind of text is met within 15 %,
// and a family that nobody knows within 25 %.
func TestEstimateIsNearRealTokenizers(t *testing.T) {
	for _, c := range countedTexts(t) {
		for _, tt := range []struct {
			model   string
			actual  int
			allowed float64
		}{
			{"gpt-4o", c.O200k, 0.15}, {"gpt-4-turbo", c.Cl100k, 0.15}, {"something", c.O200k, 0.25}, {"something", c.Cl100k, 0.25},
		} {
			got := llm.ScaleOf(tt.model).Tokens(c.Text)
			if off := float64(got)/float64(tt.actual) - 1; math.Abs(off) > tt.allowed {
				t.Errorf("%s for %s: %d, really %d (%+.0f %%)", c.Name, tt.model, got, tt.actual, 100*off)
			}
		}
	}
}

// A scale comes within 5 % of a tokenizer it is not made for after a few counts,
// and counts that cannot be of the whole prompt leave it as it is.
func TestScaleLearnsFromCounts(t *testing.T) {
	request := func(text string) llm.Request {
		return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: text}}}
	}
	for _, odd := range []llm.TokenScale{{Narrow: 1.3, Wide: 0.7}, {Narrow: 0.8, Wide: 1.6}} {
		s := llm.ScaleOf("unknown")
		for range 6 {
			for _, c := range countedTexts(t) {
				s = s.Learned(request(c.Text), odd.Request(request(c.Text)))
			}
		}
		for _, c := range countedTexts(t) {
			want, got := odd.Tokens(c.Text), s.Tokens(c.Text)
			if math.Abs(float64(got)/float64(want)-1) > 0.05 {
				t.Errorf("%s: %d, want about %d after learning %+v", c.Name, got, want, s)
			}
		}
		long := request(countedTexts(t)[4].Text)
		for _, n := range []int{0, 40, 100_000} {
			if s.Learned(long, n) != s {
				t.Errorf("%d tokens taught it something", n)
			}
		}
	}
	if got := (llm.TokenScale{}).Learned(llm.Request{}, 10); got != (llm.TokenScale{Narrow: 1, Wide: 1}) {
		t.Errorf("an empty request taught %+v", got)
	}
}

func BenchmarkEstimateTokens(b *testing.B) {
	text := ""
	for len(text) < 150_000 {
		text += "The lake was cold and 湖の水はつめたかった。 "
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		llm.EstimateTokens(text)
	}
}
