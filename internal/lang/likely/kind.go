package likely

import (
	_ "embed" // the weights
	"slices"

	"yumori/internal/lang"
	"yumori/internal/lang/cache"
	"yumori/internal/lang/softmax"
)

// What a text is that does not weigh: harmless, or good news.
const (
	harmless = "plain"
	glad     = "good"
)

// kinds tells apart what weighs, behind the two that do not; the order of the classes is that
// of their weights.
var kinds = sorting{
	classes: []string{
		harmless, glad, string(lang.Death), string(lang.Illness), string(lang.Violence), string(lang.Danger), string(lang.Hint), string(lang.Theirs), string(lang.Urgent),
		string(lang.Unborn), string(lang.Pet), string(lang.Parting), string(lang.Ruin), string(lang.Refused), string(lang.Shame), string(lang.Alone), string(lang.Relapse),
	},
	meaning:  byWhole,
	english:  softmax.Table(kindsEn),
	japanese: softmax.Table(kindsJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed kinds_en.bin
	kindsEn string
	//go:embed kinds_ja.bin
	kindsJa string
)

// GraveOf returns of what kind what most likely weighs in a text is, NotGrave where it is
// harmless or good news, and how likely that is, in [0, 1]. It hears what no list of words
// has, and is less sure than lang.GraveOf. Cost and concurrency are those of ActOf.
func GraveOf(text string) (lang.Grave, float64) {
	kind, chance := kinds.of(text)
	if kind == harmless || kind == glad {
		return lang.NotGrave, chance
	}
	return lang.Grave(kind), chance
}

// Grieves returns how likely it is, in [0, 1], that anything of these kinds weighs in a text.
// Cost and concurrency are those of ActOf.
func Grieves(text string) float64 {
	chances := kinds.chances(text)
	return max(0, 1-chances[0]-chances[1])
}

// Mends returns how likely it is, in [0, 1], that a text tells good news in words of what weighs:
// "the tumour is benign". Cost and concurrency are those of ActOf.
func Mends(text string) float64 { return kinds.chances(text)[1] }

// Threatens returns how likely it is, in [0, 1], that danger to who says a text is told in it or
// hinted at, by what was learned of all that weighs; Danger was learned of that alone. Cost and
// concurrency are those of ActOf.
func Threatens(text string) float64 {
	chances := kinds.chances(text)
	return chances[slices.Index(kinds.classes, string(lang.Danger))] + chances[slices.Index(kinds.classes, string(lang.Hint))]
}
