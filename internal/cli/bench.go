package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"yumori/retrieval/bench"
)

// The fewest and the most chunks that recalling is measured with.
const (
	fewestChunks = 100
	mostChunks   = 5_000_000
)

// benchCommand measures the program on this machine: one table, or with "recall"
// every figure of recalling from so many chunks.
func benchCommand(s *session) *cobra.Command {
	var size bench.Size
	sizes := []int{1_000, 10_000, 100_000}
	cmd := &cobra.Command{
		Use:       "bench [recall]",
		Short:     s.words.text("about_bench"),
		Args:      wrongUse(cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs)),
		ValidArgs: []string{"recall"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !cmd.Flags().Changed("chunks") {
				return s.benchTable(cmd.Context(), sizes, size.Beside)
			}
			if err := enoughChunks(size.Chunks); err != nil {
				return err
			}
			var failed error
			size.Report = func(f bench.Figure) {
				if err := s.print(f, func() { printFigure(s, f) }); err != nil {
					failed = err
				}
			}
			if err := bench.Recall(cmd.Context(), size); err != nil {
				return err
			}
			return failed
		},
	}
	cmd.Flags().IntVar(&size.Chunks, "chunks", 100_000, s.words.text("flag_chunks"))
	cmd.Flags().IntSliceVar(&sizes, "sizes", sizes, s.words.text("flag_sizes"))
	cmd.Flags().StringVar(&size.Beside, "beside", "", s.words.text("flag_beside"))
	return cmd
}

func enoughChunks(n int) error {
	if n < fewestChunks || n > mostChunks {
		return &usageError{fmt.Errorf("%d chunks: want a number from %d to %d", n, fewestChunks, mostChunks)}
	}
	return nil
}

// printFigure prints one figure beside what is promised.
func printFigure(s *session, f bench.Figure) {
	name, ok := s.words["bench_"+f.Name]
	if !ok {
		name = f.Name // another program's
	}
	line := fmt.Sprintf("%12.1f %-12s %s", f.Value, f.Unit, name)
	switch {
	case f.Bar == 0:
	case f.Met:
		line += s.words.text("bench_met", f.Bar)
	default:
		line += s.words.text("bench_missed", f.Bar)
	}
	s.say(line)
}
