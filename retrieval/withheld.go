package retrieval

import (
	"fmt"
	"slices"
	"time"

	"yumori/internal/lang/statement"
	"yumori/internal/transcript"
)

// Of what was said before a message, that it not be kept may be asked in so many
// messages, replies among them, and for so long.
const (
	withheldWithin = 6
	withheldFor    = 12 * time.Hour
)

// Withheld reports whether a message is one that the user asked not to keep, in it or
// just before it, or the reply to one. The log keeps such a message for the user to read;
// nothing brings it back. It costs reading as many messages as may ask it.
// An unknown id is transcript.ErrNoMessage.
func Withheld(log *transcript.Log, id transcript.ID) (bool, error) {
	m, err := log.Find(id)
	if err == nil && m.Role == transcript.RolePersona && m.Parent != "" {
		m, err = log.Find(m.Parent)
	}
	if err != nil {
		return false, fmt.Errorf("see whether a message is to be kept: %w", err)
	}
	if m.Role != transcript.RoleUser {
		return false, nil
	}
	var before []string // the newest first
	for at, n := m.Parent, 0; at != "" && n < withheldWithin; n++ {
		p, err := log.Find(at)
		if err != nil {
			return false, fmt.Errorf("see whether a message is to be kept: %w", err)
		}
		if m.Time.Sub(p.Time) >= withheldFor {
			break
		}
		if p.Role == transcript.RoleUser && p.Guest() == "" {
			before = append(before, p.Text)
		}
		at = p.Parent
	}
	slices.Reverse(before)
	return statement.Withholds(m.Text, before...), nil
}

// unkept reports whether a message is not to be brought back because the user asked that it
// not be kept. What cannot be looked up is kept.
func (pt *pastTalk) unkept(id string) bool {
	withheld, err := Withheld(pt.log, transcript.ID(id))
	return err == nil && withheld
}
