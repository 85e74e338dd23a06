package ui

import (
	"context"

	"yumori/internal/companion"
	"yumori/ui/widget"
)

// This file is the download of a model, which belongs to the window and not to
// a page: it goes on while one talks, and is seen wherever models are chosen.

// kindPull is the errand that downloads.
const kindPull = "pull"

// pullCalls are what the pages may ask about downloads.
func (s *shell) pullCalls() pullCalls {
	return pullCalls{
		Begin:  func(role roleName, c companion.ModelChoice) { s.beginPull(pullState{role: role, choice: c}) },
		Stop:   s.stopPull,
		GoOn:   func() { s.beginPull(s.pull) },
		GiveUp: func() { s.showPull(pullState{}) },
	}
}

// beginPull downloads a model, or goes on where a download broke off: the
// server keeps what has arrived.
func (s *shell) beginPull(p pullState) {
	if s.pull.running || p.choice.Name == "" {
		return
	}
	p.running, p.err = true, nil
	s.showPull(p)
	tell := teller(s.border, func(at companion.PullProgress) {
		s.pull.at = at
		s.showPull(s.pull)
	})
	background(s.border, kindPull, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.desk.store.PullModel(ctx, p.choice, func(at companion.PullProgress) { tell(ctx, at) })
	}, func(_ struct{}, err error) {
		if err != nil {
			s.opt.Logger.Error("download a model", "model", p.choice.Name, "error", err)
			p = s.pull
			p.running, p.err = false, err
			s.showPull(p)
			return
		}
		s.pulled(p)
	})
}

// pulled chooses the model that has arrived.
func (s *shell) pulled(p pullState) {
	s.showPull(pullState{})
	s.change(func(c *companion.Settings) {
		*choiceOf(c, p.role) = p.choice
		if p.role == roleChat {
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
	if c == nil || s.page != pageChat || s.sheet != nil {
		return
	}
	if _, pressed := s.win.Canvas().Focused().(*widget.Button); pressed || s.win.Canvas().Focused() == nil {
		s.win.Canvas().Focus(c.composer.entry)
	}
}

// stopPull ends the download for now.
func (s *shell) stopPull() {
	s.border.drop(kindPull)
	p := s.pull
	p.running = false
	s.showPull(p)
}

// showPull shows how far the download is.
func (s *shell) showPull(p pullState) {
	began := (s.pull.choice.Name == "") != (p.choice.Name == "")
	s.pull = p
	m := pullView(p, s.words)
	for _, c := range s.chats {
		c.showPull(m)
	}
	if s.prefs != nil {
		s.prefs.showPull(p)
		if began {
			s.prefs.offer(s.welcome())
		}
	}
	if began {
		s.offer()
	}
}
