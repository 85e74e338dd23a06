package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"yumori/internal/config"
	"yumori/internal/store"
)

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
func (h *House) DailyBackup() DailyBackup {
	var d DailyBackup
	data, err := h.home.Dir().Read(dailyFile)
	if err != nil || json.Unmarshal(data, &d) != nil {
		return DailyBackup{}
	}
	return d
}

// KeepDaily has copies made once a day as r says, from now on, and keeps its
// passphrase as keys of models are kept; "" makes them without.
func (h *House) KeepDaily(r BackupRequest) error {
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
func (h *House) backUpDaily(ctx context.Context) error {
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
func (h *House) publishSnapshots() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		c.work.Go(c.publishSnapshot)
	}
}

// uncopied is the trouble that no copy could be made, if there is that.
func (h *House) uncopied() []Trouble {
	s := h.Settings().Backup
	if d := h.DailyBackup(); d.Error != "" && config.On(s.Daily) {
		return []Trouble{{File: cmp.Or(s.Folder, h.BackupFolder()), What: d.Error, Uncopied: true}}
	}
	return nil
}

func (h *House) copyOfDay(ctx context.Context, s config.BackupChoices) error {
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
func (h *House) lived() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.open {
		if c.log.Head() != "" {
			return true
		}
	}
	return false
}
