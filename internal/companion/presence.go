package companion

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"yumori/internal/store"
	"yumori/persona"
)

// Expression is persona.Expression.
func (c *Companion) Expression(category string) ([]byte, error) {
	return persona.Expression(c.dir, category)
}

// Greeting returns what the persona says to somebody it meets. It reads a file.
func (c *Companion) Greeting() persona.Greeting { return c.persona.Greeting() }

// Templates are the characters one can make a persona of, in a language.
func (h *House) Templates(language string) ([]persona.Template, error) {
	return persona.ReadTemplates(h.opt.Samples, language)
}

// CreateFrom makes a persona of the character with an ID in a language and
// returns its slug. An empty name is the character's own.
func (h *House) CreateFrom(id, language, name string) (string, error) {
	t, err := persona.ReadTemplate(h.opt.Samples, id, language)
	if err != nil {
		return "", fmt.Errorf("create persona: %w", err)
	}
	name = cmp.Or(strings.TrimSpace(name), t.Name)
	t.Files.Rename(name)
	slug, err := persona.Create(h.home, persona.Profile{Name: name, Language: language}, t.Files)
	if err != nil {
		return "", fmt.Errorf("create persona: %w", err)
	}
	h.personasChanged()
	return slug, nil
}

// StartsWithComputer reports whether the system starts the program at login.
func (h *House) StartsWithComputer() bool {
	a, err := store.UserAutostart()
	return err == nil && a.Enabled()
}

// StartWithComputer has the system start this program, with this home, at
// login.
func (h *House) StartWithComputer() error {
	a, err := store.UserAutostart()
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
func (h *House) StartByHand() error {
	a, err := store.UserAutostart()
	if err != nil {
		return err
	}
	return a.Disable()
}
