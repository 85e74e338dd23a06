package companion

import (
	"context"
	"io"

	"yumori/dreaming/evaluate"
)

// EvaluateDreams dreams of each session of a folder, by rules, and writes what
// is left of it to out; see package evaluate. It needs no home.
func EvaluateDreams(ctx context.Context, dir string, out io.Writer) error {
	return evaluate.Run(ctx, dir, out)
}
