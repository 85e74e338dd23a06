package likely

import (
	_ "embed" // the weights

	"yumori/internal/lang/cache"
	"yumori/internal/lang/softmax"
)

// A FollowUp is how a line of a talk is meant, above all one behind something grave: people do not
// stay grave, and a condolence for what is plain, funny or good hurts or is comic.
type FollowUp string

// How it is meant. Their examples are the talks in testdata/talks_en.txt and talks_ja.txt, and
// every other one of those of moods.
const (
	Hard     FollowUp = "hard"  // it weighs, or is graver still: wants somebody near
	Plain    FollowUp = "plain" // names, errands, arrangements: wants to be heard
	Light    FollowUp = "light" // wry or funny
	GoodNews FollowUp = "glad"  // relief, joy, tears of joy
)

// followUps tells them apart; the order of the classes is that of their weights.
var followUps = sorting{
	classes:  []string{string(Hard), string(Plain), string(Light), string(GoodNews)},
	meaning:  byWhole,
	english:  softmax.Table(followUpEn),
	japanese: softmax.Table(followUpJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed followup_en.bin
	followUpEn string
	//go:embed followup_ja.bin
	followUpJa string
)

// FollowUpOf returns the chances of how a line of a talk is meant, which add up to 1. Cost and
// concurrency are those of ActOf.
func FollowUpOf(text string) map[FollowUp]float64 {
	chances, of := followUps.chances(text), map[FollowUp]float64{}
	for i, class := range followUps.classes {
		of[FollowUp(class)] = chances[i]
	}
	return of
}
