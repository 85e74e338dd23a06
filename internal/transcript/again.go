package transcript

import (
	"errors"
	"fmt"
	"time"
)

// againRecord is the line that says that a message is being answered again, and
// which id the answer will have.
type againRecord struct {
	Kind   string    `json:"kind"`
	ID     ID        `json:"id"`
	Parent ID        `json:"parent"`
	Time   time.Time `json:"time"`
}

// Again is NewID for an answer to a message that has one: the id is on disk
// when it returns, so that Unsettled finds what a crash left of the answer.
func (l *Log) Again(to ID) (ID, error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.files.RLock()
	defer l.files.RUnlock()
	mint := l.minter()
	id, err := mint.next(l.now())
	if err != nil {
		return "", fmt.Errorf("answer again: %w", err)
	}
	line, err := encodeLine(againRecord{kindAgain, id, to, l.now().Truncate(time.Millisecond).Round(0)})
	if err != nil {
		return "", fmt.Errorf("answer again: %w", err)
	}
	if _, err := l.journal.Append(line); err != nil {
		return "", fmt.Errorf("answer again: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mint = mint
	return id, nil
}

// Unsettled is what the end of the log tells of a turn that a crash may have
// broken off.
type Unsettled struct {
	Reply, To ID // an answer that was begun by Again and is not in the log, and what it answers; "" if there is none
	// Left is the end of the branch that was shown before the newest choice,
	// or before the newest two messages; "" if they continue it.
	Left ID
}

// Unsettled looks at the end of the log. It reads its last records.
func (l *Log) Unsettled() (Unsettled, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	chain, err := l.chain()
	if err != nil {
		return Unsettled{}, fmt.Errorf("look at the end of the log: %w", err)
	}
	var u Unsettled
	var end ending
	for at, err := range chain.backward(position{}) {
		if err != nil {
			return Unsettled{}, fmt.Errorf("look at the end of the log: %w", err)
		}
		r, err := decode(at.data)
		if err != nil {
			continue
		}
		if r.Kind == kindAgain && end.messages() == 0 && u.Reply == "" {
			u.Reply, u.To = r.ID, r.Parent
		}
		if end.take(r); end.messages() > 2 {
			break
		}
	}
	u.Left = end.left()
	if u.Reply != "" {
		if _, err := chain.search(u.To); errors.Is(err, ErrNoMessage) {
			u.Reply, u.To = "", ""
		} else if err != nil {
			return Unsettled{}, err
		}
	}
	return u, nil
}

// An ending is the last messages and choices of a log, newest first.
type ending []record

func (e *ending) take(r record) {
	if r.Kind == kindMessage || r.Kind == kindHead {
		*e = append(*e, r)
	}
}

func (e ending) messages() int {
	n := 0
	for _, r := range e {
		if r.Kind == kindMessage {
			n++
		}
	}
	return n
}

// left returns what Unsettled.Left is.
func (e ending) left() ID {
	for i, r := range e {
		if i+1 == len(e) {
			break
		}
		switch before := e[i+1].ID; {
		case r.Kind == kindHead && i == 0 && before != r.ID:
			return before
		case r.Kind == kindMessage && r.Parent != before:
			return before
		}
	}
	return ""
}
