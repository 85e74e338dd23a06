package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/transcript"
)

func historyCommand(s *session) *cobra.Command {
	var at string
	var secret bool
	cmd := &cobra.Command{
		Use:   "history FILE",
		Short: s.words.text("about_history"),
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if texts.IsSecret(args[0]) && !secret {
				s.complain(s.words.text("history_secret"))
				return errFailed
			}
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				if at == "" {
					return listVersions(s, c, args[0])
				}
				return printPast(s, c, args[0], at)
			})
		},
	}
	cmd.Flags().StringVar(&at, "at", "", s.words.text("flag_at"))
	cmd.Flags().BoolVar(&secret, "secret", false, s.words.text("flag_secret"))
	return cmd
}

// listVersions lists a file's versions, the newest first.
func listVersions(s *session, c *companion.Companion, name string) error {
	list, err := c.History(name)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		s.complain(s.words.text("history_empty", name))
		return errFailed
	}
	type version struct {
		Time    string        `json:"time"`
		Cause   store.Cause   `json:"cause"`
		Version store.Version `json:"version"`
		Size    int64         `json:"size"`
	}
	for _, p := range list {
		v := version{p.Time.Format(time.RFC3339), p.Cause, p.Version, p.Size}
		err := s.print(v, func() {
			if p.Version == "" {
				s.say(s.words.text("history_removed", v.Time, p.Cause.Kind))
				return
			}
			s.say(s.words.text("history_version", v.Time, p.Cause.Kind, p.Size, p.Cause.Note))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// printPast prints a file as it was.
func printPast(s *session, c *companion.Companion, name, at string) error {
	when, err := moment(at)
	if err != nil {
		return err
	}
	data, ok, err := c.AsOf(name, when)
	if err != nil {
		return err
	}
	if !ok {
		s.complain(s.words.text("history_none", name))
		return errFailed
	}
	_, err = s.Out.Write(data)
	if err != nil {
		return fmt.Errorf("print %s: %w", name, err)
	}
	return nil
}

// moment reads a time; a day means its end.
func moment(at string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, at); err == nil {
		return t, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, at, time.Local)
	if err != nil {
		return time.Time{}, &usageError{fmt.Errorf("--at %q: want a day like 2026-11-21 or a time like 2026-11-21T10:00:00+09:00", at)}
	}
	return day.AddDate(0, 0, 1).Add(-time.Nanosecond), nil
}

func retractCommand(s *session) *cobra.Command {
	var dry, undo bool
	cmd := &cobra.Command{
		Use:   "retract MESSAGE-ID",
		Short: s.words.text("about_retract"),
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				id := transcript.ID(args[0])
				switch {
				case undo:
					return bringBack(s, c, id)
				case dry:
					return printWouldFall(s, c, id)
				}
				return takeBack(s, c, id)
			})
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, s.words.text("flag_dry"))
	cmd.Flags().BoolVar(&undo, "undo", false, s.words.text("flag_undo"))
	return cmd
}

// retraction is what retract --json prints.
type retraction struct {
	ID      transcript.ID    `json:"id"`
	Falls   []memory.Derived `json:"falls"`
	Applied bool             `json:"applied"`
}

func takeBack(s *session, c *companion.Companion, id transcript.ID) error {
	fell, err := c.Conversation.Retract(id)
	if err != nil {
		return err
	}
	return s.print(retraction{id, fell, true}, func() {
		printFallen(s, fell)
		s.say(s.words.text("retract_done", id))
	})
}

func printWouldFall(s *session, c *companion.Companion, id transcript.ID) error {
	list, err := c.Conversation.Derived(id)
	if err != nil {
		return err
	}
	return s.print(retraction{ID: id, Falls: list}, func() {
		printFallen(s, list)
		s.say(s.words.text("retract_would"))
	})
}

func bringBack(s *session, c *companion.Companion, id transcript.ID) error {
	if err := c.Conversation.Restore(id); err != nil {
		return err
	}
	return s.print(retraction{ID: id, Applied: true}, func() { s.say(s.words.text("retract_undone")) })
}

func printFallen(s *session, list []memory.Derived) {
	for _, d := range list {
		s.say(s.words.text("retract_falls", s.words.text("rests_"+strings.ReplaceAll(d.Store, " ", "_")), d.ID, d.Title))
	}
	if len(list) == 0 {
		s.say(s.words.text("retract_nothing"))
	}
}
