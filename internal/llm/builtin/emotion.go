package builtin

import (
	"fmt"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
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

// nearness tells how near to be where something weighs or weighed before: near to what weighs
// itself, glad with what is good news, and else in words that fit any line. Who tells of a
// bus behind a grief wants no more than to be heard.
func nearness(s *scene) string {
	own := plain.OwnWords(s.said)
	weight := likely.Weighs(own)
	switch g, _ := s.under(); {
	case tone.Has("despairs", own), weight >= surelyWeighs, likely.Grieves(own) >= surelyGrieves, weight >= likely.WeighsFrom && (g != lang.NotGrave || lowLately(s) || weighedBefore(s)):
		return "near"
	case (g == lang.NotGrave || isSofter(g)) && likely.Glad(own) >= surelyGlad && weight < likely.WeighsFrom && !tone.Has("not-there", own):
		return "news.sad"
	}
	return "near.some"
}

// surelyGrieves is the chance that something of a known kind weighs from which on a line wants
// somebody near.
const surelyGrieves = 0.6

// surelyGlad is the chance from which on a line is glad behind one that weighs.
const surelyGlad = 0.75

// surelyWeighs is the chance from which on a line that has no grave word wants somebody near.
const surelyWeighs = 0.7

// wantsNear reports whether what was said before wants somebody near, and the message
// is not merry itself.
func wantsNear(s *scene) bool {
	g, _ := s.under()
	return (tone.Has("despairs", s.said) || awaits(s.said) || lowLately(s) || g != lang.NotGrave || weighedBefore(s) || likely.Weighs(plain.OwnWords(s.said)) >= likely.WeighsFrom || likely.Grieves(plain.OwnWords(s.said)) >= surelyGrieves) && !tone.Has("merry", s.said)
}
