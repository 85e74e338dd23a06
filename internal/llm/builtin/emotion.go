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
	case g != lang.NotGrave && s.wantsNoCondolence():
		return "near.some"
	case tone.Has("despairs", own), weight >= surelyWeighs, likely.Grieves(own) >= surelyGrieves, weight >= likely.WeighsFrom && (g != lang.NotGrave || lowLately(s) || weighedBefore(s)):
		return "near"
	case !s.mayBeHard() && (g == lang.NotGrave || isSofter(g)) && likely.Glad(own) >= surelyGlad && weight < likely.WeighsFrom && !tone.Has("not-there", own):
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

// From which chances on a line behind something grave is good news, and is so though it may be
// of who is mourned; from which on it is hard enough for a condolence, and for nobody to be glad of
// it, behind what weighs and at any time. Of 2,388 lines of other authors in such talks, 182 of the
// 256 that are glad are taken for it and 27 others; 190 and 34 without a least chance to be glad
// at all.
const (
	gladHardly   = 0.1
	goodFrom     = 0.6
	goodSurely   = 0.8
	condolesFrom = 0.45
	hardBelow    = 0.35
	hardSurely   = 0.75
	moodSurely   = 0.7 // a mood that is glad by so much is
)

// meantAs tells how a message is meant, by what stands behind the thanks that it begins with: "ta
// love. and to top it off the boiler's leaking".
func meantAs(own string) map[likely.FollowUp]float64 {
	return likely.FollowUpOf(withoutThanks(own))
}

// withoutThanks returns a text without the sentence before all others that thanks or praises: it tells
// nothing of how the others are meant.
func withoutThanks(own string) string {
	list := lang.Split(own)
	if len(list) < 2 || !isThanks[smallTalkOf(list[0].Text)] {
		return own
	}
	if _, behind, ok := strings.Cut(own, list[0].Raw); ok {
		return strings.TrimLeft(behind, " 。.!！~〜、,")
	}
	return own
}

var isThanks = map[string]bool{"thanks": true, "praise": true, "listen": true}

// wantsNoCondolence reports whether the message, whatever its words, surely is not meant as hard: behind
// something grave it wants no condolence.
func (s *hearing) wantsNoCondolence() bool {
	own := plain.OwnWords(s.said)
	hard := meantAs(own)[likely.Hard]
	for _, sen := range lang.Split(own) {
		if s.graveOf(sen.Text) != lang.NotGrave { // "it is the left. No matter. My old mate Tommy died on Friday"
			hard = max(hard, meantAs(sen.Text)[likely.Hard])
		}
	}
	return hard < condolesFrom && !tone.Has("despairs", own)
}

// mayBeHard reports whether the message may be meant as hard, whatever glad words it has:
// nobody is glad of that. Behind nothing grave it has to be likely.
func (s *hearing) mayBeHard() bool {
	least := hardSurely
	if g, _ := s.under(); g != lang.NotGrave {
		least = hardBelow
	}
	own := plain.OwnWords(s.said)
	if kind, sure := moodKind(own); sure >= moodSurely && strings.HasPrefix(kind, "news.") || tone.Has("joyful", own) {
		return false
	}
	return meantAs(own)[likely.Hard] >= least && likely.Glad(own) < surelyGlad
}

// isGoodBehind reports whether the message behind what weighs so is good news. What was so of
// somebody who is mourned is none: "he taught me to sail".
func isGoodBehind(s *scene, g lang.Grave) bool {
	own := plain.OwnWords(s.said)
	least := goodFrom
	if (g == lang.Death || g == lang.Unborn || g == lang.Pet) && s.grieves() && !strings.ContainsAny(s.said, "!！") {
		least = goodSurely
	}
	if strings.HasPrefix(wordings()[s.Lang].acts.Kind(own), "feeling.") && !isGladAfterAll(s, "") {
		return false // 「ちょっと緊張してる」
	}
	return !presses(g) && !isNoJoy(own) && !tone.Has("only-wished", s.said) && !onlyAsked(s) && !weepsForNoJoy(own) && (likelyGood(own, least) || tone.Has("joyful", own))
}

// likelyGood reports whether a message behind what weighs is, by what was learned, good news by at least
// so much, and does not weigh itself.
func likelyGood(own string, least float64) bool {
	return meantAs(own)[likely.GoodNews] >= least && likely.Glad(own) >= gladHardly && likely.Weighs(own) < likely.WeighsFrom
}
