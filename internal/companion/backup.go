package companion

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"yumori/internal/withdraw"

	"yumori/internal/backup"
	"yumori/internal/config"
	"yumori/internal/store"
)

// A BackupRequest says where a copy of the home goes.
type BackupRequest struct {
	To         string                // a folder outside the home; "" is BackupFolder
	Passphrase string                // "" leaves the copy unencrypted
	Progress   func(done, all int64) // bytes; may be nil
}

// BackupFolder is where copies of the home go when nobody says otherwise:
// beside it, so that whoever deletes the home keeps them.
func (h *House) BackupFolder() string { return h.Path() + "-backups" }

// Backup copies the whole home, all personas with their history, without keys,
// to a folder, reads the copy back, and removes older copies as backup.Expired
// says. The folder is returned. It returns ErrBadValue for a folder inside the
// home. What is said meanwhile may or may not be in the copy.
func (h *House) Backup(ctx context.Context, r BackupRequest) (backup.Copy, string, error) {
	to, err := h.backupTo(r.To)
	if err != nil {
		return backup.Copy{}, "", err
	}
	f, err := store.OpenFolder(to)
	if err != nil {
		return backup.Copy{}, "", fmt.Errorf("back up: %w", err)
	}
	defer func() { _ = f.Close() }()
	c, err := backup.Make(ctx, h.home, f, backup.Options{Passphrase: r.Passphrase, Work: h.work, Now: h.Now(), Progress: r.Progress})
	return c, to, err
}

// backupTo returns the folder that copies go to.
func (h *House) backupTo(folder string) (string, error) {
	to, err := filepath.Abs(cmp.Or(folder, h.BackupFolder()))
	if err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	if rel, err := filepath.Rel(h.Path(), to); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("back up: %w: %s is inside of what is copied", config.ErrBadValue, to)
	}
	return to, nil
}

// Restore brings personas back from a copy that Backup made, see
// backup.Restore. Open companions of these personas are closed.
func (h *House) Restore(ctx context.Context, file string, r backup.Request) (backup.Restored, error) {
	if _, err := os.Lstat(file); err != nil {
		return backup.Restored{}, fmt.Errorf("restore: %w", err)
	}
	f, err := store.OpenFolder(filepath.Dir(file))
	if err != nil {
		return backup.Restored{}, fmt.Errorf("restore: %w", err)
	}
	defer func() { _ = f.Close() }()
	h.mu.Lock()
	var closing []*Companion
	for slug, c := range h.open {
		if r.Persona == "" || r.Persona == slug {
			closing = append(closing, c)
			delete(h.open, slug)
		}
	}
	h.mu.Unlock()
	for _, c := range closing {
		c.Close()
	}
	r.Name = filepath.Base(file)
	got, err := backup.Restore(ctx, h.home, f, r)
	h.personasChanged()
	if err == nil && got.Settings {
		err = h.loadSettings()
	}
	return got, err
}

// Purge makes final what was taken back of a persona's talk: the messages say nothing
// any more, wherever else in the persona's folder their words stand, a mark stands in
// their place, and the history of all files is deleted with all that is derived. It
// cannot be undone. What the user said elsewhere, too, stays; copies of the home are
// not touched, nor what was exported. The persona is closed for it and opened again by
// whoever asks for it. It reads and may write every file of the persona; killed, it
// goes on when it is called again.
func (h *House) Purge(ctx context.Context, slug string) (p withdraw.Purged, err error) {
	fail := func(err error) (withdraw.Purged, error) { return p, fmt.Errorf("purge %q: %w", slug, err) }
	c, err := h.Companion(ctx, slug)
	if err != nil {
		return fail(err)
	}
	taken, standing, err := c.log.Taken(ctx)
	if err != nil {
		return fail(err)
	}
	h.mu.Lock()
	delete(h.open, slug)
	h.mu.Unlock()
	c.Close()
	if p, err = withdraw.Purge(ctx, c.dir, taken, standing); err != nil {
		return fail(err)
	}
	return p, nil
}
