package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"yumori/internal/store"
)

// Options are the choices of a Log; the zero value is right.
type Options struct {
	Now func() time.Time // nil is time.Now; its zone is the zone of new messages
}

// A Log is the conversation of one persona. It is safe for concurrent use:
// reading goes on while messages are written and while months are archived.
type Log struct {
	dir *store.Dir
	now func() time.Time

	// files is held for reading by whoever uses offsets of log.jsonl, and for
	// writing by Archive while it shortens the file.
	files   sync.RWMutex
	journal *store.Journal

	writing   sync.Mutex // one Append or Choose at a time; taken before files
	archiving sync.Mutex // one Archive at a time; taken first of all

	filter    ngramFilter
	retracted retractions

	mu     sync.Mutex // guards what follows; taken last
	head   ID
	mint   minter
	recent recent
}

// Open opens the conversation in a persona's folder, making the file if there
// is none. It reads the last few records: what it costs does not depend on the
// length of the log. A last record that was not written whole is set aside
// (Torn); a file that is no log at all is too, and a new one begun.
func Open(d *store.Dir, opt Options) (*Log, error) {
	l := &Log{dir: d, now: opt.Now, filter: ngramFilter{dir: d}}
	if l.now == nil {
		l.now = time.Now
	}
	j, err := d.Journal(logFile, complete)
	if errors.Is(err, store.ErrUnreadable) {
		if _, qerr := d.Quarantine(logFile, err.Error()); qerr != nil {
			return nil, fmt.Errorf("set %s aside: %w", logFile, errors.Join(qerr, err))
		}
		j, err = d.Journal(logFile, complete)
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", logFile, err)
	}
	l.journal = j
	if err := l.start(); err != nil {
		return nil, fmt.Errorf("read the end of the log: %w", err)
	}
	return l, nil
}

// Torn returns what was set aside because it was not written whole when the
// log was opened, nil when nothing was.
func (l *Log) Torn() *store.Torn { return l.journal.Torn() }

// tailRecords is how many records are read at opening to learn the highest id
// and to have the newest messages at hand.
const tailRecords = 16

// start reads the end of the log: the head, the newest messages, the last id.
func (l *Log) start() error {
	chain, err := l.chain()
	if err != nil {
		return err
	}
	newest, chosen, err := l.tail(chain)
	if err != nil {
		return err
	}
	l.head = newest
	if chosen == "" || chosen == newest {
		return nil
	}
	switch _, err := chain.search(chosen); {
	case err == nil:
		l.head = chosen
	case !errors.Is(err, ErrNoMessage):
		return err
	}
	return nil
}

// tail reads the last records and returns the newest message and, if a head
// stands behind it, the message that this one names.
func (l *Log) tail(c chain) (newest, chosen ID, err error) {
	seen := 0
	for at, err := range c.backward(position{}) {
		if err != nil {
			return "", "", err
		}
		l.retracted.notice(at.data)
		r, err := decode(at.data)
		if err != nil {
			continue
		}
		switch {
		case r.Kind == kindMessage:
			l.recent.add(r.Message)
			l.mint.seen(r.ID)
			newest = cmp.Or(newest, r.ID)
		case r.Kind == kindAgain:
			l.mint.seen(r.ID)
		case r.Kind == kindHead && newest == "":
			chosen = cmp.Or(chosen, r.ID)
		}
		if seen++; seen >= tailRecords && newest != "" {
			break
		}
	}
	return newest, chosen, nil
}

// Head returns the newest message of the branch shown; "" in an empty log.
func (l *Log) Head() ID {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.head
}

