package ui

import (
	"context"

	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/ui/page"
	"yumori/ui/settings"
)

// This file is the download of a model, which belongs to the window and not to
// a page: it goes on while one talks, and is seen wherever models are chosen.

// kindPull is the task that downloads.
const kindPull = "pull"

// A download is the model that is being downloaded, or whose download broke off.
type download struct {
	*window
	state   page.PullState
	moved   func(before page.PullState) // is called whenever it is at another point
	arrived func(page.PullState)
}

// calls are what the pages may ask about downloads.
func (d *download) calls() page.PullCalls {
	return page.PullCalls{
		Begin:  func(role page.RoleName, c config.ModelChoice) { d.begin(page.PullState{Role: role, Choice: c}) },
		Stop:   d.stop,
		GoOn:   func() { d.begin(d.state) },
		GiveUp: func() { d.show(page.PullState{}) },
	}
}

// begin downloads a model, or goes on where a download broke off: the
// server keeps what has arrived.
func (d *download) begin(p page.PullState) {
	if d.state.Running || p.Choice.Name == "" {
		return
	}
	p.Running, p.Err = true, nil
	d.show(p)
	tell := page.Teller(d.dispatcher, func(at models.PullProgress) {
		d.state.At = at
		d.show(d.state)
	})
	page.Background(d.dispatcher, kindPull, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, d.home.Store.PullModel(ctx, p.Choice, func(at models.PullProgress) { tell(ctx, at) })
	}, func(_ struct{}, err error) {
		if err != nil {
			d.opt.Logger.Error("download a model", "model", p.Choice.Name, "error", err)
			p = d.state
			p.Running, p.Err = false, err
			d.show(p)
			return
		}
		d.arrived(p)
	})
}

// pulled chooses the model that has arrived.
func (s *shell) pulled(p page.PullState) {
	s.pull.show(page.PullState{})
	s.settings.change(func(c *config.Settings) {
		settings.Choose(c, p.Role, p.Choice)
		if p.Role == page.RoleChat {
			c.UI.Welcomed = true
		}
	}, func(error) {
		s.discovery.look()
		s.talks.begin()
	})
}

// stop ends the download for now.
func (d *download) stop() {
	d.dispatcher.Drop(kindPull)
	p := d.state
	p.Running = false
	d.show(p)
}

// show takes how far the download is.
func (d *download) show(p page.PullState) {
	before := d.state
	d.state = p
	d.moved(before)
}

// showPull shows how far the download is.
func (s *shell) showPull(before page.PullState) {
	p := s.pull.state
	began := (before.Choice.Name == "") != (p.Choice.Name == "")
	m := page.PullView(p, s.words)
	for _, c := range s.talks.pages {
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
