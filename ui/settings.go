package ui

import (
	"context"

	"yumori/internal/config"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/settings"
)

// Preferences are the settings as they are now, and how they are changed.
type preferences struct {
	*window
	config.Settings
	next    config.Settings // what they will be when what is on its way has arrived
	changed func(now config.Settings)
	refused func() // they stay as they are
}

// change takes a change of the settings to the disk. Changes that come while
// one is on its way go together.
func (p *preferences) change(edit func(*config.Settings), done func(error)) {
	if !p.dispatcher.Busy("settings") {
		p.next = p.Settings
	}
	edit(&p.next)
	next := p.next
	page.Background(p.dispatcher, "settings", func(context.Context) (struct{}, error) {
		return struct{}{}, p.home.Settings.Change(next)
	}, func(_ struct{}, err error) {
		switch {
		case err != nil:
			p.opt.Logger.Error("change settings", "error", err)
			p.refused()
		case p.Settings != next:
			p.changed(next)
		}
		if done != nil {
			done(err)
		}
	})
}

// use makes a model the one that chats, and calls done when it is.
func (p *preferences) use(m config.ModelChoice, done func()) {
	p.change(func(c *config.Settings) {
		settings.Choose(c, page.RoleChat, m)
		c.UI.Welcomed = true
	}, func(error) { done() })
}

// dress puts on the theme of the settings.
func (p *preferences) dress() {
	variant := look.System
	switch p.UI.Theme {
	case "dark":
		variant = look.Dark
	case "light":
		variant = look.Light
	}
	p.opt.App.Settings().SetTheme(look.New(look.Options{Scale: float32(p.UI.TextSize) / 100, Variant: variant}))
}

// useVoice has the voice of the settings read from now on; what is being read
// goes on as it began.
func (p *preferences) useVoice() {
	if p.opt.Voice != nil && p.opt.VoiceOf != nil {
		p.opt.Voice.Become(p.opt.VoiceOf(p.UI.Voice))
	}
}
