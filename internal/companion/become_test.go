package companion

import (
	"strings"
	"testing"

	"yumori/internal/llm/builtin"
)

// TestAPersonaOfAText is who the text says, and nobody else.
func TestAPersonaOfAText(t *testing.T) {
	t.Parallel()
	for _, language := range sampleLanguages {
		h, err := openHome(t.Context(), Options{Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
		must(t, err)
		defer h.Close()
		slug, err := h.Create("Nova", language, "  A gardener. Warm, never in a hurry.\n")
		must(t, err)
		c, err := h.Companion(t.Context(), slug)
		must(t, err)
		soul, err := c.Text("SOUL.md")
		must(t, err)
		if soul.S != "# Nova\n\nA gardener. Warm, never in a hurry.\n" {
			t.Errorf("%s: its soul is %q", language, soul.S)
		}
		p, err := c.Conversation.PlanNow(t.Context())
		must(t, err)
		for _, s := range p.Sections {
			for _, other := range []string{"Luna", "灯子", "harbour", "忘れもの"} {
				if strings.Contains(s.Text, other) {
					t.Errorf("%s: %s in the prompt says %q", language, s.Name, other)
				}
			}
		}
		if turn := talk(t, c, "Hello"); turn.Text == "" {
			t.Errorf("%s: it says nothing", language)
		}
	}
}
