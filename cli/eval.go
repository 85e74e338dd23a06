package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"yumori/companion"
)

func (s *session) evalCommand() *cobra.Command {
	out, answer, dream := "", false, false
	cmd := &cobra.Command{
		Use:    "eval DIR [--answer|--dream] --out FILE",
		Short:  s.words.text("about_eval"),
		Args:   wrongUse(cobra.ExactArgs(1)),
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if out == "" {
				return &usageError{errors.New("eval: --out FILE is missing")}
			}
			f, err := os.Create(out)
			if err != nil {
				return fmt.Errorf("evaluate: %w", err)
			}
			defer func() { err = errors.Join(err, f.Close()) }()
			if answer {
				return companion.EvaluateAnswers(cmd.Context(), s.Options.Builtin, args[0], f)
			}
			if dream {
				kept, err := companion.EvaluateDreams(cmd.Context(), args[0], f)
				if err == nil && kept.Sessions > 0 {
					err = s.print(kept, func() { s.say(s.words.text("eval_dream", kept.Sessions, kept.Facts, kept.Quoted, kept.Both)) })
				}
				return err
			}
			return companion.EvaluateRecall(cmd.Context(), args[0], f)
		},
	}
	cmd.Flags().BoolVar(&answer, "answer", false, s.words.text("flag_answer"))
	cmd.Flags().BoolVar(&dream, "dream", false, s.words.text("flag_eval_dream"))
	exclusive(cmd, "answer", "dream")
	cmd.Flags().StringVar(&out, "out", "", s.words.text("flag_out"))
	return cmd
}
