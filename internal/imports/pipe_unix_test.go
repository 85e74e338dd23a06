//go:build unix

package imports

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"yumori/internal/store"
)

// TestAPipeIsNotWaitedFor: neither as the source itself nor in a folder.
func TestAPipeIsNotWaitedFor(t *testing.T) {
	dir := folderOf(t, map[string]string{"SOUL.md": "# Mira"})
	pipe := filepath.Join(dir, "pipe.md")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), pipe, Options{}); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("got %v", err)
	}
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if left := s.Left.List(); len(left) != 1 || left[0].Why != WhyLink {
		t.Errorf("left %v", left)
	}
}
