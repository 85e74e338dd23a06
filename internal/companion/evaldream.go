package companion

import (
	"context"
	"io"

	"yumori/dreaming/evaluate"
)

// A DreamEvaluation says how much of what others wrote down of a day a dream
// keeps; see evaluate.Figures.
type DreamEvaluation = evaluate.Figures

// EvaluateDreams dreams of each session of a folder, by rules, and writes what
// is left of it to out; see package evaluate. It needs no home.
func EvaluateDreams(ctx context.Context, dir string, out io.Writer) (DreamEvaluation, error) {
	return evaluate.Run(ctx, dir, out)
}
