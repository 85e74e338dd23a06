package builtin

import (
	"fmt"
	"strings"
)

// An emotion is what the persona reports of itself: a category of docs/inner-life.md
// and an intensity in [0, 1].
type emotion struct {
	category  string
	intensity float64
}

// tag writes the emotion as the tag that ends a reply.
func (e emotion) tag() string {
	return fmt.Sprintf(`<persona_emotion category="%s" intensity="%.1f"/>`, e.category, e.intensity)
}

// traceTags writes what recalled memories did for the reply: an answer was
// taken from them, which is strong.
func traceTags(ids []string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, id := range ids {
		if id == "" || seen[id] || len(id) > 200 || strings.ContainsAny(id, `"<>&`) {
			continue
		}
		seen[id] = true
		fmt.Fprintf(&b, `<memory_trace id="%s" resonance="0.7"/>`, id)
	}
	return b.String()
}
