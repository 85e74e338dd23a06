package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"yumori/dreaming/record"
	"yumori/internal/companion"
	"yumori/persona"
)

func dreamListCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: s.words.text("about_dream_list"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				list, err := c.Dreams.Summaries()
				if err != nil {
					return err
				}
				if len(list) == 0 && !s.json {
					s.say(s.words.text("dream_none"))
				}
				for _, d := range list {
					err := s.print(d, func() {
						s.say(s.words.text("dream_line", d.ID, d.Level, s.words.dreamer(d.By), s.words.text("dream_state_"+string(d.State)), d.Changes, d.Usage.Calls))
					})
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

func dreamShowCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: s.words.text("about_dream_show"),
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				r, err := c.Dreams.DreamRecord(args[0])
				if err != nil {
					return dreamError(cmd.Context(), s, err)
				}
				return s.print(r, func() { printDream(s, r) })
			})
		},
	}
}

func dreamUndoCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "undo ID [ITEM]",
		Short: s.words.text("about_dream_undo"),
		Args:  wrongUse(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			item := ""
			if len(args) == 2 {
				item = args[1]
			}
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				u, err := c.Dreams.UndoDream(cmd.Context(), args[0], item)
				if err != nil {
					return dreamError(cmd.Context(), s, err)
				}
				return errors.Join(printUndone(s, u), printConflicts(s, u))
			})
		},
	}
}

// dreamDecideCommand is dream accept or dream refuse, by the decision.
func dreamDecideCommand(s *session, d persona.Decision) *cobra.Command {
	use, args := string(d)+" ID ITEM", cobra.ExactArgs(2)
	if d == persona.Accept {
		use, args = use+" [TEXT]", cobra.RangeArgs(2, 3)
	}
	return &cobra.Command{
		Use:   use,
		Short: s.words.text("about_dream_" + string(d)),
		Args:  wrongUse(args),
		RunE: func(cmd *cobra.Command, args []string) error {
			v := record.Verdict{Decision: d}
			if len(args) == 3 {
				v.Edited = args[2]
			}
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				r, err := c.Dreams.DecideDream(cmd.Context(), args[0], args[1], v)
				if err != nil {
					return dreamError(cmd.Context(), s, err)
				}
				return printDecided(s, r, args[1])
			})
		},
	}
}

// printDecided shows what became of an item of a dream. One that was changed
// since, and so left alone, is a failure.
func printDecided(s *session, r record.Record, item string) error {
	i := slices.IndexFunc(r.Changes, func(c record.Change) bool { return c.ID == item })
	if i < 0 {
		return record.ErrNoItem // unreachable: it was just decided on
	}
	c := r.Changes[i]
	err := s.print(c, func() {
		s.say(s.words.text("dream_change", c.ID, s.words.text("kind_"+c.Kind), s.words.text("dream_state_"+string(c.State)), c.Title))
		if c.State == record.StatusConflict {
			printVersion(s, "undo_before", c.Before)
			printVersion(s, "undo_after", c.After)
			printVersion(s, "undo_now", c.Now)
		}
	})
	if err == nil && c.State == record.StatusConflict {
		return errFailed
	}
	return err
}

// undoneLine is what dream undo --json prints.
type undoneLine struct {
	ID        string          `json:"id"`
	State     record.Status   `json:"state"`
	Files     []string        `json:"files"` // byte for byte as before the dream
	Items     []string        `json:"items"`
	Conflicts []record.Change `json:"conflicts"`
}

func printUndone(s *session, u record.Undone) error {
	line := undoneLine{u.Record.ID, u.Record.State, append([]string{}, u.Files...), append([]string{}, u.Items...), append([]record.Change{}, u.Conflicts...)}
	return s.print(line, func() {
		if len(u.Files)+len(u.Items)+len(u.Conflicts) == 0 {
			s.say(s.words.text("undo_nothing", u.Record.ID))
		}
		for _, f := range u.Files {
			s.say(s.words.text("undo_file", f))
		}
		if n := len(u.Items); n > 0 {
			s.say(s.words.text("undo_items", n))
		}
		for _, k := range u.Conflicts {
			s.say(s.words.text("undo_conflict", k.ID, k.Title, k.File))
			printVersion(s, "undo_before", k.Before)
			printVersion(s, "undo_after", k.After)
			printVersion(s, "undo_now", k.Now)
		}
	})
}

// printConflicts makes an undo that could not be whole fail.
func printConflicts(s *session, u record.Undone) error {
	if len(u.Conflicts) > 0 {
		return errFailed
	}
	return nil
}

// printVersion shows one of the versions of an item.
func printVersion(s *session, key string, text *string) {
	shown := s.words.text("undo_absent")
	if text != nil {
		shown = short(*text, 400)
	}
	s.say("    " + s.words.text(key, shown))
}

// printDream shows a dream: what was dreamt, what changed and why, the bill.
func printDream(s *session, r record.Record) {
	s.say(s.words.text("dream_title", r.ID, r.Level, s.words.dreamer(r.Dreamer()), s.words.text("dream_state_"+string(r.State))))
	s.say(s.words.text("dream_read", len(r.Inputs.Messages), len(r.Inputs.Days)))
	shown := 0
	for _, c := range r.Changes {
		if c.Kind == "state" {
			continue // figures that follow from the rest
		}
		shown++
		s.say("")
		s.say(s.words.text("dream_change", c.ID, s.words.text("kind_"+c.Kind), s.words.text("dream_state_"+string(c.State)), c.Title))
		s.say("      " + c.File)
		for _, e := range c.Evidence {
			if e.Quote != "" {
				s.say("      » " + short(e.Quote, 160))
			}
		}
	}
	if shown == 0 {
		s.say(s.words.text("dream_unchanged"))
	}
	s.say("")
	for _, st := range r.Stages {
		for _, p := range st.Problems {
			s.say(s.words.text("dream_problem", s.words.text("stage_"+string(st.Name)), short(p, 200)))
		}
	}
	s.say(s.words.text("dream_bill", r.Usage.Calls, r.Usage.Input, r.Usage.Output, float64(r.Millis)/1000))
}

// short returns a text on one line, cut at n characters.
func short(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > n {
		return string(r[:n]) + "…"
	}
	return text
}
