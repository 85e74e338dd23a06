package pending

import "testing"

func TestAnswerToAChoice(t *testing.T) {
	for _, c := range []struct {
		question, said string
		want           bool
	}{
		{"Have you decided whether to sell the boat?", "I sold the boat", true},
		{"Have you decided whether to take the post in Derby?", "I declined the post in Derby", true},
		{"ピアノを売るか決まった？", "今朝、ピアノを売ってきたよ", true},
		{"店を辞めるか、決まった？", "店を辞めました", true},
		{"ピアノを売るか決まった？", "ピアノを磨いたよ", false},
	} {
		if got := AnswerTo(c.question)(c.said); got != c.want {
			t.Errorf("%q of %q: %v", c.said, c.question, got)
		}
	}
}
