package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"yumori/internal/store"
)

// maxProblems bounds what one check reports; the rest is counted.
const maxProblems = 100

// check goes through the log from its beginning. These hold in a log that nobody
// has edited:
//   - every line is a record
//   - a message stands after its parent
//   - an id stands for one message
//   - a head or a retraction names a message before it
func (c chain) check(ctx context.Context) []store.Problem {
	k := checker{seen: map[ID]fingerprint{}}
	for _, p := range c.parts {
		k.part(ctx, p)
	}
	if k.more > 0 {
		k.problems = append(k.problems, store.Problem{Name: logFile, What: fmt.Sprintf("and %d more", k.more)})
	}
	return k.problems
}

// A checker remembers what it has seen of a log.
type checker struct {
	seen     map[ID]fingerprint // every message by id
	problems []store.Problem
	more     int // problems not listed
}

func (k *checker) part(ctx context.Context, p part) {
	f, err := p.dir.Open(p.name)
	if err != nil {
		k.report(p.name, "%v", err)
		return
	}
	defer f.Close()
	number := 0
	for line, err := range forwardLines(f, 0) {
		if number++; p.journal != nil && line.Offset >= p.size {
			return // written since
		}
		long := errors.Is(err, errLong)
		if err == nil || long {
			err = ctx.Err()
		}
		if err != nil {
			k.report(p.name, "%v", err)
			return
		}
		switch r, err := decode(line.Data); {
		case long:
			k.report(p.name, "line %d: longer than a record may be", number)
		case len(bytes.TrimSpace(line.Data)) == 0: // an empty line is harmless
		case err != nil:
			k.report(p.name, "line %d: %v", number, err)
		case r.Kind == kindMessage:
			k.message(p, number, line.Data, r.Message)
		default:
			k.refers(p, number, r)
		}
	}
}

// refers checks a record that is about a message.
func (k *checker) refers(p part, number int, r record) {
	about := r.ID
	switch r.Kind {
	case kindHead, kindRetract, kindUnretract, kindTrust, kindDistrust:
	case kindAgain:
		about = r.Parent
	default:
		return // of the future
	}
	if _, ok := k.seen[about]; !ok {
		k.report(p.name, "line %d: %s %s is no message before it", number, r.Kind, about)
	}
}

func (k *checker) message(p part, number int, data []byte, m Message) {
	if _, ok := k.seen[m.Parent]; !ok && m.Parent != "" {
		k.report(p.name, "line %d: the parent of message %s is not before it", number, m.ID)
	}
	print := fingerprintOf(data)
	if old, ok := k.seen[m.ID]; ok && old != print {
		k.report(p.name, "line %d: another message has the id %s", number, m.ID)
	}
	k.seen[m.ID] = print
	if own := m.Time.Format(monthFormat); p.month != "" && own > p.month {
		k.report(p.name, "line %d: a message of %s", number, m.Time.Format(time.DateOnly))
	}
}

func (k *checker) report(name, format string, args ...any) {
	if len(k.problems) >= maxProblems {
		k.more++
		return
	}
	k.problems = append(k.problems, store.Problem{Name: name, What: fmt.Sprintf(format, args...)})
}
