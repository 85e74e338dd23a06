package builtin

import (
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
)

// From which chance on a mood that was learned counts where no words tell what a line is as a
// whole, and from which on it speaks against those that seem to.
const (
	moodCounts  = 0.4
	moodAgainst = 0.85
	actUnsure   = 0.35 // below which it is not known what a line is

	threatensSome = 0.15 // the chance of danger from which on nothing is glad: "can't wait for it all to be over"
)

// moodKinds are the kinds of line that moods are.
var moodKinds = map[likely.Mood]string{
	likely.Relief: "news.health", likely.GladOfOwn: "news.win", likely.GladFor: "news.win.other",
	likely.Eager: "light.eager", likely.Joking: "light.amused", likely.Fond: "light.fond", likely.Bored: "light.bored", likely.Bright: "news.merry",
	likely.Worry: "feeling.anxious", likely.Missing: "feeling.miss", likely.Annoyed: "feeling.angry", likely.Quarrelled: "feeling.quarrel", likely.LetDown: "feeling.letdown",
	likely.Sorry: "feeling.guilt", likely.Low: "feeling.low", likely.Tired: "feeling.tired", likely.Ailing: "feeling.ill", likely.AilsOther: "feeling.ill.other",
	likely.Heavy: "feeling.near", likely.Grave: "feeling.near",
}

// mayFeel are the acts with which one may tell how one feels.
var mayFeel = map[likely.Act]bool{likely.Tells: true, likely.Muses: true, likely.Nods: true, likely.WantsWords: true}

// wholeKind tells what a line is as a whole, "news.win", "feeling.tired", by its words, or by
// its mood where that is sure; "" for what is neither news nor a feeling nor light.
func wholeKind(text string, l plain.Language) string {
	acts := wordings()[l].acts
	kind := acts.Kind(text)
	if kind == "" && l == plain.Japanese {
		kind = acts.Kind(lang.WithoutAdverbs(text))
	}
	if !strings.Contains(kind, ".") {
		kind = "" // a section that is asked for by its name
	}
	if act, sure := likely.ActOf(text); sure >= actAgainst && !mayFeel[act] || sure < actUnsure {
		return kind
	}
	if learned, sure := moodKind(withoutThanks(text)); learned != "" && (kind == "" && sure >= moodCounts || sure >= moodAgainst && sortOf(kind) != sortOf(learned)) {
		return learned
	}
	return kind
}

// sortOf is of what sort a kind is: "news" of "news.win".
func sortOf(kind string) string {
	sort, _, _ := strings.Cut(kind, ".")
	return sort
}

// feelingIn tells which feeling one of several sentences tells, "" for none: "thank you. I'm
// so nervous, I can't sleep".
func feelingIn(text string, l plain.Language) string {
	if list := lang.Split(text); len(list) > 1 {
		for _, sen := range list {
			if kind := wholeKind(sen.Text, l); strings.HasPrefix(kind, "feeling.") {
				return kind
			}
		}
	}
	return ""
}

// moodKind is the kind of line that the mood of a text is, and how sure that is, "" where
// something speaks against it. Of a side alone it is never sure enough to speak against words.
func moodKind(text string) (string, float64) {
	mood, sure := likely.MoodOf(text)
	kind := moodKinds[mood]
	switch feels := strings.HasPrefix(kind, "feeling."); {
	case mood == likely.AilsOther && sure < ailsFrom, feels && tone.Has("laughed", text), !feels && likely.Threatens(text) >= threatensSome,
		mood == likely.GladFor && (tone.Has("child-of-other", text) && !tone.Has("merry", text) || likely.Glad(text) < gladLittle):
		return "", 0
	}
	if mood == likely.Bright || mood == likely.Heavy {
		sure = min(sure, moodCounts)
	}
	if isParticular[mood] && sure < particularFrom {
		return "", 0
	}
	return kind, sure
}

// isParticular are the moods whose replies fit nothing else, "I'd be cross too", "rest, if you
// can": one that is not surely heard is met in words that fit any. Of 51 such replies to lines of
// other authors that were less sure than particularFrom, 17 fitted.
var isParticular = map[likely.Mood]bool{
	likely.Annoyed: true, likely.Tired: true, likely.Quarrelled: true, likely.LetDown: true, likely.Sorry: true, likely.Bored: true,
	likely.Ailing: true, likely.Eager: true, likely.Relief: true, likely.Missing: true, likely.Fond: true,
}

const particularFrom = 0.65

// ailsFrom is the chance from which on somebody else is heard to be unwell: of what is less likely
// so, half tells what somebody has, or is always so ("my nephew can't eat shellfish").
const ailsFrom = 0.5

// cameWell reports whether a text, by all that was learned, tells good news in words of what
// weighs. Of 100 lines in no example whose words weigh so and do, none is taken for such; of the
// seven that tell good news, six.
func cameWell(text string) bool {
	well := tone.Has("relieved", text) || likely.Mends(text)+likely.Gladdens(text) >= mendsFrom
	return !tone.Has("no-joy", text) && (tone.Has("home-again", text) || well && likely.FollowUpOf(text)[likely.Hard] < condolesFrom)
}

// mendsFrom is from which sum of the two chances on it does.
const mendsFrom = 0.85
