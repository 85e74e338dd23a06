package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/report"
	"yumori/internal/store"
)

func doctorCommand(s *session) *cobra.Command {
	bundle := ""
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: s.words.text("about_doctor"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.withHome(cmd.Context(), func(h *companion.Home) error { return diagnose(cmd.Context(), s, h, bundle) })
		},
	}
	cmd.Flags().StringVar(&bundle, "bundle", "", s.words.text("flag_bundle"))
	return cmd
}

// diagnose examines the home, and writes a report to a file of that name if it is
// not empty.
func diagnose(ctx context.Context, s *session, h *companion.Home, bundle string) error {
	found, err := h.Doctor(ctx)
	if err != nil {
		return err
	}
	if bundle != "" {
		if err := writeReport(s, h, found, bundle); err != nil {
			return err
		}
	}
	problems := 0
	for _, d := range found {
		problems += len(d.Problems)
	}
	err = s.print(found, func() {
		for _, d := range found {
			for _, p := range d.Problems {
				s.say(s.words.text("doctor_problem", d.Place, p.Name, p.What))
			}
			if d.Indexing {
				s.say(s.words.text("doctor_indexing", d.Place))
			}
		}
		if bundle != "" {
			s.say(s.words.text("doctor_bundle", bundle))
		}
		if problems == 0 {
			s.say(s.words.text("doctor_clean", len(found)))
		}
		if r := h.KnownUpdate(); r.Version != "" {
			s.say(s.words.text("update_there", r.Version, r.Link))
		}
	})
	if err == nil && problems > 0 {
		return errFailed
	}
	return err
}

// writeReport writes a report that can be handed on, in the place of what was there.
func writeReport(s *session, h *companion.Home, found []companion.Diagnosis, file string) error {
	f, err := store.OpenFolder(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	r := report.Report{Version: version(), Now: h.Now(), Home: os.DirFS(h.Path()), Settings: h.Settings(), Found: found}
	if err := f.Make(filepath.Base(file), r.Write, func(io.ReaderAt, int64) error { return nil }); err != nil {
		return fmt.Errorf("bundle: %w", err)
	}
	return nil
}
