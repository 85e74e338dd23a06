package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/updates"
)

// updateCommand asks whether a newer version is there. It never fetches one.
func updateCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "update",
		Short: s.words.text("about_update"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.withHome(cmd.Context(), func(h *companion.Home) error {
				r, err := h.AskForUpdate(cmd.Context())
				if err != nil && !errors.Is(err, updates.ErrNoSource) && !errors.Is(err, updates.ErrOff) {
					return err
				}
				return s.print(updateState{Version: version(), Source: h.UpdateHost(), On: h.Settings().Update.Check, Newer: r}, func() {
					switch {
					case err != nil: // nothing failed: this is how it is set up
						s.say(s.words.explain(err))
					case r == (updates.Release{}):
						s.say(s.words.text("update_none", version()))
					default:
						printNewer(s, r, h.Language())
					}
				})
			})
		},
	}
}

// updateState is what update --json prints.
type updateState struct {
	Version string          `json:"version"`
	Source  string          `json:"source"` // the host that is asked, "" this build has none
	On      bool            `json:"on"`     // the user has turned it on
	Newer   updates.Release `json:"newer,omitzero"`
}

// printNewer tells of a newer version in one line, and in another what is new.
func printNewer(s *session, r updates.Release, language string) {
	s.say(s.words.text("update_there", r.Version, r.Link))
	if notes := r.Notes.In(language); notes != "" {
		s.say(notes)
	}
}
