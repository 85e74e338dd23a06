package companion

import (
	"context"
	"fmt"
	"os"
	"strings"

	"yumori/internal/autostart"
	"yumori/internal/event"
	"yumori/internal/store"
	"yumori/persona"
)

// Expression is persona.Expression.
func (c *Companion) Expression(category string) ([]byte, error) {
	return persona.Expression(c.dir, category)
}

// Pictures are a persona's own pictures. It need not be open.
type Pictures struct {
	home *Home
	slug string
}

// Pictures returns those of the persona of a slug.
func (h *Home) Pictures(slug string) Pictures { return Pictures{h, slug} }

// Expression is persona.Expression.
func (p Pictures) Expression(category string) ([]byte, error) {
	d, err := p.home.home.Persona(p.slug)
	if err != nil {
		return nil, fmt.Errorf("read expression of %q: %w", p.slug, err)
	}
	return persona.Expression(d, category)
}

// SetPortrait is persona.SetPortrait, by the user.
func (c *Companion) SetPortrait(picture []byte) error {
	return persona.SetPortrait(c.dir, picture, store.Cause{Kind: store.CauseUser, Note: "portrait"})
}

// Greeting returns what the persona says to somebody it meets. It reads a file.
func (c *Companion) Greeting() persona.Greeting { return c.persona.Greeting() }

// StartsWithComputer reports whether the system starts the program at login.
func (h *Home) StartsWithComputer() bool {
	a, err := autostart.User()
	return err == nil && a.Enabled()
}

// StartWithComputer has the system start this program, with this home, at
// login.
func (h *Home) StartWithComputer() error {
	a, err := autostart.User()
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	return a.Enable(exe, "--home", h.Path())
}

// StartByHand undoes StartWithComputer.
func (h *Home) StartByHand() error {
	a, err := autostart.User()
	if err != nil {
		return err
	}
	return a.Disable()
}

// SystemLanguage returns "ja" when the environment asks for Japanese, else "en".
func SystemLanguage() string {
	for _, v := range []string{"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"} {
		if val := os.Getenv(v); val != "" {
			if strings.HasPrefix(strings.ToLower(val), "ja") {
				return "ja"
			}
			return "en"
		}
	}
	return "en"
}

// TopicSummoned is the topic of a Summoned.
const TopicSummoned = "summoned"

// Summoned says that the program was started once more on this home, and is to
// show itself in place of the second.
type Summoned struct{}

// Answer publishes a Summoned whenever the program is started a second time,
// until ctx ends. The second then ends by itself.
func (h *Home) Answer(ctx context.Context) {
	go func() {
		err := h.home.Answer(ctx, func() { h.bus.Publish(event.Event{Topic: TopicSummoned, State: Summoned{}}) })
		if err != nil {
			h.opt.Logger.Warn("listen for a second start", "error", err)
		}
	}()
}

// WatchFiles watches the files of the personas that are open, and of those that
// are opened from now on, until Close: what is written in an editor is indexed
// without anybody asking, some two seconds later. A second call does nothing.
func (h *Home) WatchFiles() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchesFiles = true
	for _, c := range h.open {
		c.Memories.WatchFiles()
	}
}
