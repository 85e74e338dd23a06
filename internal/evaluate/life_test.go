package evaluate

import "testing"

// TestAnswerShare counts words and numbers of an answer, whatever form a date has.
func TestAnswerShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer, text string
		want         float64
	}{
		{"a red bicycle", "The bicycle is red.", 1},
		{"a red bicycle", "The bicycle is blue.", .5},
		{"7 May 2023", "2023-05-07 the two of them went out", 1},
		{"Sept 2022", "It was in September.", .5},
		{"03", "3 of them", 1},
		{"her", "nothing", 0},
	} {
		if got := answerShare(c.answer, c.text); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.answer, c.text, got, c.want)
		}
	}
}

// TestQuotes: a memory quotes what was said with a whole sentence of it, or with
// all of it where that is short.
func TestQuotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		content, said string
		want          bool
	}{
		{"Alex said that “I bought a red bicycle on the market”.", "Hello! I bought a red bicycle on the market.", true},
		{"Alex has a bicycle.", "Hello! I bought a red bicycle on the market.", false},
		{"They said: Yes, Oslo.", "Yes, Oslo.", true},
		{"They said yes.", "Yes, Oslo.", false},
	} {
		if got := quotes(c.content, c.said); got != c.want {
			t.Errorf("%q in %q: %v", c.said, c.content, got)
		}
	}
}
