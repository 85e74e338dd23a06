package cli

import (
	"cmp"
	"errors"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/exchange"
)

// An importing is what is to be brought in, and how.
type importing struct {
	*session
	as   string // an imports.Kind; "" as the file says
	user string // what a log calls the user
	dry  bool
}

// card makes a persona of a character card, or says what would come of it.
func (i importing) card(cmd *cobra.Command, h *companion.Home, file string) error {
	var report exchange.CardReport
	var err error
	if i.dry {
		report, err = h.PreviewCard(cmd.Context(), file)
	} else {
		report, err = h.ImportCard(cmd.Context(), file, i.persona)
	}
	if errors.Is(err, fs.ErrNotExist) {
		i.complain(i.words.text("import_missing", file))
		return errFailed
	}
	if err != nil {
		return err
	}
	return i.print(report, func() { i.tell(report, file) })
}

// tell says what came of a card, or would come of it.
func (i importing) tell(r exchange.CardReport, file string) {
	w, in := i.words, r.Imported
	if in.Kind == "lore" {
		i.tellLore(r)
		return
	}
	i.say(w.text("import_card", in.Name, in.Version, in.Kind))
	i.say(w.text("import_fields", strings.Join(in.Fields, ", ")))
	i.say(w.text("import_parts", in.Greetings, in.Lore, in.LoreOn, len(in.Expressions)))
	if in.Portrait {
		i.say(w.text("import_portrait"))
	}
	if in.Author != "" || in.Edition != "" || len(in.Tags) > 0 {
		i.say(w.text("import_author", cmp.Or(in.Author, "–"), cmp.Or(in.Edition, "–"), cmp.Or(strings.Join(in.Tags, ", "), "–")))
	}
	if in.Notes != "" {
		i.say(w.text("import_notes", in.Notes))
	}
	i.tellLeft(r)
	switch {
	case r.Again:
		i.say(w.text("import_again", r.Slug))
	case i.dry:
		i.say(w.text("import_looked"))
	default:
		i.say(w.text("import_made", r.Slug))
		i.say(w.text("import_trust", r.Slug, file))
	}
}

// tellLore says what came of lore alone.
func (i importing) tellLore(r exchange.CardReport) {
	i.say(i.words.text("import_lore", r.Imported.Lore, r.Imported.LoreOn))
	i.tellLeft(r)
	switch {
	case r.Again:
		i.say(i.words.text("import_lore_again", r.Slug))
	case i.dry:
		i.say(i.words.text("import_looked"))
	default:
		i.say(i.words.text("import_lore_made", r.Slug))
	}
}

// tellLeft says what is kept and not used.
func (i importing) tellLeft(r exchange.CardReport) {
	for _, l := range r.Left {
		i.say(i.words.text("import_left_"+string(l.Why), l.What, l.Note))
	}
}

func exportCommand(s *session) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "export --out FILE",
		Short: s.words.text("about_export"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return &usageError{errors.New("--out FILE is missing")}
			}
			return s.withHome(cmd.Context(), func(h *companion.Home) error { return exportPersona(s, cmd, h, out) })
		},
	}
	cmd.Flags().StringVar(&out, "out", "", s.words.text("flag_export_out"))
	return cmd
}

func exportPersona(s *session, cmd *cobra.Command, h *companion.Home, out string) error {
	slug, err := s.slug(h)
	if err != nil {
		return err
	}
	report, err := h.Export(cmd.Context(), slug, out)
	if errors.Is(err, exchange.ErrExportKind) {
		return &usageError{err}
	}
	if errors.Is(err, fs.ErrNotExist) {
		s.complain(s.words.text("export_nowhere", out))
		return errFailed
	}
	if err != nil {
		return err
	}
	return s.print(report, func() {
		s.say(s.words.text("export_done", slug, out))
		if len(report.Left) > 0 {
			s.say(s.words.text("export_left", strings.Join(s.words.unexported(report.Left), ", ")))
		}
	})
}

// unexported says in words what was left out of an export; files are called by
// their names.
func (w words) unexported(left []string) []string {
	var list []string
	for _, what := range left {
		if text, ok := w["export_no_"+what]; ok {
			what = text
		}
		list = append(list, what)
	}
	return list
}
