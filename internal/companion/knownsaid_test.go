package companion

import (
	"slices"
	"strings"
	"testing"

	"yumori/internal/llm/builtin"
)

func TestWhatTheUserToldIsSaidToThem(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ language, line, want string }{
		{"en", "My name is Ben, and I live in Leeds.", "Your name is Ben|You live in Leeds"},
		{"ja", "私の名前は健です。大阪に住んでいます。", "健|大阪"},
	} {
		h, err := openHome(t.Context(), Options{Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
		must(t, err)
		defer h.Close()
		c := byLanguage(t, h, x.language)
		talk(t, c, x.line)
		list, err := c.Facts(ToldQuery())
		must(t, err)
		told := ToldIn(list, c.Snapshot().User)
		for _, want := range strings.Split(x.want, "|") {
			if !slices.ContainsFunc(told, func(o Told) bool { return strings.Contains(o.Says, want) && o.Fact != "" }) {
				t.Errorf("of %q it tells %+v, not %q", x.line, told, want)
			}
		}
	}
}
