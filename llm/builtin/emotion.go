package builtin

import (
	"fmt"
	"slices"
	"strings"
)

// An emotion is what the persona reports of itself: a category of DESIGN §4
// and an intensity in [0, 1].
type emotion struct {
	category  string
	intensity float64
}

// tag writes the emotion as the tag that ends a reply.
func (e emotion) tag() string {
	return fmt.Sprintf(`<persona_emotion category="%s" intensity="%.1f"/>`, e.category, e.intensity)
}

// or returns e, or f where e says nothing yet.
func (e emotion) or(f emotion) emotion {
	if e.category == "neutral" {
		return f
	}
	return e
}

// worried is for how many messages a worry is felt, unless something eases it.
const worried = 3

// lingering keeps the worry over what the user told a little while ago, weaker
// with each message: an everyday question does not end it, a thank-you or good
// news do.
func (s *scene) lingering(acts []act, e emotion) emotion {
	eased := func(a act) bool {
		return a.kind == kindThanks || a.kind == kindPraise || a.kind == kindLaugh || a.kind == kindBlame || a.mood == moodHappy
	}
	if e.category != "contentment" && e.category != "neutral" || slices.ContainsFunc(acts, eased) {
		return e
	}
	n := 0
	for i := len(s.past) - 1; i >= 0 && n < worried; i-- {
		if !s.past[i].user {
			continue
		}
		n++
		switch m := moodOf(memory{text: s.past[i].text, lang: languageOf(s.past[i].text, s.home)}); m {
		case moodSad, moodAnxious, moodLonely, moodIll:
			return emotion{"protective", 0.6 - 0.1*float64(n)}
		case moodHappy:
			return e
		}
		if thanked.MatchString(s.past[i].text) {
			return e
		}
	}
	return e
}

// thanked is a message that eased a worry.
var thanked = re(`\b(?:thanks|thank you)\b|ありがと`)

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
