package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/exchange"
	"yumori/internal/imports"
)

func importCommand(s *session) *cobra.Command {
	i := importing{session: s}
	cmd := &cobra.Command{
		Use:   "import PATH",
		Short: s.words.text("about_import"),
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if i.as != "" && !slices.Contains(imports.Kinds(), imports.Kind(i.as)) {
				return &usageError{fmt.Errorf("--as %q: want one of %v", i.as, imports.Kinds())}
			}
			return s.withHome(cmd.Context(), func(h *companion.Home) error { return i.run(cmd, h, args[0]) })
		},
	}
	cmd.Flags().StringVar(&i.as, "as", "", s.words.text("flag_import_as"))
	cmd.Flags().BoolVar(&i.dry, "dry-run", false, s.words.text("flag_import_dry"))
	cmd.Flags().StringVar(&i.user, "user", "", s.words.text("flag_import_user"))
	return cmd
}

// run finds out what a path is and brings it in.
func (i importing) run(cmd *cobra.Command, h *companion.Home, path string) error {
	kind, err := h.Recognise(cmd.Context(), path, imports.Kind(i.as))
	var bad *imports.Error
	switch {
	case errors.Is(err, fs.ErrNotExist):
		i.complain(i.words.text("import_missing", path))
		return errFailed
	case errors.As(err, &bad) && bad.Reason == imports.Unknown && i.as == "":
		kind = imports.Card // which says best what it is not
	case err != nil:
		return err
	}
	switch kind {
	case imports.Card:
		return i.card(cmd, h, path)
	case imports.Tavern:
		return i.tavern(cmd, h, path)
	}
	return i.other(cmd, h, exchange.ImportRequest{Path: path, Kind: kind, Persona: i.persona, User: i.user})
}

// other brings in what is no card.
func (i importing) other(cmd *cobra.Command, h *companion.Home, r exchange.ImportRequest) error {
	work := h.Import
	if i.dry {
		work = h.PreviewImport
	}
	if i.Terminal && !i.json {
		r.Progress = func(n int) { i.progress(i.words.text("import_progress", n)) }
	}
	report, err := work(cmd.Context(), r)
	i.endProgress()
	var bad *imports.Error
	if errors.As(err, &bad) && bad.Reason == imports.Speakers {
		i.complain(i.words.text("import_bad_speakers", r.Path, strings.Join(bad.Names, ", ")))
		return errFailed
	}
	if err != nil {
		return err
	}
	return i.print(report, func() { i.tellImport(cmd, h, report) })
}

// tavern brings in the data folder of SillyTavern.
func (i importing) tavern(cmd *cobra.Command, h *companion.Home, path string) error {
	if i.persona != "" {
		return &usageError{errors.New(i.words.text("import_tavern_one"))}
	}
	work := h.ImportTavern
	if i.dry {
		work = h.PreviewTavern
	}
	r := exchange.ImportRequest{Path: path, User: i.user}
	if i.Terminal && !i.json {
		r.Progress = func(n int) { i.progress(i.words.text("import_progress", n)) }
	}
	report, err := work(cmd.Context(), r)
	i.endProgress()
	if err != nil {
		return err
	}
	return i.print(report, func() {
		i.say(i.words.text("import_kind_sillytavern"))
		for _, p := range report.Personas {
			i.tell(p.Card, path)
			for _, t := range p.Talks {
				i.tellImport(cmd, h, t)
			}
		}
		for _, l := range report.Left {
			i.say(i.words.text("import_out_"+string(l.Why), l.What, l.N))
		}
	})
}

// tellImport says what came in, or would.
func (i importing) tellImport(cmd *cobra.Command, h *companion.Home, r exchange.ImportReport) {
	w, in := i.words, r.Imported
	i.say(w.text("import_kind_" + string(in.Kind)))
	if in.Messages > 0 {
		i.say(w.text("import_talk", in.Messages, in.Threads, in.First, in.Last))
	}
	if in.Branches > 0 {
		i.say(w.text("import_branches", in.Branches))
	}
	if in.Guessed > 0 {
		i.say(w.text("import_guessed", in.Guessed))
	}
	if len(in.Files) > 0 {
		i.say(w.text("import_files", len(in.Files), listed(in.Files)))
	}
	for _, l := range r.Left {
		i.say(w.text("import_out_"+string(l.Why), l.What, l.N))
	}
	switch {
	case i.dry:
		if in.Known > 0 {
			i.say(w.text("import_known_dry", in.Known))
		}
		i.say(w.text("import_looked"))
	case r.Again:
		i.say(w.text("import_known", r.Slug))
	default:
		if in.Known > 0 {
			i.say(w.text("import_known_part", in.Known))
		}
		i.say(w.text("import_made", r.Slug))
		i.tellNext(cmd, h, r)
	}
}

// tellNext says what can be done with what came in.
func (i importing) tellNext(cmd *cobra.Command, h *companion.Home, r exchange.ImportReport) {
	if r.Imported.Kind == imports.Persona {
		if r.Ours {
			i.say(i.words.text("import_whole"))
			return
		}
		i.say(i.words.text("import_whole_other"))
		i.say(i.words.text("import_trust_log", r.Slug, cmd.Flags().Arg(0)))
		return
	}
	i.say(i.words.text("import_trust_log", r.Slug, cmd.Flags().Arg(0)))
	if r.Imported.Beside {
		i.say(i.words.text("import_beside"))
		return
	}
	if r.Imported.Messages == 0 {
		return
	}
	c, err := h.Companion(cmd.Context(), r.Slug)
	if err != nil {
		return
	}
	plan, err := c.Nights.BackfillPlan(cmd.Context(), dreaming.Backfill{})
	if err == nil && plan.Days > 0 {
		i.say(i.words.text("import_past", plan.Days, plan.First, plan.Last, i.words.dreamer(plan.By), i.words.cost(plan.Calls, plan.Tokens), r.Slug))
	}
}

// filesListed is how many files are named.
const filesListed = 12

func listed(files []string) string {
	text := strings.Join(files[:min(len(files), filesListed)], ", ")
	if len(files) > filesListed {
		text += ", …"
	}
	return text
}
