package ui

import (
	"context"

	"yumori/internal/config"
	"yumori/ui/page"
	"yumori/ui/settings"
)

// change takes a change of the settings to the disk. Changes that come while
// one is on its way go together.
func (s *shell) change(edit func(*config.Settings), done func(error)) {
	if !s.dispatcher.Busy("settings") {
		s.next = s.settings
	}
	edit(&s.next)
	next := s.next
	page.Background(s.dispatcher, "settings", func(context.Context) (struct{}, error) {
		return struct{}{}, s.home.Settings.Change(next)
	}, func(_ struct{}, err error) {
		switch {
		case err != nil:
			s.opt.Logger.Error("change settings", "error", err)
			if s.prefs != nil {
				s.prefs.Show(s.home.Settings.Settings())
			}
		case s.settings != next:
			s.changed(next)
		}
		if done != nil {
			done(err)
		}
	})
}

// useModel makes a model the one that chats.
func (s *shell) useModel(m config.ModelChoice) {
	s.change(func(c *config.Settings) {
		settings.Choose(c, page.RoleChat, m)
		c.UI.Welcomed = true
	}, func(error) { s.beginTalk() })
}
