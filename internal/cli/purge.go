package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
)

// purgeCommand makes final what was taken back. It wants --yes, because nothing of it
// can be undone.
func purgeCommand(s *session) *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "purge --yes",
		Short: s.words.text("about_purge"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !yes {
				return &usageError{errors.New(s.words.text("purge_yes"))}
			}
			return s.withHome(cmd.Context(), func(h *companion.Home) error {
				slug, err := s.slug(h)
				if err != nil {
					return err
				}
				p, err := h.Purge(cmd.Context(), slug)
				if err != nil {
					return err
				}
				return s.print(p, func() { s.say(s.words.text("purge_done", p.Messages, p.Files)) })
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, s.words.text("flag_purge_yes"))
	return cmd
}
