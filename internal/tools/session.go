package tools

import (
	"errors"
	"sync"
)

// A session is what the tools of one turn have let into it. Text of others and
// the secret diary never meet in a turn: whichever comes first keeps the other
// out, also when both are asked for at the same time.
type session struct {
	mu      sync.Mutex
	foreign bool
	secret  bool
	tell    func()        // foreign has become true; may be nil
	came    func(Outside) // told of each text of others; may be nil
}

// An Outside is a text that neither the user nor the persona wrote.
type Outside struct {
	Kind OutsideKind
	Name string // id of a memory, else the name of a file, a page or a skill
	Hash string // the store.Version of its bytes; "" unknown
}

// An OutsideKind says where such a text comes from.
type OutsideKind string

// The kinds.
const (
	OutsideKnowledge OutsideKind = "knowledge" // a file given to read
	OutsideMemory    OutsideKind = "memory"    // a memory that is derived from such text
	OutsideFile      OutsideKind = "file"      // a memory file that others had a hand in
	OutsidePage      OutsideKind = "page"      // of entity memory, likewise
	OutsideSkill     OutsideKind = "skill"     // a skill
)

// errSecretOpen and errForeign say why one is kept out by the other.
var (
	errSecretOpen = errors.New("not read: it holds text that others wrote, and the secret diary was opened in this turn; ask for it in the next one")
	errForeign    = errors.New("the secret diary stays closed in a turn that holds text which neither the user nor you wrote")
)

// tainted reports whether writes have to be held.
func (s *session) tainted() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.foreign
}

// admitForeign lets texts of others into the turn: from now on writes are held.
func (s *session) admitForeign(list ...Outside) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secret {
		return errSecretOpen
	}
	if !s.foreign && s.tell != nil {
		s.tell()
	}
	s.foreign = true
	s.note(list)
	return nil
}

// admitOwn lets texts into the turn that hold nothing up.
func (s *session) admitOwn(list []Outside) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(list)
}

// note tells of texts that came in. s.mu is held.
func (s *session) note(list []Outside) {
	for _, o := range list {
		if s.came != nil {
			s.came(o)
		}
	}
}

// openSecret lets the secret diary into the turn.
func (s *session) openSecret() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.foreign {
		return errForeign
	}
	s.secret = true
	return nil
}
