package likely

import (
	_ "embed" // the weights
	"slices"

	"yumori/internal/lang"
	"yumori/internal/lang/cache"
	"yumori/internal/lang/softmax"
)

// noHelp is a text in which nobody needs help at once.
const noHelp = "none"

// helps tells of whom a text says, mostly by its circumstances, that they may need help at once.
var helps = sorting{
	classes:  []string{noHelp, string(lang.Danger), string(lang.Theirs), string(lang.Harm), string(lang.Violence), string(lang.Urgent)},
	meaning:  byWhole,
	english:  softmax.Table(helpsEn),
	japanese: softmax.Table(helpsJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed helps_en.bin
	helpsEn string
	//go:embed helps_ja.bin
	helpsJa string
)

// HelpFrom is the chance of NeedsHelp from which on help is offered where no words plainly say
// that it is needed.
const HelpFrom = 0.55

// NeedsHelp returns how likely it is, in [0, 1], that somebody needs help at once by what a text
// tells, and whoever most likely does: who says it (Danger), another who may end their
// life (Theirs), somebody that they may hurt (Harm), or that is hurt (Violence), or a body or a house
// that cannot wait (Urgent). It hears what is laid out, who was told goodbye, where somebody
// stands. Cost and concurrency are those of ActOf.
func NeedsHelp(text string) (lang.Grave, float64) {
	chances := helps.chances(text)
	most := slices.Index(chances, slices.Max(chances[1:]))
	return lang.Grave(helps.classes[most]), 1 - chances[0]
}
