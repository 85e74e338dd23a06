package likely

import (
	_ "embed" // the weights

	"yumori/internal/lang/cache"
	"yumori/internal/lang/softmax"
)

// Whether a sentence is worth a place on a list of facts: by itself, months later. Their examples
// are testdata/keep_en.txt and keep_ja.txt.
const (
	worthKeeping = "keep" // it says who or what it is of, and what is so
	passing      = "junk" // hangs on what was said before, is of the moment or of the talk, a vow, a saying
)

var keeping = sorting{
	classes:  []string{passing, worthKeeping},
	meaning:  byWhole,
	english:  softmax.Table(keepEn),
	japanese: softmax.Table(keepJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed keep_en.bin
	keepEn string
	//go:embed keep_ja.bin
	keepJa string
)

// WorthKeeping returns how likely a sentence says by itself, months later, something of who
// wrote it or of theirs, in [0, 1]. Cost and concurrency are those of ActOf.
func WorthKeeping(text string) float64 { return keeping.chance(text) }
