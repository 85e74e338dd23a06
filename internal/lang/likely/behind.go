package likely

import (
	_ "embed" // the weights

	"yumori/internal/lang/softmax"
)

// A Behind is how a line is meant that follows something grave in a talk: people do not stay
// grave, and a condolence for what is plain, funny or good hurts or is comic.
type Behind string

// How it is meant. Their examples are the talks in testdata/talks_en.txt and talks_ja.txt, and
// every other one of those of moods.
const (
	Hard     Behind = "hard"  // it weighs, or is graver still: wants somebody near
	Plain    Behind = "plain" // names, errands, arrangements: wants to be heard
	Light    Behind = "light" // wry or funny
	GoodNews Behind = "glad"  // relief, joy, tears of joy
)

// behind tells them apart; the order of the classes is that of their weights.
var behind = sorting{
	classes:  []string{string(Hard), string(Plain), string(Light), string(GoodNews)},
	english:  softmax.Table(behindEn),
	japanese: softmax.Table(behindJa),
}

var (
	//go:embed behind_en.bin
	behindEn string
	//go:embed behind_ja.bin
	behindJa string
)

// BehindOf returns the chances of how a line is meant that follows something grave, which add up
// to 1. Cost and concurrency are those of ActOf.
func BehindOf(text string) map[Behind]float64 {
	chances, of := behind.chances(text), map[Behind]float64{}
	for i, class := range behind.classes {
		of[Behind(class)] = chances[i]
	}
	return of
}
