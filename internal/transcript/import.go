package transcript

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"time"

	"github.com/oklog/ulid/v2"

	"yumori/internal/store"
)

// A mark is the part of an id that does not depend on time: its last 16
// characters.
type mark string

const markSize = 16

// markOf returns the mark of an id.
func markOf(id ID) mark { return mark(id[max(0, len(id)-markSize):]) }

// ImportID makes the id of a message that was said elsewhere, of when that was
// and of what it is known by there. A message that is known by the same gets an
// id that Brought knows, whatever time it is given.
func ImportID(at time.Time, key []byte) ID {
	sum := sha256.Sum256(key)
	sum[0] &= 0x7f // as the ids that are made here
	var u ulid.ULID
	_ = u.SetTime(uint64(max(at.UnixMilli(), 0)))
	_ = u.SetEntropy(sum[:10])
	return ID(u.String())
}

// Brought is which messages a log has.
type Brought struct{ ids map[mark]ID }

// Find returns the id under which the log has a message that ImportID made id
// for.
func (b Brought) Find(id ID) (ID, bool) {
	have, ok := b.ids[markOf(id)]
	return have, ok
}

// Brought reads which messages there are. It reads the ids of the whole log and
// keeps them, some 100 bytes each.
func (l *Log) Brought(ctx context.Context) (Brought, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	b := Brought{ids: map[mark]ID{}}
	c, err := l.chain()
	if err != nil {
		return b, fmt.Errorf("read ids: %w", err)
	}
	for at, err := range c.forward(position{part: c.parts[0].name}) {
		if err != nil {
			return b, fmt.Errorf("read ids: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return b, err
		}
		if h, err := decodeHeader(at.data); err == nil && h.Kind == kindMessage {
			b.ids[markOf(h.ID)] = h.ID
		}
	}
	return b, nil
}

// AppendAll is Append for many messages that come with their ids, parents
// before children. The caller sees to it that no id is taken. The last one
// becomes the head. They are on disk when it returns; on an error none is, and
// after a crash the first of them may be. Memory does not depend on their number.
func (l *Log) AppendAll(messages iter.Seq2[Message, error]) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.files.RLock()
	defer l.files.RUnlock()
	next, stop := iter.Pull2(messages)
	defer stop()
	a := &appending{log: l, next: next}
	if err := l.journal.AppendFrom(a); err != nil {
		return fmt.Errorf("append messages: %w", err)
	}
	if len(a.held) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range a.held[max(0, len(a.held)-recentMessages):] {
		l.recent.add(m)
	}
	l.head = a.held[len(a.held)-1].ID
	return nil
}

// An appending reads as the lines of messages.
type appending struct {
	log  *Log
	next func() (Message, error, bool)
	line []byte    // of a message, as far as it was not given out
	held []Message // the last ones
}

// Read is io.Reader.
func (a *appending) Read(b []byte) (int, error) {
	if len(a.line) == 0 {
		m, err, ok := a.next()
		if !ok {
			return 0, io.EOF
		}
		if err != nil {
			return 0, err
		}
		m, line, err := encode(m)
		if err != nil {
			return 0, err
		}
		a.line = append(line, '\n')
		a.log.mu.Lock()
		a.log.mint.seen(m.ID)
		a.log.mu.Unlock()
		if a.held = append(a.held, m); len(a.held) > 2*recentMessages {
			a.held = append([]Message{}, a.held[recentMessages:]...)
		}
	}
	n := copy(b, a.line)
	a.line = a.line[n:]
	return n, nil
}

// Prepend puts messages before all that is in the log, parents before children:
// into the archives of their months, in front of what is there. They come with
// their ids, none of which is taken. The head stays, unless the log was empty:
// then it is the last of them. A message that claims to be older than the one
// before it is filed with that one. On an error nothing has changed; after a crash the
// archives of the first months may have been replaced, and the messages in them
// are to be left out of another try. Memory does not depend on their number.
func (l *Log) Prepend(ctx context.Context, messages iter.Seq2[Message, error]) error {
	l.archiving.Lock()
	defer l.archiving.Unlock()
	l.writing.Lock()
	defer l.writing.Unlock()
	l.files.Lock()
	defer l.files.Unlock()
	next, stop := iter.Pull2(messages)
	defer stop()
	p := &prepending{log: l, ctx: ctx, next: next}
	err := l.dir.ImportAll(func(put store.Put) error {
		for p.pull() {
			if err := p.file(put); err != nil {
				return err
			}
		}
		return p.err
	})
	if err != nil {
		return fmt.Errorf("prepend messages: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.head == "" && p.last.ID != "" {
		l.head = p.last.ID
		l.recent.add(p.last)
		l.mint.seen(p.last.ID)
	}
	return nil
}

// A prepending writes messages month by month. It reads as the lines of the
// month it is at.
type prepending struct {
	log   *Log
	ctx   context.Context
	next  func() (Message, error, bool)
	month string  // it is at
	line  []byte  // of a message that was taken and not yet given out
	own   string  // the month of that
	last  Message // that was taken
	err   error
}

// pull takes the next message, unless one waits.
func (p *prepending) pull() bool {
	if len(p.line) > 0 {
		return true
	}
	m, err, ok := p.next()
	if err == nil {
		err = p.ctx.Err()
	}
	if !ok || err != nil {
		p.err = err
		return false
	}
	m, line, err := encode(m)
	if err != nil {
		p.err = err
		return false
	}
	p.last, p.line, p.own = m, append(line, '\n'), max(m.Time.Format(monthFormat), p.own)
	return true
}

// Read gives out the lines of the month.
func (p *prepending) Read(b []byte) (int, error) {
	if !p.pull() {
		if p.err != nil {
			return 0, p.err
		}
		return 0, io.EOF
	}
	if p.own != p.month {
		return 0, io.EOF
	}
	n := copy(b, p.line)
	p.line = p.line[n:]
	return n, nil
}

// file writes the archive of the month of the message that waits.
func (p *prepending) file(put store.Put) error {
	p.month = p.own
	name := archiveName(p.month)
	var old io.Reader = bytes.NewReader(nil)
	f, err := p.log.dir.Open(name)
	switch {
	case err == nil:
		defer f.Close()
		old = f
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return errors.Join(put(name, io.MultiReader(p, old)), p.err)
}

// All yields the messages of every branch in the order of the files, parents
// before children, and those taken back without what they said. It reads the log
// once from its beginning; what is written meanwhile may or may not be among
// them.
func (l *Log) All(ctx context.Context) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		l.files.RLock()
		defer l.files.RUnlock()
		c, err := l.chain()
		if err == nil {
			err = l.retracted.learn(c, "")
		}
		if err != nil {
			yield(Message{}, fmt.Errorf("read the log: %w", err))
			return
		}
		seen := map[ID]bool{} // what a crash left in an archive and in the log
		for at, err := range c.forward(position{part: c.parts[0].name}) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(Message{}, fmt.Errorf("read the log: %w", err))
				return
			}
			r, err := decode(at.data)
			if err != nil || r.Kind != kindMessage || seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			if !yield(l.retracted.hide(r.Message), nil) {
				return
			}
		}
	}
}
