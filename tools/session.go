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
	tell    func() // foreign has become true; may be nil
}

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

// admitForeign lets text of others into the turn: from now on writes are held.
func (s *session) admitForeign() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secret {
		return errSecretOpen
	}
	if !s.foreign && s.tell != nil {
		s.tell()
	}
	s.foreign = true
	return nil
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
