package ui

import (
	"context"

	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/widget"
)

// This file is the download of a model, which belongs to the window and not to
// a page: it goes on while one talks, and is seen wherever models are chosen.

// kindPull is the task that downloads.
const kindPull = "pull"

// PullCalls are what the pages may ask about downloads.
func (s *shell) pullCalls() page.PullCalls {
	return page.PullCalls{
		Begin:  func(role page.RoleName, c config.ModelChoice) { s.beginPull(page.PullState{Role: role, Choice: c}) },
		Stop:   s.stopPull,
		GoOn:   func() { s.beginPull(s.pull) },
		GiveUp: func() { s.showPull(page.PullState{}) },
	}
}

// beginPull downloads a model, or goes on where a download broke off: the
// server keeps what has arrived.
func (s *shell) beginPull(p page.PullState) {
	if s.pull.Running || p.Choice.Name == "" {
		return
	}
	p.Running, p.Err = true, nil
	s.showPull(p)
	tell := page.Teller(s.dispatcher, func(at models.PullProgress) {
		s.pull.At = at
		s.showPull(s.pull)
	})
	page.Background(s.dispatcher, kindPull, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.home.Store.PullModel(ctx, p.Choice, func(at models.PullProgress) { tell(ctx, at) })
	}, func(_ struct{}, err error) {
		if err != nil {
			s.opt.Logger.Error("download a model", "model", p.Choice.Name, "error", err)
			p = s.pull
			p.Running, p.Err = false, err
			s.showPull(p)
			return
		}
		s.pulled(p)
	})
}

// pulled chooses the model that has arrived.
func (s *shell) pulled(p page.PullState) {
	s.showPull(page.PullState{})
	s.change(func(c *config.Settings) {
		settings.Choose(c, p.Role, p.Choice)
		if p.Role == page.RoleChat {
			c.UI.Welcomed = true
		}
	}, func(error) {
		s.discover()
		s.beginTalk()
	})
}

// beginTalk puts the focus where one talks once there is a model to talk with:
// the button that had it is gone with the card.
func (s *shell) beginTalk() {
	c := s.chats[s.slug]
	if c == nil || s.page != pageChat || s.sheets.Open() != nil {
		return
	}
	if _, pressed := s.win.Canvas().Focused().(*widget.Button); pressed || s.win.Canvas().Focused() == nil {
		s.win.Canvas().Focus(c.Composer.Entry)
	}
}

// stopPull ends the download for now.
func (s *shell) stopPull() {
	s.dispatcher.Drop(kindPull)
	p := s.pull
	p.Running = false
	s.showPull(p)
}

// showPull shows how far the download is.
func (s *shell) showPull(p page.PullState) {
	began := (s.pull.Choice.Name == "") != (p.Choice.Name == "")
	s.pull = p
	m := page.PullView(p, s.words)
	for _, c := range s.chats {
		c.First.ShowPull(m)
	}
	if s.prefs != nil {
		s.prefs.ShowPull(p)
		if began {
			s.prefs.Offer(s.welcome())
		}
	}
	if began {
		s.offer()
	}
}
