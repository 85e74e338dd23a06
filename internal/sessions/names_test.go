package sessions

import (
	"context"
	"strings"
	"testing"

	"yumori/internal/llm"
)

func TestATalkIsNamedByRulesWithoutAModel(t *testing.T) {
	t.Parallel()
	s := New(Options{Light: func(context.Context) (llm.Model, error) { return nil, nil }})
	for said, want := range map[string]string{
		"The bicycle is red. I love the bicycle.": "bicycle-red-love",
		"自転車を買った。赤い自転車だよ":                         "自転車",
		"???":              "talk",
		"../../etc/passwd": "etc-passwd",
	} {
		if got := s.name(t.Context(), []string{said}); got != want {
			t.Errorf("%q is called %q, want %q", said, got, want)
		}
	}
	for _, line := range []string{"../../../SOUL.md\nand more", "  The Red Bicycle!  ", strings.Repeat("long ", 100)} {
		if slug := slugOf(line); strings.ContainsAny(slug, "/. \n") || len([]rune(slug)) > sessionNamed {
			t.Errorf("%q becomes %q", line, slug)
		}
	}
}
