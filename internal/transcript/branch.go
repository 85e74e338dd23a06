package transcript

import (
	"fmt"
	"slices"
)

// Branch compares the branches that lead to two messages: left are the
// messages on the way to from that are not on the way to to, entered those the
// other way round, both oldest first and with the message itself. It tells
// what goes out of sight and what comes into it when the head moves from one
// to the other. An id of "" is the beginning of everything; an unknown one is
// ErrNoMessage.
//
// It reads the log from its end back to where the branches part. Where the
// parent of a message cannot be found its branch is taken to begin there.
func (l *Log) Branch(from, to ID) (left, entered []ID, err error) {
	if from == to {
		return nil, nil, nil
	}
	l.files.RLock()
	defer l.files.RUnlock()
	chain, err := l.chain()
	if err != nil {
		return nil, nil, fmt.Errorf("compare branches: %w", err)
	}
	a, b := climb{want: from}, climb{want: to}
	for at, err := range chain.backward(position{}) {
		if err != nil {
			return nil, nil, fmt.Errorf("compare branches: %w", err)
		}
		if a.want == b.want {
			break
		}
		h, err := decodeHeader(at.data)
		if err != nil || h.Kind != kindMessage || h.ID != a.want && h.ID != b.want {
			continue
		}
		if _, err := decode(at.data); err != nil {
			continue // its line is broken behind the ids
		}
		a.pass(h)
		b.pass(h)
	}
	for _, c := range []climb{a, b} {
		if len(c.path) == 0 && c.want != "" && a.want != b.want {
			return nil, nil, fmt.Errorf("compare branches: message %q: %w", c.want, ErrNoMessage)
		}
	}
	slices.Reverse(a.path)
	slices.Reverse(b.path)
	return a.path, b.path, nil
}

// A climb goes up a branch as its messages come by, newest first.
type climb struct {
	want ID   // the next message
	path []ID // those before, newest first
}

func (c *climb) pass(h header) {
	if h.ID == c.want {
		c.path, c.want = append(c.path, h.ID), h.Parent
	}
}
