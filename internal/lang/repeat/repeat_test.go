package repeat

import "testing"

func TestRepetitionIn(t *testing.T) {
	for _, x := range []struct {
		said, text string
		want       bool
	}{
		{"My sister Mika plays the cello in Osaka.", "Your sister Mika plays the cello in Osaka. You told me on Tuesday.", true},
		{"My sister Mika plays the cello in Osaka.", "“My sister Mika plays the cello…”", true},
		{"My sister Mika plays the cello in Osaka.", "My brother plays the piano in Osaka.", false},
		{"I was so happy when she won.", "I was so sad when the ferry left.", false},
		{"妹のミカは大阪でチェロを弾いている。", "おととい、妹のミカは大阪でチェロを弾いていると話してくださいましたよ。", true},
		{"妹のミカは大阪でチェロを弾いている。", "妹は大阪に住んでいる。", false},
		{"Tea.", "“Tea.”", true},
		{"Tea.", "I like tea with milk in the morning.", false},
		{"", "anything at all that somebody says", false},
		{"Don't tell Tomek about the surprise party", "dont tell tomek about the surprise party", true},
	} {
		if got := RepetitionOf(x.said).In(x.text); got != x.want {
			t.Errorf("%q in %q: %v", x.said, x.text, got)
		}
	}
}

func TestRepetitionWithout(t *testing.T) {
	const cello = "My sister Mika plays the cello in Osaka."
	for _, x := range []struct{ said, text, want string }{
		{cello, "20 October, 9:00 pm: We talked. You: “My sister Mika plays the cello in Osaka.” I: “Done!” You: “The harbour was foggy.”",
			"20 October, 9:00 pm: We talked. I: “Done!” You: “The harbour was foggy.”"},
		{cello, "You: “My sister Mika plays the cello…” “The harbour was foggy.” I: “Oh.”", "You: “The harbour was foggy.” I: “Oh.”"},
		{cello, "You: “The harbour was foggy.” “My sister Mika plays the cello in Osaka.” I: “Oh.”", "You: “The harbour was foggy.” I: “Oh.”"},
		{cello, "It was late. Mika plays the cello in Osaka, said Alex. We laughed.", "It was late. We laughed."},
		{cello, "The harbour was foggy.", "The harbour was foggy."},
		{cello, cello, ""},
		{"妹のミカは大阪でチェロを弾いている。", "相手と話した。相手「妹のミカは大阪でチェロを弾いている。」相手「今朝も港は霧でした。」", "相手と話した。相手「今朝も港は霧でした。」"},
		{"Tea.", "You: “Tea.” You: “I like tea with milk.”", "You: “I like tea with milk.”"},
		{"", "as it is", "as it is"},
	} {
		if got := RepetitionOf(x.said).Without(x.text); got != x.want {
			t.Errorf("%q without %q:\n%q, want\n%q", x.text, x.said, got, x.want)
		}
	}
}
