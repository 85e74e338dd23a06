package transcript

import (
	"fmt"
	"time"

	"yumori/internal/store"
)

// A retractRecord is the line that takes a message back, or gives it back, and
// the one that clears its marks, or has them hold again.
type retractRecord struct {
	Kind  string    `json:"kind"` // kindRetract, kindUnretract, kindTrust or kindDistrust
	ID    ID        `json:"id"`
	Time  time.Time `json:"time"`
	Cause string    `json:"cause,omitempty"` // a store.CauseKind
	Note  string    `json:"note,omitempty"`
}

// Retract takes a message back: from now on Page, Find and Search give its
// place in the conversation, with Retracted set, and nothing of what it said:
// no text, attachments, trace or data of the provider. What answers it stays,
// and so does its branch. Retracting it again does nothing; an unknown id is
// ErrNoMessage. The retraction is on disk when Retract returns.
//
// It is reversible because the log is never changed: a record is added, and
// the message's line, its text in it, stays in the file until somebody takes
// it out. No copy of the log is in the history, so deleting the text from the
// line by hand, "text":"" being what is left, makes it final.
func (l *Log) Retract(id ID, c store.Cause) error {
	return wrap("retract message", l.mark(id, retractRecord{Kind: kindRetract, Cause: string(c.Kind), Note: c.Note}))
}

// Unretract gives a retracted message back, as it was. Of one that is not
// retracted it does nothing; an unknown id is ErrNoMessage.
func (l *Log) Unretract(id ID, c store.Cause) error {
	return wrap("give message back", l.mark(id, retractRecord{Kind: kindUnretract, Cause: string(c.Kind), Note: c.Note}))
}

// wrap says what was being done when something went wrong.
func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// said reports whether it is the state of a message already.
func (r retractRecord) said(m Message) bool {
	switch r.Kind {
	case kindTrust, kindDistrust:
		return m.Trusted == (r.Kind == kindTrust)
	}
	return m.Retracted == (r.Kind == kindRetract)
}

// mark writes r about the message id, unless that is its state already.
func (l *Log) mark(id ID, r retractRecord) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.files.RLock()
	defer l.files.RUnlock()
	m, err := l.shown(id)
	if err != nil {
		return err
	}
	if r.said(m) {
		return nil
	}
	r.ID, r.Time = id, l.now().Truncate(time.Millisecond).Round(0)
	line, err := encodeLine(r)
	if err != nil {
		return err
	}
	if _, err := l.journal.Append(line); err != nil {
		return err
	}
	l.retracted.set(id, r.Kind)
	return nil
}

// shown is find for whoever gets to see the message. files is held.
func (l *Log) shown(id ID) (Message, error) {
	l.mu.Lock()
	_, near := l.recent.find(id)
	l.mu.Unlock()
	if !near {
		c, err := l.chain()
		if err == nil {
			err = l.retracted.learn(c, id.month())
		}
		if err != nil {
			return Message{}, err
		}
	}
	m, err := l.find(id)
	if err != nil {
		return Message{}, err
	}
	return l.retracted.hide(m), nil
}
