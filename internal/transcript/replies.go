package transcript

import (
	"fmt"
	"slices"
)

// NewID returns an id for a message that will be appended with it, for whoever
// has to name a message before it is said. It is higher than all before it.
func (l *Log) NewID() (ID, error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	mint := l.minter()
	id, err := mint.next(l.now())
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mint = mint
	return id, nil
}

// Replies returns what the persona said in answer to a message, on every
// branch, oldest first, retracted or not; ErrNoMessage for an unknown id. It
// reads the log from its end back to the message.
func (l *Log) Replies(id ID) ([]ID, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	chain, err := l.chain()
	if err != nil {
		return nil, fmt.Errorf("look for replies: %w", err)
	}
	var list []ID
	for at, err := range chain.backward(position{}) {
		if err != nil {
			return nil, fmt.Errorf("look for replies: %w", err)
		}
		h, err := decodeHeader(at.data)
		if err != nil || h.Kind != kindMessage || h.ID != id && h.Parent != id {
			continue
		}
		r, err := decode(at.data)
		switch {
		case err != nil: // its line is broken behind the ids
		case h.ID == id:
			slices.Reverse(list)
			return list, nil
		case r.Role == RolePersona:
			list = append(list, h.ID)
		}
	}
	return nil, fmt.Errorf("look for replies to %q: %w", id, ErrNoMessage)
}

// Standing returns those of the messages that are not retracted, in their
// order. It reads each part of the log once, for all calls.
func (l *Log) Standing(ids []ID) ([]ID, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	l.files.RLock()
	defer l.files.RUnlock()
	oldest := ids[0].month()
	for _, id := range ids {
		oldest = min(oldest, id.month()) // "" is before all
	}
	c, err := l.chain()
	if err == nil {
		err = l.retracted.learn(c, oldest)
	}
	if err != nil {
		return nil, fmt.Errorf("look for retracted messages: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(ids), l.retracted.has), nil
}
