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

// Backups are the copies of a home: made when somebody asks for one, and once a
// day, and brought back.
type Backups struct {
	h    *Home
	work int // backup.Options.Work of copies: 0 but in tests
}

// BackupFolder is where copies of the home go when nobody says otherwise:
// beside it, so that whoever deletes the home keeps them.
func (b *Backups) BackupFolder() string { return b.h.Path() + "-backups" }

// Backup copies the whole home, all personas with their history, without keys,
// to a folder, reads the copy back, and removes older copies as backup.Expired
// says. The folder is returned. It returns ErrBadValue for a folder inside the
// home. What is said meanwhile may or may not be in the copy.
func (b *Backups) Backup(ctx context.Context, r BackupRequest) (backup.Copy, string, error) {
	to, err := b.backupTo(r.To)
	if err != nil {
		return backup.Copy{}, "", err
	}
	f, err := store.OpenFolder(to)
	if err != nil {
		return backup.Copy{}, "", fmt.Errorf("back up: %w", err)
	}
	defer func() { _ = f.Close() }()
	c, err := backup.Make(ctx, b.h.home, f, backup.Options{Passphrase: r.Passphrase, Work: b.work, Now: b.h.Now(), Progress: r.Progress})
	return c, to, err
}

// backupTo returns the folder that copies go to.
func (b *Backups) backupTo(folder string) (string, error) {
	to, err := filepath.Abs(cmp.Or(folder, b.BackupFolder()))
	if err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	if rel, err := filepath.Rel(b.h.Path(), to); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("back up: %w: %s is inside of what is copied", config.ErrBadValue, to)
	}
	return to, nil
}

// Restore brings personas back from a copy that Backup made, see
// backup.Restore. Open companions of these personas are closed.
func (b *Backups) Restore(ctx context.Context, file string, r backup.Request) (backup.Restored, error) {
	if _, err := os.Lstat(file); err != nil {
		return backup.Restored{}, fmt.Errorf("restore: %w", err)
	}
	f, err := store.OpenFolder(filepath.Dir(file))
	if err != nil {
		return backup.Restored{}, fmt.Errorf("restore: %w", err)
	}
	defer func() { _ = f.Close() }()
	b.h.mu.Lock()
	var closing []*Companion
	for slug, c := range b.h.open {
		if r.Persona == "" || r.Persona == slug {
			closing = append(closing, c)
			delete(b.h.open, slug)
		}
	}
	b.h.mu.Unlock()
	for _, c := range closing {
		c.Close()
	}
	r.Name = filepath.Base(file)
	got, err := backup.Restore(ctx, b.h.home, f, r)
	b.h.PersonasChanged()
	if err == nil && got.Settings {
		err = b.h.loadSettings()
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
func (b *Backups) DailyBackup() DailyBackup {
	var d DailyBackup
	data, err := b.h.home.Dir().Read(dailyFile)
	if err != nil || json.Unmarshal(data, &d) != nil {
		return DailyBackup{}
	}
	return d
}

// KeepDaily has copies made once a day as r says, from now on, and keeps its
// passphrase as keys of models are kept; "" makes them without.
func (b *Backups) KeepDaily(r BackupRequest) error {
	if _, err := b.backupTo(r.To); err != nil {
		return err
	}
	if _, err := b.h.home.SetKey(passphraseKey, r.Passphrase); err != nil {
		return fmt.Errorf("keep the passphrase: %w", err)
	}
	s, yes := b.h.Settings(), true
	s.Backup = config.BackupChoices{Daily: &yes, Folder: r.To, Sealed: r.Passphrase != ""}
	return b.h.Change(s)
}

// backUpDaily makes the copy of the day if it is due: once a day, an hour after
// one that failed, and not before somebody has talked with a persona.
func (b *Backups) backUpDaily(ctx context.Context) error {
	s, last, now := b.h.Settings().Backup, b.DailyBackup(), b.h.Now()
	due := last.At.In(now.Location()).Format(time.DateOnly) != now.Format(time.DateOnly)
	if last.Error != "" {
		due = now.Sub(last.At).Abs() >= dailyAgain
	}
	if !config.On(s.Daily) || !due || !b.h.lived() {
		return nil
	}
	err := b.copyOfDay(ctx, s)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tried := DailyBackup{At: now}
	if err != nil {
		tried.Error = err.Error()
	}
	data, jerr := json.Marshal(tried)
	if jerr == nil {
		jerr = b.h.home.Dir().Write(dailyFile, data, store.Cause{Kind: store.CauseSetup})
	}
	if tried.Error != last.Error {
		b.h.publishSnapshots()
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
func (b *Backups) uncopied() []Trouble {
	s := b.h.Settings().Backup
	if d := b.DailyBackup(); d.Error != "" && config.On(s.Daily) {
		return []Trouble{{File: cmp.Or(s.Folder, b.BackupFolder()), What: d.Error, Uncopied: true}}
	}
	return nil
}

func (b *Backups) copyOfDay(ctx context.Context, s config.BackupChoices) error {
	r := BackupRequest{To: s.Folder}
	if s.Sealed {
		var err error
		if r.Passphrase, _, err = b.h.home.Key(passphraseKey); err != nil {
			return fmt.Errorf("look for the passphrase: %w", err)
		}
		if r.Passphrase == "" {
			return ErrNoPassphrase
		}
	}
	_, _, err := b.Backup(ctx, r)
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
