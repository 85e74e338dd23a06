package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"yumori/retrieval/bench"
)

// benchCommand measures parts of the program on this machine.
func (s *session) benchCommand() *cobra.Command {
	var size bench.Size
	cmd := &cobra.Command{
		Use:       "bench [recall]",
		Short:     s.words.text("about_bench"),
		Args:      wrongUse(cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs)),
		ValidArgs: []string{"recall"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if size.Chunks < 100 || size.Chunks > 5_000_000 {
				return &usageError{fmt.Errorf("--chunks %d: want a number from 100 to 5000000", size.Chunks)}
			}
			var failed error
			size.Report = func(f bench.Figure) {
				if err := s.print(f, func() { s.figure(f) }); err != nil {
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
	return cmd
}

// figure prints one figure beside what is promised.
func (s *session) figure(f bench.Figure) {
	line := fmt.Sprintf("%12.1f %-12s %s", f.Value, f.Unit, s.words.text("bench_"+f.Name))
	switch {
	case f.Bar == 0:
	case f.Met:
		line += s.words.text("bench_met", f.Bar)
	default:
		line += s.words.text("bench_missed", f.Bar)
	}
	s.say(line)
}
