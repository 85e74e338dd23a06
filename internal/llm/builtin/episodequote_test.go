package builtin

import (
	"strings"
	"testing"
)

// TestAnEpisodeIsNoUtterance asks after what only an episode quotes of the
// user, which a hand may have written: it is told as what was noted.
func TestAnEpisodeIsNoUtterance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, quote, question, place, said string }{
		{"en", "Alex: “I bought a violin in Osaka.”", "Where did I buy my violin?", "Osaka", "You said|You told"},
		{"en", "Alex: “I bought a violin in Osaka.”", "What do you know about my violin?", "Osaka", "You said|You told"},
		{"en", "Alex: “I bought a violin in Osaka.”", "What did I tell you about the violin?", "Osaka", "You said|You told"},
		{"ja", "Alex「大阪でバイオリンを買った。」", "バイオリンはどこで買ったんだっけ？", "大阪", "話して|うかがい|聞き"},
		{"ja", "Alex「大阪でバイオリンを買った。」", "バイオリンのこと、覚えてる？", "大阪", "話して|うかがい|聞き"},
	} {
		r := recall{memories: []string{"2026-11-02 lived ~: " + c.quote}, question: c.question}
		got := r.reply(t, c.lang)
		if !strings.Contains(got, c.place) {
			t.Errorf("%s: not recalled: %q", c.question, got)
		}
		for said := range strings.SplitSeq(c.said, "|") {
			if strings.Contains(got, said) {
				t.Errorf("%s: told as what was said: %q", c.question, got)
			}
		}
	}
}