// Append writes m as the newest message of the branch it continues, which
// becomes the branch shown. When it returns without an error the message is on
// disk. It returns the message as kept: with its id and time if they were
// empty, and with what cannot be kept in a text file made visible (see
// Message). The parent, if any, has to exist, else ErrNoMessage; the other
// refusals are ErrTooLarge and ErrBadMessage. On an error nothing was written.
func (l *Log) Append(m Message) (Message, error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.files.RLock()
	defer l.files.RUnlock()
	if m.Time.IsZero() {
		m.Time = l.now().Truncate(time.Millisecond)
	}
	m.Time, m.Retracted, m.Trusted = m.Time.Round(0), false, false
	if err := l.fits(m); err != nil {
		return m, fmt.Errorf("append message: %w", err)
	}
	mint := l.minter()
	if m.ID == "" {
		id, err := mint.next(l.now())
		if err != nil {
			return m, fmt.Errorf("append message: %w", err)
		}
		m.ID = id
	}
	m, line, err := encode(m)
	if err != nil {
		return m, fmt.Errorf("append message: %w", err)
	}
	if _, err := l.journal.Append(line); err != nil {
		return m, fmt.Errorf("append message: %w", err)
	}
	mint.seen(m.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mint, l.head = mint, m.ID
	l.recent.add(m)
	return m, nil
}

func (l *Log) minter() minter {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.mint
}

// fits checks what m refers to.
func (l *Log) fits(m Message) error {
	if m.Parent != "" {
		if _, err := l.find(m.Parent); err != nil {
			return fmt.Errorf("parent: %w", err)
		}
	}
	if m.ID == "" {
		return nil
	}
	if len(m.ID) > 64 {
		return fmt.Errorf("%w: id of %d bytes", ErrBadMessage, len(m.ID))
	}
	switch _, err := l.find(m.ID); {
	case err == nil:
		return fmt.Errorf("%w: id %q is taken", ErrBadMessage, m.ID)
	case errors.Is(err, ErrNoMessage):
		return nil
	default:
		return err
	}
}

// Choose shows the branch that id is on, at its newest end: the head becomes
// the newest of id and its descendants. The choice is on disk when it returns.
// It reads the log from its end back to id and forward again.
func (l *Log) Choose(id ID) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.files.RLock()
	defer l.files.RUnlock()
	c, err := l.chain()
	if err != nil {
		return fmt.Errorf("choose branch: %w", err)
	}
	tip, err := c.tip(id)
	if err != nil {
		return fmt.Errorf("choose branch: %w", err)
	}
	if tip == l.Head() {
		return nil
	}
	line, err := encodeLine(headRecord{kindHead, tip, l.now().Truncate(time.Millisecond).Round(0)})
	if err != nil {
		return fmt.Errorf("choose branch: %w", err)
	}
	if _, err := l.journal.Append(line); err != nil {
		return fmt.Errorf("choose branch: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.head = tip
	return nil
}

// Find returns the message with an id, or ErrNoMessage. The newest messages
// are at hand; others cost reading back to where they are.
func (l *Log) Find(id ID) (Message, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	m, err := l.shown(id)
	if err != nil {
		return Message{}, fmt.Errorf("find message: %w", err)
	}
	return m, nil
}

// Said returns the text of a message, of a retracted one too, to tell what
// repeats it; nobody is shown it. An unknown id is ErrNoMessage.
func (l *Log) Said(id ID) (string, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	m, err := l.find(id)
	if err != nil {
		return "", fmt.Errorf("find message: %w", err)
	}
	return m.Text, nil
}

// find is Find with files held, and without regard to retractions.
func (l *Log) find(id ID) (Message, error) {
	l.mu.Lock()
	m, ok := l.recent.find(id)
	l.mu.Unlock()
	if ok {
		return m, nil
	}
	chain, err := l.chain()
	if err != nil {
		return Message{}, err
	}
	at, err := chain.search(id)
	if err != nil {
		return Message{}, err
	}
	r, err := decode(at.data)
	if err != nil {
		return Message{}, err // unreachable: search decoded it
	}
	return r.Message, nil
}

// Check reads the whole log and reports what is not as it should be; see
// checker for what that is. It holds the ids of the log in memory.
func (l *Log) Check(ctx context.Context) []store.Problem {
	l.files.RLock()
	defer l.files.RUnlock()
	c, err := l.chain()
	if err != nil {
		return []store.Problem{{Name: archiveDir, What: err.Error()}}
	}
	return c.check(ctx)
}
