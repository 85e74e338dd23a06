package transcript

import (
	"bytes"
	"errors"
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
	l.mu.Lock()
	defer l.mu.Unlock()
	l.retracted.set(id, r.Kind)
	return nil
}

// shown is find for whoever gets to see the message. files is held.
func (l *Log) shown(id ID) (Message, error) {
	l.mu.Lock()
	_, near := l.recent.find(id)
	l.mu.Unlock()
	if !near {
		if err := l.learn(id.month()); err != nil {
			return Message{}, err
		}
	}
	m, err := l.find(id)
	if err != nil {
		return Message{}, err
	}
	return l.hide(m), nil
}

// hide takes out of m what is retracted, and says whether it is trusted.
func (l *Log) hide(m Message) Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	m.Trusted = l.retracted.trusted[m.ID]
	if !l.retracted.byID[m.ID] {
		return m
	}
	m.Retracted = true
	m.Text, m.Attachments, m.Foreign, m.Trace, m.Opaque = "", nil, nil, nil, nil
	return m
}

// Retractions are what is known of which messages are retracted, and which are
// trusted. The record
// that counts is the last one about a message, and it stands after the
// message; so whoever has read the log from its end back to a message has met
// it, and nobody has to read on.
type retractions struct {
	byID    map[ID]bool     // true retracted, false given back
	trusted map[ID]bool     // true trusted, false not any more
	read    map[string]bool // the parts of the log that were read for this alone
}

// of returns what is known of the sort of record that a kind is.
func (r *retractions) of(kind string) map[ID]bool {
	if r.byID == nil {
		r.byID, r.trusted = map[ID]bool{}, map[ID]bool{}
	}
	switch kind {
	case kindTrust, kindDistrust:
		return r.trusted
	}
	return r.byID
}

// set takes the newest record about a message, of a kind.
func (r *retractions) set(id ID, kind string) {
	r.of(kind)[id] = kind == kindRetract || kind == kindTrust
}

// notice takes in a line that tells of a retraction. Lines come from the end
// of the log backward, with none left out, so that what is known of a message
// is newer than the line.
func (l *Log) notice(line []byte) {
	if bytes.HasPrefix(line, []byte(messageStart)) {
		return
	}
	r, err := decode(line)
	if err != nil {
		return
	}
	switch r.Kind {
	case kindRetract, kindUnretract, kindTrust, kindDistrust:
	default:
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, newer := l.retracted.of(r.Kind)[r.ID]; !newer {
		l.retracted.set(r.ID, r.Kind)
	}
}

// learn reads what retractions there are of messages of a month, "" for any,
// where the log was not read for them before.
func (l *Log) learn(month string) error {
	c, err := l.chain()
	if err != nil {
		return err
	}
	oldest := ""
	if t, err := time.Parse(monthFormat, month); err == nil {
		oldest = t.AddDate(0, -1, 0).Format(monthFormat) // as far as zones may move it
	}
	for i := len(c.parts) - 1; i >= 0; i-- {
		p := c.parts[i]
		if p.month != "" && p.month < oldest {
			return nil
		}
		if err := l.learnFrom(p); err != nil {
			return err
		}
	}
	return nil
}

func (l *Log) learnFrom(p part) error {
	l.mu.Lock()
	known := l.retracted.read[p.name]
	l.mu.Unlock()
	if known {
		return nil
	}
	for at, err := range p.backward(p.whole()) {
		if errors.Is(err, store.ErrUnreadable) && p.month != "" {
			break // Check reports it
		}
		if err != nil {
			return err
		}
		l.notice(at.data)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.retracted.read == nil {
		l.retracted.read = map[string]bool{}
	}
	l.retracted.read[p.name] = true
	return nil
}
