package companion

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/prompt"

	"yumori/internal/llm/builtin"
)

// TestWhatTheUserIsIsKnownOnAnyDay tells who one is in one breath, and asks
// months later, with nothing but the persona's files: the prompt has it, the rules
// answer with it, what is no longer so is not in it, nor what was taken back.
func TestWhatTheUserIsIsKnownOnAnyDay(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ language, told, ask, answer, moved, from, to string }{
		{"en", "im petra, 41, plumber in ghent", "what do i do for work", "plumber", "i moved to lyon", "Ghent", "lyon"},
		{"ja", "美月といいます。41歳です。長野に住んでいます。大工をしています", "私の仕事は", "大工", "松本に引っ越しました", "長野", "松本"},
	} {
		t.Run(x.language, func(t *testing.T) {
			t.Parallel()
			tick := &clock{at: september}
			h, err := openHome(t.Context(), Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
			must(t, err)
			defer h.Close()
			c := byLanguage(t, h, x.language)
			said := talk(t, c, x.told)
			tick.set(september.Add(70 * 24 * time.Hour))
			if turn := talk(t, c, x.ask); !strings.Contains(turn.Text, x.answer) {
				t.Errorf("%q is answered %q", x.ask, turn.Text)
			}
			layer := func() string {
				p, err := c.Conversation.PlanNow(t.Context())
				must(t, err)
				return p.Section(prompt.LayerKnown).Text
			}
			if text := layer(); !strings.Contains(text, x.answer) || !strings.Contains(text, "41") {
				t.Errorf("the prompt says %q", text)
			}
			talk(t, c, x.moved)
			if text := layer(); strings.Contains(text, x.from) || !strings.Contains(text, x.to) {
				t.Errorf("after %q the prompt says %q", x.moved, text)
			}
			_, err = c.Conversation.Retract(said.User.ID)
			must(t, err)
			if text := layer(); strings.Contains(text, "41") {
				t.Errorf("taken back, the prompt says %q", text)
			}
		})
	}
}
