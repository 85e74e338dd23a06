package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/sessions"
)

func sessionsCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions [WORDS]",
		Short: s.words.text("about_sessions"),
		Args:  wrongUse(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				return listSessions(cmd.Context(), s, c, strings.Join(args, " "))
			})
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "end",
		Short: s.words.text("about_sessions_end"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				return endTalk(cmd.Context(), s, c)
			})
		},
	}, &cobra.Command{
		Use:   "open NAME",
		Short: s.words.text("about_sessions_open"),
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				return reopenTalk(cmd.Context(), s, c, args[0])
			})
		},
	})
	return cmd
}

// listSessions lists the talks that ended; words choose among them.
func listSessions(ctx context.Context, s *session, c *companion.Companion, words string) error {
	list, err := c.Sessions()
	if words != "" {
		list, err = c.SearchSessions(ctx, words)
	}
	if err != nil {
		return err
	}
	return s.print(append([]sessions.Session{}, list...), func() {
		if len(list) == 0 {
			s.say(s.words.text("no_sessions"))
		}
		for _, o := range list {
			s.say(o.ID)
		}
	})
}

// endTalk ends the talk under way.
func endTalk(ctx context.Context, s *session, c *companion.Companion) error {
	o, err := c.EndSession(ctx)
	if errors.Is(err, sessions.ErrNoTalk) {
		s.complain(s.words.text("no_talk"))
		return nil
	}
	if err != nil {
		return err
	}
	return s.print(o, func() { s.say(s.words.text("talk_ended", o.File)) })
}

// reopenTalk goes on with a talk that ended.
func reopenTalk(ctx context.Context, s *session, c *companion.Companion, name string) error {
	o, err := c.Reopen(ctx, name)
	if errors.Is(err, sessions.ErrNoSession) {
		s.complain(s.words.text("no_session", name))
		return errFailed
	}
	if err != nil {
		return err
	}
	return s.print(o, func() { s.say(s.words.text("talk_reopened", o.Title)) })
}
