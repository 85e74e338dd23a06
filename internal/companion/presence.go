package companion

import (
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

// Greeting returns what the persona says to somebody it meets, "" if its soul
// has no words for that. It reads a file.
func (c *Companion) Greeting() string { return c.persona.Greeting() }

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
