package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

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
func (h *Home) BackupFolder() string { return h.Path() + "-backups" }

// Backup copies the whole home, all personas with their history, without keys,
// to a folder, reads the copy back, and removes older copies as backup.Expired
// says. The folder is returned. It returns ErrBadValue for a folder inside the
// home. What is said meanwhile may or may not be in the copy.
func (h *Home) Backup(ctx context.Context, r BackupRequest) (backup.Copy, string, error) {
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
func (h *Home) backupTo(folder string) (string, error) {
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
func (h *Home) Restore(ctx context.Context, file string, r backup.Request) (backup.Restored, error) {
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
	h.PersonasChanged()
	if err == nil && got.Settings {
		err = h.loadSettings()
	}
	return got, err
}

// dailyFile says how the last copy by itself went. It is derived: without it
// one is tried at once, which costs little where nothing has changed.
//
//	{"at":"2026-11-22T08:30:00+09:00","error":"no space left"}
const dailyFile = ".index/daily.json"

// dailyAgain is after how long a copy that failed is tried again.
const dailyAgain = time.Hour

// passphraseKey is under which name the passphrase of the daily copies is kept
// with the keys of models.
const passphraseKey = "YUMORI_BACKUP_PASSPHRASE"

// ErrNoPassphrase says that the daily copies are to be encrypted, and that the
// passphrase is not where it was kept. No copy is made without it.
var ErrNoPassphrase = errors.New("the passphrase of the daily copies is gone: yumori backup --daily --passphrase-file FILE keeps it again")

// A DailyBackup says how the last copy by itself went. The zero DailyBackup is
// that none was tried.
type DailyBackup struct {
	At    time.Time `json:"at,omitzero"`
	Error string    `json:"error,omitempty"` // "" it is there, or nothing had changed
}

// DailyBackup returns how the last copy by itself went.
func (h *Home) DailyBackup() DailyBackup {
	var d DailyBackup
	data, err := h.home.Dir().Read(dailyFile)
	if err != nil || json.Unmarshal(data, &d) != nil {
		return DailyBackup{}
	}
	return d
}

// KeepDaily has copies made once a day as r says, from now on, and keeps its
// passphrase as keys of models are kept; "" makes them without.
func (h *Home) KeepDaily(r BackupRequest) error {
	if _, err := h.backupTo(r.To); err != nil {
		return err
	}
	if _, err := h.home.SetKey(passphraseKey, r.Passphrase); err != nil {
		return fmt.Errorf("keep the passphrase: %w", err)
	}
	s, yes := h.Settings(), true
	s.Backup = config.BackupChoices{Daily: &yes, Folder: r.To, Sealed: r.Passphrase != ""}
	return h.Change(s)
}

// backUpDaily makes the copy of the day if it is due: once a day, an hour after
// one that failed, and not before somebody has talked with a persona.
func (h *Home) backUpDaily(ctx context.Context) error {
	s, last, now := h.Settings().Backup, h.DailyBackup(), h.Now()
	due := last.At.In(now.Location()).Format(time.DateOnly) != now.Format(time.DateOnly)
	if last.Error != "" {
		due = now.Sub(last.At).Abs() >= dailyAgain
	}
	if !config.On(s.Daily) || !due || !h.lived() {
		return nil
	}
	err := h.copyOfDay(ctx, s)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tried := DailyBackup{At: now}
	if err != nil {
		tried.Error = err.Error()
	}
	data, jerr := json.Marshal(tried)
	if jerr == nil {
		jerr = h.home.Dir().Write(dailyFile, data, store.Cause{Kind: store.CauseSetup})
	}
	if tried.Error != last.Error {
		h.publishSnapshots()
	}
	return errors.Join(err, jerr)
}

// publishSnapshots tells of what all personas of the home share.
func (h *Home) publishSnapshots() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		c.work.Go(c.publishSnapshot)
	}
}

// uncopied is the trouble that no copy could be made, if there is that.
func (h *Home) uncopied() []Trouble {
	s := h.Settings().Backup
	if d := h.DailyBackup(); d.Error != "" && config.On(s.Daily) {
		return []Trouble{{File: cmp.Or(s.Folder, h.BackupFolder()), What: d.Error, Uncopied: true}}
	}
	return nil
}

func (h *Home) copyOfDay(ctx context.Context, s config.BackupChoices) error {
	r := BackupRequest{To: s.Folder}
	if s.Sealed {
		var err error
		if r.Passphrase, _, err = h.home.Key(passphraseKey); err != nil {
			return fmt.Errorf("look for the passphrase: %w", err)
		}
		if r.Passphrase == "" {
			return ErrNoPassphrase
		}
	}
	_, _, err := h.Backup(ctx, r)
	return err
}

// lived reports whether somebody has talked with a persona of the home.
func (h *Home) lived() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		if c.log.Head() != "" {
			return true
		}
	}
	return false
}
