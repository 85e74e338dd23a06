//go:build unix

package companion

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"yumori/internal/backup"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/store"
	"yumori/internal/taint"
)

// TestNothingWaitsForWhatIsNoFile names pipes, sockets and devices where a file is
// asked for: each is refused at once, with a sentence.
func TestNothingWaitsForWhatIsNoFile(t *testing.T) {
	t.Parallel()
	h := newTarget(t)
	at := t.TempDir()
	pipe, socket := filepath.Join(at, "pipe.png"), filepath.Join(at, "socket.json")
	must(t, syscall.Mkfifo(pipe, 0o600))
	must(t, syscall.Mknod(socket, syscall.S_IFSOCK|0o600, 0))
	before := h.there(t)
	for _, file := range []string{pipe, socket, "/dev/zero", "/dev/tty"} {
		for what, try := range map[string]func() error{
			"recognised": func() error { _, err := h.Recognise(t.Context(), file, ""); return err },
			"import": func() error {
				_, err := h.Import(t.Context(), exchange.ImportRequest{Path: file, Kind: imports.Text})
				return err
			},
			"preview": func() error { _, err := h.PreviewCard(t.Context(), file); return err },
			"card":    func() error { _, err := h.ImportCard(t.Context(), file, ""); return err },
			"folder":  func() error { _, err := h.ImportTavern(t.Context(), exchange.ImportRequest{Path: file}); return err },
			"restore": func() error { _, err := h.Backups.Restore(t.Context(), file, backup.Request{}); return err },
			"trust":   func() error { _, err := taint.HashFile(file); return err },
		} {
			if err := try(); !errors.Is(err, store.ErrUnreadable) || !hasSentence(err) {
				t.Errorf("%s of %s: %v", what, file, err)
			}
		}
	}
	if after := h.there(t); len(after) != len(before) {
		t.Errorf("something is left: %v", after)
	}
}
