package retrieval

import (
	"errors"
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
// An unknown id is transcript.ErrNoMessage; where what was said before it cannot be read, it is
// judged by its own words, with the error.
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
	before, err := saidBefore(log, m)
	return statement.Withholds(m.Text, before...), err
}

// saidBefore returns what the user said before a message in which they may have asked that it not
// be kept, oldest first; with an error what can be read of it.
func saidBefore(log *transcript.Log, m transcript.Message) (said []string, err error) {
	for at, n := m.Parent, 0; at != "" && n < withheldWithin; n++ {
		p, failed := log.Find(at)
		if failed != nil {
			err = fmt.Errorf("read what was said before a message: %w", failed)
			break
		}
		if m.Time.Sub(p.Time) >= withheldFor {
			break
		}
		if p.Role == transcript.RoleUser && p.Guest() == "" {
			said = append(said, p.Text)
		}
		at = p.Parent
	}
	slices.Reverse(said)
	return said, err
}

// unkept reports whether a message is not to be brought back because the user asked that it
// not be kept. What the log does not have is none.
func (pt *pastTalk) unkept(id string) bool {
	withheld, err := Withheld(pt.log, transcript.ID(id))
	return withheld || err != nil && !errors.Is(err, transcript.ErrNoMessage)
}
