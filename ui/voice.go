package ui

import (
	"yumori/internal/config"
	"yumori/internal/speech"
)

// voices makes voices as the settings have them, whose sounds p plays and
// whose keys key reads, when a sentence is asked for.
func voices(p speech.Player, key func(config.VoiceChoice) func() (string, error)) func(config.VoiceChoice) *speech.Voice {
	return func(c config.VoiceChoice) *speech.Voice {
		if c.Server == "" {
			return speech.New(p)
		}
		return speech.With(speech.NewServer(speech.Server{Kind: speech.Kind(c.Server), Address: c.Address, Voice: c.Name, Model: c.Model, Key: key(c)}, p))
	}
}
