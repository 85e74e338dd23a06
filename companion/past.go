package companion

import (
	"fmt"
	"time"

	"yumori/persona"
	"yumori/store"
)

// IsSecret reports whether a file is nobody's but the persona's: who shows
// files by name asks before showing this one.
func IsSecret(name string) bool { return persona.IsSecret(name) }

// History returns the versions of a memory file, the newest first.
func (c *Companion) History(name string) ([]store.Past, error) {
	list, err := c.dir.History(name)
	if err != nil {
		return nil, fmt.Errorf("read history of %s: %w", name, err)
	}
	return list, nil
}

// AsOf returns a memory file as it was at a time; false if it was not there.
func (c *Companion) AsOf(name string, at time.Time) ([]byte, bool, error) {
	list, err := c.History(name)
	if err != nil {
		return nil, false, err
	}
	for _, p := range list {
		if p.Time.After(at) {
			continue
		}
		if p.Version == "" {
			return nil, false, nil
		}
		data, err := c.dir.Past(name, p.Version)
		if err != nil {
			return nil, false, fmt.Errorf("read %s as of %s: %w", name, at.Format(time.RFC3339), err)
		}
		return data, true, nil
	}
	return nil, false, nil
}
