package builtin

import (
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
)

// From which chance on a mood that was learned counts where no words tell what a line is as a
// whole, and from which on it speaks against those that seem to.
const (
	moodCounts  = 0.6
	moodAgainst = 0.85
)

// moodKinds are the kinds of line that moods are.
var moodKinds = map[likely.Mood]string{
	likely.Relief: "news.health", likely.GladOfOwn: "news.win", likely.GladFor: "news.win.other",
	likely.Eager: "light.eager", likely.Joking: "light.amused", likely.Fond: "light.fond", likely.Bored: "light.bored", likely.Bright: "light.merry",
	likely.Worry: "feeling.anxious", likely.Missing: "feeling.miss", likely.Annoyed: "feeling.angry", likely.Quarrelled: "feeling.quarrel", likely.LetDown: "feeling.letdown",
	likely.Sorry: "feeling.guilt", likely.Low: "feeling.low", likely.Tired: "feeling.tired", likely.Ailing: "feeling.ill", likely.AilsOther: "feeling.ill.other",
	likely.Heavy: "feeling.near",
}

// wholeKind tells what a line is as a whole, "news.win", "feeling.tired", by its words, or by
// its mood where that is sure; "" for what is neither news nor a feeling nor light.
func wholeKind(text string, l plain.Language) string {
	acts := wordings()[l].acts
	kind := acts.Kind(text)
	if kind == "" && l == plain.Japanese {
		kind = acts.Kind(lang.WithoutAdverbs(text))
	}
	if act, sure := likely.ActOf(text); act != likely.Tells && sure >= actCounts {
		return kind
	}
	mood, sure := likely.MoodOf(text)
	if learned := moodKinds[mood]; learned != "" && (kind == "" && sure >= moodCounts || mood != likely.Bright && mood != likely.Heavy && sure >= moodAgainst) {
		return learned
	}
	return kind
}
