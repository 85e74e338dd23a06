package companion

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"time"

	"yumori/internal/store"
	"yumori/persona"
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

// The files that are no texts but whose past can be gone through all the same,
// with that of the archives beside them: what they hold is named by the
// functions that read them.
const (
	EpisodesFile = "episodic_memory/episodic_memory.json"
	InsightsFile = "memory/insights.json"
	GoalsFile    = "goals.json"
	InnerFile    = "memory/internal_state.json" // drives, feeling, questions
)

var archivePart = regexp.MustCompile(`^(episodic_memory/episodic_memory|memory/insights|goals)_archived_(\d{4}(?:-\d{2})?)\.json$`)

// PartOf returns the file that an archive of months or years belongs to, and
// its month or year: "2026-05", "2025". Of another file it is itself, and "".
func PartOf(name string) (whole, span string) {
	if m := archivePart.FindStringSubmatch(name); m != nil {
		return m[1] + ".json", m[2]
	}
	return name, ""
}

func hasPast(name string) bool {
	whole, _ := PartOf(name)
	return isText(name) || slices.Contains([]string{EpisodesFile, InsightsFile, GoalsFile, InnerFile}, whole)
}

// PastParts returns a file and the archives beside it, the newest first. Each
// has a past of its own.
func (c *Companion) PastParts(name string) ([]string, error) {
	dir := path.Dir(name)
	if dir == "." {
		dir = ""
	}
	entries, err := c.dir.List(dir)
	if err != nil {
		return nil, fmt.Errorf("list archives of %s: %w", name, err)
	}
	var parts []string
	for _, e := range entries {
		part := path.Join(dir, e.Name)
		if whole, span := PartOf(part); whole == name && span != "" && !e.IsDir {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	slices.Reverse(parts)
	return append([]string{name}, parts...), nil
}

// PastText returns a version of a memory file as text, "" for one in which it
// was removed. That of the secret diary is persona.ErrSecret.
func (c *Companion) PastText(name string, v store.Version) (string, error) {
	if persona.IsSecret(name) {
		return "", fmt.Errorf("read past of %s: %w", name, persona.ErrSecret)
	}
	if v == "" {
		return "", nil
	}
	data, err := c.dir.Past(name, v)
	if err != nil {
		return "", fmt.Errorf("read past of %s: %w", name, err)
	}
	return string(data), nil
}

// RestoreText writes an earlier version of a memory file again; the present
// one stays in the history. What in it rests on messages that were taken back
// since, or are on a branch that is not shown, does not come back with it. It
// reads the whole conversation: a second or so for 100,000 messages.
func (c *Companion) RestoreText(ctx context.Context, name string, v store.Version) error {
	if !hasPast(name) {
		return fmt.Errorf("restore %s: %w", name, ErrNotEditable)
	}
	c.booking.Lock() // what a turn does comes before or after
	defer c.booking.Unlock()
	c.settled()
	if err := c.dir.Restore(name, v); err != nil {
		return fmt.Errorf("restore %s: %w", name, err)
	}
	err := c.withdrawFallen(ctx, store.Cause{Kind: store.CauseRestore, Note: "rests on messages that were taken back"})
	if err != nil {
		err = fmt.Errorf("take out of %s what was forgotten: %w", name, err)
	}
	c.publishSnapshot()
	c.publish(TopicMind, c.Mind())
	return err
}

// withdrawFallen takes out what rests on messages that nothing may rest on.
func (c *Companion) withdrawFallen(ctx context.Context, cause store.Cause) error {
	roll, err := c.callRoll(ctx)
	if err != nil {
		return err
	}
	var fallen []string
	var errs []error
	for _, f := range c.mind.faculties() {
		sources, err := f.sources()
		errs = append(errs, err)
		for _, source := range sources {
			switch c.missing(source, roll) {
			case orphanRetracted, orphanAsked, orphanLeft:
				fallen = append(fallen, source)
			}
		}
	}
	slices.Sort(fallen)
	if fallen = slices.Compact(fallen); len(fallen) > 0 {
		fell, err := c.mind.withdraw(fallen, cause)
		c.recall.Fell(fell)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
