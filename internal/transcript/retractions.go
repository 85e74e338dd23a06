package transcript

import (
	"bytes"
	"errors"
	"sync"
	"time"

	"yumori/internal/store"
)

// retractions are what is known of which messages are retracted, and which are
// trusted. The record that counts is the last one about a message, and it stands
// after the message; so whoever has read the log from its end back to a message
// has met it, and nobody has to read on.
type retractions struct {
	mu      sync.Mutex      // guards what follows; nothing is taken after it
	byID    map[ID]bool     // true retracted, false given back
	trusted map[ID]bool     // true trusted, false not any more
	read    map[string]bool // the parts of the log that were read for this alone
}

// of returns what is known of the sort of record that a kind is. r.mu is held.
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

// marks reports whether a record of a kind retracts, or trusts, its message.
func marks(kind string) bool { return kind == kindRetract || kind == kindTrust }

// set takes the newest record about a message, of a kind.
func (r *retractions) set(id ID, kind string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of(kind)[id] = marks(kind)
}

// has is hide for the id alone.
func (r *retractions) has(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[id]
}

// hide takes out of m what is retracted, and says whether it is trusted.
func (r *retractions) hide(m Message) Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.Trusted = r.trusted[m.ID]
	if !r.byID[m.ID] {
		return m
	}
	m.Retracted = true
	m.Text, m.Attachments, m.Foreign, m.Trace, m.Opaque = "", nil, nil, nil, nil
	return m
}

// notice takes in a line that tells of a retraction. Lines come from the end
// of the log backward, with none left out, so that what is known of a message
// is newer than the line.
func (r *retractions) notice(line []byte) {
	if bytes.HasPrefix(line, []byte(messageStart)) {
		return
	}
	rec, err := decode(line)
	if err != nil {
		return
	}
	switch rec.Kind {
	case kindRetract, kindUnretract, kindTrust, kindDistrust:
	default:
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.of(rec.Kind)
	if _, newer := known[rec.ID]; !newer {
		known[rec.ID] = marks(rec.Kind)
	}
}

// learn reads what retractions there are of messages of a month, "" for any,
// where the log was not read for them before.
func (r *retractions) learn(c chain, month string) error {
	oldest := ""
	if t, err := time.Parse(monthFormat, month); err == nil {
		oldest = t.AddDate(0, -1, 0).Format(monthFormat) // as far as zones may move it
	}
	for i := len(c.parts) - 1; i >= 0; i-- {
		p := c.parts[i]
		if p.month != "" && p.month < oldest {
			return nil
		}
		if err := r.learnFrom(p); err != nil {
			return err
		}
	}
	return nil
}

func (r *retractions) learnFrom(p part) error {
	r.mu.Lock()
	known := r.read[p.name]
	r.mu.Unlock()
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
		r.notice(at.data)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.read == nil {
		r.read = map[string]bool{}
	}
	r.read[p.name] = true
	return nil
}
