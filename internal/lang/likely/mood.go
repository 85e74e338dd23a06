package likely

import (
	_ "embed" // the weights
	"slices"

	"yumori/internal/lang/cache"
	"yumori/internal/lang/softmax"
)

// A Mood is how what somebody tells is for them, by what happens in it: what a good listener
// hears who is not told a feeling.
type Mood string

// The moods. Their examples are testdata/moods_en.txt and moods_ja.txt.
const (
	NoMood     Mood = "plain"
	Relief     Mood = "relief"   // what was feared did not come, or is over
	Worry      Mood = "worry"    // afraid for somebody, or before something
	Eager      Mood = "eager"    // looks forward to something
	GladOfOwn  Mood = "glad"     // good news of one's own
	GladFor    Mood = "gladfor"  // good news of another's
	Joking     Mood = "joke"     // tells it laughing
	Fond       Mood = "fond"     // love, thankfulness, a small tender moment
	Missing    Mood = "miss"     // misses somebody, a place, a time
	Annoyed    Mood = "annoyed"  // cross at people or things
	Quarrelled Mood = "quarrel"  // a fight with somebody close, or being hurt by them
	LetDown    Mood = "letdown"  // something failed, fell through or broke
	Sorry      Mood = "sorry"    // regrets what they did, or did not
	Low        Mood = "low"      // sad, empty, it is too much
	Tired      Mood = "tired"    //
	Bored      Mood = "bored"    //
	Ailing     Mood = "ail"      // a small or middling ailment of one's own
	AilsOther  Mood = "ailother" // of somebody else, or of an animal
	Grave      Mood = "grave"    // what weighs more than any mood says: GraveOf tells how

	// What is surely glad, or hard, of whichever kind.
	Bright Mood = "bright"
	Heavy  Mood = "heavy"
)

// sides are the moods that are glad, and those that are hard.
var sides = map[Mood][]Mood{
	Bright: {Relief, Eager, GladOfOwn, GladFor, Fond},
	Heavy:  {Worry, Missing, Annoyed, Quarrelled, LetDown, Sorry, Low, Tired, Ailing, AilsOther, Grave},
}

// moods tells them apart; the order of the classes is that of their weights.
var moods = sorting{
	classes: []string{
		string(NoMood), string(Relief), string(Worry), string(Eager), string(GladOfOwn), string(GladFor), string(Joking), string(Fond), string(Missing), string(Annoyed),
		string(Quarrelled), string(LetDown), string(Sorry), string(Low), string(Tired), string(Bored), string(Ailing), string(AilsOther),
		string(Grave),
	},
	meaning:  byWhole,
	english:  softmax.Table(moodsEn),
	japanese: softmax.Table(moodsJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed moods_en.bin
	moodsEn string
	//go:embed moods_ja.bin
	moodsJa string
)

// MoodOf returns how what a text tells most likely is for who tells it, and how likely that is,
// in [0, 1]: one mood, or whether it is bright or heavy where that alone is sure. What is grave
// it does not know: GraveOf comes first. Cost and concurrency are those of ActOf.
func MoodOf(text string) (Mood, float64) {
	chances := moods.chances(text)
	best := slices.Index(chances, slices.Max(chances))
	mood, sure := Mood(moods.classes[best]), chances[best]
	if sure >= ofOne {
		return mood, sure
	}
	for _, side := range []Mood{Bright, Heavy} {
		if sum := onSide(chances, side); sum >= ofSide {
			return side, sum
		}
	}
	return mood, sure
}

// Gladdens returns how likely it is, in [0, 1], that what a text tells is glad for who tells
// it, of whichever kind. Cost and concurrency are those of ActOf.
func Gladdens(text string) float64 { return onSide(moods.chances(text), Bright) }

// onSide is how likely moods of one side are, of the chances of all.
func onSide(chances []float64, side Mood) float64 {
	sum := 0.0
	for _, m := range sides[side] {
		sum += chances[slices.Index(moods.classes, string(m))]
	}
	return sum
}

// From which chance on a text is of one mood, and from which on of one side.
const (
	ofOne  = 0.4
	ofSide = 0.6
)
