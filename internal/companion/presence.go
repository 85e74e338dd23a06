package companion

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"yumori/internal/store"
)

// expressionsDir holds pictures of the persona by what it feels:
// expressions/<category>.png, .jpg, .webp or .gif. One that is not there is drawn.
const expressionsDir = "expressions"

// maxExpression bounds a picture, in bytes.
const maxExpression = 24 << 20

// Expression returns the picture of a feeling, "" for the persona at rest; nil
// if there is none. It reads a file.
func (c *Companion) Expression(category string) ([]byte, error) {
	if category == "" {
		category = "neutral"
	}
	if strings.ContainsAny(category, `./\`) {
		return nil, nil
	}
	for _, ext := range []string{".png", ".jpg", ".jpeg", ".webp", ".gif"} {
		data, err := c.dir.Read(path.Join(expressionsDir, category+ext))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read expression: %w", err)
		}
		if len(data) > maxExpression {
			return nil, fmt.Errorf("read expression %s%s: %w", category, ext, store.ErrUnreadable)
		}
		return data, nil
	}
	return nil, nil
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
