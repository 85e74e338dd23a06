package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"sync"
)

// ledgerExt ends the names of ledgers.
const ledgerExt = ".ledger"

// ledgerMax is from which size on another ledger is begun.
const ledgerMax = 32 << 20

// A ledger is a file of pendings. To make a file for each of them and to remove
// it again costs more than all the rest of a write. It is only added to:
//
//	{"id":"00…1","schema":1,"name":"a.txt",…,"size":4}     a version was announced;
//	data                                                   its bytes, and a line end
//	{"id":"00…1","mark":"written"}                         it is in its place
//	{"id":"00…1","mark":"gone"}                            it was committed, or taken back
//
// A crash tears at most the end. Nothing is added behind a torn end: each start
// begins a ledger of its own, and a ledger whose pendings are all gone is
// emptied or removed.
type ledger struct {
	name   string
	f      *os.File // nil: of an earlier run
	size   int64
	left   int  // pendings that are not gone
	broken bool // something is behind size that could not be taken back yet
	single bool // a file of one pending, as earlier versions left them
}

// ledgers are the ledgers of a history.
type ledgers struct {
	disk *disk

	mu  sync.Mutex // held while one is written; guards what follows
	cur *ledger    // that is added to; nil before the first
}

// ledgerMark is the line that says what became of a pending.
type ledgerMark struct {
	ID   string `json:"id"`
	Mark string `json:"mark,omitempty"`
}

// What becomes of a pending.
const (
	markWritten = "written"
	markGone    = "gone"
)

// announced is the first line of a pending in a ledger.
type announced struct {
	ID string `json:"id"`
	pendingHead
}

// add writes a pending and fills in where it is. ready makes its folder.
func (s *ledgers) add(p *pending, data []byte, ready func() error) error {
	line, err := json.Marshal(announced{p.id, p.pendingHead})
	if err != nil {
		return err
	}
	raw := make([]byte, 0, len(line)+len(data)+2)
	raw = append(append(append(append(raw, line...), '\n'), data...), '\n')
	s.mu.Lock()
	defer s.mu.Unlock()
	l, err := s.current(p.id, ready)
	if err != nil {
		return err
	}
	at := l.size
	if err := s.write(l, l.f, raw); err != nil {
		return err
	}
	l.left++
	p.in, p.at, p.length = l, at, int64(len(raw)-1)
	return nil
}

// current returns the ledger to add to. One that somebody has taken away with
// its folder is not found again. s.mu is held.
func (s *ledgers) current(id string, ready func() error) (*ledger, error) {
	if l := s.cur; l != nil && l.size < ledgerMax {
		is, err := s.disk.lstat(l.name)
		mine, merr := s.disk.ops.stat(l.f)
		if err == nil && merr == nil && os.SameFile(is, mine) {
			return l, nil
		}
	}
	if err := ready(); err != nil {
		return nil, err
	}
	l := &ledger{name: path.Join(pendingDir, id+ledgerExt)}
	f, err := s.disk.ops.open(s.disk.root, l.name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, err
	}
	l.f = f
	if old := s.cur; old != nil {
		_ = old.f.Close() // what it holds is read by its name
		old.f = nil
	}
	s.cur = l
	return l, nil
}

// write adds to the end of a ledger that is open, all or nothing. s.mu is held.
func (s *ledgers) write(l *ledger, f *os.File, raw []byte) error {
	if l.broken {
		if err := s.disk.ops.truncate(f, l.size); err != nil {
			return err
		}
		l.broken = false
	}
	n, err := s.disk.ops.write(f, raw)
	if err == nil && n < len(raw) {
		err = io.ErrShortWrite
	}
	if err != nil {
		l.broken = s.disk.ops.truncate(f, l.size) != nil
		return err
	}
	l.size += int64(n)
	return nil
}

// sync waits until all that was added is on disk. Something was.
func (s *ledgers) sync() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.disk.ops.syncData(s.cur.f), s.disk.ops.syncDir(s.disk.root, pendingDir))
}

// mark notes what became of a pending.
func (s *ledgers) mark(p pending, what string) error {
	raw := fmt.Appendf(nil, `{"id":%q,"mark":%q}`+"\n", p.id, what)
	s.mu.Lock()
	defer s.mu.Unlock()
	l := p.in
	if what == markGone {
		if l.left--; l.left == 0 {
			if err := s.empty(l); err == nil || l.single {
				return err
			}
		}
	}
	switch {
	case l.single: // and written
		to := strings.TrimSuffix(l.name, newExt)
		err := s.disk.ops.rename(s.disk.root, l.name, to)
		if err == nil {
			l.name = to
		}
		return err
	case l.f != nil:
		return s.write(l, l.f, raw)
	}
	f, err := s.disk.ops.open(s.disk.root, l.name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(s.write(l, f, raw), s.disk.ops.close(f))
}

// empty takes away what is in a ledger of which nothing is left. s.mu is held.
func (s *ledgers) empty(l *ledger) error {
	if l != s.cur {
		return s.disk.ops.remove(s.disk.root, l.name)
	}
	err := s.disk.ops.truncate(l.f, 0)
	if err == nil {
		l.size, l.broken = 0, false
	}
	return err
}

// close ends the ledger that is added to, and removes it if nothing is in it.
func (s *ledgers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cur == nil {
		return
	}
	_ = s.cur.f.Close()
	if s.cur.left == 0 {
		_ = s.disk.ops.remove(s.disk.root, s.cur.name) // the next start removes it otherwise
	}
	s.cur = nil
}

// A kept is a pending as it stands in a ledger.
type kept struct {
	pending
	written, gone bool
}

// scanLedger reads a ledger as far as it makes sense. whole is how far that is;
// the error says what is wrong behind it, and is errTorn for what a crash leaves.
func scanLedger(raw []byte) (list []*kept, whole int64, err error) {
	byID := map[string]*kept{}
	for at := 0; at < len(raw); at = int(whole) {
		line, _, ok := bytes.Cut(raw[at:], []byte("\n"))
		if !ok {
			return list, whole, errTorn
		}
		var m struct {
			ledgerMark
			Size int64 `json:"size"`
		}
		if err := json.Unmarshal(line, &m); err != nil {
			return list, whole, fmt.Errorf("line of a ledger: %w", err)
		}
		if m.Mark != "" {
			if k := byID[m.ID]; k != nil {
				k.written, k.gone = k.written || m.Mark == markWritten, k.gone || m.Mark == markGone
			}
			whole += int64(len(line) + 1)
			continue
		}
		if !isPendingID(m.ID) || m.Size < 0 || m.Size > MaxFile {
			return list, whole, errors.New("line of a ledger makes no sense")
		}
		length := int64(len(line)+1) + m.Size
		if int64(len(raw)-at) < length+1 {
			return list, whole, errTorn
		}
		head, _, err := decodePending(raw[at : int64(at)+length])
		if err != nil {
			return list, whole, err
		}
		k := &kept{pending: pending{pendingHead: head, id: m.ID, at: int64(at), length: length}}
		byID[m.ID], list = k, append(list, k)
		whole += length + 1
	}
	return list, whole, nil
}

// errTorn is the end of a ledger that a crash tore.
var errTorn = errors.New("torn end")
